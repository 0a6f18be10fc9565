"""Automatic backups: their times, the process that makes them, their number, and restoring."""

import asyncio
import os
import random
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
    copies,
    kept_before_updates,
    latest_copy,
    newest_backup,
)
from prowlerbot.core.errors import StoreError
from prowlerbot.core.game import Registry
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.lobby import accept
from prowlerbot.match.match import Player
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.settings import Settings
from prowlerbot.storage.duty_store import ChoreStore
from prowlerbot.storage.engines.database import Database, migrations
from prowlerbot.storage.engines.sqlite import check_file
from tests.persistence.copies import without_rights
from tests.persistence.fresh import open_database

START = 1_767_225_600
HOUR = 3600


class Clock:
    now = START

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def plan(tmp_path: Path) -> BackupPlan:
    return BackupPlan(tmp_path / "backups", 24 * HOUR, keep=3)


@pytest.fixture
async def database(tmp_path: Path, clock: Clock) -> AsyncIterator[Database]:
    database = await open_database(f"sqlite:///{tmp_path}/prowler.db")
    service = Service(open_store(database), games=GAMES, clock=clock, rng=random.Random(1))
    match = await Lobby(service).challenge("prowler", [Player(1, "Ada"), Player(2, "Ben")], {})
    await service.apply(match.id, accept, 2)
    yield database
    await database.close()


@pytest.fixture
def backups(database: Database, plan: BackupPlan, clock: Clock) -> Backups:
    return Backups(database, plan, clock, GAMES)


async def looked(backups: Backups) -> bool:
    """Look whether a backup is due; whether one has been made or tried."""
    before = await backups.newest_backup()
    await backups.run()
    return await backups.newest_backup() != before


async def made(backups: Backups) -> NewestBackup:
    assert await looked(backups)
    return await backups.newest_backup()


async def mended(backups: Backups) -> bool:
    before = await backups.newest_backup()
    await backups.mend()
    return await backups.newest_backup() != before


def files(plan: BackupPlan) -> list[str]:
    return sorted(file.name for file in plan.folder.iterdir())


async def test_a_backup_is_made_at_once_tested_and_remembered(
    backups: Backups, database: Database, plan: BackupPlan
) -> None:
    kept = await made(backups)
    file = plan.folder / "prowler-20260101-000000.db"
    assert kept == NewestBackup(str(file), START, file.stat().st_size, replayed=1)
    assert await newest_backup(ChoreStore(database)) == kept
    assert files(plan) == [file.name]


async def test_a_backup_holds_while_a_game_is_gone(
    database: Database, plan: BackupPlan, clock: Clock
) -> None:
    kept = await made(Backups(database, plan, clock, Registry(())))
    assert (kept.problem, kept.exists()) == ("", True)


async def test_one_before_its_time_is_made_unless_the_newest_is_fresh_and_good(
    backups: Backups, plan: BackupPlan, clock: Clock
) -> None:
    await backups.run()
    clock.now += 5 * 60
    assert not await mended(backups)
    for file in plan.folder.iterdir():
        file.unlink()
    assert await mended(backups)
    clock.now += 11 * 60
    assert await mended(backups)
    assert len(files(plan)) == 2
    clock.now -= 60
    assert await mended(backups), "a time to come"


async def test_a_backup_of_a_clock_that_was_ahead_holds_up_no_other(
    backups: Backups, clock: Clock
) -> None:
    clock.now += 365 * 24 * HOUR
    await made(backups)
    clock.now = START
    assert (await made(backups)).at == START
    assert not await looked(backups)
    clock.now += 24 * HOUR
    assert await looked(backups)


async def test_the_new_one_is_never_the_one_that_is_dropped(
    backups: Backups, plan: BackupPlan, clock: Clock
) -> None:
    plan.folder.mkdir()
    for year in (2031, 2032, 2033):
        (plan.folder / f"prowler-{year}0101-000000.db").touch()
    kept = [(await made(backups)).file]
    for _ in range(2):
        clock.now += 24 * HOUR
        kept.append((await made(backups)).file)
    assert [str(plan.folder / name) for name in files(plan)] == kept
    backups.plan = replace(plan, keep=1)
    clock.now += 24 * HOUR
    last = await made(backups)
    assert [str(plan.folder / name) for name in files(plan)] == [last.file]


async def test_of_several_who_ask_at_once_one_makes_it(backups: Backups, plan: BackupPlan) -> None:
    await asyncio.gather(*(look() for look in (backups.run, backups.mend) * 2))
    assert len(files(plan)) == 1


