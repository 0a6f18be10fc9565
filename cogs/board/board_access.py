"""The bot's access to the place of a match, and the places and players that are gone.

In a server of which the bot is a member, it writes by itself. Elsewhere (another server, a group, a
chat of two) it is there through a player's account, and can only answer. There it can change a
message when somebody presses it, or for a quarter of an hour through the interaction that shows it.

Without a privileged intent, the bot gets no event when a member leaves. So it checks only when it
matters: before a call, and when somebody is about to lose by the clock. Discord reports each
deleted message. If the bot was not running then, it notices the deletion at the next edit.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias

import discord
from discord.ext import commands

from cogs.frame import replies
from cogs.frame.layout import Content
from cogs.frame.names import missing_permissions
from cogs.frame.outbox import History, Outbox
from cogs.frame.visit import visit_of
from prowlerbot.core.errors import Denied, NotFound, Stale
from prowlerbot.core.posts import Person
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.machine_help import is_counting
from prowlerbot.match.match import SOMEONE, Phase, Player
from prowlerbot.match.scene import Access, Board, Scene
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.match_store import Store

log = logging.getLogger(__name__)

NEEDED = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
NEEDED_IN_THREAD = discord.Permissions(
    view_channel=True, send_messages_in_threads=True, attach_files=True
)
NEEDED_TO_OPEN_THREADS = discord.Permissions(
    create_public_threads=True, send_messages_in_threads=True, read_message_history=True
)

_ARCHIVED_AFTER: Final = 60
"""Minutes of silence after which Discord archives the thread of a finished match."""
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


def check_permissions(interaction: replies.AnyInteraction) -> None:
    """Raise Denied with the missing permissions if a board cannot be shown and kept up to date.

    Without membership the bot has the permissions of the asker, and answers the asker alone unless
    the server lets it answer in public.
    """
    visit = visit_of(interaction)
    if not visit.guild:
        return
    needed = NEEDED_IN_THREAD if visit.in_thread else NEEDED
    if visit.access is Access.MEMBER:
        if missing := missing_permissions(visit.permissions, needed):
            raise Denied(
                "I lack permissions in this channel: {missing}. Ask an admin of the server to grant"
                " them, or use another channel.",
                missing=missing,
            )
        return
    # `|=` would change the constant.
    needed_here = needed | discord.Permissions(use_external_apps=True)
    if missing := missing_permissions(visit.permissions, needed_here):
        raise Denied(
            "I am not a member of this server, so I can only do what you may do here. You"
            " lack permissions in this channel: {missing}. Play in your chat with me, or in a"
            " group. You can play the machine here too, in private.",
            missing=missing,
        )


class _ShownBy(NamedTuple):
    """The interaction that has shown a message; ``later`` is 0 if that was its first answer."""

    interaction: replies.AnyInteraction
    later: int


@dataclass(eq=False)
class Answers:
    """The unexpired interactions of this process that have shown a message."""

    _outbox: Outbox

    def __post_init__(self) -> None:
        self._by_message: dict[int, _ShownBy] = {}

    def keep_answer(
        self, message: int, interaction: replies.AnyInteraction, *, first: bool = True
    ) -> None:
        """Remember the interaction that showed a message as its ``first`` answer or a later one."""
        self._by_message.pop(message, None)  # so that the newest entries are the last ones
        self._by_message[message] = _ShownBy(interaction, 0 if first else message)
        for oldest, kept in list(islice(self._by_message.items(), 2)):
            if not replies.is_answerable(kept.interaction):  # each answer drops more than it adds
                del self._by_message[oldest]

    def reaches(self, message: int) -> bool:
        """Whether a message can still be edited through its interaction."""
        return self._find(message) is not None

    def _find(self, message: int) -> _ShownBy | None:
        found = self._by_message.get(message)
        return found if found is not None and replies.is_answerable(found.interaction) else None

    async def edit(self, message: int, content: Content) -> discord.Message | None:
        """Edit a message through the interaction that showed it; None if that did not succeed."""
        if (shown_by := self._find(message)) is None:
            return None
        try:
            return await replies.edit_answer(shown_by.interaction, shown_by.later, content)
        except replies.LOST as error:
            log.info("message %d stays as it was: %s", message, error)
            if replies.surely_refused(error) and self._by_message.get(message) == shown_by:
                del self._by_message[message]  # the bot does not try again
            return None

    async def say_anew(self, message: int, content: Content) -> int:
        """Show a private message once more in its place, as screen readers do not read an edit.
        Returns the new message, 0 if that did not succeed.
        """
        if (shown_by := self._find(message)) is None:
            return 0
        try:
            sent = await replies.say(shown_by.interaction, content)
        except replies.LOST as error:
            log.info("message %d is not said anew: %s", message, error)
            return 0
        self.keep_answer(sent, shown_by.interaction, first=False)
        await self.remove(message)
        return sent

    async def remove(self, message: int) -> bool:
        """Remove a message, which its reader may have dismissed; False if that did not succeed."""
        if not (delete := self.deletion_request(message)):
            return False
        channel = self._by_message[message].interaction.channel_id or 0
        return await self._outbox.delete_message(channel, message, delete)

    def deletion_request(self, message: int) -> Callable[[], Awaitable[None]] | None:
        """The request that removes a message; None if no interaction reaches the message."""
        if (shown_by := self._find(message)) is None:
            return None
        return partial(replies.delete_answer, shown_by.interaction, shown_by.later)


async def archive_within_an_hour(client: discord.Client, channel: int) -> None:
    """Have Discord archive a thread, but not at once: then its rematch button would be dead."""
    thread = own_thread(client, client.get_channel(channel))
    if thread is not None and thread.auto_archive_duration != _ARCHIVED_AFTER:
        with suppress(*replies.LOST):  # Discord archives it later
            await thread.edit(auto_archive_duration=_ARCHIVED_AFTER)


async def rename_thread(
    client: discord.Client, guild: int, channel: int, name: str, view: Callable[[str], Content]
) -> None:
    """Give the thread of a match this name, and its parent message the view for the thread.

    The message changes first, so a right name shows that both are done. Where the bot is not a
    member, it has no threads. Raises one of LOST if Discord did not accept the change.
    """
    if client.get_guild(guild) is None:
        return
    thread = own_thread(client, client.get_channel(channel) or await client.fetch_channel(channel))
    if thread is None or thread.name == name:
        return
    parent = client.get_partial_messageable(thread.parent_id)
    with suppress(discord.NotFound):  # it may be deleted; the two share an id
        await parent.get_partial_message(thread.id).edit(**replies.edit_args(view(thread.mention)))
    await _delete_thread_message(client, parent, thread)
    await thread.edit(name=name, archived=False)


async def _delete_thread_message(
    client: discord.Client, parent: discord.PartialMessageable, thread: discord.Thread
) -> None:
    """Delete Discord's message that the bot opened the thread: it has the thread's first name."""
    opened = thread.created_at or discord.utils.snowflake_time(thread.id)

    def tells_opening(message: discord.Message) -> bool:
        reference = message.reference
        ids = {reference.channel_id, reference.message_id} if reference else set()
        return message.type is discord.MessageType.thread_created and thread.id in ids

    with suppress(discord.Forbidden, discord.NotFound):
        found = await History(client).search(parent.id, int(opened.timestamp()), tells_opening)
        if found.message is not None:
            await found.message.delete()


def own_thread(client: discord.Client, channel: object) -> discord.Thread | None:
    """The channel, if it is a thread of the bot."""
    if client.user is None or not isinstance(channel, discord.Thread):
        return None
    return channel if channel.owner_id == client.user.id else None


async def unarchive_thread(client: discord.Client, channel: int) -> None:
    """Reopen an archived thread; a thread that a moderator has locked stays closed."""
    thread = client.get_channel(channel) or await client.fetch_channel(channel)
    if isinstance(thread, discord.Thread):
        await thread.edit(archived=False)


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
        gone = set[int]()
        for seat in sorted(scene.match.voters):
            other = scene.match.player(seat).id
            if other != user and await self._member(scene, other) is None:
                gone.add(seat)
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
