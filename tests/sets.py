"""Which tests `make test` runs, and what holds these to it.

`make test` runs everything without the mark `full`. A test without it may start no process and may
not sleep; an attempt raises `Forbidden`. `make test-all` runs the others after it.
"""

from __future__ import annotations

import sys
import threading
import time
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

_FULL_ROOMS = ("tests/browser/", "tests/process/", "tests/kills/")
_PROCESSES = {
    *("subprocess.Popen", "os.system", "os.fork", "os.forkpty", "os.posix_spawn", "os.exec"),
    "multiprocessing.start",  # raised by `install_guard`, as Python has no event for it
}
_guarded = False


class Forbidden(BaseException):
    """An ordinary test starts a process or sleeps; no ``except Exception`` hides that."""


def mark_full(item: pytest.Item) -> None:
    """Mark a test of a room that belongs to the full set as a whole, or one on PostgreSQL."""
    parameters = (
        item.callspec.params
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
        else {}
    )
    if item.nodeid.startswith(_FULL_ROOMS) or parameters.get("kind") == "postgres":
        item.add_marker("full")


def guard(item: pytest.Item) -> None:
    """Hold the test that comes next to the rules of its set."""
    global _guarded  # noqa: PLW0603 - an audit hook can neither be removed nor be told more
    _guarded = item.get_closest_marker("full") is None


def install_guard() -> None:
    """Watch what tests start; once for each process of tests."""
    sys.addaudithook(_refuse_processes)
    start, sleep = BaseProcess.start, time.sleep

    def audited(self: BaseProcess) -> None:
        sys.audit("multiprocessing.start", self.name)
        start(self)

    def refused(seconds: float, /) -> None:
        if _guarded and seconds > 0 and threading.current_thread() is threading.main_thread():
            raise Forbidden("time.sleep: only tests marked `full` wait for real time")
        sleep(seconds)

    BaseProcess.start = audited  # type: ignore[method-assign]
    time.sleep = refused  # type: ignore[assignment] # takes what only has an __index__ too


def _refuse_processes(event: str, _: tuple[Any, ...]) -> None:
    if _guarded and event in _PROCESSES:
        raise Forbidden(f"{event}: only tests marked `full` start processes")
