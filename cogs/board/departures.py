"""Notices departures: players who have left a server, and places of boards that are gone.

Without a privileged intent, the bot gets no event when a member leaves. So it checks only when it
matters: before a call, and when somebody is about to lose by the clock. Discord reports each
deleted message. If the bot was not running then, it notices the deletion at the next edit.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Final

import discord
from discord.ext import commands

from cogs.frame.outbox import Outbox
from cogs.frame.replies import LOST, error_code
from prowlerbot.core.errors import NotFound, Stale
from prowlerbot.core.posts import Person
from prowlerbot.match.match import SOMEONE
from prowlerbot.match.scene import Access, Scene
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.match_store import Store

log = logging.getLogger(__name__)

_NOT_THERE = {10007, 10013}
"""Unknown member, unknown user."""


_AT_ONCE = 5
"""The most players that the bot looks up in Discord at the same time."""


class _Unknown(Enum):
    """It is unknown whether a player is a member."""

    UNKNOWN = "unknown"


_UNKNOWN: Final = _Unknown.UNKNOWN


@dataclass(eq=False)
class Absence:
    """Checks whether players are still in the server of their match.

    Absence ends no match: the clock runs on.
    """

    _client: discord.Client
    _service: Service

    async def kept_out(self, scene: Scene) -> frozenset[int]:
        """The players to move that another player may have kept from moving.

        They have left the server or are timed out, and another player may kick or time out members.
        """
        match = scene.match
        awaited = [match.player(seat) for seat in sorted(self._service.to_move(match))]
        people = [each.id for each in awaited if each.is_person]
        absent = {user for user in people if await self._is_kept_out(scene, user)}
        if not absent:
            return frozenset()
        others = match.people - absent
        members = [await self._member(scene, other) for other in sorted(others)]
        return frozenset(absent) if any(map(_may_keep_out, members)) else frozenset()

    async def _is_kept_out(self, scene: Scene, user: int) -> bool:
        member = await self._member(scene, user)
        if member is None or member is _UNKNOWN:
            return member is None
        until = member.timed_out_until
        return until is not None and self._service.now() < until.timestamp()

    async def of_server(
        self,
        guild: int,
        users: Collection[int],
        fairly: bool,  # noqa: FBT001 - of a hook
    ) -> frozenset[int]:
        """Those of some players of a server who have left it; with ``fairly`` nobody where one of
        the others may have removed them.
        """
        looking = asyncio.Semaphore(_AT_ONCE)

        async def look(user: int) -> discord.Member | _Unknown | None:
            async with looking:
                return await self._member_of(guild, user)

        members = await asyncio.gather(*map(look, users))
        by_user = dict(zip(users, members, strict=True))
        if fairly and any(_may_keep_out(member) for member in members):
            return frozenset()
        return frozenset(user for user, member in by_user.items() if member is None)

    async def opponents(self, scene: Scene, user: int) -> frozenset[int]:
        """The seats of the others who still play and have left the server of a match."""
        match = scene.match
        people = {seat: match.player(seat).id for seat in sorted(match.voters)}
        others = {seat: other for seat, other in people.items() if other != user}
        return frozenset(
            [seat for seat, other in others.items() if await self.has_left(scene, other)]
        )

    async def has_left(self, scene: Scene, user: int) -> bool:
        """Whether a player has left the server of a match; False if it is unknown."""
        return await self._member(scene, user) is None

    async def _member(self, scene: Scene, user: int) -> discord.Member | _Unknown | None:
        """A player as a member of the server of a match; None if they are no member."""
        board = scene.board
        if board is None or not board.guild or board.access is not Access.MEMBER:
            return _UNKNOWN
        return await self._member_of(board.guild, user)

    async def person(self, guild_id: int, user: int) -> Person:
        """A user with their present name in a server, if they are a member."""
        member = await self._member_of(guild_id, user)
        return Person(user, member.display_name if isinstance(member, discord.Member) else SOMEONE)

    async def _member_of(self, guild_id: int, user: int) -> discord.Member | _Unknown | None:
        guild = self._client.get_guild(guild_id)
        if guild is None or user <= 0:
            return _UNKNOWN
        try:
            return await guild.fetch_member(user)
        except LOST as error:
            if error_code(error) in _NOT_THERE:
                return None
            log.info("a player could not be looked up in server %s: %s", guild_id, error)
        return _UNKNOWN


def _may_keep_out(member: discord.Member | _Unknown | None) -> bool:
    if member is None or member is _UNKNOWN:
        return False
    may = member.guild_permissions
    return may.kick_members or may.ban_members or may.moderate_members


@dataclass(eq=False)
class DeletedPlaces(commands.Cog):
    """Forgets the places of deleted boards, so that no link leads there.

    The bot shows the match of a deleted thread outside of it, and another match again at its next
    change. It withdraws a challenge whose message was deleted.
    """

    _service: Service
    _store: Store
    _outbox: Outbox

    @commands.Cog.listener()
    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        await self._forget_messages(event, {event.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        await self._forget_messages(event, event.message_ids)

    async def _forget_messages(
        self,
        event: discord.RawMessageDeleteEvent | discord.RawBulkMessageDeleteEvent,
        messages: Collection[int],
    ) -> None:
        others = [each for each in messages if not self._outbox.removes(each)]
        boards = self._store.boards
        for match_id in await boards.forget_messages(event.channel_id, others) if others else ():
            with suppress(Stale, NotFound):  # it has begun, or is over
                challenge = await self._service.match(match_id)
                await Lobby(self._service).lose(challenge, event.guild_id or 0)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._forget(thread.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._forget(channel.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._store.boards.forget_guild(guild.id)

    async def _forget(self, channel: int) -> None:
        self._outbox.close(channel)
        now = self._service.now()
        for board in await self._store.boards.forget_channel(channel, now):
            await self._store.boards.post_again(board, now, outside=True)
