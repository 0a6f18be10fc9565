"""Pictures of Prowler's Passage."""

from __future__ import annotations

from .animation import animate
from .board import draw_board, draw_choice
from .cover import draw_cover
from .preparation import ahead
from .scores import draw_scores

__all__ = ["ahead", "animate", "draw_board", "draw_choice", "draw_cover", "draw_scores"]
