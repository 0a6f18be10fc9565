"""Which tests `make test` runs, and what holds these to it.

`make test` runs everything without the mark `full`. A test without it may start no process and may
not wait for real time; an attempt raises `Forbidden`. `make test-all` runs the others after it.
"""

import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import wraps
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
from _pytest.outcomes import Failed

_FULL_ROOMS = ("browser", "process", "kills")
_ENDLESS = 3_000
"""Seconds after which a test of the full set is ended; a year takes 200 of a quiet machine."""
_TESTS = str(Path(__file__).parent)
_guarded = False


class Forbidden(Failed):
    """An ordinary test starts a process or waits; no ``except Exception`` hides that."""


def mark_full(item: pytest.Item) -> None:
    """Mark a test of a room that belongs to the full set as a whole, or one on PostgreSQL."""
    parameters = (
        item.callspec.params
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
        else {}
    )
    room = item.nodeid.removeprefix("tests/").partition("/")[0]
    if room in _FULL_ROOMS or parameters.get("kind") == "postgres":
        item.add_marker("full")
    if item.get_closest_marker("full") is not None:
        item.add_marker(pytest.mark.timeout(_ENDLESS))


def is_full_room(folder: Path) -> bool:
    """Whether all tests of a folder belong to the full set."""
    return folder.name in _FULL_ROOMS and str(folder.parent) == _TESTS


def leaves_full_out(config: pytest.Config) -> bool:
    """Whether this run is `make test`, or a part of it."""
    return bool(config.getoption("markexpr") == "not full")


def guard(item: pytest.Item) -> None:
    """Hold the test that comes next to the rules of its set."""
    global _guarded  # noqa: PLW0603 - the guard is installed once and told of each test
    _guarded = item.get_closest_marker("full") is None


def lift_guard() -> None:
    """Let what all tests have shared be stopped."""
    global _guarded  # noqa: PLW0603 - as above
    _guarded = False


def install_guard() -> None:
    """Watch what tests start; once for each process of tests.

    An audit hook would see more, but runs Python at each event of the interpreter.
    """
    for owner, name in (
        *((subprocess.Popen, "__init__"), (BaseProcess, "start")),
        *((os, "fork"), (os, "forkpty"), (os, "posix_spawn"), (os, "system")),
    ):
        setattr(owner, name, _refusing(getattr(owner, name), "start processes", lambda: True))
    time.sleep = _refusing(time.sleep, "wait for real time", _is_main_thread)
    asyncio.sleep = asyncio.tasks.sleep = _refusing_tests(asyncio.sleep)


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _refusing(real: Callable[..., Any], what: str, holds: Callable[[], bool]) -> Callable[..., Any]:
    """The function for tests marked ``full`` alone, where the rule ``holds``."""

    @wraps(real)
    def guarded(*arguments: Any, **named: Any) -> Any:
        if _guarded and holds():
            raise Forbidden(f"{real.__qualname__}: only tests marked `full` {what}")
        return real(*arguments, **named)

    return guarded


def _refusing_tests(sleep: Callable[..., Any]) -> Callable[..., Any]:
    """The function for all but tests of the first set; what the product does is its own matter."""

    @wraps(sleep)
    def guarded(delay: float, *arguments: Any, **named: Any) -> Any:
        if _guarded and delay > 0 and sys._getframe(1).f_code.co_filename.startswith(_TESTS):
            raise Forbidden("asyncio.sleep: only tests marked `full` wait for real time")
        return sleep(delay, *arguments, **named)

    return guarded
