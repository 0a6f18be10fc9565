"""Pictures of Prowler's Passage."""

from collections.abc import Callable
from functools import partial

from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.position import DISTRICTS
from renderer.prowler import city
from renderer.prowler.board import draw_board
from renderer.prowler.colours import COLOURS

_EVERY_TILE = "BPM-BPR-BPC-MRC-PMR-BRC/bpmrbpmrbpmrbpmrbpmrbpdwdwd/2,5,14/1"
"""A set-up with every tile."""


def parts_to_prepare(theme: str) -> list[Callable[[], object]]:
    """The parts that a theme's pictures share; see ``Face.prepare``."""
    return [
        *(partial(_draw_city, theme, district) for district in range(len(DISTRICTS))),
        partial(draw_board, Prowler().start(_EVERY_TILE), ("", ""), theme=theme),
    ]


def _draw_city(theme: str, district: int) -> object:
    return city.city_picture(COLOURS[theme], district)
