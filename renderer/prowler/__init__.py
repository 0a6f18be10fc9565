"""Pictures of Prowler's Passage."""

from __future__ import annotations

from .ahead import ahead
from .animation import animate
from .board import draw_board
from .scores import draw_scores

__all__ = ["ahead", "animate", "draw_board", "draw_scores"]
