"""Pictures of Heroes Beware."""

from __future__ import annotations

from .animation import animate
from .board import draw_board
from .cover import draw_cover
from .own import Mark, draw_own

__all__ = ["Mark", "animate", "draw_board", "draw_cover", "draw_own"]
