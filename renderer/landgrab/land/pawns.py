"""Pawns in their colour with their sign, and the flags of their spawns."""

from __future__ import annotations

from renderer.canvas import BLACK, WHITE, XY, Box, Canvas, Piece, in_place
from renderer.landgrab import glyphs
from renderer.landgrab.colours import Colours
from renderer.landgrab.land.window import DRAWN_FOR
from renderer.theme import Colour

_HEAD: XY = (0, -20)
_HOOD = 14.0
_RIGHT: tuple[XY, ...] = ((11, -14), (16, -2), (21, 18), (24, 31))
_CLOAK: tuple[XY, ...] = (*_RIGHT, *((-x, y) for x, y in reversed(_RIGHT)))
_SIGN: XY = (0, 12)


def draw_pawn(canvas: Canvas, theme: Colours, owner: str, centre: XY, unit: float) -> None:
    """A hooded figure that fits on a square of 76 units."""
    x, y = centre

    def at(*points: XY) -> list[XY]:
        return [(x + dx * unit, y + dy * unit) for dx, dy in points]

    for grown, fill in ((4.2, theme.paper), (2.4, theme.ink), (0.0, theme.owner(owner))):
        _silhouette(canvas, centre, unit, grown, fill)
    shade = theme.owner_dark(owner)
    canvas.polygon(at(*_RIGHT, (15, 31), (11, 4)), shade)
    canvas.polygon(at((-24, 31), (-22.6, 25), (22.6, 25), (24, 31)), shade)
    for stitch in range(-18, 20, 9):
        # The owner's pattern along the hem.
        glyphs.draw_shape(canvas, owner, at((stitch, 28))[0], 1.7 * unit, theme.owner(owner))
    canvas.disc(at(_HEAD)[0], 10.4 * unit, theme.ink)
    canvas.disc(at((0, -19))[0], 8.6 * unit, theme.face)
    for dx in (-3.4, 3.4):
        canvas.disc(at((dx, -20))[0], 1.7 * unit, theme.ink)
    glyphs.draw_shape(canvas, owner, at(_SIGN)[0], 9.5 * unit, theme.on_owner(owner))


def _silhouette(canvas: Canvas, centre: XY, unit: float, grown: float, fill: Colour) -> None:
    x, y = centre
    cloak = [(x + dx * unit, y + dy * unit) for dx, dy in _CLOAK]
    canvas.disc((x + _HEAD[0] * unit, y + _HEAD[1] * unit), (_HOOD + grown) * unit, fill)
    canvas.polygon(cloak, fill)
    if grown:
        canvas.line((*cloak, cloak[0]), 2 * grown * unit, fill)


def draw_flag(canvas: Canvas, theme: Colours, owner: str, box: Box, *, small: bool) -> None:
    """The flag of a spawn; small and in the corner of an occupied square."""
    unit = (box[2] - box[0]) / DRAWN_FOR
    for grown, pole, cloth in (
        (3.4, theme.ink, theme.ink),
        (1.4, theme.paper, theme.paper),
        (0.0, theme.ink, theme.owner(owner)),
    ):
        _flag(canvas, box, grown * unit, (pole, cloth), small=small)
    x, y, half = (14.5, 15.5, 5.6) if small else (40.5, 27, 9.5)
    centre = box[0] + x * unit, box[1] + y * unit
    glyphs.draw_shape(canvas, owner, centre, half * unit, theme.on_owner(owner))


def _flag(
    canvas: Canvas, box: Box, grown: float, fills: tuple[Colour, Colour], *, small: bool
) -> None:
    """Its pole, then its cloth."""
    unit = (box[2] - box[0]) / DRAWN_FOR

    def at(x: float, y: float, dx: float = 0, dy: float = 0) -> XY:
        return box[0] + x * unit + dx * grown, box[1] + y * unit + dy * grown

    x, top, foot, right, low, notch = (5, 6, 70, 24, 25, 0) if small else (20, 10, 68, 60, 44, 8)
    pole = at(x, top, -1, -1), at(x + 2.5, top, 1, -1), at(x + 2.5, foot, 1, 1), at(x, foot, -1, 1)
    cloth = (
        at(x, top, -1, -1),
        at(right, top, 1.4, -1),
        at(right - notch, (top + low) / 2, 1.4),
        at(right, low, 1.4, 1),
        at(x, low, -1, 1),
    )
    canvas.polygon(pole, fills[0])
    canvas.polygon(cloth, fills[1])


@in_place
def pawn(theme: Colours, box: Box, owner: str) -> Piece:
    canvas, shape = Canvas(box, theme.land), Canvas(box, BLACK)
    centre, unit = (box[2] / 2, box[2] / 2), box[2] / DRAWN_FOR
    draw_pawn(canvas, theme, owner, centre, unit)
    _silhouette(shape, centre, unit, 4.4, WHITE)
    return canvas.piece(theme, shape.whole())


@in_place
def flag(theme: Colours, box: Box, owner: str, *, small: bool) -> Piece:
    canvas, shape = Canvas(box, theme.land), Canvas(box, BLACK)
    draw_flag(canvas, theme, owner, box, small=small)
    _flag(shape, box, 3.6 * box[2] / DRAWN_FOR, (WHITE, WHITE), small=small)
    return canvas.piece(theme, shape.whole())
