"""Competitions ready to be shown, for tests of their pictures and words."""

from __future__ import annotations

from functools import partial

from cogs.competitions.views.picture_parts import ShownCompetition
from prowlerbot.competitions.competition_record import Competition
from renderer.prowler.cover import draw_cover
from tests.competitions.building import stored


def shown(
    it: Competition, name: str = "Cup", person: str = "Ada {player}", *, words: bool = False
) -> ShownCompetition:
    cover = partial(draw_cover, theme="night")
    now = it.events[-1].at if it.events else 0
    return ShownCompetition(stored(it, name, person), "Prowler’s Passage", cover, now, words)
