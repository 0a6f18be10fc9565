"""The guard of games from outside: a loop without end in their code stops one match alone.

A timer of processor time looks once a second at the code that runs. If the event loop has not
turned for some looks, and the code is that of a game from outside, the guard raises an exception
there. It does the same in other threads. An idle bot has no looks, and a bot with the games of the
house alone has no timer. The guard cannot end a call within a library that is not written in
Python.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import signal
import sys
import threading
from collections import Counter
from contextvars import ContextVar
from types import FrameType

from prowlerbot import game_failures
from prowlerbot.game_failures import Endless, failed_at, is_endless, place_in_game

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds of processor time between two looks."""
PATIENCE = 5
"""Looks at the same turn of the event loop before it ends; a thread has three times as many."""

_in_hand: ContextVar[str] = ContextVar("match_in_hand", default="")
_failed: set[str] = set()
"""The matches in which a game did not end. They rest until the next start of the bot."""
_logged: set[tuple[str, str]] = set()
"""The matches and the lines of games that the log has."""


def take_in_hand(match_id: str) -> None:
    """Note the match whose game is asked next; raises Endless if the game does not end there."""
    if match_id in _failed:
        raise Endless
    _in_hand.set(match_id)


def note_endless() -> None:
    """Let the match in hand rest, as its game did not end."""
    _failed.add(_in_hand.get())


def log_failure(error: BaseException) -> bool:
    """Whether an error is that of a game from outside; the log has one line for each match and
    place. If the game did not end, the match in hand rests from now on.
    """
    if not (place := failed_at(error)):
        return False
    match = _in_hand.get()
    if is_endless(error):
        note_endless()
    if (match, place) not in _logged:
        _logged.add((match, place))
        problem = "an endless loop" if is_endless(error) else repr(error)
        log.error("a game has failed in match “%s” with %s: %s", match, problem, place)
    return True


class GameGuard:
    """``code`` has the beginnings of the names of files with games from outside."""

    def __init__(self, code: tuple[str, ...] | None = None, every: float = EVERY) -> None:
        self._code = game_failures.code() if code is None else code
        self._every = every
        self._looks = 0
        self._turned = True
        self._threads: Counter[int] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin to look, in the main thread of a running event loop."""
        here = threading.current_thread() is threading.main_thread()
        if self._code and here and hasattr(signal, "setitimer"):
            self._loop = asyncio.get_running_loop()
            signal.signal(signal.SIGVTALRM, self._look)
            signal.setitimer(signal.ITIMER_VIRTUAL, self._every, self._every)

    def stop(self) -> None:
        if self._loop is not None:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            self._loop = None

    def _turn(self) -> None:
        self._turned = True

    def _look(self, _number: int, frame: FrameType | None) -> None:
        if self._loop is None or self._loop.is_closed():
            return  # the timer went off as the bot ended
        self._look_at_threads()
        self._looks = 0 if self._turned else self._looks + 1
        if self._turned:
            self._turned = False
            self._loop.call_soon_threadsafe(self._turn)
        if self._looks >= PATIENCE and (place := place_in_game(frame, self._code)):
            self._looks = 0
            note_endless()
            _logged.add((_in_hand.get(), place))
            log.error("a game does not end in match “%s” and is stopped: %s", _in_hand.get(), place)
            raise Endless

    def _look_at_threads(self) -> None:
        own = threading.get_ident()
        for thread, frame in sys._current_frames().items():  # noqa: SLF001 - there is no other way
            if thread == own or not (place := place_in_game(frame, self._code)):
                del self._threads[thread]
                continue
            self._threads[thread] += 1
            if self._threads[thread] >= 3 * PATIENCE:
                del self._threads[thread]
                log.error("a game does not end in a thread and is stopped: %s", place)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread), ctypes.py_object(Endless)
                )
