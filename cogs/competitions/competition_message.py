"""The messages that show a competition, to all or to one reader, and the pictures in them.

``available_kinds`` lists the pictures of a competition, ``page_of`` makes one of them.
"""

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from discord import Interaction

from cogs.board.rendering import Rendering
from cogs.board.views.match_views import tell_button
from cogs.competitions import competition_text as words
from cogs.competitions import standings_views
from cogs.competitions.formats import format_face
from cogs.competitions.formats.format_face import competition_button, face_of
from cogs.competitions.standings_views import PicturePart, ShownCompetition
from cogs.competitions.state_text import length_line, next_line, state_words
from cogs.contract.screen import ALT_LIMIT, Drawing, fitted
from cogs.frame.interaction_gate import Locks
from cogs.frame.layout import Button, Content, Picture, first_lines, layout, page_rows, pages_of
from cogs.frame.names import safe_name
from cogs.frame.permissions import count_post
from cogs.frame.rate_limits import TooMuch
from cogs.frame.replies import LOST, Unconfirmed, show_privately, show_to_all, turn_into
from cogs.frame.visit import Visit, visit_of
from cogs.presses import CompetitionAction, CompetitionPress
from prowlerbot.competitions.competition_post_store import CompetitionPosts
from prowlerbot.competitions.competition_record import MAX_TEXT_LETTERS, Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_store import main_post
from prowlerbot.competitions.news import NewsKind
from prowlerbot.competitions.standings import placed_standings, standings
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import Language, speaking, tr
from prowlerbot.match.preferences import Theme
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_MAX_BEST_LINES = 10  # the most lines of the standings in the message
_LINES_A_PAGE = 15

Kind = Literal["standings", "table", "final"]
"""The standings, bracket or ladder; the table of all results; the final picture to keep."""


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
    if shown.competition.course.ended and standings_views.best_players(shown):
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
    parts = _MAKE_PARTS[kind](shown)
    page = min(_page_of_reader(shown, kind, parts) if page is None else page, len(parts) - 1)
    part = parts[page]
    lines = part.lines(shown.marked_name)
    text = fitted(lines, standings_views.MAX_WORDS_LENGTH, "\n")
    is_complete = shown.words_first and text == "\n".join(lines)
    alt_lines = [tr("Described above.")] if is_complete else part.lines(shown.plain_name)
    alt = fitted([f"{part.heading.name}. {part.heading.line}.", *alt_lines], ALT_LIMIT)
    drawing = Drawing(f"{kind}{page + 1}.png", partial(part.draw, theme=theme), alt)
    return PicturePage(drawing, text, page, len(parts))


def _page_of_reader(shown: ShownCompetition, kind: Kind, parts: Sequence[PicturePart]) -> int:
    own = [page for page, part in enumerate(parts) if shown.reader in part.players]
    if kind == "standings":
        return own[-1] if own else face_of(shown.format).first_page(shown.competition)
    return own[0] if own else 0


_MAKE_PARTS: dict[Kind, Callable[[ShownCompetition], list[PicturePart]]] = {
    "standings": lambda shown: face_of(shown.format).picture_parts(shown),
    "table": standings_views.table_parts,
    "final": standings_views.podium_parts,
}


