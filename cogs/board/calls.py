"""Calls players: to their turn, before their time runs out, and at the end of a match.

A call is a separate message, because an edit notifies nobody; the next call replaces it. Each
player chooses calls in the channel, by direct message or none, and the hours of silent calls.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypedDict

import discord

from cogs.board.call_posts import CallPosts
from cogs.board.call_words import CallWords, Telling
from cogs.board.changes import Changes
from cogs.board.follow_ups import CallKey, FollowUps
from cogs.board.links import link_to
from cogs.board.rendering import Rendering
from cogs.frame.interaction import current_interaction
from cogs.frame.names import command
from cogs.frame.replies import LOST, surely_refused
from cogs.frame.throttles import Pings, clock
from cogs.views.match_views import way_to
from cogs.views.question_views import question_line, question_view
from prowlerbot.core.i18n import speaking, spoken, tr
from prowlerbot.match.agreements import deciders
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.preferences import DAY
from prowlerbot.match.question import Question
from prowlerbot.match.reminders import Reminder, in_peace
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Access, Board
from prowlerbot.storage.calls import Call
from prowlerbot.storage.scenes import Scene

log = logging.getLogger(__name__)


_CLOCKS_DIFFER = 30
"""The most seconds by which Discord's clock may be behind."""
_LONGEST = 2_000
"""Discord's limit for a message of plain text."""


SendFollowUp = Callable[[discord.Webhook], Awaitable[discord.WebhookMessage]]
"""Sends a follow-up to an interaction."""


class _CallText(NamedTuple):
    """The content of a call to one player; a ``quiet`` one makes no sound."""

    text: str
    player: Player
    quiet: bool

    def arguments(self) -> _SendArguments:
        called = discord.AllowedMentions(users=[discord.Object(self.player.id)])
        return {"content": self.text, "allowed_mentions": called, "silent": self.quiet}


class _SendArguments(TypedDict):
    content: str
    allowed_mentions: discord.AllowedMentions
    silent: bool


