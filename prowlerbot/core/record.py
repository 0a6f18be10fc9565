"""A match as its record: a game, a set-up and the moves made; everything else is its replay.

``record_json`` has its form as JSON.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from prowlerbot.core.errors import BadRecord, IllegalMove
from prowlerbot.core.game import AnyState, Game, after
from prowlerbot.core.recent import Recent


class Made(NamedTuple):
    """One move of a record: which seat made it (CHANCE is one of them), and how it reads."""

    seat: int
    text: str


class Undone(NamedTuple):
    """A move that was taken back: it was the last one then, with ``ply`` moves before it."""

    ply: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """``moves`` is what stands; ``takebacks`` what was taken back on the way, in that order.

    ``players`` are the names that the record states, seat 1 first; nothing can verify them.
    """

    game: Game
    setup: str
    moves: tuple[Made, ...] = ()
    takebacks: tuple[Undone, ...] = ()
    players: tuple[str, ...] = ()

    def states(self) -> list[AnyState]:
        """The position before the first move and after each one."""
        return replay(self.game, self.setup, self.moves)


def replay(
    game: Game, setup: str, moves: Iterable[tuple[int, str]], *, again: bool = True
) -> list[AnyState]:
    """The position before the first move and after each one.

    It is remembered in case it is replayed ``again``; what is looked at once, among a hundred
    others, would push out those that are played.

    Raises BadSetup for a set-up that the game cannot start from, BadRecord for a move that is
    not legal where it stands, naming its number.
    """
    made = tuple((seat, text) for seat, text in moves)
    known = _replayed.find((game, setup, made))
    if known is not None:
        return [*known]
    known = _replayed.find((game, setup, made[:-1]))
    states = [*known] if known else [game.start(setup)]
    for number, (seat, text) in enumerate(made[len(states) - 1 :], len(states)):
        states.append(step(states[-1], number, seat, text))
    if again:
        _replayed.keep((game, setup, made), tuple(states))
    return states


_Line = tuple[Game, str, tuple[tuple[int, str], ...]]
_replayed: Recent[_Line, tuple[AnyState, ...]] = Recent(256)
"""A match is replayed again and again, mostly with one more move than before."""


def step(state: AnyState, number: int, seat: int, text: str) -> AnyState:
    try:
        return after(state, seat, text)
    except IllegalMove as error:
        raise BadRecord("Move {number}: {problem}", number=number, problem=error) from error
