"""The menu of a match and its text answers: scores, the position in words, the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from cogs.board.machines import Machines
from cogs.board.rendering import Rendering
from cogs.contract.face import Face
from cogs.contract.sign import coloured
from cogs.frame.layout import Button, Content, Item, layout
from cogs.frame.press import Action, MatchPress, ReplayPress
from cogs.frame.replies import say, show_privately
from cogs.frame.router import MatchRoute
from cogs.views import match_views as views
from cogs.views.chapters import chapter_options
from cogs.views.introduction import tutorial_buttons
from cogs.views.match_views import button, replay_button
from cogs.views.next_match import another_game_button, play_now_button
from cogs.views.question_views import question_buttons
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.service import Service
from prowlerbot.storage.scenes import Scene


class Menu:
    def __init__(self, service: Service, rendering: Rendering, machines: Machines) -> None:
        self._service = service
        self._rendering = rendering
        self._machines = machines
        self.routes = (
            MatchRoute(Action.MENU, self._open),
            MatchRoute(Action.SCORES, self._scores),
            MatchRoute(Action.DESCRIBE, self._describe),
            MatchRoute(Action.RULES, self._rules),
        )

    async def rules(self, interaction: discord.Interaction, game: str) -> None:
        face, rendering = self._rendering.faces[game], self._rendering
        # Without emoji they fit side by side on a phone.
        lessons = [replace(each, emoji=None) for each in tutorial_buttons(face)]
        server = await self._service.server(interaction.guild_id)
        begins = self._machines.begins(game, server)
        now = [play_now_button(game)] if begins else []
        buttons = [*now, *lessons, another_game_button()]
        theme = await rendering.theme(interaction.guild_id, interaction.user.id)
        with coloured(theme):
            pictures = await rendering.pictures(f"rules:{game}", face.rules_drawings(theme))
            # The pictures go between the first paragraph and the rest, which explains them.
            begin, rest = face.rules, ""
            if pictures:
                begin, _, rest = begin.partition("\n\n")
            view = layout(begin, pictures, [rest, buttons] if rest else [buttons])
            await show_privately(interaction, Content(view, pictures))

    async def _open(
        self, interaction: discord.Interaction, _press: MatchPress, scene: Scene
    ) -> None:
        match, seat = scene.match, scene.match.seat_of(interaction.user.id)
        known = self._service.timeline(match, interaction.user.id)
        if seat is None or seat in match.left or match.phase is not Phase.PLAYING:
            await say(
                interaction, menu_view(match, known, self._rendering.face(match), plays=False)
            )
            return
        face = self._rendering.face(match)
        questions = question_buttons(
            match,
            seat,
            known,
            face,
            late=self._service.late(scene),
        )
        await say(interaction, menu_view(match, known, face, plays=True, more=questions))

    async def _scores(
        self, interaction: discord.Interaction, _press: MatchPress, scene: Scene
    ) -> None:
        match = scene.match
        present = self._service.timeline(match, interaction.user.id).present
        await say(interaction, self._rendering.face(match).scores(present, views.names(match)))

    async def _describe(
        self, interaction: discord.Interaction, _press: MatchPress, scene: Scene
    ) -> None:
        match = scene.match
        present = self._service.timeline(match, interaction.user.id).present
        ended = self._service.cut_short(match)
        words = self._rendering.face(match).describe(present, views.names(match), ended)
        await say(interaction, words)

    async def _rules(
        self, interaction: discord.Interaction, _press: MatchPress, scene: Scene
    ) -> None:
        await self.rules(interaction, scene.match.game)


def menu_view(
    match: Match,
    known: Timeline,
    face: Face,
    *,
    plays: bool,
    more: Sequence[Button] = (),
) -> discord.ui.LayoutView:
    """The actions besides moves; only players can repost the board or resign.

    ``more`` has the current extras: a question to ask or to answer.
    """
    to_see = [
        button(Action.SCORES, match, tr("Scores"), "🧮"),
        button(Action.LOOK, match, tr("My view"), "👁️"),
        button(Action.DESCRIBE, match, tr("Describe"), "🗣️"),
        button(Action.RULES, match, tr("How to play"), "📖"),
        *tutorial_buttons(face),
        replay_button(match, known),
        button(Action.RECORD, match, tr("Record"), "📜"),
    ]
    if plays:
        to_see.append(button(Action.REPOST, match, tr("Repost"), "📌"))
    # Two fit side by side on a phone.
    rows: list[list[Item]] = [[*to_see[at : at + 2]] for at in range(0, len(to_see), 2)]
    to_decide: list[Item] = [*more]
    if plays and known.viewer not in known.present.out:
        leave = tr("Leave") if len(match.players) > 2 else tr("Resign")
        to_decide.append(button(Action.RESIGN, match, leave, "🏳️"))
    if to_decide:
        rows.append(to_decide)
    if options := chapter_options(face, known):
        rows.append([_films(match, known, options)])
    return layout(f"### {tr('Menu')}\n-# {tr('match {id}', id=match.id)}", rows=rows)


def _films(match: Match, known: Timeline, options: list[discord.SelectOption]) -> Item:
    """A select of chapters to watch as animations; no default, so that each one can be chosen."""
    select: discord.ui.Select[discord.ui.LayoutView] = discord.ui.Select(
        custom_id=str(ReplayPress(Action.ANIMATE, match.id, known.ply, "any")),
        placeholder=tr("Watch an animation"),
        options=options,
    )
    return select
