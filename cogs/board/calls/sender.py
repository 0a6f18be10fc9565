"""Sends the calls of a match to their places, records them and deletes them."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import discord

from cogs.board.access import Answers
from cogs.board.calls.words import CallWords, Sentence
from cogs.board.departures import Absence
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import LatestChanges, link_to
from cogs.frame.history import Fits, custom_ids
from cogs.frame.interaction import current_interaction
from cogs.frame.names import command
from cogs.frame.outbox import Outbox, Sending
from cogs.frame.replies import LOST, surely_refused
from cogs.frame.throttles import Pings, clock
from cogs.presses.addresses import MatchPress
from cogs.views.match_views import way_to
from cogs.views.question_views import question_line, question_view
from prowlerbot.core.i18n import speaking, spoken, tr
from prowlerbot.core.posts import Post
from prowlerbot.match.agreements import deciders
from prowlerbot.match.calls import FREE, CallKey, DueCall, Word, free_seats, standing_calls
from prowlerbot.match.deadlines import in_peace
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.terms import Question
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Access, Board
from prowlerbot.storage.calls import call_post
from prowlerbot.storage.scenes import Scene

log = logging.getLogger(__name__)

_LONGEST = 2_000
"""Discord's limit for a message of plain text."""

_PAUSE = 60
"""The least seconds after which a call that was refused is sent again."""
_TRIES_LEFT = 10
"""The part of the time left after which a reminder is: ever sooner, and not often where days are
left.
"""
_CALLED_LATEST = 15 * 60
"""Seconds after which a refused call to a turn is no longer sent; reminders come anyway."""
_OF_QUESTIONS = {"agree", "refuse", "withdraw"}


@dataclass(eq=False)
class CallSender:
    """Everything about a single call; ``Calls`` decides whom to call and when."""

    _client: discord.Client
    _service: Service
    _rendering: Rendering
    _shown: LatestChanges
    posts: Outbox
    _absence: Absence
    _answers: Answers

    def __post_init__(self) -> None:
        self._store, self._outbox = self._service.store, self._service.store.outbox
        self.pings = Pings(clock)
        self._words = CallWords(self._service, self._rendering)
        self._called = LatestChanges()
        self._replaced: dict[str, list[Post]] = {}
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    @asynccontextmanager
    async def _one_by_one(self, match_id: str, seen: Scene | None = None) -> AsyncIterator[Scene]:
        """Let one task at a time handle the calls of a match.

        The scene is read again if it was not ``seen``, or after another move or call.
        """
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            if seen is None or self._shown.missing_in(seen) or self._called.missing_in(seen):
                seen = await self._service.scene(match_id)
            yield seen

    def _standing(self, match: Match) -> frozenset[CallKey]:
        """The subjects of all calls that are still right for the match."""
        return standing_calls(match, self._service.to_move(match))

    async def _begin(self, scene: Scene, key: CallKey, part: str) -> Post | None:
        """A new call, noted; None if there has been one of that key and part."""
        post = call_post(scene.match.id, DueCall(key, part, self._service.now()))
        return post if await self._outbox.begin(post) else None

    @staticmethod
    def _wants(scene: Scene, seat: int) -> bool:
        """Whether the player of a seat is called at all."""
        choices, board = scene.choices_of(seat), scene.board
        direct = choices.calls == "dm" or (board is not None and _private_chat(board))
        return choices.calls != "off" and (direct or scene.server.calls)

    def _sentence(self, scene: Scene, seat: int, word: Word) -> Sentence:
        match, words = scene.match, self._words
        if word in {Word.HALF, Word.LAST} and (due := self._service.deadline(scene, seat)):
            return partial(words.reminder, word, due)
        if word is Word.AWAITED:
            return words.awaited
        if word is Word.ABSENCE and (absent := match.voters - {seat}):
            return partial(words.absence, match, min(absent))
        return partial(words.refused, match) if word is Word.REFUSED else words.of(match, seat)

    async def _call_seat(
        self,
        scene: Scene,
        seat: int,
        sentence: Sentence,
        post: Post,
        *,
        by: int = 0,
        quiet: bool = False,
    ) -> None:
        """Send a call to the player's chosen place, or to the channel if a direct one fails.

        Other players cannot see a board in one player's chat with the bot, so they are called in
        their own chats. Without membership the bot can only call in a follow-up. The call makes no
        sound if its cause, the user ``by``, has caused too many calls to this player.
        """
        match, choices, board = scene.match, scene.choices_of(seat), scene.board
        if board is None or not self._wants(scene, seat):
            self._outbox.note_gone(post)
            return
        private, player = _private_chat(board), match.player(seat)
        quiet = quiet or not self.pings.take(by, player.id)
        quiet = quiet or in_peace(choices, self._service.now())
        with speaking(choices.language or self._rendering.language_in(scene.server, board.guild)):
            if choices.calls == "dm" or private:
                call = self._written(scene, board, seat, sentence, quiet=quiet)
                if await self._send_direct(scene, player, post, call):
                    return
            shared = self._rendering.language_in(scene.server, board.guild)
        if not private and scene.server.calls:
            with speaking(shared):  # everybody reads it; without a server, it is the player's
                call = self._written(scene, board, seat, sentence, quiet=quiet)
            if await self._send_public(scene, board, post, call):
                return
        await self._try_later(scene, seat, post)

    async def _try_later(self, scene: Scene, seat: int, post: Post) -> None:
        """Send a refused call again, a reminder the sooner the less time is left; a call to a turn
        for some minutes.
        """
        match, now = scene.match, self._service.now()
        since = match.changed_at if match.phase is Phase.OVER else match.decision(seat).since
        by = self._service.deadline(scene, seat)
        if post.name.part.startswith((Word.HALF, Word.LAST)):
            await self._outbox.again(post, now + max(_PAUSE, ((by or now) - now) // _TRIES_LEFT))
        elif now - since <= _CALLED_LATEST:
            await self._outbox.again(post, now + max(_PAUSE, now - since))
        else:
            self._outbox.note_gone(post)

    async def _put_question(
        self, scene: Scene, board: Board, question: Question, post: Post, *, again: bool
    ) -> None:
        """Ask a question in public; players with calls elsewhere get it there too."""
        match, private, now = scene.match, _private_chat(board), self._service.now()
        key, (*_, part) = CallKey(0, question.moment), post.name
        asking = ":".join(part.split(":")[:2])
        loud: list[discord.Object] = []
        peaceful = True
        with speaking(self._rendering.language_at(scene, board.guild, board.access)):
            known, face = self._service.timeline(match, None), self._rendering.face(match)
            view = question_view(match, known, face, question, _way_to(match, board))
            by = match.player(question.seat).id
            asked = deciders(match, known.present, question.asked)
            for seat in sorted(asked - {question.seat, *question.agreed}):
                player, choices = match.player(seat), scene.choices_of(seat)
                direct = choices.calls == "dm" or private
                if choices.calls == "off" or not (direct or scene.server.calls):
                    continue
                often = again or not self.pings.take(by, player.id)
                quiet = often or in_peace(choices, now)
                if direct:
                    with speaking(choices.language or spoken()):
                        words = question_line(match, known, face)
                        text = f"<@{player.id}> {words} {_way_to(match, board)}"
                    own = f"{asking}:{seat}"
                    if told := post if own == part else await self._begin(scene, key, own):
                        call = _message(text, player, quiet=quiet)
                        if not await self._send_direct(scene, player, told, call):
                            self._outbox.note_gone(told)
                elif not often:
                    loud.append(discord.Object(player.id))
                    peaceful = peaceful and quiet
        if part != asking:
            return
        mentions = discord.AllowedMentions(users=loud)
        call = {"view": view, "allowed_mentions": mentions, "silent": peaceful}
        if private or not await self._send_public(scene, board, post, call):
            self._outbox.note_gone(post)

    async def _offer_seats(self, scene: Scene, board: Board, called: Collection[CallKey]) -> None:
        """Tell the channel of each free seat once, if the server wants that; nobody is pinged."""
        match = scene.match
        if not board.guild or not scene.server.free_seats:
            return
        for key, seat in free_seats(match):
            part = f"{Word.SEAT}:{match.decision(seat).moment}"
            if key not in called and (post := await self._begin(scene, key, part)):
                await self._offer_seat(scene, board, post)

    async def _offer_seat(self, scene: Scene, board: Board, post: Post) -> None:
        seat = CallKey.read(post.name.key).seat - FREE
        with speaking(self._rendering.language_in(scene.server, board.guild)):
            text = f"{self._words.free_seat(scene.match, seat)} {_way_to(scene.match, board)}"
        call = {"content": text, "allowed_mentions": discord.AllowedMentions.none()}
        if not await self._send_public(scene, board, post, call):
            self._outbox.note_gone(post)

    def _written(
        self, scene: Scene, board: Board, seat: int, sentence: Sentence, *, quiet: bool
    ) -> Sending:
        """A call in the current language."""
        match, player = scene.match, scene.match.player(seat)
        text = f"{sentence(f'<@{player.id}>')} {_way_to(match, board)}"
        if scene.choices_of(seat).text_first:
            text = f"{text}\n{self._words.position(match)}"[:_LONGEST]
        call = _message(text, player, quiet=quiet)
        if _private_chat(board) and not board.message:  # each has a board of their own
            return {**call, "view": _own_board(match)}
        return call

    async def _send_direct(self, scene: Scene, player: Player, post: Post, call: Sending) -> bool:
        try:
            channel = await self._client.create_dm(discord.Object(player.id))
        except LOST as error:
            log.info("no direct message in match %s: %s", post.name.subject, error)
            return False
        return await self._post(scene, replace(post, channel=channel.id), call)

    async def _send_public(self, scene: Scene, board: Board, post: Post, call: Sending) -> bool:
        """Send a call to the channel of the board; without membership, behind an answer. False if
        Discord refused it.
        """
        if board.access is Access.MEMBER:
            return await self._post(scene, replace(post, channel=board.channel), call)
        interaction = current_interaction(board.channel)
        if interaction is None:  # there is no recent press to answer
            self._outbox.note_gone(post)
            return True
        try:
            sent = await interaction.followup.send(**call, wait=True)
        except LOST as error:
            log.warning("no call in match %s: %s", post.name.subject, error)
            self._outbox.note_gone(post)
            return True
        self._answers.keep(sent.id, interaction, first=False)
        outdated = self._replaced.pop(post.name.subject, ())
        await self._outbox.stands(replace(post, message=sent.id), outdated)
        return True

    async def _post(self, scene: Scene, post: Post, call: Sending) -> bool:
        """Send and record a call; a silent one is sent too, to be found later. False if Discord
        refused it; one that may have arrived is looked for later.

        A call that is no longer due when it can be sent is dropped.
        """
        match_id, key = post.name.subject, CallKey.read(post.name.key)
        stood = key in self._standing(scene.match)

        async def is_due() -> bool:
            now = (await self._service.scene(match_id)).match
            return key in self._standing(now) if stood else now.phase is scene.match.phase

        outdated = self._replaced.get(match_id, ())
        try:
            sent = await self.posts.send(
                post, call, _fits(scene, post), outdated=outdated, is_due=is_due
            )
        except LOST as error:
            log.warning("no call in match %s: %s", match_id, error)
            return not surely_refused(error)
        if sent:
            self._replaced.pop(match_id, None)
        self._called.note(match_id)
        return True

    async def _take_back(self, scene: Scene, post: Post) -> None:
        """Delete a call that may stand although it is not due any more. The call waits on where
        Discord does not say whether it stands.
        """
        fits = _fits(scene, post)
        for channel in await self._channels(scene, CallKey.read(post.name.key).seat):
            try:
                found = await self.posts.history.find(channel, post.begun_at, fits)
            except LOST as error:
                log.info("nothing is known of a call in match %s: %s", post.name.subject, error)
                if not surely_refused(error):
                    return
            else:
                if found is not None:
                    await self._remove(found)
        self._outbox.note_gone(post)

    async def _channels(self, scene: Scene, called: int) -> list[int]:
        """The possible channels of a call: the board's channel, and the players' own chats."""
        board, match = scene.board, scene.match
        if board is None or board.access is not Access.MEMBER:
            return []
        found = [board.channel] if board.message and scene.server.calls else []
        for seat in match.seats if called == 0 else {abs(called)} & {*match.seats}:
            direct = scene.choices_of(seat).calls == "dm" or _private_chat(board)
            if match.player(seat).is_person and direct:
                with suppress(*LOST):
                    chat = await self._client.create_dm(discord.Object(match.player(seat).id))
                    found.append(chat.id)
        return found

    async def _delete(self, calls: Iterable[Post]) -> None:
        for call in calls:
            await self.posts.delete(call, self._answers.deletion(call.message))

    async def _remove(self, message: discord.Message) -> None:
        await self.posts.remove(message.channel.id, message.id, message.delete)


def _message(text: str, player: Player, *, quiet: bool) -> Sending:
    """A call to one player; a ``quiet`` one makes no sound."""
    called = discord.AllowedMentions(users=[discord.Object(player.id)])
    return {"content": text, "allowed_mentions": called, "silent": quiet}


def _fits(scene: Scene, post: Post) -> Fits:
    """Whether a message is this call: it leads to the board, or to each player's own one, and is
    no other call that is known.
    """
    match, board, seat = scene.match, scene.board, CallKey.read(post.name.key).seat
    known = {call.message for call in scene.calls}
    called = f"<@{match.player(abs(seat)).id}>" if abs(seat) in match.seats else ""
    link = link_to(board, board.message) if board is not None and board.message else ""

    def fits(message: discord.Message) -> bool:
        presses = [MatchPress.read(each) for each in custom_ids(message.components)]
        of_match = {each.action for each in presses if each and each.match == match.id}
        if message.id in known:
            return False
        if not called and not seat and of_match & _OF_QUESTIONS:
            return True
        leads = link in message.content if link and not of_match else "look" in of_match
        return bool(message.content) and leads and called in message.content

    return fits


def _own_board(match: Match) -> discord.ui.View:
    """The button that opens the reader's own board."""
    view = discord.ui.View(timeout=None)
    press, style = str(MatchPress("look", match.id)), discord.ButtonStyle.success
    button: discord.ui.Button[Any] = discord.ui.Button(
        label=tr("Open my board"), custom_id=press, style=style
    )
    view.add_item(button)
    view.stop()  # else discord.py keeps it in memory
    return view


def _private_chat(board: Board) -> bool:
    """Whether the board is in one player's chat with the bot, invisible to others."""
    return not board.guild and board.access is Access.MEMBER


def _way_to(match: Match, board: Board) -> str:
    """The player's link to the match; a board in another player's chat is unreachable."""
    if not _private_chat(board) and board.message:
        return way_to(link_to(board, board.message))
    return tr("`{command}` shows the board again.", command=command(match.game, "board"))
