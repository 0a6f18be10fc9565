"""The visit of a user: who asks, in which place, and which channels the asker can see.

Each interaction has one ``Visit``. For ``VisibilityCheck`` this module finds the channels that an
asker can see. ``permissions`` decides what the asker and the bot may do there.
"""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias
from weakref import WeakKeyDictionary

import discord

from cogs.frame.rate_limits import Posts
from cogs.frame.replies import LOST, AnyInteraction
from prowlerbot.core.i18n import Language
from prowlerbot.core.posts import NO_PERSON, Act, ActKind, Person
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.preferences import PlayerChoices, ServerChoices, Theme
from prowlerbot.match.scene import Access, PostPlace
from prowlerbot.match.timeline import Place
from prowlerbot.service.visibility_check import Asker

_VISIT = "visit"  # the key of the visit in the extras of an interaction
_CACHE_SECONDS = 60  # how long Discord's answer about a member of a server is cached
_MOST_CACHED = 1_000  # the maximum number of these answers for each client
_LOOKUP_TIMEOUT = 1.5
"""Seconds to wait for that answer of Discord: the asker needs theirs within three."""
_MOST_LOOKUPS = 10
"""The most servers that the bot asks Discord about at once; channels of others count as hidden."""

_Members: TypeAlias = Recent[tuple[int, int], tuple[float, discord.Member | None]]
"""By server and user: the time of a lookup on the clock of the event loop, and the member."""
_members: WeakKeyDictionary[discord.Client, _Members] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Visit(Asker):
    """The asker of an interaction and its place."""

    name: str
    guild: int  # 0 outside of servers
    audience: int  # the channel whose viewers see messages in this place; 0 if unknown
    in_thread: bool
    access: Access  # whether the bot may write here by itself
    permissions: discord.Permissions
    """Those of the bot; where it is not a member, those of the asker, as they count there."""
    language: Language  # the language of messages for all
    server: ServerChoices
    reader: PlayerChoices
    posts: Posts  # the counts of public posts by all users and in all channels

    @property
    def theme(self) -> Theme:
        """The theme of everything that only the asker reads, pictures and emoji alike."""
        return self.reader.theme or self.server.theme

    @property
    def place(self) -> Place:
        """The place of a message that is about to be shown here."""
        return Place(self.guild, self.channel, self.audience)

    def act(
        self,
        what: ActKind,
        at: int,
        *,
        target: Person = NO_PERSON,
        subject: str = "",
        detail: str = "",
        reason: str = "",
    ) -> Act:
        """An act of the asker in this server."""
        actor = Person(self.user, self.name)
        return Act(self.guild, what, actor, target, subject, detail, reason, at=at)

    @property
    def post_place(self) -> PostPlace:
        """The place of an answer that is about to show a match."""
        return PostPlace(self.guild, self.channel if self.access is Access.MEMBER else 0)


def pressed_at(interaction: AnyInteraction) -> int:
    """Discord's time of an interaction in epoch seconds: the end of a turn that it ends."""
    return int(interaction.created_at.timestamp())


def begin_visit(
    interaction: AnyInteraction, server: ServerChoices, reader: PlayerChoices, posts: Posts
) -> Visit:
    """Record the asker and the place; a server may have the commands without the bot."""
    client, channel = interaction.client, interaction.channel_id or 0
    guild = client.get_guild(interaction.guild_id or 0)
    own_chat = interaction.guild_id is None and interaction.context.dm_channel
    is_member = guild is not None or own_chat
    visit = interaction.extras[_VISIT] = Visit(
        user=interaction.user.id,
        channel=channel,
        home=interaction.guild_id or channel,
        audiences=partial(audiences, client, interaction.user),
        name=interaction.user.display_name,
        guild=interaction.guild_id or 0,
        audience=audience_of(interaction.channel, channel) if is_member else 0,
        in_thread=isinstance(interaction.channel, discord.Thread),
        access=Access.MEMBER if is_member else Access.INTERACTION,
        permissions=interaction.app_permissions if is_member else interaction.permissions,
        language=server.language_in(guild and guild.preferred_locale),
        server=server,
        reader=reader,
        posts=posts,
    )
    return visit


def visit_of(interaction: AnyInteraction) -> Visit:
    visit: Visit = interaction.extras[_VISIT]
    return visit


def bare_asker(client: discord.Client, user: int) -> Asker:
    """A user who is in no place now, such as somebody who is about to get a message."""
    return Asker(user, 0, 0, partial(audiences, client, discord.Object(user)))


