"""A setting that is missing or wrong ends in one sentence, and the token is never written down."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import bot
from prowlerbot import settings as settings_module
from prowlerbot.__main__ import main as command_line
from prowlerbot.core.errors import BadDatabase
from prowlerbot.packages import HOPELESS
from prowlerbot.service.archive import BYTES_OF_ALL
from prowlerbot.settings import (
    BadSetting,
    HostSettings,
    load_host_settings,
    load_settings,
    misspelt_names,
)
from prowlerbot.storage.engines.address import alone_on

SECRETS = ("DISCORD_TOKEN", "DATABASE_URL", "DATABASE_PASSWORD")
ROOT = Path(__file__).parents[2]
TOKEN = "MTE0NTE0MTkxOTgxMDExNDUxNA.GhIjKl.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_"  # noqa: S105 - made up
ODD_TOKENS = [
    "secret",
    "secret.secret.secret",
    f"Bot {TOKEN}",
    f"'{TOKEN}",
    TOKEN + ".more",
    TOKEN.replace(".", " "),
    TOKEN.replace("G", "é"),
    "your-token-here",
    "secret" * 2000,
]


@pytest.fixture(autouse=True)
def nothing_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting, and a folder without a file .env."""
    for name in (*SECRETS, *(f"{each}_FILE" for each in SECRETS), "LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@dataclass(frozen=True, slots=True)
class Said:
    status: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The one sentence of a program that could not begin."""
        assert self.status in {1, HOPELESS}, self.err
        assert self.out == ""
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.strip()


def start(program: list[str], **settings: str) -> Said:
    """Run a program as anybody would, in this folder with these settings in the environment."""
    done = subprocess.run(
        [sys.executable, *program],
        env={**os.environ, "PYTHONPATH": str(ROOT), **settings},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return Said(done.returncode, done.stdout, done.stderr)


Start = Callable[..., Said]


@pytest.fixture
def start_here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Start:
    """Run a program like ``start``, but in this process, which saves the time to load it."""

    def run(program: Callable[[], int], *arguments: str, **settings: str) -> Said:
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["program", *arguments])
        status = program()
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return run


PREVIEW = (bot.main, "--preview", "--port", "0")
BACKUP = (command_line, "backup", "prowler.backup")
BOT = (bot.main,)

WRONG: list[tuple[tuple[object, ...], dict[str, str], str]] = [
    (BOT, {}, "DISCORD_TOKEN is not set."),
    (BOT, {"DISCORD_TOKEN": ""}, "DISCORD_TOKEN is not set."),
    (BOT, {"DISCORD_TOKEN": "secret"}, "DISCORD_TOKEN does not look like a bot token;"),
    (BOT, {"DISCORD_TOKEN": TOKEN, "LOG_LEVEL": "LOUD"}, "LOG_LEVEL is “LOUD”; it must be one"),
    (BOT, {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "prowler.db"}, "DATABASE_URL must name a file"),
    (BOT, {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "mysql://me:secret@h"}, "DATABASE_URL must"),
    (PREVIEW, {"DATABASE_URL": "sqlite:///data/"}, "DATABASE_URL must name a file"),
    (
        BOT,
        {"DISCORD_TOKEN": TOKEN, "WITHOUT": "finding, chess"},
        "WITHOUT names “chess”, which is no feature; those are club, competitions, daily, finding,",
    ),
    (BACKUP, {"DATABASE_URL": "sqlite://"}, "DATABASE_URL must name a file"),
    (
        BACKUP,
        {"LOG_LEVEL": "1"},
        "LOG_LEVEL is “1”; it must be one of DEBUG, INFO, WARNING, ERROR.",
    ),
    (
        PREVIEW,
        {"IMPORTS_MB": "-1"},
        "IMPORTS_MB is “-1”; it must be a whole number from 0 to 1,000,00",
    ),
    (PREVIEW, {"BACKUP_KEEP": "x"}, "BACKUP_KEEP is “x”; it must be a whole number from 1 on."),
    (
        PREVIEW,
        {"BACKUP_EVERY": "nan"},
        "BACKUP_EVERY is “nan”; it must be a number from 0 to 10,000.",
    ),
    (PREVIEW, {"SHARDS": "1.5"}, "SHARDS is “1.5”; it must be a whole number from 1 to 100,000."),
    (
        PREVIEW,
        {"DATABASE_URL": "sqlite:////proc/x/x.db"},
        "The database /proc/x/x.db cannot be made:",
    ),
    (
        PREVIEW,
        {"DATABASE_URL": "sqlite:////usr"},
        "/usr is a folder; DATABASE_URL must name a file.",
    ),
]


def test_a_wrong_setting_ends_every_program_with_one_sentence(
    start_here: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    for program, settings, told in WRONG:
        done = start_here(*program, **settings)
        said = done.sentence
        assert said.startswith(told)
        assert done.status == (1 if program == BACKUP else HOPELESS), told
        assert said.endswith(".")
        assert not said.endswith("..")
        assert "secret" not in said
        for name in settings:
            monkeypatch.delenv(name)


def test_a_missing_package_of_postgresql_is_told_with_one_full_stop(
    start_here: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "prowlerbot.storage.engines.postgres", None)
    said = start_here(*BACKUP, DATABASE_URL="postgresql://me@h/x").sentence
    assert said.startswith("DATABASE_URL: For PostgreSQL, install psycopg:")
    assert said.endswith(".lock.")


def test_a_port_of_the_preview_that_cannot_be_used_ends_in_one_sentence(
    start_here: Start, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = start_here(bot.main, "--preview", "--port", port).sentence
    assert said.startswith(f"The preview cannot use port {port}: ")
    for port in ("99999", "-1", "x"):
        with pytest.raises(SystemExit):
            start_here(bot.main, "--preview", "--port", port)
        assert f"“{port}” is no port; it must be from 0 to 65535" in capsys.readouterr().err


def test_a_preview_without_its_package_ends_in_one_sentence(
    start_here: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "preview", raising=False)
    monkeypatch.setitem(sys.modules, "simcord", None)
    said = start_here(*PREVIEW).sentence
    assert said.startswith("The preview needs the package simcord")


def test_an_odd_token_is_refused_before_anything_is_tried_and_never_repeated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for token in ODD_TOKENS:
        monkeypatch.setenv("DISCORD_TOKEN", token)
        with pytest.raises(BadSetting) as refused:
            load_host_settings()
        assert str(refused.value).startswith("DISCORD_TOKEN does not look like a bot token")
        assert token not in str(refused.value)
        assert refused.value.__cause__ is None
        assert refused.value.__suppress_context__


@pytest.mark.full
def test_the_bot_says_nothing_of_an_odd_token_even_when_it_says_everything() -> None:
    odd = f"{TOKEN}\nsecret=1"
    said = start([str(ROOT / "bot.py")], DISCORD_TOKEN=odd, LOG_LEVEL="DEBUG").sentence
    assert said.startswith("DISCORD_TOKEN does not look like a bot token")
    assert "secret" not in said
    assert TOKEN not in said


def test_a_right_token_is_taken_and_hidden_wherever_settings_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    settings = load_host_settings()
    assert settings.discord_token.get_secret_value() == TOKEN
    for shown in (repr(settings), str(settings), settings.model_dump_json()):
        assert TOKEN not in shown


def test_the_shell_looks_at_the_database_of_the_unit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    unit = tmp_path / "prowlerbot.env"
    monkeypatch.setattr(settings_module, "UNIT", unit)
    assert load_settings().database_url == "sqlite:///data/prowler.db"
    unit.write_text(
        f"DISCORD_TOKEN={TOKEN}\nDATABASE_URL=sqlite:////var/lib/prowlerbot/prowler.db\n"
    )
    assert load_settings().database_url == "sqlite:////var/lib/prowlerbot/prowler.db"
    (tmp_path / ".env").write_text("DATABASE_URL=sqlite:///own.db\n")
    assert load_settings().database_url == "sqlite:///own.db"
    monkeypatch.setenv("DATABASE_URL", "sqlite:///named.db")
    assert load_settings().database_url == "sqlite:///named.db"


def test_a_line_that_is_no_setting_is_refused_and_a_misspelt_name_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = tmp_path / ".env"
    own.write_text("# a comment\nLOG_LEVEL INFO!\n")
    with pytest.raises(BadSetting, match=r"^Line 2 of \.env is no setting; write NAME=value\."):
        load_settings()
    own.write_text("LOG_LEVLE=DEBUG\nPGPASSWORD=x\n")
    monkeypatch.setenv("BACKUPS_KEEP", "3")
    load_settings()
    assert misspelt_names() == [
        "BACKUPS_KEEP is no setting; is BACKUP_KEEP meant?",
        "LOG_LEVLE is no setting; is LOG_LEVEL meant?",
    ]


async def test_a_file_takes_one_bot_and_the_next_waits_until_it_has_ended(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/prowler.db"
    async with alone_on(url):
        with pytest.raises(BadDatabase, match=r"^Another bot is using .*prowler\.db\."):
            async with alone_on(url, patience=0.0):
                pytest.fail("two bots on one file")
    async with alone_on(url, patience=0.0):
        pass
    async with alone_on("postgresql://prowler@database/prowler", patience=0.0):
        pass


# ----------------------------------------------------------------------------- secrets in files


def test_secrets_can_stand_in_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, text in (
        ("DISCORD_TOKEN", TOKEN),
        ("DATABASE_URL", "postgresql://prowler@database/prowler"),
        ("DATABASE_PASSWORD", "s3/c@r:et"),
    ):
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
        monkeypatch.setenv(f"{name}_FILE", str(tmp_path / name))
    settings = load_host_settings()
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.database_url == "postgresql://prowler:s3%2Fc%40r%3Aet@database/prowler"


def test_a_secret_that_is_set_twice_or_cannot_be_read_is_told_in_one_sentence(
    start_here: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    (tmp_path / "empty").write_text("\n", encoding="utf-8")
    (tmp_path / "odd").write_bytes(b"\xff")
    server = "postgresql://prowler@database/prowler"
    for settings, told in (
        (
            {"DISCORD_TOKEN": TOKEN, "DISCORD_TOKEN_FILE": "secret"},
            "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set; remove one of them.",
        ),
        ({"DISCORD_TOKEN_FILE": "gone"}, "DISCORD_TOKEN_FILE: gone cannot be read: No such file"),
        ({"DISCORD_TOKEN_FILE": "."}, "DISCORD_TOKEN_FILE: . cannot be read: Is a directory."),
        ({"DISCORD_TOKEN_FILE": "empty"}, "DISCORD_TOKEN_FILE: empty is empty."),
        ({"DISCORD_TOKEN_FILE": "odd"}, "DISCORD_TOKEN_FILE: odd is not UTF-8 text."),
        (
            {"DISCORD_TOKEN": TOKEN, "DATABASE_PASSWORD": "secret"},
            "DATABASE_PASSWORD is for PostgreSQL; a file has none.",
        ),
        (
            {
                "DISCORD_TOKEN": TOKEN,
                "DATABASE_PASSWORD_FILE": "secret",
                "DATABASE_URL": server.replace("@", ":secret@"),
            },
            "DATABASE_URL and DATABASE_PASSWORD both have a password.",
        ),
        (
            {
                "DISCORD_TOKEN": TOKEN,
                "DATABASE_PASSWORD": "secret",
                "DATABASE_URL": "postgresql://database/prowler",
            },
            "DATABASE_PASSWORD needs a user in DATABASE_URL: postgresql://user@host/…",
        ),
        *(
            (
                {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": server.replace("@", f":{password}@")},
                "DATABASE_URL needs @ written as %40,",
            )
            for password in ("secret/x", "x@secret", "secret?x", "se#secret")
        ),
    ):
        done = start_here(*BOT, **settings)
        said = done.sentence
        assert said.startswith(told), said
        assert done.status == HOPELESS
        assert "secret" not in said.replace("secret is", "")
        for name in settings:
            monkeypatch.delenv(name)


# ----------------------------------------------------------------------------- the file .env


def test_settings_come_from_the_environment_first_then_from_env_then_as_usual(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert load_settings().database_url == "sqlite:///data/prowler.db"
    assert load_settings().log_level == "INFO"
    (tmp_path / ".env").write_text(
        f"# our bot\nDISCORD_TOKEN={TOKEN}\nLOG_LEVEL=debug\nDATABASE_URL=\nOTHER=1\n"
    )
    settings = load_host_settings()
    assert settings.discord_token.get_secret_value() == TOKEN
    assert (settings.log_level, settings.database_url) == ("DEBUG", "sqlite:///data/prowler.db")
    monkeypatch.setenv("LOG_LEVEL", "Warning")
    assert load_settings().log_level == "WARNING"


def test_the_room_for_records_is_set_in_megabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert bot._hosting_of(load_host_settings()).imports == BYTES_OF_ALL == 100_000_000
    monkeypatch.setenv("IMPORTS_MB", "3")
    assert bot._hosting_of(load_host_settings()).imports == 3_000_000


def test_the_features_to_leave_out_are_named_in_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert bot._hosting_of(load_host_settings()).without == frozenset()
    monkeypatch.setenv("WITHOUT", "Competitions, finding,")
    assert bot._hosting_of(load_host_settings()).without == {"competitions", "finding"}


def test_each_setting_stands_in_the_example_and_in_the_documentation() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    documented = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    for name in HostSettings.model_fields:
        assert f"\n{name.upper()}=" in example
        assert f"\n| `{name.upper()}` |" in documented


def test_an_env_file_in_another_encoding_is_named(tmp_path: Path, start_here: Start) -> None:
    for encoding in ["utf-16", "latin-1"]:
        (tmp_path / ".env").write_text("# für uns\nDISCORD_TOKEN=secret\n", encoding=encoding)
        told = "The file .env is not UTF-8 text; save it as UTF-8."
        assert start_here(*BOT).sentence == told


def test_the_command_line_plays_without_settings(tmp_path: Path, start_here: Start) -> None:
    (tmp_path / ".env").write_bytes(b"\xff")
    done = start_here(command_line, "simulate", "prowler", LOG_LEVEL="LOUD")
    assert (done.status, done.err) == (0, "")
