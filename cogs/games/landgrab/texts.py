"""Players, moves and buildings in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games.landgrab.signs import building_sign, colour_mark
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.moves import Move
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import NAME
from prowlerbot.games.landgrab.words import COLOUR_NAMES, squares_of

Names = Sequence[str]


def marked(position: Position, seat: int, names: Names) -> str:
    return f"{colour_mark(position.setup.colours[seat - 1])} **{names[seat - 1]}**"


def told_apart(position: Position, names: Names) -> Names:
    """Plain names, with the colour added to names that several players share, as machines do."""
    letters = position.setup.colours
    return [
        tr("{player}, {colour}", player=name, colour=tr(COLOUR_NAMES[letter]))
        if names.count(name) > 1
        else name
        for name, letter in zip(names, letters, strict=True)
    ]


_WORDS = {
    "t": mark("tile {square}"),
    "s": mark("small building {square}"),
    "l": mark("large building {square}-{other}"),
    "p": mark("spawn {square}"),
    "c": mark("claim {square}"),
    "": mark("step to {square}"),
}


def move_words(position: Position, move: Move) -> str:
    if move.kind == "a":
        return tr("attack {colour}", colour=tr(COLOUR_NAMES[position.setup.colours[move.at - 1]]))
    if move.kind == "d":
        return tr("roll {shown}", shown=move.at)
    other = NAME[move.to] if move.kind == "l" else ""
    return tr(_WORDS[move.kind], square=NAME[move.at], other=other)


def building_words(position: Position, number: int) -> str:
    each = position.map.buildings[number]
    return f"{building_sign(each)} {squares_of(each)}"
