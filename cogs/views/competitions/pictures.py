"""The pictures of a competition: ``kinds`` says which there are, ``page_of`` makes one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from cogs.contract.screen import ALT_LIMIT, Drawing, fitted
from cogs.views.competitions.bracket import bracket_parts, current_page
from cogs.views.competitions.ladder import ladder_parts
from cogs.views.competitions.podium import best, podium_parts
from cogs.views.competitions.shown import MOST_WORDS, Part, Shown
from cogs.views.competitions.tables import standings_parts, table_parts
from prowlerbot.competition.record import Format
from prowlerbot.competition.standings import standings
from prowlerbot.match.preferences import Theme

Kind = Literal["standings", "table", "final"]
"""The standings, bracket or ladder; the table of all results; the final picture to keep."""


@dataclass(frozen=True, slots=True)
class Page:
    """One of the ``pages`` pictures of a kind, counted from 0, and the same in words with markdown
    for those who want words first.
    """

    drawing: Drawing
    words: str
    page: int
    pages: int


def kinds(shown: Shown) -> list[Kind]:
    """The kinds of pictures that there are: none before the competition has begun, nor once all of
    its players are taken out.
    """
    if not standings(shown.competition):
        return []
    found: list[Kind] = ["standings"]
    if shown.format not in {Format.KNOCKOUT, Format.LADDER}:
        found.append("table")
    return [*found, "final"] if shown.competition.course.ended and best(shown) else found


def page_of(shown: Shown, kind: Kind, theme: Theme, page: int | None = None) -> Page | None:
    """A picture of a kind in the reader's language, or None if there is none.

    Without a ``page`` it is the one where most goes on. A number too high means the last page.
    """
    if kind not in kinds(shown):
        return None
    parts = _PARTS[kind](shown)
    if page is None:
        knockout = kind == "standings" and shown.format is Format.KNOCKOUT
        page = current_page(shown.competition.course) if knockout else 0
    page = min(page, len(parts) - 1)
    part = parts[page]
    head = f"{part.heading.name}. {part.heading.line}."
    alt = fitted([head, *part.lines(shown.player)], ALT_LIMIT)
    words = fitted(part.lines(shown.marked_player), MOST_WORDS, "\n")
    drawing = Drawing(f"{kind}.png", partial(part.draw, theme=theme), alt)
    return Page(drawing, words, page, len(parts))


def _standings(shown: Shown) -> list[Part]:
    match shown.format:
        case Format.KNOCKOUT:
            return bracket_parts(shown)
        case Format.LADDER:
            return ladder_parts(shown)
        case _:
            return standings_parts(shown)


_PARTS: dict[Kind, Callable[[Shown], list[Part]]] = {
    "standings": _standings,
    "table": table_parts,
    "final": podium_parts,
}
