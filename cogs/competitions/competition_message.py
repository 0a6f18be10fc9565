"""The message that shows a competition, and the answers of its buttons to one reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from cogs.board.rendering import Rendering
from cogs.board.views.common_buttons import competition_button, page_rows
from cogs.competitions.views import competition_text as words
from cogs.competitions.views import ladder_views, league_text
from cogs.competitions.views.competition_headings import Shown
from cogs.competitions.views.competition_pictures import Kind, page_of
from cogs.competitions.views.competition_pictures import Page as PicturePage
from cogs.competitions.views.competition_state_text import length_line, state
from cogs.frame.layout import Button, Content, Picture, first_lines, layout, pages_of
from cogs.frame.names import safe
from cogs.frame.visit import Visit
from cogs.presses.addresses import CompetitionPress, OfCompetition
from prowlerbot.competitions.competition_limits import LONGEST_TEXT
from prowlerbot.competitions.competition_post_store import MAIN
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.competitions.standings import placed
from prowlerbot.core.i18n import tr
from prowlerbot.match.preferences import Theme
from prowlerbot.service.match_service import Service

_NAMED = 24
"""The most players that the message names before the beginning."""
_BEST = 10
"""The most lines of the standings in the message."""
_ON_A_PAGE = 15
_WITHOUT_TABLE = (FORMATS["knockout"], FORMATS["ladder"])


@dataclass(eq=False)
class CompetitionMessages:
    """All texts are in the current language."""

    _service: Service
    _rendering: Rendering

    # ------------------------------------------------------------------ the message for all

    async def content(self, stored: Stored, *, place: str = MAIN) -> Content:
        """The message that shows a competition to everybody."""
        theme = (await self._service.server(stored.guild)).theme
        pictures = await self._drawn(stored, self.page(stored, "standings", theme))
        lines = [self._heading(stored), state(stored)]
        if stored.text.strip():
            lines.insert(1, safe(stored.text, LONGEST_TEXT))
        lines.append(f"-# {words.terms_line(stored)}")
        if length := length_line(stored):
            lines.append(f"-# {length}")
        if stored.competition.course.began is None and not stored.competition.course.ended:
            lines.append(words.entries_line(stored, _NAMED))
        return Content(layout("\n".join(lines), pictures, rows(stored, place)), pictures)

    def page(
        self,
        stored: Stored,
        kind: Kind,
        theme: Theme,
        number: int | None = None,
        *,
        words_first: bool = False,
    ) -> PicturePage | None:
        """A picture of this kind; None if the competition has none."""
        terms = stored.competition.terms
        face = self._rendering.faces[terms.game]
        cover = face.cover(theme, stored.options).draw
        shown = Shown(stored, face.title, cover, self._service.now(), words_first)
        return page_of(shown, kind, theme, number)

    async def final(self, stored: Stored) -> list[Picture]:
        """The final picture; empty before the end."""
        theme = (await self._service.server(stored.guild)).theme
        return await self._drawn(stored, self.page(stored, "final", theme))

    async def _drawn(self, stored: Stored, page: PicturePage | None) -> list[Picture]:
        return [] if page is None else await self._rendering.pictures(stored.id, [page.drawing])

    @staticmethod
    def best(stored: Stored) -> list[str]:
        """The first lines of the standings, for an end without medals."""
        lines = [words.standing_line(stored, line) for line in placed(stored.competition)]
        return first_lines(lines, _BEST)

    def _heading(self, stored: Stored) -> str:
        terms = stored.competition.terms
        named = [*words.format_words(stored), self._rendering.faces[terms.game].title]
        if terms.format is FORMATS["league"]:
            named.append(tr("Season {season}", season=stored.season))
        if stored.host > 0:  # a mention without a ping
            named.append(tr("hosted by {player}", player=f"<@{stored.host}>"))
        return f"### {words.title(stored)}\n-# {' · '.join(named)}"

    # ------------------------------------------------------------------ answers to one reader

    async def standings(self, stored: Stored, press: CompetitionPress, visit: Visit) -> Content:
        """The standings or all results as pictures; before the beginning a list of the players."""
        if stored.competition.course.began is None:
            heading = tr("Players: {count}", count=len(stored.competition.course.present))
            lines = [
                words.entry_line(stored, each, visit.user)
                for each in stored.competition.course.present
            ]
            if not lines:
                lines.append(tr("Nobody has joined so far."))
            return self._page(stored, heading, lines, press)
        kind: Kind = "table" if press.way == "table" else "standings"
        theme = (await self._service.server(stored.guild)).theme_for(visit.reader)
        # Buttons count pages from 1; 0 is the page with the matches being played.
        words_first = visit.reader.text_first
        number = press.number - 1 if press.number else None
        page = self.page(stored, kind, theme, number, words_first=words_first)
        if page is None:
            return self._page(stored, tr("Standings"), [], press)
        pictures = await self._drawn(stored, page)
        text = f"### {words.title(stored)}" + (f"\n{page.words}" if words_first else "")
        if kind == "table":
            text += f"\n-# {_signs(stored)}"
        return Content(layout(text, pictures, self._turning(stored, press.way, page)), pictures)

    def _turning(self, stored: Stored, way: OfCompetition, page: PicturePage) -> list[list[Button]]:
        """The rows of buttons to the other pages, and to the other kind of picture."""
        # Buttons count pages from 1.
        turned = partial(CompetitionPress, way, stored.id)
        rows_ = page_rows(lambda to, at: turned(to + 1, place=at), page.page, page.pages)
        other: OfCompetition = "standings" if way == "table" else "table"
        label = tr("Standings") if way == "table" else tr("All results")
        if stored.competition.terms.format not in _WITHOUT_TABLE:
            rows_.append([competition_button(label, CompetitionPress(other, stored.id))])
        return rows_

    def pairings(
        self, stored: Stored, number: int, page: int, reader: int, links: dict[str, str]
    ) -> Content:
        """The pairings of a round or, in a league, of a division, with links to their boards.

        0 is the latest round, or the division of the reader.
        """
        course = stored.competition.course
        if stored.competition.terms.format is FORMATS["league"]:
            last = len(course.divisions)
            number = min(number or course.division(reader), last)
            heading = tr("Division {number}", number=number)
            some = [each for each in course.pairings.values() if each.division == number]
            before, after = tr("Higher division"), tr("Lower division")
            resting = []
        else:
            last = course.round
            number = min(number, last) or last
            heading = tr("Round {number} of {all}", number=number, all=stored.competition.rounds)
            some = course.of_round(number)
            before, after = tr("Earlier round"), tr("Later round")
            resting = words.resting_lines(stored, number, reader)
        lines = [*words.pairing_lines(stored, some, links, reader), *resting]
        if not lines:
            heading, lines = tr("Pairings"), [tr("Nobody is paired so far.")]
        press = CompetitionPress("pairings", stored.id, number, page)
        others = [
            competition_button(label, replace(press, number=to, page=0, place=label[:1]))
            for label, to in (
                (before, number - 1),
                (after, number + 1),
            )
            if 1 <= to <= last
        ]
        return self._page(stored, heading, lines, press, [others] if others else [])

    def rules(self, stored: Stored) -> Content:
        of_format = {FORMATS["ladder"]: ladder_views.rules, FORMATS["league"]: league_text.rules}
        rules_of_format = of_format.get(stored.competition.terms.format)
        more = [] if rules_of_format is None else rules_of_format(stored)
        text = (
            f"{self._heading(stored)}\n-# {words.terms_line(stored)}\n{words.rules(stored, more)}"
        )
        return Content(layout(text))

    def _page(
        self,
        stored: Stored,
        heading: str,
        lines: Sequence[str],
        press: CompetitionPress,
        more: Sequence[Sequence[Button]] = (),
    ) -> Content:
        headings = [f"### {words.title(stored)}", f"**{heading}**"]
        pages = pages_of(lines, _ON_A_PAGE, *headings)
        press = replace(press, page=min(press.page, len(pages) - 1))
        text = "\n".join([*headings, *pages[press.page]])
        turning = page_rows(
            lambda to, at: replace(press, page=to, place=at), press.page, len(pages)
        )
        return Content(layout(text, rows=[*turning, *more]))


def _signs(stored: Stored) -> str:
    """The meanings of the signs in the table of all results."""
    meanings = [tr("+ and −: won and lost without a match")]
    if not stored.competition.format.all_meet:
        meanings.append(tr("small number: the opponent"))
        meanings.append(tr("–: no opponent"))
    return " · ".join(meanings)


def rows(stored: Stored, place: str) -> list[list[Button]]:
    """The buttons of a message about a competition in its present state.

    A row has three at most, because a phone has no room for more.
    """

    def button(label: str, way: OfCompetition, number: int = 0) -> Button:
        return competition_button(label, CompetitionPress(way, stored.id, number, 0, place))

    if stored.competition.terms.format is FORMATS["ladder"]:
        return ladder_views.ladder_rows(stored, place)
    course = stored.competition.course
    standings_ = button(tr("Standings"), "standings")
    pairings = button(tr("Pairings"), "pairings")
    rules = button(tr("Rules"), "rules")
    if course.ended:
        if course.began is None:
            return [[rules]]
        record = [button(tr("Record file"), "record")] if course.results else []
        return [[standings_, pairings], [*record, rules]]
    join, leave = button(tr("Join"), "join"), button(tr("Leave"), "leave")
    if course.began is None:
        league = stored.competition.terms.format is FORMATS["league"]
        confirm = tr("Confirm my place") if league else tr("Check in")
        first = [button(confirm, "checkin")] if course.called else []
        more = [button(tr("Players"), "standings")] if len(course.present) > _NAMED else []
        shown = [*first, join, leave, rules, *more]
        return [shown[at : at + 3] for at in range(0, len(shown), 3)]
    play = [button(tr("My matches"), "mine"), pairings, standings_]
    return [
        play,
        [
            rules,
            *([join] if stored.competition.format.takes_late_entries(stored.competition) else []),
            leave,
        ],
    ]
