"""Notices departures: players who have left a server, and places of boards that are gone.

Without a privileged intent the bot gets no event when a member leaves. So it checks only when it
matters: on a claim, and before a reminder. A bot that reads no messages gets no event when one is
deleted; it notices a missing board at the next edit.
"""

from __future__ import annotations

import logging

import discord
from discord.ext import commands

from cogs.board.calls.posts import CallPosts
from cogs.frame.replies import LOST, error_code
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Access
from prowlerbot.storage.scenes import Scene
from prowlerbot.storage.store import Store

log = logging.getLogger(__name__)

_NOT_THERE = {10007, 10013}
"""Unknown member, unknown user."""


class Absence:
    """Tells whether the players to move are still in the server of their match."""

    def __init__(self, client: discord.Client, service: Service) -> None:
        self._client = client
        self._service = service

    async def of_awaited(self, scene: Scene) -> frozenset[int]:
        """The players to move who have left the server of the match."""
        match = scene.match
        awaited = [match.player(seat) for seat in sorted(self._service.to_move(match))]
        found = [each.id for each in awaited if each.is_person and await self.of(scene, each.id)]
        return frozenset(found)

    async def of(self, scene: Scene, user: int) -> bool:
        """Whether a player has left the server of a match; False if it is unknown."""
        board = scene.board
        if board is None or not board.guild or board.access is not Access.MEMBER:
            return False
        guild = self._client.get_guild(board.guild)
        if guild is None:
            return False
        try:
            await guild.fetch_member(user)
        except LOST as error:
            if error_code(error) in _NOT_THERE:
                return True
            log.info("a player of match %s could not be looked up: %s", scene.match.id, error)
        return False


class DeletedPlaces(commands.Cog):
    """Forgets the places of boards that are gone, so that no link leads there again."""

    def __init__(self, store: Store, posts: CallPosts) -> None:
        self._store = store
        self._posts = posts

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._forget(thread.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._forget(channel.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._store.forget_guild(guild.id)

    async def _forget(self, channel: int) -> None:
        self._posts.close(channel)
        await self._store.forget_channel(channel)