@dataclass(eq=False)
class CompetitionMessages:
    """The contents of the messages, all in the current language."""

    _service: Service
    _rendering: Rendering

    async def main_content(
        self, stored: Stored, *, place: str = NewsKind.MAIN, theme: Theme | None = None
    ) -> Content:
        """The message that shows a competition to everybody, in the theme of its server."""
        theme = theme or (await self._service.server(stored.guild)).theme
        face = face_of(stored.format)
        numbers = face.public_pages(stored.competition) if stored.course.began else ()
        pages = [self._make_picture(stored, "standings", theme, number) for number in numbers]
        pictures = await self._draw_pages(stored, *pages)
        length = length_line(stored)
        is_before_start = stored.course.began is None and not stored.course.ended
        lines = [
            self._heading_text(stored),
            safe_name(stored.text, MAX_TEXT_LETTERS) if stored.text.strip() else "",
            state_words(stored),
            next_line(stored),
            f"-# {words.terms_line(stored)}",
            f"-# {length}" if length else "",
            f"-# {words.all_servers_words()}" if stored.is_wide else "",
            words.entries_line(stored, format_face.MAX_NAMED) if is_before_start else "",
        ]
        rows = await self.with_tell_button(stored, face.button_rows(stored, place))
        return layout("\n".join(filter(None, lines)), pictures, rows)

    async def with_tell_button(
        self, stored: Stored, rows: Sequence[Sequence[Button]]
    ) -> list[Sequence[Button]]:
        """Rows of buttons with the one that lets players be told of the next competition."""
        if stored.guild and not (await self._service.server(stored.guild)).tells:
            return [*rows]
        in_series = stored.terms.every or stored.format.has_seasons
        button = tell_button(stored.series if in_series else str(stored.format.kind))
        *first_rows, last_row = rows
        has_room = len(last_row) < format_face.MAX_BUTTONS_IN_A_ROW
        return [*first_rows, [*last_row, button]] if has_room else [*rows, [button]]

    def _make_picture(
        self,
        stored: Stored,
        kind: Kind,
        theme: Theme,
        page: int | None = None,
        visit: Visit | None = None,
    ) -> PicturePage | None:
        """A picture for a visitor or for everybody; None before the beginning or without a game."""
        face = self._rendering.faces.get(stored.terms.game)
        if face is None or stored.course.began is None:
            return None
        cover, now = face.cover(theme, stored.options).draw, self._service.now()
        shown = ShownCompetition(stored, face.title, cover, now)
        if visit is not None:
            shown = replace(shown, words_first=visit.reader.text_first, reader=visit.user)
        return page_of(shown, kind, theme, page)

    async def final_pictures(self, stored: Stored) -> list[Picture]:
        """The final picture; empty before the end."""
        theme = (await self._service.server(stored.guild)).theme
        return await self._draw_pages(stored, self._make_picture(stored, "final", theme))

    async def _draw_pages(self, stored: Stored, *pages: PicturePage | None) -> list[Picture]:
        drawings = [page.drawing for page in pages if page is not None]
        return await self._rendering.pictures(stored.id, drawings)

    def best_lines(self, stored: Stored) -> list[str]:
        """The first lines of the standings, for an end without medals."""
        page = self._make_picture(stored, "standings", "night")  # for its words, in any theme
        return first_lines(page.words.splitlines(), _MAX_BEST_LINES) if page is not None else []

    def _heading_text(self, stored: Stored, *, season: bool = True) -> str:
        facts = [*words.format_words(stored), self._service.games.title_of(stored.terms.game)]
        if season:
            facts += face_of(stored.terms.format).words_after_name(stored)
        if stored.host > 0:  # a mention without a ping
            facts.append(tr("hosted by {player}", player=f"<@{stored.host}>"))
        return f"### {words.title(stored)}\n-# {' · '.join(facts)}"

    async def standings_content(
        self, stored: Stored, press: CompetitionPress, visit: Visit
    ) -> Content:
        """The standings or all results as pictures; before the beginning a list of the players."""
        if stored.course.began is None:
            return self._players_content(stored, press, visit)
        kind: Kind = "table" if press.action == "table" else "standings"
        theme = visit.reader.theme or (await self._service.server(stored.guild)).theme
        # Buttons count pages from 1; 0 is the page with the reader.
        number = press.number - 1 if press.number else None
        page = self._make_picture(stored, kind, theme, number, visit)
        if page is None:
            return self._page_content(stored, tr("Standings"), [], press)
        pictures = await self._draw_pages(stored, page)
        lines = [
            f"### {words.title(stored)}",
            page.words if visit.reader.text_first else "",
            _own_place_line(stored, visit.user),
            f"-# {_sign_words(stored)}" if kind == "table" else "",
        ]
        text = "\n".join(filter(None, lines))
        return layout(text, pictures, self._turning_buttons(stored, press.action, page))

    def _players_content(self, stored: Stored, press: CompetitionPress, visit: Visit) -> Content:
        players = stored.course.present
        lines = [words.entry_line(stored, player, visit.user) for player in players]
        lines = lines or [tr("Nobody has joined so far.")]
        return self._page_content(stored, tr("Players: {count}", count=len(players)), lines, press)

    def _turning_buttons(
        self, stored: Stored, way: CompetitionAction, page: PicturePage
    ) -> list[list[Button]]:
        """The rows of buttons to the other pages, and to the other kind of picture."""
        turn_to = partial(CompetitionPress, way, stored.id)
        # Buttons count pages from 1.
        rows = page_rows(lambda to, place: turn_to(to + 1, place=place), page.page, page.pages)
        other_kind: CompetitionAction = "standings" if way == "table" else "table"
        label = tr("Standings") if way == "table" else tr("All results")
        if face_of(stored.format).has_table:
            rows.append([competition_button(label, CompetitionPress(other_kind, stored.id))])
        return rows

    def pairings_content(
        self, stored: Stored, number: int, page: int, reader: int, links: dict[str, str]
    ) -> Content:
        """The pairings of a round or another part, 0 for the present one, with links to boards."""
        part = face_of(stored.format).pairings(stored, number, reader)
        heading = part.heading
        lines = words.pairing_lines(stored, part.paired, links, reader)
        lines += part.resting_lines
        if not lines:
            heading, lines = tr("Pairings"), [tr("Nobody is paired so far.")]
        press = CompetitionPress("pairings", stored.id, part.number, page)
        neighbours = {part.number - 1: part.previous_label, part.number + 1: part.next_label}
        buttons = [
            competition_button(label, replace(press, number=neighbour, page=0, place=label[:1]))
            for neighbour, label in neighbours.items()
            if 1 <= neighbour <= part.last_number
        ]
        return self._page_content(stored, heading, lines, press, [buttons] if buttons else [])

    def rules_content(self, stored: Stored) -> Content:
        heading, terms = self._heading_text(stored, season=False), words.terms_line(stored)
        face = self._rendering.faces.get(stored.terms.game)
        least_moves = (face.game if face is not None else Game).least_moves
        return layout(f"{heading}\n-# {terms}\n{words.rules_text(stored, least_moves)}")

    def _page_content(
        self,
        stored: Stored,
        heading: str,
        lines: Sequence[str],
        press: CompetitionPress,
        extra_rows: Sequence[Sequence[Button]] = (),
    ) -> Content:
        """A page of lines below a heading, with buttons to the others, and ``extra_rows``."""
        headings = [f"### {words.title(stored)}", f"**{heading}**"]
        pages = pages_of(lines, _LINES_A_PAGE, *headings)
        press = replace(press, page=min(press.page, len(pages) - 1))
        text = "\n".join([*headings, *pages[press.page]])
        turns = page_rows(lambda to, at: replace(press, page=to, place=at), press.page, len(pages))
        return layout(text, rows=[*turns, *extra_rows])


