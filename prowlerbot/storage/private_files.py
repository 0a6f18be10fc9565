"""Files and folders that only the bot's own user can read, and folders for the work of a moment."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_FILE, _FOLDER = 0o600, 0o700
_MADE = re.compile(r"\.(backup|restore|test)-[a-z0-9_]{8}")
"""What ``work_folder`` calls its folders."""
COPY = "copy.db"


def make_file(path: Path) -> None:
    """Have a file there that is closed to others, whatever the umask; one that is there stays.

    SQLite gives the files beside a database the rights that the database has.
    """
    if path.exists():
        return
    handle = os.open(path, os.O_RDWR | os.O_CREAT, _FILE)
    try:
        if sys.platform != "win32":
            os.fchmod(handle, _FILE)
    finally:
        os.close(handle)


def make_folder(path: Path) -> None:
    """Have a folder there; what is made of it, and on the way to it, is closed to others."""
    missing = [each for each in (path, *path.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(exist_ok=True)
        each.chmod(_FOLDER)
    if not path.is_dir():
        path.mkdir(parents=True)  # which says what is in the way


@contextlib.contextmanager
def work_folder(kind: str, parent: Path) -> Iterator[Path]:
    """A folder for the work of a moment, gone after it.

    What a process left that was killed at such work is cleaned up first: the lock on a folder says
    whether somebody is still at it.
    """
    _clean_up(parent)
    with tempfile.TemporaryDirectory(prefix=f".{kind}-", dir=parent) as name:
        folder = Path(name)
        handle = _locked(folder)
        try:
            yield folder
        finally:
            if handle is not None:
                os.close(handle)


def _clean_up(parent: Path) -> None:
    for folder in list(parent.iterdir()):
        if not _MADE.fullmatch(folder.name) or folder.is_symlink() or not folder.is_dir():
            continue
        with contextlib.suppress(OSError):  # somebody else may clean up at the same time
            ours = all(each.name.startswith(COPY) for each in folder.iterdir())
            handle = _locked(folder) if ours else None
            if handle is not None:
                shutil.rmtree(folder, ignore_errors=True)
                os.close(handle)


def _locked(folder: Path) -> int | None:
    """A lock on a folder, which ends with the process; None where somebody else has it."""
    if sys.platform == "win32":
        return None
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle
