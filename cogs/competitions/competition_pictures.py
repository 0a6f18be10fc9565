"""The pictures of a competition: ``available_kinds`` lists them, ``page_of`` makes one of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from typing import Literal

from cogs.competitions import standings_views
from cogs.competitions.competition_text import format_words, points_number
from cogs.competitions.formats.format_face import face_of
from cogs.competitions.standings_views import PicturePart, ShownCompetition, table_lines
from cogs.contract.screen import ALT_LIMIT, Drawing, fitted
from prowlerbot.competitions.competition_record import Standing
from prowlerbot.competitions.standings import medals, ranked_standings, standings
from prowlerbot.core.i18n import date_range_words, tr, trn
from prowlerbot.match.preferences import Theme
from renderer.competition.podium import Podium, draw_podium
from renderer.competition.table import Heading, Row, Table

Kind = Literal["standings", "table", "final"]
"""The standings, bracket or ladder; the table of all results; the final picture to keep."""


def best_players(shown: ShownCompetition) -> list[Standing]:
    """The players with a medal, in the order of their places."""
    places = medals(shown.competition)
    return [line for line in ranked_standings(shown.competition) if line.player in places]


def podium_parts(shown: ShownCompetition) -> list[PicturePart]:
    competition = shown.competition
    heading, best = Heading(shown.heading().name, tr("Final standings")), best_players(shown)
    rows = tuple(
        Row(line.place, line.player, shown.player(line.player), _points_words(shown, line, best))
        for line in best
    )
    table = Table(heading, rows)
    course = competition.course
    count = len(course.present if shown.format.lets_back else course.players)
    begin = course.began.at if course.began is not None else competition.terms.starts
    below = (
        shown.game,
        " · ".join((*format_words(shown.stored), *standings_views.season_words(shown))),
        trn("{count} player", "{count} players", count),
        date_range_words(_day_of(begin), _day_of(competition.events[-1].at)),
    )
    draw = partial(draw_podium, Podium(table, below, shown.cover))
    return [
        PicturePart(
            draw, heading, lambda name: [*table_lines(table, name), *(f"{one}." for one in below)]
        )
    ]


def _day_of(at: int) -> date:
    return datetime.fromtimestamp(at, UTC).date()


def _points_words(shown: ShownCompetition, line: Standing, beside: Sequence[Standing]) -> str:
    if not face_of(shown.format).has_points:
        return ""
    count = 1 if line.points == 1 else 2
    written = points_number(line.points, [each.points for each in beside])
    return trn("{points} point", "{points} points", count, points=written)


@dataclass(frozen=True, slots=True)
class PicturePage:
    """One of the ``pages`` pictures of a kind, counted from 0, and the same in markdown."""

    drawing: Drawing
    words: str
    page: int
    pages: int


def available_kinds(shown: ShownCompetition) -> list[Kind]:
    """The kinds of pictures of a competition; none before it begins, or if all players are out."""
    if not standings(shown.competition):
        return []
    available: list[Kind] = ["standings"]
    if face_of(shown.format).has_table:
        available.append("table")
    if shown.competition.course.ended and best_players(shown):
        available.append("final")
    return available


def page_of(
    shown: ShownCompetition, kind: Kind, theme: Theme, page: int | None = None
) -> PicturePage | None:
    """A picture of a kind, or None; the last page at most. Without ``page`` it is that of the
    reader, in a bracket their latest one, or else the format's first.
    """
    if kind not in available_kinds(shown):
        return None
    parts = _PARTS[kind](shown)
    if page is None:
        own = [at for at, part in enumerate(parts) if shown.reader in part.players]
        if kind == "standings":
            page = own[-1] if own else face_of(shown.format).first_page(shown.competition)
        else:
            page = own[0] if own else 0
    page = min(page, len(parts) - 1)
    part = parts[page]
    head = f"{part.heading.name}. {part.heading.line}."
    lines = part.lines(shown.marked_player)
    words = fitted(lines, standings_views.LONGEST_WORDS, "\n")
    whole = shown.words_first and words == "\n".join(lines)
    alt_lines = [tr("Described above.")] if whole else part.lines(shown.player)
    alt = fitted([head, *alt_lines], ALT_LIMIT)
    drawing = Drawing(f"{kind}{page + 1}.png", partial(part.draw, theme=theme), alt)
    return PicturePage(drawing, words, page, len(parts))


_PARTS: dict[Kind, Callable[[ShownCompetition], list[PicturePart]]] = {
    "standings": lambda shown: face_of(shown.format).parts(shown),
    "table": standings_views.table_parts,
    "final": podium_parts,
}
