"""Competitions ready to be shown, for tests of their pictures and words."""

from functools import partial

from cogs.competitions.views.standings_views import ShownCompetition
from prowlerbot.competitions.competition_record import Competition
from renderer.prowler.cover import draw_cover
from tests.competitions.building import stored


def shown(
    it: Competition,
    name: str = "Cup",
    person: str = "Ada {player}",
    *,
    words: bool = False,
    reader: int = 0,
) -> ShownCompetition:
    cover = partial(draw_cover, theme="night")
    now = it.events[-1].at if it.events else 0
    game = "Prowler’s Passage"
    return ShownCompetition(stored(it, name, person), game, cover, now, words, reader)
