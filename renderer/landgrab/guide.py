"""A board with letters beside its parts, for readers who learn to read it."""

from __future__ import annotations

from collections.abc import Sequence

from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import SQUARE
from renderer import png
from renderer.canvas import XY
from renderer.letters import RADIUS, letter
from renderer.theme import NIGHT

from .board import picture
from .colours import COLOURS
from .land.window import ACROSS, TOP, window
from .panels import plaques

LETTERS = "ABCDEFG"


def draw_guide(
    state: Position,
    names: Sequence[str],
    *,
    square: str,
    small: str,
    large: str,
    theme: str = NIGHT.name,
) -> bytes:
    """As PNG: A the pawn of seat 1, B a square in reach, C a small building, D a large one, E the
    spawn of seat 1, F its plaque, G the rounds.
    """
    colours = COLOURS[theme]
    drawn = picture(state, names, colours)
    at = places(state, square=square, small=small, large=large)
    for text, (x, y) in zip(LETTERS, at, strict=True):
        letter(colours, text, (round(x), round(y))).put(drawn)
    return png.encode(drawn, colours.palette_bytes)


def places(state: Position, *, square: str, small: str, large: str) -> list[XY]:
    """The places of the letters: in a corner of their part, over no sign and no number."""
    shown = window(state)
    _, top, right, _ = shown.square_box(state.pawns[0])
    small_left, small_top, *_ = shown.square_box(SQUARE[small])
    large_left, large_top, *_ = shown.square_box(SQUARE[large])
    _, _, flag_right, flag_bottom = shown.square_box(state.spawns[0])
    _, plaque_top, plaque_right, _ = plaques.plaque(len(state.lives), 1, shown.box[3]).box
    return [
        (right - RADIUS / 2, top + RADIUS),
        shown.centre(SQUARE[square]),
        (small_left + RADIUS / 2, small_top + RADIUS / 2),
        (large_left + RADIUS / 2, large_top + RADIUS / 2),
        (flag_right - RADIUS, flag_bottom - RADIUS),
        (plaque_right - 2 * RADIUS, plaque_top + 92),
        (ACROSS - 2 * RADIUS, TOP + RADIUS),
    ]
