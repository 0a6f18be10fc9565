"""Moves of Landgrab: as records have them, as lists name them, and as players type them."""

from collections.abc import Iterator

from cogs.contract import plain_words
from cogs.contract.screen import Names
from cogs.games.landgrab import figures, texts, turn_keys
from cogs.games.landgrab.spoken import claim_words
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import tr
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab import map as land_map
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.words import COLOUR_NAMES, DIRECTION_NAMES, squares_of


def parse_move(text: str) -> land_map.Move:
    """A move from a record, legal or not; raises IllegalMove if it cannot be parsed."""
    kind, _, rest = text.rpartition(":")
    first, _, second = rest.partition("-")
    if not kind and rest.startswith("d") and rest[1:].isdecimal():
        return land_map.Move("d", int(rest[1:]))
    if kind == "a" and rest.isdecimal():
        return land_map.ATTACK[int(rest)]
    square, to = land_map.SQUARE.get(first, -1), land_map.SQUARE.get(second, -1)
    for found in (land_map.TILE, land_map.SMALL, land_map.SPAWN, land_map.CLAIM, land_map.ARRIVAL):
        if found[0].kind == kind and square >= 0 and not second:
            return found[square]
    if kind == "l" and (square, to) in land_map.LARGE:
        return land_map.LARGE[square, to]
    raise IllegalMove("“{move}” isn't a move of this game.", move=text)


def move_label(position: Position, move: land_map.Move, names: Names) -> str:
    """A legal move as a line of a list, for players who type it; names are told apart."""
    if position.phase in turn_keys.PLACING:
        return texts.move_words(position, move)
    words = turn_keys.option_words(position, move, names)
    if move.kind == "c":
        sign = texts.building_sign(position.map.buildings[position.map.building_numbers[move.at]])
        return f"{sign.plain} {words}"
    return f"{texts.FIGHT.plain} {words}" if move.kind == "a" else words


def move_as_typed(position: Position, typed: str, names: Names) -> str:
    """The text of a typed move. Raises IllegalMove with the reason."""
    apart = texts.distinct_names(position, names)
    return plain_words.read_move(
        typed,
        position.legal,
        told=lambda move: _words_of_move(position, move, apart),
        called=lambda move: _further_names(position, move, names),
        refusal=lambda it: _refusal(position, it, apart),
    )


def _words_of_move(position: Position, move: land_map.Move, names: Names) -> Iterator[str]:
    """All words by which texts, buttons and lists name a move."""
    yield texts.move_words(position, move)
    if position.phase not in turn_keys.PLACING:
        if move.kind == "c":
            yield claim_words(position, move.at, names)
        elif move.kind == "a":
            left = texts.lives_words(position.lives[move.at - 1])
            yield tr("{player} with {lives}", player=names[move.at - 1], lives=left)
        yield turn_keys.option_words(position, move, names)
    yield move_label(position, move, names)


def _further_names(position: Position, move: land_map.Move, names: Names) -> Iterator[str]:
    """Shorter words, which no text has: squares, verbs, letters of colours, directions."""
    square = land_map.NAME[move.at]
    match move.kind:
        case "c":
            building = position.map.buildings[position.map.building_numbers[move.at]]
            size = turn_keys.size_word(building)
            if len(turn_keys.moves_of_kind(position, "c")) == 1:
                yield from ("claim", "roll")
            names_of_squares = {land_map.NAME[it] for it in squares_in(building.squares)}
            for each in names_of_squares | {squares_of(building)}:
                # No pawn can stand on a building, so the square is clear.
                yield from (each, f"{each} {size}", f"claim {each} {size}", f"c:{each}")
                yield from (f"{verb} {each}" for verb in ("claim", "c", "roll", "take", "steal"))
        case "a":
            yield from _attack_names(position, move, names)
        case "t" | "s" | "p":
            verb = {"t": "tile", "s": "small", "p": "spawn"}[move.kind]
            yield from (square, f"{verb} {square}", f"{move.kind} {square}")
        case "l":
            pair = f"{square} {land_map.NAME[move.to]}"
            yield from (pair, f"large {pair}", f"l {pair}")
            if land_map.SMALL[move.at] not in position.legal:
                yield square
        case _:
            for name in (square, *_step_names(position, move)):
                yield from (name, f"{square} {name}")
                yield from (f"{verb} {name}" for verb in ("go", "step", "move"))
            yield f"{turn_keys.GO_AROUND} {square}"
            if turn_keys.ways_beyond(position).keys() == {move.at}:
                yield turn_keys.GO_AROUND


def _attack_names(position: Position, move: land_map.Move, names: Names) -> Iterator[str]:
    letter, at = position.setup.colours[move.at - 1], land_map.NAME[position.pawns[move.at - 1]]
    apart = texts.distinct_names(position, names)
    if len(turn_keys.moves_of_kind(position, "a")) == 1:
        yield "attack"
    called = names[move.at - 1], apart[move.at - 1], letter, str(move.at), at
    for name in (*called, tr(COLOUR_NAMES[letter])):
        yield from (name, f"attack {name}", f"a {name}", f"a:{name}")


def _step_names(position: Position, move: land_map.Move) -> Iterator[str]:
    """The names of the direction of a step, and short English ones."""
    at = position.pawns[turn_keys.seat_to_move(position) - 1]
    for towards, name in DIRECTION_NAMES.items():
        if figures.square_beside(at, towards) == move.at:
            yield tr(name)
            yield name.replace("-", "")
            yield "".join(word[0] for word in name.split("-"))


def _find_direction(text: str) -> str:
    """The direction that a text names, without a verb before it; else nothing."""
    _, _, rest = text.partition(" ")
    for name in DIRECTION_NAMES.values():
        if {text, rest} & set(map(plain_words.normal_text, plain_words.in_any_language(name))):
            return tr(name)
    return ""


def _refusal(position: Position, typed: str, names: Names) -> IllegalMove:  # noqa: PLR0911 - a sentence for each mistake
    named = next((word.upper() for word in typed.split() if word.upper() in land_map.SQUARE), None)
    if position.phase in turn_keys.PLACING:
        return IllegalMove(
            "Nothing can be placed at “{typed}”; choose one of the suggestions.", typed=typed
        )
    seat = turn_keys.seat_to_move(position)
    at = land_map.NAME[position.pawns[seat - 1]]
    if typed.casefold() == turn_keys.GO_AROUND:
        if squares := tuple(land_map.NAME[square] for square in turn_keys.ways_beyond(position)):
            return IllegalMove("Say where to go around to: {squares}.", squares=squares)
        return IllegalMove("There is no building of yours here to go around.")
    if named is not None:
        if named == at:
            return IllegalMove("Your pawn already stands on {square}.", square=at)
        buildings = zip(position.map.buildings, position.owners, strict=True)
        own = (on.squares for on, owner in buildings if owner == seat)
        if any(squares >> land_map.SQUARE[named] & 1 for squares in own):
            return IllegalMove("{square} is yours already.", square=named)
        return IllegalMove(
            "{square} is not in reach from {at}, where your pawn stands.", square=named, at=at
        )
    if towards := _find_direction(plain_words.normal_text(typed)):
        return IllegalMove("No step leads {direction} from {at}.", direction=towards, at=at)
    if typed.casefold().startswith("attack"):
        if targets := tuple(names[move.at - 1] for move in turn_keys.moves_of_kind(position, "a")):
            return IllegalMove("Say whom you attack: {players}.", players=targets)
        return IllegalMove("No pawn that you could attack stands next to yours.")
    return IllegalMove(
        "“{typed}” isn't a move; name a square such as F6, a building or a player.", typed=typed
    )
