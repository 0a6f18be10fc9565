"""The shared picture: how far everybody is, every colony in small, and what walks through them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from renderer import fonts, marks, png
from renderer.canvas import Canvas
from renderer.glyphs import Pen
from renderer.owners import draw_sign
from renderer.piece import Piece
from renderer.text import Box, Name, Slot, Tint, named, written
from renderer.theme import NIGHT

from . import colony, glyphs, heading
from .colours import COLOURS, Colours

WIDE = 1000
GAP = 10
RADIUS = 14
HEAD = 62
"""Pixels for the name and the treasure above a colony."""
_HIGH = {1: 860, 2: 640, 3: 1150, 4: 1150}
"""Pixels for the colonies, by the number of seats."""

NAMELESS = mark("Player {seat}")
BUILDING, FINISHED, READY, LEFT = mark("building"), mark("finished"), mark("ready"), mark("left")
WINNER, SHARED = mark("WINNER"), mark("SHARED")


def draw_board(
    state: Position,
    names: Sequence[str],
    *,
    theme: str = NIGHT.name,
    ended: Sequence[int] | None = None,
) -> bytes:
    """The position as PNG, 1000 wide, as far as the viewer of ``state`` may know it.

    ``ended`` is for a match that ended before it was played out: the ranks of the seats, or nothing
    where there is no result.
    """
    colours = COLOURS[theme]
    return png.encode(picture(state, names, colours, ended), colours.palette_bytes)


def picture(
    state: Position, names: Sequence[str], theme: Colours, ended: Sequence[int] | None = None
) -> Image.Image:
    """The same as a picture in the theme's palette (mode P)."""
    top = heading.height(state)
    drawn = _frames(theme, len(state.seats), top).copy()
    for piece in _pieces(state, names, theme, ended, top):
        piece.put(drawn)
    return drawn


def seat_boxes(seats: int, top: int) -> list[Box]:
    """Where each seat's panel is, below the heading."""
    high = _HIGH[seats]
    bottom = top + high
    middle, half = WIDE // 2, top + (high - GAP) // 2
    left, right = (GAP, middle - GAP // 2), (middle + GAP // 2, WIDE - GAP)
    if seats == 1:
        return [(GAP, top, WIDE - GAP, bottom)]
    if seats == 2:
        return [(left[0], top, left[1], bottom), (right[0], top, right[1], bottom)]
    upper, lower = (top, half), (half + GAP, bottom)
    boxes = [(x0, y0, x1, y1) for y0, y1 in (upper, lower) for x0, x1 in (left, right)]
    if seats == 3:
        boxes[2:] = [(GAP, lower[0], WIDE - GAP, lower[1])]
    return boxes


@lru_cache(maxsize=32)
def _frames(theme: Colours, seats: int, top: int) -> Image.Image:
    """Everything that does not change: panels without words."""
    size = (WIDE, top + _HIGH[seats] + GAP)
    canvas = Canvas((0, 0, *size), theme.night)
    canvas.panel((GAP, GAP, WIDE - GAP, top - GAP), RADIUS, theme)
    for seat, box in enumerate(seat_boxes(seats, top), 1):
        canvas.panel(box, RADIUS, theme)
        colours = theme.seats[seat - 1], theme.ink
        draw_sign(canvas, seat, (box[0] + 32, box[1] + HEAD / 2 + 2), 13, colours)
    return canvas.finish(theme)


def _pieces(
    state: Position,
    names: Sequence[str],
    theme: Colours,
    ended: Sequence[int] | None,
    top: int,
) -> Iterator[Piece]:
    yield from heading.pieces(theme, state)
    for seat, box in enumerate(seat_boxes(len(state.seats), top), 1):
        yield from _seat(state, seat, names[seat - 1], theme, ended, box)


def _seat(  # noqa: PLR0917 - what a panel depends on
    state: Position,
    seat: int,
    name: str,
    theme: Colours,
    ended: Sequence[int] | None,
    box: Box,
) -> Iterator[Piece]:
    own = state.seats[seat - 1]
    left, top, right, _ = box
    word, lit = status(state, seat, ended)
    if lit:
        yield marks.lit_frame(theme, box, RADIUS, theme.seats[seat - 1])
    plain, quiet = Tint(theme.words, theme.panel), Tint(theme.muted, theme.panel)
    amount = Slot((right - 150, top + 6, right - 56, top + HEAD), fonts.STRONG, 46, "right")
    yield written(theme, str(own.treasure), amount, Tint(theme.gilt, theme.panel))
    yield _coin(theme, (right - 50, top + 15), 38)
    said = Slot((right - 300, top + 10, right - 150, top + HEAD - 2), fonts.TEXT, 28, "right")
    if word:
        yield written(theme, tr(word), said, plain if lit else quiet)
    slot = Slot(
        (left + 58, top + 6, right - (305 if word else 150), top + HEAD),
        fonts.SCRIPTS[0],
        36,
        "left",
    )
    yield named(theme, Name(name, tr(NAMELESS, seat=seat), 22), slot, plain)
    if own.playing:
        yield from _colony(theme, own, box)


def _colony(theme: Colours, own: Seat, box: Box) -> Iterator[Piece]:
    left, top, right, bottom = box
    inner = (left + 8, top + HEAD + 2, right - 8, bottom - 8)
    frame = colony.framed(own.colony, inner, margin=0, names=colony.NAMES)
    tokens = own.walk.tokens if own.walk is not None else own.tokens
    yield from colony.pieces(theme, frame, own.colony, tokens, ground=False)
    yield from colony.walked(theme, frame, own)


def status(state: Position, seat: int, ended: Sequence[int] | None) -> tuple[str, bool]:
    """A word about a seat, and whether its panel is lit: it is awaited, or it has won."""
    ranks = ended if state.outcome is None else state.outcome.ranks
    if not state.seats[seat - 1].playing:
        return LEFT, False
    if ranks is not None:
        if not ranks or ranks[seat - 1] > 1:
            return "", False
        return (WINNER if ranks.count(1) == 1 else SHARED), True
    if seat in state.to_move:
        return (BUILDING if state.phase == "build" else ""), True
    if state.phase == "build" and state.to_move - {0}:
        return FINISHED, False
    return "", False


@lru_cache(maxsize=32)
def _coin(theme: Colours, at: tuple[int, int], size: int) -> Piece:
    canvas, shape = Canvas((0, 0, size, size), theme.panel), Canvas((0, 0, size, size), (0, 0, 0))
    half = size / 2
    glyphs.coin(Pen(canvas, (half, half), half), theme.lamp, theme.panel)
    shape.disc((half, half), half, (255, 255, 255))
    return Piece(canvas.finish(theme), *at, shape.whole())