def everybody_in(client: discord.Client, guild: int, channel: int) -> Asker:
    """All who see a channel of a server, as one asker: all of them see what this one sees."""
    own_audience = audience_in(client, guild, channel)

    async def visible_audiences(places: Collection[Place]) -> frozenset[int]:
        known = {(place.guild, place.audience) for place in places if place.audience}
        return frozenset(
            audience
            for guild_id, audience in known
            if audience == own_audience or is_seen_by_all(client, guild_id, audience)
        )

    return Asker(0, guild, channel, visible_audiences)


def audience_in(client: discord.Client, guild_id: int, channel: int) -> int:
    """The channel whose viewers see messages in a channel; 0 if unknown, itself outside servers."""
    if not guild_id:
        return channel
    known = client.get_guild(guild_id) is not None
    return audience_of(channel_in(client, guild_id, channel), channel) if known else 0


def place_in(client: discord.Client, guild_id: int, channel: int) -> Place:
    """The place of messages in a channel of a server."""
    return Place(guild_id, channel, audience_in(client, guild_id, channel))


def channel_in(
    client: discord.Client, guild_id: int, channel: int
) -> discord.abc.GuildChannel | discord.Thread | None:
    """A channel of a server, if this process knows it."""
    guild = client.get_guild(guild_id)
    return guild.get_channel_or_thread(channel) if guild is not None else None


def audience_of(place: object, channel: int) -> int:
    """The channel whose viewers see a place with this id; 0 for a private thread."""
    if isinstance(place, discord.Thread):
        return 0 if place.is_private() else place.parent_id
    return channel


def is_seen_by_all(client: discord.Client, guild_id: int, place: int) -> bool:
    """Whether all members of a server can see a channel of it."""
    guild, audience = client.get_guild(guild_id), audience_in(client, guild_id, place)
    if guild is None or (channel := _audience_channel(guild, audience)) is None:
        return False
    return channel.permissions_for(guild.default_role).view_channel


async def audiences(
    client: discord.Client, user: discord.abc.Snowflake, places: Collection[Place]
) -> frozenset[int]:
    """The audiences of these places to which the asker belongs."""
    known = {(place.guild, place.audience) for place in places if place.audience}
    guilds = sorted({guild for guild, _ in known if guild})[:_MOST_LOOKUPS]
    found = await asyncio.gather(*(_find_member(client, user, guild) for guild in guilds))
    members = dict(zip(guilds, found, strict=True))
    visible = {audience for guild, audience in known if _sees(members.get(guild), audience)}
    chats = {audience for guild, audience in known if not guild}
    if chats and (chat := await _find_chat(client, user)) in chats:
        visible.add(chat)
    return frozenset(visible)


def _sees(member: discord.Member | None, audience: int) -> bool:
    if member is None or (channel := _audience_channel(member.guild, audience)) is None:
        return False
    return channel.permissions_for(member).view_channel


def _audience_channel(guild: discord.Guild, audience: int) -> discord.abc.GuildChannel | None:
    channel = guild.get_channel_or_thread(audience)
    if isinstance(channel, discord.Thread):  # a board from before audiences were stored
        return None if channel.is_private() else channel.parent
    return channel


async def _find_member(
    client: discord.Client, user: discord.abc.Snowflake, guild_id: int
) -> discord.Member | None:
    """The asker as a member of a server; None if they are not a member or it is unknown."""
    if (guild := client.get_guild(guild_id)) is None:
        return None
    if isinstance(user, discord.Member) and user.guild.id == guild_id:
        return user
    now = asyncio.get_running_loop().time()
    key = guild_id, user.id
    cache = _members.setdefault(client, Recent(_MOST_CACHED))
    looked_up_at, member = cache.find(key) or (-_CACHE_SECONDS, None)
    if now - looked_up_at < _CACHE_SECONDS:
        return member
    try:
        async with asyncio.timeout(_LOOKUP_TIMEOUT):
            member = await guild.fetch_member(user.id)
    except discord.NotFound:
        member = None
    except LOST:
        return None
    cache.keep(key, (now, member))
    return member


async def _find_chat(client: discord.Client, user: discord.abc.Snowflake) -> int:
    """The asker's chat with the bot; 0 if Discord does not name it."""
    try:
        async with asyncio.timeout(_LOOKUP_TIMEOUT):
            chat = await client.create_dm(user)
    except LOST:
        return 0
    return chat.id


async def sees(client: discord.Client, user: int, guild_id: int, channel: int) -> bool:
    """Whether a user sees a channel of a server that this process knows."""
    place = place_in(client, guild_id, channel)
    return place.audience in await audiences(client, discord.Object(user), [place])
