"""Which tests `make test` runs, and what holds these to it.

`make test` runs everything without the mark `full`. A test without it may start no process and may
not sleep; an attempt raises `Forbidden`. `make test-all` runs the others after it.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable
from functools import wraps
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

_FULL_ROOMS = ("tests/browser/", "tests/process/", "tests/kills/")
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


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _refusing(
    real: Callable[..., Any], what: str, applies: Callable[[], bool]
) -> Callable[..., Any]:
    """The function for tests marked ``full`` alone, where the rule ``applies``."""

    @wraps(real)
    def guarded(*arguments: Any, **named: Any) -> Any:
        if _guarded and applies():
            raise Forbidden(f"{real.__qualname__}: only tests marked `full` {what}")
        return real(*arguments, **named)

    return guarded
