"""Backups of the database, made while the bot runs.

A backup is an ordinary database file with a checksum in two fields of its header, which SQLite
leaves to applications. SQLite itself does not notice a flipped bit in a name or a number.
"""

import contextlib
import os
import re
import shutil
import sqlite3
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from prowlerbot.core.errors import StoreError
from prowlerbot.storage.engines import sqlite

if sys.platform != "win32":
    import fcntl

COPY_NAME = "copy.db"
"""The file in a work folder. The bot never removes a folder with other files."""
_LOCK_TIMEOUT_SECONDS = 30.0
"""Seconds that a restore waits for a bot that is writing."""
_STEP_PAGES = 1024
"""Pages copied between two progress reports."""
_CHUNK_BYTES = 1 << 20
"""Bytes of a file that are read at once."""
_HEADER_BYTES = 100
"""The length of the header of an SQLite file."""
_COUNTER_AT, _CHECKSUM_AT, _MARK_AT = 24, 60, 68
"""The offsets in the header of SQLite's change counter, the user version and the application id.
The two latter are free for applications: they hold the checksum and the mark of a seal.
"""
_SEAL_MASK = 0x50524F57
"""“PROW” in ASCII. The mark is the change counter XOR this, so another counter makes it invalid."""
_WORK_FOLDER_NAME = re.compile(r"\.(backup|restore|test)-[a-z0-9_]{8}")
"""The names that ``work_folder`` gives to its folders."""

Report = Callable[[int, int], None]
"""A function that reports progress: the amount done so far, and the whole amount."""


def report_nothing(done: int, total: int) -> None:
    """Report no progress."""


class DamagedFile(StoreError):
    """A database in which SQLite or the checksum finds damage."""


@dataclass(frozen=True, slots=True)
class BackupResult:
    """``kept`` is the path of the previous database, if there was one; ``broken`` has the matches
    whose records do not replay, each with the reason.
    """

    matches: int
    size: int
    kept: Path | None = None
    broken: tuple[tuple[str, str], ...] = ()


def make_backup(path: Path, target: Path, report: Report = report_nothing) -> BackupResult:
    """Copy a snapshot of the database. Only a complete copy replaces an existing file."""
    target = real_path(target)
    if sqlite.check_file(path) == 0:
        raise StoreError("There is no database {path} to back up.", path=path)
    with raising_store_error("The backup {file} could not be made: {error}.", file=target):
        _check_target(target, path)
        return write_backup(path, target, report)


def _check_target(target: Path, path: Path) -> None:
    if target.is_dir():
        raise StoreError("{file} is a folder; name a file for the backup.", file=target)
    if not target.parent.is_dir():
        raise StoreError("There is no folder {folder} for the backup.", folder=target.parent)
    names = {real_path(file) for file in (path, *companion_files(path))}
    if target in names or any(are_same_file(target, file) for file in names):
        raise StoreError("{file} is the database itself; name another file.", file=target)
    if any(file.exists() for file in companion_files(target)):
        raise StoreError("{file} is a database in use; name another file.", file=target)
    if not target.exists() or (target.is_file() and not target.stat().st_size):
        return
    if not (target.is_file() and sqlite.begins_as_database(target)):
        raise StoreError("{file} is not a backup and will not be replaced.", file=target)


def write_backup(path: Path, target: Path, report: Report) -> BackupResult:
    """Make a sealed copy beside the target and move it there in one step."""
    with work_folder("backup", target.parent) as folder:
        copy = folder / COPY_NAME
        matches = copy_snapshot(path, "mode=rw", copy, report)
        _seal(copy)
        write_to_disk(copy)
        copy.replace(target)
        write_to_disk(target.parent)
    return BackupResult(matches, target.stat().st_size)


def copy_snapshot(path: Path, mode: str, copy: Path, report: Report = report_nothing) -> int:
    """Copy a snapshot of a database into a new file and check it; returns its number of matches.
    ``mode`` is a parameter of SQLite's addresses, as in ``open_sqlite``.
    """
    sqlite.make_file(copy)
    with open_sqlite(path, mode) as source, open_sqlite(copy, "mode=rw") as new:
        # ``write_to_disk`` writes the whole file once it is good.
        new.execute("PRAGMA synchronous=OFF")
        source.execute("BEGIN")
        with raising_damage(path):
            # The first read begins the snapshot; else each write of the bot would restart the copy.
            ((matches,),) = source.execute("SELECT count(*) FROM matches")
            source.backup(
                new, pages=_STEP_PAGES, progress=lambda _, left, pages: report(pages - left, pages)
            )
            new.execute("PRAGMA journal_mode=DELETE")  # one file, with no log beside it
            check_copy(new)
    return int(matches)


def check_copy(db: sqlite3.Connection) -> None:
    """Let SQLite search for damage. Raises DatabaseError."""
    ((verdict, *_),) = db.execute("PRAGMA integrity_check(1)").fetchall()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)
    if db.execute("PRAGMA foreign_key_check").fetchone():
        raise sqlite3.DatabaseError("a row refers to a match that is not there")


