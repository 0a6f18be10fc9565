"""Resigning a match: asked once more, then done."""

from __future__ import annotations

from dataclasses import replace

import discord

from cogs.board.board_messages import BoardMessages
from cogs.board.views import button
from cogs.frame.layout import Content, layout, listed
from cogs.frame.names import safe
from cogs.frame.press import Action, MatchPress
from cogs.frame.replies import say, turn_into
from cogs.frame.router import MatchRoute
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match, Phase, seat_at
from prowlerbot.storage.scenes import Scene


class Resigning:
    def __init__(self, boards: BoardMessages) -> None:
        self._boards = boards
        self.routes = (
            MatchRoute(Action.RESIGN, self._ask),
            MatchRoute(Action.CONFIRM_RESIGNING, self._resign),
        )

    async def ask(self, interaction: discord.Interaction, match: Match) -> None:
        """Ask a player whether they mean it."""
        seat_at(match, interaction.user.id)
        if match.phase is not Phase.PLAYING:
            raise Denied("Only a match that is being played can be resigned.")
        await say(interaction, resign_view(match, interaction.user.id))

    async def _ask(
        self, interaction: discord.Interaction, _press: MatchPress, scene: Scene
    ) -> None:
        await self.ask(interaction, scene.match)

    async def _resign(
        self, interaction: discord.Interaction, _press: MatchPress, scene: Scene
    ) -> None:
        user, before = interaction.user.id, scene.match
        match = await self._boards.service.resign(before.id, user, seen=before)
        try:
            await turn_into(interaction, Content(layout(tr("You have resigned the match."))))
        finally:
            await self._boards.update(interaction, replace(scene, match=match))


def resign_view(match: Match, user: int) -> discord.ui.LayoutView:
    others = [safe(player.name) for player in match.players if player.id != user]
    question = tr(
        "Resign your match against {others}? They win, and it cannot be taken back.",
        others=listed(others),
    )
    hint = tr("To keep playing, dismiss this message.")
    return layout(
        f"{question}\n-# {hint}",
        rows=[[button(Action.CONFIRM_RESIGNING, match, tr("Resign"))]],
    )
