"""Pictures of Heroes Beware."""

from __future__ import annotations

from .board import draw_board
from .own import Mark, draw_own

__all__ = ["Mark", "draw_board", "draw_own"]
