"""Pictures of competitions, from plain values: standings, tables, brackets, ladders, podiums."""

from __future__ import annotations

from .bracket import Bracket, Pair, Side, draw_bracket
from .ground import Heading
from .ladder_picture import Duel, Ladder, Rung, draw_ladder
from .podium import Podium, Step, draw_podium
from .standings_picture import Block, Line, Sheet, draw_standings
from .table import Cell, Row, Table, draw_table

__all__ = [
    "Block",
    "Bracket",
    "Cell",
    "Duel",
    "Heading",
    "Ladder",
    "Line",
    "Pair",
    "Podium",
    "Row",
    "Rung",
    "Sheet",
    "Side",
    "Step",
    "Table",
    "draw_bracket",
    "draw_ladder",
    "draw_podium",
    "draw_standings",
    "draw_table",
]
