"""The buildings of a position in plain words, as seen from a pawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.games.landgrab.bearings import direction, nearest_square, turns_to
from cogs.games.landgrab.texts import Names
from cogs.games.landgrab.turn_keys import of_kind
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.core.lists_and_numbers import in_parts
from prowlerbot.games.landgrab.map import Building
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.words import squares_of

_Way = tuple[int, Sequence[Building]]


def buildings_of(position: Position, names: Names, seat: int) -> Iterator[str]:
    """The buildings by size and owner, those nearest to the pawn of a seat first.

    Those that a seat can claim now are told with its moves.
    """
    on = position.map
    told = set[int]()
    if seat and position.to_move == {seat}:
        told = {on.number[move.at] for move in of_kind(position, "c")}
    ways = [_way(position, seat, each) for each in on.buildings]
    left = [n for n in sorted(range(len(ways)), key=lambda n: ways[n][0]) if n not in told]
    whole = [n for n in left if not position.owners[n] and position.points[n] == on.full[n]]
    for group, is_large in (
        (mark("Small, nobody's, strength {left}: {list}."), False),
        (mark("Large, nobody's, strength {left}: {list}."), True),
    ):
        of_size = [number for number in whole if on.buildings[number].is_large == is_large]
        if of_size:
            words = in_parts(
                _with_way(position, seat, n, squares_of(on.buildings[n]), ways[n]) for n in of_size
            )
            yield tr(group, left=on.full[of_size[0]], list=words)
    for owner in (0, *position.seats):
        owned = [n for n in left if position.owners[n] == owner and n not in whole]
        words = in_parts(
            _with_way(position, seat, n, _building(position, n), ways[n]) for n in owned
        )
        if owned and owner:
            yield tr("{player} owns {list}.", player=names[owner - 1], list=words)
        elif owned:
            yield tr("Damaged, nobody's: {list}.", list=words)


def _way(position: Position, seat: int, building: Building) -> _Way:
    """The turns to a building from the pawn of a seat, and the seat's buildings in the way."""
    if not seat:
        return 0, ()
    pairs = zip(position.map.buildings, position.owners, strict=True)
    own = [each for each, owner in pairs if owner == seat]
    return turns_to(position.map, position.pawns[seat - 1], building, own)


def _with_way(position: Position, seat: int, number: int, building: str, way: _Way) -> str:
    if not seat:
        return building
    at, each = position.pawns[seat - 1], position.map.buildings[number]
    turns, around = way
    towards = direction(at, nearest_square(at, each))
    if not turns:
        return tr("{building}, in reach, {direction}", building=building, direction=towards)
    if around:
        return trn(
            "{building}, {count} turn {direction}, around {around}",
            "{building}, {count} turns {direction}, around {around}",
            turns,
            building=building,
            direction=towards,
            around=", ".join(map(squares_of, around)),
        )
    return trn(
        "{building}, {count} step {direction}",
        "{building}, {count} steps {direction}",
        turns,
        building=building,
        direction=towards,
    )


def _building(position: Position, number: int) -> str:
    each = position.map.buildings[number]
    size, left = size_word(each), position.points[number]
    return tr("{square} {kind}, strength {left}", square=squares_of(each), kind=size, left=left)


def size_word(each: Building) -> str:
    return tr("large") if each.is_large else tr("small")
