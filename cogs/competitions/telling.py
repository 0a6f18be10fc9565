"""Brings the channel of a competition up to date: its message, its boards, its news, its event.

Each message is noted before it is posted. Where a kill has left a note alone, or the bot has just
begun to serve the server, it looks through the channel first, so that nothing stands there twice.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass

import discord

from cogs.board.unasked import UnaskedBoards
from cogs.competitions.found import FORGOTTEN, Found, forgotten, look_through
from cogs.competitions.message import MAIN, CompetitionMessages
from cogs.competitions.news import NewsMessages
from cogs.competitions.news_keys import CALL, due_news, is_news
from cogs.competitions.shown import ShownCompetitions
from cogs.competitions.start_events import StartEvents
from cogs.competitions.waiting import Channel, Waiting, lacking_in
from cogs.competitions.wide_telling import WideTelling
from cogs.frame.outbox import Outbox
from cogs.frame.replies import LOST, NOBODY, edited, surely_refused
from prowlerbot.core.errors import Denied, Unusable
from prowlerbot.service.competitions import Competitions
from prowlerbot.storage.competition_posts import CompetitionPosts
from prowlerbot.storage.competitions import Stored

log = logging.getLogger(__name__)

_BOARDS_AT_ONCE = 8
"""Boards that one round posts for a competition, so that the others are not kept waiting."""
_ANSWERED_BY = 60
"""Seconds in which the command that creates a competition posts its message."""
_NO_SERVER = {10004, 50001}
"""Discord's codes for an unknown server and missing access."""


