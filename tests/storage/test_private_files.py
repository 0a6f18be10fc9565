"""The files of the database: their permissions, and their content after deletions and kills."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from prowlerbot.games import GAMES
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.privacy import Privacy
from prowlerbot.service.service import Service
from prowlerbot.storage.copies.backup import backup
from prowlerbot.storage.copies.private_files import work_folder
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.store import Store
from tests.persistence.copies import begin_another, fill, names, restored
from tests.persistence.matches import ADA, BEN, opened, url_of

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


def test_only_the_bots_user_can_read_the_database_and_its_copies(tmp_path: Path) -> None:
    for mask in (0o000, 0o022, 0o277):
        with umask(mask):
            _is_private(tmp_path / f"{mask}")


def _is_private(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o755)
    path, copy = folder / "new" / "deep" / "prowler.db", folder / "prowler.backup"

    async def look() -> None:
        database = await open_database(url_of(path))
        service = Service(Store(database), games=GAMES)
        await Lobby(service).challenge("prowler", [ADA, BEN], {})
        for end in ("", "-wal", "-shm"):
            assert rights(path.with_name(f"prowler.db{end}")) == "0o600"
        await database.close()

    asyncio.run(look())
    for each in (path.parent, path.parent.parent):
        assert rights(each) == "0o700"
    backup(url_of(path), copy)
    assert rights(copy) == "0o600"
    done = restored(path, copy)
    assert done.kept is not None
    assert rights(done.kept) == rights(path) == "0o600"
    path.unlink()
    assert restored(path, copy).kept is None
    assert rights(path) == "0o600"


def test_a_copy_of_a_database_that_others_can_read_is_closed_to_them(
    path: Path, copy: Path
) -> None:
    fill(path)
    path.chmod(0o644)
    backup(url_of(path), copy)
    assert rights(copy) == "0o600"


def test_what_is_forgotten_stands_in_no_file_and_no_later_backup(path: Path, copy: Path) -> None:
    someone = type(ADA)(987_654_321_987_654_321, "Zaphod Beeblebrox")
    traces = (someone.name.encode(), someone.id.to_bytes(8, "big"))

    async def live() -> None:
        async with opened(path) as service:
            for _ in range(20):
                match = await Lobby(service).challenge("prowler", [ADA, someone], {})
                await Lobby(service).accept(match.id, someone.id)
            files = [path, path.with_name("prowler.db-wal")]
            assert any(trace in each.read_bytes() for each in files for trace in traces)
            await Privacy(service).forget(someone.id)
            for each in files:
                for trace in traces:
                    assert trace not in each.read_bytes(), each

    asyncio.run(live())
    backup(url_of(path), copy)
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
        backup(url_of(path), copy)
        restored(path, copy)
        assert in_use.is_dir()
    assert [each for each in names(path.parent) if each.startswith(".")] == [theirs.name]
    assert [each for each in names(copy.parent) if each.startswith(".")] == []


def test_no_backup_takes_a_name_that_belongs_to_the_database(path: Path) -> None:
    fill(path)
    begin_another(path)
    for end in ("-wal", "-shm", "-journal"):
        target = path.with_name(f"prowler.db{end}")
        assert not target.exists()
        with pytest.raises(Exception, match="is the database itself"):
            backup(url_of(path), target)
        assert not target.exists()
