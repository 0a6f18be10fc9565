"""Sends the calls of a match to their places: their words, their records and their deletion."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, NamedTuple

import discord

from cogs.board.board_access import Absence, Answers
from cogs.board.match_message import Rendering
from cogs.board.shown_messages import LatestChanges, link_to
from cogs.board.views.match_views import due_line, names, others, way_to
from cogs.board.views.question_views import refused_line, taken_back_line
from cogs.board.views.results_text import ended_sentence
from cogs.contract.face import Face
from cogs.contract.plain_words import label
from cogs.frame.interaction_gate import Locks
from cogs.frame.names import command
from cogs.frame.outbox import Fits, Outbox, Sending, custom_ids
from cogs.frame.rate_limits import Pings, clock
from cogs.frame.replies import LOST, AnyInteraction, current_interaction, pinging, surely_refused
from cogs.presses.addresses import MatchPress
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import Language, listed, mark, speaking, spoken, tr, trn
from prowlerbot.core.posts import Post
from prowlerbot.match import closing
from prowlerbot.match.agreements import UNFOUND
from prowlerbot.match.call_rules import (
    REMINDERS,
    TO_A_TURN,
    CallKey,
    DueCall,
    Word,
    key_of,
    standing_calls,
    word_of,
)
from prowlerbot.match.deadlines import in_peace
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.scene import Access, Board, Scene
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.match_service import Service
from prowlerbot.storage.post_store import call_post

_TURN = {
    1: mark("{player}, your turn in {game}."),
    2: mark("{player}, your turn in {game} against {others}."),
    3: mark("{player}, your turn in {game} with {others}."),
}
"""By the number of players; 3 means three or more."""
_OUT_OF_TURN = mark("{player}, you must move out of turn in {game}. {reason}")
_REMINDERS = {
    Word.HALF: mark("{player}, half of your time in {game} has passed. Your move is due {when}."),
    Word.LAST: mark("{player}, your time in {game} is nearly up. Your move is due {when}."),
}
_PLAIN = {
    Word.GONE: mark(
        "{player}, your time ran out, and you had to leave the match of {game}. It goes on"
        " without you."
    ),
    Word.AWAITED: mark("{player}, all others have decided: the match of {game} waits for you."),
}
_ALL_TO_MOVE = mark("{players}, you are to move in {game}.")
_TOGETHER = mark("{player}, your moves are due in several matches:")
_MORE = mark("There are more: `{command}` shows them all.")
LONGEST_CALL = 2_000
"""Discord's limit for a message of plain text."""
_MOST_TOLD = 4
"""The most events in a call after a plan; if there are more, it has only the last one."""
_ABSENT = mark(
    "{player}, {others} has left this server, and the clock runs on. Once the time is up,"
    " `{command}` wins you the match."
)
_ABSENT_WITHOUT_LIMIT = mark(
    "{player}, {others} has left this server. If no move comes within {count} days, `{command}`"
    " wins you the match."
)
_ABSENT_OF_MANY = mark(
    "{player}, {others} has left this server, and the clock runs on. Once the time is up,"
    " `{command}` takes them out of the match."
)
_ABSENT_OF_MANY_WITHOUT_LIMIT = mark(
    "{player}, {others} has left this server. If no move comes within {count} days, `{command}`"
    " takes them out of the match."
)


class Due(NamedTuple):
    """A move of a seat is due by then; ``link`` leads to its match."""

    by: int
    match: Match
    seat: int
    link: str


