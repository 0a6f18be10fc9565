"""What all pictures of a theme have in common, drawn before anybody waits for one."""

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
    """The pieces of that work. Whoever needs one of them meanwhile waits for it or draws it."""
    return [
        *(partial(_board, theme, seats) for seats in SEATS),
        *(partial(_tiles, theme, tuple(PIECES)[at::_PARTS]) for at in range(_PARTS)),
        *(partial(_form, theme, seats) for seats in SEATS),
        partial(draw_cover, theme),
    ]


_PARTS = 4
"""Into how many pieces the drawing of tiles is cut."""


def _board(theme: str, seats: int) -> object:
    start = Heroes().start(f"{seats}/brisk/guided/full")
    return draw_board(start, [""] * seats, theme=theme)


def _tiles(theme: str, ids: tuple[str, ...]) -> object:
    """Tiles as they lie on shelves."""
    return [shelf.thumbnail(COLOURS[theme], id_, shelf.TILE) for id_ in ids]


def _form(theme: str, seats: int) -> object:
    return sheet.form(COLOURS[theme], seats, tall=True)
