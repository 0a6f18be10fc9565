"""A setting that is missing or wrong ends in one sentence, and the token is never written down."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import get_args
from unittest.mock import Mock

import pytest

import bot
from prowlerbot import settings as settings_module
from prowlerbot.__main__ import main
from prowlerbot.__main__ import main as command_line
from prowlerbot.core.errors import BadDatabase
from prowlerbot.match.preferences import Theme
from prowlerbot.packages import HOPELESS
from prowlerbot.service.archive import BYTES_OF_ALL
from prowlerbot.settings import (
    BadSetting,
    HostSettings,
    load_host_settings,
    load_settings,
    misspelt_names,
)
from prowlerbot.shell import record_commands as records_shell
from prowlerbot.storage.engines.address import alone_on
from tests.games.prowler import reference
from tools import compete, ladder

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


def test_a_missing_package_of_postgresql_or_the_preview_is_told_in_one_sentence(
    start_here: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "prowlerbot.storage.engines.postgres", None)
    said = start_here(*BACKUP, DATABASE_URL="postgresql://me@h/x").sentence
    assert said.startswith("DATABASE_URL: For PostgreSQL, install psycopg:")
    assert said.endswith(".lock.")
    monkeypatch.delitem(sys.modules, "preview", raising=False)
    monkeypatch.setitem(sys.modules, "simcord", None)
    said = start_here(*PREVIEW).sentence
    assert said.startswith("The preview needs the package simcord")


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


def test_the_room_for_records_is_set_in_megabytes_and_the_features_to_leave_out_in_a_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert bot._hosting_of(load_host_settings()).imports == BYTES_OF_ALL == 100_000_000
    monkeypatch.setenv("IMPORTS_MB", "3")
    assert bot._hosting_of(load_host_settings()).imports == 3_000_000
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


def test_an_env_file_in_another_encoding_is_named_and_not_needed_to_play(
    tmp_path: Path, start_here: Start
) -> None:
    for encoding in ["utf-16", "latin-1"]:
        (tmp_path / ".env").write_text("# für uns\nDISCORD_TOKEN=secret\n", encoding=encoding)
        told = "The file .env is not UTF-8 text; save it as UTF-8."
        assert start_here(*BOT).sentence == told
    (tmp_path / ".env").write_bytes(b"\xff")
    done = start_here(command_line, "simulate", "prowler", LOG_LEVEL="LOUD")
    assert (done.status, done.err) == (0, "")


def simulated(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The lines of records that a call prints."""
    assert main(["simulate", "prowler", *map(str, arguments)]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


@pytest.fixture
def records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A file with five records and their states."""
    assert main(["simulate", "prowler", "--matches", "5", "--seed", "3", "--states"]) == 0
    path = tmp_path / "records.jsonl"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


def failure(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The one sentence that a command says when it fails."""
    assert main([str(argument) for argument in arguments]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err.strip()


def change_line(path: Path, number: int, old: str, new: str) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_simulate_writes_one_record_a_line_that_the_reference_confirms(records: Path) -> None:
    lines = records.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 5
    for line in lines:
        record = json.loads(line)
        assert record == reference.replay(record["setup"], record["moves"])


def test_a_seed_gives_the_same_match_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    # Random.choice, sample and shuffle are the same in every Python that this project supports.
    (line,) = simulated(capsys, "--seed", 1).splitlines()
    record = json.loads(line)
    assert list(record) == ["game", "setup", "moves", "scores", "result"]
    assert record["setup"] == "PMC-RBP-PRC-RPM-RBM-CBM/mbwmdpmwpbbbrppmbppmwbpwbmb/9,11,13/1"
    assert record["moves"][:6] == [">P", "19", "24>M", "26", "11", "14"]


def test_a_game_or_seats_that_there_are_not_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no game “chess”" in failure(capsys, "simulate", "chess")
    said = failure(capsys, "duel", "landgrab", "--seats", "easy")
    assert said == "Landgrab is for 2, 3 or 4 players; --seats names 1."


def test_an_interrupted_command_says_that_it_was_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(records_shell, "random_record", Mock(side_effect=KeyboardInterrupt))
    assert failure(capsys, "simulate", "prowler") == "Stopped."


def started(matches: int) -> subprocess.Popen[bytes]:
    """The program, which has printed its first line."""
    command = [sys.executable, "-m", "prowlerbot", "simulate", "prowler", "--matches", str(matches)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe)
    assert process.stdout is not None
    assert process.stdout.readline()
    return process


@pytest.mark.full
def test_the_program_stops_quietly_when_nobody_reads_on_and_says_so_when_interrupted() -> None:
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
    pty = pytest.importorskip("pty")
    watching, terminal = pty.openpty()
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


def test_a_wrong_call_ends_with_status_two() -> None:
    for arguments in [
        [],
        ["dance"],
        ["simulate"],
        ["simulate", "prowler", "--matches", "-1"],
        ["draw", "x"],
    ]:
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        assert stop.value.code == 2


def test_a_wrong_number_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    for given in ("-3", "0", "x"):
        with pytest.raises(SystemExit):
            main(["simulate", "prowler", "--matches", given])
        told = f"--matches: “{given}” is not a whole number from 1 on"
        assert told in capsys.readouterr().err


def test_the_help_tells_games_defaults_players_and_which_database(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    wanted = {
        "simulate": ["heroes, landgrab, prowler", "(default: 1)", "(default: 0)"],
        "duel": ["prowler: gatherer", "Levels: easy, medium, hard, expert", "(default: hard,easy)"],
        "puzzles": ["(default: 1)"],
        **{each: ["DATABASE_URL"] for each in ("backup", "restore", "rate", "doctor")},
    }
    tools = {
        ladder.main: ["heroes: beginner", "(default: 20)"],
        compete.main: ["from 2 to 128 (default: 16)", "(default: prowler)"],
    }
    helped = [(partial(main, [command, "--help"]), words) for command, words in wanted.items()]
    helped += [(partial(tool, ["--help"]), words) for tool, words in tools.items()]
    for ask, words in helped:
        with pytest.raises(SystemExit):
            ask()
        said = capsys.readouterr().out
        for each in words:
            assert each in said, ask.args


def test_verify_confirms_simulations_or_names_the_first_line_move_and_field_that_differ(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(records)]) == 0
    assert capsys.readouterr().out == "Records that agree with their replay: 5\n"
    change_line(records, 4, '"longest": [0, 0]', '"longest": [7, 0]')
    told = "Line 4: Move 1 (“>C”): Field “longest” says [7, 0], the replay gives [0, 0]."
    assert failure(capsys, "verify", records) == told
    change_line(records, 3, '"by": "wealth"', '"by": "luck"')
    assert failure(capsys, "verify", records).startswith('Line 3: Field “result.by” says "luck"')


def test_a_file_without_a_record_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "records.jsonl"
    assert failure(capsys, "verify", path) == f"{path}: No such file or directory."
    assert failure(capsys, "draw", path, "-o", tmp_path / "x.png").startswith(str(path))
    path.touch()
    assert "There is no record in " in failure(capsys, "verify", path)
    path.write_bytes(b"[" * 3_000_000)
    assert failure(capsys, "verify", path).startswith("Line 1: A record can have at most ")


def test_draw_writes_a_picture_of_any_position_in_any_theme(records: Path, tmp_path: Path) -> None:
    picture, drawn = tmp_path / "board.png", set()
    themes = [["--theme", theme] for theme in get_args(Theme)]
    assert len(themes) == 3
    for options in ([], ["--move", "0"], ["--line", "5"], *themes[1:]):
        assert main(["draw", str(records), *options, "-o", str(picture)]) == 0
        assert picture.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
        drawn.add(picture.read_bytes())
    assert len(drawn) == 5


def test_draw_says_which_positions_there_are(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for where, told in [
        (["--move", "28"], "This match has 27 moves, not 28."),
        (["--line", "6"], "has no line 6."),
        (["--line", "0"], "has no line 0."),
    ]:
        picture = tmp_path / "board.png"
        assert failure(capsys, "draw", records, *where, "-o", picture).endswith(told)
        assert not picture.exists()
