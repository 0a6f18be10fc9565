"""The event of the server for the start of a tournament, where the bot may create events."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import discord

from cogs.competitions.views import competition_text as words
from prowlerbot.competitions.competition_record import Format
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.core.i18n import tr
from prowlerbot.core.posts import Post
from prowlerbot.service.match_service import Service

_LEAST_AHEAD = 60
"""Seconds; Discord creates no event in the past."""
_LASTS = timedelta(hours=2)
"""Discord wants to know when an event ends; it ends with its tournament anyway."""
_LONGEST_PLACE = 100
_RUNNING = (Format.LEAGUE, Format.LADDER)
"""The formats without an event: they begin as soon as they are on."""


def has_event(stored: Stored) -> bool:
    """Whether the start of a competition is an event, if the bot may create one."""
    course = stored.competition.course
    ahead = course.began is None and not course.ended
    return stored.competition.terms.format not in _RUNNING and ahead


def may_create_events(guild: discord.Guild) -> bool:
    may = guild.me.guild_permissions
    return may.create_events or may.manage_events


@dataclass(eq=False)
class StartEvents:
    """An event is a post without a nonce: it is found among the events of its server."""

    _client: discord.Client
    _service: Service

    def leads_to(self, stored: Stored) -> discord.abc.GuildChannel | discord.Thread | None:
        """The channel of a start ahead of which the bot may tell all: all members see the event, so
        all must see the channel, too.
        """
        guild = self._client.get_guild(stored.guild)
        channel = guild.get_channel_or_thread(stored.channel) if guild is not None else None
        ahead = stored.competition.terms.starts - self._service.now()
        if guild is None or channel is None or not has_event(stored) or ahead <= _LEAST_AHEAD:
            return None
        hidden = isinstance(channel, discord.Thread) and channel.is_private()
        seen = channel.permissions_for(guild.default_role).view_channel
        return channel if seen and not hidden and may_create_events(guild) else None

    async def bring(self, stored: Stored, post: Post, message: int, *, begins: bool) -> None:
        """Have an event stand with the present name of the tournament, until it ends with it. It
        leads to the ``message`` of the tournament, which tells it apart.
        """
        guild, channel = self._client.get_guild(stored.guild), self.leads_to(stored)
        if guild is None:
            return
        link = f"https://discord.com/channels/{stored.guild}/{stored.channel}/{message}"
        event, outbox = post.message, self._service.store.outbox
        if not event:
            event = 0 if begins else await _find(link, guild)
            if not event and message and channel is not None:
                event = await _create(stored, channel, link)
            if event:
                await outbox.stands(replace(post, message=event))
        elif not stored.competition.course.ended:
            found = await guild.fetch_scheduled_event(event, with_counts=False)
            await found.edit(name=words.plain_title(stored))
        if event and stored.competition.course.ended:
            await _end(stored, await guild.fetch_scheduled_event(event, with_counts=False))
        if not event or stored.competition.course.ended:
            outbox.note_gone(post)


async def _create(
    stored: Stored, channel: discord.abc.GuildChannel | discord.Thread, link: str
) -> int:
    begins = datetime.fromtimestamp(stored.competition.terms.starts, UTC)
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
    """The event of a tournament that stands without a note, by the link in it."""
    for event in await guild.fetch_scheduled_events(with_counts=False):
        if event.creator_id == guild.me.id and link in (event.description or ""):
            return event.id
    return 0


async def _end(stored: Stored, event: discord.ScheduledEvent) -> None:
    if stored.competition.course.began is None:
        await event.delete()
    elif event.status is discord.EventStatus.active:
        await event.end()
    elif event.status is discord.EventStatus.scheduled:
        await event.cancel()
