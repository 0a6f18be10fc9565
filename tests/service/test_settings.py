"""A setting that is missing or wrong ends in one sentence, and the token is never written down."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args
from unittest.mock import Mock

import pytest

import bot
from prowlerbot import settings as settings_module
from prowlerbot.__main__ import main
from prowlerbot.core.errors import BadDatabase
from prowlerbot.match.preferences import Theme
from prowlerbot.packages import EXIT_HOPELESS
from prowlerbot.service.archive import MAX_BYTES_OF_ALL
from prowlerbot.settings import BadSetting, load_host_settings, load_settings, misspelling_warnings
from prowlerbot.shell import record_commands as records_shell
from prowlerbot.storage.engines.address import hold_database_lock
from tests.games.prowler import reference
from tools import compete, ladder

SECRETS = ("DISCORD_TOKEN", "DATABASE_URL", "DATABASE_PASSWORD")
ROOT = Path(__file__).parents[2]
TOKEN = "MTE0NTE0MTkxOTgxMDExNDUxNA.GhIjKl.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_"  # noqa: S105 - made up
Env = Callable[[str, str], None]
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
def nothing_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """No setting, and a folder without a file .env."""
    for name in (*SECRETS, *(f"{each}_FILE" for each in SECRETS), "LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return monkeypatch


@pytest.fixture
def env(nothing_is_set: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Sets a variable of the environment."""
    return nothing_is_set.setenv


