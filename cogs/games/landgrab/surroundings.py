"""The buildings of a position in plain words, as seen from a pawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cogs.contract.sentences import Part
from cogs.games.landgrab.bearings import direction, nearest_square, turns_to
from cogs.games.landgrab.odds import claim_odds
from cogs.games.landgrab.texts import Names
from cogs.games.landgrab.turn_keys import mover, of_kind, owner_words, size_word
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.core.lists_and_numbers import in_parts
from prowlerbot.games.landgrab.map import Building
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import NAME
from prowlerbot.games.landgrab.words import COLOUR_NAMES, squares_of

_RANK = 2
"""See ``spoken``."""
_GROUPS = {
    "small": mark("Small, {whose}, strength {left}: {list}."),
    "large": mark("Large, {whose}, strength {left}: {list}."),
    "damaged": mark("Damaged, {whose}: {list}."),
}


def buildings_of(position: Position, names: Names, seat: int) -> Iterator[Part]:
    """The buildings by owner and kind, those nearest to the pawn of a seat first.

    Those that the seat can claim now are told with its moves.
    """
    on = position.map
    told = set[int]()
    if seat and position.to_move == {seat}:
        told = {on.number[move.at] for move in of_kind(position, "c")}
    ways = {at: _way(position, seat, at) for at in range(len(on.buildings)) if at not in told}
    groups: dict[tuple[int, str], list[int]] = {
        (owner, kind): [] for owner in (0, *position.seats) for kind in _GROUPS
    }
    for at in sorted(ways, key=lambda at: ways[at].turns):
        groups[position.owners[at], _kind(position, at)].append(at)
    heading = tr("Buildings")
    if seat:
        heading = tr("Buildings, seen from {square}", square=NAME[position.pawns[seat - 1]])
    passed = {way.around for way in ways.values() if way.around is not None}
    if len(passed) == 1:
        words = tr("Turns, not steps, go around {building}.", building=squares_of(*passed))
        yield Part(words, _RANK, heading)
        heading = ""
    for (_, kind), numbers in groups.items():
        if not numbers:
            continue
        plain = [_building(position, at, kind) for at in numbers]
        seen = [
            _with_way(building, ways[at], named=len(passed) > 1)
            for building, at in zip(plain, numbers, strict=True)
        ]
        long, short = (
            tr(
                _GROUPS[kind],
                whose=owner_words(position, numbers[0], who),
                left=on.full[numbers[0]],
                list=in_parts(each),
            )
            for each, who in ((seen, names), (plain, colours_of(position)))
        )
        yield Part(long, _RANK, heading, short)
        heading = ""


def colours_of(position: Position) -> Names:
    """The players by their colours, which are short; their lines in a position name both."""
    return [tr(COLOUR_NAMES[letter]) for letter in position.setup.colours]


def _kind(position: Position, number: int) -> str:
    each = position.map.buildings[number]
    if position.points[number] < each.full:
        return "damaged"
    return "large" if each.is_large else "small"


class _Way(NamedTuple):
    """The turns to a building, and the seat's own building that the way goes around first."""

    turns: int = 0
    around: Building | None = None
    towards: str = ""
    """The direction; empty for a building without a way."""


def _way(position: Position, seat: int, number: int) -> _Way:
    """The way of a seat's pawn to a building. A pawn goes around its own ones, which are told with
    the squares beyond.
    """
    if not seat or position.owners[number] == seat:
        return _Way()
    pairs = zip(position.map.buildings, position.owners, strict=True)
    own = [each for each, owner in pairs if owner == seat]
    at, each = position.pawns[seat - 1], position.map.buildings[number]
    turns, around = turns_to(position.map, at, each, own)
    return _Way(turns, around, direction(at, nearest_square(at, each)))


def _with_way(building: str, way: _Way, *, named: bool) -> str:
    """A building with the way to it, on which the building to go around is ``named``."""
    fields = {"building": building, "direction": way.towards}
    if not way.towards:
        return building
    if not way.turns:
        return tr("{building}, in reach, {direction}", **fields)
    if way.around is None:
        return trn(
            "{building}, {count} step {direction}",
            "{building}, {count} steps {direction}",
            way.turns,
            **fields,
        )
    if not named:
        return trn(
            "{building}, {count} turn {direction}",
            "{building}, {count} turns {direction}",
            way.turns,
            **fields,
        )
    return trn(
        "{building}, {count} turn {direction}, around {around}",
        "{building}, {count} turns {direction}, around {around}",
        way.turns,
        **fields,
        around=squares_of(way.around),
    )


def _building(position: Position, number: int, kind: str) -> str:
    squares = squares_of(position.map.buildings[number])
    if kind != "damaged":
        return squares
    size, left = size_word(position.map.buildings[number]), position.points[number]
    return tr("{square} {kind}, strength {left}", square=squares, kind=size, left=left)


def to_claim(position: Position, first: int, names: Names) -> str:
    """A building in reach of the seat to move."""
    number = position.map.number[first]
    each, at = position.map.buildings[number], position.pawns[mover(position) - 1]
    return tr(
        "{square} {kind}, {direction}, {owner}, strength {left}, {odds}",
        square=squares_of(each),
        direction=direction(at, nearest_square(at, each)),
        kind=size_word(each),
        owner=owner_words(position, number, names),
        left=position.points[number],
        odds=claim_odds(position.points[number]),
    )


def to_claim_briefly(position: Position, first: int, _: Names) -> str:
    number = position.map.number[first]
    odds = claim_odds(position.points[number])
    return f"{squares_of(position.map.buildings[number])}, {odds}"
