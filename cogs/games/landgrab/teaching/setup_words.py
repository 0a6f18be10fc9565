"""The map of a match, described for invited players."""

from __future__ import annotations

from collections.abc import Mapping

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.prepared_maps import DRAWN, TOGETHER

_MAPS = {
    DRAWN: mark("The map is a new one, drawn for this match."),
    TOGETHER: mark("You build the map together first, in about 35 moves."),
    "mill": mark("The map is Mill, the same in every match."),
    "hall": mark("The map is Hall, the same in every match."),
    "ring": mark("The map is Ring, the same in every match."),
    "duel": mark("The map is Duel, with all the buildings, the same in every match."),
}
"""Sentences by value of the option ``map``."""


def setup_words(options: Mapping[str, str]) -> str:
    """The map; empty for a match that plays on from another one and so has its map."""
    chosen = options.get("map")
    return tr(_MAPS[chosen]) if chosen else ""
