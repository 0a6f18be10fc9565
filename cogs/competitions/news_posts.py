"""Has all messages about a competition stand where they belong, each once: in its channel or, of a
league of all servers, in that of each server, and in the chats of players.

What should stand in which place follows from the record. The matches of a league of all servers are
played in chats, as two players may share no server.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, NamedTuple

import discord

from cogs.board.board_posting import Posting
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import link_to
from cogs.competitions.competition_display import ShownCompetitions
from cogs.competitions.competition_news import News, NewsMessages
from cogs.competitions.news_keys import BEGIN, CALL, END, EVENT, WAITS, called, due_news
from cogs.competitions.stalled_competitions import Channel, can_write_in, lacking_in, waits
from cogs.competitions.start_events import StartEvents, has_event
from cogs.frame.outbox import Fits, Outbox, custom_ids
from cogs.frame.replies import LOST, edited, sending, surely_refused
from cogs.presses.addresses import CompetitionPress
from prowlerbot.competitions.competition_post_store import ANEW, MAIN, CompetitionPosts, Posts
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.core.errors import Denied, Unusable
from prowlerbot.core.i18n import Language, speaking, spoken
from prowlerbot.core.posts import HELD, Post, PostKind, PostName, PostState
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import PostPlace

log = logging.getLogger(__name__)

_BOARDS_AT_ONCE = 8
"""Boards that one round posts for a competition, so that the others are not kept waiting."""
_NO_SERVER = {10004, 50001}
"""Discord's codes for an unknown server and missing access."""


class _Place(NamedTuple):
    """A channel of a server, or the chat with a ``player``; the part is that of its posts."""

    part: str
    language: Language
    guild: int = 0
    channel: int = 0
    player: int = 0


_Wanted = dict[tuple[str, str], _Place]
"""The places of the messages that should stand, by the keys and parts of these."""


