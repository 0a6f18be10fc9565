"""A move as hints and reviews tell it, with the piece that it is about, and its places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.contract.moments import lettered
from cogs.contract.screen import Drawing, Look
from cogs.games.heroes import spoken, typed
from cogs.games.heroes.colony_words import open_sides, piece_words, queue_words
from cogs.games.heroes.questions.building import piece_of, prefix
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.grid import NAME
from prowlerbot.games.heroes.moves import Kind, Move
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import FACE_DOWN, Seat
from prowlerbot.games.heroes.words import TOKEN_NAMES
from renderer.heroes import Made, Mark, draw_compared, draw_own

_PLACED: set[Kind] = {"queue", "hand", "reserve"}
_DID: dict[Kind, str] = {
    "queue": mark("built {pieces}"),
    "hand": mark("built {pieces}"),
    "reserve": mark("built {pieces}"),
    "patch": mark("built {pieces}"),
    "end": mark("ended the turn"),
    "reveal": mark("turned up the queue and passed {piece}"),
    "done": mark("has stopped building"),
    "flip": mark("flipped a tile"),
    "take": mark("took {pieces}"),
    "drop": mark("dropped the {piece}"),
    "remove": mark("gave up what was on {square}"),
    "store": mark("stored a gem at {square}"),
    "buy for gold": mark("has a new guard at {square}"),
    "buy for gem": mark("has a new guard at {square}"),
    "move": mark("moved a guard to {square}"),
    "ready": mark("is ready"),
    "step": mark("led the invader to {square}"),
    "meet": mark("led the invader to this first: {piece}"),
    "cell": mark("has a prisoner at {square}"),
    "guard": mark("has a new guard at {square}"),
    "gold": mark("found a gold at {square}"),
    "arm for gold": mark("re-armed the traps"),
    "arm for guard": mark("re-armed the traps"),
    "pass": mark("did not re-arm"),
    "pay gold": mark("gave up what was on {square}"),
    "pay guard": mark("gave up what was on {square}"),
    "lose": mark("gave up what was on {square}"),
    "choose": mark("took {pieces}"),
}


def did(own: Seat | None, player: str, move: Move) -> str:
    """What a player did by a move in this colony; ``player`` bears markdown."""
    if own is None:
        raise AssertionError("a player's deeds are told as that player sees them")
    square = move.to if move.kind == "move" else move.at
    piece = f"**{_piece(own, move)}**"
    name = f"**{NAME[square]}**" if square >= 0 else ""
    told = tr(_DID[move.kind], pieces=piece, piece=piece, square=name)
    return tr("{player} {did}", player=player, did=told)


def words(own: Seat | None, move: Move) -> str:
    """A move by the name of its piece, which only the owner of the colony may know."""
    if own is not None and move.kind in _PLACED:
        return _piece(own, move)
    if own is not None and move.kind == "reveal":
        return tr("reveal, pass {place}: {tile}", place=move.number, tile=_piece(own, move))
    return typed.move_words(move)


def _piece(own: Seat, move: Move) -> str:
    """Name the tile, piece or token of a move. If it is placed, name its square, too, and its open
    sides if it can lie in several ways.
    """
    if move.kind in _PLACED:
        id_ = piece_of(own, prefix(move))
        told = queue_words(own.queue)[move.number - 1] if move.number else piece_words(id_)
        told = tr("{piece} at {square}", piece=told, square=NAME[move.at])
        if len(PIECES[id_].orientations) == 1:
            return told
        return tr(
            "{move}, open {sides}", move=told, sides=open_sides(Placed(id_, move.at, move.to))
        )
    if move.kind == "reveal":
        down = own.queue[move.number - 1] == FACE_DOWN
        return tr("a tile face down") if down else queue_words(own.queue)[move.number - 1]
    if move.kind == "meet":
        return tr(TOKEN_NAMES[move.piece])
    if move.kind == "patch":
        return tr("{piece} at {square}", piece=tr("Patch"), square=NAME[move.at])
    ids = {"take": str(move.number), "drop": str(own.hand), "choose": move.piece}
    return piece_words(ids[move.kind]) if move.kind in ids else ""


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
