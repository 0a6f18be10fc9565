"""A backup is the whole of one moment, and only the bot's user can read it."""

import asyncio
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from prowlerbot.__main__ import main
from prowlerbot.copies.backup import backup
from prowlerbot.core.errors import StoreError
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.lobby import accept
from prowlerbot.privacy.privacy_service import Privacy
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.database import migrations
from prowlerbot.storage.engines.sqlite import check_file, work_folder
from tests.persistence.copies import (
    begin_another,
    change,
    digest,
    fill,
    names,
    overwrite_with_noise,
    read,
    restored,
    without_rights,
)
from tests.persistence.matches import ADA, BEN, opened, url_of


def test_a_backup_is_one_file_with_all_of_the_moment_at_which_it_began(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(StoreError, match="There is no database"):
        backup(path, copy)
    matches = fill(path)
    monkeypatch.setattr("prowlerbot.copies.backup._PAGES", 1)
    seen: list[tuple[int, int]] = []

    def write(done: int, total: int) -> None:
        assert done <= total
        seen.append((done, total))
        if len(seen) < 5:
            change(path, "UPDATE seats SET name = name || '!'")

    done = backup(path, copy, write)
    assert (done.matches, done.size) == (3, copy.stat().st_size)
    assert seen == sorted(set(seen)), "no write starts it over"
    assert seen[-1][0] == seen[-1][1] > 1
    assert names(copy.parent) == ["data", "prowler.backup"]
    assert check_file(copy) == len(migrations())
    assert read(copy) == matches
    assert read(path) != matches
    seen.clear()
    restored(path, copy, lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_a_backup_replaces_the_one_before_unless_it_fails(path: Path, copy: Path) -> None:
    fill(path)
    copy.touch()
    backup(path, copy)
    begin_another(path)
    assert backup(path, copy).matches == 4
    before = digest(copy)
    overwrite_with_noise(path)
    with pytest.raises(StoreError, match=r"is damaged|is not a database"):
        backup(path, copy)
    assert digest(copy) == before
    assert names(copy.parent) == ["data", "prowler.backup"]


def test_a_backup_goes_only_where_it_harms_nothing(path: Path, tmp_path: Path) -> None:
    fill(path)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada")
    other = tmp_path / "other.db"
    link, circle = tmp_path / "link.db", tmp_path / "circle"
    link.symlink_to(path)
    circle.symlink_to(circle)
    begin_another(other)
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
                backup(path, target)
    assert letter.read_text() == "Dear Ada"
    assert len(read(path)) == 3


@pytest.fixture
def shell(path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The settings of the shell, in a folder with a database and no backups by the bot."""
    fill(path)
    monkeypatch.chdir(path.parent.parent)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///data/prowler.db")
    monkeypatch.setenv("BACKUP_EVERY", "0")
    return monkeypatch


Told = pytest.CaptureFixture[str]


def test_backup_and_restore_say_a_sentence(
    path: Path, shell: pytest.MonkeyPatch, capsys: Told
) -> None:
    matches = read(path)
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
    assert read(path) == matches
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
    change(path, "UPDATE matches SET setup = 'nonsense' WHERE phase = 'over' AND setup <> ''")
    assert main(["doctor"]) == 1
    (problem,) = [it for it in capsys.readouterr().out.splitlines() if "Match " in it]
    broken = problem.split()[2]
    assert f"Match {broken} cannot be used: This set-up is not possible" in problem
    for command in ("backup", "restore"):
        assert main([command, "prowler.backup"]) == 0
        assert f"Match “{broken}” in it cannot be used and is left out:" in capsys.readouterr().out
    assert main(["doctor"]) == 1
    assert f"Match {broken} cannot be used; repairing sets it aside" in capsys.readouterr().out


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def rights(path: Path) -> str:
    return oct(path.stat().st_mode & 0o777)


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o277])
def test_only_the_bots_user_can_read_the_database_and_its_copies(tmp_path: Path, mask: int) -> None:
    path, copy = tmp_path / "new" / "deep" / "prowler.db", tmp_path / "prowler.backup"

    async def look() -> None:
        database = await open_database(url_of(path))
        try:
            service = Service(open_store(database), games=GAMES)
            await Lobby(service).challenge("prowler", [ADA, BEN], {})
            for end in ("", "-wal", "-shm"):
                assert rights(path.with_name(f"prowler.db{end}")) == "0o600"
        finally:
            await database.close()

    tmp_path.chmod(0o755)
    with umask(mask):
        asyncio.run(look())
        for each in (path.parent, path.parent.parent):
            assert rights(each) == "0o700"
        backup(path, copy)
        assert rights(copy) == "0o600"
        done = restored(path, copy)
        assert done.kept is not None
        assert rights(done.kept) == rights(path) == "0o600"
        path.chmod(0o644)
        backup(path, copy)
        assert rights(copy) == "0o600", "though others read the database"
        path.unlink()
        assert restored(path, copy).kept is None
        assert rights(path) == "0o600"


def test_what_is_forgotten_stands_in_no_file_and_no_later_backup(path: Path, copy: Path) -> None:
    someone = type(ADA)(987_654_321_987_654_321, "Zaphod Beeblebrox")
    traces = (someone.name.encode(), someone.id.to_bytes(8, "big"))

    async def live() -> None:
        async with opened(path) as service:
            for _ in range(20):
                match = await Lobby(service).challenge("prowler", [ADA, someone], {})
                await service.apply(match.id, accept, someone.id)
            files = [path, path.with_name("prowler.db-wal")]
            assert any(trace in each.read_bytes() for each in files for trace in traces)
            await Privacy(service).forget(someone.id)
            for each in files:
                for trace in traces:
                    assert trace not in each.read_bytes(), each

    asyncio.run(live())
    backup(path, copy)
    for each in (path, copy):
        for trace in traces:
            assert trace not in each.read_bytes(), each


def die_in(kind: str, parent: Path) -> None:
    """Leave what a killed process leaves: a folder with a copy in it, and no lock on it."""
    with work_folder(kind, parent) as folder:
        (folder / "copy.db").write_bytes(b"x" * 5000)
        kept = shutil.copytree(folder, folder.with_name("kept"))
    kept.rename(folder)


def test_what_a_killed_copy_left_is_gone_after_the_next_one(path: Path, copy: Path) -> None:
    fill(path)
    for kind in ("backup", "restore", "test"):
        for folder in (path.parent, copy.parent):
            die_in(kind, folder)
    assert len(names(path.parent)) == 2, "each cleans up after the one before"
    theirs = path.parent / ".backup-ofmine12"
    theirs.mkdir()
    (theirs / "letter.txt").write_text("Dear Ada")
    with work_folder("test", path.parent) as in_use:
        backup(path, copy)
        restored(path, copy)
        assert in_use.is_dir()
    assert [each for each in names(path.parent) if each.startswith(".")] == [theirs.name]
    assert [each for each in names(copy.parent) if each.startswith(".")] == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_a_folder_for_work_that_cannot_be_deleted_costs_nothing_of_the_work() -> None:
    with (
        tempfile.TemporaryDirectory() as name,
        without_rights(Path(name)),
    ):  # that of pytest is closed
        with work_folder("test", Path(name)) as folder:
            (folder / "copy.db").touch()
            Path(name).chmod(0o500)
        assert [each.name for each in Path(name).iterdir()] == [folder.name]
        Path(name).chmod(0o700)
        with work_folder("test", Path(name)):
            assert not folder.exists(), "the next one sees to it"
