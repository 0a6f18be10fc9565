"""The mistakes of a game as sentences, and the guard that turns its failures into them.

An exception or an endless loop in the game is a mistake.
"""

import signal
import sysconfig
import threading
import traceback
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import NoReturn

from cogs.contract.sentences import NoSentence

SECONDS = 30
"""The processor time after which a check takes the game for one that never ends."""
_REPOSITORY = Path(__file__).parents[2]
_CORE = ("prowlerbot/core", "prowlerbot/testing", "cogs/contract")
_CORE_FOLDERS = (*(str(_REPOSITORY / each) for each in _CORE), sysconfig.get_path("stdlib"), "<")


class Mistake(Exception):
    """A mistake in a game, as a sentence."""


class _Endless(Exception):
    """A check of the game has taken too long."""


def first_mistake(check: Callable[[], Iterator[str]]) -> list[str]:
    try:
        with check_in_time("The check"):
            return [*islice(check(), 1)]
    except Mistake as mistake:
        return [str(mistake)]


@contextmanager
def check_in_time(what: str) -> Iterator[None]:
    """Raise Mistake for an exception in the game, or if it takes too long."""
    try:
        with _deadline():
            yield
    except Mistake:
        raise
    except _Endless as error:
        place = _failing_place(error)
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
        raise Mistake(f"{what} ({_failing_place(error)}); {remedy}.") from error


def _failing_place(error: Exception) -> str:
    """The last line of the game that led to an error, or else of the core."""
    lines = list(traceback.extract_tb(error.__traceback__))
    of_game = [each for each in lines if not each.filename.startswith(_CORE_FOLDERS)]
    last = (of_game or lines)[-1]
    return f"in {last.name}, {Path(last.filename).name} line {last.lineno}"


@contextmanager
def _deadline() -> Iterator[None]:
    """Raise _Endless after some seconds of processor time; only the main thread can do that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _raise_endless)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _raise_endless(_number: int, _frame: FrameType | None) -> NoReturn:
    raise _Endless


def length_mistakes(what: str, told: str, most: int, least: int = 1) -> Iterator[str]:
    """The mistake that a text is too long or too short."""
    if not least <= len(told) <= most:
        yield f"{what} has {len(told)} characters: write {least} to {most}."


def line_mistakes(what: str, told: str, most: int) -> Iterator[str]:
    """The mistake that a text is too long, empty, or more than one line."""
    yield from length_mistakes(what, told, most)
    if "\n" in told:
        yield f"{what} has several lines: write one."


def count_mistakes(
    what: str, values: Collection[object], of: int, each: str = "seat"
) -> Iterator[str]:
    """The mistake that there are more or fewer values than seats."""
    if len(values) != of:
        yield f"{what} has {len(values)} of {of} values: give one for each {each}."
