"""The shared parts of a theme's pictures, drawn before a reader waits for one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.map_text import map_text
from prowlerbot.games.landgrab.prepared_maps import FIXED, TOGETHER, fixed_map
from prowlerbot.games.landgrab.setup import COLOURS as LETTERS
from prowlerbot.games.landgrab.setup import SEATS

from .board import draw_board
from .colours import COLOURS
from .cover import draw_cover
from .ending import sheet


def ahead(theme: str) -> list[Callable[[], object]]:
    """The pieces of that work. A picture that needs one meanwhile waits for it or draws it."""
    grounds = [TOGETHER, *(map_text(fixed_map(name)) for name in FIXED)]
    return [
        *(partial(_board, theme, ground) for ground in grounds),
        *(partial(_form, theme, seats) for seats in SEATS),
        partial(draw_cover, theme),
    ]


def _board(theme: str, ground: str) -> object:
    """The start on a map; other maps share its squares, buildings and coast."""
    start = Landgrab().start(f"{LETTERS}/1/{ground}")
    return draw_board(start, [""] * len(LETTERS), theme=theme)


def _form(theme: str, seats: int) -> object:
    return sheet.form(COLOURS[theme], seats, tall=True)
