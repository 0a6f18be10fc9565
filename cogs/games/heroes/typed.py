"""Typed moves: their names, suggestions and parsing."""

from collections.abc import Iterator, Sequence
from functools import partial

from cogs.contract import plain_words
from cogs.games.heroes import colony_words
from cogs.games.heroes.building_questions import PLACING, piece_of, piece_prefix, placed_piece
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.cards import INVADERS, MAPS
from prowlerbot.games.heroes.moves import (
    DRAWS_BY_TEXT,
    MOVES_BY_TEXT,
    Move,
    guard_moves,
    placements,
)
from prowlerbot.games.heroes.pieces import NAME, PIECES, SQUARE
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.words import EVENT_NAMES, FEATURE_NAMES, TOKEN_NAMES

LONGEST_WORDS = 40


def list_typed_moves(position: Position, seat: int) -> list[tuple[str, str]]:
    """The legal moves of a seat, those that end a turn first, as placements can be many."""
    last = {"queue", "hand", "reserve", "buy for gold", "buy for gem"}
    moves = sorted(position.moves(seat), key=lambda move: move.kind in last)
    return [(_label_of(position, seat, move)[:100], str(move)) for move in moves]


def _label_of(position: Position, seat: int, move: Move) -> str:
    own = position.seats[seat - 1]
    match move.kind:
        case "queue" | "hand" | "reserve":
            placed, words = placed_piece(own, move), move_words(move)
            sides = colony_words.open_sides_words(placed)
            if move.kind == "reserve":  # the words name the piece
                return tr("{move}, open {sides}", move=words, sides=sides)
            piece = colony_words.piece_words(placed.id)
            return tr("{move} · {piece}, open {sides}", move=words, piece=piece, sides=sides)
        case "step":
            there = colony_words.tokens_words(own.tokens_now, move.at)
            words = move_words(move)
            return tr("{move}: {tokens}", move=words, tokens=there) if there else words
        case "reveal":
            return reveal_words(own, move)
        case _:
            return move_words(move)


def reveal_words(own: Seat, move: Move) -> str:
    name = colony_words.queue_words(own.queue)[move.number - 1]
    return tr("reveal, pass tile {place} ({tile})", place=move.number, tile=name)


_WORDS: dict[str, str] = {
    "queue": mark("tile {number} at {square}"),
    "hand": mark("tile at {square}"),
    "reserve": mark("{piece} at {square}"),
    "end": mark("end of turn"),
    "reveal": mark("reveal, pass {number}"),
    "done": mark("done for this round"),
    "flip": mark("flip of a tile"),
    "take": mark("{piece} from the pile"),
    "drop": mark("drop the tile"),
    "remove": mark("remove {square}"),
    "patch": mark("patch at {square}"),
    "store": mark("gem into {square}"),
    "buy for gold": mark("guard for 2 gold at {square}"),
    "buy for gem": mark("guard for a gem at {square}"),
    "move": mark("guard {square} to {other}"),
    "ready": mark("ready"),
    "step": mark("on to {square}"),
    "meet": mark("{token} first"),
    "cell": mark("prisoner into {square}"),
    "guard": mark("guard to {square}"),
    "gold": mark("gold onto {square}"),
    "arm for gold": mark("re-arm for gold of {square}"),
    "arm for guard": mark("re-arm for the guard of {square}"),
    "pass": mark("no re-arming"),
    "pay gold": mark("pay with gold of {square}"),
    "pay guard": mark("pay with the guard of {square}"),
    "lose": mark("lose {square}"),
    "choose": mark("{piece} for the reserve"),
}


def words_of_text(text: str) -> str:
    """The words of a move, or of a draw: those name the card, and are empty if it is none."""
    return move_words(DRAWS_BY_TEXT.get(text) or parse_move(text))


def move_words(move: Move) -> str:
    if move.kind not in _WORDS:
        match move.kind:
            case "invader":
                return tr(INVADERS[move.number].name)
            case "map":
                return tr(MAPS[move.number].name)
            case "event":
                return tr(EVENT_NAMES[move.number])
            case _:
                return ""
    piece = move.piece or str(move.number)
    fields = {
        "square": NAME[move.at] if move.at >= 0 else "",
        "other": NAME[move.to] if move.kind == "move" else "",
        "number": move.number,
        "piece": tr(PIECES[piece].name) if move.kind in {"reserve", "take", "choose"} else "",
        "token": tr(TOKEN_NAMES[piece]) if move.kind == "meet" else "",
    }
    return tr(_WORDS[move.kind], **fields)[:LONGEST_WORDS]


