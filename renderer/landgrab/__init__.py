"""Pictures of Landgrab."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.map_text import map_text
from prowlerbot.games.landgrab.prepared_maps import FIXED, TOGETHER, fixed_map
from prowlerbot.games.landgrab.setup import COLOURS as LETTERS
from prowlerbot.games.landgrab.setup import SEATS
from renderer.sheet import form

from .board import draw_board
from .colours import COLOURS
from .ending import sheet, sheet_layout


def ahead(theme: str) -> list[Callable[[], object]]:
    """The parts that a theme's pictures share; see ``Face.prepare``."""
    grounds = [TOGETHER, *(map_text(fixed_map(name)) for name in FIXED)]
    return [
        *(partial(_board, theme, ground) for ground in grounds),
        *(partial(_form, theme, seats) for seats in SEATS),
    ]


def _board(theme: str, ground: str) -> object:
    """Draw the start on a map; other maps share its squares, buildings and coast."""
    start = Landgrab().start(f"{LETTERS}/1/{ground}")
    return draw_board(start, [""] * len(LETTERS), theme=theme)


def _form(theme: str, seats: int) -> object:
    return form(COLOURS[theme], sheet.TITLE, sheet_layout.height(seats, tall=True))
