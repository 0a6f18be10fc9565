"""The way of an invader: a line that keeps to the right, with arrows, the struck tokens, and the
end of the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from prowlerbot.games.heroes.colony import Seat
from prowlerbot.games.heroes.grid import ENTRANCE, STEP
from renderer.canvas import BLACK, WHITE, XY, Canvas, Piece
from renderer.glyphs import Pen
from renderer.heroes import glyphs
from renderer.heroes.colours import Colours
from renderer.heroes.ground.frame import AWAY, Frame
from renderer.heroes.invaders.fate import Fate, Toll

Layer = Literal["rim", "fill"]
_ASIDE = 0.13
"""The shift of the line to the right, in squares, which separates the way in from the way out."""


class Trail(NamedTuple):
    """``crossed`` is the mask of the squares on the way; ``struck`` holds the tokens lost on each
    square, in the order in which they acted.
    """

    way: Sequence[Piece]
    crossed: int = 0
    struck: Mapping[int, Sequence[tuple[str, int]]] = {}
    square: int = -1
    """The present or last square of the invader."""
    invader: Piece | None = None


def trail_of(theme: Colours, frame: Frame, seat: Seat, effect: Fate | Toll | None) -> Trail | None:
    """The way of the latest invader, if the present card brings one."""
    if not isinstance(effect, Fate):
        return None
    crossed, struck = 1 << effect.square, dict[int, Counter[str]]()
    for at, what in seat.trace:
        crossed |= 1 << at
        if what and what not in {"defeated", "left"}:
            struck.setdefault(at, Counter())[what] += 1
    counted = {at: list(counts.items()) for at, counts in struck.items()}
    stands = _stands(theme, frame, effect)
    return Trail(tuple(walked(theme, frame, seat)), crossed, counted, effect.square, stands)


def steps(seat: Seat) -> list[tuple[int, int]]:
    """The origin and the direction of each step."""
    way = [ENTRANCE, *(at for at, what in seat.trace if not what)]
    return [(one, STEP.index(other - one)) for one, other in pairwise(way)]


def walked(theme: Colours, frame: Frame, seat: Seat) -> Iterator[Piece]:
    """The way of the latest invader."""
    taken = steps(seat)
    layers: tuple[Layer, Layer] = ("rim", "fill")
    for layer in layers:
        for at, (square, direction) in enumerate(taken):
            x, y = map(round, frame.centre(square))
            sprite = _stretch(theme, frame.size, direction, layer)
            yield sprite.shifted(x, y)
            if at and taken[at - 1][1] != direction:
                bend = _bend(theme, frame.size, taken[at - 1][1], direction, layer)
                yield bend.shifted(x, y)


def _stands(theme: Colours, frame: Frame, fate: Fate) -> Piece:
    """The latest invader at its present or final place: in the lower left corner."""
    how = "defeated" if fate.ending == "defeated" else ""
    if fate.ending == "left" and fate.loaded:
        how = "loaded"
    left, _, _, bottom = frame.box(fate.square)
    size = frame.size * 26 // 50 // 2 * 2
    return invader(theme, size, how).shifted(left + 1, bottom - size - 1)


def _beside(direction: int, size: int) -> XY:
    """The distance of the line from the middle of squares."""
    dx, dy = AWAY[(direction + 1) % 4]
    return dx * size * _ASIDE, dy * size * _ASIDE


@lru_cache(maxsize=256)
def _stretch(theme: Colours, size: int, direction: int, layer: Layer) -> Piece:
    """A step from the middle of a square to that of the next one."""
    (x, y), (dx, dy) = _beside(direction, size), AWAY[direction]
    return _line(theme, size, ((x, y), (x + dx * size, y + dy * size)), layer, direction)


@lru_cache(maxsize=256)
def _bend(theme: Colours, size: int, before: int, after: int, layer: Layer) -> Piece:
    return _line(theme, size, (_beside(before, size), _beside(after, size)), layer, None)


def _line(
    theme: Colours, size: int, points: tuple[XY, XY], layer: Layer, arrow: int | None
) -> Piece:
    width = max(5.0, size * 0.08)
    grown = 2.5 if layer == "rim" else 0.0
    reach = round(size * 0.22) + 4
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = (
        round(min(xs)) - reach,
        round(min(ys)) - reach,
        round(max(xs)) + reach,
        round(max(ys)) + reach,
    )
    colour = theme.ink if layer == "rim" else theme.trail
    canvas, shape = Canvas(box, colour), Canvas(box, BLACK)
    for drawn, fill in ((canvas, colour), (shape, WHITE)):
        drawn.line(points, width + 2 * grown, fill)
        if arrow is not None:
            middle = sum(xs) / 2, sum(ys) / 2
            pen = Pen(drawn, middle, size * 0.14 + 1.6 * grown)
            head = [(-1.0, 0.75), (1.0, 0.75), (0.0, -0.9)]
            for _ in range(arrow):
                head = [(-y, x) for x, y in head]
            pen.polygon(head, fill)
    return canvas.piece(theme, shape.whole())


@lru_cache(maxsize=64)
def invader(theme: Colours, size: int, how: str) -> Piece:
    """An invader on its way; a gravestone after a defeat, a bag if it left with treasure."""
    box, half = (0, 0, size, size), size / 2
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    shape.disc((half, half), half, WHITE)
    name = {"defeated": "gravestone", "loaded": "bag"}.get(how, "hero")
    ink, ground = (theme.trail, theme.ink) if how == "defeated" else (theme.ink, theme.trail)
    canvas.disc((half, half), half - 2, ground)
    glyphs.SIGNS[name](Pen(canvas, (half, half), half * 0.66), ink, ground)
    return canvas.piece(theme, shape.whole())
