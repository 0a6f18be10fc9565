"""The places of moves in a colony, as hints and reviews mark them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.contract.moments import lettered
from cogs.contract.screen import Drawing, Look
from cogs.games.heroes import spoken, typed
from cogs.games.heroes.questions.building import piece_of, prefix
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from renderer.heroes import Made, Mark, draw_compared, draw_own


def lit(position: Position, seat: int | None, look: Look, moves: Sequence[str]) -> Drawing | None:
    """The board of a seat with a letter on the first square of each move."""
    by_square: dict[int, str] = {}
    for letter, move in lettered(moves):
        if (square := typed.written(move).at) >= 0:
            by_square[square] = by_square.get(square, "") + letter
    marks = [Mark((square,), letters) for square, letters in by_square.items()]
    if not marks or seat is None:
        return None
    draw = partial(draw_own, position, seat, theme=look.theme, marks=marks, names=look.plain)
    return Drawing("own.png", draw, spoken.alt(position, seat, look.plain, look.ended))


def compared(
    position: Position, seat: int | None, look: Look, moves: Sequence[str]
) -> Drawing | None:
    """The board of a seat with the way of the move played and of the better one, if it is told."""
    if seat is None:
        return None
    own = position.seats[seat - 1]
    made = [_made(own, typed.written(move)) if move else None for move in moves]
    if not any(made):
        return None
    draw = partial(draw_compared, position, seat, *made, theme=look.theme)
    return Drawing("own.png", draw, spoken.alt(position, seat, look.plain, look.ended))


def _made(own: Seat, move: Move) -> Made | None:
    """Where a move leads and, if it has a direction, where from; None if it has no place."""
    if move.at < 0:
        return None
    match move.kind:
        case "queue" | "hand" | "reserve":
            placed = Placed(piece_of(own, prefix(move)), move.at, move.to)
            return Made(tuple(square for square, _ in placed.cells), placed=placed)
        case "move":
            return Made((move.to,), move.at)
        case "step" if own.walk is not None:
            return Made((move.at,), own.walk.square)
        case _:
            return Made((move.at,))
