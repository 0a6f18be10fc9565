"""Posts all messages about a competition and the event of its start, and keeps them up to date.

The record says which messages are due. They are posted in the channel of the competition and in the
chats of players. A league of all servers has a channel in each of its servers. Its matches are
played in chats, because two players may share no server.

The duties of competitions are due steps, late matches, and messages that are behind.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import partial
from typing import NamedTuple

import discord
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.rendering import Rendering
from cogs.board.views.match_views import link_to
from cogs.competitions import competition_channels as channels
from cogs.competitions import competition_text as words
from cogs.competitions.competition_message import ShownCompetitions
from cogs.competitions.competition_news import NewsMessage, NewsMessages, waiting_news
from cogs.competitions.formats.format_face import face_of
from cogs.frame.duty_loop import DutyLoop, Later
from cogs.frame.layout import layout
from cogs.frame.outbox import Outbox, custom_ids, is_by_former_app
from cogs.frame.replies import LOST, edit_args, is_refusal
from cogs.presses import CompetitionPress
from prowlerbot.competitions import competition_steps as steps
from prowlerbot.competitions.competition_post_store import CompetitionPosts, Posts
from prowlerbot.competitions.competition_record import DRAW_AGAIN, Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.news import News, NewsKind, kind_of
from prowlerbot.core.errors import Denied, Refused, Unusable
from prowlerbot.core.i18n import Language, get_language, speaking
from prowlerbot.core.posts import HELD_SECONDS, Duty, Post, PostKind, PostName, PostState
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import PostPlace

log = logging.getLogger(__name__)

_MAX_WAIT_SECONDS = 60  # seconds that a new season's first message waits for the last end
_DELETED_IN_SERVERS, _DELETED_IN_CHATS = {NewsKind.CALL}, {NewsKind.ROUND, NewsKind.PAIRINGS}
"""The kinds of news that the bot deletes once it is no longer due: it only called players."""
_MIN_LATER_MESSAGES = 10  # below a main message, after which an arena posts it again
_HISTORY_PAUSE_SECONDS = 60  # between two reads of the history below a main message
_MAX_REMEMBERED_READS = 1_000
_RETRY_SECONDS = 10  # seconds to the next update while messages are behind


class _Place(NamedTuple):
    """A channel of a server, or the chat with a ``player``; ``part`` is the part of its posts."""

    part: str
    language: Language
    guild: int = 0
    channel: int = 0
    player: int = 0


class _Outcome(Enum):
    """The outcome of one message in an update of its competition."""

    DONE = auto()  # it is up to date, or cannot be changed now
    HELD = auto()  # another process is sending it
    FAILED = auto()  # a later update tries again
    GIVEN_UP = auto()  # Discord has refused it, and no update tries again


_Messages = dict[tuple[str, str], _Place]  # by the key and the part of the post


@dataclass(eq=False)
class NewsPosts:
    """Posts and edits the messages of a competition, each exactly once."""

    _client: discord.Client
    _competitions: Competitions
    _rendering: Rendering
    _news_messages: NewsMessages
    _shown: ShownCompetitions
    _boards: Posting
    _outbox: Outbox
    _events: channels.StartEvents

    def __post_init__(self) -> None:
        self._outbox.add_kind(PostKind.NEWS, self.finish_post, repeatable=True)
        self._service = self._competitions.service
        self._outbox_store = self._service.store.outbox
        self._posts = CompetitionPosts(self._service.store.database)
        self._channels = channels.CompetitionChannels(self._client)
        self._missing_boards = channels.MissingBoards(self._client, self._service, self._boards)
        self._history_read_at = Recent[str, int](_MAX_REMEMBERED_READS)
        self.forbidden = set[str]()  # competitions with a message that Discord forbade just now

    async def can_post(self, competition_id: str) -> bool:
        """Whether the bot can post about a competition. If not, it posts a message about the wait
        in the channel or to the host; if it can, it forgets that message.
        """
        stored = await self._competitions.get(competition_id)
        installed = stored.terms.game in self._service.games
        if stored.is_wide and installed:
            await self._posts.forget_message(stored.id, NewsKind.WAITS)
            return True
        channel, can_post = None, False
        if not stored.is_wide:
            try:
                can_post = isinstance(await self._channels.find_channel(stored), channels.Channel)
            except LOST as error:
                log.info("the next step of competition %s waits: %s", stored.id, error)
                return False
            channel = self._channels.known_channel(stored)
        if can_post and installed:
            await self._posts.forget_message(stored.id, NewsKind.WAITS)
        elif channel is not None or not installed:
            language = await self._shown.language_of(stored)
            place = _Place("", language, player=stored.host)
            if channel is not None and channels.can_write_in(channel):
                place = _Place("", language, stored.guild, stored.channel)
            posts = await self._posts.posts_of(stored.id)
            await self._update_all(stored, posts, {(NewsKind.WAITS, ""): place})
        return can_post and installed

    async def finish_post(self, post: Post) -> None:
        """Finish a post that a crash or a failure of Discord has interrupted."""
        if post.state is PostState.OUTDATED:
            await self._outbox.delete_post(post)
        elif post.name.key == NewsKind.WAITS:
            await self.can_post(post.name.subject)
        else:
            await self.update_messages(post.name.subject)

    async def update_messages(self, competition_id: str) -> bool:
        """Post the missing messages, and draw again those that are behind. Returns False if boards
        are still missing, for the next update. Raises one of LOST.
        """
        stored = await self._competitions.get(competition_id)
        self.forbidden.discard(competition_id)
        channel = None if stored.is_wide else await self._channels.find_channel(stored)
        if stored.is_wide:
            await self._forget_servers(stored)
        elif channel is channels.NoChannel.GONE:
            channel = await self._note_lost_channel(stored)
        elif isinstance(channel, channels.Channel):
            await self._competitions.find_channel(stored)
        if isinstance(channel, channels.NoChannel):
            self._missing_boards.forget_refusals(competition_id)
            return True
        posted_keys = {key for key, _ in await self._posts.posts_of(stored.id)}
        are_posted = await self._missing_boards.post_missing(stored, channel, posted_keys)
        async with self._shown.showing(competition_id) as stored:
            posts, places = await self._posts.posts_of(stored.id), await self._find_places(stored)
            is_current = False
            if self._shown.begin_edit(stored):
                is_current = await self._update_main(stored, posts, places)
            if is_current:
                await self._posts.record_shown(stored.id, stored.revision)
            if not are_posted:  # news waits, as it has links to boards
                return False
            news = await self._due_news(stored, posts, places)
            is_current &= await self._update_all(stored, posts, news)
            await self._remove_old_news(stored, posts)
            if is_current:
                await self._posts.record_posted(stored.id, stored.revision)
        return True

    async def _update_main(self, stored: Stored, posts: Posts, places: Sequence[_Place]) -> bool:
        """Post or edit the main messages and the event; False if another update is needed."""
        messages: _Messages = {(NewsKind.MAIN, place.part): place for place in places}
        messages |= await self._former_messages(posts, messages)
        if places and ((NewsKind.EVENT, "") in posts or self._events.public_channel(stored)):
            messages[NewsKind.EVENT, ""] = places[0]
        main = posts.get((NewsKind.MAIN, ""))
        if main is not None and await self._is_buried(stored, main):
            await self._post_below(stored, main, posts)
            messages.pop((NewsKind.MAIN, ""), None)
        return await self._update_all(stored, posts, messages)

    async def waits_for_last_end(self, competition_id: str) -> bool:
        """Whether a new season or tournament waits until the end of the last one is posted."""
        stored = await self._competitions.get(competition_id)
        is_late = self._service.now() >= stored.created_at + _MAX_WAIT_SECONDS
        if stored.season == 1 or stored.shown >= 0 or is_late:
            return False
        last_season = await self._competitions.store.load_season(stored.series, stored.season - 1)
        return last_season is not None and last_season.is_behind

    async def _forget_servers(self, stored: Stored) -> None:
        """Forget the servers of a league of all servers whose channels are gone."""
        servers = self._competitions.servers
        for guild, channel in (await servers.channels_of(stored.series)).items():
            stored_in_server = replace(stored, guild=guild, channel=channel)
            if await self._channels.find_channel(stored_in_server) is channels.NoChannel.GONE:
                await servers.forget_server(guild, channel)
        if not stored.course.ended:
            await self._competitions.look_for_servers(stored.id)

    async def _note_lost_channel(self, stored: Stored) -> channels.NoChannel | None:
        """Record that the channel is deleted; None if the players can get news in their chats.

        If the server is gone too, nobody can see the matches any more, and the competition ends.
        """
        if self._client.get_guild(stored.guild) is not None:
            if (await self._competitions.lose_channel(stored.id)).course.channel_lost_at:
                return None
        else:
            with suppress(Denied):  # it has ended before
                stored = await self._competitions.cancel(stored.id)
        await self._posts.record_shown(stored.id, stored.revision)
        await self._posts.record_posted(stored.id, stored.revision)
        return channels.NoChannel.GONE

    async def _find_places(self, stored: Stored) -> list[_Place]:
        """The channels of a competition; none while its channel is gone."""
        if stored.course.channel_lost_at:
            return []
        if not stored.is_wide:
            return [_Place("", get_language(), stored.guild, stored.channel)]
        servers = await self._competitions.servers.channels_of(stored.series)
        return [
            _Place(str(guild), await self._rendering.language(guild), guild, channel)
            for guild, channel in servers.items()
        ]

    async def _former_messages(self, posts: Posts, present: _Messages) -> _Messages:
        """The messages of a league in servers that no longer take part: its players go on."""
        messages = _Messages()
        for (key, part), post in posts.items():
            is_main = key == NewsKind.MAIN and post.state is PostState.SENT
            if is_main and (key, part) not in present:
                language = await self._rendering.language(post.guild)
                messages[key, part] = _Place(part, language, post.guild, post.channel)
        return messages

    async def _due_news(self, stored: Stored, posts: Posts, places: Sequence[_Place]) -> _Messages:
        """All due news, first in chats, so that no player is called twice. If all messages must be
        drawn again, also the older news that the bot has posted.
        """
        due = face_of(stored.format).due_news(stored)
        messages = await self._news_in_chats(stored, posts, due)
        in_all_servers = {NewsKind.BEGIN, NewsKind.END}
        keys = [news.key for news in due if not stored.is_wide or news.kind in in_all_servers]
        for place in places:
            messages.update({(key, place.part): place for key in keys})
        place_by_part = {place.part: place for place in places}
        due_keys = {news.key for news in due}
        for (key, part), post in posts.items():
            is_posted = post.state is PostState.SENT and key not in {NewsKind.MAIN, NewsKind.EVENT}
            is_due = key in due_keys and (post.state is PostState.NOTED or _is_stale(stored, key))
            if not is_due and not (is_posted and stored.posted == DRAW_AGAIN):
                continue
            if part in place_by_part:
                messages[key, part] = place_by_part[part]
            elif not post.guild:  # the part of a post in a chat is its player
                choices = await self._service.player(int(part))
                messages[key, part] = _place_in_chat(int(part), choices)
        return messages

    async def _news_in_chats(self, stored: Stored, posts: Posts, due: Sequence[News]) -> _Messages:
        """The due news to players who want calls in their chats, or can get them only there."""
        messages = _Messages()
        has_no_channel = stored.is_wide or bool(stored.course.channel_lost_at)
        for news in due:
            post = posts.get((news.key, ""))
            if post is not None and post.state is not PostState.NOTED:
                continue
            for player in news.called:
                choices = await self._service.player(player)
                if choices.calls == "dm" or (has_no_channel and choices.calls != "off"):
                    messages[news.key, str(player)] = _place_in_chat(player, choices)
        return messages

    async def _update_all(self, stored: Stored, posts: Posts, messages: _Messages) -> bool:
        """Post or edit messages; False if another update is needed. A failure in a place stops the
        other messages there. A message in a channel waits for one that another process is sending
        to a chat, as it pings only players who got none.
        """
        failed_parts, held_keys, outcomes = set[str](), set[str](), set[_Outcome]()
        for (key, part), place in messages.items():
            if part in failed_parts or (key in held_keys and not place.player):
                continue
            outcome = await self._try_update(stored, posts, key, place)
            outcomes.add(outcome)
            if outcome is _Outcome.HELD:
                held_keys.add(key)
            elif outcome is not _Outcome.DONE:
                failed_parts.add(part)
        return outcomes <= {_Outcome.DONE, _Outcome.GIVEN_UP}

    async def _try_update(self, stored: Stored, posts: Posts, key: str, place: _Place) -> _Outcome:
        try:
            with speaking(place.language):
                return await self._update_one(stored, posts, key, place)
        except LOST as error:
            log.info("%s of competition %s is not posted: %s", key, stored.id, error)
            if is_refusal(error):
                for_good = place.player > 0 or key == NewsKind.EVENT
                await self._posts.record_refusal(stored.id, key, place.part, for_good=for_good)
                if stored.is_wide or for_good:
                    return _Outcome.GIVEN_UP
            if isinstance(error, discord.Forbidden):
                self.forbidden.add(stored.id)
                self._missing_boards.forget_refusals(stored.id)
            return _Outcome.FAILED

    async def _update_one(self, stored: Stored, posts: Posts, key: str, place: _Place) -> _Outcome:
        """Post or edit one message. Raises one of LOST."""
        post, now = posts.get((key, place.part)), self._service.now()
        is_new = post is None
        if post is None:
            name = PostName(PostKind.NEWS, stored.id, key, place.part)
            post = Post(name, now, place.guild, place.channel)
            if not await self._posts.begin(post, stored.revision):
                return _Outcome.HELD
        elif post.state is PostState.NOTED:
            if now < post.begun_at + HELD_SECONDS:
                return _Outcome.HELD
        elif post.state is not PostState.SENT or not _is_stale(stored, key):
            return _Outcome.DONE
        if key == NewsKind.EVENT:
            main = posts.get((NewsKind.MAIN, ""))
            message = main.message if main else 0
            await self._events.update_event(stored, post, message, is_new=is_new)
        elif (news := await self._make_message(stored, key, place)) is not None:
            channel = place.channel
            if not channel:
                channel = (await self._client.create_dm(discord.Object(place.player))).id
            post = replace(post, channel=channel)
            if post.state is PostState.NOTED and not is_new:
                post = await self._find_sent(stored, post, posts)
            publish = self._send_news if post.state is PostState.NOTED else self._edit_post
            await publish(stored, post, news, posts)
        return _Outcome.DONE

    async def _make_message(self, stored: Stored, key: str, place: _Place) -> NewsMessage | None:
        """The message of a key; None for a wait in a channel that the bot does not know now."""
        if key == NewsKind.WAITS:
            return self._waiting_message(stored, place)
        links = await self._board_links(stored)
        return await self._news_messages.message_of(stored, key, links, place.player)

    async def _find_sent(self, stored: Stored, post: Post, posts: Posts) -> Post:
        """A noted post; as sent if Discord has its message, as after a crash before the record."""
        is_message = partial(_is_message_of, stored.id, post.name.key)
        if message := await self._outbox.find_and_record(post, is_message):
            post = replace(post, message=message, state=PostState.SENT)
            posts[post.name.key, post.name.part] = post
        return post

    async def _resend(self, stored: Stored, post: Post, news: NewsMessage, posts: Posts) -> None:
        new_post = replace(post, begun_at=self._service.now(), message=0, state=PostState.NOTED)
        await self._posts.begin_anew(new_post)
        await self._send_news(stored, new_post, news, posts)

    def _waiting_message(self, stored: Stored, place: _Place) -> NewsMessage | None:
        """The message that a competition waits for its game, or else for permissions."""
        if stored.terms.game not in self._service.games:
            log.warning("competition %s waits for its game", stored.id)
            return waiting_news(stored, None, mention=bool(place.guild))
        if (channel := self._channels.known_channel(stored)) is None:
            return None
        missing = channels.lacking_permissions(channel)
        log.warning("competition %s waits: %s missing", stored.id, ", ".join(missing))
        step = steps.due_step(stored.competition, self._service.now())
        until = steps.waits_until(stored.competition) if step in steps.STEPS_WITH_MESSAGES else 0
        return waiting_news(stored, missing, mention=channels.can_write_in(channel), until=until)

    async def _send_news(self, stored: Stored, post: Post, news: NewsMessage, posts: Posts) -> None:
        """Send news, which pings the called players who have no message in a chat. If the
        competition ended while the news was made, only its main message is sent.
        """
        name, latest = post.name, await self._competitions.get(stored.id)
        if name.key != NewsKind.MAIN and latest.course.ended != stored.course.ended:
            self._outbox_store.note_gone(post)
            return
        told_parts = {part for (key, part), it in posts.items() if key == name.key and it.message}
        pinged = [player for player in news.pinged if str(player) not in told_parts and post.guild]
        is_message = partial(_is_message_of, stored.id, name.key)
        message = await self._outbox.send(post, news.sending_arguments(pinged), is_message)
        posts[name.key, name.part] = replace(post, message=message, state=PostState.SENT)

    async def _is_buried(self, stored: Stored, main: Post) -> bool:
        """Whether enough messages stand below the main message to post it again."""
        pause, course = face_of(stored.format).repost_pause, stored.course
        now = self._service.now()
        is_under_way = course.began is not None and not (course.ended or course.reminded)
        read_at = self._history_read_at.find(stored.id) or 0
        due_at = max(main.begun_at + pause, read_at + _HISTORY_PAUSE_SECONDS)
        if not (pause and is_under_way and main.state is PostState.SENT) or now < due_at:
            return False
        self._history_read_at.keep(stored.id, now)
        channel, oldest = self._client.get_partial_messageable(main.channel), main.message
        with suppress(*LOST):
            history = channel.history(limit=_MIN_LATER_MESSAGES, after=discord.Object(oldest))
            return len([message async for message in history]) == _MIN_LATER_MESSAGES
        return False

    async def _post_below(self, stored: Stored, old: Post, posts: Posts) -> None:
        """Post the main message once more; the old one leads to it."""
        news = await self._news_messages.message_of(stored, NewsKind.MAIN, {})
        await self._resend(stored, old, news, posts)
        link = link_to(PostPlace(old.guild, old.channel), posts[NewsKind.MAIN, ""].message)
        channel = self._client.get_partial_messageable(old.channel)
        with suppress(*LOST):
            replacement = edit_args(layout(f"-# ⬇️ [{words.title(stored)}]({link})"))
            await channel.get_partial_message(old.message).edit(**replacement)

    async def _edit_post(self, stored: Stored, post: Post, news: NewsMessage, posts: Posts) -> None:
        channel = self._client.get_partial_messageable(post.channel)
        try:
            await channel.get_partial_message(post.message).edit(**news.editing_arguments())
        except discord.NotFound:
            self._outbox_store.note_gone(post)
        except discord.Forbidden as error:
            if not await is_by_former_app(error, self._service):
                raise
            if post.name.key == NewsKind.MAIN:
                await self._resend(stored, post, news, posts)
            else:
                self._outbox_store.note_gone(post)

    async def _remove_old_news(self, stored: Stored, posts: Posts) -> None:
        """Give up unsent news that is no longer due, and delete old calls, which only pinged."""
        due = {news.key for news in face_of(stored.format).due_news(stored)}
        due |= {NewsKind.MAIN, NewsKind.EVENT, NewsKind.WAITS}
        old_calls = list[Post]()
        for (key, _), post in posts.items():
            deleted_kinds = _DELETED_IN_SERVERS if post.guild else _DELETED_IN_CHATS
            if key in due:
                continue
            if post.state is PostState.NOTED:
                self._outbox_store.note_gone(post)
            elif post.state is PostState.SENT and kind_of(key) in deleted_kinds:
                old_calls.append(post)
        if old_calls:
            await self._outbox_store.outdate_posts(old_calls)

    async def _board_links(self, stored: Stored) -> dict[str, str]:
        """Links to the boards of matches; none for boards in chats."""
        if stored.is_wide:
            return {}
        boards = await self._service.store.showings.shown_boards([*stored.matches.values()])
        return {match: link_to(*board) for match, board in boards.items()}


def _place_in_chat(player: int, choices: PlayerChoices) -> _Place:
    return _Place(str(player), choices.language or get_language(), player=player)


def _is_stale(stored: Stored, key: str) -> bool:
    """Whether a posted message must be drawn again, or an event must change or end."""
    if key == NewsKind.EVENT:
        return stored.course.ended or (stored.posted == DRAW_AGAIN and channels.has_event(stored))
    if kind_of(key) is NewsKind.NEW_END:  # the round may have yet another end
        return stored.posted < stored.revision
    return stored.posted == DRAW_AGAIN or (key == NewsKind.MAIN and stored.shown < stored.revision)


def _is_message_of(competition_id: str, key: str, message: discord.Message) -> bool:
    """Whether the buttons of a message carry this competition and this key."""
    presses = map(CompetitionPress.read, custom_ids(message.components))
    subject = competition_id, key
    return any(press and (press.competition, press.place) == subject for press in presses)


@dataclass(eq=False)
class CompetitionDuties(commands.Cog):
    """Does the duties of competitions, and follows deletions of their channels and servers."""

    _competitions: Competitions
    _steps: CompetitionSteps
    _boards: BoardMessages
    _news_posts: NewsPosts
    _duty_loop: DutyLoop

    def __post_init__(self) -> None:
        self._duty_loop.add_handler(MatchDuty.CLAIM, self._claim_move)
        self._duty_loop.add_handler(steps.CompetitionDuty.STEP, self._take_steps)
        self._duty_loop.add_handler(steps.CompetitionDuty.NEWS, self._update_messages)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the competitions of a server that the bot has left: nobody can see them there."""
        await self._forget_server(guild.id)
        for stored in await self._competitions.of_guild(guild.id):
            with suppress(Denied):  # it has ended meanwhile
                await self._competitions.cancel(stored.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._lose_channel(channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._lose_channel(thread.guild_id, thread.thread_id)

    async def _lose_channel(self, guild: int, channel: int) -> None:
        await self._forget_server(guild, channel)
        for stored in await self._competitions.of_guild(guild):
            if stored.channel == channel:
                await self._competitions.lose_channel(stored.id)

    async def _forget_server(self, guild: int, channel: int = 0) -> None:
        """Forget that a server, or its channel, takes part in leagues of all servers."""
        leagues = await self._competitions.leagues_of_server(guild)
        await self._competitions.servers.forget_server(guild, channel)
        for league in leagues:
            await self._competitions.look_for_servers(league.id)

    async def _claim_move(self, duty: Duty) -> int | None:
        next_check = await self._steps.claim_or_release(duty.subject)
        await self._boards.refresh(duty.subject)
        return next_check

    async def _take_steps(self, duty: Duty) -> int | None:
        can_post = await self._news_posts.can_post(duty.subject)
        return await self._steps.take_due_steps(duty.subject, can_post=can_post)

    async def _update_messages(self, duty: Duty) -> int | None:
        """Returns the time of the next update, if messages are still behind."""
        have_boards = True
        try:
            if not await self._news_posts.waits_for_last_end(duty.subject):
                have_boards = await self._news_posts.update_messages(duty.subject)
        except (*LOST, Refused) as error:
            if isinstance(error, Unusable):
                raise
            log.info("the messages of competition %s are updated later: %s", duty.subject, error)
        if duty.subject in self._news_posts.forbidden:
            raise Later
        stored = await self._competitions.get(duty.subject)
        wait = _RETRY_SECONDS if have_boards else 0
        return self._competitions.service.now() + wait if stored.is_behind else None
