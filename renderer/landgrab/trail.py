"""The last move on the map: where a pawn came from and went, what was claimed, who was attacked."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from prowlerbot.games.landgrab.map import tile_squares
from prowlerbot.games.landgrab.moves import Action
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import ADJACENT, squares_in
from renderer.canvas import XY, Canvas
from renderer.piece import Piece
from renderer.text import Box

from .colours import Colours
from .window import Window


def pieces(theme: Colours, state: Position, shown: Window) -> Iterator[Piece]:
    """White edges around the places of the last move, and an arrow to where it went."""
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
    yield arrow(theme, here, box, shown.cell)


def places(state: Position, last: Action) -> tuple[int, ...]:
    """The squares that the last move was about."""
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
    """Where the attacked pawn stood: there it still is, or there the attacker is now."""
    won = len(last.rolls) == 2 and last.rolls[0] > last.rolls[1]
    return state.pawns[last.seat - 1 if won else last.move.at - 1]


def way_around(state: Position, last: Action) -> int | None:
    """The number of the building that a pawn went around, if it did."""
    if last.move.kind or ADJACENT[last.start] >> last.move.at & 1:
        return None
    for number in state.map.near[last.start]:
        around = state.map.buildings[number].around
        if state.owners[number] == last.seat and around >> last.move.at & 1:
            return number
    return None


@lru_cache(maxsize=512)
def edge(theme: Colours, box: Box) -> Piece:
    """A white edge just inside a box."""
    left, top, right, bottom = box
    canvas, shape = Canvas(box, theme.land), Canvas(box, (0, 0, 0))
    white, black = (255, 255, 255), (0, 0, 0)
    canvas.rounded(box, 9, theme.ink)
    canvas.rounded((left + 1.5, top + 1.5, right - 1.5, bottom - 1.5), 8, theme.glow)
    canvas.rounded((left + 5.5, top + 5.5, right - 5.5, bottom - 5.5), 6, theme.ink)
    shape.rounded(box, 9, white)
    shape.rounded((left + 6.5, top + 6.5, right - 6.5, bottom - 6.5), 5, black)
    return Piece(canvas.finish(theme), left, top, shape.whole())


@lru_cache(maxsize=1024)
def arrow(theme: Colours, here: Box, there: Box, cell: int) -> Piece:
    """From one square to another place: a hollow ring where it began, a point at its edge."""
    start, goal = _middle(here), _middle(there)
    unit = cell / 76
    away = math.dist(start, goal)
    dx, dy = (goal[0] - start[0]) / away, (goal[1] - start[1]) / away
    half = min(
        (there[2] - there[0]) / 2 / (abs(dx) or 1e-9), (there[3] - there[1]) / 2 / (abs(dy) or 1e-9)
    )
    tip_at = away - half + 10 * unit
    ring = 15 * unit
    head = 22 * unit
    box = (
        math.floor(min(start[0], goal[0]) - cell / 2),
        math.floor(min(start[1], goal[1]) - cell / 2),
        math.ceil(max(start[0], goal[0]) + cell / 2),
        math.ceil(max(start[1], goal[1]) + cell / 2),
    )
    canvas, shape = Canvas(box, theme.ink), Canvas(box, (0, 0, 0))

    def on(along: float, across: float = 0) -> XY:
        return start[0] + dx * along - dy * across, start[1] + dy * along + dx * across

    tip_at = max(tip_at, ring + head)
    for target, grown, fill in (
        (canvas, 0.0, theme.glow),
        (shape, 2.5, (255, 255, 255)),
    ):
        target.disc(start, ring + grown, fill)
        target.line((on(ring), on(tip_at - head)), 8 * unit + 2 * grown, fill)
        wing = 14 * unit + grown
        low = tip_at - head - grown
        target.polygon((on(tip_at + 1.5 * grown), on(low, wing), on(low, -wing)), fill)
    canvas.disc(start, ring - 5 * unit, theme.ink)
    canvas.disc(start, ring - 7 * unit, theme.land)
    return Piece(canvas.finish(theme), box[0], box[1], shape.whole())


def _middle(box: Box) -> XY:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
