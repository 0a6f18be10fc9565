"""The time that an answer leaves to the database, and whether it has changed anything.

Discord gives up after three seconds, so an answer has less patience than the shell.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

clock = time.perf_counter
_LEAST_PATIENCE = 0.3
"""Seconds that a request gets even if its answer is due sooner."""


@dataclass(slots=True)
class Answering:
    """An answer under way: any task with a time limit for its requests."""

    by: float
    """The moment on ``clock`` by which the database has to be done."""
    changed: bool = False
    """Whether something was written, or may have been as the connection was lost."""


_answering: ContextVar[Answering | None] = ContextVar("answering", default=None)


@contextmanager
def answering(seconds: float) -> Iterator[Answering]:
    """Have the database do or refuse what this task requests within so many seconds.

    A request that begins later has the usual patience, as nobody waits for the answer any more.
    """
    answer = Answering(clock() + seconds)
    token = _answering.set(answer)
    try:
        yield answer
    finally:
        _answering.reset(token)


def time_left() -> float | None:
    """The seconds that an answer leaves to the database; None without one, or if it is late."""
    now, answer = clock(), _answering.get()
    return None if answer is None or answer.by <= now else max(answer.by - now, _LEAST_PATIENCE)


def mark_changed() -> None:
    """Note that the current answer has stored something, or perhaps has."""
    if (answer := _answering.get()) is not None:
        answer.changed = True


def has_changed() -> bool:
    """Whether the current answer has stored something, wholly or in part, or perhaps has."""
    answer = _answering.get()
    return answer is not None and answer.changed
