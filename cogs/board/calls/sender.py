"""Sends the calls of a match to their places, records them and deletes them."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import discord

from cogs.board.calls.posts import CallKey, CallPosts, FollowUp, FollowUps
from cogs.board.calls.words import CallWords, Sentence
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import LatestChanges, link_to
from cogs.frame.interaction import current_interaction
from cogs.frame.names import command
from cogs.frame.replies import LOST, surely_refused
from cogs.frame.throttles import Pings, clock
from cogs.presses.addresses import MatchPress
from cogs.views.match_views import way_to
from cogs.views.question_views import question_line, question_view
from prowlerbot.core.i18n import speaking, spoken, tr
from prowlerbot.match.agreements import deciders
from prowlerbot.match.deadlines import Reminder, in_peace
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.terms import Question
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Access, Board
from prowlerbot.storage.calls import FREE, Call
from prowlerbot.storage.scenes import Scene

log = logging.getLogger(__name__)

_LONGEST = 2_000
"""Discord's limit for a message of plain text."""

Message = Mapping[str, Any]
"""The arguments with which Discord is asked to send a call."""


@dataclass(eq=False)
class CallSender:
    """Everything about a single call; ``Calls`` decides whom to call and when."""

    _client: discord.Client
    _service: Service
    _rendering: Rendering
    _shown: LatestChanges

    def __post_init__(self) -> None:
        self._store = self._service.store.calls
        self.pings = Pings(clock)
        self._words = CallWords(self._service, self._rendering)
        self._follow_ups = FollowUps()
        self._called = LatestChanges()
        self.doubtful: set[str] = set()
        """Matches that may have a call which is not recorded."""
        self._replaced: dict[str, list[Call]] = {}
        self.posts = CallPosts()
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

    @staticmethod
    def _key(match: Match, seat: int) -> CallKey:
        """The subject of a call to a seat: its decision, or the finished match."""
        if match.phase is Phase.OVER:
            return CallKey(-seat, match.moment)
        return CallKey(seat, match.decision(seat).moment)

    def _standing(self, match: Match) -> set[CallKey]:
        """The subjects of all calls that are still right for the match."""
        return self._called_for(match) | {key for key, _ in free_seats(match)}

    def _called_for(self, match: Match) -> set[CallKey]:
        """The subjects of the calls to its players."""
        if match.phase is Phase.OVER:
            return {self._key(match, seat) for seat in match.seats} if match.setup else set()
        if (question := match.open_question) is not None:
            return {CallKey(0, question.moment)}
        refused = {match.question.seat} if match.question is not None else set[int]()
        return {self._key(match, seat) for seat in self._service.to_move(match) | refused}

    async def _call_seat(
        self, scene: Scene, seat: int, sentence: Sentence, *, by: int = 0, quiet: bool = False
    ) -> bool:
        """Send a call to the player's chosen place, or to the channel if a direct one fails.

        Other players cannot see a board in one player's chat with the bot, so they are called in
        their own chats. Without membership the bot can only call in a follow-up. The call makes no
        sound if its cause, the user ``by``, has caused too many calls to this player.

        False if Discord refused the call.
        """
        match, choices, board = scene.match, scene.choices_of(seat), scene.board
        if board is None:
            return True
        private = _private_chat(board)
        direct = choices.calls == "dm" or private
        if choices.calls == "off" or not (direct or scene.server.calls):
            return True
        key = self._key(match, seat)
        quiet = quiet or not self.pings.take(by, match.player(seat).id)
        quiet = quiet or in_peace(choices, self._service.now())
        with speaking(choices.language or self._rendering.language_in(scene.server, board.guild)):
            if direct:
                call = self._written(scene, board, seat, sentence, quiet=quiet)
                if await self._send_direct(match, match.player(seat), key, call):
                    return True
            shared = self._rendering.language_in(scene.server, board.guild)
        if private or not scene.server.calls:
            return False
        with speaking(shared):  # everybody reads it; without a server, it is the player's
            call = self._written(scene, board, seat, sentence, quiet=quiet)
        return await self._send_public(match, board, key, call)

    async def _put_question(
        self, scene: Scene, board: Board, question: Question, *, again: bool
    ) -> None:
        """Ask a question in public; players with calls elsewhere get it there too."""
        match, private, now = scene.match, _private_chat(board), self._service.now()
        key = CallKey(0, question.moment)
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
                    await self._send_direct(match, player, key, _message(text, player, quiet=quiet))
                elif not often:
                    loud.append(discord.Object(player.id))
                    peaceful = peaceful and quiet
        if not private:
            mentions = discord.AllowedMentions(users=loud)
            call = {"view": view, "allowed_mentions": mentions, "silent": peaceful}
            await self._send_public(match, board, key, call)

    async def _offer_seats(self, scene: Scene, board: Board, called: Collection[CallKey]) -> None:
        """Tell the channel of each free seat once, if the server wants that; nobody is pinged."""
        match, nobody = scene.match, discord.AllowedMentions.none()
        if not board.guild or not scene.server.free_seats:
            return
        for key, seat in free_seats(match):
            if key in called or not await self._store.claim(match, seat, Reminder.SEAT):
                continue
            with speaking(self._rendering.language_in(scene.server, board.guild)):
                text = f"{self._words.free_seat(match, seat)} {_way_to(match, board)}"
            call = {"content": text, "allowed_mentions": nobody}
            await self._send_public(match, board, key, call)

    def _written(
        self, scene: Scene, board: Board, seat: int, sentence: Sentence, *, quiet: bool
    ) -> Message:
        """A call in the current language."""
        match, player = scene.match, scene.match.player(seat)
        text = f"{sentence(f'<@{player.id}>')} {_way_to(match, board)}"
        if scene.choices_of(seat).text_first:
            text = f"{text}\n{self._words.position(match)}"[:_LONGEST]
        call = _message(text, player, quiet=quiet)
        if _private_chat(board) and not board.message:  # each has a board of their own
            return {**call, "view": _own_board(match)}
        return call

    async def _send_direct(self, match: Match, player: Player, key: CallKey, call: Message) -> bool:
        try:
            channel = await self._client.create_dm(discord.Object(player.id))
        except LOST as error:
            log.info("no direct message in match %s: %s", match.id, error)
            return False
        return await self._post(match, key, channel.id, lambda: channel.send(**call))

    async def _send_public(self, match: Match, board: Board, key: CallKey, call: Message) -> bool:
        """Send a call to the channel of the board; without membership, behind an answer. False if
        it was not sent.
        """
        if board.access is Access.MEMBER:
            channel = self._client.get_partial_messageable(board.channel)
            return await self._post(match, key, board.channel, lambda: channel.send(**call))
        interaction = current_interaction(board.channel)
        if interaction is None:
            return False  # there is no recent press to answer
        try:
            sent = await interaction.followup.send(**call, wait=True)
        except LOST as error:
            log.warning("no call in match %s: %s", match.id, error)
            return False
        self._follow_ups.keep(FollowUp(match.id, key, interaction, sent))
        return True

    async def _post(
        self,
        match: Match,
        key: CallKey,
        channel: int,
        send: Callable[[], Awaitable[discord.Message]],
    ) -> bool:
        """Send and record a call; a silent one is sent too, to be found later.

        A call that is no longer due when it can be sent is dropped.
        """
        stood = key in self._standing(match)

        async def is_due() -> bool:
            now = (await self._service.scene(match.id)).match
            return key in self._standing(now) if stood else now.phase is match.phase

        try:
            message = await self.posts.send(channel, send, is_due)
        except LOST as error:
            log.warning("no call in match %s: %s", match.id, error)
            if not surely_refused(error):
                self.doubtful.add(match.id)
            return False
        if message is not None:
            await self._remember(match, message, key)
        return True

    async def _remember(self, match: Match, message: discord.Message, key: CallKey) -> None:
        call = Call(match.id, message.channel.id, message.id, key.moment, key.seat)
        await self._store.add(call, self._replaced.pop(match.id, ()))
        self._called.note(match.id)

    async def _withdraw(self, calls: Collection[Call]) -> None:
        """Outdate and delete calls of a match, if there are any."""
        if calls:
            await self._store.outdate(calls)
            await self._delete(calls)
            self._called.note(next(iter(calls)).match)

    async def _delete(self, calls: Iterable[Call]) -> None:
        for call in calls:
            channel = self._client.get_partial_messageable(call.channel)
            message = channel.get_partial_message(call.message)
            if await self.posts.remove(call.channel, call.message, message.delete):
                self._store.note_removed(call)

    async def _remove(self, message: discord.Message) -> None:
        await self.posts.remove(message.channel.id, message.id, message.delete)


def free_seats(match: Match) -> list[tuple[CallKey, int]]:
    """The seats that people may take, each with the subject of the message that says so."""
    playing = match.phase is Phase.PLAYING
    free = [seat for seat in match.seats if playing and match.player(seat).offered]
    return [(CallKey(FREE + seat, 0), seat) for seat in free]


def _message(text: str, player: Player, *, quiet: bool) -> Message:
    """A call to one player; a ``quiet`` one makes no sound."""
    called = discord.AllowedMentions(users=[discord.Object(player.id)])
    return {"content": text, "allowed_mentions": called, "silent": quiet}


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
