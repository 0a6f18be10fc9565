"""Asking for a rematch: a new challenge with the seats swapped."""

from __future__ import annotations

import asyncio
import weakref

import discord

from cogs.board.access import check_permissions, post_place_of
from cogs.board.board_messages import BoardMessages
from cogs.board.posting import Posting
from cogs.frame.limits import check_channel
from cogs.frame.names import Verbatim
from cogs.frame.press import Action, MatchPress
from cogs.frame.router import MatchRoute
from cogs.life.challenge import Challenges
from cogs.views.match_views import way_to
from prowlerbot.core.errors import Denied
from prowlerbot.service.lobby import Lobby, RematchAsked
from prowlerbot.service.service import Service
from prowlerbot.storage.scenes import Scene


class Rematches:
    def __init__(
        self, service: Service, boards: BoardMessages, posting: Posting, challenges: Challenges
    ) -> None:
        self._service = service
        self._boards = boards
        self._posting = posting
        self._challenges = challenges
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self.routes = (MatchRoute(Action.REMATCH, self._one_by_one),)

    async def _one_by_one(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Create a rematch under a lock: a second press waits until the first one has shown it."""
        async with self._locks.setdefault(press.match, asyncio.Lock()):
            await self._rematch(interaction, press, scene)

    async def _rematch(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        check_channel(interaction, scene.server)
        check_permissions(interaction)
        self._boards.calls.pings.check(interaction.user.id, scene.match.players)
        if scene.match.has_machine:
            self._boards.machines.seats.admit(scene.server)
        try:
            match = await Lobby(self._service).rematch(
                press.match,
                interaction.user.id,
                most=scene.server.open_challenges,
                place=post_place_of(interaction),
            )
        except RematchAsked as earlier:
            shown = await self._service.store.board(earlier.match)
            if shown is None or not shown.message:  # its message was lost or deleted
                await self._posting.show(interaction, await self._service.match(earlier.match))
                return
            link = await self._boards.links.one(interaction, earlier.match)
            raise Denied(
                "The rematch is already here: {link}",
                link=Verbatim(way_to(link) if link else earlier.match),
            ) from earlier
        await self._challenges.post(interaction, match)
