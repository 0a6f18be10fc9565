"""Jobs for worker processes, which import this file."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path


def unspeakable() -> object:
    """A result that cannot be sent back."""
    return lambda: None


def deadly() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def niceness() -> int:
    return os.nice(0)


def asleep(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def has_asyncio() -> bool:
    return "asyncio" in sys.modules


def note_pid(file: Path) -> None:
    file.write_text(str(os.getpid()), encoding="utf-8")
