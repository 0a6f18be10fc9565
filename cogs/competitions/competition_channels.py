"""The channels of competitions: who sees them, what the bot posts there, and events of starts.

A match of a competition begins without a press, so the bot posts its board by itself.
"""

import logging
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import Enum, auto

import discord
from discord import Interaction

from cogs.board.board_posting import Posting
from cogs.board.views.match_views import link_to
from cogs.competitions import competition_text as words
from cogs.competitions.formats.format_face import face_of
from cogs.frame.permissions import missing_permissions, needed_to_post
from cogs.frame.replies import LOST, is_refusal
from cogs.frame.visit import channel_in
from prowlerbot.competitions.competition_record import Stored, not_found
from prowlerbot.competitions.news import key_of_call
from prowlerbot.core.errors import Unusable
from prowlerbot.core.i18n import tr
from prowlerbot.core.posts import Post
from prowlerbot.match.scene import Access, PostPlace
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

Channel = discord.TextChannel | discord.Thread
_AnyChannel = discord.abc.GuildChannel | discord.Thread

_NO_SERVER_CODES = {10004, 50001}  # Discord's codes for an unknown server and missing access
_MIN_SECONDS_AHEAD = 60  # from now to an event's start; Discord creates none in the past
_EVENT_DURATION = timedelta(hours=2)  # Discord demands an end; the bot ends an event by itself
_MAX_LOCATION_LETTERS = 100  # Discord's limit for the location of an event
_MAX_BOARDS_AT_ONCE = 8  # posted for a competition in a run, so that others do not wait long


class NoChannel(Enum):
    """The reason why the bot cannot post in the channel of a competition."""

    GONE = auto()  # the channel is deleted, or the bot is no longer in its server
    CLOSED = auto()  # the bot lacks permissions, or cannot reach Discord for this server now


def post_permissions(channel: object) -> discord.Permissions:
    """The permissions that the bot needs in the channel of a competition."""
    return discord.Permissions(needed_to_post(channel).value, read_message_history=True)


def lacking_permissions(channel: Channel) -> Sequence[str]:
    """The names of the permissions that the bot needs and lacks."""
    return missing_permissions(channel.permissions_for(channel.guild.me), post_permissions(channel))


def can_write_in(channel: Channel) -> bool:
    """Whether the bot can send plain text, such as a call for the permissions that it lacks."""
    permissions = channel.permissions_for(channel.guild.me)
    is_thread = isinstance(channel, discord.Thread)
    can_send = permissions.send_messages_in_threads if is_thread else permissions.send_messages
    return permissions.view_channel and can_send


def check_sight(interaction: Interaction, stored: Stored) -> None:
    """Raise NotFound for a user who is no player and cannot see the channel of the competition.

    All matches are shown in the channel, so a member who sees it sees the whole competition. An
    admin sees one whose channel is gone, to end it. Everybody sees a league of all servers, but
    not its matches.
    """
    guild, user = interaction.guild, interaction.user
    # The players of a league of all servers agreed to be visible in all of them.
    if stored.is_wide or user.id in {stored.host, *stored.course.entries, *stored.course.waiting}:
        return
    if interaction.guild_id != stored.guild or guild is None:
        raise not_found(stored.id)
    if interaction.channel_id == stored.channel:
        return
    channel = guild.get_channel_or_thread(stored.channel)
    if channel is None and interaction.permissions.manage_guild:  # its channel may be deleted
        return
    if channel is None or not isinstance(user, discord.Member) or not _can_see(user, channel):
        raise not_found(stored.id)


