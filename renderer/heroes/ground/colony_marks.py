"""The marks in a colony: open edges, selectable places, distances that are too short."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache

from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.grid import DIRECTIONS
from renderer import fonts
from renderer.canvas import BLACK, WHITE, Canvas, Piece
from renderer.glyphs import Pen
from renderer.heroes.colours import Colours
from renderer.heroes.ground.frame import Frame, outside
from renderer.text import Slot, width, written
from renderer.theme import Tint


def open_edges(
    theme: Colours, frame: Frame, colony: Colony, shown: Container[int] | None = None
) -> Iterator[Piece]:
    built = colony.area
    for direction in DIRECTIONS:
        for at in squares_in(colony.open_edges[direction] & built):
            if shown is not None and at not in shown:
                continue
            yield _way_out(theme, frame.size, direction).shifted(*frame.corner(at))


@lru_cache(maxsize=64)
def _way_out(theme: Colours, size: int, direction: int) -> Piece:
    """The mark of an open edge: an arrow beyond it, which leaves the kind of edge visible."""
    out = outside(size)
    box, half = (-out, -out, size + out, size + out), size / 2
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    for drawn, colour, grown in (
        (shape, WHITE, 0.08),
        (canvas, theme.ink, 0.08),
        (canvas, theme.open, 0.0),
    ):
        pen = Pen(drawn, (half, half), half)
        points = [
            (-0.32 - 1.6 * grown, -1.06 + grown),
            (0.32 + 1.6 * grown, -1.06 + grown),
            (0, -1.38 - 1.4 * grown),
        ]
        for _ in range(direction):
            points = [(-y, x) for x, y in points]
        pen.polygon(points, colour)
    mask = shape.whole()
    return canvas.piece(theme, mask).within(mask.getbbox())


def highlighted(
    theme: Colours, frame: Frame, squares: Iterable[int], labels: Mapping[int, str]
) -> Iterator[Piece]:
    """Selectable squares, lit up, with any label in their corner. Half of a label is above its
    square, so that the contents stay visible.
    """
    for at in squares:
        yield _lit(theme, frame.size).shifted(*frame.corner(at))
    for at, label in labels.items():
        left, top = frame.corner(at)
        size = max(32, frame.size * 2 // 5)
        yield badge(theme, label, size).shifted(left - 2, top - size // 2)


@lru_cache(maxsize=64)
def _lit(theme: Colours, size: int) -> Piece:
    """A frame with a rim of ink, visible on any background."""
    box = (0, 0, size, size)
    canvas, shape = Canvas(box, theme.reach), Canvas(box, BLACK)
    wide = max(4, size // 16)
    shape.rectangle(0, 0, size, size, WHITE)
    shape.rectangle(wide + 2, wide + 2, size - wide - 2, size - wide - 2, BLACK)
    canvas.rectangle(wide, wide, size - wide, size - wide, theme.ink)
    return canvas.piece(theme, shape.whole())


@lru_cache(maxsize=512)
def badge(theme: Colours, label: str, size: int) -> Piece:
    """A number or a letter to press, dark on light; longer labels are wider."""
    letters = round(size * 0.74)
    across = max(size, round(width(label, fonts.STRONG, letters)) + size // 2)
    return _plate(theme, label, (across, size, size / 2), letters, Tint(theme.ink, theme.paper))


@lru_cache(maxsize=64)
def depth(theme: Colours, steps: int, needed: int, size: int) -> Piece:
    """A feature's distance from the entrance, out of the distance it needs: dark if it is too near,
    in the colour of gold if it is far enough.
    """
    tint = Tint(theme.ink, theme.lamp) if steps >= needed else Tint(theme.paper, theme.ink)
    text, high = f"{steps}/{needed}", max(26, size * 17 // 50)
    letters = round(high * 0.86)
    across = round(width(text, fonts.STRONG, letters)) + high // 3
    return _plate(theme, text, (across, high, high / 3), letters, tint)


def _plate(
    theme: Colours, text: str, shape: tuple[int, int, float], letters: int, tint: Tint
) -> Piece:
    """A text on a plate with this width, height and radius of its corners."""
    across, high, radius = shape
    box = (0, 0, across, high)
    canvas, mask = Canvas(box, theme.ink), Canvas(box, BLACK)
    mask.rounded(box, radius, WHITE)
    canvas.rounded(box, radius - 2, tint.ground, inset=2)
    slot = Slot((2, 0, across - 2, high), fonts.STRONG, letters)
    canvas.put(written(theme, text, slot, tint))
    return canvas.piece(theme, mask.whole())
