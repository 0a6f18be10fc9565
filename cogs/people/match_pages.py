"""``/matches``: a page of a player's open matches, each board in small and one press away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from discord import Interaction, app_commands

from cogs.board.rendering import Rendering
from cogs.board.shown_messages import Links
from cogs.contract.screen import ALT_LIMIT, Drawing, fitted
from cogs.frame.features import answers, makes_command
from cogs.frame.layout import Button, Content, LinkButton, Section, layout
from cogs.frame.names import command, player_name
from cogs.frame.options import Command, everywhere
from cogs.frame.replies import say, show_privately, turn_into
from cogs.frame.visit import visit_of
from cogs.people.matches import OpenMatches, PlayedGames
from cogs.presses.addresses import MatchesPress
from cogs.views.match_views import button
from cogs.views.pages import page_of, page_rows
from prowlerbot.core.formats import labelled, listed
from prowlerbot.core.i18n import tr, trn
from prowlerbot.match.match import Phase
from prowlerbot.match.preferences import Theme
from prowlerbot.service.service import Service
from prowlerbot.storage.scenes import Scene
from prowlerbot.storage.store import MOST_OPEN
from renderer.gallery import Small, draw_gallery

_PICTURES, _WORDS = 4, 8
"""The matches on a page with a picture, and on one without."""


@dataclass(eq=False)
class MatchPages:
    _service: Service
    _rendering: Rendering
    _links: Links
    _matches: OpenMatches
    _games: PlayedGames

    @makes_command
    def _all(self) -> Command:
        @app_commands.command(
            description="See your open matches: those waiting for you first, the most urgent on top"
        )
        @app_commands.describe(game="Only those of one game")
        @app_commands.choices(game=self._games.choices)
        async def matches(interaction: Interaction, game: str | None = None) -> None:
            await self._show(interaction, game)

        return everywhere(matches)

    async def _show(self, interaction: Interaction, game: str | None) -> None:
        """Show the first page, to the asker only."""
        content = await self._page(interaction, game, 0)
        if content is None:
            begin = command("play")
            none = tr("You have no open match. Begin one with `{command}`.", command=begin)
            await say(interaction, f"### {tr('Your matches')}\n{none}")
        else:
            await show_privately(interaction, content)

    @answers(MatchesPress, "matches")
    async def _turn(self, interaction: Interaction, press: MatchesPress) -> None:
        content = await self._page(interaction, press.game or None, press.page)
        if content is None:
            await self._show(interaction, press.game or None)
        else:
            await turn_into(interaction, content)

    async def _page(self, interaction: Interaction, game: str | None, page: int) -> Content | None:
        """A page, from 0, or the nearest one there is; None without any match."""
        visit, user = visit_of(interaction), interaction.user.id
        found = await self._service.open_matches(user, game)
        if not found:
            return None
        words_first = visit.reader.text_first
        size = _WORDS if words_first else _PICTURES
        page, pages = page_of(page, len(found), size)
        shown = found[page * size :][:size]
        links = await self._links.of(visit, [scene.match.id for scene in shown])
        waiting = sum(self._service.waits_for(scene.match, user) for scene in found)
        all_of_them = trn("{count} match", "{count} matches", len(found))
        if len(found) >= MOST_OPEN:
            all_of_them = tr("the {count} most urgent of your matches", count=len(found))
        wait = trn("{count} waits for you", "{count} wait for you", waiting)
        heading = f"### {tr('Your matches')}\n-# {all_of_them} · {wait}"
        rows = [
            Section(
                f"**{number}** · {self._matches.line(scene, user, links.get(scene.match.id))}",
                _way_to(scene, links.get(scene.match.id)),
            )
            for number, scene in enumerate(shown, page * size + 1)
        ]
        turning = page_rows(lambda to, _: MatchesPress(to, game or ""), page, pages)
        drawings = [] if words_first else [self._drawing(shown, user, visit.theme, page)]
        pictures = await self._rendering.pictures(f"matches:{user}", drawings)
        return Content(layout(heading, pictures, [*rows, *turning]), pictures)

    def _drawing(self, shown: Sequence[Scene], user: int, theme: Theme, page: int) -> Drawing:
        """The boards as the reader may know them, as only the reader sees the page."""
        boards = [
            self._small(number, scene, user, theme)
            for number, scene in enumerate(shown, page * _PICTURES + 1)
        ]
        told = (labelled(str(it.number), f"{it.company}, {it.state}.") for it in boards)
        draw = partial(draw_gallery, boards, theme)
        return Drawing("matches.png", draw, fitted(told, ALT_LIMIT))

    def _small(self, number: int, scene: Scene, user: int, theme: Theme) -> Small:
        match, face = scene.match, self._rendering.face(scene.match)
        if match.phase is Phase.LOBBY:
            drawing = face.cover(theme, match.options)
        else:
            known, look = self._service.timeline(match, user), self._rendering.look(match, theme)
            drawing = face.screen(known.views_until(), look).drawings[0]
        company = listed([player_name(it) for it in match.players if it.id != user])
        state = self._matches.state(match, user)
        waits = self._service.waits_for(match, user)
        return Small(number, company or face.title, state, waits, drawing.draw)


def _way_to(scene: Scene, link: str | None) -> LinkButton | Button:
    """The button that leads to a board, or brings it here."""
    match = scene.match
    if match.terms.day:
        return button("look", match, tr("My view"))
    if scene.board is not None and not scene.board.message and not scene.board.guild:
        return button("look", match, tr("Open my board"))  # each player has a board of their own
    if link:
        return LinkButton(tr("Go to the board"), link)
    return button("repost", match, tr("Show it here"))
