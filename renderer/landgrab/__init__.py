"""Pictures of Landgrab."""

from __future__ import annotations

from .animation import animate
from .board import draw_board, draw_choice, draw_map, picture
from .cover import draw_cover
from .emoji import draw_owner, draw_thing
from .ending.sheet import draw_sheet
from .guide import draw_guide
from .land.lights import Mark
from .preparation import ahead

__all__ = [
    "Mark",
    "ahead",
    "animate",
    "draw_board",
    "draw_choice",
    "draw_cover",
    "draw_guide",
    "draw_map",
    "draw_owner",
    "draw_sheet",
    "draw_thing",
    "picture",
]
