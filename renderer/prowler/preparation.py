"""The shared parts of a theme's pictures, drawn before a reader waits for one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.setup import DISTRICTS

from . import scores, sheet_layout
from .board import draw_board
from .city import city
from .colours import COLOURS
from .cover import draw_cover

_ANY = "BPM-BPR-BPC-MRC-PMR-BRC/bpmrbpmrbpmrbpmrbpmrbpdwdwd/2,5,14/1"
"""A set-up with every tile."""


def ahead(theme: str) -> list[Callable[[], object]]:
    """The pieces of that work. A picture that needs one meanwhile waits for it or draws it."""
    start = Prowler().start(_ANY)
    return [
        *(partial(_city, theme, district) for district in range(len(DISTRICTS))),
        partial(draw_board, start, ("", ""), theme=theme),
        partial(_form, theme, sheet_layout.SHORT),
        partial(_form, theme, sheet_layout.TALL),
        partial(draw_cover, theme),
    ]


def _city(theme: str, district: int) -> object:
    return city(COLOURS[theme], district)


def _form(theme: str, height: int) -> object:
    return scores.form(COLOURS[theme], height)
