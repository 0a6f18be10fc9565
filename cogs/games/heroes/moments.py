"""A move as hints and reviews tell it, with the piece that it is about, and its places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.contract.moments import lettered
from cogs.contract.screen import Drawing, Look
from cogs.games.heroes import spoken, typed
from cogs.games.heroes.colony_words import piece_words, queue_words
from cogs.games.heroes.questions.building import piece_of, prefix
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.grid import NAME
from prowlerbot.games.heroes.moves import Kind, Move
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.words import TOKEN_NAMES
from renderer.heroes import Made, Mark, draw_compared, draw_own

_PLACED: set[Kind] = {"queue", "hand", "reserve"}
_DID: dict[Kind, str] = {
    "queue": mark("{player} built **{piece}**"),
    "hand": mark("{player} built **{piece}**"),
    "reserve": mark("{player} built **{piece}**"),
    "end": mark("{player} ended the turn"),
    "reveal": mark("{player} turned up the queue and passed **{piece}**"),
    "done": mark("{player} stopped building"),
    "flip": mark("{player} flipped a tile"),
    "take": mark("{player} took **{piece}** from the pile"),
    "drop": mark("{player} dropped **{piece}**"),
    "remove": mark("{player} removed what was on **{square}**"),
    "patch": mark("{player} built a Patch at **{square}**"),
    "store": mark("{player} stored a gem at **{square}**"),
    "buy for gold": mark("{player} bought a guard for 2 gold at **{square}**"),
    "buy for gem": mark("{player} bought a guard for a gem at **{square}**"),
    "move": mark("{player} moved a guard from **{square}** to **{other}**"),
    "ready": mark("{player} was ready for the invasion"),
    "step": mark("{player} led the invader to **{square}**"),
    "meet": mark("{player} let the invader meet this first: **{piece}**"),
    "cell": mark("{player} put the prisoner into **{square}**"),
    "guard": mark("{player} put the guard on **{square}**"),
    "gold": mark("{player} put the gold on **{square}**"),
    "arm for gold": mark("{player} re-armed the traps for gold of **{square}**"),
    "arm for guard": mark("{player} re-armed the traps for the guard of **{square}**"),
    "pass": mark("{player} did not re-arm"),
    "pay gold": mark("{player} paid with gold of **{square}**"),
    "pay guard": mark("{player} paid with the guard of **{square}**"),
    "lose": mark("{player} gave up what was on **{square}**"),
    "choose": mark("{player} took **{piece}** for the reserve"),
}


def did(own: Seat | None, player: str, move: Move) -> str:
    """What a player did by a move in this colony; ``player`` bears markdown."""
    if own is None:
        raise AssertionError("a player's deeds are told as that player sees them")
    square = NAME[move.at] if move.at >= 0 else ""
    other = NAME[move.to] if move.kind == "move" else ""
    told = {"player": player, "piece": _piece(own, move), "square": square, "other": other}
    return tr(_DID[move.kind], **told)


def words(own: Seat | None, move: Move) -> str:
    """A move by the name of its piece, which only the owner of the colony may know."""
    if own is not None and move.kind in _PLACED:
        return _piece(own, move)
    if own is not None and move.kind == "reveal":
        return tr("reveal, pass {place}: {tile}", place=move.number, tile=_piece(own, move))
    return typed.move_words(move)


def _piece(own: Seat, move: Move) -> str:
    """What a move is about: the tile, piece or token; of one that is placed, also its square."""
    if move.kind in _PLACED:
        told = piece_words(piece_of(own, prefix(move)))
        if move.number:
            told = queue_words(own.queue)[move.number - 1]
        return tr("{piece} at {square}", piece=told, square=NAME[move.at])
    if move.kind == "reveal":
        return queue_words(own.queue)[move.number - 1]
    if move.kind == "meet":
        return tr(TOKEN_NAMES[move.piece])
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
