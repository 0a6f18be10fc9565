"""Pictures of Landgrab."""

from __future__ import annotations

from .board import Mark, draw_board, draw_choice, picture

__all__ = ["Mark", "draw_board", "draw_choice", "picture"]