@dataclass(frozen=True, slots=True)
class Said:
    status: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The one sentence of a program that could not begin."""
        assert self.status in {1, EXIT_HOPELESS}, self.err
        assert self.out == ""
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.strip()


class Shell:
    """Runs programs as anybody would, but in this process, which saves the time to load them."""

    def __init__(self, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.patch, self.capsys = patch, capsys

    def run(self, program: Callable[[], int], /, *arguments: object, **settings: str) -> Said:
        with self.patch.context() as patch:
            for name, value in settings.items():
                patch.setenv(name, value)
            patch.setattr(sys, "argv", ["program", *map(str, arguments)])
            status = program()
        said = self.capsys.readouterr()
        return Said(status, said.out, said.err)

    def failure(self, *arguments: object) -> str:
        """The one sentence that a command says when it fails."""
        return self.run(main, *arguments).sentence

    def stopped(self, program: Callable[[], int], *arguments: str) -> tuple[int, str, str]:
        """The status and the words of a program that ends as its arguments are read."""
        with pytest.raises(SystemExit) as stop:
            self.run(program, *arguments)
        said = self.capsys.readouterr()
        return int(stop.value.code or 0), said.out, said.err


@pytest.fixture
def shell(nothing_is_set: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(nothing_is_set, capsys)


PREVIEW = (bot.main, "--preview", "--port", "0")
BACKUP = (main, "backup", "prowler.backup")
BOT = (bot.main,)

WRONG: list[tuple[tuple[Any, ...], dict[str, str], str]] = [
    (BOT, {}, "DISCORD_TOKEN is not set."),
    (BOT, {"DISCORD_TOKEN": ""}, "DISCORD_TOKEN is not set."),
    (
        BOT,
        {"DISCORD_TOKEN": f"{TOKEN}\nsecret=1", "LOG_LEVEL": "DEBUG"},
        "DISCORD_TOKEN does not look like a bot token;",
    ),
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


def test_a_wrong_setting_ends_every_program_with_one_sentence(shell: Shell) -> None:
    for program, settings, told in WRONG:
        done = shell.run(*program, **settings)
        said = done.sentence
        assert said.startswith(told)
        assert done.status == (1 if program == BACKUP else EXIT_HOPELESS), told
        assert said.endswith(".")
        assert not said.endswith("..")
        assert "secret" not in said


def test_a_missing_package_of_postgresql_or_the_preview_is_told(shell: Shell) -> None:
    shell.patch.setitem(sys.modules, "prowlerbot.storage.engines.postgres", None)
    said = shell.run(*BACKUP, DATABASE_URL="postgresql://me@h/x").sentence
    assert said.startswith("DATABASE_URL: For PostgreSQL, install psycopg:")
    assert said.endswith(".lock.")
    shell.patch.delitem(sys.modules, "preview", raising=False)
    shell.patch.setitem(sys.modules, "simcord", None)
    assert shell.run(*PREVIEW).sentence.startswith("The preview needs the package simcord")


def test_a_port_of_the_preview_that_cannot_be_used_ends_in_one_sentence(shell: Shell) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = shell.run(bot.main, "--preview", "--port", port).sentence
    assert said.startswith(f"The preview cannot use port {port}: ")
    for port in ("99999", "-1", "x"):
        *_, told = shell.stopped(bot.main, "--preview", "--port", port)
        assert f"“{port}” is no port; it must be from 0 to 65535" in told


def test_a_right_token_is_hidden_and_an_odd_one_refused_and_never_repeated(env: Env) -> None:
    env("DISCORD_TOKEN", TOKEN)
    settings = load_host_settings()
    assert settings.discord_token.get_secret_value() == TOKEN
    for shown in (repr(settings), str(settings), settings.model_dump_json()):
        assert TOKEN not in shown
    for token in ODD_TOKENS:
        env("DISCORD_TOKEN", token)
        with pytest.raises(BadSetting) as refused:
            load_host_settings()
        assert str(refused.value).startswith("DISCORD_TOKEN does not look like a bot token")
        assert token not in str(refused.value)
        assert refused.value.__cause__ is None
        assert refused.value.__suppress_context__


def test_settings_come_from_the_environment_then_from_env_then_from_the_unit_then_as_usual(
    env: Env, nothing_is_set: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    unit, own = tmp_path / "prowlerbot.env", tmp_path / ".env"
    nothing_is_set.setattr(settings_module, "UNIT_SETTINGS", unit)
    assert load_settings().database_url == "sqlite:///data/prowler.db"
    assert load_settings().log_level == "INFO"
    unit.write_text(f"DISCORD_TOKEN={TOKEN}\nDATABASE_URL=sqlite:////var/lib/prowler.db\n")
    assert load_settings().database_url == "sqlite:////var/lib/prowler.db"
    own.write_text(f"# our bot\nDISCORD_TOKEN={TOKEN}\nLOG_LEVEL=debug\nDATABASE_URL=\nOTHER=1\n")
    settings = load_host_settings()
    assert settings.discord_token.get_secret_value() == TOKEN
    assert (settings.log_level, settings.database_url) == ("DEBUG", "sqlite:///data/prowler.db")
    own.write_text("DATABASE_URL=sqlite:///own.db\n")
    assert load_settings().database_url == "sqlite:///own.db"
    env("DATABASE_URL", "sqlite:///named.db")
    env("LOG_LEVEL", "Warning")
    assert load_settings().database_url == "sqlite:///named.db"
    assert load_settings().log_level == "WARNING"
    env("DISCORD_TOKEN", TOKEN)
    hosting = bot._hosting_of(load_host_settings())
    assert hosting.import_bytes == MAX_BYTES_OF_ALL == 100_000_000
    assert hosting.left_out == frozenset()
    env("IMPORTS_MB", "3")
    env("WITHOUT", "Competitions, finding,")
    hosting = bot._hosting_of(load_host_settings())
    assert (hosting.import_bytes, {*hosting.left_out}) == (3_000_000, {"competitions", "finding"})


def test_a_file_env_with_a_wrong_line_name_or_encoding_is_told(
    env: Env, shell: Shell, tmp_path: Path
) -> None:
    own = tmp_path / ".env"
    own.write_text("# a comment\nLOG_LEVEL INFO!\n")
    with pytest.raises(BadSetting, match=r"^Line 2 of \.env is no setting; write NAME=value\."):
        load_settings()
    own.write_text("LOG_LEVLE=DEBUG\nPGPASSWORD=x\n")
    env("BACKUPS_KEEP", "3")
    load_settings()
    assert misspelling_warnings() == [
        "BACKUPS_KEEP is no setting; is BACKUP_KEEP meant?",
        "LOG_LEVLE is no setting; is LOG_LEVEL meant?",
    ]
    for encoding in ["utf-16", "latin-1"]:
        own.write_text("# für uns\nDISCORD_TOKEN=secret\n", encoding=encoding)
        told = "The file .env is not UTF-8 text; save it as UTF-8."
        assert shell.run(*BOT).sentence == told
    done = shell.run(main, "simulate", "prowler", LOG_LEVEL="LOUD")
    assert (done.status, done.err) == (0, ""), "it needs no setting"


async def test_a_file_takes_one_bot_and_the_next_waits_until_it_has_ended(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/prowler.db"
    async with hold_database_lock(url):
        with pytest.raises(BadDatabase, match=r"^Another bot is using .*prowler\.db\."):
            async with hold_database_lock(url, patience=0.0):
                pytest.fail("two bots on one file")
    async with hold_database_lock(url, patience=0.0):
        pass
    async with hold_database_lock("postgresql://prowler@database/prowler", patience=0.0):
        pass


def test_secrets_can_stand_in_files(env: Env, tmp_path: Path) -> None:
    secrets = {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": SERVER, "DATABASE_PASSWORD": "s3/c@r:et"}
    for name, text in secrets.items():
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
        env(f"{name}_FILE", str(tmp_path / name))
    settings = load_host_settings()
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.database_url == "postgresql://prowler:s3%2Fc%40r%3Aet@database/prowler"


SERVER = "postgresql://prowler@database/prowler"
WRONG_SECRETS = [
    (
        {"DISCORD_TOKEN": TOKEN, "DISCORD_TOKEN_FILE": "secret"},
        "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set; remove one of them.",
    ),
    ({"DISCORD_TOKEN_FILE": "gone"}, "DISCORD_TOKEN_FILE: gone cannot be read: No such file"),
    ({"DISCORD_TOKEN_FILE": "."}, "DISCORD_TOKEN_FILE: . cannot be read: Is a directory."),
    ({"DISCORD_TOKEN_FILE": "empty"}, "DISCORD_TOKEN_FILE: empty is empty."),
    ({"DISCORD_TOKEN_FILE": "odd"}, "DISCORD_TOKEN_FILE: odd is not UTF-8 text."),
    ({"DATABASE_PASSWORD": "secret"}, "DATABASE_PASSWORD is for PostgreSQL; a file has none."),
    (
        {"DATABASE_PASSWORD_FILE": "secret", "DATABASE_URL": SERVER.replace("@", ":secret@")},
        "DATABASE_URL and DATABASE_PASSWORD both have a password.",
    ),
    (
        {"DATABASE_PASSWORD": "secret", "DATABASE_URL": SERVER.replace("prowler@", "")},
        "DATABASE_PASSWORD needs a user in DATABASE_URL: postgresql://user@host/…",
    ),
    *(
        ({"DATABASE_URL": SERVER.replace("@", f":{odd}@")}, "DATABASE_URL needs @ written as %40,")
        for odd in ("secret/x", "x@secret", "secret?x", "se#secret")
    ),
]


def test_a_secret_that_is_set_twice_or_unreadable_is_told(shell: Shell, tmp_path: Path) -> None:
    for name, content in (("secret", b"secret"), ("empty", b"\n"), ("odd", b"\xff")):
        (tmp_path / name).write_bytes(content)
    for settings, told in WRONG_SECRETS:
        token = {} if "DISCORD_TOKEN_FILE" in settings else {"DISCORD_TOKEN": TOKEN}
        done = shell.run(*BOT, **token, **settings)
        said = done.sentence
        assert said.startswith(told), said
        assert done.status == EXIT_HOPELESS
        assert "secret" not in said.replace("secret is", "")


@pytest.fixture
def records(tmp_path: Path, shell: Shell) -> Path:
    """A file with five records and their states."""
    path = tmp_path / "records.jsonl"
    made = shell.run(main, "simulate", "prowler", "--matches", "5", "--seed", "3", "--states")
    path.write_text(made.out, encoding="utf-8")
    return path


def change_line(path: Path, number: int, old: str, new: str) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_simulate_writes_records_that_the_reference_confirms(records: Path, shell: Shell) -> None:
    lines = records.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 5
    for line in lines:
        record = json.loads(line)
        assert record == reference.replay(record["setup"], record["moves"])
    record = json.loads(shell.run(main, "simulate", "prowler", "--seed", "1").out)
    assert list(record) == ["game", "setup", "moves", "scores", "result"]
    assert record["setup"] == "PMC-RBP-PRC-RPM-RBM-CBM/mbwmdpmwpbbbrppmbppmwbpwbmb/9,11,13/1"
    assert record["moves"][:6] == [">P", "19", "24>M", "26", "11", "14"]


@pytest.mark.full
def test_the_program_stops_quietly_when_nobody_reads_on_and_says_so_when_interrupted() -> None:
    def started(matches: int) -> subprocess.Popen[bytes]:
        """The program, which has printed its first line."""
        asked = ["-m", "prowlerbot", "simulate", "prowler", "--matches", str(matches)]
        pipe = subprocess.PIPE
        process = subprocess.Popen([sys.executable, *asked], cwd=ROOT, stdout=pipe, stderr=pipe)
        assert process.stdout is not None
        assert process.stdout.readline()
        return process

    with started(5_000) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1
    # Tests in the background of a shell ignore the interrupt, and programs inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = started(50_000)
    signal.signal(signal.SIGINT, before)
    with process:
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
    assert (told, process.returncode) == (b"Stopped.\n", 1)


@pytest.mark.full
def test_progress_is_shown_on_a_terminal_and_stays_out_of_the_results() -> None:
    watching, terminal = pytest.importorskip("pty").openpty()
    command = [sys.executable, "-m", "prowlerbot", "simulate", "prowler", "--matches", "300"]
    shown = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
        cwd=ROOT,
        check=True,
    )
    os.close(terminal)
    assert b"Playing" in os.read(watching, 1 << 16)
    os.close(watching)
    assert len([json.loads(line) for line in shown.stdout.splitlines()]) == 300


def test_a_wrong_call_has_status_two_a_wrong_word_and_a_stop_a_sentence(shell: Shell) -> None:
    for arguments in [[], ["dance"], ["simulate"], ["draw", "x"]]:
        assert shell.stopped(main, *arguments)[0] == 2
    for given in ("-3", "0", "x"):
        status, _, told = shell.stopped(main, "simulate", "prowler", "--matches", given)
        assert status == 2
        assert f"--matches: “{given}” is not a whole number from 1 on" in told
    assert "no game “chess”" in shell.failure("simulate", "chess")
    said = shell.failure("duel", "landgrab", "--seats", "easy")
    assert said == "Landgrab is for 2, 3 or 4 players; --seats names 1."
    shell.patch.setattr(records_shell, "random_record", Mock(side_effect=KeyboardInterrupt))
    assert shell.failure("simulate", "prowler") == "Stopped."


def test_the_help_tells_games_defaults_players_and_which_database(shell: Shell) -> None:
    shell.patch.setenv("COLUMNS", "1000")
    for program, arguments, words in (
        (main, ["simulate"], ["heroes, landgrab, prowler", "(default: 1)", "(default: 0)"]),
        (
            main,
            ["duel"],
            ["prowler: gatherer", "Levels: easy, medium, hard, expert", "(default: hard,easy)"],
        ),
        (main, ["puzzles"], ["(default: 1)"]),
        *((main, [each], ["DATABASE_URL"]) for each in ("backup", "restore", "rate", "doctor")),
        (ladder.main, [], ["heroes: beginner", "(default: 20)"]),
        (compete.main, [], ["from 2 to 128 (default: 16)", "(default: prowler)"]),
    ):
        _, said, _ = shell.stopped(program, *arguments, "--help")
        assert [each for each in words if each not in said] == []


def test_verify_names_the_first_difference(records: Path, shell: Shell, tmp_path: Path) -> None:
    verified = shell.run(main, "verify", records)
    assert (verified.status, verified.out) == (0, "Records that agree with their replay: 5\n")
    change_line(records, 4, '"longest": [0, 0]', '"longest": [7, 0]')
    told = "Line 4: Move 1 (“>C”): Field “longest” says [7, 0], the replay gives [0, 0]."
    assert shell.failure("verify", records) == told
    change_line(records, 3, '"by": "wealth"', '"by": "luck"')
    assert shell.failure("verify", records).startswith('Line 3: Field “result.by” says "luck"')
    path = tmp_path / "none.jsonl"
    assert shell.failure("verify", path) == f"{path}: No such file or directory."
    assert shell.failure("draw", path, "-o", tmp_path / "x.png").startswith(str(path))
    path.touch()
    assert "There is no record in " in shell.failure("verify", path)
    path.write_bytes(b"[" * 3_000_000)
    assert shell.failure("verify", path).startswith("Line 1: A record can have at most ")


def test_draw_writes_any_position_in_any_theme(records: Path, shell: Shell, tmp_path: Path) -> None:
    picture, drawn = tmp_path / "board.png", set()
    for where, told in (
        (["--move", "28"], "This match has 27 moves, not 28."),
        (["--line", "6"], "has no line 6."),
        (["--line", "0"], "has no line 0."),
    ):
        assert shell.failure("draw", records, *where, "-o", picture).endswith(told)
        assert not picture.exists()
    themes = [["--theme", theme] for theme in get_args(Theme)]
    assert len(themes) == 3
    for options in ([], ["--move", "0"], ["--line", "5"], *themes[1:]):
        assert shell.run(main, "draw", records, *options, "-o", picture).status == 0
        assert picture.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
        drawn.add(picture.read_bytes())
    assert len(drawn) == 5
