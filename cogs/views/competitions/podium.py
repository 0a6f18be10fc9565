"""The final picture of a competition to keep: its best players, its game and its days."""

from __future__ import annotations

from functools import partial

from cogs.views.competition_words import format_words, number
from cogs.views.competitions.shown import (
    NameOf,
    Part,
    Shown,
    day_of,
    season_words,
)
from prowlerbot.competition.medals import medals, ranked
from prowlerbot.competition.record import Format
from prowlerbot.competition.standings import Standing, standings
from prowlerbot.core.formats import dated_from
from prowlerbot.core.i18n import tr, trn
from renderer.competition import Heading, Podium, Step, draw_podium

_WITHOUT_POINTS = {Format.KNOCKOUT, Format.LADDER}


def best(shown: Shown) -> list[Standing]:
    """Those with a medal, by the places of their medals."""
    places = medals(shown.competition)
    return [line for line in ranked(shown.competition) if line.player in places]


def podium_parts(shown: Shown) -> list[Part]:
    it = shown.competition
    heading = Heading(shown.heading().name, tr("Final standings"))
    steps = tuple(
        Step(line.place, shown.player(line.player), _points(shown, line)) for line in best(shown)
    )
    count = len(it.course.players) if shown.format is not Format.LADDER else len(standings(it))
    begin = it.course.began.at if it.course.began is not None else it.terms.starts
    lines = (
        shown.game,
        " · ".join((*format_words(shown.stored), *season_words(shown))),
        trn("{count} player", "{count} players", count),
        dated_from(day_of(begin), day_of(it.events[-1].at)),
    )
    draw = partial(draw_podium, Podium(heading, steps, lines, shown.cover))
    return [Part(draw, heading, partial(_told, shown, lines))]


def _points(shown: Shown, line: Standing) -> str:
    if shown.format in _WITHOUT_POINTS:
        return ""
    count = 1 if line.points == 1 else 2
    return trn("{points} point", "{points} points", count, points=number(line.points))


def _told(shown: Shown, lines: tuple[str, ...], name: NameOf) -> list[str]:
    told = []
    for line in best(shown):
        points = _points(shown, line)
        beside = f" ({points})" if points else ""
        told.append(f"{line.place}. {name(line.player)}{beside}.")
    return [*told, *(f"{line}." for line in lines)]
