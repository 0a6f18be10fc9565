"""The face of a knock-out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cogs.competitions.formats.format_face import FormatFace
from cogs.competitions.views.competition_headings import Part, Shown
from cogs.competitions.views.standings_views import bracket_parts, current_page
from prowlerbot.competitions.competition_record import Competition
from prowlerbot.core.i18n import mark


class KnockoutFace(FormatFace):
    name = mark("Knock-out")
    how = mark(
        "The loser of a match is out. A match without a single winner is played again with the"
        " seats changed; after a second one the better seed goes on."
    )
    bye = mark("{player} goes on without a match")
    has_points = False
    last_rounds: ClassVar[Sequence[str]] = (mark("Final"),)
    has_table = False

    def parts(self, shown: Shown) -> list[Part]:
        return bracket_parts(shown)

    def first_page(self, competition: Competition) -> int:
        return current_page(competition.course)


FACE = KnockoutFace()
