"""The event of the server for the start of a tournament, where the bot may create events."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import discord

from cogs.competitions.news_keys import EVENT
from cogs.competitions.waiting import Channel
from cogs.frame.replies import LOST, surely_refused
from cogs.views import competition_words as words
from prowlerbot.competition.record import Format
from prowlerbot.core.i18n import tr
from prowlerbot.core.posts import Post, PostKind, PostName, PostState
from prowlerbot.service.competitions import Competitions
from prowlerbot.storage.competition_posts import ANEW, MAIN, CompetitionPosts, Posts
from prowlerbot.storage.competitions import Stored
from prowlerbot.storage.outbox import HELD

log = logging.getLogger(__name__)

_LEAST_AHEAD = 60
"""Seconds; Discord creates no event in the past."""
_LASTS = timedelta(hours=2)
"""Discord wants to know when an event ends; it ends with its tournament anyway."""
_LONGEST_PLACE = 100
_RUNNING = (Format.LEAGUE, Format.LADDER)
"""The formats without an event: they begin as soon as they are on."""


def has_event(it: Stored) -> bool:
    """Whether the start of a competition is an event, if the bot may create one."""
    course = it.competition.course
    ahead = course.began is None and not course.ended
    return it.competition.terms.format not in _RUNNING and ahead


def may_create_events(guild: discord.Guild) -> bool:
    may = guild.me.guild_permissions
    return may.create_events or may.manage_events


def _may_tell_all(channel: Channel) -> bool:
    """Whether the bot may create an event that leads to a channel: all members see it, so all must
    see the channel, too.
    """
    hidden = isinstance(channel, discord.Thread) and channel.is_private()
    seen = channel.permissions_for(channel.guild.default_role).view_channel
    return seen and not hidden and may_create_events(channel.guild)


@dataclass(eq=False)
class StartEvents:
    """An event is a post without a nonce: it is found among the events of its server."""

    _competitions: Competitions

    def __post_init__(self) -> None:
        self._service = self._competitions.service
        self._store = self._service.store.outbox
        self._posts = CompetitionPosts(self._service.store.database)

    async def keep(self, it: Stored, channel: Channel, posts: Posts) -> bool:
        """Have the event of a tournament stand until it ends with it; False if that needs another
        look. A refusal is nobody's trouble: it is one line in the log, and the doctor tells admins.
        """
        post, now = posts.get((EVENT, "")), self._service.now()
        main = posts.get((MAIN, ""))
        begins = post is None
        if post is None:
            if main is None or not main.message or not self._may_begin(it, channel):
                return True
            name = PostName(PostKind.NEWS, it.id, EVENT, "")
            post = Post(name, now, it.guild, it.channel)
            if not await self._posts.begin(post, it.revision):
                return False
        elif post.state is PostState.NOTED and now < post.begun_at + HELD:
            return False
        try:
            if post.state is PostState.NOTED:
                link = _link(it, main.message if main is not None else 0)
                post = await self._created(it, channel, post, link, begins=begins)
            await self._bring_up_to_date(it, channel.guild, post)
        except LOST as error:
            if not surely_refused(error):
                log.info("the event of competition %s is looked at later: %s", it.id, error)
                return False
            log.info("no event for competition %s: %s", it.id, error)
            self._store.note_gone(post)
        return True

    def _may_begin(self, it: Stored, channel: Channel) -> bool:
        """Whether there is still a start ahead that all members may see."""
        ahead = it.competition.terms.starts - self._service.now()
        return has_event(it) and ahead > _LEAST_AHEAD and _may_tell_all(channel)

    async def _created(
        self, it: Stored, channel: Channel, post: Post, link: str, *, begins: bool
    ) -> Post:
        """A noted event with its id; one that a kill has left without it is looked for first."""
        event = 0 if begins else await _find(link, channel.guild)
        if not event and self._may_begin(it, channel):
            event = await _create(it, channel, link)
        if not event:
            self._store.note_gone(post)
            return post
        post = replace(post, message=event, state=PostState.STANDS)
        await self._store.stands(post)
        return post

    async def _bring_up_to_date(self, it: Stored, guild: discord.Guild, post: Post) -> None:
        """Give an event the present name of the tournament, or end it with the tournament."""
        ended = it.competition.course.ended
        if post.state is not PostState.STANDS or not (ended or (it.told == ANEW and has_event(it))):
            return
        event = await guild.fetch_scheduled_event(post.message, with_counts=False)
        if not ended:
            await event.edit(name=words.plain_title(it))
            return
        if it.competition.course.began is None:
            await event.delete()
        elif event.status is discord.EventStatus.active:
            await event.end()
        elif event.status is discord.EventStatus.scheduled:
            await event.cancel()
        self._store.note_gone(post)


async def _create(it: Stored, channel: Channel, link: str) -> int:
    begins = datetime.fromtimestamp(it.competition.terms.starts, UTC)
    event = await channel.guild.create_scheduled_event(
        name=words.plain_title(it),
        description=f"{words.terms_line(it)}\n{link}",
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


def _link(it: Stored, message: int) -> str:
    """The address of the competition's message, which tells its event apart."""
    return f"https://discord.com/channels/{it.guild}/{it.channel}/{message}"
