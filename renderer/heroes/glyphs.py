"""The signs of the game: the features of squares, full and empty, and the tokens."""

from __future__ import annotations

from renderer.canvas import XY
from renderer.glyphs import Glyph, Pen
from renderer.theme import Colour

# ------------------------------------------------------------------------------ features


_HEAP = ((-0.95, 0.75), (-0.7, -0.05), (-0.2, -0.15), (0.05, -0.75), (0.6, -0.4), (0.95, 0.75))


def ore(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A heap of rock; its holes glitter."""
    pen.polygon(_HEAP, ink)
    for x, y in ((-0.45, 0.35), (0.1, -0.1), (0.45, 0.4), (0.0, 0.5)):
        pen.polygon(((x, y - 0.17), (x + 0.14, y), (x, y + 0.17), (x - 0.14, y)), hole)


def bare_rock(pen: Pen, ink: Colour, hole: Colour) -> None:
    """The same heap empty: its outline."""
    pen.polygon(_HEAP, ink)
    inner = ((-0.72, 0.6), (-0.54, 0.1), (-0.1, 0.0), (0.12, -0.5), (0.46, -0.24), (0.72, 0.6))
    pen.polygon(inner, hole)


_CRYSTALS = ((-0.5, 0.75, -0.25, 0.3), (0.5, 0.75, -0.1, 0.28), (0.0, 0.8, -0.9, 0.36))
"""The middle of each crystal, its foot, its tip, and half of its width."""


def _crystal(x: float, low: float, top: float, half: float, inset: float = 0) -> list[XY]:
    left, right = x - half + inset, x + half - inset
    high, foot = top + inset * 1.4, low - inset
    side = high + half - inset
    return [(left, foot), (left, side), (x, high), (right, side), (right, foot)]


def gem_vein(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Three crystals."""
    for x, low, top, half in _CRYSTALS:
        pen.polygon(_crystal(x, low, top, half), ink)
        tip = x, top + half * 0.6
        pen.polygon(((x - half * 0.45, low - 0.1), tip, (x + half * 0.2, low - 0.1)), hole)


def bare_crystals(pen: Pen, ink: Colour, hole: Colour) -> None:
    """The outlines of the same crystals."""
    for crystal in _CRYSTALS:
        pen.polygon(_crystal(*crystal), ink)
        pen.polygon(_crystal(*crystal, 0.13), hole)


def campfire(pen: Pen, ink: Colour, hole: Colour) -> None:
    pen.polygon(
        (
            *((-0.6, 0.35), (-0.62, -0.1), (-0.3, 0.05), (-0.25, -0.6), (0.05, -0.95)),
            *((0.2, -0.45), (0.4, -0.05), (0.5, -0.35), (0.66, 0.1), (0.58, 0.4)),
        ),
        ink,
    )
    pen.polygon(((-0.28, 0.38), (-0.1, -0.1), (0.06, 0.1), (0.16, -0.2), (0.3, 0.38)), hole)
    pen.line(((-0.85, 0.88), (0.85, 0.5)), 0.24, ink)
    pen.line(((0.85, 0.88), (-0.85, 0.5)), 0.24, ink)


def cold_ashes(pen: Pen, ink: Colour, hole: Colour) -> None:  # noqa: ARG001 - has the form of a Glyph
    """Logs without a flame."""
    pen.line(((-0.85, 0.78), (0.85, 0.2)), 0.26, ink)
    pen.line(((0.85, 0.78), (-0.85, 0.2)), 0.26, ink)


def chest(pen: Pen, ink: Colour, hole: Colour) -> None:
    pen.dome(0, -0.05, 0.85, ink)
    pen.box(-0.85, -0.02, 0.85, 0.75, ink)
    pen.box(-0.85, 0.0, 0.85, 0.12, hole)
    pen.box(-0.2, -0.15, 0.2, 0.35, hole)
    pen.disc(0, 0.1, 0.1, ink)


def open_chest(pen: Pen, ink: Colour, hole: Colour) -> None:
    """The same chest with its lid up and nothing inside."""
    pen.polygon(((-0.85, -0.1), (-0.7, -0.85), (0.7, -0.85), (0.85, -0.1)), ink)
    pen.polygon(((-0.62, -0.14), (-0.5, -0.68), (0.5, -0.68), (0.62, -0.14)), hole)
    pen.box(-0.85, 0.1, 0.85, 0.8, ink)
    pen.box(-0.66, 0.26, 0.66, 0.64, hole)


def cell(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Bars in a frame."""
    pen.box(-0.8, -0.85, 0.8, 0.85, ink)
    for x in (-0.48, 0, 0.48):
        pen.box(x - 0.15, -0.66, x + 0.15, 0.66, hole)
    pen.box(-0.66, -0.1, 0.66, 0.06, ink)


def trap(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Open jaws with glittering teeth."""
    pen.polygon(
        (
            *((-1.0, 0.15), (-0.82, -0.8), (-0.5, -0.05), (-0.25, -0.85), (0, -0.05)),
            *((0.25, -0.85), (0.5, -0.05), (0.82, -0.8), (1.0, 0.15)),
        ),
        ink,
    )
    pen.box(-1.0, 0.1, 1.0, 0.46, ink)
    pen.dome(0, 0.85, 0.5, ink)
    pen.disc(0, 0.6, 0.17, hole)
    for x in (-0.8, -0.25, 0.25, 0.8):
        pen.polygon(((x, -0.62), (x - 0.09, -0.1), (x + 0.09, -0.1)), hole)


def shut_trap(pen: Pen, ink: Colour, hole: Colour) -> None:  # noqa: ARG001 - has the form of a Glyph
    """Jaws that have snapped shut: a line of interlocking teeth."""
    teeth = [(-0.92 + 0.23 * at, -0.22 if at % 2 else 0.22) for at in range(9)]
    pen.line(teeth, 0.16, ink)
    pen.line(((-0.95, -0.5), (0.95, -0.5)), 0.14, ink)
    pen.line(((-0.95, 0.5), (0.95, 0.5)), 0.14, ink)


def mess_hall(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A tankard with its froth."""
    pen.box(-0.6, -0.4, 0.35, 0.85, ink)
    for x in (-0.48, -0.12, 0.22):
        pen.disc(x, -0.5, 0.28, ink)
    pen.disc(0.5, 0.15, 0.42, ink)
    pen.disc(0.5, 0.15, 0.22, hole)
    pen.box(-0.6, -0.32, 0.36, 0.85, ink)
    for x in (-0.36, 0.02):
        pen.box(x, -0.12, x + 0.13, 0.62, hole)


def empty_tankard(pen: Pen, ink: Colour, hole: Colour) -> None:
    """The outline of a tankard."""
    pen.disc(0.5, 0.15, 0.42, ink)
    pen.disc(0.5, 0.15, 0.22, hole)
    pen.box(-0.6, -0.5, 0.36, 0.85, ink)
    pen.box(-0.44, -0.5, 0.2, 0.69, hole)


def empty_cell(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A frame with an open door."""
    pen.box(-0.8, -0.85, 0.8, 0.85, ink)
    pen.box(-0.62, -0.66, 0.62, 0.66, hole)
    pen.polygon(((-0.62, -0.66), (-0.2, -0.44), (-0.2, 0.82), (-0.62, 0.66)), ink)
    pen.polygon(((-0.48, -0.44), (-0.34, -0.36), (-0.34, 0.6), (-0.48, 0.54)), hole)


def bare_shield(pen: Pen, ink: Colour, hole: Colour) -> None:
    """The outline of a shield."""
    pen.box(-0.8, -0.8, 0.8, 0.2, ink)
    pen.bowl(0, 0.15, 0.8, ink)
    pen.box(-0.6, -0.6, 0.6, 0.16, hole)
    pen.bowl(0, 0.14, 0.6, hole)


def infirmary(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A cross on a shield."""
    pen.box(-0.8, -0.8, 0.8, 0.2, ink)
    pen.bowl(0, 0.15, 0.8, ink)
    pen.box(-0.16, -0.6, 0.16, 0.6, hole)
    pen.box(-0.5, -0.26, 0.5, 0.06, hole)


FEATURES: dict[str, tuple[Glyph, Glyph]] = {
    "ore": (ore, bare_rock),
    "gem vein": (gem_vein, bare_crystals),
    "campfire": (campfire, cold_ashes),
    "chest": (chest, open_chest),
    "cell": (cell, empty_cell),
    "trap": (trap, shut_trap),
    "mess hall": (mess_hall, empty_tankard),
    "infirmary": (infirmary, bare_shield),
}
"""The sign of each feature, with its token and without."""

# -------------------------------------------------------------------------------- tokens


def coin(pen: Pen, ink: Colour, hole: Colour) -> None:
    pen.disc(0, 0, 0.95, ink)
    pen.disc(0, 0, 0.7, hole)
    pen.disc(0, 0, 0.56, ink)


def gem(pen: Pen, ink: Colour, hole: Colour) -> None:
    pen.polygon(((-0.6, -0.7), (0.6, -0.7), (1.0, -0.15), (0, 0.95), (-1.0, -0.15)), ink)
    pen.line(((-0.92, -0.15), (0.92, -0.15)), 0.1, hole)
    pen.line(((-0.34, -0.15), (0, 0.82), (0.34, -0.15), (0, -0.62), (-0.34, -0.15)), 0.1, hole)


def guard(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Head and shoulders under a helmet, with a spear."""
    pen.dome(-0.12, 0.98, 0.8, ink)
    pen.disc(-0.12, -0.22, 0.5, ink)
    pen.box(-0.62, -0.3, 0.38, -0.1, ink)
    pen.box(-0.44, -0.1, 0.2, 0.08, hole)
    pen.line(((0.8, -0.7), (0.8, 0.95)), 0.17, ink)
    pen.polygon(((0.58, -0.55), (0.8, -1.0), (1.02, -0.55)), ink)


def prisoner(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A person behind bars, in a frame."""
    pen.box(-0.9, -0.94, 0.9, 0.94, ink)
    pen.box(-0.72, -0.76, 0.72, 0.76, hole)
    pen.disc(0, -0.22, 0.42, ink)
    pen.dome(0, 0.78, 0.66, ink)
    for x in (-0.17, 0.17):
        pen.disc(x, -0.26, 0.1, hole)
    for x in (-0.5, 0.5):
        pen.box(x - 0.09, -0.8, x + 0.09, 0.8, ink)


def heart(pen: Pen, ink: Colour, hole: Colour) -> None:  # noqa: ARG001 - has the form of a Glyph
    pen.disc(-0.42, -0.3, 0.5, ink)
    pen.disc(0.42, -0.3, 0.5, ink)
    pen.polygon(((-0.86, -0.05), (0.86, -0.05), (0, 0.92)), ink)


def bag(pen: Pen, ink: Colour, hole: Colour) -> None:
    pen.disc(0, 0.3, 0.62, ink)
    pen.polygon(((-0.25, -0.3), (0.25, -0.3), (0.5, 0.1), (-0.5, 0.1)), ink)
    pen.polygon(((-0.18, -0.42), (0.18, -0.42), (0.45, -0.9), (-0.45, -0.9)), ink)
    pen.box(-0.3, -0.42, 0.3, -0.28, hole)


def hero(pen: Pen, ink: Colour, hole: Colour) -> None:
    """An invader: plumed helmet, sword."""
    pen.dome(-0.1, 0.95, 0.7, ink)
    pen.disc(-0.1, -0.2, 0.48, ink)
    pen.polygon(((-0.1, -0.62), (-0.75, -1.0), (-0.5, -0.4)), ink)
    pen.box(-0.36, -0.22, 0.18, -0.04, hole)
    pen.box(0.62, -0.95, 0.78, 0.6, ink)
    pen.box(0.42, 0.25, 0.98, 0.4, ink)


def shut_door(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A door of boards under an arch."""
    pen.dome(0, 0, 0.8, ink)
    pen.box(-0.8, -0.02, 0.8, 0.9, ink)
    pen.dome(0, 0.02, 0.6, hole)
    pen.box(-0.6, 0.0, 0.6, 0.9, hole)
    for x in (-0.2, 0.2):
        pen.box(x - 0.05, -0.6, x + 0.05, 0.9, ink)
    pen.disc(0.4, 0.3, 0.1, ink)


def crowned(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Most guards: head and shoulders under a crown."""
    pen.dome(0, 0.98, 0.8, ink)
    pen.disc(0, 0.0, 0.46, ink)
    crown = ((-0.5, -0.3), (-0.62, -1.0), (-0.25, -0.66), (0, -1.05), (0.25, -0.66), (0.62, -1.0))
    pen.polygon((*crown, (0.5, -0.3)), ink)
    pen.box(-0.5, -0.34, 0.5, -0.24, hole)


def gravestone(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A stone with a cross, on a mound."""
    pen.dome(0, -0.25, 0.66, ink)
    pen.box(-0.66, -0.28, 0.66, 0.75, ink)
    pen.box(-0.98, 0.7, 0.98, 0.92, ink)
    pen.box(-0.12, -0.62, 0.12, 0.5, hole)
    pen.box(-0.4, -0.34, 0.4, -0.1, hole)


TOKENS: dict[str, Glyph] = {
    "gold": coin,
    "gem": gem,
    "guard": guard,
    "trap": trap,
    "prisoner": prisoner,
}