@dataclass(eq=False)
class CallWords:
    """Writes calls. Everybody may read them, so they have only what a spectator may know.

    ``player`` is the mention of the called player.
    """

    _service: Service
    _rendering: Rendering

    def of(self, scene: Scene, seat: int, word: Word, player: str) -> str:
        """The call to a seat for this reason; by default to its turn, or to the end."""
        match, absent = scene.match, scene.match.voters - {seat}
        game = self._rendering.face(match).title
        if word in _REMINDERS and (due := self._service.deadline(scene, seat)):
            return tr(_REMINDERS[word], player=player, game=game, when=f"<t:{due}:R>")
        if word in _PLAIN:
            return tr(_PLAIN[word], player=player, game=game)
        if word is Word.ABSENCE and absent:
            return _absence(match, min(absent & self._service.to_move(match) or absent), player)
        if word is Word.REFUSED:
            known = self._service.timeline(match, None)
            return f"{player} {refused_line(match, known, self._rendering.face(match))}"
        if match.phase is Phase.OVER:
            ended = self._ended(match)
            sentence = mark("{player}, your match of {game} is over. {ended}")
            return tr(sentence, player=player, game=game, ended=ended)
        return self._turn(match, seat, player)

    def _turn(self, match: Match, seat: int, player: str) -> str:
        """The last event, if another player caused it, and the turn of this seat."""
        known = self._service.timeline(match, None)
        face, who, happened = self._rendering.face(match), names(match), ""
        if known.plays and known.plays[-1].seat != seat:
            happened = self._happened(known, face, seat, who)
        if undone := taken_back_line(match, known, face, seat):
            happened = undone.removesuffix(".")
        event = f" {happened}." if happened else ""
        if reason := face.out_of_turn(known.views, seat, who):
            return tr(_OUT_OF_TURN, player=player, game=face.title, reason=reason) + event
        # In a match of two, the event names the opponent.
        number = 1 if happened and len(match.players) == 2 else min(len(match.players), 3)
        company = listed(others(match, match.player(seat).id))
        return tr(_TURN[number], player=player, game=face.title, others=company) + event

    @staticmethod
    def _happened(known: Timeline, face: Face, seat: int, who: Sequence[str]) -> str:
        """The last event.

        For a seat that moved by a plan: the number of those moves, and a few events since the
        player's own last move.
        """
        first = known.since(seat)
        planned = sum(play.seat == seat for play in known.plays[first:])
        since = known.ply - first if planned else 1
        plies = range(known.ply if since > _MOST_TOLD else known.ply - since + 1, known.ply + 1)
        events = [face.recap(known.views_until(ply), who) for ply in plies]
        if planned:
            made = trn("Your plan made {count} move.", "Your plan made {count} moves.", planned)
            events.insert(0, made.removesuffix("."))
        return ". ".join(map(label, filter(None, events)))

    def of_all(self, match: Match, players: str) -> str:
        """The call to all of these players, by their mentions: to their turn, or to the end."""
        face, who = self._rendering.face(match), names(match)
        if match.phase is Phase.OVER:
            sentence = mark("{players}, the match of {game} is over. {ended}")
            return tr(sentence, players=players, game=face.title, ended=self._ended(match))
        known = self._service.timeline(match, None)
        event = face.recap(known.views_until(known.ply), who) if known.plays else ""
        told = f" {label(event)}." if event else ""
        return tr(_ALL_TO_MOVE, players=players, game=face.title) + told

    def _ended(self, match: Match) -> str:
        known = self._service.timeline(match, None)
        ended = ended_sentence(match, known, self._rendering.face(match)).removesuffix(".")
        return f"{ended}."

    def together(self, player: str, due: Sequence[Due]) -> str:
        """The reminders of a player in several matches, the most urgent first, as many as fit."""
        text, more = tr(_TOGETHER, player=player), f"\n{tr(_MORE, command=command('matches'))}"
        for at, (by, match, seat, link) in enumerate(sorted(due, key=attrgetter("by")), 1):
            title, user = self._rendering.face(match).title, match.player(seat).id
            line = f"\n- [{title}]({link}) · **{listed(others(match, user))}** · {due_line(by)}"
            if len(text + line + more * (at < len(due))) > LONGEST_CALL:
                return text + more
            text += line
        return text


