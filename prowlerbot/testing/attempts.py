"""One check of a game: its first mistake, an exception or an endless loop in the game included."""

from __future__ import annotations

import signal
import sysconfig
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

from cogs.contract.sentences import NoSentence

SECONDS = 30
"""The processor time after which a check takes the game for one that never ends."""
_HOUSE = Path(__file__).parents[2]
_OF_THE_CORE = (
    *(str(_HOUSE / each) for each in ("prowlerbot/core", "prowlerbot/testing", "cogs/contract")),
    sysconfig.get_path("stdlib"),
    "<",
)


class Mistake(Exception):
    """A mistake in a game, as a sentence."""


class _Endless(Exception):
    pass


def attempted(check: Callable[[], Iterator[str]]) -> list[str]:
    """The first mistake that a check finds, if any."""
    try:
        with checked("The check"):
            first = next(check(), None)
    except Mistake as mistake:
        return [str(mistake)]
    return [] if first is None else [first]


@contextmanager
def checked(what: str) -> Iterator[None]:
    """Raise Mistake for an exception in the game, or if it takes too long."""
    try:
        with _deadline():
            yield
    except Mistake:
        raise
    except _Endless as error:
        place = _place(error)
        raise Mistake(
            f"{what} does not end: after {SECONDS} seconds the game was {place}; end that loop."
        ) from error
    except NoSentence as error:
        raise Mistake(str(error)) from error
    except Exception as error:
        kind, remedy = type(error).__name__, "mend that"
        if isinstance(error, AttributeError) and "has no setter" in str(error):
            remedy = "a field bears the name of a member of State, so rename it"
        what += f" fails with {kind}: {error}"
        raise Mistake(f"{what} ({_place(error)}); {remedy}.") from error


def _place(error: Exception) -> str:
    """The last line of the game that led to an error, or else of the core."""
    lines = list(traceback.extract_tb(error.__traceback__))
    last = ([each for each in lines if _is_of_game(each.filename)] or lines)[-1]
    return f"in {last.name}, {Path(last.filename).name} line {last.lineno}"


def _is_of_game(filename: str) -> bool:
    return not any(filename.startswith(each) for each in _OF_THE_CORE)


@contextmanager
def _deadline() -> Iterator[None]:
    """Raise _Endless after some seconds of processor time; only the main thread can do that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _too_long(_number: int, _frame: FrameType | None) -> NoReturn:
    raise _Endless