@contextlib.contextmanager
def raising_damage(path: Path) -> Iterator[None]:
    """Raise DamagedFile for damage. A passing failure, as of a full disk, stays an SQLite error."""
    try:
        yield
    except sqlite3.OperationalError:
        raise
    except (sqlite3.DatabaseError, UnicodeError) as error:
        raise DamagedFile("{file} is damaged: {error}.", file=path, error=error) from error


def _seal(file: Path) -> None:
    """Write the checksum of all other bytes, and a mark that SQLite's next change makes invalid."""
    with file.open("r+b") as open_file:
        header = open_file.read(_HEADER_BYTES)
        open_file.seek(_MARK_AT)
        open_file.write(struct.pack(">I", _header_number(header, _COUNTER_AT) ^ _SEAL_MASK))
    checksum = struct.pack(">I", _compute_checksum(file))
    with file.open("r+b") as open_file:
        open_file.seek(_CHECKSUM_AT)
        open_file.write(checksum)


def check_seal(file: Path) -> bool:
    """Whether a file has a checksum that agrees with it. A file without a seal, or changed by
    SQLite since, has no checksum. Raises DamagedFile for a checksum that does not agree.
    """
    with file.open("rb") as open_file:
        header = open_file.read(_HEADER_BYTES)
    if _header_number(header, _MARK_AT) != _header_number(header, _COUNTER_AT) ^ _SEAL_MASK:
        return False
    if _header_number(header, _CHECKSUM_AT) != _compute_checksum(file):
        raise DamagedFile("{file} is damaged: its checksum does not fit.", file=file)
    return True


def _header_number(header: bytes, offset: int) -> int:
    return int.from_bytes(header[offset : offset + 4], "big")


def _compute_checksum(file: Path) -> int:
    with file.open("rb") as open_file:
        value = zlib.crc32(open_file.read(_CHECKSUM_AT))
        open_file.seek(_CHECKSUM_AT + 4)  # the checksum itself does not count
        while chunk := open_file.read(_CHUNK_BYTES):
            value = zlib.crc32(chunk, value)
    return value


@contextlib.contextmanager
def open_sqlite(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    address = f"{path.absolute().as_uri()}?{mode}"
    with contextlib.closing(
        sqlite3.connect(address, uri=True, timeout=_LOCK_TIMEOUT_SECONDS, isolation_level=None)
    ) as db:
        yield db


@contextlib.contextmanager
def raising_store_error(sentence: str, file: Path) -> Iterator[None]:
    """Raise StoreError, one sentence, for an error of the operating system or SQLite."""
    try:
        yield
    except (sqlite3.Error, UnicodeError) as error:
        why = "the disk is full" if sqlite.is_full(file, error) else error
        raise StoreError(sentence, file=file, error=why) from error
    except OSError as error:
        raise StoreError(sentence, file=file, error=error.strerror) from error


def companion_files(path: Path) -> tuple[Path, Path, Path]:
    """The log, its index and the journal that SQLite may have beside a database."""
    wal, shm, journal = (path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))
    return wal, shm, journal


def real_path(path: Path) -> Path:
    """The path that a name resolves to; its file may not exist yet."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError) as error:  # a circle of links, a null character
        raise StoreError("{file} is not a file name.", file=path) from error


def are_same_file(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def write_to_disk(path: Path) -> None:
    """Write a file, or the names in a folder, to the disk before any further step."""
    if path.is_dir() and sys.platform == "win32":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def is_in_use(path: Path) -> bool:
    """Whether a process has the file open as a database, judging by the lock it holds."""
    if sys.platform == "win32":
        return False  # Windows itself refuses to move an open file
    if not path.is_file():
        return False
    first_shared, shared_size = 0x40000002, 510  # bytes: sqlite.org/lockingv3.html
    with path.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, shared_size, first_shared)
        except BlockingIOError:
            return True
    return False


@contextlib.contextmanager
def work_folder(kind: str, parent: Path) -> Iterator[Path]:
    """A folder for temporary work, removed at the end. It first removes folders of killed
    processes: the lock on a folder shows if its process works.
    """
    _remove_old_folders(parent)
    folder = Path(tempfile.mkdtemp(prefix=f".{kind}-", dir=parent))
    handle = None
    try:
        sqlite.give_to_owner_of_folder(folder)
        handle = _lock_folder(folder)
        yield folder
    finally:
        if handle is not None:
            os.close(handle)
        shutil.rmtree(folder, ignore_errors=True)  # the work counts, also where all must stay


def _remove_old_folders(parent: Path) -> None:
    for folder in list(parent.iterdir()):
        is_folder = folder.is_dir() and not folder.is_symlink()
        if not is_folder or not _WORK_FOLDER_NAME.fullmatch(folder.name):
            continue
        with contextlib.suppress(OSError):  # another process may clean up at the same time
            is_ours = all(file.name.startswith(COPY_NAME) for file in folder.iterdir())
            handle = _lock_folder(folder) if is_ours else None
            if handle is not None:
                shutil.rmtree(folder, ignore_errors=True)
                os.close(handle)


def _lock_folder(folder: Path) -> int | None:
    """A lock on a folder, which ends with the process; None if another process holds it."""
    if sys.platform == "win32":
        return None
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle
