"""Tells a league of all servers: in a channel of each server that takes part, and its players.

Its matches are played in chats with the bot, as two players may share no server. A message is noted
before it is sent; if only the note is there, the bot looks for the message before it sends it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import discord

from cogs.board.rendering import Rendering
from cogs.board.unasked import UnaskedBoards
from cogs.competitions.found import FORGOTTEN, Found, forgotten, look_through
from cogs.competitions.message import MAIN, CompetitionMessages
from cogs.competitions.news import (
    NewsMessages,
    out_words,
    remind_words,
    reminds,
    start_words,
    still_played,
)
from cogs.competitions.news_keys import BEGIN, END, OUT, REMIND, due_news
from cogs.frame.layout import Button, Content, layout
from cogs.frame.outbox import Outbox
from cogs.frame.replies import LOST, NOBODY, edited, surely_refused
from cogs.presses.addresses import CompetitionPress, OfCompetition
from cogs.views import competition_words as words
from cogs.views.competition_buttons import competition_button
from prowlerbot.competition.record import Format
from prowlerbot.core.i18n import speaking, spoken, tr
from prowlerbot.service.competitions import Competitions
from prowlerbot.storage.competition_posts import CompetitionPosts
from prowlerbot.storage.competitions import Stored

log = logging.getLogger(__name__)

_BOARDS_AT_ONCE = 8
_Place = discord.PartialMessageable | discord.DMChannel
_NO_LINKS: Mapping[str, str] = MappingProxyType({})
_REFUSED = -1
"""Noted in place of a message to a player who takes none from the bot."""


@dataclass(eq=False)
class WideTelling:
    _client: discord.Client
    _rendering: Rendering
    _competitions: Competitions
    _messages: CompetitionMessages
    _news: NewsMessages
    _boards: UnaskedBoards
    _outbox: Outbox

    def __post_init__(self) -> None:
        self._posts = CompetitionPosts(self._competitions.service.store.database)

    async def tell(self, it: Stored) -> None:
        """Post what is missing and redraw what is behind."""
        done = await self._post_boards(it)
        for guild, channel in (await self._competitions.servers.of(it.series)).items():
            with speaking(await self._rendering.language(guild)):
                done &= await self._tell_server(it, guild, channel)
        asked = [key for key in due_news(it) if key not in {BEGIN, END}]
        for key in asked:
            await self.tell_players(it, key, called(it, key))
        posts = await self._posts.of(it.id)
        done &= all(posts.get(f"{key}@{one}") != 0 for key in asked for one in called(it, key))
        await self.forget(it)
        if done:
            await self._competitions.store.set_message(it.id, 0, it.revision)
            await self._posts.told(it.id, it.revision)

    # ------------------------------------------------------------------ boards

    async def _post_boards(self, it: Stored) -> bool:
        """Post some boards, each in a player's chat with the bot; False if more are left."""
        course, store = it.competition.course, self._competitions.service.store
        tried = await self._posts.of(it.id)
        wanted = [each for each in course.open if each.pairing in it.matches and not course.ended]
        missing = [
            each
            for each in wanted
            if it.matches[each.pairing] not in tried
            and await store.board(it.matches[each.pairing]) is None
        ]
        for pairing in missing[:_BOARDS_AT_ONCE]:
            match_id = it.matches[pairing.pairing]
            for player in pairing.players:
                if await self._post_board(match_id, player):
                    break
            else:  # nobody can be written to; they play on boards that only they see
                await self._posts.note(it.id, {match_id: 0})
        return len(missing) <= _BOARDS_AT_ONCE

    async def _post_board(self, match_id: str, player: int) -> bool:
        try:
            chat = await self._client.create_dm(discord.Object(player))
            found = (await self._found(chat)).boards.get(match_id, 0)
            await self._boards.post(match_id, chat, found)
        except LOST as error:
            if not surely_refused(error):
                raise
            return False
        return True

    async def _found(self, place: _Place) -> Found:
        return look_through(await self._outbox.history.latest(place.id, 0))

    # ------------------------------------------------------------------ messages

    async def _tell_server(self, it: Stored, guild: int, channel: int) -> bool:
        """Tell the channel of one server; False if Discord failed, so that it comes later."""
        posts = await self._posts.of(it.id)
        place = self._client.get_partial_messageable(channel)
        main = f"{MAIN}@{guild}"
        news = [key for key in due_news(it) if key in {BEGIN, END}]
        try:
            content = await self._messages.content(it)
            if posts.get(main):
                await place.get_partial_message(posts[main]).edit(**edited(content))
            else:
                await self._send(it, main, place, content)
            for key in news:
                if not posts.get(f"{key}@{guild}"):
                    told = (await self._news.of(it, key, {})).content
                    await self._send(it, f"{key}@{guild}", place, told)
        except LOST as error:
            log.info("competition %s is not told in server %s: %s", it.id, guild, error)
            return surely_refused(error)
        return True

    async def tell_players(
        self,
        it: Stored,
        key: str,
        players: Sequence[int],
        links: Mapping[str, str] = _NO_LINKS,
    ) -> set[int]:
        """Ask or remind players in their own chats; returns those who have the message.

        They may share no server in a league of all servers; elsewhere these are the players who
        have chosen to be called there.
        """
        posts, reached = await self._posts.of(it.id), set[int]()
        for player in players:
            choices = await self._competitions.service.player(player)
            at = f"{key}@{player}"
            if posts.get(at, 0) > 0:
                reached.add(player)
            wanted = choices.calls == "dm" or (it.is_wide and choices.calls != "off")
            if posts.get(at) or not wanted:
                continue
            with speaking(choices.language or spoken()):
                content = _in_chat(it, key, player, links)
            try:
                chat = await self._client.create_dm(discord.Object(player))
                await self._send(it, at, chat, content)
                reached.add(player)
            except LOST as error:
                log.info("competition %s does not reach a player: %s", it.id, error)
                if surely_refused(error):
                    await self._posts.note(it.id, {at: _REFUSED})
        return reached

    async def _send(self, it: Stored, key: str, place: _Place, content: Content) -> None:
        """Send a message; one that stands there although only the note of it is left is redrawn."""
        message = 0
        if key in await self._posts.of(it.id):
            message = (await self._found(place)).messages.get((it.id, key.partition("@")[0]), 0)
        if message:
            await place.get_partial_message(message).edit(**edited(content))
        else:
            await self._posts.note(it.id, {key: 0})
            sent = await place.send(
                view=content.view, files=content.files(), allowed_mentions=NOBODY
            )
            message = sent.id
        await self._posts.note(it.id, {key: message})

    async def forget(self, it: Stored) -> None:
        """Draw the messages again once players have been forgotten whom they name."""
        posts = await self._posts.of(it.id)
        if forgotten(it) <= posts.get(FORGOTTEN, 0):
            return
        channels = await self._competitions.servers.of(it.series)
        place: _Place
        for at, message in posts.items():
            key, _, whom = at.partition("@")
            if message <= 0 or not whom:  # news in the channel of a competition are not told here
                continue
            try:
                if key in {BEGIN, END} and int(whom) in channels:
                    place = self._client.get_partial_messageable(channels[int(whom)])
                    with speaking(await self._rendering.language(int(whom))):
                        content = (await self._news.of(it, key, {})).content
                elif reminds(key):
                    place = await self._client.create_dm(discord.Object(int(whom)))
                    choices = await self._competitions.service.player(int(whom))
                    with speaking(choices.language or spoken()):
                        content = _in_chat(it, key, int(whom))
                else:
                    continue
                await place.get_partial_message(message).edit(**edited(content))
            except LOST as error:
                if not surely_refused(error):  # the next round tries again
                    raise
                log.info("a message of competition %s is not redrawn: %s", it.id, error)
        await self._posts.note(it.id, {FORGOTTEN: forgotten(it)})


