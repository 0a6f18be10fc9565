"""The marks in a colony: open edges, selectable places, distances that are too short."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache

from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.grid import DIRECTIONS, squares_in
from renderer import fonts
from renderer.canvas import BLACK, WHITE, Canvas
from renderer.glyphs import Pen
from renderer.heroes.colours import Colours
from renderer.piece import Piece
from renderer.text import Slot, Tint, width, written

from .frame import Frame, outside


def open_edges(
    theme: Colours, frame: Frame, colony: Colony, shown: Container[int] | None = None
) -> Iterator[Piece]:
    built = colony.area
    for direction in DIRECTIONS:
        for at in squares_in(colony.open_edges[direction] & built):
            if shown is not None and at not in shown:
                continue
            left, top, *_ = frame.box(at)
            yield _way_out(theme, frame.size, direction).shifted(left, top)


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
    return Piece(canvas.finish(theme), -out, -out, mask).within(mask.getbbox())


def highlighted(
    theme: Colours,
    frame: Frame,
    squares: Iterable[int],
    labels: Mapping[int, str],
) -> Iterator[Piece]:
    """Selectable squares, lit up, with any label in their corner. Half of a label stands above its
    square, so that the contents stay visible.
    """
    for at in squares:
        left, top, *_ = frame.box(at)
        yield _lit(theme, frame.size).shifted(left, top)
    for at, label in labels.items():
        left, top, *_ = frame.box(at)
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
    return Piece(canvas.finish(theme), 0, 0, shape.whole())


@lru_cache(maxsize=512)
def badge(theme: Colours, label: str, size: int) -> Piece:
    """A number to press, or a letter: dark on light; longer labels are wider."""
    letters = round(size * 0.74)
    across = max(size, round(width(label, fonts.STRONG, letters)) + size // 2)
    box = (0, 0, across, size)
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    shape.rounded(box, size / 2, WHITE)
    canvas.rounded((2, 2, across - 2, size - 2), size / 2 - 2, theme.paper)
    sprite = canvas.finish(theme)
    slot = Slot((2, 0, across - 2, size), fonts.STRONG, letters)
    written(theme, label, slot, Tint(theme.ink, theme.paper)).put(sprite)
    return Piece(sprite, 0, 0, shape.whole())


@lru_cache(maxsize=64)
def depth(theme: Colours, steps: int, needed: int, size: int) -> Piece:
    """A feature's distance from the entrance, out of the distance it needs: dark if it is too near,
    in the colour of gold if it is far enough.
    """
    ground, ink = (theme.lamp, theme.ink) if steps >= needed else (theme.ink, theme.paper)
    text, high = f"{steps}/{needed}", max(26, size * 17 // 50)
    letters = round(high * 0.86)
    across = round(width(text, fonts.STRONG, letters)) + high // 3
    box = (0, 0, across, high)
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    shape.rounded(box, high / 3, WHITE)
    canvas.rounded((2, 2, across - 2, high - 2), high / 3 - 2, ground)
    sprite = canvas.finish(theme)
    slot = Slot((2, 0, across - 2, high), fonts.STRONG, letters)
    written(theme, text, slot, Tint(ink, ground)).put(sprite)
    return Piece(sprite, 0, 0, shape.whole())
