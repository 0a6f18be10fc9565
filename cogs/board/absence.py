"""Places and players that are gone: deleted messages and channels, members who have left a server.

Without a privileged intent, the bot gets no event when a member leaves. So it checks only when it
matters: before a call, and when somebody is about to lose by the clock. Discord reports each
deleted message. If the bot was not running then, it notices the deletion at the next edit.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import discord
from discord.ext import commands

from cogs.frame import replies
from cogs.frame.outbox import Outbox
from prowlerbot.core.errors import NotFound, Stale
from prowlerbot.core.posts import Person
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.machine_help import is_counting
from prowlerbot.match.match import SOMEONE, Phase, Player
from prowlerbot.match.scene import Access, Board, Scene
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.match_store import Store

log = logging.getLogger(__name__)

_NO_MEMBER = {10007, 10013}  # Discord's codes for an unknown member and an unknown user
_MOST_LOOKUPS = 5  # the most players that the bot looks up in Discord at the same time
REMEMBERED = 15 * 60
"""Seconds for which a member is not looked up again where no result hangs on it."""
_MOST_REMEMBERED = 10_000  # the maximum number of remembered members, and of their names

_REMOVING = discord.Permissions(kick_members=True, ban_members=True, moderate_members=True).value
_DELETING = discord.Permissions(
    manage_channels=True, manage_threads=True, manage_messages=True
).value
_HIDING = discord.Permissions(manage_channels=True, manage_roles=True, manage_messages=True).value

_UNKNOWN: Final = "unknown"
_Member: TypeAlias = discord.Member | Literal["unknown"] | None
"""A player as a member of a server, None if they surely are none, or that it is unknown."""


@dataclass(eq=False)
class Absence(commands.Cog):
    """Checks whether players are still in the server of their match; absence ends no match.

    Each press carries the member who makes it. The bot remembers them, and the members it has
    looked up, and reports the names under which they are seen.
    """

    _client: discord.Client
    _service: Service
    _note_name: Callable[[int, Player], Awaitable[None]] | None
    """Takes the name of a player in a server, at most once in ``REMEMBERED`` seconds."""

    def __post_init__(self) -> None:
        self._seen: Recent[tuple[int, int], tuple[int, discord.Member]] = Recent(_MOST_REMEMBERED)
        """By server and user: when the bot saw a member, and the member."""
        self._named: Recent[tuple[int, int], tuple[int, str]] = Recent(_MOST_REMEMBERED)
        """By server and user: when the bot reported a name, and the name."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if isinstance(interaction.user, discord.Member):
            await self.remember_member(interaction.user)

    async def remember_member(self, member: discord.Member) -> None:
        key, name, now = (member.guild.id, member.id), member.display_name, self._service.now()
        self._seen.keep(key, (now, member))
        reported_at, reported = self._named.find(key) or (-REMEMBERED, "")
        if self._note_name and name != reported and now >= reported_at + REMEMBERED:
            self._named.keep(key, (now, name))
            await self._note_name(member.guild.id, Player(member.id, name))

    async def find_kept_out(self, scene: Scene) -> frozenset[int]:
        """The players to move that another player may have kept from moving.

        They have left the server, or were timed out during the decision, and another player may
        remove or time out members. Or they do not see the board, and another player may hide it.
        """
        awaited = self._awaited_users(scene)
        needed = {user: await self._permissions_to_stop(scene, awaited[user]) for user in awaited}
        stopped = {user: permissions for user, permissions in needed.items() if permissions}
        others = sorted(scene.match.people - stopped.keys()) if stopped else ()
        powers = [await self._powers_at_board(scene, other) for other in others]
        return frozenset(user for user, by in stopped.items() if any(may & by for may in powers))

    async def may_delete_board(self, scene: Scene) -> bool:
        """Whether a player to move may delete the board, such as to gain time."""
        powers = [await self._powers_at_board(scene, user) for user in self._awaited_users(scene)]
        return any(permissions & _DELETING for permissions in powers)

    def _awaited_users(self, scene: Scene) -> dict[int, int]:
        """The people to move, each with their seat."""
        seats = sorted(self._service.facts.to_move(scene.match))
        players = {seat: scene.match.player(seat) for seat in seats}
        return {player.id: seat for seat, player in players.items() if player.is_person}

    async def _permissions_to_stop(self, scene: Scene, seat: int) -> int:
        """The permissions with which others could have stopped a seat; 0 if it could move."""
        board, since = scene.board, scene.match.decision(seat).since
        if (member := await self._member(scene, scene.match.player(seat).id)) is None:
            return _REMOVING
        if not isinstance(member, discord.Member) or board is None:
            return 0
        until = member.timed_out_until
        timed_out = until is not None and since < until.timestamp()
        sees_board = board.message and _permissions_at(board, member).view_channel
        return (_REMOVING if timed_out else 0) | (0 if sees_board else _HIDING)

    async def _powers_at_board(self, scene: Scene, user: int) -> int:
        """The permissions of a player at the board."""
        member, board = await self._member(scene, user), scene.board
        if board is None or not isinstance(member, discord.Member):
            return 0
        return _permissions_at(board, member).value

    async def members_gone(
        self, guild: int, users: Collection[int], within: int = 0
    ) -> frozenset[int]:
        """The players of a server who have left it; nobody if one of the others may have removed
        them. Members seen ``within`` so many seconds are not looked up.
        """
        lookups = asyncio.Semaphore(_MOST_LOOKUPS)

        async def look_up(user: int) -> _Member:
            async with lookups:
                return await self._member_of(guild, user, within)

        members = await asyncio.gather(*map(look_up, users))
        present = [member for member in members if isinstance(member, discord.Member)]
        if any(member.guild_permissions.value & _REMOVING for member in present):
            return frozenset()
        by_user = zip(users, members, strict=True)
        return frozenset(user for user, member in by_user if member is None)

    async def opponents_gone(self, scene: Scene, user: int) -> frozenset[int]:
        """The seats of other players in a running match who have left its server."""
        match = scene.match
        others = {seat: match.player(seat).id for seat in match.voters - {match.seat_of(user)}}
        gone = [seat for seat, it in others.items() if await self._member(scene, it) is None]
        return frozenset(gone)

    async def has_left(self, scene: Scene, user: int) -> bool:
        """Whether a player who is to be called has left the server; False if it is unknown."""
        return await self._member(scene, user, REMEMBERED) is None

    async def _member(self, scene: Scene, user: int, within: int = 0) -> _Member:
        """A player as a member of the server of a match."""
        board = scene.board
        if board is None or not board.guild or board.access is not Access.MEMBER:
            return _UNKNOWN
        return await self._member_of(board.guild, user, within)

    async def find_person(self, guild_id: int, user: int) -> Person:
        """A user with their present name in a server, if they are a member."""
        member = await self._member_of(guild_id, user)
        return Person(user, member.display_name if isinstance(member, discord.Member) else SOMEONE)

    async def _member_of(self, guild_id: int, user: int, within: int = 0) -> _Member:
        guild = self._client.get_guild(guild_id)
        if guild is None or user <= 0:
            return _UNKNOWN
        seen_at, member = self._seen.find((guild_id, user)) or (0, None)
        if member is not None and self._service.now() < seen_at + within:
            return member
        try:
            member = await guild.fetch_member(user)
        except replies.LOST as error:
            if replies.error_code(error) in _NO_MEMBER:
                self._seen.drop((guild_id, user))
                return None
            log.info("a player could not be looked up in server %s: %s", guild_id, error)
            return _UNKNOWN
        await self.remember_member(member)
        return member


