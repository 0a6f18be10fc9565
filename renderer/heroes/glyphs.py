"""The signs of the game: the features of squares, full and empty, and the tokens."""

from __future__ import annotations

from renderer.glyphs import Glyph, Pen
from renderer.theme import Colour

# ------------------------------------------------------------------------------ features


def ore(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A heap of rock; what glitters in it are the holes."""
    pen.polygon(
        ((-0.95, 0.75), (-0.7, -0.05), (-0.2, -0.15), (0.05, -0.75), (0.6, -0.4), (0.95, 0.75)), ink
    )
    for x, y in ((-0.45, 0.35), (0.1, -0.1), (0.45, 0.4), (0.0, 0.5)):
        pen.polygon(((x, y - 0.17), (x + 0.14, y), (x, y + 0.17), (x - 0.14, y)), hole)


def gem_vein(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Three crystals."""
    for x, low, top, half in (
        (-0.5, 0.75, -0.25, 0.3),
        (0.5, 0.75, -0.1, 0.28),
        (0, 0.8, -0.9, 0.36),
    ):
        pen.polygon(
            (
                (x - half, low),
                (x - half, top + half),
                (x, top),
                (x + half, top + half),
                (x + half, low),
            ),
            ink,
        )
        pen.polygon(
            ((x - half * 0.45, low - 0.1), (x, top + half * 0.6), (x + half * 0.2, low - 0.1)), hole
        )


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


def chest(pen: Pen, ink: Colour, hole: Colour) -> None:
    pen.dome(0, -0.05, 0.85, ink)
    pen.box(-0.85, -0.02, 0.85, 0.75, ink)
    pen.box(-0.85, 0.0, 0.85, 0.12, hole)
    pen.box(-0.2, -0.15, 0.2, 0.35, hole)
    pen.disc(0, 0.1, 0.1, ink)


def open_chest(pen: Pen, ink: Colour, hole: Colour) -> None:
    """The same with its lid up and nothing inside."""
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
    """Jaws, open."""
    pen.polygon(
        (
            *((-0.95, 0.1), (-0.75, -0.7), (-0.5, -0.05), (-0.25, -0.75), (0, -0.05)),
            *((0.25, -0.75), (0.5, -0.05), (0.75, -0.7), (0.95, 0.1)),
        ),
        ink,
    )
    pen.box(-0.95, 0.1, 0.95, 0.42, ink)
    pen.disc(0, 0.55, 0.3, ink)
    pen.disc(0, 0.55, 0.13, hole)


def shut_trap(pen: Pen, ink: Colour, hole: Colour) -> None:  # noqa: ARG001 - has the form of a Glyph
    """Jaws that have snapped shut: their outline alone."""
    teeth = (
        *((-0.9, 0.05), (-0.6, -0.3), (-0.3, 0.05), (0, -0.3), (0.3, 0.05), (0.6, -0.3)),
        (0.9, 0.05),
    )
    pen.line(teeth, 0.13, ink)
    pen.line([(x, -y + 0.32) for x, y in teeth], 0.13, ink)


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


def infirmary(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A cross on a shield."""
    pen.box(-0.8, -0.8, 0.8, 0.2, ink)
    pen.bowl(0, 0.15, 0.8, ink)
    pen.box(-0.16, -0.6, 0.16, 0.6, hole)
    pen.box(-0.5, -0.26, 0.5, 0.06, hole)


FEATURES: dict[str, tuple[Glyph, Glyph]] = {
    "ore": (ore, ore),
    "gem vein": (gem_vein, gem_vein),
    "campfire": (campfire, campfire),
    "chest": (chest, open_chest),
    "cell": (cell, cell),
    "trap": (trap, shut_trap),
    "mess hall": (mess_hall, mess_hall),
    "infirmary": (infirmary, infirmary),
}
"""By feature: its sign while it has what belongs to it, and without."""

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
    """A helmet with a nose guard, and shoulders."""
    pen.dome(0, 0.95, 0.85, ink)
    pen.disc(0, -0.15, 0.62, ink)
    pen.box(-0.62, -0.2, 0.62, 0.35, ink)
    pen.polygon(((-0.1, -1.0), (0.1, -1.0), (0.1, -0.6), (-0.1, -0.6)), ink)
    pen.box(-0.42, -0.1, -0.1, 0.12, hole)
    pen.box(0.1, -0.1, 0.42, 0.12, hole)
    pen.box(-0.3, 0.35, 0.3, 0.45, hole)


def prisoner(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Somebody behind bars."""
    pen.disc(0, -0.35, 0.5, ink)
    pen.dome(0, 0.95, 0.8, ink)
    for x in (-0.5, 0, 0.5):
        pen.box(x - 0.07, -0.95, x + 0.07, 0.95, hole)


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


TOKENS: dict[str, Glyph] = {
    "gold": coin,
    "gem": gem,
    "guard": guard,
    "trap": trap,
    "prisoner": prisoner,
}
