"""Backups and restoring; the doctor for the shell, and databases with which no bot starts."""

import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

import bot
from cogs.composition import GamesBot, Hosting
from cogs.contract.manifest import find_manifests
from prowlerbot import doctor
from prowlerbot.__main__ import main
from prowlerbot.copies import backup_service
from prowlerbot.copies.backup import check_seal
from prowlerbot.copies.backup_service import (
    BACKUP_CHORE,
    BackupPlan,
    Backups,
    NewestBackup,
    back_up_before_update,
    backups_before_updates,
    latest_backup_file,
    list_backup_files,
    load_newest_backup,
)
from prowlerbot.core.errors import StoreError
from prowlerbot.core.game import Registry
from prowlerbot.doctor import Doctor, Speed, size_words
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.match import Player
from prowlerbot.match.scene import Board
from prowlerbot.packages import EXIT_HOPELESS
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.settings import Settings
from prowlerbot.storage.duty_store import COMMANDS_CHORE, ChoreStore
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.engines.schema import migrations
from prowlerbot.storage.engines.sqlite import check_file
from tests.persistence.copies import NOBODY, change, without_rights
from tests.persistence.fresh import open_database
from tests.persistence.matches import Clock, begin, opened, url_of

START = 1_767_225_600
HOUR = 3600


class Kept(Backups):
    """Three backups of a database with a match, one a day, by a clock that a test sets."""

    def __init__(self, database: Database, folder: Path) -> None:
        self.database, self.clock = database, Clock()
        self.clock.now = START
        super().__init__(database, BackupPlan(folder, 24 * HOUR, kept_count=3), self.clock, GAMES)

    async def looked(self) -> bool:
        """Look whether a backup is due; whether one has been made or tried."""
        before = await self.newest_backup()
        await self.back_up_if_due()
        return await self.newest_backup() != before

    async def made(self) -> NewestBackup:
        assert await self.looked()
        return await self.newest_backup()

    async def mended(self) -> bool:
        before = await self.newest_backup()
        await self.back_up_early()
        return await self.newest_backup() != before

    def files(self) -> list[str]:
        return sorted(file.name for file in self.plan.folder.iterdir())

    def age(self, file: Path, days: int) -> None:
        """Give a file a time so many days ago."""
        at = self.clock.now - days * 24 * HOUR
        os.utime(file, (at, at), follow_symlinks=False)


@pytest.fixture
async def backups(tmp_path: Path) -> AsyncIterator[Kept]:
    async with opened(tmp_path / "prowler.db") as service:
        await begin(service)
        yield Kept(service.database, tmp_path / "backups")


async def test_a_backup_is_made_at_once_tested_remembered_and_made_once(backups: Kept) -> None:
    kept = await backups.made()
    file = backups.plan.folder / "prowler-20260101-000000.db"
    assert kept == NewestBackup(str(file), START, file.stat().st_size, replayed=1)
    assert await load_newest_backup(ChoreStore(backups.database)) == kept
    assert backups.files() == [file.name]
    await asyncio.gather(*(look() for look in (backups.back_up_if_due, backups.back_up_early) * 2))
    assert len(backups.files()) == 1
    backups._games = Registry(())
    backups.clock.now += 24 * HOUR
    kept = await backups.made()
    assert (kept.problem, kept.exists()) == ("", True), "it holds while a game is gone"


async def test_one_before_its_time_is_made_unless_the_newest_is_good(backups: Kept) -> None:
    await backups.back_up_if_due()
    backups.clock.now += 5 * 60
    assert not await backups.mended()
    for file in backups.plan.folder.iterdir():
        file.unlink()
    for later in (0, 11 * 60, -60):  # the last newest one is of a time to come
        backups.clock.now += later
        assert await backups.mended()
    backups.clock.now += 365 * 24 * HOUR
    await backups.made()
    backups.clock.now = START
    assert (await backups.made()).at == START, "one of a clock that was ahead holds up no other"
    assert not await backups.looked()
    backups.clock.now += 24 * HOUR
    assert await backups.looked()


async def test_the_new_one_is_never_the_one_that_is_dropped(backups: Kept) -> None:
    backups.plan.folder.mkdir()
    for year in (2031, 2032, 2033):
        (backups.plan.folder / f"prowler-{year}0101-000000.db").touch()
    kept = [(await backups.made()).file]
    for _ in range(2):
        backups.clock.now += 24 * HOUR
        kept.append((await backups.made()).file)
    assert [str(backups.plan.folder / name) for name in backups.files()] == kept
    backups.plan = replace(backups.plan, kept_count=1)
    backups.clock.now += 24 * HOUR
    last = await backups.made()
    assert [str(backups.plan.folder / name) for name in backups.files()] == [last.file]


