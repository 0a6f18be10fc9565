"""A backup comes back, and the database from before stays beside it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

import prowlerbot.storage.engines.sqlite
from prowlerbot.copies.backup import backup
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Stale
from prowlerbot.match import agreements
from prowlerbot.match.agreements import resign
from prowlerbot.match.closing import (
    close,
    end_by_moderator,
    leave_competition,
    withdraw_by_moderator,
)
from prowlerbot.match.deadlines import LEFT_ALONE
from prowlerbot.match.lobby import CHALLENGE_LASTS, accept, cancel, decline, lose
from prowlerbot.match.match import CLOSED, REMOVED, Ending
from prowlerbot.match.terms import Asked, Terms
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.storage.engines.database import migrations
from prowlerbot.storage.engines.sqlite import check_file
from tests.persistence.copies import begin_another, fill, names, play_matches, read, restored
from tests.persistence.looks import end_expired
from tests.persistence.matches import ADA, BEN, CLEO, Clock, begin, next_press, opened, play_on


def test_a_restored_database_is_the_one_that_was_backed_up(path: Path, copy: Path) -> None:
    matches = fill(path)
    backup(path, copy)
    play_matches(path, 1, seed=8)
    begin_another(path)
    later = read(path)
    done = restored(path, copy)
    assert done.matches == 3
    assert read(path) == matches
    assert done.kept == path.with_name("prowler.db.before-restore-1")
    assert names(path.parent) == ["prowler.db", "prowler.db.before-restore-1"]
    # The database from before can be restored in its turn, which overwrites nothing.
    again = restored(path, done.kept)
    assert again.kept == path.with_name("prowler.db.before-restore-2")
    assert read(path) == later


def test_a_backup_can_be_restored_where_there_is_no_database(path: Path, copy: Path) -> None:
    matches = fill(path)
    backup(path, copy)
    shutil.rmtree(path.parent)
    assert restored(path, copy).kept is None
    assert read(path) == matches
    path.write_bytes(b"")
    assert restored(path, copy).kept is None
    assert read(path) == matches
    assert names(path.parent) == ["prowler.db"]


def test_tables_of_a_program_that_watches_the_file_are_left_alone(path: Path, copy: Path) -> None:
    matches = fill(path)
    with closing(sqlite3.connect(path)) as db:  # as Litestream does
        db.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
    backup(path, copy)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE _litestream_seq")
    restored(path, copy)
    assert read(path) == matches
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
        db.execute("INSERT INTO _litestream_seq VALUES (1, 7)")
        db.commit()
    restored(path, copy)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT seq FROM _litestream_seq").fetchall() == [(7,)]


async def test_a_restore_under_a_running_bot_is_a_usual_change(path: Path, copy: Path) -> None:
    matches = await asyncio.to_thread(fill, path)
    backup(path, copy)
    (running,) = [match for match in matches if match.setup and match.ending is None]
    async with opened(path, seed=4) as service:
        loop = asyncio.get_running_loop()

        def meanwhile(*_: int) -> None:
            """The bot goes on all the while."""
            asked = Lobby(service).challenge("prowler", [ADA, CLEO], {})
            asyncio.run_coroutine_threadsafe(asked, loop).result()

        moved = await play_on(service, running, 4)
        done = await asyncio.to_thread(restored, path, copy, meanwhile)
        # The open connection sees the restored data, and plays on from there.
        assert await service.match(running.id) == running
        with pytest.raises(Stale):
            await service.play(moved.id, *next_press(moved))
        assert (await play_on(service, running)).ending is Ending.PLAYED
    assert done.kept is not None
    # Each change of the bot is either in the database that was kept or in the present one.
    lost, stayed = [await asyncio.to_thread(read, each) for each in (done.kept, path)]
    assert moved in lost
    assert (len(lost), len(stayed)) == (3 + len(matches), 3)


def test_boards_of_open_matches_are_drawn_anew_after_a_restore(path: Path, copy: Path) -> None:
    matches = fill(path)
    backup(path, copy)
    restored(path, copy)

    async def behind() -> list[str]:
        async with opened(path) as service:
            return await service.store.boards.outdated_matches()

    still_open = [match.id for match in matches if match.ending is None]
    assert sorted(asyncio.run(behind())) == sorted(still_open)


def test_a_backup_from_an_older_version_is_raised_to_the_present_schema(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = fill(path)
    backup(path, copy)
    more = [*migrations(), "ALTER TABLE matches ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';"]
    monkeypatch.setattr(prowlerbot.storage.engines.sqlite, "migrations", lambda: more)
    restored(path, copy)
    assert check_file(path) == len(more)
    assert check_file(copy) == len(more) - 1
    assert read(path) == matches


def test_a_plain_copy_of_a_database_can_be_restored_too(path: Path, tmp_path: Path) -> None:
    matches = fill(path)
    plain = tmp_path / "plain.db"
    shutil.copy(path, plain)
    shutil.rmtree(path.parent)
    restored(path, plain)
    assert read(path) == matches
    with closing(sqlite3.connect(path)) as reader:  # so that the log stays where it is
        reader.execute("SELECT count(*) FROM matches").fetchall()
        begin_another(path)
        for end in ("", "-wal"):  # a copy of a running one needs its log
            shutil.copy(f"{path}{end}", f"{plain}{end}")
    path.unlink()
    assert restored(path, plain).matches == 4


def test_a_backup_that_a_bot_has_run_on_can_be_restored(path: Path, copy: Path) -> None:
    fill(path)
    backup(path, copy)
    begin_another(copy)
    assert restored(path, copy).matches == 4


def test_matches_come_back_however_they_ended(path: Path, copy: Path) -> None:
    async def make() -> None:
        clock = Clock()
        async with opened(path, clock) as service:
            await play_on(service, await begin(service))
            await service.apply((await begin(service)).id, resign, ADA.id)
            for ending in CLOSED:
                await service.apply((await begin(service)).id, partial(close, ending=ending))
            for ending in REMOVED:
                removed = partial(leave_competition, seats={1}, ending=ending)
                await service.apply((await begin(service)).id, removed)
            agreed = await begin(service)
            await service.apply(agreed.id, agreements.ask, ADA.id, Asked.CANCEL, agreed.moment)
            await service.apply(agreed.id, agreements.agree, BEN.id, Asked.CANCEL, agreed.moment)
            challenges = [
                await Lobby(service).challenge("prowler", [ADA, BEN], {}) for _ in range(3)
            ]
            await service.apply(challenges[0].id, decline, BEN.id)
            unseen = await Lobby(service).challenge("prowler", [ADA, BEN], {})
            await service.apply(unseen.id, lose)
            await service.apply(challenges[1].id, cancel, ADA.id)
            moderated = await begin(service)
            await service.apply(moderated.id, end_by_moderator, CLEO.id, "Spam")
            spam = await Lobby(service).challenge("prowler", [ADA, BEN], {})
            await service.apply(spam.id, withdraw_by_moderator, CLEO.id, "Spam")
            timed = Terms(pace=DAY)
            asked = [
                await Lobby(service).challenge("prowler", [ADA, BEN], {}, timed) for _ in range(2)
            ]
            late, _ = [await service.apply(match.id, accept, BEN.id) for match in asked]
            (seat,) = service.to_move(late)
            clock.now += DAY
            await service.claim(late.id, late.players[2 - seat].id)
            clock.now += CHALLENGE_LASTS + LEFT_ALONE
            await end_expired(service)

    asyncio.run(make())
    matches = read(path)
    assert {match.ending for match in matches} == set(Ending)
    backup(path, copy)
    assert restored(path, copy).matches == len(matches)
    assert read(path) == matches