@dataclass(eq=False)
class Telling:
    _client: discord.Client
    _competitions: Competitions
    _messages: CompetitionMessages
    _news: NewsMessages
    _shown: ShownCompetitions
    _boards: UnaskedBoards
    _outbox: Outbox
    _events: StartEvents
    _wide: WideTelling

    def __post_init__(self) -> None:
        self._posts = CompetitionPosts(self._competitions.service.store.database)
        self._seen: dict[str, Found] = {}
        """What was found in the channels of competitions since this process serves them."""
        self.waiting = Waiting(self._client, self._posts, self._shown)
        self._boardless: set[str] = set()
        """Matches whose boards could not be posted; their players can show them by a command."""

    def look_again(self) -> None:
        """Look through the channels once more, as another process may have posted there."""
        self._seen.clear()

    async def is_heard(self, competition_id: str) -> bool:
        """Whether the bot may post about a competition, of which a step is due; else whoever can
        help is told.
        """
        it = await self._competitions.get(competition_id)
        if it.is_wide:
            return True
        try:
            heard = isinstance(await self._channel(it), Channel)
            await (self.waiting.end(it) if heard else self.waiting.begin(it))
        except LOST as error:
            log.info("competition %s goes on later: %s", it.id, error)
            return False
        return heard

    async def tell(self, competition_id: str) -> None:
        """Post what is missing and redraw what is behind. Raises one of LOST."""
        it = await self._competitions.get(competition_id)
        if it.is_wide:
            await self._wide.tell(it)
            return
        channel = await self._channel(it)
        if channel is None:
            return
        if isinstance(channel, int):  # it is gone, so nothing can be told or played there
            with suppress(Denied):  # it has ended before
                it = await self._competitions.cancel(competition_id)
            await self._competitions.store.set_message(it.id, 0, it.revision)
            await self._posts.told(it.id, it.revision)
            return
        try:
            done = await self._post_boards(it, channel)
            async with self._shown.showing(competition_id) as it:
                await self._post_main(it, channel)
                posts = await self._posts.of(it.id)
                await self._events.keep(it, channel, posts)
                if done:
                    await self._post_news(it, channel, posts)
                    await self._delete_calls(it, channel, posts)
                await self._forget(it, channel, await self._posts.of(it.id))
        except Exception:  # something may or may not stand there
            self._seen.pop(competition_id, None)
            raise
        await self._shown.redraw(competition_id)
        if done:
            await self._posts.told(competition_id, it.revision)
        if it.competition.course.ended:
            self._seen.pop(competition_id, None)

    async def _channel(self, it: Stored) -> Channel | int | None:
        """The channel; 0 if it is gone, None if the bot may not post there at present."""
        guild = self._client.get_guild(it.guild)
        if guild is None:  # the bot was taken out while it was stopped, or has yet to hear of it
            return 0 if await self._is_out(it.guild) else None
        if guild.unavailable:
            return None
        channel = guild.get_channel_or_thread(it.channel)
        if channel is None:  # an archived thread is known to Discord alone
            with suppress(discord.NotFound):
                channel = await guild.fetch_channel(it.channel)
        if not isinstance(channel, Channel):
            return 0
        return None if lacking_in(channel) else channel

    async def _is_out(self, guild: int) -> bool:
        """Whether Discord says that the bot is in no such server."""
        try:
            await self._client.fetch_guild(guild, with_counts=False)
        except discord.HTTPException as error:
            return error.code in _NO_SERVER
        return False

    # ------------------------------------------------------------------ what stands there

    async def _found(self, it: Stored, channel: Channel) -> Found:
        found = self._seen.get(it.id)
        if found is None:
            latest = await self._outbox.history.latest(channel.id, it.created_at)
            found = self._seen[it.id] = look_through(latest)
        return found

    # ------------------------------------------------------------------ posting

    async def _post_main(self, it: Stored, channel: Channel) -> None:
        """Post the message of a new competition, unless its command is about to do it."""
        fresh = self._competitions.service.now() - it.created_at < _ANSWERED_BY
        if it.message or it.shown >= 0 or (fresh and it.season == 1):
            return
        message = (await self._found(it, channel)).messages.get((it.id, MAIN), 0)
        if not message:
            content = await self._messages.content(it)
            sent = await channel.send(
                view=content.view, files=content.files(), allowed_mentions=NOBODY
            )
            message = sent.id
        await self._competitions.store.set_message(it.id, message, -1)

    async def _post_boards(self, it: Stored, channel: Channel) -> bool:
        """Post some boards of matches that have none yet; False if more of them are left."""
        course, store = it.competition.course, self._competitions.service.store
        wanted = [it.matches[each.pairing] for each in course.open if each.pairing in it.matches]
        if course.ended:
            wanted = []
        wanted = [each for each in wanted if each not in self._boardless]
        missing = [each for each in wanted if await store.board(each) is None]
        for match_id in missing[:_BOARDS_AT_ONCE]:
            found = (await self._found(it, channel)).boards.get(match_id, 0)
            try:
                await self._boards.post(match_id, channel, found)
            except LOST as error:
                if not surely_refused(error):
                    raise
                log.info("match %s has no board: %s", match_id, error)
                self._boardless.add(match_id)
            except Unusable:
                raise
            except Exception:  # the other matches still get theirs
                log.exception("match %s has no board", match_id)
                self._boardless.add(match_id)
        return len(missing) <= _BOARDS_AT_ONCE

    async def _post_news(self, it: Stored, channel: Channel, posts: dict[str, int]) -> None:
        for key in due_news(it):
            if posts.get(key):
                continue
            message = 0
            if key in posts:  # it was about to be posted
                message = (await self._found(it, channel)).messages.get((it.id, key), 0)
            if not message:
                await self._posts.note(it.id, {key: 0})
                links = await self._links(it)
                news = await self._news.of(it, key, links)
                written_to = await self._wide.tell_players(it, key, news.pinged, links)
                pinged = [discord.Object(each) for each in news.pinged if each not in written_to]
                sent = await channel.send(
                    view=news.content.view,
                    files=news.content.files(),
                    allowed_mentions=discord.AllowedMentions(
                        everyone=False, roles=False, users=pinged
                    ),
                    silent=news.silent,
                )
                message = sent.id
            await self._posts.note(it.id, {key: message})

    async def _delete_calls(self, it: Stored, channel: Channel, posts: dict[str, int]) -> None:
        """Delete the calls for the check-in once it is over: they only pinged."""
        due = due_news(it)
        for key, message in posts.items():
            if key.startswith(CALL) and "@" not in key and message and key not in due:
                with suppress(discord.NotFound):
                    await channel.get_partial_message(message).delete()
                await self._posts.note(it.id, {key: 0})

    async def _links(self, it: Stored) -> dict[str, str]:
        showings = self._competitions.service.store.showings
        boards = await showings.boards([*it.matches.values()])
        return {
            match: f"https://discord.com/channels/{place.guild}/{place.channel}/{message}"
            for match, (place, message) in boards.items()
        }

    async def _forget(self, it: Stored, channel: Channel, posts: dict[str, int]) -> None:
        """Draw all news again once players have been forgotten whom they name."""
        if forgotten(it) <= posts.get(FORGOTTEN, 0):
            return
        for key in sorted(key for key in posts if is_news(key) and posts[key]):
            news = await self._news.of(it, key, await self._links(it))
            try:
                await channel.get_partial_message(posts[key]).edit(**edited(news.content))
            except discord.NotFound:
                continue
        await self._wide.forget(it)
