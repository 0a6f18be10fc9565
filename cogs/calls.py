"""Calling players: that it is their turn, that their time is running out, that a match is over.

A call is a message of its own, as an edit calls nobody; the next one takes its place. Each player
chooses whether calls come in the channel, by direct message or not at all, and when they come
without a sound.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Awaitable, Callable
from contextlib import suppress

import aiohttp
import discord

from cogs.asking import asking
from cogs.follow_ups import FollowUps
from cogs.names import safe
from prowlerbot.call_store import Call
from prowlerbot.i18n import Language, mark, speaking, tr
from prowlerbot.match import Match, Phase, Player
from prowlerbot.preferences import DAY
from prowlerbot.question import Question
from prowlerbot.reminders import Reminder, in_peace
from prowlerbot.service import Service
from prowlerbot.store_boards import Board, Reach

log = logging.getLogger(__name__)

NOBODY = discord.AllowedMentions.none()

LOST = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What a request to Discord ends in that was refused or never got there."""

_LONGEST = 2_000
"""Discord's limit for a message of plain text."""

_TURN = mark("{player} It is your turn against {others}:")
_ASKED = mark("{player} {others} asks you something about your match:")
_OVER = mark("{player} The match against {others} is over:")
_REMINDERS = {
    Reminder.HALF: mark("{player} Half of your time for this move has passed; it is due {when}:"),
    Reminder.LAST: mark("{player} Your time for this move is nearly up; it is due {when}:"),
}


Behind = Callable[[discord.Webhook], Awaitable[discord.WebhookMessage]]
"""Sends something behind the answer to an interaction."""