@pytest.mark.expects_errors
async def test_one_that_fails_is_told_and_tried_again_while_the_last_counts(backups: Kept) -> None:
    assert await backups.back_up_if_due() == START + HOUR, (
        "it looks again, as the backup may be gone by then"
    )
    good = await backups.newest_backup()
    backups.clock.now += 24 * HOUR - 60
    assert await backups.back_up_if_due() == START + 24 * HOUR
    backups.clock.now += 60
    away = backups.plan.folder.rename(backups.plan.folder.with_name("away"))
    backups.plan.folder.write_text("in the way")
    assert await backups.back_up_if_due() == backups.clock.now + HOUR // 4
    failed = await backups.newest_backup()
    assert failed == replace(good, problem=failed.problem)
    assert "cannot hold backups" in failed.problem
    backups.plan.folder.unlink()
    away.rename(backups.plan.folder)
    backups.clock.now += 900
    again = await backups.made()
    assert (again.problem, again.at) == ("", backups.clock.now)


@pytest.mark.expects_errors
async def test_one_with_a_broken_match_costs_no_older_one_until_it_is_known(backups: Kept) -> None:
    for _ in range(3):
        await backups.back_up_if_due()
        backups.clock.now += 24 * HOUR
    store = open_store(backups.database)
    (broken,) = await store.match_ids()
    await backups.database.write("UPDATE matches SET setup = 'nonsense'")
    kept = await backups.made()
    assert f"is damaged at match “{broken}”" in kept.problem
    assert len(backups.files()) == 4
    assert [each.match for each in await store.broken.all_broken()] == [broken]
    await backups.back_up_early()
    kept = await backups.newest_backup()
    assert (kept.problem, kept.replayed) == ("", 0)