@dataclass(eq=False)
class Telling:
    _client: discord.Client
    _competitions: Competitions
    _rendering: Rendering
    _news: NewsMessages
    _shown: ShownCompetitions
    _boards: Posting
    _outbox: Outbox
    _events: StartEvents

    kind: ClassVar[PostKind] = PostKind.NEWS
    twice: ClassVar[bool] = True

    def __post_init__(self) -> None:
        self._outbox.add(self)
        self._service = self._competitions.service
        self._store = self._service.store.outbox
        self._posts = CompetitionPosts(self._service.store.database)
        self._boardless: set[str] = set()
        """Matches whose boards could not be posted; their players can show them by a command."""

    async def is_heard(self, competition_id: str) -> bool:
        """Whether the bot may post about a competition, of which a step is due; else whoever can
        help is told.
        """
        stored = await self._competitions.get(competition_id)
        if stored.is_wide:
            return True
        try:
            heard = isinstance(await self._channel(stored), Channel)
        except LOST as error:
            log.info("competition %s goes on later: %s", stored.id, error)
            return False
        channel = self._known(stored)
        if heard:
            await self._posts.end(stored.id, WAITS)
        elif channel is not None:
            writes, language = can_write_in(channel), await self._shown.language(stored)
            place = _Place("", language, stored.guild, stored.channel)
            chat = _Place("", language, player=stored.host)
            wanted = {(WAITS, ""): place if writes else chat}
            await self._bring_all(stored, await self._posts.of(stored.id), wanted)
        return heard

    def _known(self, stored: Stored) -> Channel | None:
        """The channel of a competition, if that is known without a request."""
        guild = self._client.get_guild(stored.guild)
        channel = guild.get_channel_or_thread(stored.channel) if guild is not None else None
        return channel if isinstance(channel, Channel) else None

    async def finish(self, post: Post) -> None:
        """Go on with what a kill or a failure of Discord has left."""
        if post.state is PostState.OUTDATED:
            await self._outbox.delete(post)
        elif post.name.key == WAITS:
            await self.is_heard(post.name.subject)
        else:
            await self.tell(post.name.subject)

    async def tell(self, competition_id: str) -> None:
        """Send what is missing, and draw anew what is behind. Raises one of LOST."""
        stored = await self._competitions.get(competition_id)
        found = None if stored.is_wide else await self._channel(stored)
        channel = found if isinstance(found, Channel) else None
        if found == 0:  # it is gone, so nothing can be told or played there
            with suppress(Denied):  # it has ended before
                stored = await self._competitions.cancel(competition_id)
            await self._posts.note_shown(stored.id, stored.revision)
            await self._posts.note_told(stored.id, stored.revision)
        if not stored.is_wide and channel is None:
            return
        are_posted = await self._post_boards(stored, channel)
        async with self._shown.showing(competition_id) as stored:
            posts, places = await self._posts.of(stored.id), await self._places(stored)
            wanted = {(MAIN, each.part): each for each in places}
            if (EVENT, "") in posts or self._events.leads_to(stored):
                wanted[EVENT, ""] = places[0]
            done = await self._bring_all(stored, posts, wanted)
            if done:
                await self._posts.note_shown(stored.id, stored.revision)
            if not are_posted:  # news lead to boards
                return
            done &= await self._bring_all(stored, posts, await self._wanted(stored, posts, places))
            await self._end_old(stored, posts)
            if done:
                await self._posts.note_told(stored.id, stored.revision)

    # ------------------------------------------------------------------ places

    async def _channel(self, stored: Stored) -> Channel | int | None:
        """The channel; 0 if it is gone, None if the bot may not post there at present."""
        guild = self._client.get_guild(stored.guild)
        if guild is None:  # the bot was taken out while it was stopped, or has yet to hear of it
            return 0 if await self._is_out(stored.guild) else None
        if guild.unavailable:
            return None
        channel = guild.get_channel_or_thread(stored.channel)
        if channel is None:  # an archived thread is known to Discord alone
            with suppress(discord.NotFound):
                channel = await guild.fetch_channel(stored.channel)
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

    async def _places(self, stored: Stored) -> list[_Place]:
        """The channels in which a competition is told."""
        if not stored.is_wide:
            return [_Place("", spoken(), stored.guild, stored.channel)]
        servers = await self._competitions.servers.of(stored.series)
        return [
            _Place(str(guild), await self._rendering.language(guild), guild, channel)
            for guild, channel in servers.items()
        ]

    async def _wanted(self, stored: Stored, posts: Posts, places: Sequence[_Place]) -> _Wanted:
        """The places of all news that should stand: chats first, as nobody is called twice. Older
        news are there while all are to be drawn anew.
        """
        due, wanted = due_news(stored), _Wanted()
        for key in due:
            told = posts.get((key, ""))
            if told is None or told.state is PostState.NOTED:
                for player in called(stored, key):
                    choices = await self._service.player(player)
                    if choices.calls == "dm" or (stored.is_wide and choices.calls != "off"):
                        wanted[key, str(player)] = _chat(player, choices)
        for place in places:
            keys = [key for key in due if not stored.is_wide or key in {BEGIN, END}]
            wanted.update({(key, place.part): place for key in keys})
        channels = {each.part: each for each in places}
        for (key, part), post in posts.items():
            stands = post.state is PostState.STANDS and key not in {MAIN, EVENT}
            noted = post.state is PostState.NOTED and key in due
            if noted or (stands and stored.told == ANEW):
                if part in channels:
                    wanted[key, part] = channels[part]
                elif not post.guild:
                    wanted[key, part] = _chat(int(part), await self._service.player(int(part)))
        return wanted

    # ------------------------------------------------------------------ messages

    async def _bring_all(self, stored: Stored, posts: Posts, wanted: _Wanted) -> bool:
        """Have messages stand as they should be; False if that needs another look. Where Discord
        fails in a place, the other places are told. A channel waits for chats that somebody else
        has in hand.
        """
        failed, held = set[str](), set[str]()
        done = True
        for (key, part), place in wanted.items():
            if part in failed or (key in held and not place.player):
                continue
            try:
                with speaking(place.language):
                    if not await self._bring(stored, posts, key, place):
                        held.add(key)
            except LOST as error:
                log.info("%s of competition %s is not told: %s", key, stored.id, error)
                failed.add(part)
                for_good = place.player > 0 or key == EVENT
                if surely_refused(error):
                    await self._posts.refused(stored.id, key, part, for_good=for_good)
                done &= surely_refused(error) and (stored.is_wide or for_good)
        return done and not held

    async def _bring(self, stored: Stored, posts: Posts, key: str, place: _Place) -> bool:
        """Have a message stand in a place; False if somebody else has it in hand."""
        post, now = posts.get((key, place.part)), self._service.now()
        begins = post is None
        if post is None:
            name = PostName(self.kind, stored.id, key, place.part)
            post = Post(name, now, place.guild, place.channel)
            if not await self._posts.begin(post, stored.revision):
                return False
        elif post.state is PostState.NOTED:
            if now < post.begun_at + HELD:
                return False
        elif post.state is not PostState.STANDS or not _is_behind(stored, key):
            return True
        if key == EVENT:
            main = posts.get((MAIN, ""))
            await self._events.bring(stored, post, main.message if main else 0, begins=begins)
            return True
        channel = self._known(stored)
        if key == WAITS and channel is not None:
            news = waits(stored, channel)
            log.warning(
                "competition %s waits: %s missing", stored.id, ", ".join(lacking_in(channel))
            )
        else:
            news = await self._news.of(stored, key, await self._links(stored), place.player)
        chat = place.channel or (await self._client.create_dm(discord.Object(place.player))).id
        post = replace(post, channel=chat)
        if post.state is PostState.NOTED:
            fits = partial(_is, stored.id, key)
            found = 0 if begins else await self._outbox.find(post, fits)
            if not found:
                await self._send(stored, post, news, posts, fits)
                return True
            post = posts[key, place.part] = replace(post, message=found, state=PostState.STANDS)
        await self._edit(post, news)
        return True

    async def _send(self, stored: Stored, post: Post, news: News, posts: Posts, fits: Fits) -> None:
        """Send news, which ping those who are called and have no message in a chat; none of a
        competition that has ended while they were made.
        """
        name, present = post.name, await self._competitions.get(stored.id)
        if name.key != MAIN and present.competition.course.ended != stored.competition.course.ended:
            self._store.note_gone(post)
            return
        reached = {part for (key, part), each in posts.items() if key == name.key and each.message}
        pinged = [discord.Object(each) for each in news.pinged if str(each) not in reached]
        content = {**sending(news.content), "silent": news.silent}
        if post.guild:
            mentions = discord.AllowedMentions(everyone=False, roles=False, users=pinged)
            content["allowed_mentions"] = mentions
        message = await self._outbox.send(post, content, fits)
        posts[name.key, name.part] = replace(post, message=message, state=PostState.STANDS)

    async def _edit(self, post: Post, news: News) -> None:
        place = self._client.get_partial_messageable(post.channel)
        try:
            await place.get_partial_message(post.message).edit(**edited(news.content))
        except discord.NotFound:
            self._store.note_gone(post)

    async def _end_old(self, stored: Stored, posts: Posts) -> None:
        """Delete the calls for the check-in once it is over, as they only pinged; and send no old
        news.
        """
        due = {MAIN, EVENT, WAITS, *due_news(stored)}
        old = [post for (key, _), post in posts.items() if key not in due]
        for post in old:
            if post.state is PostState.NOTED:
                self._store.note_gone(post)
        calls = [each for each in old if each.name.key.startswith(CALL) and not each.name.part]
        if standing := [each for each in calls if each.state is PostState.STANDS]:
            await self._store.outdate(standing)

    async def _links(self, stored: Stored) -> dict[str, str]:
        """The ways to the boards of matches; those of a league of all servers stand in chats."""
        if stored.is_wide:
            return {}
        boards = await self._service.store.showings.boards([*stored.matches.values()])
        return {match: link_to(*board) for match, board in boards.items()}

    # ------------------------------------------------------------------ boards

    async def _post_boards(self, stored: Stored, channel: Channel | None) -> bool:
        """Post some boards of matches that have none yet; False if more of them are left."""
        course, store = stored.competition.course, self._service.store
        wanted = [
            each for each in course.open if each.pairing in stored.matches and not course.ended
        ]
        missing = [
            each
            for each in wanted
            if stored.matches[each.pairing] not in self._boardless
            and await store.board(stored.matches[each.pairing]) is None
        ]
        for pairing in missing[:_BOARDS_AT_ONCE]:
            places = [channel] if channel else [discord.Object(each) for each in pairing.players]
            if not await self._post_board(stored.matches[pairing.pairing], stored.guild, places):
                self._boardless.add(stored.matches[pairing.pairing])
        return len(missing) <= _BOARDS_AT_ONCE

    async def _post_board(
        self, match_id: str, guild: int, places: Sequence[Channel | discord.Object]
    ) -> bool:
        """Post a board in the first channel or chat that takes it."""
        for place in places:
            try:
                chat = (
                    await self._client.create_dm(place)
                    if isinstance(place, discord.Object)
                    else place
                )
                if await self._boards.post_unasked(match_id, PostPlace(guild, chat.id)):
                    return True
            except LOST as error:
                if not surely_refused(error):
                    raise
                log.info("match %s has no board: %s", match_id, error)
            except Unusable:
                raise
            except Exception:  # the other matches still get theirs
                log.exception("match %s has no board", match_id)
        return False


def _chat(player: int, choices: PlayerChoices) -> _Place:
    return _Place(str(player), choices.language or spoken(), player=player)


def _is_behind(stored: Stored, key: str) -> bool:
    """Whether what stands is to be drawn again, or to end."""
    if key == EVENT:
        return stored.competition.course.ended or (stored.told == ANEW and has_event(stored))
    return stored.told == ANEW or (key == MAIN and stored.shown < stored.revision)


def _is(competition_id: str, key: str, message: discord.Message) -> bool:
    """Whether a message is the one about a competition with a key, which its buttons carry."""
    presses = map(CompetitionPress.read, custom_ids(message.components))
    return any(each and (each.competition, each.place) == (competition_id, key) for each in presses)
