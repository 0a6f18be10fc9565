"""The event of the server for the start of a tournament, where the bot may create events."""

from __future__ import annotations

import logging
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import discord

from cogs.frame.replies import LOST, surely_refused
from cogs.views import competition_words as words
from prowlerbot.competition.record import Format
from prowlerbot.core.i18n import tr
from prowlerbot.service.competitions import Competitions
from prowlerbot.storage.competition_posts import CompetitionPosts
from prowlerbot.storage.competitions import Stored

log = logging.getLogger(__name__)

EVENT, OVER, _NAMED = "event", "event-over", "event-named"
"""Among the posts: the id of the event, 1 once it has ended with its tournament, and a checksum of
the name that it bears.
"""
_LEAST_AHEAD = 60
"""Seconds; Discord creates no event in the past."""
_LASTS = timedelta(hours=2)
"""Discord wants to know when an event ends; it ends with its tournament anyway."""
_LONGEST_PLACE = 100
_RUNNING = (Format.LEAGUE, Format.LADDER)
"""The formats without an event: they begin as soon as they are on."""


def has_event(it: Stored) -> bool:
    """Whether the start of a competition is an event, if the bot may create one."""
    return it.competition.terms.format not in _RUNNING and it.competition.course.began is None


def may_create_events(guild: discord.Guild) -> bool:
    may = guild.me.guild_permissions
    return may.create_events or may.manage_events


def _may_tell_all(channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Whether the bot may create an event that leads to a channel: all members see it, so all must
    see the channel, too.
    """
    hidden = isinstance(channel, discord.Thread) and channel.is_private()
    seen = channel.permissions_for(channel.guild.default_role).view_channel
    return seen and not hidden and may_create_events(channel.guild)


@dataclass(eq=False)
class StartEvents:
    _competitions: Competitions

    def __post_init__(self) -> None:
        self._service = self._competitions.service
        self._posts = CompetitionPosts(self._service.store.database)

    async def keep(
        self, it: Stored, channel: discord.abc.GuildChannel | discord.Thread, posts: dict[str, int]
    ) -> None:
        """Create the event of a tournament, or end it with the tournament.

        A refusal is nobody's trouble: it is one line in the log, and the doctor tells the admins.
        """
        terms, course = it.competition.terms, it.competition.course
        if terms.format in _RUNNING or posts.get(OVER):
            return
        guild = channel.guild
        try:
            if course.ended:
                await self._end(it, guild, posts)
            elif posts.get(EVENT) and course.began is None:
                await self._rename(it, guild, posts)
            elif has_event(it) and not posts.get(EVENT) and _may_tell_all(channel):
                await self._create(it, channel, posts)
        except LOST as error:
            if not surely_refused(error):
                raise
            log.info("no event for competition %s: %s", it.id, error)
            await self._posts.note(it.id, {OVER: 1})

    async def _create(
        self,
        it: Stored,
        channel: discord.abc.GuildChannel | discord.Thread,
        posts: dict[str, int],
    ) -> None:
        starts = it.competition.terms.starts
        if starts <= self._service.now() + _LEAST_AHEAD or not it.message:
            return
        found = await self._find(it, channel.guild) if EVENT in posts else 0
        if not found:
            await self._posts.note(it.id, {EVENT: 0})
            begins = datetime.fromtimestamp(starts, UTC)
            event = await channel.guild.create_scheduled_event(
                name=words.plain_title(it),
                description=f"{words.terms_line(it)}\n{_link(it)}",
                start_time=begins,
                end_time=begins + _LASTS,
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
                location=f"#{channel.name}"[:_LONGEST_PLACE],
                reason=tr("Tournament"),
            )
            found = event.id
        await self._posts.note(it.id, {EVENT: found, _NAMED: _name_sum(it)})

    async def _rename(self, it: Stored, guild: discord.Guild, posts: dict[str, int]) -> None:
        """Give the event the present name of the tournament."""
        if posts.get(_NAMED) == _name_sum(it):
            return
        try:
            event = await guild.fetch_scheduled_event(posts[EVENT], with_counts=False)
            await event.edit(name=words.plain_title(it))
        except discord.NotFound:
            log.info("the event of competition %s is gone", it.id)
        await self._posts.note(it.id, {_NAMED: _name_sum(it)})

    async def _find(self, it: Stored, guild: discord.Guild) -> int:
        """The event of a tournament that a kill has left without a note."""
        for event in await guild.fetch_scheduled_events(with_counts=False):
            if event.creator_id == guild.me.id and _link(it) in (event.description or ""):
                return event.id
        return 0

    async def _end(self, it: Stored, guild: discord.Guild, posts: dict[str, int]) -> None:
        event_id = posts.get(EVENT, 0)
        if not event_id and EVENT in posts:
            event_id = await self._find(it, guild)
        if event_id:
            try:
                event = await guild.fetch_scheduled_event(event_id, with_counts=False)
                if it.competition.course.began is None:
                    await event.delete()
                elif event.status is discord.EventStatus.active:
                    await event.end()
                elif event.status is discord.EventStatus.scheduled:
                    await event.cancel()
            except discord.NotFound:
                log.info("the event of competition %s is gone", it.id)
        await self._posts.note(it.id, {OVER: 1})


def _name_sum(it: Stored) -> int:
    return zlib.crc32(words.plain_title(it).encode())


def _link(it: Stored) -> str:
    """The address of the competition's message, which tells its event apart."""
    return f"https://discord.com/channels/{it.guild}/{it.channel}/{it.message}"
