"""Automatic backups: their times, the process that makes them, their number, and restoring."""

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from cogs.composition import GamesBot, Hosting
from cogs.contract.manifest import find_manifests
from prowlerbot.copies import backup_service
from prowlerbot.copies.backup import check_seal
from prowlerbot.copies.backup_service import (
    BackupPlan,
    Backups,
    NewestBackup,
    back_up_before_update,
    kept_before_updates,
    latest_copy,
    list_copies,
    newest_backup,
)
from prowlerbot.core.errors import StoreError
from prowlerbot.core.game import Registry
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.settings import Settings
from prowlerbot.storage.duty_store import ChoreStore
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.engines.schema import migrations
from prowlerbot.storage.engines.sqlite import check_file
from tests.persistence.copies import without_rights
from tests.persistence.matches import Clock, begin, opened, url_of

START = 1_767_225_600
HOUR = 3600


class Kept(Backups):
    """Three backups of a database with a match, one a day, by a clock that a test sets."""

    def __init__(self, database: Database, folder: Path) -> None:
        self.database, self.clock = database, Clock()
        self.clock.now = START
        super().__init__(database, BackupPlan(folder, 24 * HOUR, keep=3), self.clock, GAMES)

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
    assert await newest_backup(ChoreStore(backups.database)) == kept
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
    backups.plan = replace(backups.plan, keep=1)
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
        assert BackupPlan.plan_of(settings) == expected


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
        assert kept_before_updates(backups.plan.folder) == [kept]
        await backups.made()
        backups.clock.now += 24 * HOUR
    assert kept_before_updates(backups.plan.folder) == []
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
    assert list_copies(backups.plan.folder) == []
    backups.plan = replace(backups.plan, keep=1)
    for _ in range(2):
        backups.clock.now += 24 * HOUR
        assert await backups.back_up_if_due() == backups.clock.now + HOUR
        kept = await backups.newest_backup()
        assert (kept.at, kept.problem) == (backups.clock.now, "")
        assert list_copies(backups.plan.folder) == [(Path(kept.file), backups.clock.now)]
        assert latest_copy(backups.plan.folder) == list_copies(backups.plan.folder)[0]
        assert backups.files() == sorted([*theirs, Path(kept.file).name])


unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")


@pytest.fixture
async def open_house() -> AsyncIterator[Kept]:
    """A database with a backup, in a folder that is open to others, as that of pytest is not."""
    with tempfile.TemporaryDirectory() as name:
        async with opened(Path(name) / "prowler.db") as service:
            backups = Kept(service.database, Path(name) / "backups")
            backups.plan = replace(backups.plan, keep=1)
            await backups.back_up_if_due()
            assert (
                len(list_copies(backups.plan.folder)) == 1
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
            assert [copy.at for copy in list_copies(folder)] == [open_house.clock.now], (
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
        assert latest_copy(folder) is None
        open_house.clock.now += HOUR
        failed = await open_house.made()
        open_house.plan = replace(open_house.plan, folder=folder.with_name("elsewhere"))
        assert (await open_house.made()).exists()
        folder.chmod(0o700)
    told = f"The folder {folder} cannot hold backups: Permission denied."
    assert failed == replace(good, problem=told)
    assert f"the backup failed: {told}" in [each.getMessage() for each in caplog.records]
