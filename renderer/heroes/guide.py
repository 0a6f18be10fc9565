"""A player's own board with letters beside its parts, for readers who learn to read it."""

from __future__ import annotations

from prowlerbot.games.heroes.grid import ENTRANCE, SQUARE
from prowlerbot.games.heroes.rules import Position
from renderer import png
from renderer.canvas import XY
from renderer.letters import RADIUS, letter
from renderer.theme import NIGHT

from . import own
from .colours import COLOURS
from .panels import shelf
from .panels.table import GAP

LETTERS = "ABCDEFG"

_BESIDE = 44
"""Pixels between an edge and the letter beyond it, which keep the arrow there visible."""


def draw_guide(
    state: Position, *, cavern: str, stone: str, dark: str, lit: str, theme: str = NIGHT.name
) -> bytes:
    """As PNG, from the board of seat 1 in a draft turn: A the entrance, B the open west side of
    ``cavern``, C the open south side of ``stone``, D the open east side of ``dark``, E the torch of
    ``lit``, F the queue, G the reserve.
    """
    colours = COLOURS[theme]
    drawn = own.picture(state, 1, colours)
    at = places(state, cavern=cavern, stone=stone, dark=dark, lit=lit)
    for text, (x, y) in zip(LETTERS, at, strict=True):
        letter(colours, text, (round(x), round(y))).put(drawn)
    return png.encode(drawn, colours.palette_bytes)


def places(state: Position, *, cavern: str, stone: str, dark: str, lit: str) -> list[XY]:
    """The places of the letters: beside their parts, over no sign and no number."""
    frame, room = own.colony_at(state, 1)
    left, top, _, _ = frame.box(ENTRANCE)
    cavern_left, _, _, _ = frame.box(SQUARE[cavern])
    _, _, _, stone_bottom = frame.box(SQUARE[stone])
    _, _, dark_right, _ = frame.box(SQUARE[dark])
    _, lit_top, lit_right, _ = frame.box(SQUARE[lit])
    queue = room[3]
    reserve = queue + shelf.HIGH
    return [
        (left + RADIUS / 2, top - RADIUS / 2),
        (cavern_left - _BESIDE, frame.centre(SQUARE[cavern])[1]),
        (frame.centre(SQUARE[stone])[0], stone_bottom + _BESIDE),
        (dark_right + _BESIDE, frame.centre(SQUARE[dark])[1]),
        (lit_right + RADIUS, lit_top + RADIUS),
        (3 * GAP + 130, queue + RADIUS + 4),
        (3 * GAP + 160, reserve + RADIUS + 4),
    ]
