"""Notices that the place of a board is gone, so that no link leads there again.

A bot that reads no messages gets no event when one is deleted; it notices a missing board at the
next edit.
"""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs.board.call_posts import CallPosts
from prowlerbot.storage.store import Store


class DeletedPlaces(commands.Cog):
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
