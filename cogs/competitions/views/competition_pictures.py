"""The pictures of a competition: ``kinds`` lists them, ``page_of`` makes one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from cogs.competitions.views.bracket_view import bracket_parts, current_page
from cogs.competitions.views.competition_headings import (
    MOST_WORDS,
    Part,
    Shown,
    day_of,
    lines,
    parts_of,
    season_words,
    state_words,
)
from cogs.competitions.views.competition_text import format_words, number
from cogs.competitions.views.standings_views import standings_parts, table_parts
from cogs.contract.screen import ALT_LIMIT, Drawing, fitted
from prowlerbot.competitions.competition_values import Standing
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.competitions.formats.ladder import is_away, places
from prowlerbot.competitions.standings import medals, ranked, standings
from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.lists_and_numbers import dated_from
from prowlerbot.match.preferences import Theme
from renderer.competition import Cell, Duel, Heading, Podium, Row, Table, draw_ladder, draw_podium
from renderer.competition.standings_picture import MOST_LINES


def ladder_parts(shown: Shown) -> list[Part]:
    """The ladder from the top down."""
    competition = shown.competition
    order = places(competition)
    ended = competition.course.ended
    challenges = [
        (pairing.challenger, other)
        for pairing in (() if ended else competition.course.open)
        for other in pairing.players
        if other != pairing.challenger
    ]
    duels = tuple(
        Duel(order.index(one) + 1, order.index(other) + 1)
        for one, other in challenges
        if {one, other} <= {*order}
    )
    rows = tuple(
        Row(
            place,
            player,
            shown.player(player),
            cells=(
                Cell(
                    against=tuple(("challenges", two) for one, two in challenges if one == player)
                ),
            ),
            way="away" if is_away(competition, player, shown.now) else "",
        )
        for place, player in enumerate(order, 1)
    )
    heading = shown.heading(*season_words(shown), state_words(competition))
    # The column of the challenges is no column of the picture: there they are arrows.
    table = Table(heading, rows, columns=("",))
    return parts_of(shown, table, partial(draw_ladder, duels), MOST_LINES)


_WITHOUT_POINTS = {FORMATS["knockout"], FORMATS["ladder"]}


def best(shown: Shown) -> list[Standing]:
    """The players with a medal, in the order of their places."""
    places = medals(shown.competition)
    return [line for line in ranked(shown.competition) if line.player in places]


def podium_parts(shown: Shown) -> list[Part]:
    competition = shown.competition
    heading = Heading(shown.heading().name, tr("Final standings"))
    rows = tuple(
        Row(line.place, line.player, shown.player(line.player), _points(shown, line))
        for line in best(shown)
    )
    table = Table(heading, rows)
    count = (
        len(competition.course.players)
        if shown.format is not FORMATS["ladder"]
        else len(standings(competition))
    )
    begin = (
        competition.course.began.at
        if competition.course.began is not None
        else competition.terms.starts
    )
    below = (
        shown.game,
        " · ".join((*format_words(shown.stored), *season_words(shown))),
        trn("{count} player", "{count} players", count),
        dated_from(day_of(begin), day_of(competition.events[-1].at)),
    )
    draw = partial(draw_podium, Podium(table, below, shown.cover))
    return [Part(draw, heading, lambda name: [*lines(table, name), *(f"{one}." for one in below)])]


def _points(shown: Shown, line: Standing) -> str:
    if shown.format in _WITHOUT_POINTS:
        return ""
    count = 1 if line.points == 1 else 2
    return trn("{points} point", "{points} points", count, points=number(line.points))


Kind = Literal["standings", "table", "final"]
"""The standings, bracket or ladder; the table of all results; the final picture to keep."""


@dataclass(frozen=True, slots=True)
class Page:
    """One of the ``pages`` pictures of a kind, counted from 0, and the same in words with
    markdown.
    """

    drawing: Drawing
    words: str
    page: int
    pages: int


def kinds(shown: Shown) -> list[Kind]:
    """The kinds of pictures of a competition; none before it begins, or if all players are out."""
    if not standings(shown.competition):
        return []
    available: list[Kind] = ["standings"]
    if shown.format not in {FORMATS["knockout"], FORMATS["ladder"]}:
        available.append("table")
    return [*available, "final"] if shown.competition.course.ended and best(shown) else available


def page_of(shown: Shown, kind: Kind, theme: Theme, page: int | None = None) -> Page | None:
    """A picture of a kind in the reader's language; None if there is none.

    Without a ``page`` it is the first one or, in a knock-out, the one with the first open match. A
    number too high is the last page.
    """
    if kind not in kinds(shown):
        return None
    parts = _PARTS[kind](shown)
    if page is None:
        knockout = kind == "standings" and shown.format is FORMATS["knockout"]
        page = current_page(shown.competition.course) if knockout else 0
    page = min(page, len(parts) - 1)
    part = parts[page]
    head = f"{part.heading.name}. {part.heading.line}."
    alt = fitted([head, *part.lines(shown.player)], ALT_LIMIT)
    words = fitted(part.lines(shown.marked_player), MOST_WORDS, "\n")
    drawing = Drawing(f"{kind}.png", partial(part.draw, theme=theme), alt)
    return Page(drawing, words, page, len(parts))


def _standings(shown: Shown) -> list[Part]:
    if shown.format is FORMATS["knockout"]:
        return bracket_parts(shown)
    if shown.format is FORMATS["ladder"]:
        return ladder_parts(shown)
    return standings_parts(shown)


_PARTS: dict[Kind, Callable[[Shown], list[Part]]] = {
    "standings": _standings,
    "table": table_parts,
    "final": podium_parts,
}