def _can_see(user: discord.Member, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Whether a member can see a channel; a private thread only if the member manages threads."""
    permissions = channel.permissions_for(user)
    if isinstance(channel, discord.Thread) and channel.is_private():  # Discord lists no members
        return permissions.view_channel and permissions.manage_threads
    return permissions.view_channel


@dataclass(eq=False)
class CompetitionChannels:
    _client: discord.Client

    def known_channel(self, stored: Stored) -> Channel | None:
        """The channel of a competition, if the bot knows it without a request."""
        channel = channel_in(self._client, stored.guild, stored.channel)
        return channel if isinstance(channel, Channel) else None

    async def find_channel(self, stored: Stored) -> Channel | NoChannel:
        """The channel of a competition if the bot can post there. Raises one of LOST."""
        guild = self._client.get_guild(stored.guild)
        if guild is None:  # the server removed the bot while it was stopped, or is not loaded yet
            return NoChannel.GONE if await self._has_left(stored.guild) else NoChannel.CLOSED
        if guild.unavailable:
            return NoChannel.CLOSED
        channel = guild.get_channel_or_thread(stored.channel)
        if channel is None:  # the bot has no copy of an archived thread
            with suppress(discord.NotFound):
                channel = await guild.fetch_channel(stored.channel)
        if not isinstance(channel, Channel):
            return NoChannel.GONE
        return NoChannel.CLOSED if lacking_permissions(channel) else channel

    async def _has_left(self, guild: int) -> bool:
        """Whether Discord says that the bot is not in a server."""
        try:
            await self._client.fetch_guild(guild, with_counts=False)
        except discord.HTTPException as error:
            return error.code in _NO_SERVER_CODES
        return False


def has_event(stored: Stored) -> bool:
    """Whether an event announces the start of a competition, which has not begun."""
    is_before_start = stored.course.began is None and not stored.course.ended
    return face_of(stored.format).has_event and is_before_start


def may_create_events(guild: discord.Guild) -> bool:
    permissions = guild.me.guild_permissions
    return permissions.create_events or permissions.manage_events


@dataclass(eq=False)
class StartEvents:
    """The events of starts, recorded as posts; after a crash the bot searches a server for one."""

    _client: discord.Client
    _service: Service

    def public_channel(self, stored: Stored) -> _AnyChannel | None:
        """The channel of a tournament, if all members see it and it may have an event."""
        channel = channel_in(self._client, stored.guild, stored.channel)
        seconds_ahead = stored.terms.starts - self._service.now()
        if channel is None or not has_event(stored) or seconds_ahead <= _MIN_SECONDS_AHEAD:
            return None
        guild = channel.guild
        is_private = isinstance(channel, discord.Thread) and channel.is_private()
        is_visible = channel.permissions_for(guild.default_role).view_channel and not is_private
        return channel if is_visible and may_create_events(guild) else None

    async def update_event(self, stored: Stored, post: Post, message: int, *, is_new: bool) -> None:
        """Create, rename or end the event of a tournament; a link to ``message`` identifies it."""
        guild, channel = self._client.get_guild(stored.guild), self.public_channel(stored)
        if guild is None:
            return
        link = link_to(PostPlace(stored.guild, stored.channel), message)
        event_id, post_store = post.message, self._service.store.outbox
        if not event_id:
            event_id = 0 if is_new else await _find_event(link, guild)
            if not event_id and message and channel is not None:
                event_id = await _create_event(stored, channel, link)
            if event_id:
                await post_store.note_sent(replace(post, message=event_id))
        elif not stored.course.ended:
            event = await guild.fetch_scheduled_event(event_id, with_counts=False)
            await event.edit(name=words.plain_title(stored))
        if event_id and stored.course.ended:
            event = await guild.fetch_scheduled_event(event_id, with_counts=False)
            await _end_event(stored, event)
        if not event_id or stored.course.ended:
            post_store.note_gone(post)


async def _create_event(stored: Stored, channel: _AnyChannel, link: str) -> int:
    start = datetime.fromtimestamp(stored.terms.starts, UTC)
    event = await channel.guild.create_scheduled_event(
        name=words.plain_title(stored),
        description=f"{words.terms_line(stored)}\n{link}",
        start_time=start,
        end_time=start + _EVENT_DURATION,
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location=f"#{channel.name}"[:_MAX_LOCATION_LETTERS],
        reason=tr("Tournament"),
    )
    return event.id


async def _find_event(link: str, guild: discord.Guild) -> int:
    """The id of the event with this link; 0 if there is none."""
    for event in await guild.fetch_scheduled_events(with_counts=False):
        if event.creator_id == guild.me.id and link in (event.description or ""):
            return event.id
    return 0


async def _end_event(stored: Stored, event: discord.ScheduledEvent) -> None:
    if stored.course.began is None:
        await event.delete()
    elif event.status is discord.EventStatus.active:
        await event.end()
    elif event.status is discord.EventStatus.scheduled:
        await event.cancel()


@dataclass(eq=False)
class MissingBoards:
    """Posts the boards that running matches lack, in the channel or in the players' chats."""

    _client: discord.Client
    _service: Service
    _posting: Posting

    def __post_init__(self) -> None:
        self._refusals: dict[str, set[tuple[str, Channel | None]]] = {}
        """The running matches whose boards Discord refused, with their channels, by competition."""

    def forget_refusals(self, competition_id: str) -> None:
        """Try again to post the boards that Discord refused."""
        self._refusals.pop(competition_id, None)

    async def post_missing(
        self, stored: Stored, channel: Channel | None, called: Collection[str] = ()
    ) -> bool:
        """Post some of the boards that matches lack; False if more of them are missing. A board
        calls its players only if the news that calls them has its key in ``called``.
        """
        if stored.course.ended:
            self.forget_refusals(stored.id)
            return True
        matches = [(stored.matches.get(pairing.pairing), pairing) for pairing in stored.course.open]
        running = {match_id: pairing for match_id, pairing in matches if match_id}
        boards = {(match_id, channel) for match_id in running}
        refused = self._refusals[stored.id] = self._refusals.get(stored.id, set()) & boards
        missing = [
            (match_id, pairing)
            for match_id, pairing in running.items()
            if (match_id, channel) not in refused and await self._lacks_board(channel, match_id)
        ]
        for match_id, pairing in missing[:_MAX_BOARDS_AT_ONCE]:
            chats = [discord.Object(player) for player in pairing.players]
            places = [channel] if channel else chats
            guild = stored.guild if channel else 0
            key = key_of_call(stored, pairing)
            is_calling = not key or key in called
            if not await self._post_board(match_id, guild, places, calling=is_calling):
                refused.add((match_id, channel))
        return len(missing) <= _MAX_BOARDS_AT_ONCE

    async def _lacks_board(self, channel: Channel | None, match_id: str) -> bool:
        """Whether a match has no board where its players see it: the channel, or else a chat."""
        if (board := await self._service.store.boards.board_of(match_id)) is None:
            return True
        if channel is not None:
            return not board.message or board.in_a_chat or bool(board.lost_at)
        if board.in_a_chat:
            return False
        is_gone = channel_in(self._client, board.guild, board.channel) is None
        if is_gone and board.access is Access.MEMBER:  # perhaps while the bot was away
            await self._service.store.boards.forget_channel(board.channel, self._service.now())
        return is_gone

    async def _post_board(
        self,
        match_id: str,
        guild: int,
        places: Sequence[Channel | discord.Object],
        *,
        calling: bool,
    ) -> bool:
        """Post a board in the first channel or chat that accepts it."""
        for place in places:
            try:
                post_place = PostPlace(guild, place.id)
                if isinstance(place, discord.Object):  # a user
                    post_place = PostPlace(guild, (await self._client.create_dm(place)).id)
                if await self._posting.post_by_itself(match_id, post_place, calling=calling):
                    return True
            except LOST as error:
                if not is_refusal(error):
                    raise
                log.info("match %s has no board: %s", match_id, error)
            except Unusable:
                raise
            except Exception:  # the other matches still get their boards
                log.exception("match %s has no board", match_id)
        return False
