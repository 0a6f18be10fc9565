"""The last move on the map: the pawn's way, the claimed building, the attacked pawn."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import tile_squares
from prowlerbot.games.landgrab.moves import Action
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import ADJACENT
from renderer.canvas import BLACK, WHITE, XY, Box, Canvas, Piece, in_place
from renderer.landgrab.colours import Colours

from .window import DRAWN_FOR, Window

_RIM = 3.2
"""The width of the ink around white shapes."""


def pieces(theme: Colours, state: Position, shown: Window) -> Iterator[Piece]:
    """White edges around the places of the last move, and an arrow to its destination."""
    last = state.last
    if last is None:
        return
    target = places(state, last)
    if not target:
        return
    box = shown.covering(target)
    yield edge(theme, box)
    if last.start < 0 or last.start in target:
        return
    here = shown.square_box(last.start)
    if last.move.kind:
        yield edge(theme, here)
    around = way_around(state, last)
    if around is None:
        yield arrow(theme, (_middle(here), _middle(box)), box, shown.cell)
        return
    walls = shown.covering(tuple(squares_in(state.map.buildings[around].squares)))
    yield arrow(theme, _bent(_middle(here), _middle(box), walls), box, shown.cell)


def places(state: Position, last: Action) -> tuple[int, ...]:
    """The squares of the last move."""
    kind, at, to = last.move
    match kind:
        case "t":
            return tuple(squares_in(tile_squares(at)))
        case "l":
            return at, to
        case "c":
            return tuple(squares_in(state.map.buildings[state.map.number[at]].squares))
        case "a":
            fought = _fought_at(state, last)
            return () if fought < 0 else (fought,)
        case _:
            return (at,)


def _fought_at(state: Position, last: Action) -> int:
    """The attacked pawn's square: its present one, or the attacker's after the attacker's win."""
    won = len(last.rolls) == 2 and last.rolls[0] > last.rolls[1]
    return state.pawns[last.seat - 1 if won else last.move.at - 1]


def way_around(state: Position, last: Action) -> int | None:
    """The number of the building that a pawn went around, if any."""
    if last.move.kind or ADJACENT[last.start] >> last.move.at & 1:
        return None
    for number in state.map.near[last.start]:
        around = state.map.buildings[number].around
        if state.owners[number] == last.seat and around >> last.move.at & 1:
            return number
    return None


@in_place
def edge(theme: Colours, box: Box) -> Piece:
    """A white edge just inside a box."""
    canvas, shape = Canvas(box, theme.land), Canvas(box, BLACK)
    canvas.rounded(box, 9, theme.ink)
    canvas.rounded(box, 8, theme.glow, inset=2)
    canvas.rounded(box, 6, theme.ink, inset=6)
    shape.rounded(box, 9, WHITE)
    shape.rounded(box, 5, BLACK, inset=7.5)
    return canvas.piece(theme, shape.whole())


@lru_cache(maxsize=1024)
def arrow(theme: Colours, way: tuple[XY, ...], there: Box, cell: int) -> Piece:
    """Along a way to another place: a hollow ring at its start, a point at the place's edge."""
    left, top = map(int, way[0])
    near = tuple((x - left, y - top) for x, y in way)
    x0, y0, x1, y1 = there
    place = x0 - left, y0 - top, x1 - left, y1 - top
    return _arrow(theme, near, place, cell).shifted(left, top)


@lru_cache(maxsize=512)
def _arrow(theme: Colours, way: tuple[XY, ...], there: Box, cell: int) -> Piece:
    unit = cell / DRAWN_FOR
    ring, head = 13 * unit, 22 * unit
    start, (before, goal) = way[0], way[-2:]
    away = math.dist(before, goal)
    dx, dy = (goal[0] - before[0]) / away, (goal[1] - before[1]) / away
    to_edge = min(
        (there[2] - there[0]) / 2 / max(abs(dx), 1e-9),
        (there[3] - there[1]) / 2 / max(abs(dy), 1e-9),
    )
    least = ring + head if before == start else head
    tip_at = max(away - to_edge + 10 * unit, least)

    def on(along: float, across: float = 0) -> XY:
        return before[0] + dx * along - dy * across, before[1] + dy * along + dx * across

    xs, ys = zip(*way, strict=True)
    reach = cell / 2
    box = (
        math.floor(min(xs) - reach),
        math.floor(min(ys) - reach),
        math.ceil(max(xs) + reach),
        math.ceil(max(ys) + reach),
    )
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    for target, grown, fill in ((canvas, 0.0, theme.glow), (shape, _RIM, WHITE)):
        target.line((*way[:-1], on(tip_at - head)), 7 * unit + 2 * grown, fill)
        target.disc(start, ring + grown, fill)
        wing, low = 14 * unit + grown, tip_at - head - grown
        target.polygon((on(tip_at + 1.5 * grown), on(low, wing), on(low, -wing)), fill)
    canvas.discs(start, (ring - 4 * unit, theme.ink), (ring - 6 * unit, theme.land))
    mask = shape.whole()
    return canvas.piece(theme, mask).within(mask.getbbox())


def _bent(start: XY, goal: XY, walls: Box) -> tuple[XY, ...]:
    """The shorter way around a building, along its walls."""
    left, top, right, bottom = walls
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    ends = [(min(max(x, left), right), min(max(y, top), bottom)) for x, y in (start, goal)]
    first, last = (_side(end, walls) for end in ends)
    clockwise = [corners[(first + 1 + at) % 4] for at in range((last - first) % 4)]
    back = [corners[(first - at) % 4] for at in range((first - last) % 4)]
    ways = [(start, ends[0], *turns, ends[1], goal) for turns in (clockwise, back)]
    return min(ways, key=lambda way: sum(math.dist(*both) for both in pairwise(way)))


def _side(point: XY, walls: Box) -> int:
    """The index of the wall of a point: the upper one is first, then clockwise."""
    left, top, right, bottom = walls
    return (point[1] == top, point[0] == right, point[1] == bottom, point[0] == left).index(True)


def _middle(box: Box) -> XY:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
