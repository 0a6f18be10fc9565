"""A match as its record: a game, a set-up and the moves; everything else follows by replay."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from prowlerbot.core.errors import BadRecord, IllegalMove
from prowlerbot.core.game import AnyState, Game, after
from prowlerbot.core.recent_cache import Recent

MAX_MOVES, MAX_TAKEBACKS = 2_000, 200
"""The limits of a record. A match has the same limit of takebacks, so its exports can be read."""
MAX_HINT_STEPS = 3
"""The steps of one hint."""
_Line = tuple[Game, str, tuple[tuple[int, str], ...]]
"""A set-up of a game, and the moves after it."""
_replayed: Recent[_Line, tuple[AnyState, ...]] = Recent(256)
"""Replays repeat for the same match, mostly with one more move than before."""


class MadeMove(NamedTuple):
    """A move of a record: its seat, perhaps CHANCE, and its text."""

    seat: int
    text: str


class UndoneMove(NamedTuple):
    """A move that was taken back: the last one at that time, with ``ply`` moves before it."""

    ply: int
    seat: int
    text: str


class GivenHint(NamedTuple):
    """A seat took hints from the machine, in so many steps, when ``ply`` moves had been made."""

    ply: int
    seat: int
    steps: int


@dataclass(frozen=True, slots=True)
class Record:
    """The final ``moves``, the ``takebacks`` on the way, in order, and the ``hints`` taken.

    ``players`` are the names that the record states, seat 1 first. ``times`` are the seconds of
    thought for each move, None where no clock ran. Nothing can verify either.
    """

    game: Game
    setup: str
    moves: tuple[MadeMove, ...] = ()
    takebacks: tuple[UndoneMove, ...] = ()
    players: tuple[str, ...] = ()
    hints: tuple[GivenHint, ...] = ()
    times: tuple[int | None, ...] = ()

    def states(self) -> list[AnyState]:
        """The position before the first move and after each one."""
        return replay(self.game, self.setup, self.moves)


def replay(
    game: Game, setup: str, moves: Iterable[tuple[int, str]], *, again: bool = True
) -> list[AnyState]:
    """The position before the first move and after each one.

    The replay is cached unless ``again`` is false. A hundred records that are replayed only once
    would push running matches out of the cache.

    Raises BadSetup for an impossible set-up, BadRecord with the number of a move that is illegal.
    """
    line = tuple((seat, text) for seat, text in moves)
    if (known := _replayed.find((game, setup, line))) is not None:
        return [*known]
    known = _replayed.find((game, setup, line[:-1]))
    states = [*known] if known else [game.start(setup)]
    for number, (seat, text) in enumerate(line[len(states) - 1 :], len(states)):
        states.append(replay_step(states[-1], number, seat, text))
    if again:
        _replayed.keep((game, setup, line), tuple(states))
    return states


def extend_replay(
    game: Game, setup: str, moves: Iterable[tuple[int, str]], latest: Sequence[AnyState]
) -> None:
    """Add the ``latest`` positions, up to the one after all moves, to a cached replay. A move that
    was just made is not made a second time for them.
    """
    line = tuple((seat, text) for seat, text in moves)
    if (known := _replayed.find((game, setup, line[: -len(latest)]))) is not None:
        _replayed.keep((game, setup, line), (*known, *latest))


def replay_step(state: AnyState, number: int, seat: int, text: str) -> AnyState:
    """The position after an entry of a record; raises BadRecord with its ``number``, from 1."""
    try:
        return after(state, seat, text)
    except IllegalMove as error:
        raise BadRecord("Move {number}: {problem}", number=number, problem=error) from error


def random_record(game: Game, rng: random.Random, players: int | None = None) -> Record:
    """A match played to the end, by default with the smallest number of players."""
    setup = game.setup(rng, game.seats[0] if players is None else players, {})
    state = game.start(setup)
    moves: list[MadeMove] = []
    while state.to_move:
        seat = rng.choice(sorted(state.to_move))
        move = rng.choice(state.moves(seat))
        moves.append(MadeMove(seat, str(move)))
        state = state.after(seat, move)
    return Record(game, setup, tuple(moves))
