"""A backup is the whole of one moment, closed to others, and comes back beside what was there."""

import asyncio
import os
import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from prowlerbot.__main__ import main
from prowlerbot.copies.backup import make_backup, work_folder
from prowlerbot.core.errors import Stale, StoreError
from prowlerbot.match.match import Ending, Phase, change_match
from prowlerbot.privacy import Privacy
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.schema import migrations
from prowlerbot.storage.engines.sqlite import check_file
from tests.persistence import copies
from tests.persistence.matches import (
    ADA,
    BEN,
    CLEO,
    NOON,
    begin,
    challenged,
    next_press,
    opened,
    play_on,
    played,
    url_of,
)


def test_a_backup_is_one_file_with_all_of_the_moment_at_which_it_began(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(StoreError, match="There is no database"):
        make_backup(path, copy)
    matches = copies.fill(path)
    monkeypatch.setattr("prowlerbot.copies.backup._STEP_PAGES", 1)
    seen: list[tuple[int, int]] = []

    def write(done: int, total: int) -> None:
        assert done <= total
        seen.append((done, total))
        if len(seen) < 5:
            copies.change(path, "UPDATE seats SET name = name || '!'")

    done = make_backup(path, copy, write)
    assert (done.matches, done.size) == (3, copy.stat().st_size)
    assert seen == sorted(set(seen)), "no write starts it over"
    assert seen[-1][0] == seen[-1][1] > 1
    assert copies.names(copy.parent) == ["data", "prowler.backup"]
    assert check_file(copy) == len(migrations())
    assert copies.read(copy) == matches
    assert copies.read(path) != matches
    seen.clear()
    copies.restored(path, copy, lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_a_backup_replaces_the_one_before_unless_it_fails(path: Path, copy: Path) -> None:
    copies.fill(path)
    copy.touch()
    make_backup(path, copy)
    copies.begin_another(path)
    assert make_backup(path, copy).matches == 4
    before = copies.digest(copy)
    copies.overwrite_with_noise(path)
    with pytest.raises(StoreError, match=r"is damaged|is not a database"):
        make_backup(path, copy)
    assert copies.digest(copy) == before
    assert copies.names(copy.parent) == ["data", "prowler.backup"]


def test_a_backup_goes_only_where_it_harms_nothing(path: Path, tmp_path: Path) -> None:
    copies.fill(path)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada")
    other = tmp_path / "other.db"
    link, circle = tmp_path / "link.db", tmp_path / "circle"
    link.symlink_to(path)
    circle.symlink_to(circle)
    copies.begin_another(other)
    ends = ("wal", "shm", "journal")
    with closing(sqlite3.connect(other)) as one, closing(sqlite3.connect(path)) as database:
        for each in (one, database):
            each.execute("SELECT count(*) FROM matches").fetchall()
        for target, sentence in [
            (path, "is the database itself"),
            (path.parent / ".." / "data" / "prowler.db", "is the database itself"),
            (link, "is the database itself"),
            *((path.with_name(f"prowler.db-{end}"), "is the database itself") for end in ends),
            (other, "is a database in use"),
            (letter, "is not a backup and will not be replaced"),
            (tmp_path, "is a folder"),
            (tmp_path / "no" / "folder", "There is no folder"),
            (circle, "is not a file name"),
            (Path(os.devnull), "is not a backup and will not be replaced"),
        ]:
            with pytest.raises(StoreError, match=sentence):
                make_backup(path, target)
    assert letter.read_text() == "Dear Ada"
    assert len(copies.read(path)) == 3


@pytest.fixture
def shell(path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The settings of the shell, in a folder with a database and no backups by the bot."""
    copies.fill(path)
    monkeypatch.chdir(path.parent.parent)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///data/prowler.db")
    monkeypatch.setenv("BACKUP_EVERY", "0")
    return monkeypatch


Told = pytest.CaptureFixture[str]


def test_backup_and_restore_say_a_sentence(
    path: Path, shell: pytest.MonkeyPatch, capsys: Told
) -> None:
    matches = copies.read(path)
    assert main(["backup", "prowler.backup"]) == 0
    assert capsys.readouterr().out.startswith("Backed up to prowler.backup: 3 matches, ")
    assert main(["restore", "prowler.backup"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Restored data/prowler.db from prowler.backup: 3 matches, ")
    assert said.out.endswith(f"is kept in {path}.before-restore-1.\n")
    assert said.err == ""
    for command in (["backup", "data"], ["restore", "nothing"], ["restore", "data/prowler.db"]):
        assert main(command) == 1
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        assert "Traceback" not in said.err
    assert main(["backup", "prowler.backup"]) == 1
    assert capsys.readouterr().err == "prowler.backup is there already; name another file.\n"
    assert copies.read(path) == matches
    shell.setenv("DATABASE_URL", "sqlite:///other/prowler.db")
    assert main(["restore", "prowler.backup"]) == 1
    assert capsys.readouterr().err.startswith("There is no database other/prowler.db.")
    assert not Path("other").exists()
    assert main(["restore", "--new", "prowler.backup"]) == 0
    assert capsys.readouterr().out.startswith("Restored other/prowler.db from prowler.backup: 3")


def test_the_automatic_backups_are_listed(shell: pytest.MonkeyPatch, capsys: Told) -> None:
    assert main(["backups"]) == 1
    shell.delenv("BACKUP_EVERY")
    folder = Path("data/backups")
    folder.mkdir()
    for name in ("prowler-20260102-030405.db", "prowler-20251231-235959.db", "letter.txt"):
        (folder / name).write_bytes(b"12345")
    assert main(["backups"]) == 0
    first, second, count = capsys.readouterr().out.splitlines()
    file = folder / "prowler-20251231-235959.db"
    assert first.split() == ["2025-12-31", "23:59", "UTC", "5", "bytes", str(file)]
    assert second.startswith("2026-01-02 03:04 UTC")
    assert count == "Backups in data/backups: 2."


@pytest.mark.usefixtures("shell")
def test_all_commands_agree_about_a_match_that_does_not_replay(path: Path, capsys: Told) -> None:
    copies.change(
        path, "UPDATE matches SET setup = 'nonsense' WHERE phase = 'over' AND setup <> ''"
    )
    assert main(["doctor"]) == 1
    (problem,) = [it for it in capsys.readouterr().out.splitlines() if "Match " in it]
    broken = problem.split()[2]
    assert f"Match {broken} cannot be used: This set-up is not possible" in problem
    for command in ("backup", "restore"):
        assert main([command, "prowler.backup"]) == 0
        assert f"Match “{broken}” in it cannot be used and is left out:" in capsys.readouterr().out
    assert main(["doctor"]) == 1
    assert f"Match {broken} cannot be used; repairing sets it aside" in capsys.readouterr().out


unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")


@pytest.fixture(params=[0o000, 0o022, 0o277])
def umask(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    tmp_path.chmod(0o755)
    before = os.umask(request.param)
    yield
    os.umask(before)


def rights(path: Path) -> str:
    return oct(path.stat().st_mode & 0o777)


@unix
@pytest.mark.usefixtures("umask")
def test_only_the_bots_user_can_read_the_database_and_its_copies(tmp_path: Path) -> None:
    path, copy = tmp_path / "new" / "deep" / "prowler.db", tmp_path / "prowler.backup"

    async def look() -> None:
        async with opened(path) as service:
            await Lobby(service).make_challenge("prowler", [ADA, BEN], {})
            for end in ("", "-wal", "-shm"):
                assert rights(path.with_name(f"prowler.db{end}")) == "0o600"

    asyncio.run(look())
    for each in (path.parent, path.parent.parent):
        assert rights(each) == "0o700"
    make_backup(path, copy)
    assert rights(copy) == "0o600"
    done = copies.restored(path, copy)
    assert done.kept is not None
    assert rights(done.kept) == rights(path) == "0o600"
    path.chmod(0o644)
    make_backup(path, copy)
    assert rights(copy) == "0o600", "though others read the database"
    path.unlink()
    assert copies.restored(path, copy).kept is None
    assert rights(path) == "0o600"


def test_what_is_forgotten_stands_in_no_file_and_no_later_backup(path: Path, copy: Path) -> None:
    someone = type(ADA)(987_654_321_987_654_321, "Zaphod Beeblebrox")
    traces = (someone.name.encode(), someone.id.to_bytes(8, "big"))

    async def live() -> None:
        async with opened(path) as service:
            for _ in range(20):
                await begin(service, ADA, someone)
            files = [path, path.with_name("prowler.db-wal")]
            assert any(trace in each.read_bytes() for each in files for trace in traces)
            await Privacy(service).delete_data(someone.id)
            for each in files:
                for trace in traces:
                    assert trace not in each.read_bytes(), each

    asyncio.run(live())
    make_backup(path, copy)
    for each in (path, copy):
        for trace in traces:
            assert trace not in each.read_bytes(), each


def test_what_a_killed_copy_left_is_gone_after_the_next_one(path: Path, copy: Path) -> None:
    copies.fill(path)
    for kind, parent in product(("backup", "restore", "test"), (path.parent, copy.parent)):
        with work_folder(kind, parent) as folder:  # a killed one leaves it without a lock
            (folder / "copy.db").write_bytes(b"x" * 5000)
            kept = shutil.copytree(folder, folder.with_name("kept"))
        kept.rename(folder)
    assert len(copies.names(path.parent)) == 2, "each cleans up after the one before"
    theirs = path.parent / ".backup-ofmine12"
    theirs.mkdir()
    (theirs / "letter.txt").write_text("Dear Ada")
    with work_folder("test", path.parent) as in_use:
        make_backup(path, copy)
        copies.restored(path, copy)
        assert in_use.is_dir()
    assert [each for each in copies.names(path.parent) if each.startswith(".")] == [theirs.name]
    assert [each for each in copies.names(copy.parent) if each.startswith(".")] == []


@unix
def test_a_folder_for_work_that_cannot_be_deleted_costs_nothing_of_the_work() -> None:
    with (
        tempfile.TemporaryDirectory() as name,
        copies.without_rights(Path(name)),
    ):  # that of pytest is closed
        with work_folder("test", Path(name)) as folder:
            (folder / "copy.db").touch()
            Path(name).chmod(0o500)
        assert [each.name for each in Path(name).iterdir()] == [folder.name]
        Path(name).chmod(0o700)
        with work_folder("test", Path(name)):
            assert not folder.exists(), "the next one sees to it"


def test_a_restored_database_is_the_one_that_was_backed_up(path: Path, copy: Path) -> None:
    matches = copies.fill(path)
    watch = "CREATE TABLE _litestream_seq (seq INTEGER)"  # of a program that watches the file
    copies.change(path, watch)
    make_backup(path, copy)
    copies.change(path, "INSERT INTO _litestream_seq VALUES (7)")
    copies.play_another(path, seed=8)
    copies.begin_another(path)
    later = copies.read(path)
    done = copies.restored(path, copy)
    assert done.matches == 3
    assert copies.read(path) == matches
    assert done.kept == path.with_name("prowler.db.before-restore-1")
    assert copies.names(path.parent) == ["prowler.db", "prowler.db.before-restore-1"]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT seq FROM _litestream_seq").fetchall() == [(7,)], "is left alone"

    async def behind() -> list[str]:
        async with opened(path) as service:
            return await service.store.boards.outdated_matches()

    still_open = [match.id for match in matches if match.ending is None]
    assert sorted(asyncio.run(behind())) == sorted(still_open), "their boards are drawn anew"
    # The database from before can be restored in its turn, which overwrites nothing.
    again = copies.restored(path, done.kept)
    assert again.kept == path.with_name("prowler.db.before-restore-2")
    assert copies.read(path) == later


async def test_a_restore_under_a_running_bot_is_a_usual_change(path: Path, copy: Path) -> None:
    matches = await asyncio.to_thread(copies.fill, path)
    make_backup(path, copy)
    (running,) = [match for match in matches if match.setup and match.ending is None]
    async with opened(path, seed=4) as service:
        loop = asyncio.get_running_loop()

        def meanwhile(*_: int) -> None:
            """The bot goes on all the while."""
            asked = Lobby(service).make_challenge("prowler", [ADA, CLEO], {})
            asyncio.run_coroutine_threadsafe(asked, loop).result()

        moved = await play_on(service, running, 4)
        done = await asyncio.to_thread(copies.restored, path, copy, meanwhile)
        # The open connection sees the restored data, and plays on from there.
        assert await service.match(running.id) == running
        with pytest.raises(Stale):
            await service.make_move(moved.id, *next_press(moved))
        assert (await play_on(service, running)).ending is Ending.PLAYED
    assert done.kept is not None
    # Each change of the bot is either in the database that was kept or in the present one.
    lost, stayed = [await asyncio.to_thread(copies.read, each) for each in (done.kept, path)]
    assert moved in lost
    assert (len(lost), len(stayed)) == (3 + len(matches), 3)


def test_a_backup_from_an_older_version_is_raised_to_the_schema(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = copies.fill(path)
    make_backup(path, copy)
    more = [*migrations(), "ALTER TABLE matches ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';"]
    monkeypatch.setattr("prowlerbot.storage.engines.sqlite.migrations", lambda: more)
    copies.restored(path, copy)
    assert check_file(path) == len(more)
    assert check_file(copy) == len(more) - 1
    assert copies.read(path) == matches


def test_a_plain_copy_of_a_database_can_be_restored_too(path: Path, tmp_path: Path) -> None:
    matches = copies.fill(path)
    plain = tmp_path / "plain.db"
    shutil.copy(path, plain)
    shutil.rmtree(path.parent)
    copies.restored(path, plain)
    assert copies.read(path) == matches
    with closing(sqlite3.connect(path)) as reader:  # so that the log stays where it is
        reader.execute("SELECT count(*) FROM matches").fetchall()
        copies.begin_another(path)
        for end in ("", "-wal"):  # a copy of a running one needs its log
            shutil.copy(f"{path}{end}", f"{plain}{end}")
    path.unlink()
    assert copies.restored(path, plain).matches == 4


def test_matches_come_back_however_they_ended(path: Path, copy: Path) -> None:
    ended = [(Ending.PLAYED, 1000), *product({*Ending} - {Ending.PLAYED}, (0, 4))]

    async def make(service: Service) -> None:
        for number, (ending, plies) in enumerate(ended):
            asked = challenged(f"m{number}")
            match = played(plies, asked.id) if plies else asked
            over = change_match(match, NOON + 99, phase=Phase.OVER, ending=ending, ended_by=1)
            assert await service.store.add_new(asked)
            assert await service.store.commit(asked, over)

    copies.using(path, make)
    matches = copies.read(path)
    assert {match.ending for match in matches} == set(Ending)
    make_backup(path, copy)
    assert copies.restored(path, copy).matches == len(matches)
    assert copies.read(path) == matches


def noise_in_it(copy: Path) -> None:
    copies.change(copy, "UPDATE matches SET changed_at = changed_at")  # no checksum any more
    copies.overwrite_with_noise(copy)


def a_folder(copy: Path) -> None:
    copy.unlink()
    copy.mkdir()


def a_text(copy: Path) -> None:
    copy.write_text("not a backup")


SPOILED: list[tuple[Callable[[Path], object], str]] = [
    (lambda copy: os.truncate(copy, copy.stat().st_size - 4096), "is damaged|is not a database"),
    (copies.truncate_in_a_page, "is damaged|is not a database"),
    (lambda copy: copy.write_bytes(copy.read_bytes() + b"more"), "is damaged"),
    (noise_in_it, "is damaged|is not a database"),
    (lambda copy: os.truncate(copy, 0), "is empty"),
    (Path.unlink, "There is no file"),
    (a_folder, "is a folder; name a backup in it"),
    (a_text, "is not a database"),
]
CHANGED = [
    ("UPDATE schema_version SET version = version + 1", "newer version of the bot"),
    ("ALTER TABLE schema_version RENAME TO recipes", "is a database of another program"),
    ("UPDATE plays SET move = '0' WHERE ply = 5", "is damaged at match"),
    ("DELETE FROM plays WHERE ply = 2", "is damaged at match"),
    ("DELETE FROM plays WHERE ply = (SELECT max(ply) FROM plays)", "is damaged at match"),
    ("UPDATE matches SET setup = 'x' WHERE setup <> ''", "is damaged at match"),
    ("UPDATE matches SET phase = 'playing' WHERE phase = 'over'", "is damaged at match"),
    ("UPDATE matches SET setup = x'00ff' WHERE setup <> ''", "is damaged at match"),
    ("INSERT INTO plays VALUES ('nothing', 0, 1, '1', 0, 0, 0, 0)", "is damaged"),
]
"""Backups that are a plain database again, and what is wrong in them."""


def test_a_spoiled_backup_is_refused_and_the_database_left_as_it_is(path: Path, copy: Path) -> None:
    copies.fill(path)
    make_backup(path, copy)
    good, before = copy.read_bytes(), copies.digest(path)
    spoiled: list[tuple[Callable[[], object], str]]
    spoiled = [(partial(copies.change, copy, sql), sentence) for sql, sentence in CHANGED]
    spoiled += [(partial(spoil, copy), sentence) for spoil, sentence in SPOILED]
    for spoil, sentence in spoiled:
        shutil.rmtree(copy) if copy.is_dir() else copy.unlink(missing_ok=True)
        copy.write_bytes(good)
        spoil()
        with pytest.raises(StoreError, match=sentence) as refused:
            copies.restored(path, copy)
        told = str(refused.value)
        assert told.startswith((str(copy), "There is no file")), spoil
        assert told.endswith(".")
        assert copies.digest(path) == before, spoil
        assert copies.names(path.parent) == ["prowler.db"]


def test_a_backup_with_a_bit_flipped_is_refused_or_has_the_same(path: Path, copy: Path) -> None:
    matches = copies.fill(path)
    make_backup(path, copy)
    whole = copy.read_bytes()
    before = copies.digest(path)
    rng = random.Random(11)
    header = [(byte, 7 * (byte % 2)) for byte in range(0, 100, 3)]
    anywhere = [(rng.randrange(len(whole)), rng.randrange(8)) for _ in range(40)]
    refused = 0
    for byte, bit in header + anywhere:
        flipped = bytearray(whole)
        flipped[byte] ^= 1 << bit
        copy.write_bytes(flipped)
        try:
            copies.restored(path, copy)
        except StoreError:
            refused += 1
            assert copies.digest(path) == before
        else:
            # Only the two header fields that void the checksum can be wrong without harm.
            assert byte in {*range(24, 28), *range(68, 72)}
            assert copies.read(path) == matches
            before = copies.digest(path)
    assert refused >= len(header + anywhere) - 6


def test_a_damaged_database_is_kept_with_its_log_beside_the_backup(path: Path, copy: Path) -> None:
    matches = copies.fill(path)
    make_backup(path, copy)
    wal = path.with_name("prowler.db-wal")
    with closing(sqlite3.connect(path)) as reader:  # so that the log stays where it is
        reader.execute("SELECT count(*) FROM matches").fetchall()
        copies.change(path, "UPDATE seats SET name = 'somebody'")
        log = wal.read_bytes()
    for number, spoil in enumerate(
        (copies.overwrite_with_noise, a_text, copies.truncate_in_a_page), 1
    ):
        spoil(path)
        wal.write_bytes(log)  # SQLite would take it for a log of any file of that name
        ruin = copies.digest(path)
        done = copies.restored(path, copy)
        assert done.kept == path.with_name(f"prowler.db.before-restore-{number}")
        assert copies.digest(done.kept) == ruin
        assert done.kept.with_name(f"{done.kept.name}-wal").read_bytes() == log
        assert copies.read(path) == matches, spoil


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="Windows itself refuses to move open files")
def test_a_damaged_database_that_a_bot_uses_stays_in_its_place(path: Path, copy: Path) -> None:
    copies.fill(path)
    make_backup(path, copy)
    with copies.used_by_a_bot(path):
        copies.overwrite_with_noise(path)
        before = copies.digest(path)
        with pytest.raises(StoreError, match="stop the bot first"):
            copies.restored(path, copy)
        assert copies.digest(path) == before
    assert copies.restored(path, copy).kept is not None


def test_a_foreign_a_newer_or_a_locked_database_is_not_overwritten(
    path: Path, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = copies.fill(path)
    make_backup(path, copy)
    with closing(sqlite3.connect(path, isolation_level=None)) as other, monkeypatch.context() as it:
        it.setattr("prowlerbot.copies.backup._LOCK_TIMEOUT_SECONDS", 0)
        it.setattr("prowlerbot.storage.engines.database.DATABASE_PATIENCE", 0)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="database is locked"):
            copies.restored(path, copy)
    assert copies.read(path) == matches
    theirs = tmp_path / "theirs.db"
    copies.change(theirs, "CREATE TABLE recipes (name)")
    copies.change(path, "UPDATE schema_version SET version = version + 1")
    for target, sentence in [
        (theirs, "is a database of another program"),
        (path, "newer version"),
        (copy, "is the database itself"),
        (tmp_path, "is a folder"),
    ]:
        before = copies.digest(target)
        with pytest.raises(StoreError, match=sentence):
            copies.restored(target, copy)
        assert before == copies.digest(target)


def test_one_wrong_byte_in_the_schema_is_one_sentence_everywhere(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copies.fill(path)
    make_backup(path, copy)
    raw = path.read_bytes()
    monkeypatch.setenv("DATABASE_URL", url_of(path))
    monkeypatch.chdir(path.parent)
    for name in (b"matches", b"schema_version"):
        spoiled = raw.replace(name, b"\xff" + name[1:])
        assert spoiled != raw
        path.write_bytes(spoiled)
        for command in (["doctor"], ["backup", "other.db"], ["rate", "--check"]):
            status = main(command)
            said = capsys.readouterr()
            assert said.err.count("\n") == status <= 1, said.err
        with pytest.raises(StoreError):
            asyncio.run(open_database(url_of(path)))
        assert main(["restore", str(copy)]) in {0, 1}
        assert capsys.readouterr().err.count("\n") <= 1
