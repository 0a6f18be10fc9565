"""Calls players: to their turn, before their time runs out, and at the end of a match.

A call is a separate message, because an edit notifies nobody; the next call replaces it. Each
player chooses calls in the channel, by direct message or none, and the hours of silent calls. The
transaction of each change also stores its new and outdated calls, with their reasons
(``prowlerbot/match/call_rules.py``); here they are sent while they are right, and deleted.

After an outage, or at the end of a night, many reminders of a player may be due in one round. They
share one message in each place. When play goes on in a match, its reminder is removed from the
message; the last removal deletes the message.

Where the bot can only answer, it can delete a message for some minutes only, so a separate call
would stay for ever. There the board itself calls the players who are not there: the bot shows it
again below all other messages. A press on the board before it deletes that one.
"""

import logging
from collections.abc import AsyncIterator, Collection, Hashable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Protocol

import discord

from cogs.board.board_access import Absence, Answers
from cogs.board.call_messages import ONLY_DIRECT, Call, CallWords, fits_of, public_interaction
from cogs.board.match_message import Rendering
from cogs.board.views.question_views import seats_to_answer
from cogs.frame.interaction_gate import LatestChanges, Locks
from cogs.frame.outbox import Outbox, Sending
from cogs.frame.rate_limits import Pings, clock
from cogs.frame.replies import LOST, AnyInteraction, current_interaction, say, surely_refused
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, Refused
from prowlerbot.core.i18n import get_language, speaking, tr
from prowlerbot.core.posts import HELD, Post, PostKind, PostState
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match import closing
from prowlerbot.match.call_rules import (
    CallKey,
    DueCall,
    Until,
    Whom,
    Word,
    call_key,
    free_seats,
    further_calls,
    gone_seats,
    is_there,
    key_of,
    last_awaited,
    reason_of,
    standing_calls,
    wants_calls,
    word_of,
)
from prowlerbot.match.deadlines import in_peace
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.scene import Access, Board, Scene
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service
from prowlerbot.storage.post_store import call_post

log = logging.getLogger(__name__)

_PAUSE = 60
"""The least seconds until a refused call is sent again."""
_TRIES_LEFT = 10
"""The part of the remaining time after which a refused reminder is sent again."""
_CALLED_LATEST = 15 * 60
"""Seconds after which a refused call to a turn is no longer sent; reminders come anyway."""
_REMEMBERED = 1_000
"""The number of players that no direct message has reached; their next press tells them."""
_ALONE = f"{Word.TURN}:alone"
"""The part of the call to a player who is awaited alone, where the bot can only answer."""


class CalledBoards(Protocol):
    """The boards, as far as calls change them."""

    async def redraw(self, match_id: str) -> object: ...

    async def show_calling(
        self, interaction: AnyInteraction, read_scene: Scene, call: Sending
    ) -> Scene:
        """Show a match in a new message with a call."""


