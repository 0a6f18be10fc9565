"""The doctor for the shell."""

import asyncio
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

import bot
from prowlerbot.__main__ import main
from prowlerbot.__main__ import main as command_line
from prowlerbot.copies.backup_service import CHORE, BackupPlan, Backups
from prowlerbot.core.game import Registry
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.health import doctor
from prowlerbot.health.doctor import Doctor, Speed, size_words
from prowlerbot.match.match import Player
from prowlerbot.match.scene import Board
from prowlerbot.packages import HOPELESS
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.duty_store import COMMANDS, ChoreStore
from tests.persistence.copies import NOBODY, without_rights
from tests.persistence.fresh import open_database


class _Usage(NamedTuple):
    free: int


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    url = f"sqlite:///{tmp_path}/prowler.db"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", url)
    return url


async def a_bots_life(url: str, *, ago: int = 0, backup: bool = True, speed: int = 40) -> None:
    """A challenge that was made so many seconds ago, and a backup."""

    def clock() -> int:
        return int(time.time()) - ago

    database = await open_database(url)
    store = open_store(database)
    service = Service(store, games=GAMES, clock=clock)
    match = await Lobby(service).challenge("prowler", [Player(1, "Ada"), Player(2, "Ben")], {})
    await store.boards.put(Board(match.id, guild=1, channel=2, message=3))
    if not ago:
        store.boards.note_shown(match.id, 3, 0)
        await store.boards.write_shown()
    plan = BackupPlan(Path(str(database.place)).parent / "backups", 24 * 3600, 7)
    await Doctor(database, plan, clock).note_speed(Speed(12, 20, speed))
    if backup:
        await Backups(database, plan, clock, GAMES).run()
    await database.close()


def told(capsys: pytest.CaptureFixture[str], status: int) -> tuple[list[str], list[str]]:
    """The good findings, and the bad ones."""
    assert main(["doctor"]) == status
    said = capsys.readouterr()
    lines = said.out.splitlines()
    problems = [line[9:] for line in lines if line.startswith("PROBLEM")]
    assert said.err == (f"Problems found: {len(problems)}.\n" if problems else "")
    return [line[9:] for line in lines if line.startswith("ok")], problems


def test_a_healthy_bot_is_told_with_its_facts(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(a_bots_life(url))
    well, problems = told(capsys, 0)
    assert problems == []
    assert "Open matches: 1" in well
    assert "Newest records that agree with their replay: 1" in well
    assert "Last 12 answers: half within 20 ms, 95% within 40 ms" in well
    assert any("records replayed: 1" in line for line in well)
    assert any(line.startswith("Size of the database: ") for line in well)


def test_matches_of_a_game_that_is_gone_are_a_problem_with_their_number(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(a_bots_life(url))
    rest = Registry(game for game in GAMES.values() if game.key != "prowler")
    monkeypatch.setattr("prowlerbot.shell.database_commands.GAMES", rest)
    well, problems = told(capsys, 1)
    assert problems == [
        "The game “prowler” is not installed. Open matches that rest: 1; competitions: 0"
    ]
    assert "Open matches: 1" in well


def test_commands_that_discord_refuses_are_a_problem_until_it_takes_them(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def note(refused: str) -> None:
        database = await open_database(url)
        await ChoreStore(database).note(COMMANDS, {"refused": refused})
        await database.close()

    asyncio.run(a_bots_life(url))
    asyncio.run(note("`/play`, `name`: Must be between 1 and 32 in length."))
    (problem,) = told(capsys, 1)[1]
    assert problem.startswith(
        "Discord refuses the commands and keeps the old ones: `/play`, `name`"
    )
    asyncio.run(note(""))
    assert told(capsys, 0)[1] == []


def test_what_is_overdue_slow_and_old_is_told_as_a_problem(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(a_bots_life(url, ago=3 * 24 * 3600, speed=2_900))
    _, problems = told(capsys, 1)
    starts = ["Boards that wait", "Expired challenges that are still open", "Newest backup"]
    assert [line.startswith(start) for line, start in zip(problems, starts, strict=True)] == (
        [True] * 3
    )


@pytest.mark.parametrize(
    ("answers", "minutes", "told_as"),
    [
        (20, 50, "PROBLEM  Last 20 answers: half within 40 ms, 95% within 2900 ms"),
        (19, 50, "ok       Last 19 answers: half within 40 ms, 95% within 2900 ms"),
        (20, 61, "ok       Speed: nothing was answered in the last hour"),
    ],
)
def test_slow_answers_are_a_problem_from_twenty_on_and_for_an_hour(
    url: str, capsys: pytest.CaptureFixture[str], answers: int, minutes: int, told_as: str
) -> None:
    async def note() -> None:
        await a_bots_life(url)
        database = await open_database(url)
        doctor = Doctor(database, None, lambda: int(time.time()) - minutes * 60)
        await doctor.note_speed(Speed(answers, 40, 2_900))
        await database.close()

    asyncio.run(note())
    main(["doctor"])
    assert told_as in capsys.readouterr().out.splitlines()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_on_a_full_disk_the_free_space_is_told(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource  # noqa: PLC0415 - Windows has none

    asyncio.run(a_bots_life(url, backup=False))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: _Usage(0))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))  # nothing more can be written
    try:
        _, (problem, space) = told(capsys, 1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert problem.endswith("cannot be read: the disk is full.")
    assert space == "Free space beside the database: 0 byte"


def test_too_little_space_for_a_copy_of_the_database_is_a_problem(
    url: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(a_bots_life(url))
    size = (tmp_path / "prowler.db").stat().st_size
    monkeypatch.setattr(doctor, "_LITTLE", 0)
    for free, problems in ((2 * size, 0), (size - 1, 1)):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: _Usage(free))
        found = told(capsys, problems)[1]
        assert [line.split(":")[0] for line in found] == ["Free space beside the database"][
            :problems
        ]


def test_a_missing_backup_is_a_problem_unless_backups_are_switched_off(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(a_bots_life(url, backup=False))
    assert told(capsys, 1)[1] == ["There is no backup yet"]
    monkeypatch.setenv("BACKUP_EVERY", "0")
    assert "Backups by the bot are switched off" in told(capsys, 0)[0]


def test_a_backup_that_was_deleted_is_a_problem(
    url: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asyncio.run(a_bots_life(url))
    for file in (tmp_path / "backups").iterdir():
        file.unlink()
    assert "is gone" in told(capsys, 1)[1][0]


def test_the_reason_of_a_failed_backup_and_an_old_copy_that_stays_are_told(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def note() -> None:
        await a_bots_life(url)
        database = await open_database(url)
        kept = await ChoreStore(database).latest_outcome(CHORE)
        problems = {"problem": "The disk is full.", "undeleted": "The old copy x stays."}
        await ChoreStore(database).note(CHORE, {**kept, **problems})
        await database.close()

    asyncio.run(note())
    assert told(capsys, 1)[1] == [
        "The last backup attempt failed: The disk is full.",
        "The old copy x stays.",
    ]


def test_a_backup_that_bears_a_time_to_come_is_a_problem(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(a_bots_life(url, ago=-365 * 24 * 3600))
    assert "the newest backup is of" in told(capsys, 1)[1][-1]


def test_a_damaged_database_is_told_and_not_touched(
    url: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asyncio.run(a_bots_life(url))
    with sqlite3.connect(tmp_path / "prowler.db") as db:
        db.execute("PRAGMA foreign_keys=OFF")
        db.execute("DELETE FROM matches")
    db.close()
    assert "is damaged" in told(capsys, 1)[1][0]


def test_no_database_and_an_older_one_are_told(
    url: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["doctor"]) == 1
    assert "There is no database" in capsys.readouterr().err
    asyncio.run(a_bots_life(url))
    with sqlite3.connect(tmp_path / "prowler.db") as db:
        db.execute("UPDATE schema_version SET version = 1")
    db.close()
    assert "older version" in told(capsys, 1)[1][0]


def test_sizes_are_told_as_people_read_them() -> None:
    for size, read in [
        (0, "0 byte"),
        (999, "999 byte"),
        (1_234, "1.2 kB"),
        (5_600_000, "5.6 MB"),
        (7e12, "7000.0 GB"),
    ]:
        assert size_words(size) == read


# ---------------------------- a database that no start can use before somebody changes something

TOKEN = "MTE0NTE0MTkxOTgxMDExNDUxNA.GhIjKl.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_"  # noqa: S105 - made up


def made(path: Path) -> Path:
    async def make() -> None:
        await (await open_database(f"sqlite:///{path}")).close()

    asyncio.run(make())
    return path


def newer(path: Path) -> None:
    with closing(sqlite3.connect(made(path))) as db:
        db.execute("UPDATE schema_version SET version = version + 1")
        db.commit()


def of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE notes (note)")


def cut_off(path: Path) -> None:
    path.write_bytes(made(path).read_bytes()[:8_000])


def with_a_broken_table(path: Path) -> None:
    whole = made(path).read_bytes()
    path.write_bytes(whole[:100] + b"\xff" * 3_000 + whole[3_100:])


BAD: list[tuple[Callable[[Path], object], str]] = [
    (newer, "prowler.db was written by a newer version of the bot (schema "),
    (of_another_program, "prowler.db is a database of another program."),
    (cut_off, "prowler.db is damaged: database disk image is malformed."),
    (with_a_broken_table, "prowler.db is damaged: "),
    (lambda path: path.write_text("This is no database."), "prowler.db is not a database."),
    (lambda path: path.mkdir(), "prowler.db is a folder; DATABASE_URL must name a file."),
]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///prowler.db")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)


@pytest.fixture
def told_at_the_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[], str]:
    """Start the bot on a simulated Discord, and read the sentence that ends it."""
    monkeypatch.setattr(sys, "argv", ["bot.py", "--preview", "--port", "0"])

    def start() -> str:
        assert bot.main() == HOPELESS
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1), said.err
        return said.err.strip()

    return start


@pytest.mark.parametrize(("make", "sentence"), BAD, ids=range(len(BAD)))
def test_the_bot_is_not_started_again_in_vain(
    make: Callable[[Path], object], sentence: str, told_at_the_start: Callable[[], str]
) -> None:
    path = Path("prowler.db")
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    assert told_at_the_start().startswith(sentence)
    assert not before or path.read_bytes() == before, "the file is left as it is"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
@pytest.mark.parametrize("closed", ["a folder", "a file", "a log"])
def test_the_owner_of_a_closed_place_is_named(
    closed: str, told_at_the_start: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with tempfile.TemporaryDirectory() as name:  # that of pytest is closed to others
        folder = Path(name)
        path = made(folder / "prowler.db")
        monkeypatch.chdir(folder)
        monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
        place = {"a folder": folder, "a file": path, "a log": path.with_name("prowler.db-shm")}[
            closed
        ]
        if closed == "a log":  # as a shell command of another user may leave them
            place.touch()
            path.with_name("prowler.db-wal").touch()
        with without_rights(folder, path):
            place.chmod(0o500 if place.is_dir() else 0)
            said = told_at_the_start()
            place.chmod(0o700)
        monkeypatch.chdir("/")
    assert f" may not write to {place}, which belongs to " in said


@pytest.mark.skipif(
    getattr(os, "geteuid", lambda: 1)() != 0, reason="only root can give files away"
)
def test_whatever_root_makes_beside_a_database_belongs_to_the_owner_of_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path / "prowler.db")
    assert command_line(["backup", "first.db"]) == 0
    folder = tmp_path / "of the bot"
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{folder}/prowler.db")
    assert command_line(["restore", "--new", "first.db"]) == 0
    assert command_line(["restore", "first.db"]) == 0
    assert command_line(["backup", str(folder / "second.db")]) == 0
    capsys.readouterr()
    owners = {file.name: file.stat().st_uid for file in folder.iterdir()}
    assert owners.keys() >= {"prowler.db", "prowler.db.before-restore-1", "second.db"}
    assert {*owners.values()} == {NOBODY}


def test_a_copy_without_its_log_is_told_from_no_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(tmp_path / "prowler.db")) as db:
        db.execute("PRAGMA journal_mode=WAL")  # all that is in the file of a young bot
    assert command_line(["doctor"]) == 1
    assert capsys.readouterr().err.startswith("prowler.db is empty. If it was copied while")
