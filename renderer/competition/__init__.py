"""Pictures of competitions, from plain values: standings, results, brackets, ladders, podiums."""

from __future__ import annotations

from .bracket import Bracket, Pair, Side, draw_bracket
from .ground import Heading
from .ladder_picture import Duel, draw_ladder
from .podium import Podium, draw_podium
from .results_picture import draw_results
from .standings_picture import draw_standings
from .table import Cell, Row, Table

__all__ = [
    "Bracket",
    "Cell",
    "Duel",
    "Heading",
    "Pair",
    "Podium",
    "Row",
    "Side",
    "Table",
    "draw_bracket",
    "draw_ladder",
    "draw_podium",
    "draw_results",
    "draw_standings",
]
