"""Typed moves: suggestions and parsing."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.contract import typed_reader
from cogs.contract.plain_words import in_any_language
from cogs.contract.typed_reader import plain
from cogs.games.landgrab.bearings import beside
from cogs.games.landgrab.placing import PLACING
from cogs.games.landgrab.signs import FIGHT, building_sign, lives
from cogs.games.landgrab.spoken import to_claim
from cogs.games.landgrab.texts import Names, move_words, told_apart
from cogs.games.landgrab.turn_keys import (
    GO_AROUND,
    going_around,
    mover,
    of_kind,
    option_words,
    size_word,
)
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import tr
from prowlerbot.games.landgrab.moves import ARRIVAL, ATTACK, CLAIM, LARGE, SMALL, SPAWN, TILE, Move
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import NAME, SQUARE
from prowlerbot.games.landgrab.words import COLOUR_NAMES, DIRECTION_NAMES, squares_of


def options(position: Position, names: Names) -> list[tuple[str, str]]:
    """Claims and attacks first, as steps alone may fill all suggestions."""
    order = {"c": 0, "a": 1}
    legal = sorted(position.legal, key=lambda move: order.get(move.kind, 2))
    apart = told_apart(position, names)
    return [(_label(position, move, apart), str(move)) for move in legal]


def _label(position: Position, move: Move, names: Names) -> str:
    if position.phase in PLACING:
        return move_words(position, move)
    words = option_words(position, move, names)
    if move.kind == "c":
        sign = building_sign(position.map.buildings[position.map.number[move.at]])
        return f"{sign.plain} {words}"
    return f"{FIGHT.plain} {words}" if move.kind == "a" else words


# -------------------------------------------------------------------------------- reading


def written(text: str) -> Move:
    """A move from a record, legal or not; raises IllegalMove if it cannot be parsed."""
    kind, _, rest = text.rpartition(":")
    first, _, second = rest.partition("-")
    if not kind and rest.startswith("d") and rest[1:].isdecimal():
        return Move("d", int(rest[1:]))
    if kind == "a" and rest.isdecimal():
        return ATTACK[int(rest)]
    square, to = SQUARE.get(first, -1), SQUARE.get(second, -1)
    for found in (TILE, SMALL, SPAWN, CLAIM, ARRIVAL):
        if found[0].kind == kind and square >= 0 and not second:
            return found[square]
    if kind == "l" and (square, to) in LARGE:
        return LARGE[square, to]
    raise IllegalMove("“{move}” isn't a move of this game.", move=text)


def read(position: Position, typed: str, names: Names) -> str:
    """The text of the intended move; raises IllegalMove with the reason."""
    apart = told_apart(position, names)
    return typed_reader.read(
        typed,
        position.legal,
        told=lambda move: _told(position, move, apart),
        called=lambda move: _called(position, move, names),
        refusal=lambda text: _refusal(position, text, apart),
    )


def _told(position: Position, move: Move, names: Names) -> Iterator[str]:
    """The words of texts for a move."""
    yield move_words(position, move)
    if position.phase not in PLACING:
        if move.kind == "c":
            yield to_claim(position, move.at, names)
        elif move.kind == "a":
            left = lives(position.lives[move.at - 1])
            yield tr("{player} with {lives}", player=names[move.at - 1], lives=left)
        yield option_words(position, move, names)
    yield _label(position, move, names)


def _called(position: Position, move: Move, names: Names) -> Iterator[str]:
    """Further names of a move."""
    square = NAME[move.at]
    match move.kind:
        case "c":
            building = position.map.buildings[position.map.number[move.at]]
            size = size_word(building)
            if len(of_kind(position, "c")) == 1:
                yield from ("claim", "roll")
            for each in {*_names_of(building.squares), squares_of(building)}:
                # No pawn can stand on a building, so the square is clear.
                yield from (each, f"{each} {size}", f"claim {each} {size}", f"c:{each}")
                yield from (f"{verb} {each}" for verb in ("claim", "c", "roll", "take"))
        case "a":
            yield from _attack_called(position, move, names)
        case "t" | "s" | "p":
            verb = {"t": "tile", "s": "small", "p": "spawn"}[move.kind]
            yield from (square, f"{verb} {square}", f"{move.kind} {square}")
        case "l":
            pair = f"{square} {NAME[move.to]}"
            yield from (pair, f"large {pair}", f"l {pair}")
            if SMALL[move.at] not in position.legal:
                yield square
        case _:
            for name in (square, *_directions(position, move)):
                yield from (name, f"{square} {name}")
                yield from (f"{verb} {name}" for verb in ("go", "step", "move"))
            yield f"{GO_AROUND} {square}"
            if len(going_around(position)) == 1 and move.at in going_around(position):
                yield GO_AROUND


def _attack_called(position: Position, move: Move, names: Names) -> Iterator[str]:
    letter, at = position.setup.colours[move.at - 1], NAME[position.pawns[move.at - 1]]
    apart = told_apart(position, names)
    if len(of_kind(position, "a")) == 1:
        yield "attack"
    called = names[move.at - 1], apart[move.at - 1], letter, str(move.at), at
    for name in (*called, tr(COLOUR_NAMES[letter])):
        yield from (name, f"attack {name}", f"a {name}", f"a:{name}")


def _directions(position: Position, move: Move) -> Iterator[str]:
    """The names of the direction of a step, and short English ones."""
    at = position.pawns[mover(position) - 1]
    for towards, name in DIRECTION_NAMES.items():
        if beside(at, towards) == move.at:
            yield tr(name)
            yield name.replace("-", "")
            yield "".join(word[0] for word in name.split("-"))


def _direction_in(text: str) -> str:
    """The direction that a text names, without a verb before it; else nothing."""
    _, _, rest = text.partition(" ")
    for name in DIRECTION_NAMES.values():
        if {text, rest} & set(map(plain, in_any_language(name))):
            return tr(name)
    return ""


def _names_of(squares: int) -> Iterator[str]:
    for name, square in SQUARE.items():
        if squares >> square & 1:
            yield name


def _refusal(position: Position, typed: str, names: Names) -> IllegalMove:  # noqa: PLR0911 - a sentence for each mistake
    named = next((word.upper() for word in typed.split() if word.upper() in SQUARE), None)
    if position.phase in PLACING:
        return IllegalMove(
            "Nothing can be placed at “{typed}”; choose one of the suggestions.", typed=typed
        )
    if typed.casefold() == GO_AROUND:
        squares = tuple(NAME[square] for square in going_around(position))
        if squares:
            return IllegalMove("Say where to go around to: {squares}.", squares=squares)
        return IllegalMove("There is no building of yours here to go around.")
    if named is not None:
        seat = mover(position)
        at = NAME[position.pawns[seat - 1]]
        if named == at:
            return IllegalMove("Your pawn already stands on {square}.", square=at)
        buildings = zip(position.map.buildings, position.owners, strict=True)
        if any(owner == seat and on.squares >> SQUARE[named] & 1 for on, owner in buildings):
            return IllegalMove("{square} is yours already.", square=named)
        return IllegalMove(
            "{square} is not in reach from {at}, where your pawn stands.", square=named, at=at
        )
    towards = _direction_in(plain(typed))
    if towards:
        at = NAME[position.pawns[mover(position) - 1]]
        return IllegalMove("No step leads {direction} from {at}.", direction=towards, at=at)
    targets = tuple(names[move.at - 1] for move in of_kind(position, "a"))
    if typed.casefold().startswith("attack") and targets:
        return IllegalMove("Say whom you attack: {players}.", players=targets)
    if typed.casefold().startswith("attack"):
        return IllegalMove("No pawn that you could attack stands next to yours.")
    return IllegalMove(
        "“{typed}” isn't a move; name a square such as F6, a building or a player.", typed=typed
    )
