"""The buildings of a position in plain words, as seen from a pawn."""

from __future__ import annotations

from collections.abc import Iterator

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
from prowlerbot.games.landgrab.words import squares_of

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
    ways = [_way(position, seat, each) for each in on.buildings]
    groups: dict[tuple[int, str], list[int]] = {
        (owner, kind): [] for owner in (0, *position.seats) for kind in _GROUPS
    }
    for number in sorted(set(range(len(ways))) - told, key=lambda number: ways[number][0]):
        groups[position.owners[number], _kind(position, number)].append(number)
    heading = tr("Buildings")
    if seat:
        heading = tr("Buildings, seen from {square}", square=NAME[position.pawns[seat - 1]])
    for (owner, kind), numbers in groups.items():
        if not numbers:
            continue
        whose, left = owner_words(position, numbers[0], names), on.full[numbers[0]]
        plain = [_building(position, number, kind) for number in numbers]
        seen = [
            _with_way(words, position, seat, number, ways[number])
            for words, number in zip(plain, numbers, strict=True)
        ]
        # Whoever goes around a building of their own hears of it with the squares beyond.
        long, short = (
            tr(_GROUPS[kind], whose=whose, left=left, list=in_parts(each))
            for each in (seen if seat and owner != seat else plain, plain)
        )
        yield Part(long, _RANK, heading, short)
        heading = ""


def _kind(position: Position, number: int) -> str:
    each = position.map.buildings[number]
    if position.points[number] < each.full:
        return "damaged"
    return "large" if each.is_large else "small"


_Way = tuple[int, Building | None]


def _way(position: Position, seat: int, building: Building) -> _Way:
    """The turns to a building from the pawn of a seat, and the seat's building in the way."""
    if not seat:
        return 0, None
    pairs = zip(position.map.buildings, position.owners, strict=True)
    own = [each for each, owner in pairs if owner == seat]
    return turns_to(position.map, position.pawns[seat - 1], building, own)


def _with_way(words: str, position: Position, seat: int, number: int, way: _Way) -> str:
    if not seat:
        return words
    (turns, around), at = way, position.pawns[seat - 1]
    towards = direction(at, nearest_square(at, position.map.buildings[number]))
    fields = {"building": words, "direction": towards}
    if not turns:
        return tr("{building}, in reach, {direction}", **fields)
    if around is None:
        return trn(
            "{building}, {count} step {direction}",
            "{building}, {count} steps {direction}",
            turns,
            **fields,
        )
    return trn(
        "{building}, {count} turn {direction}, around {around}",
        "{building}, {count} turns {direction}, around {around}",
        turns,
        **fields,
        around=squares_of(around),
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
