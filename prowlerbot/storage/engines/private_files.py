"""Files and folders that only the bot's own user can read, and temporary work folders."""

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
    import pwd

_FILE, _FOLDER = 0o600, 0o700
_MADE = re.compile(r"\.(backup|restore|test)-[a-z0-9_]{8}")
"""The names that ``work_folder`` gives to its folders."""
COPY = "copy.db"


def make_file(path: Path) -> None:
    """Create a file closed to others, whatever the umask; an existing one stays.

    SQLite gives the files beside a database the rights of the database.
    """
    if path.exists():
        return
    handle = os.open(path, os.O_RDWR | os.O_CREAT, _FILE)
    try:
        if sys.platform != "win32":
            os.fchmod(handle, _FILE)
    finally:
        os.close(handle)
    _give_to_owner_of_folder(path)


def make_folder(path: Path) -> None:
    """Create a folder and its parents, closed to others; existing ones stay."""
    missing = [each for each in (path, *path.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(exist_ok=True)
        each.chmod(_FOLDER)
        _give_to_owner_of_folder(each)
    if not path.is_dir():
        path.mkdir(parents=True)  # its error names the obstacle


def _give_to_owner_of_folder(made: Path) -> None:
    """Leave the unit's user able to open what root makes beside its database, in the shell."""
    if sys.platform != "win32" and os.geteuid() == 0:
        its = made.parent.stat()
        os.chown(made, its.st_uid, its.st_gid, follow_symlinks=False)


def user_name(number: int) -> str:
    """The name of a user of this machine, or the number of one without a name."""
    if sys.platform != "win32":
        with contextlib.suppress(KeyError):
            return pwd.getpwuid(number).pw_name
    return str(number)


@contextlib.contextmanager
def work_folder(kind: str, parent: Path) -> Iterator[Path]:
    """A folder for temporary work, removed at the end.

    It first removes the folders of killed processes: the lock on a folder shows whether its process
    still works.
    """
    _clean_up(parent)
    folder = Path(tempfile.mkdtemp(prefix=f".{kind}-", dir=parent))
    handle = None
    try:
        _give_to_owner_of_folder(folder)
        handle = _locked(folder)
        yield folder
    finally:
        if handle is not None:
            os.close(handle)
        shutil.rmtree(folder, ignore_errors=True)  # the work counts, also where all must stay


def _clean_up(parent: Path) -> None:
    for folder in list(parent.iterdir()):
        if not _MADE.fullmatch(folder.name) or folder.is_symlink() or not folder.is_dir():
            continue
        with contextlib.suppress(OSError):  # another process may clean up at the same time
            ours = all(each.name.startswith(COPY) for each in folder.iterdir())
            handle = _locked(folder) if ours else None
            if handle is not None:
                shutil.rmtree(folder, ignore_errors=True)
                os.close(handle)


def _locked(folder: Path) -> int | None:
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