class Calls:
    """``language`` and ``link`` tell what a server speaks and where a match is shown, ``question``
    shows what one player asks the others, ``position`` tells how the match stands, for players who
    want words first.
    """

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        language: Callable[[int | None], Awaitable[Language]],
        link: Callable[[str], Awaitable[str | None]],
        *,
        question: Callable[[Match, str], discord.ui.LayoutView],
        position: Callable[[Match], str],
    ) -> None:
        self._position = position
        self._client = client
        self._service = service
        self._store = service.store.calls
        self._language = language
        self._link = link
        self._question = question
        self._follow_ups = FollowUps()
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    async def call(self, match_id: str, *, presser: int = 0, anew: bool = False) -> None:
        """Call whoever the match waits for, unless they have just pressed themselves.

        The calls of a match go out one by one, each from what is stored then; not under the lock
        of the board, as Discord may make a busy channel wait for seconds. Without a presser, as
        when a board is only redrawn, nobody is called to the same move again.
        """
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            match = await self._service.match(match_id)
            board = await self._service.store.board(match_id)
            if board is None or match.phase is Phase.CHALLENGED:
                return
            before = await self._store.of(match_id)
            if not presser and not anew and any(call.moment == match.moment for call in before):
                return
            follow_ups = self._follow_ups.take(match_id)
            words = _OVER if match.phase is Phase.OVER else _TURN
            if match.question is not None and match.question.open:
                await self._ask(match, board, match.question)
            else:
                for player in self._called(match, presser):
                    await self._tell(match, board, player, words)
            for call in before:
                await self._take_back(call)
            for message in follow_ups:
                with suppress(*LOST):  # then it stays, as it does when its time is over
                    await message.delete()

    async def remind(self, match: Match, player: Player, reminder: Reminder) -> None:
        """Remind a player of their move; the reminder goes when the move is made."""
        board = await self._service.store.board(match.id)
        due = await self._service.deadline(match)
        if board is not None and due is not None:
            await self._tell(match, board, player, _REMINDERS[reminder], when=f"<t:{due}:R>")

    async def tidy(self) -> None:
        """Delete the old calls that could not be deleted when it was their time."""
        for call in await self._store.stale():
            await self._take_back(call)

    def _called(self, match: Match, presser: int) -> list[Player]:
        if match.phase is Phase.OVER and self._service.now() - match.changed_at > DAY:
            return []  # only its message changes, as when a player has been forgotten
        seats = match.seats if match.phase is Phase.OVER else self._service.to_move(match)
        players = [match.player(seat) for seat in sorted(seats)] if match.setup else []
        return [player for player in players if player.id != presser and not player.gone]

    async def _tell(
        self, match: Match, board: Board, player: Player, words: str, **fields: object
    ) -> None:
        """Send a call where the player wants it; in the channel too where no direct one arrives.

        A board in somebody's chat with the bot cannot be seen by the others, so they are called
        in their own. Where the bot is no member it can only call behind an answer.
        """
        choices = await self._service.player(player.id)
        alone = _alone(board)
        link = None if alone else await self._link(match.id)
        others = [each.name for each in match.players if each.id != player.id]
        with speaking(await self._language(board.guild)):
            sentence = tr(words, player=f"<@{player.id}>", others=safe(", ".join(others)), **fields)
            text = f"{sentence} {link or _again()}"
            if choices.text_first:
                text = f"{text}\n{self._position(match)}"[:_LONGEST]
        direct = choices.calls == "dm" or (alone and choices.calls != "off")
        if direct and await self._send_direct(match, player, text):
            return
        server = await self._service.server(board.guild)
        if choices.calls == "off" or alone or not server.calls:
            return
        if board.reach is Reach.INTERACTION:
            quiet = in_peace(choices, self._service.now())
            called = discord.AllowedMentions(users=[discord.Object(player.id)])
            await self._follow_up(
                match,
                board,
                lambda behind: behind.send(text, allowed_mentions=called, silent=quiet, wait=True),
            )
        else:
            channel = self._client.get_partial_messageable(board.channel)
            await self._send(match, channel, player, text)

    async def _follow_up(self, match: Match, board: Board, send: Behind) -> None:
        interaction = asking(board.channel)
        if interaction is None:
            return  # nobody has pressed there just now, so there is nothing to answer
        try:
            sent = await send(interaction.followup)
        except LOST as error:
            log.warning("no call in match %s: %s", match.id, error)
            return
        self._follow_ups.keep(match.id, interaction, sent)

    async def _ask(self, match: Match, board: Board, question: Question) -> None:
        """Put a question where everybody reads it; who wants calls elsewhere gets one there too."""
        alone = _alone(board)
        link = None if alone else await self._link(match.id)
        server = await self._service.server(board.guild)
        loud: list[discord.Object] = []
        peaceful = True
        for seat in sorted({*match.seats} - {question.seat, *question.agreed}):
            player = match.player(seat)
            choices = await self._service.player(player.id)
            if choices.calls == "dm" or (alone and choices.calls != "off"):
                others = safe(match.player(question.seat).name)
                with speaking(await self._language(board.guild)):
                    sentence = tr(_ASKED, player=f"<@{player.id}>", others=others)
                    text = f"{sentence} {link or _again()}"
                await self._send_direct(match, player, text)
            elif choices.calls == "channel" and server.calls:
                loud.append(discord.Object(player.id))
                peaceful = peaceful and in_peace(choices, self._service.now())
        if alone:
            return
        with speaking(await self._language(board.guild)):
            view = self._question(match, link or _again())
        mentions = discord.AllowedMentions(users=loud)
        if board.reach is Reach.INTERACTION:
            await self._follow_up(
                match,
                board,
                lambda behind: behind.send(
                    view=view, allowed_mentions=mentions, silent=peaceful, wait=True
                ),
            )
            return
        channel = self._client.get_partial_messageable(board.channel)
        try:
            message = await channel.send(view=view, allowed_mentions=mentions, silent=peaceful)
        except LOST as error:
            log.warning("no question in match %s: %s", match.id, error)
            return
        await self._store.add(Call(match.id, message.channel.id, message.id, match.moment))

    async def _send_direct(self, match: Match, player: Player, text: str) -> bool:
        try:
            channel = await self._client.create_dm(discord.Object(player.id))
        except LOST as error:
            log.info("no direct message in match %s: %s", match.id, error)
            return False
        return await self._send(match, channel, player, text)

    async def _send(
        self, match: Match, channel: discord.abc.Messageable, player: Player, text: str
    ) -> bool:
        """Send and remember a call; one without a sound still stands there to be found."""
        quiet = in_peace(await self._service.player(player.id), self._service.now())
        called = discord.AllowedMentions(users=[discord.Object(player.id)])
        try:
            message = await channel.send(text, allowed_mentions=called, silent=quiet)
        except LOST as error:
            log.warning("no call in match %s: %s", match.id, error)
            return False
        await self._store.add(Call(match.id, message.channel.id, message.id, match.moment))
        return True

    async def _take_back(self, call: Call) -> None:
        await self._store.outdate(call)
        channel = self._client.get_partial_messageable(call.channel)
        try:
            await channel.get_partial_message(call.message).delete()
        except (discord.Forbidden, discord.NotFound):
            pass  # someone else has deleted it, or the bot cannot come near it any more
        except LOST:
            return
        await self._store.remove(call)


def _alone(board: Board) -> bool:
    """Whether the board is in the chat of one player with the bot, where no other comes."""
    return not board.guild and board.reach is Reach.MEMBER


def _again() -> str:
    return tr("`/prowler board` shows the board again.")
