"""The time limit of an answer for the database, and whether the answer has changed anything.

Discord gives up on an answer after three seconds, so an answer has less patience with a locked
database than the shell. This module knows no Discord: an answer is a task with a time limit.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

_LEAST = 0.3
"""Seconds that the database gets even if an answer is late already."""


@dataclass(slots=True)
class Answering:
    """``by`` is the moment on ``clock`` by which the database has to be done; ``changed`` tells
    whether something has been written meanwhile.
    """

    by: float
    changed: bool = False


_answering: ContextVar[Answering | None] = ContextVar("answering", default=None)

clock = time.perf_counter


@contextmanager
def answering(seconds: float) -> Iterator[Answering]:
    """Have the database do or refuse this task's requests within so many seconds."""
    answer = Answering(clock() + seconds)
    token = _answering.set(answer)
    try:
        yield answer
    finally:
        _answering.reset(token)


def patient_until(usual: float) -> float:
    """When a request that begins now gives up; after an answer, the usual time applies again."""
    now, answer = clock(), _answering.get()
    if answer is None or answer.by <= now:
        return now + usual
    return min(now + usual, max(answer.by, now + _LEAST))


def time_left() -> float | None:
    """The seconds that an answer leaves to the database; None if nobody waits for one."""
    now, answer = clock(), _answering.get()
    return None if answer is None or answer.by <= now else max(answer.by - now, _LEAST)


def note_change() -> None:
    """Note a permanent change."""
    answer = _answering.get()
    if answer is not None:
        answer.changed = True


def has_changed() -> bool:
    """Whether the current answer has stored something, wholly or in part."""
    answer = _answering.get()
    return answer is not None and answer.changed
