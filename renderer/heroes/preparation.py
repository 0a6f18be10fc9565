"""The shared parts of a theme's pictures, drawn before a reader waits for one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.setup import SEATS

from .board import draw_board
from .colours import COLOURS
from .cover import draw_cover
from .ending import sheet
from .panels import shelf


def ahead(theme: str) -> list[Callable[[], object]]:
    """The pieces of that work. A picture that needs one meanwhile waits for it or draws it."""
    return [
        *(partial(_board, theme, seats) for seats in SEATS),
        *(partial(_tiles, theme, tuple(PIECES)[at::_PARTS]) for at in range(_PARTS)),
        *(partial(_form, theme, seats) for seats in SEATS),
        partial(draw_cover, theme),
    ]


_PARTS = 4
"""The number of pieces of work for drawing tiles."""


def _board(theme: str, seats: int) -> object:
    start = Heroes().start(f"{seats}/brisk/guided/full")
    return draw_board(start, [""] * seats, theme=theme)


def _tiles(theme: str, ids: tuple[str, ...]) -> object:
    """Tiles as on shelves."""
    return [shelf.thumbnail(COLOURS[theme], id_, shelf.TILE) for id_ in ids]


def _form(theme: str, seats: int) -> object:
    return sheet.form(COLOURS[theme], seats, tall=True)
