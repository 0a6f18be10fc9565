"""The uses of a piece: a line for each kind of feature on it, with the feature's sign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache

from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.stages.populate import GEM_DISTANCE, ORE_DISTANCE
from renderer import fonts
from renderer.canvas import Box, Canvas, Piece
from renderer.glyphs import Pen
from renderer.heroes import glyphs
from renderer.heroes.colours import Colours
from renderer.text import Slot, in_two_lines, written

ORE = mark("{count} gold, {depth} steps deep")
GEM = mark("{count} gem, {depth} steps deep")
MESS = mark("1 guard; guards move")
INFIRMARY = mark("1 guard per invader")
PATCH = mark("Fits any side")
END = mark("Closes an open edge")
ON = mark("Joins {count} sides")
ORE_GOLD = 2
LINE = 36
"""Pixels from a line to the next one."""
_SIGN = 34
SIZE = 30


def lines_of(id_: str) -> list[tuple[str, str]]:
    """Features of a piece, each with their total yield."""
    if id_ == "P":
        return [("", tr(PATCH))]
    _, _, edges, feature = PIECES[id_].squares[0]
    if not feature and len(PIECES[id_].squares) == 1:
        sides = 4 - edges.count(".")
        return [("", tr(END) if sides == 1 else tr(ON, count=sides))]
    counted = Counter(feature for *_, feature in PIECES[id_].squares if feature)
    return [(feature, _brings(feature, count)) for feature, count in counted.items()]


def _brings(feature: str, count: int) -> str:
    said: dict[str, Callable[[], str]] = {
        "ore": lambda: tr(ORE, count=ORE_GOLD * count, depth=ORE_DISTANCE),
        "gem vein": lambda: tr(GEM, count=count, depth=GEM_DISTANCE),
        "chest": lambda: trn("{count} gold", "{count} gold", count),
        "campfire": lambda: trn("{count} guard", "{count} guards", count),
        "mess hall": lambda: tr(MESS),
        "trap": lambda: trn("{count} trap", "{count} traps", count),
        "cell": lambda: trn("Room for {count} prisoner", "Room for {count} prisoners", count),
        "infirmary": lambda: tr(INFIRMARY),
    }
    return said[feature]()


def height(id_: str, across: int) -> int:
    """The height of the lines in a box of that width."""
    return LINE * sum(
        len(in_two_lines(text, _slot(feature, across))) for feature, text in lines_of(id_)
    )


def _slot(feature: str, across: int) -> Slot:
    """The slot of a line, after its sign."""
    return Slot((0, 0, across - bool(feature) * (_SIGN + 10), _SIGN), fonts.TEXT, SIZE, "left")


def pieces(theme: Colours, id_: str, box: Box) -> Iterator[Piece]:
    """In a box, from its top; a text too long for a line takes two."""
    left, top, right, _ = box
    for feature, text in lines_of(id_):
        slot = _slot(feature, right - left)
        if feature:
            yield sign(theme, feature).shifted(left, top)
        for line in in_two_lines(text, slot):
            yield written(theme, line, slot, theme.plain).shifted(right - slot.box[2], top)
            top += LINE


@lru_cache(maxsize=32)
def sign(theme: Colours, feature: str) -> Piece:
    """A feature with its token, on a floor."""
    canvas, half = Canvas((0, 0, _SIGN, _SIGN), theme.panel), _SIGN / 2
    canvas.discs((half, half), (half, theme.rim), (half - 2, theme.cavern))
    bright = {"ore": theme.lamp, "gem vein": theme.gem, "campfire": theme.flame}
    hole = bright.get(feature, theme.lamp if feature == "chest" else theme.paper)
    glyphs.FEATURES[feature][0](Pen(canvas, (half, half), half * 0.62), theme.ink, hole)
    return canvas.piece(theme)
