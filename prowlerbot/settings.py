"""Settings from the environment and ``.env``; nothing is read at import."""

import os
import re
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar, get_args
from urllib.parse import quote, urlsplit, urlunsplit

from dotenv import dotenv_values
from dotenv.parser import parse_stream
from pydantic import (
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, SettingsConfigDict

from prowlerbot.core.errors import Hopeless, Refused
from prowlerbot.storage.engines.address import check_address
from prowlerbot.storage.engines.sqlite import is_server

_SECRETS_IN_FILES = ("discord_token", "database_url", "database_password")
"""The settings that a file can hold; its path is the setting of that name with _FILE."""
_WEB_PAGE = re.compile(r"https://[^\s<>()]{3,500}")
UNIT_SETTINGS = Path("/etc/prowlerbot.env")
"""The settings of the unit of systemd, which hands them to the bot itself."""
_TOKEN_FORM = re.compile(r"[\w-]{18,}\.[\w-]{6,}\.[\w-]{27,}", re.ASCII)
"""Three parts joined by dots: the bot's id, a time stamp, a signature."""
_ENV_FILE = Path(".env")
_MIN_SIMILARITY = 0.85
"""The ratio of ``difflib`` from which a name counts as a misspelt setting."""
_MISSING_SENTENCE = (
    "DISCORD_TOKEN is not set. Put it into the environment or into a file .env beside bot.py"
    " (.env.example shows how)."
)
FEATURES = (
    *("club", "competitions", "daily", "finding", "following", "hub"),
    *("profiles", "puzzles", "replays", "reviews", "tutorial"),
)
"""The features that a host can leave out, by the names of their rooms."""
_SettingsT = TypeVar("_SettingsT", bound="Settings")


class BadSetting(Hopeless):
    """A setting that is missing or invalid; the sentence never repeats a secret."""


class Settings(BaseSettings):
    """The settings of an admin; docs/hosting.md describes each of them."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True)

    database_url: str = "sqlite:///data/prowler.db"
    database_url_file: str = ""
    database_password: SecretStr = SecretStr("")
    database_password_file: str = ""
    log_level: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)
    ] = "INFO"
    log_format: Annotated[Literal["text", "json"], BeforeValidator(str.lower)] = "text"
    backup_folder: str = ""
    backup_every: float = Field(default=24, ge=0, le=10_000, allow_inf_nan=False)
    backup_keep: int = Field(default=7, ge=1)
    tell_owner: Annotated[Literal["on", "off"], BeforeValidator(str.lower)] = "on"
    imports_mb: int = Field(default=100, ge=0, le=1_000_000)
    machine_processes: int = Field(default=1, ge=0, le=64)
    drawing_processes: int | None = Field(default=None, ge=0, le=64)
    shards: int | None = Field(default=None, ge=1, le=100_000)
    health_host: str = "127.0.0.1"
    health_port: int | None = Field(default=None, ge=0, le=65_535)

    invite_url: str = ""
    terms_url: str = ""
    privacy_url: str = ""
    support_url: str = ""

    @field_validator("invite_url", "terms_url", "privacy_url", "support_url")
    @classmethod
    def _check_page(cls, url: str) -> str:
        if url and not _WEB_PAGE.fullmatch(url):
            raise ValueError("it must be an address that begins with https://.")
        return url

    @model_validator(mode="before")
    @classmethod
    def _read_secret_files(cls, values: dict[str, object]) -> dict[str, object]:
        """Read the secrets in files, as Docker, Kubernetes and systemd hand them over."""
        with_secrets = dict(values)
        for name in _SECRETS_IN_FILES:
            file = f"{name}_file"
            if path := values.get(file):
                if values.get(name):
                    raise ValueError(
                        f"{name.upper()} and {file.upper()} are both set; remove one of them."
                    )
                with_secrets[name] = _read_secret(file.upper(), Path(str(path)))
        return with_secrets

    @model_validator(mode="after")
    def _put_password_in_address(self) -> Self:
        if self.database_password.get_secret_value():
            if not is_server(self.database_url):
                raise ValueError("DATABASE_PASSWORD is for PostgreSQL; a file has none.")
            if urlsplit(self.database_url).password is not None:
                raise ValueError("DATABASE_URL and DATABASE_PASSWORD both have a password.")
            self.database_url = _url_with_password(self.database_url, self.database_password)
        return self

    @field_validator("database_url")
    @classmethod
    def _check_database_address(cls, url: str) -> str:
        try:
            check_address(url)
        except Refused as refused:
            raise ValueError(str(refused)) from refused
        return url


class HostSettings(Settings):
    """The settings for a connection to Discord."""

    discord_token: SecretStr
    discord_token_file: str = ""
    without: str = ""

    @property
    def left_out(self) -> frozenset[str]:
        """The features that the bot is without."""
        return _feature_names(self.without)

    @field_validator("without")
    @classmethod
    def _check_features(cls, without: str) -> str:
        if unknown := _feature_names(without) - {*FEATURES}:
            raise ValueError(
                f"WITHOUT names “{min(unknown)}”, which is no feature; those are"
                f" {', '.join(FEATURES)}."
            )
        return without

    @field_validator("discord_token")
    @classmethod
    def _check_token_form(cls, token: SecretStr) -> SecretStr:
        if not _TOKEN_FORM.fullmatch(token.get_secret_value()):
            raise ValueError(
                "DISCORD_TOKEN does not look like a bot token; copy it again from the page “Bot” of"
                " your application in Discord's developer portal."
            )
        return token


def _feature_names(without: str) -> frozenset[str]:
    """The names in a list with commas."""
    return frozenset(filter(None, (name.strip().lower() for name in without.split(","))))


def _url_with_password(url: str, password: SecretStr) -> str:
    parts = urlsplit(url)
    user, _, host = parts.netloc.rpartition("@")
    if not user:
        raise ValueError("DATABASE_PASSWORD needs a user in DATABASE_URL: postgresql://user@host/…")
    quoted = quote(password.get_secret_value(), safe="")
    return urlunsplit(parts._replace(netloc=f"{user}:{quoted}@{host}"))


def _read_secret(setting: str, path: Path) -> str:
    """The text of a file that holds a secret. Raises ValueError if it cannot be had."""
    try:
        text = path.read_text(encoding="utf-8").strip()
    except UnicodeDecodeError:
        raise ValueError(f"{setting}: {path} is not UTF-8 text.") from None
    except OSError as error:
        raise ValueError(f"{setting}: {path} cannot be read: {error.strerror}.") from None
    if not text:
        raise ValueError(f"{setting}: {path} is empty.")
    return text


def load_settings() -> Settings:
    """The settings for the shell, also from systemd's unit. Raises BadSetting."""
    return _load_kind(Settings, *([UNIT_SETTINGS] if UNIT_SETTINGS.exists() else []))


def load_host_settings() -> HostSettings:
    """The settings to run against Discord. Raises BadSetting."""
    return _load_kind(HostSettings)


def misspelling_warnings() -> list[str]:
    """Sentences about names that are no setting, but are written much like one."""
    known = [name.upper() for name in HostSettings.model_fields]
    unknown = sorted({*os.environ, *dotenv_values(_ENV_FILE)} - set(known))
    near = {name: get_close_matches(name, known, 1, _MIN_SIMILARITY) for name in unknown}
    return [f"{name} is no setting; is {names[0]} meant?" for name, names in near.items() if names]


def _check_env_file() -> None:
    """Refuse a line of ``.env`` that would otherwise be skipped."""
    if not _ENV_FILE.is_file():
        return
    with _ENV_FILE.open(encoding="utf-8") as lines:
        errors = [binding.original.line for binding in parse_stream(lines) if binding.error]
    if errors:
        raise BadSetting("Line {number} of .env is no setting; write NAME=value.", number=errors[0])


def _load_kind(kind: type[_SettingsT], *first: Path) -> _SettingsT:
    """The settings of a kind, from the files ``first`` and from ``.env``, whose values win."""
    files = [*first, _ENV_FILE]
    try:
        _check_env_file()
        return kind(_env_file=files)  # type: ignore[call-arg] # pydantic-settings takes it
    except ValidationError as error:
        raise _bad_setting(error) from None
    except UnicodeDecodeError:
        raise BadSetting("The file .env is not UTF-8 text; save it as UTF-8.") from None
    except OSError as error:
        raise BadSetting(
            "The file {file} cannot be read: {why}.", file=error.filename, why=error.strerror
        ) from None


def _bad_setting(error: ValidationError) -> BadSetting:
    """The first problem, as a sentence; the values of addresses and tokens are not in it."""
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][0]) if first["loc"] else ""
    if first["type"] == "missing":  # the token is the one setting without a default
        return BadSetting("{problem}", problem=_MISSING_SENTENCE)
    if first["type"] != "value_error":
        return BadSetting(
            "{name} is “{value}”; it must be {wanted}.",
            name=name.upper(),
            value=first["input"],
            wanted=_wanted_values(HostSettings.model_fields[name]),
        )
    problem = str(first["msg"]).removeprefix("Value error, ")
    if not name or problem.startswith(name.upper()):
        return BadSetting("{problem}", problem=problem)
    return BadSetting("{name}: {problem}", name=name.upper(), problem=problem)


def _wanted_values(field: FieldInfo) -> str:
    """The values that a field takes: one of some words, or a number within its bounds."""
    if words := [word for word in get_args(field.annotation) if isinstance(word, str)]:
        return f"one of {', '.join(words)}"
    kind = "a number" if field.annotation is float else "a whole number"
    minimum, maximum = (
        next((getattr(bound, name) for bound in field.metadata if hasattr(bound, name)), None)
        for name in ("ge", "le")
    )
    return f"{kind} from {minimum} {'on' if maximum is None else f'to {maximum:,}'}"
