"""Settings from the environment and ``.env``; nothing is read at import."""

from __future__ import annotations

import re
from typing import Literal, TypeVar, get_args

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, SettingsConfigDict

from prowlerbot.core.errors import Refused
from prowlerbot.storage.engines.address import check_address

_TOKEN = re.compile(r"[\w-]{18,}\.[\w-]{6,}\.[\w-]{27,}", re.ASCII)
"""Three parts joined by dots: the bot's id, a time stamp, a signature."""


class BadSetting(Refused):
    """A setting that is missing or invalid; the sentence never repeats a secret."""


class Settings(BaseSettings):
    """The settings of an admin; docs/hosting.md describes each of them."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True)

    database_url: str = "sqlite:///data/prowler.db"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    backup_folder: str = ""
    backup_every: float = Field(default=24, ge=0, le=10_000, allow_inf_nan=False)
    backup_keep: int = Field(default=7, ge=1)
    imports_mb: int = Field(default=100, ge=0, le=1_000_000)
    machine_processes: int = Field(default=1, ge=0, le=64)
    drawing_processes: int | None = Field(default=None, ge=0, le=64)
    shards: int | None = Field(default=None, ge=1, le=100_000)
    health_host: str = "127.0.0.1"
    health_port: int | None = Field(default=None, ge=0, le=65_535)

    @field_validator("database_url")
    @classmethod
    def _is_an_address(cls, url: str) -> str:
        try:
            check_address(url)
        except Refused as refused:
            raise ValueError(str(refused)) from refused
        return url

    @field_validator("log_level", mode="before")
    @classmethod
    def _any_case(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level

    @field_validator("log_format", mode="before")
    @classmethod
    def _any_case_too(cls, form: object) -> object:
        return form.lower() if isinstance(form, str) else form


class HostSettings(Settings):
    """The settings for a connection to Discord."""

    discord_token: SecretStr

    @field_validator("discord_token")
    @classmethod
    def _looks_like_a_token(cls, token: SecretStr) -> SecretStr:
        if not _TOKEN.fullmatch(token.get_secret_value()):
            raise ValueError(
                "DISCORD_TOKEN does not look like a bot token; copy it again from the page “Bot” of"
                " your application in Discord's developer portal."
            )
        return token


_MISSING = {
    "discord_token": (
        "DISCORD_TOKEN is not set. Put it into the environment or into a file .env beside bot.py"
        " (.env.example shows how)."
    )
}


def load_settings() -> Settings:
    """The settings that need no Discord. Raises BadSetting."""
    return _loaded(Settings)


def load_host_settings() -> HostSettings:
    """The settings to run against Discord. Raises BadSetting."""
    return _loaded(HostSettings)


_S = TypeVar("_S", bound=Settings)


def _loaded(kind: type[_S]) -> _S:
    try:
        return kind()
    except ValidationError as error:
        raise _told(error) from None
    except UnicodeDecodeError:
        raise BadSetting("The file .env is not UTF-8 text; save it as UTF-8.") from None
    except OSError as error:
        raise BadSetting("The file .env cannot be read: {why}.", why=error.strerror) from None


def _told(error: ValidationError) -> BadSetting:
    """The first problem, as a sentence; the values of addresses and tokens are not in it."""
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][0])
    if first["type"] == "missing":
        return BadSetting("{problem}", problem=_MISSING[name])
    if first["type"] != "value_error":
        return BadSetting(
            "{name} is “{value}”; it must be {wanted}.",
            name=name.upper(),
            value=first["input"],
            wanted=_wanted(Settings.model_fields[name]),
        )
    problem = str(first["msg"]).removeprefix("Value error, ")
    if problem.startswith(name.upper()):
        return BadSetting("{problem}", problem=problem)
    return BadSetting("{name}: {problem}", name=name.upper(), problem=problem)


def _wanted(field: FieldInfo) -> str:
    """The values that a field takes: one of some words, or a number within its bounds."""
    if words := [it for it in get_args(field.annotation) if isinstance(it, str)]:
        return f"one of {', '.join(words)}"
    kind = "a number" if field.annotation is float else "a whole number"
    least, most = (
        next((getattr(it, name) for it in field.metadata if hasattr(it, name)), None)
        for name in ("ge", "le")
    )
    return f"{kind} from {least} {'on' if most is None else f'to {most:,}'}"