def called(it: Stored, key: str) -> list[int]:
    """The players whom a message is for: those who have not confirmed, or still play."""
    course = it.competition.course
    if key == REMIND:
        found = dict.fromkeys(player for each in course.open for player in each.players)
    else:
        found = dict.fromkeys(each for each in course.present if each not in course.checked_in)
    return [player for player in found if player > 0]


def _in_chat(it: Stored, key: str, player: int, links: Mapping[str, str] = _NO_LINKS) -> Content:
    """The same message for one player; ``links`` lead to the boards of matches."""
    if key.startswith(OUT):
        row = _row(it, key, ((tr("Standings"), "standings"),))
        return Content(layout(out_words(it, player), rows=[row]))
    if not reminds(key):
        league = it.competition.terms.format is Format.LEAGUE
        confirm = tr("Confirm my place") if league else tr("Check in")
        row = _row(it, key, ((confirm, "checkin"), (tr("Leave"), "leave")))
        return Content(layout(start_words(it, key), rows=[row]))
    own = [each for each in still_played(it) if player in each.players]
    lines = words.pairing_lines(it, own, links, player)
    text = "\n".join([f"### {words.title(it)}", remind_words(it, own, key), *lines])
    return Content(layout(text, rows=[_row(it, key, ((tr("My matches"), "mine"),))]))


def _row(it: Stored, key: str, ways: Sequence[tuple[str, OfCompetition]]) -> list[Button]:
    return [
        competition_button(label, CompetitionPress(way, it.id, place=key)) for label, way in ways
    ]
