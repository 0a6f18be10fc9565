"""Pictures of Landgrab."""

from __future__ import annotations

from .board import draw_board, draw_choice, picture
from .guide import draw_guide
from .lights import Mark

__all__ = ["Mark", "draw_board", "draw_choice", "draw_guide", "picture"]