@pytest.mark.expects_errors
async def test_it_says_when_to_look_again(backups: Backups, plan: BackupPlan, clock: Clock) -> None:
    assert await backups.run() == START + HOUR, "it may be gone by then"
    clock.now += 24 * HOUR - 60
    assert await backups.run() == START + 24 * HOUR
    clock.now += 60
    away = plan.folder.rename(plan.folder.with_name("away"))
    plan.folder.write_text("in the way")
    assert await backups.run() == clock.now + HOUR // 4
    away.rename(plan.folder.with_name("elsewhere"))


@pytest.mark.expects_errors
async def test_one_that_fails_is_told_and_tried_again_with_the_last_good_one_remembered(
    backups: Backups, plan: BackupPlan, clock: Clock
) -> None:
    good = await made(backups)
    clock.now += 24 * HOUR
    away = plan.folder.rename(plan.folder.with_name("away"))
    plan.folder.write_text("in the way")
    failed = await made(backups)
    assert failed == replace(good, problem=failed.problem)
    assert "cannot hold backups" in failed.problem
    plan.folder.unlink()
    away.rename(plan.folder)
    clock.now += 900
    again = await made(backups)
    assert again.problem == ""
    assert again.at == clock.now


@pytest.mark.expects_errors
async def test_one_that_does_not_restore_is_told_and_costs_no_older_one(
    backups: Backups, database: Database, plan: BackupPlan, clock: Clock
) -> None:
    for _ in range(3):
        await backups.run()
        clock.now += 24 * HOUR
    await database.write("UPDATE matches SET setup = 'nonsense'")
    kept = await made(backups)
    assert "is damaged at match" in kept.problem
    assert len(files(plan)) == 4


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, BackupPlan(Path("data/backups"), 24 * HOUR, 7)),
        ({"backup_folder": "/mnt/b", "backup_every": 0.5, "backup_keep": 2},
         BackupPlan(Path("/mnt/b"), HOUR // 2, 2)),
        ({"backup_every": 0}, None),
    ],
)  # fmt: skip
def test_the_settings_make_the_plan(given: dict[str, object], expected: BackupPlan | None) -> None:
    settings = Settings(_env_file=None, database_url="sqlite:///data/prowler.db", **given)  # type: ignore[call-arg,arg-type]  # pydantic-settings' own, and any value
    assert BackupPlan.plan_of(settings) == expected


async def test_a_match_that_is_known_to_be_broken_costs_no_backup(
    backups: Backups, database: Database
) -> None:
    store = open_store(database)
    (broken,) = await store.ids()
    await database.write("UPDATE matches SET setup = 'nonsense' WHERE id = $1", broken)
    kept = await made(backups)
    assert broken in kept.problem, "nobody had noticed it before"
    assert [each.match for each in await store.broken.all_broken()] == [broken], (
        "the doctor names it"
    )
    await backups.mend()
    kept = await backups.newest_backup()
    assert (kept.problem, kept.replayed) == ("", 0)


async def test_what_a_restore_has_replaced_goes_after_a_month(
    backups: Backups, clock: Clock, tmp_path: Path
) -> None:
    replaced = [tmp_path / f"prowler.db.before-restore-{end}" for end in ("1", "2", "2-wal")]
    for file, days in zip(replaced, (29, 31, 31), strict=True):
        file.touch()
        age(file, clock, days)
    await made(backups)
    assert [each.exists() for each in replaced] == [True, False, False]


