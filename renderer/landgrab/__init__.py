"""Pictures of Landgrab."""

from __future__ import annotations

from .board import draw_board, draw_choice, picture
from .lights import Mark

__all__ = ["Mark", "draw_board", "draw_choice", "picture"]
