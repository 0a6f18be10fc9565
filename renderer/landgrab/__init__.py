"""Pictures of Landgrab."""

from __future__ import annotations

from .animation import animate
from .board import draw_board, draw_choice, picture
from .lights import Mark
from .sheet import draw_sheet

__all__ = ["Mark", "animate", "draw_board", "draw_choice", "draw_sheet", "picture"]