def _absence(match: Match, absent: int, player: str) -> str:
    """The absence of a player, and the options of the others."""
    claim, other = command(match.game, "time-up"), names(match)[absent - 1]
    sentence = _ABSENT if match.terms.pace else _ABSENT_WITHOUT_LIMIT
    if len(match.voters) > 2:
        sentence = _ABSENT_OF_MANY if match.terms.pace else _ABSENT_OF_MANY_WITHOUT_LIMIT
    return tr(sentence, player=player, others=other, command=claim, count=UNFOUND // DAY)


log = logging.getLogger(__name__)

_PAUSE = 60
"""The least seconds until a refused call is sent again."""
_TRIES_LEFT = 10
"""The part of the remaining time after which a refused reminder is sent again."""
_CALLED_LATEST = 15 * 60
"""Seconds after which a refused call to a turn is no longer sent; reminders come anyway."""
_OF_QUESTIONS = {"agree", "refuse", "withdraw"}


class Call(NamedTuple):
    """A recorded call to the player of a seat, in a match that has a place.

    If the match was ``brought`` there from another place, its players may not be there.
    """

    scene: Scene
    board: Board
    seat: int
    post: Post
    brought: bool = False

    @property
    def player(self) -> Player:
        return self.scene.match.player(self.seat)

    @property
    def direct(self) -> bool:
        """Whether the player is called in their own chat.

        This includes calls where the bot can only answer and nobody presses: reminders, and turns
        after a move from elsewhere.
        """
        wanted = self.scene.choices_of(self.seat).calls == "dm"
        if wanted or self.board.access is Access.MEMBER:
            return wanted or self.board.in_a_chat
        word, others = word_of(self.post), len(self.scene.match.people) > 1
        unanswered = word is Word.TURN and public_interaction(self.board) is None
        return word in REMINDERS or self.brought or (unanswered and others)


@dataclass(eq=False)
class CallSender:
    """Sends, records and deletes single calls; ``Calls`` decides when to call which player."""

    _client: discord.Client
    _service: Service
    _rendering: Rendering
    _shown: LatestChanges
    posts: Outbox
    _absence: Absence
    _answers: Answers
    redraw: Callable[[str], Awaitable[object]] = field(init=False)

    def __post_init__(self) -> None:
        self._store, self._outbox = self._service.store, self._service.store.outbox
        self.pings = Pings(clock)
        self._words = CallWords(self._service, self._rendering)
        self._called = LatestChanges()
        self._replaced: dict[str, list[Post]] = {}
        self._locks = Locks()

    @asynccontextmanager
    async def _one_by_one(self, match_id: str, scene: Scene | None = None) -> AsyncIterator[Scene]:
        """Let one task at a time handle the calls of a match.

        The bot reads the scene if none is given, and again after another move or call.
        """
        async with self._locks.lock_for(match_id):
            if scene is None or self._shown.missing_in(scene) or self._called.missing_in(scene):
                scene = await self._service.scene(match_id)
            yield scene

    def _right_calls(self, match: Match) -> frozenset[CallKey]:
        """The subjects of all calls that are still right for the match."""
        return standing_calls(match, self._service.to_move(match))

    async def _begin(self, scene: Scene, key: CallKey, part: str) -> Post | None:
        """Record a new call; None if there was a call of that key and part before."""
        post = self._post_of(scene, key, part)
        return post if await self._outbox.note_post(post) else None

    def _post_of(self, scene: Scene, key: CallKey, part: str) -> Post:
        return call_post(scene.match.id, DueCall(key, part, self._service.now()))

    @staticmethod
    def _wants(scene: Scene, seat: int) -> bool:
        """Whether the player of a seat is called at all."""
        choices, board = scene.choices_of(seat), scene.board
        direct = choices.calls == "dm" or (board is not None and board.in_a_chat)
        return choices.calls != "off" and (direct or scene.server.calls)

    def _sentence(self, call: Call) -> str:
        """The sentence of a call with its player's mention, in the current language."""
        player = f"<@{call.player.id}>"
        return self._words.of(call.scene, call.seat, word_of(call.post), player)

    async def _call_player(
        self, calls: Sequence[Call], *, by: int = 0, quiet: bool = False
    ) -> None:
        """Send the calls to one player to the chosen place, or to the channels if that fails.

        Calls to the same place share a message. Other players cannot see a board in one player's
        chat with the bot, so they are called in their own chats. Without membership, the bot can
        only call in a follow-up. A call makes no sound if the user ``by`` who caused it has caused
        too many calls to this player.
        """
        wanted = [call for call in calls if self._wants(call.scene, call.seat)]
        for call in calls:
            if call not in wanted:
                self._outbox.note_gone(call.post)
                off = call.scene.choices_of(call.seat).calls == "off"  # else the server's choice
                here = public_interaction(call.board) is not None
                await self._note_reached([call], reached=off or here)
        if not wanted:
            return
        player, choices = wanted[0].player, wanted[0].scene.choices_of(wanted[0].seat)
        quiet = quiet or not self.pings.take(by, player.id)
        quiet = quiet or in_peace(choices, self._service.now())
        left = [call for call in wanted if not call.direct]
        for together in _by_place(call for call in wanted if call.direct):
            with speaking(choices.language or self._language_at(together[0])):
                written = self._written(together, quiet=quiet)
                if await self._send_direct(together, written):
                    await self._note_reached(together)
                else:
                    left += together
        for together in _by_place(left):
            first = together[0]
            with speaking(self._language_at(first)):  # everybody reads it
                written = self._written(together, quiet=quiet)
            public = not first.board.in_a_chat and first.scene.server.calls
            if not public or not await self._send_public(together, written):
                await self._note_reached(together, reached=False)
                for call in together:
                    await self._try_later(call.scene, call.seat, call.post)

    def _language_at(self, call: Call) -> Language:
        """The language of a place; without a server, it is the player's."""
        own = call.scene.choices_of(call.seat).language
        with speaking(own or spoken()):
            return self._rendering.language_in(call.scene.server, call.board.guild)

    async def _try_later(self, scene: Scene, seat: int, post: Post) -> None:
        """Schedule a refused call again.

        A call to a turn is sent again for some minutes, a reminder until its time is up. The less
        time is left, the sooner the next attempt.
        """
        match, now = scene.match, self._service.now()
        since = match.changed_at if match.phase is Phase.OVER else match.decision(seat).since
        by = self._service.deadline(scene, seat)
        if word_of(post) in REMINDERS:
            await self._outbox.note_refused(
                post, now + max(_PAUSE, ((by or now) - now) // _TRIES_LEFT)
            )
        elif 0 <= now - since <= _CALLED_LATEST:
            await self._outbox.note_refused(post, now + max(_PAUSE, now - since))
        else:
            self._outbox.note_gone(post)

    def _written(self, calls: Sequence[Call], *, quiet: bool) -> Sending:
        """The message of the calls to a player in one place, in the current language."""
        (scene, board, seat, *_), player = calls[0], calls[0].player
        if len(calls) > 1:
            text = self._words.together(f"<@{player.id}>", [self._due(call) for call in calls])
            return message(text, [player.id], quiet=quiet)
        text = f"{self._sentence(calls[0])} {way_there(board)}".rstrip()
        call = message(text, [player.id], quiet=quiet)
        words = scene.choices_of(seat).text_first
        return with_own_board(call, scene.match, board, words=words)

    def _due(self, call: Call) -> Due:
        by = self._service.deadline(call.scene, call.seat) or 0
        return Due(by, call.scene.match, call.seat, link_to(call.board, call.board.message))

    async def _send_direct(self, calls: Sequence[Call], content: Sending) -> bool:
        """Send calls to one player to their chat with the bot, in one message."""
        try:
            channel = (await self._client.create_dm(discord.Object(calls[0].player.id))).id
        except LOST as error:
            log.info("no direct message in match %s: %s", calls[0].scene.match.id, error)
            return False
        return await self._post(channel, calls, content)

    async def _send_public(self, calls: Sequence[Call], content: Sending) -> bool:
        """Send calls to the channel of their board; without membership, behind an answer.

        Returns False if Discord refused it.
        """
        board, posts = calls[0].board, [call.post for call in calls]
        if board.access is Access.MEMBER:
            taken = await self._post(board.channel, calls, content)
            if not taken:  # perhaps it may no longer write in the thread
                await self._store.boards.post_again(board, self._service.now(), outside=True)
            return taken
        interaction, sent = public_interaction(board), None
        try:
            if interaction is not None:  # a recent press to answer
                sent = await interaction.followup.send(**content, wait=True)
        except LOST as error:
            log.warning("no call in match %s: %s", board.match, error)
        if interaction is None or sent is None:
            self._outbox.note_gone(*posts)
            await self._note_reached(calls, reached=False)
            return True
        self._answers.keep(sent.id, interaction, first=False)
        for each in posts:
            outdated = self._replaced.pop(board.match, ())
            await self._outbox.note_sent(replace(each, message=sent.id), outdated)
        await self._note_reached(calls, reached=not calls[0].brought)
        return True

    async def _note_reached(self, calls: Sequence[Call], *, reached: bool = True) -> None:
        """Start the clocks of players who can know of their turns now. Without ``reached``, their
        clocks wait. In a server of the bot no clock waits, as its boards are up to date.
        """
        change = closing.seen_by if reached else closing.unseen_by
        for call in calls:
            match, part = call.scene.match, call.post.name.part
            counts = word_of(call.post) in TO_A_TURN if reached else part == Word.TURN
            if not counts or (call.board.access is Access.MEMBER and not call.brought):
                continue
            with suppress(Denied):  # it is over meanwhile
                if change(match, self._service.context(match), call.seat) is not match:
                    await self._service.apply(match, change, call.seat)
                    await self.redraw(match.id)

    async def _post(self, channel: int, calls: Sequence[Call], content: Sending) -> bool:
        """Send and record calls in one message; silent calls too.

        Returns False if Discord refused the message. If the outcome is unknown, the bot searches
        for the message later. A message whose calls are no longer due when its turn comes is
        dropped.
        """

        async def is_due() -> bool:
            now = [await self._service.scene(each.scene.match.id) for each in calls]
            return any(map(self._is_right, calls, now))

        matches = [each.scene.match.id for each in calls]
        (post, fits), *others = [
            (replace(it.post, channel=channel), _fits(it.scene, it.post)) for it in calls
        ]
        outdated = [post for each in matches for post in self._replaced.get(each, ())]
        try:
            sent = await self.posts.send(
                post, content, fits, outdated=outdated, is_due=is_due, others=others
            )
        except LOST as error:
            log.warning("no call in match %s: %s", ", ".join(matches), error)
            return not surely_refused(error)
        for match_id in matches:
            if sent:
                self._replaced.pop(match_id, None)
            self._called.note_change(match_id)
        return True

    def _is_right(self, call: Call, now: Scene) -> bool:
        """Whether a call is still due, as it was when its match was read."""
        key, match = key_of(call.post), call.scene.match
        if key in self._right_calls(match):
            return key in self._right_calls(now.match)
        return now.match.phase is match.phase

    async def _take_back(self, scene: Scene, post: Post) -> None:
        """Delete a call that is no longer due and may have been sent.

        The record stays while it is unknown whether the call was sent.
        """
        fits = _fits(scene, post)
        for channel in await self._channels(scene, key_of(post).called):
            try:
                message = await self.posts.history.find_message(channel, post.begun_at, fits)
            except LOST as error:
                log.info(
                    "it is unknown whether a call in match %s was sent: %s",
                    post.name.subject,
                    error,
                )
                if not surely_refused(error):
                    return
            else:
                if message is not None:
                    await self.posts.remove(channel, message.id, message.delete)
        self._outbox.note_gone(post)

    async def _channels(self, scene: Scene, called: int) -> list[int]:
        """The possible channels of a call: the board's channel, and the players' own chats."""
        board, match = scene.board, scene.match
        if board is None or board.access is not Access.MEMBER:
            return []
        channels = [board.channel] if board.message and scene.server.calls else []
        for seat in match.seats if called == 0 else {called} & {*match.seats}:
            direct = scene.choices_of(seat).calls == "dm" or board.in_a_chat
            if match.player(seat).is_person and direct:
                with suppress(*LOST):
                    chat = await self._client.create_dm(discord.Object(match.player(seat).id))
                    channels.append(chat.id)
        return channels

    async def _delete(self, calls: Iterable[Post]) -> None:
        for call in calls:
            await self.posts.delete(call, self._answers.deletion(call.message))


def public_interaction(board: Board) -> AnyInteraction | None:
    """The interaction being answered at a board, if all there see the answers. Without this
    permission of the presser, Discord shows an answer to the presser alone.
    """
    interaction = current_interaction(board.channel)
    if interaction is None or not interaction.guild_id:
        return interaction
    return interaction if interaction.permissions.use_external_apps else None


def _by_place(calls: Iterable[Call]) -> list[list[Call]]:
    """Calls to one player in one kind of place, grouped by message.

    A call with a button of its own, or behind an answer, is alone in its message.
    """
    grouped: dict[tuple[int, str], list[Call]] = {}
    for call in calls:
        board = call.board
        alone = not board.message or board.access is not Access.MEMBER
        channel = 0 if call.direct else board.channel
        grouped.setdefault((channel, call.scene.match.id if alone else ""), []).append(call)
    return [*grouped.values()]


def message(text: str, users: Iterable[int], *, quiet: bool) -> Sending:
    """A call to these users; a ``quiet`` one makes no sound."""
    return {"content": text, "allowed_mentions": pinging(users), "silent": quiet}


def _fits(scene: Scene, post: Post) -> Fits:
    """The test for the message of this call.

    It leads to the board, or to each player's own board, and is no other recorded call.
    """
    match, board, seat = scene.match, scene.board, key_of(post).called
    known = {call.message for call in scene.calls}
    called = f"<@{match.player(seat).id}>" if seat in match.seats else ""
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


def with_own_board(call: Sending, match: Match, board: Board, *, words: bool = False) -> Sending:
    """A call with the button that opens the reader's own board.

    It is for readers of ``words`` first, and for matches without a link: each player has their own
    board, or the board is in one player's chat with the bot.
    """
    if way_there(board) and not words:
        return call
    view = discord.ui.View(timeout=None)
    press, label = str(MatchPress("look", match.id)), tr("Open my board")
    button = discord.ui.Button[Any](label=label, custom_id=press, style=discord.ButtonStyle.success)
    view.add_item(button)
    view.stop()  # otherwise discord.py keeps it in memory
    return {**call, "view": view}


def way_there(board: Board) -> str:
    """The players' link to the match; empty if the match is shown in private chats only."""
    if board.in_a_chat or not board.message:
        return ""
    return way_to(link_to(board, board.message))
