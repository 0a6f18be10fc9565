"""A match as its record: a game, a set-up and the moves; everything else follows by replay.

Limits for records from outside keep the work of reading them small.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from prowlerbot.core.errors import BadRecord, IllegalMove
from prowlerbot.core.game import AnyState, Game, after
from prowlerbot.core.i18n import mark
from prowlerbot.core.recent_cache import Recent

MAX_BYTES = 1 << 20
"""More than any match of these games needs, with all possible statements."""
MOST_MOVES = 2_000
MOST_TAKEBACKS = 200
"""A match has the same limit, so its exports can be read again."""
MOST_STEPS = 3
"""The steps of one hint."""
MOST_ENTRIES = 2_000
"""The limit of any other list or object."""
LONGEST_TEXT = 4_000
"""Characters of any text, set-ups and the names of fields included."""
MOST_DIGITS = 15
DEEPEST_NESTING = 12
"""The deepest nesting of lists and objects."""

TOO_DEEP = mark("This is nested too deeply for a record.")
_TOO_MANY = {
    "moves": mark("A record can have at most {most} moves; this one has {count}."),
    "takebacks": mark("A record can have at most {most} takebacks; this one has {count}."),
}


class Made(NamedTuple):
    """One move of a record: its seat (possibly CHANCE) and its text."""

    seat: int
    text: str


class Undone(NamedTuple):
    """A move that was taken back: the last one at that time, with ``ply`` moves before it."""

    ply: int
    seat: int
    text: str


class Hinted(NamedTuple):
    """A seat took hints from the machine, in so many steps, when ``ply`` moves had been made."""

    ply: int
    seat: int
    steps: int


@dataclass(frozen=True, slots=True)
class Record:
    """``moves`` holds the final moves; ``takebacks`` those taken back on the way, in order, and
    ``hints`` those that players took.

    ``players`` are the names that the record states, seat 1 first; nothing can verify them.
    """

    game: Game
    setup: str
    moves: tuple[Made, ...] = ()
    takebacks: tuple[Undone, ...] = ()
    players: tuple[str, ...] = ()
    hints: tuple[Hinted, ...] = ()

    def states(self) -> list[AnyState]:
        """The position before the first move and after each one."""
        return replay(self.game, self.setup, self.moves)


def replay(
    game: Game, setup: str, moves: Iterable[tuple[int, str]], *, again: bool = True
) -> list[AnyState]:
    """The position before the first move and after each one.

    The replay is cached unless ``again`` is false: one of a hundred records that are replayed only
    once would push running matches out of the cache.

    Raises BadSetup for an impossible set-up, BadRecord for a move that is not legal in its place,
    with its number.
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
"""Replays repeat for the same match, mostly with one more move than before."""


def step(state: AnyState, number: int, seat: int, text: str) -> AnyState:
    try:
        return after(state, seat, text)
    except IllegalMove as error:
        raise BadRecord("Move {number}: {problem}", number=number, problem=error) from error


def random_record(game: Game, rng: random.Random, players: int | None = None) -> Record:
    """A match played to the end, by default with the smallest number of players."""
    setup = game.setup(rng, game.seats[0] if players is None else players, {})
    state = game.start(setup)
    moves: list[Made] = []
    while state.to_move:
        seat = rng.choice(sorted(state.to_move))
        move = rng.choice(state.moves(seat))
        moves.append(Made(seat, str(move)))
        state = state.after(seat, move)
    return Record(game, setup, tuple(moves))


def short_number(text: str) -> int:
    """A whole number in JSON; raises BadRecord for more digits than necessary."""
    if len(text.lstrip("-")) > MOST_DIGITS:
        raise BadRecord("This has a number that is too long for a record.")
    return int(text)


def check_size(data: Mapping[str, object]) -> None:
    """Raise BadRecord if any part of the data is over its limit."""
    for field, most in (("moves", MOST_MOVES), ("takebacks", MOST_TAKEBACKS)):
        entries = data.get(field)
        if isinstance(entries, list) and len(entries) > most:
            raise BadRecord(_TOO_MANY[field], most=most, count=len(entries))
    level: list[object] = [data]
    for _ in range(DEEPEST_NESTING):
        level = [inner for value in level for inner in _nested(value)]
        if not level:
            return
    raise BadRecord(TOO_DEEP)


def _nested(value: Any) -> list[object]:
    """The lists and objects in a list or object; raises BadRecord if it is too large."""
    if len(value) > MOST_ENTRIES:
        raise BadRecord(
            "A list in a record can have at most {most} entries; this one has {count}.",
            most=MOST_ENTRIES,
            count=len(value),
        )
    entries = [*value, *value.values()] if isinstance(value, dict) else value
    for text in entries:
        if isinstance(text, str) and len(text) > LONGEST_TEXT:
            raise BadRecord(
                "A text in a record can have at most {most} characters; this one has {count}.",
                most=LONGEST_TEXT,
                count=len(text),
            )
    return [each for each in entries if isinstance(each, (list, dict))]
