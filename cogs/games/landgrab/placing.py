"""Placing a tile, a building or a spawn in at most two presses: the column, then the place.

The argument of the next keys holds the choice so far: ``b:F`` is a building in column F. Only legal
places are offered, and a column with a single place takes one press.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.contract.screen import Key, Row, in_rows, menus
from cogs.games.landgrab.signs import LARGE, SMALL
from cogs.games.landgrab.texts import Names, marked
from cogs.games.landgrab.turn_keys import Choice, mover
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import tile_squares
from prowlerbot.games.landgrab.moves import Move
from prowlerbot.games.landgrab.position import Phase
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import COLUMNS, NAME
from renderer.landgrab.land.lights import Mark

_PREFIXES: dict[Phase, str] = {"tiles": "t", "buildings": "b", "spawns": "p"}
PLACING = frozenset(_PREFIXES)
"""The phases in which players place something."""


def rows(position: Position, *, listed: bool) -> list[Row]:
    """The columns, for the first press; a column with a single place needs no second one."""
    keys = []
    for column, moves in by_column(position).items():
        if len(moves) == 1:
            keys.append(_key(position, moves[0]))
            continue
        label = tr("Column {column}", column=column) if listed else column
        argument = f"{_PREFIXES[position.phase]}:{column}"
        keys.append(
            Key(label, argument, enabled=bool(moves), opens=True, hint=_places_counted(moves))
        )
    return menus(tr("Column"), keys) if listed else in_rows(keys)


def choice(position: Position, argument: str, names: Names) -> Choice:
    """The places of a column. A square, from an older button, means its column."""
    begins, _, place = argument.partition(":")
    moves = by_column(position).get(place[:1], [])
    if not moves or begins != _PREFIXES[position.phase]:
        raise IllegalMove("Nothing can be placed at “{typed}”.", typed=place)
    keys = [_key(position, move) for move in moves if move.kind != "l"]
    large = [_key(position, move) for move in moves if move.kind == "l"]
    player = marked(position, mover(position), names)
    question = {
        "tiles": tr(
            "▶️ {player} places a tile: 2 × 2 squares, named by the upper left one.", player=player
        ),
        "buildings": tr(
            "▶️ {player} places a building: a small one on one square, or a large one on two"
            " squares side by side.",
            player=player,
        ),
        "spawns": tr("▶️ {player} begins on which square?", player=player),
    }
    return Choice(question[position.phase], keys, _marks(moves), tr("Place"), large)


def _key(position: Position, move: Move) -> Key:
    if move.kind == "l":
        return Key(f"{NAME[move.at]}-{NAME[move.to]}", str(move), str(LARGE), hint=tr("large"))
    if position.phase == "buildings":
        return Key(NAME[move.at], str(move), str(SMALL), hint=tr("small"))
    return Key(NAME[move.at], str(move))


def _marks(moves: Sequence[Move]) -> list[Mark]:
    """Tiles in their places; squares by name, with a bar between the two squares of a large
    building.
    """
    if moves[0].kind == "t":
        return [Mark(tuple(squares_in(tile_squares(move.at))), NAME[move.at]) for move in moves]
    squares = sorted({move.at for move in moves})
    bars = [Mark((move.at, move.to), "") for move in moves if move.kind == "l"]
    return [*(Mark((square,), NAME[square]) for square in squares), *bars]


def _places_counted(moves: Sequence[Move]) -> str:
    squares = sorted({move.at for move in moves})
    named = ", ".join(NAME[square] for square in squares)
    counted = trn("{count} square, {list}", "{count} squares, {list}", len(squares), list=named)
    return counted if squares else ""


def by_column(position: Position) -> dict[str, list[Move]]:
    columns: dict[str, list[Move]] = {column: [] for column in COLUMNS}
    for move in position.legal:
        columns[NAME[move.at][0]].append(move)
    return columns
