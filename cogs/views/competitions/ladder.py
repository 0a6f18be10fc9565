"""The ladder of a server: places, challenges and holidays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.views.competitions.shown import (
    NameOf,
    Part,
    Shown,
    row_windows,
    season_words,
    state_words,
)
from prowlerbot.competition.ladder import is_away, places
from prowlerbot.core.formats import listed
from prowlerbot.core.i18n import tr
from renderer.competition import Duel, Ladder, Rung, draw_ladder
from renderer.competition.standings import MOST_LINES


def ladder_parts(shown: Shown) -> list[Part]:
    """The ladder from the top down."""
    it = shown.competition
    order = places(it)
    duels = tuple(
        Duel(order.index(pairing.challenger) + 1, order.index(other) + 1)
        for pairing in it.course.open
        for other in pairing.players
        if other != pairing.challenger and {*pairing.players} <= {*order}
    )
    heading = shown.heading(*season_words(shown), state_words(it))
    made = []
    for window in row_windows(shown, len(order), MOST_LINES, partial(_told, shown, order, 0)):
        some = [order[at] for at in window]
        rungs = tuple(
            Rung(at + 1, shown.player(order[at]), is_away(it, order[at], shown.now))
            for at in window
        )
        draw = partial(draw_ladder, Ladder(heading, rungs, () if it.course.ended else duels))
        made.append(Part(draw, heading, partial(_told, shown, some, window.start)))
    return made


def _told(shown: Shown, players: Sequence[int], before: int, name: NameOf) -> list[str]:
    it = shown.competition
    told = []
    for place, player in enumerate(players, before + 1):
        challenged = [
            name(other)
            for pairing in it.course.open
            if pairing.challenger == player and not it.course.ended
            for other in pairing.players
            if other != player
        ]
        notes = [tr("challenges {players}", players=listed(challenged))] if challenged else []
        if is_away(it, player, shown.now):
            notes.append(tr("on holiday"))
        beside = f" ({', '.join(notes)})" if notes else ""
        told.append(f"{place}. {name(player)}{beside}.")
    return told
