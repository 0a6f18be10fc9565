"""Pictures of Prowler's Passage."""

from __future__ import annotations

from .animation import animate
from .board import draw_board, draw_choice
from .cover import draw_cover
from .emoji import draw_district, draw_seat, draw_statue, draw_tile
from .guide import draw_guide
from .preparation import ahead
from .scores import draw_scores

__all__ = [
    "ahead",
    "animate",
    "draw_board",
    "draw_choice",
    "draw_cover",
    "draw_district",
    "draw_guide",
    "draw_scores",
    "draw_seat",
    "draw_statue",
    "draw_tile",
]
