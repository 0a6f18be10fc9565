"""Pictures: a state and its players' names in, PNG bytes out.

Knows the games, but neither Discord nor the store. All functions may be called from many threads
at once.
"""

from __future__ import annotations

from .prowler.ahead import ahead
from .prowler.animation import animate
from .prowler.board import draw_board
from .prowler.scores import draw_scores

__all__ = ["ahead", "animate", "draw_board", "draw_scores"]
