"""Jobs for worker processes, which import this file."""

import os
import sys
import time
from pathlib import Path


def unspeakable() -> object:
    """A result that cannot be sent back."""
    return lambda: None


class Odd(Exception):
    """Cannot be unpickled, as many exceptions of packages."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one}, not {other}")


def odd() -> None:
    raise Odd(1, 2)


def niceness() -> int:
    return os.nice(0)


def asleep(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def left_by_large_blocks() -> int:
    """The bytes of memory by which the process grows for blocks that it has freed again, while
    small ones that it needs lie between them.
    """
    pages = Path("/proc/self/statm")
    before = int(pages.read_text(encoding="ascii").split()[1])
    needed = []
    for megabytes in (24, *[12] * 4):
        blocks = [b"x" * (megabytes << 20) for _ in range(2)]
        needed.append([b"y" * 2000 for _ in range(100)])
        blocks.clear()
    after = int(pages.read_text(encoding="ascii").split()[1])
    return (after - before) * os.sysconf("SC_PAGE_SIZE")


def has_asyncio() -> bool:
    return "asyncio" in sys.modules


def noted(file: Path) -> int:
    """How often ``note`` was done before."""
    return file.stat().st_size


def note(file: Path) -> None:
    with file.open("ab") as notes:
        notes.write(b"x")


def note_pid(file: Path) -> None:
    file.write_text(str(os.getpid()), encoding="utf-8")