def test_the_settings_make_the_plan() -> None:
    for given, expected in (
        ({}, BackupPlan(Path("data/backups"), 24 * HOUR, 7)),
        (
            {"backup_folder": "/mnt/b", "backup_every": 0.5, "backup_keep": 2},
            BackupPlan(Path("/mnt/b"), HOUR // 2, 2),
        ),
        ({"backup_every": 0}, None),
    ):
        settings = Settings(_env_file=None, database_url="sqlite:///data/prowler.db", **given)  # type: ignore[call-arg]  # pydantic-settings' own
        assert BackupPlan.from_settings(settings) == expected


async def test_what_a_restore_has_replaced_goes_in_a_month(backups: Kept, tmp_path: Path) -> None:
    ours = {"1": 29, "2": 31, "2-wal": 31}
    theirs = dict.fromkeys(("x", "0", "02", "1.gz", "1-shm.old", "\u0661"), 31)
    files = {end: tmp_path / f"prowler.db.before-restore-{end}" for end in ours | theirs}
    for end, days in (ours | theirs).items():
        files[end].touch()
        backups.age(files[end], days)
    (folder := tmp_path / "prowler.db.before-restore-3").mkdir()
    backups.age(folder, 31)
    assert (await backups.made()).problem == ""
    assert {end for end, file in files.items() if not file.exists()} == {"2", "2-wal"}
    assert folder.exists()


async def test_an_update_keeps_the_database_of_before_for_a_month(
    backups: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, version = url_of(Path(str(backups.database.place))), len(migrations())
    assert back_up_before_update(url, backups.plan) is None, "nothing is raised"
    with monkeypatch.context() as patch:
        patch.setattr(backup_service, "migrations", lambda: [*migrations(), "SELECT 1"])
        assert back_up_before_update(url, None) is None, "backups are switched off"
        backups.plan.folder.write_text("in the way")
        bot = GamesBot(url, GAMES, find_manifests(GAMES), hosting=Hosting(backups.plan))
        with pytest.raises(StoreError, match="cannot hold backups"):
            await bot.add_commands()
        backups.plan.folder.unlink()
        kept = back_up_before_update(url, backups.plan)
    assert kept == backups.plan.folder / f"prowler-schema-{version}.db"
    assert check_file(kept) == version
    assert check_seal(kept)
    for days in (29, 29, 29, 29, 31):
        backups.age(kept, days)
        assert backups_before_updates(backups.plan.folder) == [kept]
        await backups.made()
        backups.clock.now += 24 * HOUR
    assert backups_before_updates(backups.plan.folder) == []
    assert len(backups.files()) == 3


STRANGE = [
    "prowler-20261399-000000.db",
    "prowler-20260230-000000.db",
    "prowler-20260101-246060.db",
    "prowler-2026011-0000000.db",
    "prowler-\u0662\u0660\u0662\u0660\u0660\u0661\u0660\u0661-000000.db",
    "Prowler-20200102-000000.DB",
    "prowler-20200103-000000.db.gz",
]
"""Names of files that name no time, or are written otherwise than the bot's."""


async def test_what_is_no_backup_of_ours_is_left_alone_and_holds_up_nothing(backups: Kept) -> None:
    backups.plan.folder.mkdir()
    for name in STRANGE:
        (backups.plan.folder / name).write_text("mine")
    (backups.plan.folder / "prowler-20200101-000000.db").mkdir()
    (backups.plan.folder / "prowler-20200104-000000.db").symlink_to(
        backups.plan.folder / STRANGE[0]
    )
    theirs = backups.files()
    assert list_backup_files(backups.plan.folder) == []
    backups.plan = replace(backups.plan, kept_count=1)
    for _ in range(2):
        backups.clock.now += 24 * HOUR
        assert await backups.back_up_if_due() == backups.clock.now + HOUR
        kept = await backups.newest_backup()
        assert (kept.at, kept.problem) == (backups.clock.now, "")
        assert list_backup_files(backups.plan.folder) == [(Path(kept.file), backups.clock.now)]
        assert latest_backup_file(backups.plan.folder) == list_backup_files(backups.plan.folder)[0]
        assert backups.files() == sorted([*theirs, Path(kept.file).name])


unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")


@pytest.fixture
async def open_house() -> AsyncIterator[Kept]:
    """A database with a backup, in a folder that is open to others, as that of pytest is not."""
    with tempfile.TemporaryDirectory() as name:
        async with opened(Path(name) / "prowler.db") as service:
            backups = Kept(service.database, Path(name) / "backups")
            backups.plan = replace(backups.plan, kept_count=1)
            await backups.back_up_if_due()
            assert (
                len(list_backup_files(backups.plan.folder)) == 1
            )  # this imports what others may not read
            yield backups


@unix
async def test_an_old_copy_that_cannot_be_deleted_is_named(
    open_house: Kept, caplog: pytest.LogCaptureFixture
) -> None:
    folder = open_house.plan.folder
    old = folder.with_name("prowler.db.before-restore-1")
    old.touch()
    open_house.age(old, 31)
    told = f"The old copy {old} cannot be deleted: Permission denied."
    with without_rights(folder.parent, *folder.iterdir()):
        folder.parent.chmod(0o500)  # whoever may not write to a folder deletes nothing in it
        for _ in range(2):
            open_house.clock.now += 24 * HOUR
            assert await open_house.back_up_if_due() == open_house.clock.now + HOUR
            kept = await open_house.newest_backup()
            assert (kept.at, kept.problem, kept.undeleted) == (open_house.clock.now, "", told)
            assert [copy.at for copy in list_backup_files(folder)] == [open_house.clock.now], (
                "the others go"
            )
        folder.parent.chmod(0o700)
        open_house.clock.now += 24 * HOUR
        assert (await open_house.made()).undeleted == ""
    warned = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
    assert warned == [told, told]


@unix
@pytest.mark.expects_errors
async def test_a_folder_that_cannot_be_entered_is_told(
    open_house: Kept, caplog: pytest.LogCaptureFixture
) -> None:
    folder, good = open_house.plan.folder, await open_house.newest_backup()
    with without_rights(folder.parent):
        folder.chmod(0)
        assert not good.exists()
        assert latest_backup_file(folder) is None
        open_house.clock.now += HOUR
        failed = await open_house.made()
        open_house.plan = replace(open_house.plan, folder=folder.with_name("elsewhere"))
        assert (await open_house.made()).exists()
        folder.chmod(0o700)
    told = f"The folder {folder} cannot hold backups: Permission denied."
    assert failed == replace(good, problem=told)
    assert f"the backup failed: {told}" in [each.getMessage() for each in caplog.records]


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
    shell.settings.setattr(doctor, "_MIN_FREE_BYTES", 0)
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