@dataclass(eq=False)
class Calls:
    """Decides which calls are sent now; after a crash, the outbox continues with the rest.

    ``boards`` are those of Posting, which sets them.
    """

    _client: discord.Client
    _service: Service
    _rendering: Rendering
    _shown: LatestChanges
    posts: Outbox
    _absence: Absence
    _answers: Answers
    boards: CalledBoards = field(init=False)

    def __post_init__(self) -> None:
        self._store, self._outbox = self._service.store, self._service.store.outbox
        self.pings = Pings(clock)
        self._housekeeping = Housekeeping(self._service)
        self._words = CallWords(self._client, self._service, self._rendering)
        self._called = LatestChanges()
        self._matches, self._players = Locks(), Locks()
        self._unreached: Recent[int, bool] = Recent(_REMEMBERED)
        self.posts.add_kind(PostKind.CALL, self.finish, twice=True)

    # ------------------------------------------------------------------ which calls are due

    async def call(
        self, scene: Scene, *, presser: int = 0, reposted: bool = False, shown: bool = False
    ) -> bool:
        """Call the players to move, unless they have just pressed themselves.

        Where the bot can only answer, the board is shown again with the call, so that no old call
        stays behind; with ``shown``, also for a player who has to go on with it, and with a call
        elsewhere. Returns whether it was.

        The calls of a match go out one by one, without the lock of the board, because Discord may
        delay a busy channel for seconds. The scene is read again after another move or call, so
        nobody is called to a past turn, or again to the same move, unless the board is
        ``reposted``: in a new message.
        """
        match_id = scene.match.id
        self.pings.restart_counts(presser, (player.id for player in scene.match.players))
        async with self._one_by_one(match_id, scene) as current:
            if current.match.moment > scene.match.moment:
                presser = 0  # somebody else has moved since, so it may be their turn again
            try:
                return await self._replace_calls(current, presser, reposted=reposted, shown=shown)
            finally:
                self._called.count_change(match_id)
                await self._tell_unreached(current, presser)

    async def step_made(self, scene: Scene, user: int) -> None:
        """Update the calls after a secret step, which calls nobody, because nobody else sees it.

        The call to a decision is deleted once the decision is made, and not repeated after an undo.
        All see who has finished. Where the bot can only answer, that calls a player who is then
        awaited alone, as no later call may reach them.
        """
        match_id, seat = scene.match.id, scene.match.seat_of(user)
        async with self._one_by_one(match_id, scene) as current:
            if seat in self._service.to_move(current.match):
                return
            await self._delete([call for call in current.calls if key_of(call).seat == seat])
            if current.board is not None and current.board.access is Access.INTERACTION:
                alone = await self._call_alone(current, current.board, user)
                left, _ = await self._show_with(current, alone, by=user, anyway=False)
                await self._send(left, by=user)

    async def tell_refused(self, scene: Scene) -> None:
        """Call a player about their refused question, if no private message can reach them."""
        match, question = scene.match, scene.match.question
        if question is not None:
            part = f"{Word.REFUSED}:{match.revision}"
            for post in await self._note(scene, call_key(match, question.seat), part):
                await self.send(scene, post)

    async def remind(self, scene: Scene, due: DueCall) -> None:
        """Send the due reminder of a seat, with all others of its player that are due now."""
        player = scene.match.player(due.key.seat).id
        async with self._players.lock_for(player):
            if noted := await self._outbox.note_calls(scene.match.id, [due]):
                others = await self._housekeeping.other_reminders(player, scene.match.id)
                await self._send_reminders(player, [(scene, noted[0]), *others])

    async def send(self, scene: Scene, post: Post) -> None:
        """Send a recorded call, unless another task has sent it."""
        async with self._one_by_one(scene.match.id, scene) as current:
            if all(call.name != post.name for call in current.calls):
                await self._send_recorded(current, [post])

    async def finish(self, post: Post) -> None:
        """Continue with a call after a pause, a crash or a failure of Discord; with it go all that
        may share its message.
        """
        match_id, since = post.name.subject, self._service.now() - HELD
        if post.message:
            await self._delete([post])
        elif reason_of(post).until is Until.LATE and post.state is PostState.NOTED:
            async with self._housekeeping.sparing(match_id):
                player = (await self._service.match(match_id)).player(key_of(post).seat).id
                async with self._players.lock_for(player):
                    calls = await self._outbox.calls_of(player, since)
                    late = [call for call in calls if reason_of(call).until is Until.LATE]
                    await self._send_reminders(player, [(None, call) for call in late])
        else:
            async with self._housekeeping.sparing(match_id), self._one_by_one(match_id) as scene:
                waiting = await self._outbox.waiting_posts(match_id)
                if post in waiting:
                    held = [it for it in waiting if it.begun_at <= since or it.name == post.name]
                    await self._send_recorded(scene, [it for it in held if _is_unsent(it)])

    @asynccontextmanager
    async def _one_by_one(self, match_id: str, scene: Scene | None = None) -> AsyncIterator[Scene]:
        """Let one task at a time handle the calls of a match.

        The bot reads the scene if none is given, and again after another move or call.
        """
        async with self._matches.lock_for(match_id):
            if scene is None or self._shown.missing_in(scene) or self._called.missing_in(scene):
                scene = await self._service.scene(match_id)
            yield scene

    def _is_right(self, post: Post, match: Match) -> bool:
        if reason_of(post).until is Until.NEXT:
            return match.phase is Phase.PLAYING
        return key_of(post) in standing_calls(match, self._service.to_move(match))

    async def _note(self, scene: Scene, key: CallKey, part: str) -> list[Post]:
        """Record a new call; returns it unless there was one of that key and part before."""
        due = DueCall(key, part, self._service.now())
        return await self._outbox.note_calls(scene.match.id, [due])

    async def _replace_calls(
        self, scene: Scene, presser: int, *, reposted: bool, shown: bool
    ) -> bool:
        """Send the calls that are due now, then delete outdated ones.

        A seat is called once to each of its decisions, and such a call stays while others change.
        Calls about the whole match (a question, its end) replace all others. Returns whether the
        board was shown again.
        """
        match, board, question = scene.match, scene.board, scene.match.open_question
        if board is None or match.phase is Phase.LOBBY:
            return False
        right = standing_calls(match, self._service.to_move(match))
        called = {key_of(call) for call in scene.calls if call.state is PostState.SENT}
        if question is not None and called & right and not presser and not reposted:
            return False
        replaces_all = (reposted and match.phase is Phase.PLAYING) or question is not None
        stay = free_seats(match) | gone_seats(match) if replaces_all else right
        replaced = [call for call in scene.calls if key_of(call) not in stay]
        # Perhaps a duty sends them in place of a crashed process.
        sent = {call.name for call in scene.calls}
        noted = [post for post in self._store.calls.take(match.id) if post.name not in sent]
        fresh = {key_of(post): post for post in noted if key_of(post) in right}
        told = called & stay
        needless = [it for it in fresh.values() if _is_needless(match, it, presser, told)]
        self._outbox.note_gone(*needless)
        posts = [it for it in fresh.values() if it not in needless and not self._waits(board, it)]
        seats = self._service.to_move(match), self._service.unaware_seats(match)
        told |= {*fresh}
        now = self._service.now()
        further = further_calls(scene, seats, told, now, presser=presser, reposted=reposted)
        posts += await self._outbox.note_calls(match.id, further)
        if replaces_all and replaced:  # else the change has outdated them
            await self._outbox.outdate(replaced)
        calls = list[Call]()
        for post in posts:
            calls += await self._make_calls(scene, board, post, again=key_of(post) in called)
        shown = shown and question is None
        if question is None and not reposted:
            calls, shown = await self._show_with(scene, calls, by=presser, anyway=shown)
        await self._send(calls, by=presser)
        await self._delete(replaced)
        return shown

    def _waits(self, board: Board, post: Post) -> bool:
        """Whether a duty sends a call later. Players who are there are called once they pause;
        where the bot can only answer, no later call is possible.
        """
        later = reason_of(post).until is Until.DECIDED and post.begun_at > self._service.now()
        return later and board.access is Access.MEMBER

    # ------------------------------------------------------------------ recorded calls

    async def _send_reminders(
        self, player: int, reminders: Iterable[tuple[Scene | None, Post]]
    ) -> None:
        """Send the recorded reminders of a player that are still due."""
        calls = list[Call]()
        for scene, post in reminders:
            match = post.name.subject
            async with self._housekeeping.sparing(match), self._one_by_one(match, scene) as it:
                if it.match.seat_of(player) == key_of(post).seat:
                    calls += await self._make_due(it, post)
        await self._send(calls)

    async def _send_recorded(self, scene: Scene, posts: Iterable[Post]) -> None:
        """Send recorded calls of a match that are still due."""
        calls = list[Call]()
        for post in posts:
            told = {key_of(call) for call in scene.calls} | {key_of(it.post) for it in calls}
            calls += await self._make_due(scene, post, told)
        await self._send(calls)
        self._called.count_change(scene.match.id)

    async def _make_due(
        self, scene: Scene, post: Post, told: Collection[CallKey] = ()
    ) -> list[Call]:
        """Make a recorded call ready if it is still due; else take it back or drop it."""
        if post.state is PostState.OUTDATED or not self._is_right(post, scene.match):
            await self._take_back(scene, post)
        elif scene.board is None or self._is_past(scene, post, told):
            self._outbox.note_gone(post)
        else:
            return await self._make_calls(scene, scene.board, post, again=True)
        return []

    def _is_past(self, scene: Scene, post: Post, told: Collection[CallKey]) -> bool:
        """Whether the time of a call is over, or one that was ``told`` says the same."""
        match, key, word, now = scene.match, key_of(post), word_of(post), self._service.now()
        last = last_awaited(match, self._service.to_move(match), now)  # their call has more to say
        same = word in {Word.TURN, Word.AGAIN} and (key in told or last == key.seat)
        late = word is Word.CLAIM and not self._service.late_seats(scene)  # perhaps they have moved
        if reason_of(post).until is Until.LATE:
            late = (self._service.deadline(scene, key.seat) or 0) <= now
        return late or same or (match.phase is Phase.OVER and now - match.changed_at > DAY)

    async def _make_calls(
        self, scene: Scene, board: Board, post: Post, *, again: bool
    ) -> list[Call]:
        """Make a recorded call ready; drop it if its player's data was deleted. A question to all
        is recorded also for those who read it elsewhere, and makes no sound if put ``again``.
        """
        match, key, (until, whom, loud, _) = scene.match, key_of(post), reason_of(post)
        if whom is Whom.PLACE:
            return [Call(scene, board, post, 0)]
        if whom is Whom.ASKED:
            asking = post.name.part.split(":")
            if own := "".join(asking[2:]):
                return [Call(scene, board, post, int(own), not again)]
            calls = [Call(scene, board, post, 0, not again)]
            for seat in self._asked_seats(scene, direct=True):
                noted = await self._note(scene, key, f"{post.name.part}:{seat}")
                calls += [Call(scene, board, own, seat, not again) for own in noted]
            return calls
        seat = key.called
        if whom is Whom.LEAVER and (leaver := match.player(seat).leaver):
            # The machine may have the seat by now.
            players, choices = list(match.players), list(scene.choices)
            players[seat - 1] = replace(players[seat - 1], id=leaver)
            choices[seat - 1] = await self._service.player(leaver)
            match = replace(match, players=tuple(players))
            scene = replace(scene, match=match, choices=tuple(choices))
        if not match.player(seat).is_person:
            self._outbox.note_gone(post)
            return []
        guests = board.access is Access.INTERACTION or (board.in_a_chat and bool(board.message))
        brought = guests and await self._store.showings.was_brought(board.match, board.channel)
        by = self._service.deadline(scene, seat) if until is Until.LATE else None
        return [Call(scene, board, post, seat, loud, brought, by or 0)]

    def _asked_seats(self, scene: Scene, *, direct: bool) -> list[int]:
        """The seats that are asked the open question, in their own chats or in public."""
        match, board = scene.match, scene.board
        if (question := match.open_question) is None or board is None:
            return []
        seats = seats_to_answer(match, self._service.timeline(match, None), question)
        wanted = [seat for seat in seats if wants_calls(scene, seat)]
        own = {seat for seat in wanted if scene.choices_of(seat).calls == "dm" or board.in_a_chat}
        return [seat for seat in wanted if (seat in own) is direct]

    # ------------------------------------------------------------------ sending

    async def _send(self, calls: Iterable[Call], *, by: int = 0) -> None:
        """Send calls to the chosen places, or to the channels if that fails; those that are alike
        share a message.

        Other players cannot see a board in one player's chat with the bot, so they are called in
        their own chats. Without membership, the bot can only call in a follow-up. A call makes no
        sound if the user ``by`` who caused it has caused too many calls to this player.
        """
        wanted = [self._heard(call, by) for call in await self._drop_unwanted(calls)]
        left = [call for call in wanted if not call.direct]
        for together in _group_by_message((call for call in wanted if call.direct), direct=True):
            first = together[0]
            own = first.scene.choices_of(first.seat).language
            with speaking(own or self._words.language_at(first)):
                content = self._words.message(together, direct=True)
            if await self._send_direct(together, content):
                await self._start_clocks(together)
            elif first.word in ONLY_DIRECT:
                self._outbox.note_gone(first.post)
            else:
                left += together
        for together in _group_by_message(left, direct=False):
            first = together[0]
            with speaking(self._words.language_at(first)):  # everybody reads it
                content = self._content(together, by)
            public = not first.board.in_a_chat and (first.scene.server.calls or not first.seat)
            if not public or not await self._send_public(together, content):
                await self._start_clocks(together, reached=False)
                for call in together:
                    await self._try_later(call)

    def _content(self, calls: Sequence[Call], by: int) -> Sending:
        """The message of calls in their channel; a question there calls all who read it there."""
        first, *_ = calls
        if first.seat:
            return self._words.message(calls)
        asked = [first._replace(seat=seat) for seat in self._asked_seats(first.scene, direct=False)]
        heard = [call.player.id for call in asked if self._heard(call, by).loud]
        return self._words.to_place(first, heard)

    async def _drop_unwanted(self, calls: Iterable[Call]) -> list[Call]:
        """Drop the calls to players who do not want them, whose clocks start, and to those who have
        left the server, so the opponent is called instead. Returns the rest.
        """
        kept = list[Call]()
        for call in calls:
            absent = await self._is_absent(call)
            if not absent and (not call.seat or wants_calls(call.scene, call.seat)):
                kept.append(call)
                continue
            self._outbox.note_gone(call.post)
            if absent:
                await self._tell_absence(call)
            else:
                off = call.scene.choices_of(call.seat).calls == "off"  # else by the server's choice
                reached = off or public_interaction(call.board) is not None
                await self._start_clocks([call], reached=reached)
        return kept

    async def _is_absent(self, call: Call) -> bool:
        """Whether a player who gets a call has left the server."""
        if not call.seat or self.posts.is_closed(call.board.channel):  # nothing is sent there
            return False
        asks = wants_calls(call.scene, call.seat) or call.reason.until is Until.LATE
        return asks and await self._absence.has_left(call.scene, call.player.id)

    async def _tell_absence(self, absent: Call) -> None:
        """Tell the others in the match of a player who has left the server what that changes, once
        for each decision.

        The clock runs on. Of three or four, those who are to move themselves are called to their
        turn alone.
        """
        scene, match = absent.scene, absent.scene.match
        decides = absent.reason.until in {Until.DECIDED, Until.LATE}
        if not decides or match.phase is not Phase.PLAYING or match.terms.competition:
            return
        others = match.voters - {absent.seat}
        if len(match.players) > 2:
            others -= self._service.to_move(match)
        part = f"{Word.ABSENCE}:{match.decision(absent.seat).moment}"
        for seat in sorted(others):
            for post in await self._note(scene, call_key(match, seat), part):
                await self._send([Call(scene, absent.board, post, seat)])

    def _heard(self, call: Call, by: int) -> Call:
        """A call as it is sent: without a sound in quiet hours and after too many by this user."""
        if not call.seat:
            return call
        player, choices = call.player.id, call.scene.choices_of(call.seat)
        loud = call.loud and (not by or self.pings.take(by, player))
        return call._replace(loud=loud and not in_peace(choices, self._service.now()))

    async def _show_with(
        self, scene: Scene, calls: list[Call], *, by: int, anyway: bool
    ) -> tuple[list[Call], bool]:
        """Show the board again with the calls to players who are not there, where the bot can only
        answer. With ``anyway``, it also calls a player who is awaited alone, and a board with moves
        is shown if others are called in other ways, or nobody but the presser is awaited.

        Returns the calls that are left, and whether the board was shown.
        """
        match, board, now = scene.match, scene.board, self._service.now()
        told = [it for it in calls if it.behind and it.seat and not it.loud]
        self._outbox.note_gone(*(call.post for call in told))  # the board has the same text
        calls = [call for call in calls if call not in told]
        if board is None or board.access is Access.MEMBER or match.phase is not Phase.PLAYING:
            return calls, False
        turns = [call for call in calls if call.reason.until is Until.DECIDED]
        if anyway and not turns:
            turns = await self._call_alone(scene, board, by)
            calls += turns
        together = [call for call in turns if call.behind and wants_calls(scene, call.seat)]
        left, interaction = [it for it in calls if it not in together], public_interaction(board)
        alone = self._rendering.face(match).private  # nobody looks at the board
        away = any(anyway or alone or not is_there(match, call.seat, now) for call in together)
        waited = (match.player(seat) for seat in self._service.to_move(match))
        goes_on = turns or all(each.id == by or each.is_machine for each in waited)
        if interaction is None or not (away or (anyway and goes_on and not alone)):
            return [*left, *together], False
        seen = match  # as it is once they are called
        for call in together:
            seen = closing.seen_by(seen, self._service.context(seen), call.seat)
        heard = [self._heard(call, by) for call in together]
        with speaking(self._words.language_at(together[0]) if together else get_language()):
            content = self._words.message(heard, shown=True)
        try:
            after = await self.boards.show_calling(interaction, replace(scene, match=seen), content)
        except (*LOST, Refused) as error:
            log.warning("no board with a call in match %s: %s", match.id, error)
            return [*left, *together], False
        # There is no message to delete but the board.
        self._outbox.note_gone(*(call.post for call in together))
        await self._start_clocks(together)
        return [call._replace(board=after.board or board) for call in left], True

    async def _call_alone(self, scene: Scene, board: Board, presser: int) -> list[Call]:
        """Record a call to the only player whom a match waits for, once a decision and not if that
        player is there, looking at a board of all.
        """
        match, seats = scene.match, self._service.to_move(scene.match)
        seat = next(iter(seats), 0)
        if len(seats) != 1 or not match.player(seat).is_person:
            return []
        key, now = call_key(match, seat), self._service.now()
        call = Call(scene, board, call_post(match.id, DueCall(key, _ALONE, now)), seat)
        if call.player.id == presser or not wants_calls(scene, seat):
            return []
        there = is_there(match, seat, now) and not self._rendering.face(match).private
        return [call] if not there and await self._note(scene, key, _ALONE) else []

    async def _send_direct(self, calls: Sequence[Call], content: Sending) -> bool:
        """Send calls to one player to their chat with the bot, in one message."""
        player, sent = calls[0].player.id, False
        try:
            channel = (await self._client.create_dm(discord.Object(player))).id
            sent = await self._post(channel, calls, content)
        except LOST as error:
            log.info("no direct message in match %s: %s", calls[0].scene.match.id, error)
        if not sent and calls[0].board.access is Access.INTERACTION:
            self._unreached.keep(player, True)
        return sent

    async def _tell_unreached(self, scene: Scene, player: int) -> None:
        """Tell a player once, at their next press, why no call has come by direct message."""
        interaction = current_interaction(scene.board.channel) if scene.board is not None else None
        if interaction is None or not self._unreached.find(player):
            return
        self._unreached.drop(player)
        words = tr(
            "I could not remind you by direct message. To get reminders of matches here, add me to"
            " your account, or allow direct messages from me."
        )
        try:
            await say(interaction, words)
        except LOST as error:
            log.info("the message about a missed reminder was not delivered: %s", error)

    async def _send_public(self, calls: Sequence[Call], content: Sending) -> bool:
        """Send calls to their channel, without membership behind an answer; False if refused."""
        board = calls[0].board
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
            self._outbox.note_gone(*(call.post for call in calls))
            await self._start_clocks(calls, reached=False)
            return True
        self._answers.keep(sent.id, interaction, first=False)
        for call in calls:
            await self._outbox.note_sent(replace(call.post, message=sent.id))
        await self._start_clocks(calls, reached=not calls[0].brought)
        return True

    async def _post(self, channel: int, calls: Sequence[Call], content: Sending) -> bool:
        """Send and record calls in one message; silent calls too.

        Returns False if Discord refused the message. If the outcome is unknown, the bot searches
        for the message later. A message whose calls are no longer due when its turn comes is
        dropped.
        """

        async def is_due() -> bool:
            now = [await self._service.match(each) for each in matches]
            return any(map(self._is_right, [call.post for call in calls], now))

        matches = [each.scene.match.id for each in calls]
        (post, fits), *others = [
            (replace(it.post, channel=channel), fits_of(it.scene, it.post)) for it in calls
        ]
        try:
            await self.posts.send(post, content, fits, is_due=is_due, others=others)
        except LOST as error:
            log.warning("no call in match %s: %s", ", ".join(matches), error)
            return not surely_refused(error)
        for match_id in matches:
            self._called.count_change(match_id)
        return True

    async def _start_clocks(self, calls: Sequence[Call], *, reached: bool = True) -> None:
        """Start the clocks of players who can know of their turns now. Without ``reached``, their
        clocks wait. In a server of the bot no clock waits, as its boards are up to date.
        """
        change = closing.seen_by if reached else closing.unseen_by
        for call in calls:
            match, part = call.scene.match, call.post.name.part
            counts = call.reason.until is Until.DECIDED if reached else part in {Word.TURN, _ALONE}
            if not counts or (call.board.access is Access.MEMBER and not call.brought):
                continue
            with suppress(Denied):  # it is over meanwhile
                if change(match, self._service.context(match), call.seat) is not match:
                    await self._service.apply(match, change, call.seat)
                    await self.boards.redraw(match.id)

    async def _try_later(self, call: Call) -> None:
        """Schedule a refused call again.

        A call to a turn is sent again for some minutes, a reminder until its time is up. The less
        time is left, the sooner the next attempt.
        """
        match, now, at = call.scene.match, self._service.now(), 0
        if call.by:
            at = now + max(_PAUSE, (call.by - now) // _TRIES_LEFT)
        elif call.seat:
            over = match.phase is Phase.OVER
            since = now - (match.changed_at if over else match.decision(call.seat).since)
            at = now + max(_PAUSE, since) if 0 <= since <= _CALLED_LATEST else 0
        if at:
            await self._outbox.note_refused(call.post, at)
        else:
            self._outbox.note_gone(call.post)

    # ------------------------------------------------------------------ deleting

    async def _take_back(self, scene: Scene, post: Post) -> None:
        """Delete a call that is no longer due; the record stays until it is known to be gone."""
        fits = fits_of(scene, post)
        for channel in await self._channels(scene, key_of(post).called):
            placed = replace(post, channel=channel)
            try:
                placed = replace(placed, message=await self.posts.find_message(placed, fits))
            except LOST as error:
                log.info("it is unknown whether a call was sent in %s: %s", scene.match.id, error)
                if not surely_refused(error):
                    return
            if placed.message:
                await self.posts.delete(placed)
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
            late, over = reason_of(call).until is Until.LATE, key_of(call).seat < 0
            shared = late or over or not call.channel  # behind an answer
            rest = await self._outbox.posts_beside(call) if shared else []
            if not rest:
                await self.posts.delete(call, self._answers.deletion(call.message))
                continue
            self._outbox.note_gone(call)
            if call.channel:
                await self._rewrite(rest)

    async def _rewrite(self, posts: Sequence[Post]) -> None:
        """Leave only these calls in their message; edits make no sound."""
        calls = list[Call]()
        for post in posts:
            scene = await self._service.scene(post.name.subject)
            if scene.board is not None and self._is_right(post, scene.match):
                calls += await self._make_calls(scene, scene.board, post, again=True)
        if not calls:
            return
        first, shown = calls[0], calls[0].post
        own = first.scene.choices_of(first.seat).language
        language = own if shown.channel != first.board.channel else None
        with speaking(language or self._words.language_at(first)):
            content = self._words.message(calls)["content"]
        place = self._client.get_partial_messageable(shown.channel)
        try:
            await place.get_partial_message(shown.message).edit(content=content)
        except LOST as error:
            log.info("a message of reminders stays as it is: %s", error)


def _is_needless(match: Match, post: Post, presser: int, told: Collection[CallKey]) -> bool:
    """Whether a new call to a decision tells its player nothing: one that was ``told`` says the
    same, or the player has pressed. The presser is called only after a question, again.
    """
    own = match.seat_of(presser) == key_of(post).called and word_of(post) is not Word.AGAIN
    return reason_of(post).until is Until.DECIDED and (own or key_of(post) in told)


def _is_unsent(post: Post) -> bool:
    """Whether a post is a call without a message that waits for its match alone."""
    late = reason_of(post).until is Until.LATE and post.state is PostState.NOTED
    return post.name.kind is PostKind.CALL and not post.message and not late


def _group_by_message(calls: Iterable[Call], *, direct: bool) -> list[list[Call]]:
    """Calls to one kind of place, grouped by message."""
    grouped: dict[Hashable, list[Call]] = {}
    for call in calls:
        grouped.setdefault(call.sharing_key(direct=direct), []).append(call)
    return [*grouped.values()]
