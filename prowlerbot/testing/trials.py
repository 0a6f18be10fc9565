"""Trials of a game: random matches, and its mistakes as sentences. The checks read both.

An exception or an endless loop in the game is a mistake, and so is a match without an end.
"""

import random
import signal
import sysconfig
import threading
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from types import FrameType
from typing import NoReturn

from cogs.contract.manifest import Manifest
from cogs.contract.sentences import NoSentence
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, Game
from prowlerbot.core.record import MAX_MOVES, MadeMove

SECONDS = 30
"""The processor time after which a check takes the game for one that never ends."""
_REPOSITORY = Path(__file__).parents[2]
_CORE = ("prowlerbot/core", "prowlerbot/testing", "cogs/contract")
_CORE_FOLDERS = (*(str(_REPOSITORY / each) for each in _CORE), sysconfig.get_path("stdlib"), "<")
_LEAVING_CHANCES = 0.0, 0.4, 0.0, 0.05
"""The chance that somebody leaves before a move, by turns in the matches of three and more."""
_SHOWN_MOVES = 3  # the last moves that name a position


class Mistake(Exception):
    """A mistake in a game, as a sentence."""


class _Endless(Exception):
    """A check of the game has taken too long."""


def first_mistake(check: Callable[[], Iterator[str]]) -> list[str]:
    """The first sentence of a check, or the mistake with which it fails; none if all is well."""
    try:
        with check_in_time("The check"):
            return [*islice(check(), 1)]
    except Mistake as mistake:
        return [str(mistake)]


@contextmanager
def check_in_time(what: str) -> Iterator[None]:
    """Raise Mistake for an exception in the game, or if it takes too long."""
    try:
        with _limit_time():
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
    game_lines = [each for each in lines if not each.filename.startswith(_CORE_FOLDERS)]
    last = (game_lines or lines)[-1]
    return f"in {last.name}, {Path(last.filename).name} line {last.lineno}"


@contextmanager
def _limit_time() -> Iterator[None]:
    """Raise _Endless after some seconds of processor time; only the main thread can do that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def raise_endless(_number: int, _frame: FrameType | None) -> NoReturn:
        raise _Endless

    former_handler = signal.signal(signal.SIGVTALRM, raise_endless)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, former_handler)


def length_mistakes(what: str, text: str, most: int, least: int = 1) -> Iterator[str]:
    """The mistake that a text is too long or too short."""
    if not least <= len(text) <= most:
        yield f"{what} has {len(text)} characters: write {least} to {most}."


def line_mistakes(what: str, text: str, most: int) -> Iterator[str]:
    """The mistake that a text is too long, empty, or more than one line."""
    yield from length_mistakes(what, text, most)
    if "\n" in text:
        yield f"{what} has several lines: write one."


def count_mistakes(
    what: str, values: Collection[object], of: int, each: str = "seat"
) -> Iterator[str]:
    """The mistake that there are more or fewer values than seats."""
    if len(values) != of:
        yield f"{what} has {len(values)} of {of} values: give one for each {each}."


@dataclass(frozen=True)
class Trial:
    """One random match: its moves, and its positions from the start on."""

    setup: str
    players: int
    entries: tuple[MadeMove, ...]
    states: tuple[AnyState, ...]

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)

    @property
    def viewers(self) -> tuple[int | None, ...]:
        return (None, *self.seats)

    def position_words(self, number: int) -> str:
        """The place of a position in the match, for the end of a sentence."""
        last = ", ".join(f"{seat} {text}" for seat, text in self.entries[:number][-_SHOWN_MOVES:])
        after = f"after move {number} ({last})" if number else "at the start"
        return f"{after} of set-up “{self.setup}”"

    def positions(self, most: int = 0) -> Iterator[tuple[str, AnyState]]:
        """The positions with their place in words: all, or at most so many of them."""
        numbers = self.position_numbers(1 + len(self.states) // most if most else 1)
        return ((self.position_words(number), self.states[number]) for number in numbers)

    def position_numbers(self, step: int) -> Sequence[int]:
        """Every so many positions, those after somebody has left, and the last one."""
        last = len(self.states) - 1
        leavings = [at for at, each in enumerate(self.entries, 1) if each.text == LEAVE]
        return sorted({*range(0, last, step), *leavings, last})


@dataclass(frozen=True)
class CheckedGame:
    """A game with the matches that its checks read."""

    game: Game
    manifest: Manifest
    matches: tuple[Trial, ...]
    seed: int

    def positions(self, most: int = 0) -> Iterator[tuple[str, Trial, AnyState]]:
        """The positions of all matches: all, or at most so many of each."""
        for trial in self.matches:
            for place, state in trial.positions(most):
                yield place, trial, state


def play_trials(game: Game, manifest: Manifest, matches: int, seed: int) -> CheckedGame:
    """Matches of each number of players, every other one with leavers. Raises Mistake."""
    played = [
        _play_trial(game, players, random.Random(f"{seed}/{players}/{number}"), leaving=leaving)
        for players in game.seats
        for number, leaving in zip(range(matches), cycle(_LEAVING_CHANCES), strict=False)
    ]
    return CheckedGame(game, manifest, tuple(played), seed)


def _play_trial(game: Game, players: int, rng: random.Random, *, leaving: float) -> Trial:
    made: list[MadeMove] = []
    states: list[AnyState] = []
    where = "A random match"
    with check_in_time(f"{where} of {players}"):
        setup = game.setup(rng, players, {})
        states.append(game.start(setup))
        while (state := states[-1]).to_move:
            if len(made) == MAX_MOVES:
                raise Mistake(
                    f"{where} is not over after {MAX_MOVES} moves, the most that a record holds:"
                    " let every way to play come to an end."
                )
            gone = {*state.left, *state.out}
            staying = [seat for seat in range(1, players + 1) if seat not in gone]
            leaves = players > 2 and rng.random() < leaving
            if leaves and staying and CHANCE not in state.to_move:
                seat = rng.choice(staying)
                if (after := state.leave(seat)) is None:  # the match ends there
                    leaving = 0.0
                else:
                    made.append(MadeMove(seat, LEAVE))
                    states.append(after)
                continue
            choices = {seat: state.moves(seat) for seat in sorted(state.to_move)}
            if stuck := [seat for seat, moves in choices.items() if not moves]:
                place = Trial(setup, players, tuple(made), ()).position_words(len(made))
                raise Mistake(
                    f"Seat {stuck[0]} is to move and has no move {place}: leave it out of"
                    " `to_move`, or give it a move that passes."
                )
            seat = rng.choice([*choices])
            move = rng.choice(choices[seat])
            made.append(MadeMove(seat, str(move)))
            states.append(state.after(seat, move))
    return Trial(setup, players, tuple(made), tuple(states))