class Calls:
    def __init__(
        self, client: discord.Client, service: Service, rendering: Rendering, shown: Changes
    ) -> None:
        self._client = client
        self._service = service
        self._rendering = rendering
        self._store = service.store.calls
        self.pings = Pings(clock)
        self._words = CallWords(service, rendering)
        self._follow_ups = FollowUps()
        self._shown = shown
        self._called = Changes()
        self.doubtful: set[str] = set()
        """Matches that may have a call which is not recorded."""
        self._replaced: dict[str, list[Call]] = {}
        self.posts = CallPosts()
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    async def call(self, scene: Scene, *, presser: int = 0, anew: bool = False) -> None:
        """Call the players to move, unless they have just pressed themselves.

        The calls of a match go out one by one, without the lock of the board, because Discord may
        delay a busy channel for seconds. The scene is read again after another move or call, so
        nobody is called to a past turn. Without a presser, as for a mere redraw, nobody is called
        to the same move again.
        """
        match_id = scene.match.id
        self.pings.answered(presser, (player.id for player in scene.match.players))
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            if self._shown.since(scene) or self._called.since(scene):
                scene = await self._service.scene(match_id)
            try:
                await self._replace_calls(scene, presser=presser, anew=anew)
            finally:
                self._replaced.pop(match_id, None)
                self._called.note(match_id)

    async def step_made(self, scene: Scene, user: int) -> None:
        """Update the calls after a secret step: nobody is called, because nobody else sees it.

        The call to a decision is deleted once the decision is made, and not repeated after an undo.
        """
        match_id, seat = scene.match.id, scene.match.seat_of(user)
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            if self._shown.since(scene) or self._called.since(scene):
                scene = await self._service.scene(match_id)
            if seat in self._service.to_move(scene.match):
                return
            own = [call for call in scene.calls if call.seat == seat]
            if own:
                await self._store.outdate(own)
            for call in own:
                await self._delete(call)
            for message in self._follow_ups.take(match_id, lambda key: key.seat == seat):
                await self._remove(message)
            if own:
                self._called.note(match_id)

    async def _replace_calls(self, scene: Scene, *, presser: int, anew: bool) -> None:
        """Send the calls that are due now, then delete outdated ones.

        A seat is called once to each of its decisions, and such a call stays while others change.
        Calls about the whole match (a question, its end) replace all others.
        """
        match, before, question = scene.match, scene.calls, scene.match.open_question
        if scene.board is None or match.phase is Phase.LOBBY:
            return
        stay = self._standing(match)
        called = {CallKey(call.seat, call.moment) for call in before}
        if question is not None and called & stay and not presser and not anew:
            return
        called |= self._follow_ups.standing(match.id)
        put = question is not None and CallKey(0, question.moment) in called
        if (anew and match.phase is Phase.PLAYING) or question is not None:
            stay = set()
        replaced = [call for call in before if CallKey(call.seat, call.moment) not in stay]
        self._replaced[match.id] = replaced  # outdated as the first new call is stored
        if question is not None:
            gone = self._follow_ups.take(match.id)
            await self._put_question(scene, scene.board, question, again=put)
        else:
            gone = self._follow_ups.take(match.id, lambda key: key not in stay)
            # A question replaced the calls; once it is settled, they return silently.
            settled = match.phase is Phase.PLAYING and CallKey(0, match.moment) in called
            for seat in self._seats_to_call(match, 0 if settled else presser):
                key = self._key(match, seat)
                if key not in called & stay:
                    again = settled or key in called
                    await self._call_due(scene, scene.board, seat, presser, anew=anew, again=again)
            await self._claim_call_of(match, presser)
        if still := self._replaced.pop(match.id, None):
            await self._store.outdate(still)
        for call in replaced:
            await self._delete(call)
        for message in gone:  # after a failure it stays, like an expired one
            await self._remove(message)

    async def _call_due(
        self, scene: Scene, board: Board, seat: int, presser: int, *, anew: bool, again: bool
    ) -> None:
        """Call to a turn or to the end; a mere redraw does not repeat a call.

        A board shown ``anew`` calls to a turn with a link, silently if the call comes ``again``.
        The end is announced once.
        """
        match = scene.match
        redrawn = match.phase is Phase.OVER if anew else not presser
        if redrawn and not await self._store.claim(match, seat, _call_of(match)):
            return
        tell = self._words.of(match, seat)
        await self._call_seat(scene, board, seat, tell, by=presser, quiet=again)

    @staticmethod
    def _key(match: Match, seat: int) -> CallKey:
        """The subject of a call to a seat: its decision, or the finished match."""
        if match.phase is Phase.OVER:
            return CallKey(-seat, match.moment)
        return CallKey(seat, match.decision(seat).moment)

    def _standing(self, match: Match) -> set[CallKey]:
        """The subjects of all calls that are still right for the match."""
        if match.phase is Phase.OVER:
            return {self._key(match, seat) for seat in match.seats} if match.setup else set()
        if (question := match.open_question) is not None:
            return {CallKey(0, question.moment)}
        refused = {match.question.seat} if match.question is not None else set[int]()
        return {self._key(match, seat) for seat in self._service.to_move(match) | refused}

    async def call_late(self, scene: Scene, seat: int) -> None:
        """Call a player who was not called when their turn began or the match ended."""
        if scene.board is not None and scene.board.access is Access.MEMBER:
            await self._call_seat(scene, scene.board, seat, self._words.of(scene.match, seat))

    async def tidy(self, match_id: str) -> None:
        """Delete outdated calls that remained because a process was killed."""
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            scene = await self._service.scene(match_id)
            stay = self._standing(scene.match)
            left = [it for it in scene.calls if CallKey(it.seat, it.moment) not in stay]
            if not left:
                return
            await self._store.outdate(left)
            for call in left:
                await self._delete(call)
            self._called.note(match_id)

    async def take_in(self, match_id: str, message: discord.Message) -> None:
        """Record a call that was found without a record, or delete it if it is outdated."""
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            scene = await self._service.scene(match_id)
            match = scene.match
            if any(call.message == message.id for call in scene.calls):
                return
            key = self._key_of(match, message)
            called = {CallKey(call.seat, call.moment) for call in scene.calls}
            if key in self._standing(match) - called:
                await self._remember(match, message, key)
            else:
                await self._remove(message)

    def _key_of(self, match: Match, message: discord.Message) -> CallKey | None:
        """The subject of a call in a message, if the match still waits for it."""
        for seat in match.seats:
            over = match.phase is Phase.OVER
            since = match.changed_at if over else match.decision(seat).since
            mentioned = f"<@{match.player(seat).id}>" in message.content
            if mentioned and message.created_at.timestamp() >= since - _CLOCKS_DIFFER:
                return self._key(match, seat)
        return None

    async def remind(self, scene: Scene, seat: int, reminder: Reminder) -> None:
        """Remind a player of their move; the reminder is deleted after the move."""
        due = self._service.deadline(scene, seat)
        if scene.board is not None and due is not None:
            await self._call_seat(scene, scene.board, seat, self._words.reminder(reminder, due))

    async def tell_absence(self, scene: Scene, absent: int) -> None:
        """Tell the opponent of a player who has left the server about their options."""
        match, board = scene.match, scene.board
        others = match.voters - {absent}
        if board is not None and len(match.players) == 2 and others:
            (seat,) = others
            await self._call_seat(scene, board, seat, self._words.absence(match, absent))

    async def tell_refused(self, scene: Scene) -> None:
        """Tell a player that their question is refused, if they cannot be told in private."""
        match, question = scene.match, scene.match.question
        if scene.board is not None and question is not None:
            tell = self._words.refused(match)
            await self._call_seat(scene, scene.board, question.seat, tell)

    async def delete_outdated(self) -> None:
        """Delete outdated calls whose deletion failed before."""
        for call in await self._store.stale():
            await self._delete(call)

    async def _claim_call_of(self, match: Match, presser: int) -> None:
        """Record that a presser knows the state of the match, so no missed call follows later.

        A move stores this at once; this method is for agreements, challenges and ends.
        """
        seat = match.seat_of(presser)
        if seat is None or not match.setup:
            return
        if match.phase is Phase.OVER or seat in self._service.to_move(match):
            await self._store.claim(match, seat, _call_of(match))

    def _seats_to_call(self, match: Match, presser: int) -> list[int]:
        """The seats to call."""
        if match.phase is Phase.OVER and self._service.now() - match.changed_at > DAY:
            return []  # only its message changes, such as for a forgotten player
        ended = match.phase is Phase.OVER
        seats = {*match.seats} - match.left if ended else self._service.to_move(match)
        players = [(seat, match.player(seat)) for seat in sorted(seats)] if match.setup else []
        return [seat for seat, each in players if each.id != presser and each.is_person]

    async def _call_seat(
        self,
        scene: Scene,
        board: Board,
        seat: int,
        tell: Telling,
        *,
        by: int = 0,
        quiet: bool = False,
    ) -> None:
        """Send a call to the player's chosen place, or to the channel if a direct one fails.

        Other players cannot see a board in one player's chat with the bot, so they are called in
        their own chats. Without membership the bot can only call in a follow-up. The call makes no
        sound if its cause, the user ``by``, has caused too many calls to this player.
        """
        match, choices, private = scene.match, scene.choices_of(seat), _private_chat(board)
        direct = choices.calls == "dm" or private
        if choices.calls == "off" or not (direct or scene.server.calls):
            return
        key = self._key(match, seat)
        quiet = quiet or not self.pings.take(by, match.player(seat).id)
        quiet = quiet or in_peace(choices, self._service.now())
        with speaking(choices.language or self._rendering.language_in(scene.server, board.guild)):
            if direct:
                call = self._call_text(scene, board, seat, tell, quiet=quiet)
                if await self._send_direct(match, call, key):
                    return
            shared = self._rendering.language_in(scene.server, board.guild)
        if private or not scene.server.calls:
            return
        with speaking(shared):  # everybody reads it; without a server, it is the player's
            call = self._call_text(scene, board, seat, tell, quiet=quiet)
        if board.access is Access.INTERACTION:
            await self._follow_up(
                match, board, key, lambda webhook: webhook.send(**call.arguments(), wait=True)
            )
        else:
            channel = self._client.get_partial_messageable(board.channel)
            await self._post(match, key, board.channel, lambda: channel.send(**call.arguments()))

    def _call_text(
        self, scene: Scene, board: Board, seat: int, tell: Telling, *, quiet: bool
    ) -> _CallText:
        """A call in the current language."""
        match, choices, player = scene.match, scene.choices_of(seat), scene.match.player(seat)
        text = f"{tell(f'<@{player.id}>')} {_way_to(match, board)}"
        if choices.text_first:
            text = f"{text}\n{self._words.position(match)}"[:_LONGEST]
        return _CallText(text, player, quiet=quiet)

    async def _follow_up(
        self, match: Match, board: Board, key: CallKey, send: SendFollowUp
    ) -> None:
        interaction = current_interaction(board.channel)
        if interaction is None:
            return  # there is no recent press to answer
        try:
            sent = await send(interaction.followup)
        except LOST as error:
            log.warning("no call in match %s: %s", match.id, error)
            return
        self._follow_ups.keep(match.id, key, interaction, sent)

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
            view = question_view(match, known, face, _way_to(match, board))
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
                        call = _CallText(text, player, quiet=quiet)
                    await self._send_direct(match, call, key)
                elif not often:
                    loud.append(discord.Object(player.id))
                    peaceful = peaceful and quiet
        if private:
            return
        mentions = discord.AllowedMentions(users=loud)
        if board.access is Access.INTERACTION:
            await self._follow_up(
                match,
                board,
                key,
                lambda webhook: webhook.send(
                    view=view, allowed_mentions=mentions, silent=peaceful, wait=True
                ),
            )
            return
        channel = self._client.get_partial_messageable(board.channel)
        await self._post(
            match,
            key,
            board.channel,
            lambda: channel.send(view=view, allowed_mentions=mentions, silent=peaceful),
        )

    async def _send_direct(self, match: Match, call: _CallText, key: CallKey) -> bool:
        try:
            channel = await self._client.create_dm(discord.Object(call.player.id))
        except LOST as error:
            log.info("no direct message in match %s: %s", match.id, error)
            return False
        return await self._post(match, key, channel.id, lambda: channel.send(**call.arguments()))

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

    async def _delete(self, call: Call) -> None:
        channel = self._client.get_partial_messageable(call.channel)
        message = channel.get_partial_message(call.message)
        if await self.posts.remove(call.channel, call.message, message.delete):
            self._store.note_removed(call)

    async def _remove(self, message: discord.Message) -> None:
        await self.posts.remove(message.channel.id, message.id, message.delete)


def _call_of(match: Match) -> Reminder:
    return Reminder.OVER if match.phase is Phase.OVER else Reminder.TURN


def _private_chat(board: Board) -> bool:
    """Whether the board is in one player's chat with the bot, invisible to others."""
    return not board.guild and board.access is Access.MEMBER


def _way_to(match: Match, board: Board) -> str:
    """The player's link to the match; a board in another player's chat is unreachable."""
    if not _private_chat(board) and board.message:
        return way_to(link_to(board, board.message))
    return tr("`{command}` shows the board again.", command=command(match.game, "board"))