async def test_an_update_keeps_the_database_of_before_outside_the_rotation_for_a_month(
    backups: Backups, plan: BackupPlan, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, version = f"sqlite:///{plan.folder.parent}/prowler.db", len(migrations())
    assert back_up_before_update(url, plan) is None, "nothing is raised"
    with monkeypatch.context() as patch:
        patch.setattr(backup_service, "migrations", lambda: [*migrations(), "SELECT 1"])
        assert back_up_before_update(url, None) is None, "backups are switched off"
        kept = back_up_before_update(url, plan)
    assert kept == plan.folder / f"prowler-schema-{version}.db"
    assert check_file(kept) == version
    assert check_seal(kept)
    for days in (29, 29, 29, 29, 31):
        age(kept, clock, days)
        assert kept_before_updates(plan.folder) == [kept]
        await made(backups)
        clock.now += 24 * HOUR
    assert kept_before_updates(plan.folder) == []
    assert len(files(plan)) == 3


async def test_without_a_backup_no_schema_is_raised(
    database: Database, plan: BackupPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup_service, "migrations", lambda: [*migrations(), "SELECT 1"])
    plan.folder.write_text("in the way")
    manifests = find_manifests(GAMES)
    bot = GamesBot(f"sqlite:///{database.place}", GAMES, manifests, hosting=Hosting(plan))
    with pytest.raises(StoreError, match="cannot hold backups"):
        await bot.add_commands()


def age(file: Path, clock: Clock, days: int) -> None:
    """Give a file a time so many days ago."""
    at = clock.now - days * 24 * HOUR
    os.utime(file, (at, at), follow_symlinks=False)


# ------------------------------------------------------------------------ of somebody else

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


async def test_what_is_no_backup_of_ours_is_not_listed_nor_touched_and_holds_up_nothing(
    backups: Backups, plan: BackupPlan, clock: Clock
) -> None:
    plan.folder.mkdir()
    for name in STRANGE:
        (plan.folder / name).write_text("mine")
    (plan.folder / "prowler-20200101-000000.db").mkdir()
    (plan.folder / "prowler-20200104-000000.db").symlink_to(plan.folder / STRANGE[0])
    theirs = files(plan)
    assert copies(plan.folder) == []
    backups.plan = replace(plan, keep=1)
    for _ in range(2):
        clock.now += 24 * HOUR
        assert await backups.run() == clock.now + HOUR
        kept = await backups.newest_backup()
        assert (kept.at, kept.problem) == (clock.now, "")
        assert copies(plan.folder) == [(Path(kept.file), clock.now)]
        assert latest_copy(plan.folder) == copies(plan.folder)[0]
        assert files(plan) == sorted([*theirs, Path(kept.file).name])


async def test_what_no_restore_has_kept_stays_beside_the_database(
    backups: Backups, clock: Clock, tmp_path: Path
) -> None:
    theirs = [
        tmp_path / f"prowler.db.before-restore-{end}"
        for end in ("x", "0", "02", "1.gz", "1-shm.old", "\u0661", "3")
    ]
    for each in theirs:
        each.mkdir() if each.name.endswith("3") else each.touch()
        age(each, clock, 31)
    assert (await made(backups)).problem == ""
    assert all(each.exists() for each in theirs)


# ------------------------------------------------------------------------ closed places

unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")


@pytest.fixture
async def open_house(clock: Clock) -> AsyncIterator[Backups]:
    """A database with a backup, in a folder that is open to others, as that of pytest is not."""
    with tempfile.TemporaryDirectory() as name:
        database = await open_database(f"sqlite:///{name}/prowler.db")
        backups = Backups(database, BackupPlan(Path(name) / "backups", 24 * HOUR, 1), clock, GAMES)
        await backups.run()
        assert len(copies(backups.plan.folder)) == 1  # this imports what others may not read
        yield backups
        await database.close()


@unix
async def test_an_old_copy_that_cannot_be_deleted_is_named_and_the_new_one_counts(
    open_house: Backups, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    folder = open_house.plan.folder
    old = folder.with_name("prowler.db.before-restore-1")
    old.touch()
    age(old, clock, 31)
    told = f"The old copy {old} cannot be deleted: Permission denied."
    with without_rights(folder.parent, *folder.iterdir()):
        folder.parent.chmod(0o500)  # whoever may not write to a folder deletes nothing in it
        for _ in range(2):
            clock.now += 24 * HOUR
            assert await open_house.run() == clock.now + HOUR
            kept = await open_house.newest_backup()
            assert (kept.at, kept.problem, kept.undeleted) == (clock.now, "", told)
            assert [copy.at for copy in copies(folder)] == [clock.now], "the others go"
        folder.parent.chmod(0o700)
        clock.now += 24 * HOUR
        assert (await made(open_house)).undeleted == ""
    warned = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
    assert warned == [told, told]


@unix
@pytest.mark.expects_errors
async def test_a_folder_that_cannot_be_entered_is_a_sentence_and_its_backups_are_gone(
    open_house: Backups, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    folder, good = open_house.plan.folder, await open_house.newest_backup()
    with without_rights(folder.parent):
        folder.chmod(0)
        assert not good.exists()
        assert latest_copy(folder) is None
        clock.now += HOUR
        failed = await made(open_house)
        open_house.plan = replace(open_house.plan, folder=folder.with_name("elsewhere"))
        assert (await made(open_house)).exists()
        folder.chmod(0o700)
    told = f"The folder {folder} cannot hold backups: Permission denied."
    assert failed == replace(good, problem=told)
    assert f"the backup failed: {told}" in [each.getMessage() for each in caplog.records]