def _own_place_line(stored: Stored, player: int) -> str:
    """The place of a player in the standings, or in their division; empty without one."""
    ranked = [line for line in placed_standings(stored.competition) if line.place]
    if (own_line := next((line for line in ranked if line.player == player), None)) is None:
        return ""
    count = sum(line.division == own_line.division for line in ranked)
    return tr("Your place: {place} of {all}.", place=own_line.place, all=count)


def _sign_words(stored: Stored) -> str:
    """The meanings of the signs in the table of all results."""
    meanings = [tr("+ and −: won and lost without a match")]
    if not stored.format.all_meet:
        meanings += [tr("small number: the opponent"), tr("×: no opponent")]
    return " · ".join(meanings)


@dataclass(eq=False)
class ShownCompetitions:
    """Shows competitions in their messages: one task at a time, always as it is stored then."""

    _competitions: Competitions
    _rendering: Rendering
    _messages: CompetitionMessages

    def __post_init__(self) -> None:
        self._posts = CompetitionPosts(self._competitions.service.store.database)
        self._locks = Locks()
        self._edited_at: dict[str, int] = {}
        """The times of the latest edits of messages that a format lets be edited but rarely."""

    @asynccontextmanager
    async def showing(self, competition_id: str) -> AsyncIterator[Stored]:
        """Lock out other tasks that show the competition; the language is that of its server."""
        async with self._locks.lock_for(competition_id):
            stored = await self._competitions.get(competition_id)
            with speaking(await self.language_of(stored)):
                yield stored

    async def language_of(self, stored: Stored) -> Language:
        return await self._rendering.language(stored.guild)

    def begin_edit(self, stored: Stored) -> bool:
        """Whether the message can be edited now, which then counts as done; else an edit was just
        made, and the next one waits. The end never waits.
        """
        pause = face_of(stored.format).edit_pause
        if not pause or stored.course.ended:
            self._edited_at.pop(stored.id, None)
            return True
        now = self._competitions.service.now()
        if now < self._edited_at.get(stored.id, 0) + pause:
            return False
        self._edited_at[stored.id] = now
        return True

    async def post_new(self, interaction: Interaction, new: Stored) -> None:
        """Post a new competition as the answer to the command that has created it."""
        visit, main = visit_of(interaction), main_post(new)
        async with self._locks.lock_for(new.id):
            with speaking(visit.language):
                content = await self._messages.main_content(new, theme=visit.server.theme)
            try:
                count_post(interaction, "competitions")
                sent = await show_to_all(interaction, content)
            except Unconfirmed:  # the outbox finds the message, or sends it again
                raise
            except (*LOST, TooMuch):
                self._competitions.service.store.outbox.note_gone(main)
                await self._competitions.cancel(new.id)
                raise
            post = replace(main, message=sent.message)
            await self._posts.record_shown(new.id, new.revision, post)

    async def answer_change(self, interaction: Interaction, stored: Stored, text: str) -> None:
        """Answer with a change: in the competition's message if that was pressed, else by a text. A
        duty brings the other messages up to date.
        """
        if interaction.message is not None and interaction.message.id == stored.message:
            async with self.showing(stored.id) as present:
                if self.begin_edit(present):
                    await turn_into(interaction, await self._messages.main_content(present))
                    await self._posts.record_shown(present.id, present.revision)
                    return
        await show_privately(interaction, text)
