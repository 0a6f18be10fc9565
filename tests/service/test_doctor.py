"""The doctor for the shell, and databases with which no bot starts."""

import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

import bot
from prowlerbot.__main__ import main
from prowlerbot.copies.backup_service import BACKUP_CHORE, BackupPlan, Backups
from prowlerbot.core.game import Registry
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.health import doctor
from prowlerbot.health.doctor import Doctor, Speed, size_words
from prowlerbot.match.match import Player
from prowlerbot.match.scene import Board
from prowlerbot.packages import EXIT_HOPELESS
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.duty_store import COMMANDS_CHORE, ChoreStore
from prowlerbot.storage.engines.database import Database
from tests.persistence.copies import NOBODY, change, without_rights
from tests.persistence.fresh import open_database

PATH = Path("prowler.db")
TOKEN = "MTE0NTE0MTkxOTgxMDExNDUxNA.GhIjKl.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_"  # noqa: S105 - made up


class Shell(NamedTuple):
    """Commands in a folder of their own, whose database is ``prowler.db``."""

    settings: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def told(self, status: int) -> tuple[list[str], list[str]]:
        """The good findings of the doctor, and the bad ones."""
        assert main(["doctor"]) == status
        said = self.capsys.readouterr()
        lines = said.out.splitlines()
        problems = [line[9:] for line in lines if line.startswith("PROBLEM")]
        assert said.err == (f"Problems found: {len(problems)}.\n" if problems else "")
        return [line[9:] for line in lines if line.startswith("ok")], problems

    def problem(self) -> str:
        (problem,) = self.told(1)[1]
        return problem

    def refused(self) -> str:
        """Why the doctor cannot look at all."""
        assert main(["doctor"]) == 1
        return self.capsys.readouterr().err

    def start(self) -> str:
        """Start the bot on a simulated Discord; the sentence that ends it."""
        self.settings.setattr(sys, "argv", ["bot.py", "--preview", "--port", "0"])
        assert bot.main() == EXIT_HOPELESS
        said = self.capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1), said.err
        return said.err.strip()


@pytest.fixture
def shell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///prowler.db")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    return Shell(monkeypatch, capsys)


def using(work: Callable[[Database], Awaitable[object]]) -> None:
    """Do some work with the database."""

    async def use() -> None:
        database = await open_database("sqlite:///prowler.db")
        await work(database)
        await database.close()

    asyncio.run(use())


def a_bots_life(*, ago: int = 0, backup: bool = True, speed: int = 40) -> None:
    """A challenge that was made so many seconds ago, and a backup."""
    plan = BackupPlan(Path("backups").resolve(), 24 * 3600, 7)

    async def live(database: Database) -> None:
        store = open_store(database)
        service = Service(store, games=GAMES, clock=clock)
        match = await Lobby(service).make_challenge(
            "prowler", [Player(1, "Ada"), Player(2, "Ben")], {}
        )
        await store.boards.put_board(Board(match.id, guild=1, channel=2, message=3))
        if not ago:
            store.boards.note_shown(match.id, 3, 0)
            await store.boards.write_shown()
        await Doctor(database, plan, clock).note_speed(Speed(12, 20, speed))
        if backup:
            await Backups(database, plan, clock, GAMES).back_up_if_due()

    def clock() -> int:
        return int(time.time()) - ago

    using(live)


def test_a_healthy_bot_is_told_with_its_facts_and_each_fault_while_it_lasts(shell: Shell) -> None:
    a_bots_life()
    well, problems = shell.told(0)
    assert problems == []
    assert "Open matches: 1" in well
    assert "Newest records that agree with their replay: 1" in well
    assert "Last 12 answers: half within 20 ms, 95% within 40 ms" in well
    assert any("records replayed: 1" in line for line in well)
    assert any(line.startswith("Size of the database: ") for line in well)
    refused = "`/play`, `name`: Must be between 1 and 32 in length."
    using(lambda database: ChoreStore(database).note_outcome(COMMANDS_CHORE, {"refused": refused}))
    told = "Discord refuses the commands and keeps the old ones: `/play`, `name`"
    assert shell.problem().startswith(told)
    using(lambda database: ChoreStore(database).note_outcome(COMMANDS_CHORE, {"refused": ""}))
    usage = SimpleNamespace(free=2 * PATH.stat().st_size)
    shell.settings.setattr(doctor, "_LEAST_SPACE", 0)
    shell.settings.setattr(shutil, "disk_usage", lambda _: usage)
    assert shell.told(0)[1] == []
    usage.free = PATH.stat().st_size - 1
    assert shell.problem().startswith("Free space beside the database:")
    usage.free = 10**12
    rest = Registry(game for game in GAMES.values() if game.key != "prowler")
    shell.settings.setattr("prowlerbot.shell.database_commands.GAMES", rest)
    told = "The game “prowler” is not installed. Open matches that rest: 1; competitions: 0"
    assert shell.problem() == told


def test_what_is_overdue_slow_and_old_or_of_a_time_to_come_is_a_problem(shell: Shell) -> None:
    a_bots_life(ago=3 * 24 * 3600, speed=2_900)
    problems = shell.told(1)[1]
    starts = ["Boards that wait", "Expired challenges that are still open", "Newest backup"]
    assert [line.startswith(start) for line, start in zip(problems, starts, strict=True)] == (
        [True] * 3
    )
    PATH.unlink()
    a_bots_life(ago=-365 * 24 * 3600)
    assert "the newest backup is of" in shell.told(1)[1][-1]


def test_slow_answers_are_a_problem_from_twenty_on_and_for_an_hour(shell: Shell) -> None:
    a_bots_life()
    for answers, minutes, bad, told in (
        (20, 50, 1, "Last 20 answers: half within 40 ms, 95% within 2900 ms"),
        (19, 50, 0, "Last 19 answers: half within 40 ms, 95% within 2900 ms"),
        (20, 61, 0, "Speed: nothing was answered in the last hour"),
    ):
        at, speed = int(time.time()) - minutes * 60, Speed(answers, 40, 2_900)
        using(lambda database: Doctor(database, None, lambda: at).note_speed(speed))  # noqa: B023 - is done at once
        assert told in shell.told(bad)[bad]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_on_a_full_disk_the_free_space_is_told(shell: Shell) -> None:
    import resource  # noqa: PLC0415 - Windows has none

    a_bots_life(backup=False)
    shell.settings.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))  # nothing more can be written
    try:
        problem, space = shell.told(1)[1]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert problem.endswith("cannot be read: the disk is full.")
    assert space == "Free space beside the database: 0 byte"


def test_a_missing_deleted_or_failed_backup_is_a_problem_unless_they_are_off(shell: Shell) -> None:
    a_bots_life(backup=False)
    assert shell.problem() == "There is no backup yet"
    shell.settings.setenv("BACKUP_EVERY", "0")
    assert "Backups by the bot are switched off" in shell.told(0)[0]
    shell.settings.delenv("BACKUP_EVERY")
    PATH.unlink()
    a_bots_life()

    async def note_failure(database: Database) -> None:
        kept = await ChoreStore(database).latest_outcome(BACKUP_CHORE)
        problems = {"problem": "The disk is full.", "undeleted": "The old copy x stays."}
        await ChoreStore(database).note_outcome(BACKUP_CHORE, {**kept, **problems})

    using(note_failure)
    failed = ["The last backup attempt failed: The disk is full.", "The old copy x stays."]
    assert shell.told(1)[1] == failed
    for file in Path("backups").iterdir():
        file.unlink()
    assert any("is gone" in line for line in shell.told(1)[1])


def test_a_damaged_an_older_and_a_missing_database_are_told_and_not_touched(shell: Shell) -> None:
    assert "There is no database" in shell.refused()
    change(PATH, "PRAGMA journal_mode=WAL")  # all that is in the file of a young bot
    assert shell.refused().startswith("prowler.db is empty. If it was copied while")
    PATH.unlink()
    a_bots_life()
    good = PATH.read_bytes()
    for damage, told in (
        (("PRAGMA foreign_keys=OFF", "DELETE FROM matches"), "is damaged"),
        (("UPDATE schema_version SET version = 1",), "older version"),
    ):
        PATH.write_bytes(good)
        change(PATH, *damage)
        assert told in shell.told(1)[1][0]


def test_sizes_are_told_as_people_read_them() -> None:
    told = {0: "0 byte", 999: "999 byte", 1_234: "1.2 kB", 5_600_000: "5.6 MB", 7e12: "7000.0 GB"}
    assert {size: size_words(size) for size in told} == told


def make_empty() -> bytes:
    """A new database in this folder; its bytes."""

    async def nothing(_: Database) -> None:
        pass

    using(nothing)
    return PATH.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
@pytest.mark.parametrize("closed", ["a folder", "a file", "a log"])
def test_the_owner_of_a_closed_place_is_named(closed: str, shell: Shell) -> None:
    with tempfile.TemporaryDirectory() as name:  # that of pytest is closed to others
        folder = Path(name)
        shell.settings.chdir(folder)
        make_empty()
        path = folder / PATH
        shell.settings.setenv("DATABASE_URL", f"sqlite:///{path}")
        log = path.with_name("prowler.db-shm")
        place = {"a folder": folder, "a file": path, "a log": log}[closed]
        if closed == "a log":  # as a shell command of another user may leave them
            place.touch()
            path.with_name("prowler.db-wal").touch()
        with without_rights(folder, path):
            place.chmod(0o500 if place.is_dir() else 0)
            said = shell.start()
            place.chmod(0o700)
        shell.settings.chdir("/")
    assert f" may not write to {place}, which belongs to " in said


@pytest.mark.skipif(
    getattr(os, "geteuid", lambda: 1)() != 0, reason="only root can give files away"
)
def test_what_root_makes_beside_a_database_belongs_to_its_folders_owner(shell: Shell) -> None:
    make_empty()
    assert main(["backup", "first.db"]) == 0
    folder = Path("of the bot")
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    shell.settings.setenv("DATABASE_URL", f"sqlite:///{folder}/prowler.db")
    assert main(["restore", "--new", "first.db"]) == 0
    assert main(["restore", "first.db"]) == 0
    assert main(["backup", str(folder / "second.db")]) == 0
    shell.capsys.readouterr()
    owners = {file.name: file.stat().st_uid for file in folder.iterdir()}
    assert owners.keys() >= {"prowler.db", "prowler.db.before-restore-1", "second.db"}
    assert {*owners.values()} == {NOBODY}