def _permissions_at(board: Board, member: discord.Member) -> discord.Permissions:
    """The permissions of a member at a board. The bot has no copy of an archived thread."""
    channel = member.guild.get_channel_or_thread(board.channel)
    if channel is None:
        return member.guild_permissions | discord.Permissions(view_channel=True)
    return channel.permissions_for(member)


@dataclass(eq=False)
class DeletedPlaces(commands.Cog):
    """Forgets the places of deleted boards, so that no link leads there.

    The bot shows the match of a deleted thread outside of it. A match that counts is shown again at
    once, another one at its next change. The bot withdraws a challenge whose message was deleted.
    """

    _absence: Absence
    _service: Service
    _store: Store
    _outbox: Outbox

    @commands.Cog.listener()
    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        await self._forget_all(event.guild_id, event.channel_id, {event.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        await self._forget_all(event.guild_id, event.channel_id, event.message_ids)

    async def _forget_all(self, guild: int | None, channel: int, messages: Collection[int]) -> None:
        by_others = [each for each in messages if not self._outbox.is_deleted_by_bot(each)]
        boards = self._store.boards
        for match_id in await boards.forget_messages(channel, by_others) if by_others else ():
            with suppress(Stale, NotFound):
                scene = await self._service.scene(match_id)
                if scene.match.phase is Phase.LOBBY:
                    await Lobby(self._service).withdraw_lost_challenge(scene.match, guild or 0)
                elif is_counting(scene.match) and scene.board:
                    now = self._service.now()
                    lost_at = 0 if await self._absence.may_delete_board(scene) else now
                    await boards.post_again(scene.board, now, outside=False, lost_at=lost_at)

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
        self._outbox.note_channel_gone(channel)
        now, boards = self._service.now(), self._store.boards
        for board in await boards.forget_channel(channel, now):
            with suppress(NotFound):
                scene = await self._service.scene(board.match)
                if scene.unseen_since and await self._absence.may_delete_board(scene):
                    await boards.count_unseen_time(board.match)
            await boards.post_again(board, now, outside=True)
