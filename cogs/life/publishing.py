"""Making a finished match or an imported record public, so that anybody with its id can see it."""

from __future__ import annotations

import discord

from cogs.frame.asker import asker_of
from cogs.frame.press import Action, ReplayPress
from cogs.frame.router import Route
from cogs.life.replay import Replays
from prowlerbot.service.archive import Archive


class Publishing:
    def __init__(self, archive: Archive, replays: Replays) -> None:
        self._archive = archive
        self._replays = replays
        self.routes = (
            Route(Action.PUBLISH, ReplayPress.read, self._publish),
            Route(Action.UNPUBLISH, ReplayPress.read, self._unpublish),
        )

    async def _publish(self, interaction: discord.Interaction, press: ReplayPress) -> None:
        await self._decide(interaction, press, public=True)

    async def _unpublish(self, interaction: discord.Interaction, press: ReplayPress) -> None:
        await self._decide(interaction, press, public=False)

    async def _decide(
        self, interaction: discord.Interaction, press: ReplayPress, *, public: bool
    ) -> None:
        match = await self._archive.find(press.match, asker_of(interaction))
        await self._archive.publish(match, interaction.user.id, public=public)
        await self._replays.turn_to(interaction, match, press.ply, press.chapter)
