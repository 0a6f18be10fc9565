"""The event that announces the start of a tournament in its server."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import discord

from cogs.competitions.formats.format_face import face_of
from cogs.competitions.views import competition_text as words
from cogs.frame.visit import channel_in
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.core.i18n import tr
from prowlerbot.core.posts import Post
from prowlerbot.service.match_service import Service

_LEAST_AHEAD = 60
"""Seconds before the start; Discord creates no event in the past."""
_LASTS = timedelta(hours=2)
"""The end that Discord demands for an event; the bot ends it together with its tournament."""
_LONGEST_PLACE = 100


def has_event(stored: Stored) -> bool:
    """Whether a competition is one whose start is announced by an event."""
    ahead = stored.course.began is None and not stored.course.ended
    return face_of(stored.format).has_event and ahead


def may_create_events(guild: discord.Guild) -> bool:
    may = guild.me.guild_permissions
    return may.create_events or may.manage_events


@dataclass(eq=False)
class StartEvents:
    """Each event is recorded as a post; without its id the bot searches the server's events."""

    _client: discord.Client
    _service: Service

    def public_channel(self, stored: Stored) -> discord.abc.GuildChannel | discord.Thread | None:
        """The channel of a tournament whose event the bot may create; None if it may not. All
        members of the server see the event, so all of them must be able to see the channel.
        """
        channel = channel_in(self._client, stored.guild, stored.channel)
        ahead = stored.terms.starts - self._service.now()
        if channel is None or not has_event(stored) or ahead <= _LEAST_AHEAD:
            return None
        guild = channel.guild
        is_private = isinstance(channel, discord.Thread) and channel.is_private()
        is_visible = channel.permissions_for(guild.default_role).view_channel and not is_private
        return channel if is_visible and may_create_events(guild) else None

    async def update(self, stored: Stored, post: Post, message: int, *, begins: bool) -> None:
        """Create, rename or end the event of a tournament; a link to ``message`` identifies it."""
        guild, channel = self._client.get_guild(stored.guild), self.public_channel(stored)
        if guild is None:
            return
        link = f"https://discord.com/channels/{stored.guild}/{stored.channel}/{message}"
        event, outbox = post.message, self._service.store.outbox
        if not event:
            event = 0 if begins else await _find(link, guild)
            if not event and message and channel is not None:
                event = await _create(stored, channel, link)
            if event:
                await outbox.note_sent(replace(post, message=event))
        elif not stored.course.ended:
            present = await guild.fetch_scheduled_event(event, with_counts=False)
            await present.edit(name=words.plain_title(stored))
        if event and stored.course.ended:
            await _end(stored, await guild.fetch_scheduled_event(event, with_counts=False))
        if not event or stored.course.ended:
            outbox.note_gone(post)


async def _create(
    stored: Stored, channel: discord.abc.GuildChannel | discord.Thread, link: str
) -> int:
    begins = datetime.fromtimestamp(stored.terms.starts, UTC)
    event = await channel.guild.create_scheduled_event(
        name=words.plain_title(stored),
        description=f"{words.terms_line(stored)}\n{link}",
        start_time=begins,
        end_time=begins + _LASTS,
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location=f"#{channel.name}"[:_LONGEST_PLACE],
        reason=tr("Tournament"),
    )
    return event.id


async def _find(link: str, guild: discord.Guild) -> int:
    """The id of the event with this link; 0 if there is none."""
    for event in await guild.fetch_scheduled_events(with_counts=False):
        if event.creator_id == guild.me.id and link in (event.description or ""):
            return event.id
    return 0


async def _end(stored: Stored, event: discord.ScheduledEvent) -> None:
    if stored.course.began is None:
        await event.delete()
    elif event.status is discord.EventStatus.active:
        await event.end()
    elif event.status is discord.EventStatus.scheduled:
        await event.cancel()
