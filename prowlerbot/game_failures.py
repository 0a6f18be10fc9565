"""The failures of games from outside, in the bot and in its worker processes.

This file does not import asyncio, which keeps the processes small.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from functools import cache
from types import FrameType
from typing import TypeVar

from prowlerbot.core.errors import Refused, Resting
from prowlerbot.core.i18n import mark
from prowlerbot.packages import folders

_T = TypeVar("_T")

MOST_WORK = 5.0
"""Seconds of processor time for a picture, or for a move of the machine."""
_AGAIN = 0.5
"""Seconds until the next look if the code is not that of a game."""
FAILED = mark(
    "The game has failed in this match, so the match waits. Its moves are kept, and the host of the"
    " bot finds the reason in the log."
)


class Endless(Resting):
    """The code of a game did not end. It has no arguments, as threads raise the class."""

    def __init__(self) -> None:
        super().__init__(FAILED)


class Failed(Exception):
    """An error of a game in a worker process; its own class may not survive the way to the bot."""

    def __init__(self, problem: str, place: str, endless: bool) -> None:  # noqa: FBT001 - pickle has no names
        super().__init__(problem, place, endless)
        self.problem = problem
        self.place = place
        self.endless = endless

    def __repr__(self) -> str:
        return self.problem


@cache
def code() -> tuple[str, ...]:
    """The beginnings of the names of files with games from outside."""
    return tuple(f"{folder}/" for folder in folders())


def failed_at(error: BaseException) -> str:
    """The last line of a game from outside that led to an error; empty if none did."""
    if isinstance(error, Failed):
        return error.place
    trace, place = error.__traceback__, ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.startswith(code()):
            place = f"{file}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place


def is_endless(error: BaseException) -> bool:
    return isinstance(error, Endless) or (isinstance(error, Failed) and error.endless)


def for_the_bot(error: Exception) -> Exception:
    """An error in a worker process, as the bot gets it."""
    place = "" if isinstance(error, Refused) and not is_endless(error) else failed_at(error)
    return Failed(repr(error), place, endless=is_endless(error)) if place else error


def or_nothing(draw: Callable[[], bytes]) -> bytes:
    """A picture beside others; empty if a game from outside fails to draw it."""
    try:
        return draw()
    except Exception as error:
        if not failed_at(error):
            raise
        return b""


def within_limit(job: Callable[[], _T]) -> _T:
    """Do a job in the main thread of a worker process; raises Endless if a game does not end."""
    if not code() or not hasattr(signal, "setitimer"):
        return job()
    signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_WORK, _AGAIN)
    try:
        return job()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _stop(_number: int, frame: FrameType | None) -> None:
    if place_in_game(frame, code()):
        raise Endless


def place_in_game(frame: FrameType | None, files: tuple[str, ...]) -> str:
    """The line of a game that a frame stands in; empty if it stands in none."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(files):
            return f"{frame.f_code.co_filename}, line {frame.f_lineno}"
        frame = frame.f_back
    return ""