def read_typed(position: Position, seat: int, typed: str) -> str:
    """The text of the intended move; raises IllegalMove with the reason."""
    moves, own = position.moves(seat), position.seats[seat - 1]
    return plain_words.read_move(
        typed,
        moves,
        told=lambda move: (
            *map(tr, _ON_BUTTONS.get(move.kind, ())),
            *(move_words(move), _label_of(position, seat, move)),
        ),
        called=partial(_names_of_move, own),
        refusal=partial(_refusal, moves),
    )


_ON_BUTTONS: dict[str, tuple[str, ...]] = {
    "end": (mark("End turn"), mark("Yes, end turn"), mark("That is all")),
    "done": (mark("Done for this round"), mark("Yes, done for this round")),
    "ready": (mark("Ready"), mark("Yes, lose it")),
    "drop": (mark("Drop it"),),
    "pass": (mark("Do not re-arm"),),
}
"""The words of buttons that differ from those of suggestions."""


def _names_of_move(own: Seat, move: Move) -> Iterator[str]:
    """The names of a move: a piece of the reserve, or a thing and its square, as in “4 trap”."""
    if move.kind == "choose":
        yield from _piece_names(move.piece)
    if move.kind == "take":
        yield from (words := colony_words.piece_words(str(move.number)), f"{move.number} {words}")
    for name in _names_of_thing(own, move):
        yield from (f"{name} {NAME[square]}" for square in _placed_squares(own, move))
        if move.kind in PLACING:
            placed = placed_piece(own, move)
            yield from (name, f"{name} {NAME[move.at]} {colony_words.open_sides_words(placed)}")


def _placed_squares(own: Seat, move: Move) -> set[int]:
    if move.kind in PLACING:
        return {square for square, _ in placed_piece(own, move).cells}
    return {square for square in (move.at, move.to if move.kind == "move" else -1) if square >= 0}


def _names_of_thing(own: Seat, move: Move) -> set[str]:
    """The names for the object of a move; the empty name if its square is enough."""
    if move.kind not in PLACING:
        return {"", move_words(move).partition(" ")[0]}
    id_ = piece_of(own, piece_prefix(move))
    features = colony_words.features_of_piece(id_)
    names = {*_piece_names(id_), *features, *(tr(FEATURE_NAMES[feature]) for feature in features)}
    return names | {f"{move.number} {name}" for name in names} if move.number else names


def _piece_names(id_: str) -> set[str]:
    return {id_, tr(PIECES[id_].name)}


def _refusal(moves: Sequence[Move], typed: str) -> IllegalMove:
    before, at, _ = typed.partition("@")
    known = {str(move).partition("@")[0].casefold() for move in moves if "@" in str(move)}
    if at and before.strip().casefold() in known:
        return IllegalMove(
            "“{typed}” does not fit there; choose one of the places that are suggested.",
            typed=typed,
        )
    if typed.upper() in PIECES:
        return IllegalMove("Say where the piece goes, as in {example}.", example="I7@J7r1")
    return IllegalMove("“{typed}” isn't a move now; choose one of the suggestions.", typed=typed)


def parse_move(text: str) -> Move:
    """A move from a record, legal or not; raises IllegalMove if it cannot be parsed."""
    if text in MOVES_BY_TEXT:
        return MOVES_BY_TEXT[text]
    what, at, rest = text.partition("@")
    square, _, turns = rest.rpartition("r")
    if at and square in SQUARE and turns in set("0123"):
        known = what in PIECES and PIECES[what].special
        if known or what == "h" or (what[:1] == "b" and what[1:].isdecimal()):
            return placements(what)[4 * SQUARE[square] + int(turns)]
    first, arrow, second = text.partition(">")
    if arrow and first in SQUARE and second in SQUARE:
        return guard_moves(SQUARE[first])[SQUARE[second]]
    raise IllegalMove("“{move}” isn't a move of this game.", move=text)
