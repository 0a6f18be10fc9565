"""Placing a tile, a building or a spawn in at most three presses: column, row, kind.

What is chosen so far stands in the argument of the next keys: ``b:F`` is a building in column F,
``b:F6`` one whose first square is F6. Only what is legal is offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.board.screen import Key, Row, in_rows, menus
from cogs.games.landgrab.choices import Choice
from cogs.games.landgrab.pad import mover
from cogs.games.landgrab.signs import LARGE, SMALL
from cogs.games.landgrab.texts import Names, marked
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import tr, trn
from prowlerbot.games.landgrab.moves import Move
from prowlerbot.games.landgrab.rules import Phase, Position
from prowlerbot.games.landgrab.space import COLUMNS, NAME, SQUARE, WIDTH
from renderer.landgrab import Mark

_BEGINS: dict[Phase, str] = {"tiles": "t", "buildings": "b", "spawns": "p"}
PLACING = frozenset(_BEGINS)
"""The phases in which something is placed."""


def rows(position: Position, *, listed: bool) -> list[Row]:
    """The columns: the first press of all. One with a single square leads there at once."""
    places = _by_column(position)
    keys = []
    for column in COLUMNS:
        moves = places[column]
        squares = sorted({move.at for move in moves})
        if len(squares) == 1:
            keys.append(_square_key(position, moves, squares[0]))
            continue
        label = tr("Column {column}", column=column) if listed else column
        argument = f"{_BEGINS[position.phase]}:{column}"
        keys.append(
            Key(label, argument, enabled=bool(squares), opens=True, hint=_places_counted(moves))
        )
    return menus(tr("Column"), keys) if listed else in_rows(keys)


def choice(position: Position, argument: str, names: Names) -> Choice:
    """The rows of a column, or what can be built on a square."""
    begins, _, place = argument.partition(":")
    moves = [move for move in position.legal if NAME[move.at].startswith(place)]
    if not moves or not place or begins != _BEGINS[position.phase]:
        raise IllegalMove("Nothing can be placed at “{typed}”.", typed=place)
    if place in COLUMNS:
        return _rows(position, moves, names)
    here = [move for move in moves if NAME[move.at] == place]
    if begins != "b" or not here:
        raise IllegalMove("Nothing can be placed at “{typed}”.", typed=place)
    return _kinds(position, place, here, names)


def _rows(position: Position, moves: Sequence[Move], names: Names) -> Choice:
    squares = sorted({move.at for move in moves})
    keys = [_square_key(position, moves, square) for square in squares]
    marks = [Mark((square,), NAME[square]) for square in squares]
    player = marked(position, mover(position), names)
    question = {
        "tiles": tr("▶️ {player} places a tile. Which is its upper left square?", player=player),
        "buildings": tr(
            "▶️ {player} places a building. On which square? A large one also covers the square to"
            " the right or below.",
            player=player,
        ),
        "spawns": tr("▶️ {player} begins on which square?", player=player),
    }
    return Choice(question[position.phase], keys, marks, tr("Square"))


def _square_key(position: Position, moves: Sequence[Move], square: int) -> Key:
    """A square: what can be built there is asked next, all else is placed at once."""
    here = [move for move in moves if move.at == square]
    if position.phase == "buildings":
        return Key(NAME[square], f"b:{NAME[square]}", opens=True, hint=_kinds_told(here))
    return Key(NAME[square], str(here[0]))


def _kinds(position: Position, place: str, moves: Sequence[Move], names: Names) -> Choice:
    """Small, large to the right, large downwards; the other square is numbered in the picture."""
    keys, marks = [], []
    for number, move in enumerate(moves, 1):
        label, sign = _kind(move)
        keys.append(Key(f"{number} · {label}", str(move), sign))
        marks.append(Mark((move.to if move.to >= 0 else move.at,), str(number)))
    column = place[0]
    if len({move.at for move in _by_column(position)[column]}) > 1:
        keys.append(Key(tr("Another square"), f"b:{column}", opens=True))
    question = tr(
        "▶️ {player} places a building at **{square}**. Which one?",
        player=marked(position, mover(position), names),
        square=place,
    )
    return Choice(question, keys, marks, tr("Which building"))


def _kind(move: Move) -> tuple[str, str]:
    if move.kind == "s":
        return tr("small"), str(SMALL)
    if move.to == move.at + WIDTH:
        return tr("large, down to {square}", square=NAME[move.to]), str(LARGE)
    return tr("large, right to {square}", square=NAME[move.to]), str(LARGE)


def _kinds_told(moves: Sequence[Move]) -> str:
    return ", ".join(_kind(move)[0] for move in moves)


def _places_counted(moves: Sequence[Move]) -> str:
    squares = sorted({move.at for move in moves})
    if not squares:
        return ""
    return trn(
        "{count} square, {list}",
        "{count} squares, {list}",
        len(squares),
        list=", ".join(NAME[square] for square in squares),
    )


def _by_column(position: Position) -> dict[str, list[Move]]:
    found: dict[str, list[Move]] = {column: [] for column in COLUMNS}
    for move in position.legal:
        found[NAME[move.at][0]].append(move)
    return found


def marks(position: Position) -> list[Mark]:
    """All the squares where something can be placed."""
    return [Mark((square,), "") for square in sorted({move.at for move in position.legal})]


def squares_of_columns(position: Position) -> Iterator[str]:
    """The squares where something can be placed, by column, for the ear."""
    for moves in _by_column(position).values():
        if moves:
            yield ", ".join(NAME[square] for square in sorted({move.at for move in moves}))


def typed_square(text: str) -> int | None:
    """The square that was named, whatever the case."""
    return SQUARE.get(text.strip().upper())
