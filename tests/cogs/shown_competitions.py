"""Competitions ready to be shown, for tests of their pictures and words."""

from __future__ import annotations

from functools import partial

from cogs.competitions.views.competition_headings import ShownCompetition
from prowlerbot.competitions.competition_record import Competition
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.core.clock import DAY
from renderer.prowler.cover import draw_cover


def stored(it: Competition, name: str = "Cup", person: str = "Ada {player}") -> Stored:
    """A competition of a server; ``person`` is the name of a player, with the id in it."""
    names = {player: person.format(player=player) for player in it.course.entries}
    return Stored("c1", it, name, guild=1, channel=2, host=3, created_at=0, pace=DAY, names=names)


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
