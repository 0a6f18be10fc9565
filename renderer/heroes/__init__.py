"""Pictures of Heroes Beware."""

from __future__ import annotations

from .animation import animate
from .board import draw_board, picture
from .cover import draw_cover
from .emoji import draw_seat, draw_thing
from .ending.sheet import draw_sheet
from .guide import draw_guide
from .invaders.fate import fate as fate_of
from .invaders.fate import toll as toll_of
from .invaders.summary import draw_cards
from .own import Mark, draw_own
from .preparation import ahead

__all__ = [
    "Mark",
    "ahead",
    "animate",
    "draw_board",
    "draw_cards",
    "draw_cover",
    "draw_guide",
    "draw_own",
    "draw_seat",
    "draw_sheet",
    "draw_thing",
    "fate_of",
    "picture",
    "toll_of",
]
