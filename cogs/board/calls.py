"""Calls players: to their turn, before their time runs out, and at the end of a match.

A call is a separate message, because an edit notifies nobody; the next call replaces it. Each
player chooses calls in the channel, by direct message or none, and the hours of silent calls. The
transaction of each change also stores its new and outdated calls
(``prowlerbot/match/call_rules.py``).

Where the bot is not a member and can only answer, it can delete a message for some minutes only. A
separate call would stay there for ever. So the board itself calls the players who are not there:
the bot shows it again below all other messages. A press on the board before it deletes that one.

After an outage or a night, many reminders of a player may be due in one round. The bot sends one
message to each place, and all these posts share it. When play goes on in a match, its reminder is
removed from the message; the last removal deletes the message.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cogs.board.call_sender import (
    Call,
    CallSender,
    message,
    public_interaction,
    way_there,
    with_own_board,
)
from cogs.board.views.match_views import free_line
from cogs.board.views.question_views import question_line, question_view
from cogs.frame.interaction_gate import Locks
from cogs.frame.outbox import Sending
from cogs.frame.replies import LOST, NOBODY, AnyInteraction, current_interaction, pinging, say
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import listed, speaking, spoken, tr
from prowlerbot.core.posts import HELD, Post, PostKind, PostState
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match import closing
from prowlerbot.match.agreements import deciders
from prowlerbot.match.call_rules import (
    FREE,
    REMINDERS,
    TO_A_TURN,
    CallKey,
    Word,
    call_key,
    free_seats,
    gone_seats,
    is_there,
    key_of,
    last_awaited,
    word_of,
)
from prowlerbot.match.deadlines import in_peace
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.preferences import DAY
from prowlerbot.match.scene import Access, Board, Scene
from prowlerbot.match.terms import Question
from prowlerbot.service.housekeeping import Housekeeping

log = logging.getLogger(__name__)


class Reminders(CallSender):
    """The calls about the time that is left."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._housekeeping = Housekeeping(self._service)
        self._players = Locks()

    async def remind(self, scene: Scene, seat: int, word: Word) -> None:
        """Send the due reminder of a seat, with all others of its player that are due now."""
        player = scene.match.player(seat).id
        async with self._players.lock_for(player):
            if post := await self._housekeeping.reminder(scene, seat, word):
                others = await self._housekeeping.other_reminders(player, scene.match.id)
                await self._send_together([(scene, post), *others])

    async def _remind_again(self, player: int) -> None:
        """Continue with the reminders of a player after a crash or a failure of Discord."""
        async with self._players.lock_for(player):
            reminders = list[tuple[Scene, Post]]()
            for post in await self._outbox.calls_of(player, self._service.now() - HELD):
                if word_of(post) in REMINDERS:
                    async with self._housekeeping.sparing(post.name.subject):
                        scene = await self._service.scene(post.name.subject)
                        if scene.match.seat_of(player) == key_of(post).seat:
                            reminders.append((scene, post))
            await self._send_together(reminders)

    async def _send_together(self, reminders: Iterable[tuple[Scene, Post]]) -> None:
        """Send recorded reminders of a player."""
        calls = list[Call]()
        for scene, post in reminders:
            match_id = scene.match.id
            async with (
                self._housekeeping.sparing(match_id),
                self._one_by_one(match_id, scene) as it,
            ):
                if call := await self._still_due(it, post):
                    calls.append(call)
        await self._call_player(calls)

    async def _still_due(self, scene: Scene, post: Post) -> Call | None:
        """A reminder as a call; None if its time is over, or another message replaces it."""
        key, by = key_of(post), self._service.deadline(scene, key_of(post).seat)
        if key not in self._right_calls(scene.match):
            await self._take_back(scene, post)
        elif scene.board is None or by is None or by <= self._service.now():
            self._outbox.note_gone(post)
        elif await self._absence.has_left(scene, scene.match.player(key.seat).id):
            await self._tell_absence(scene, key.seat, post)
        else:
            return Call(scene, scene.board, key.seat, post)
        return None

    async def _call_player(
        self, calls: Sequence[Call], *, by: int = 0, quiet: bool = False
    ) -> None:
        """Send calls to one player, except those in a server that the player has left."""
        reachable = [call for call in calls if not await self._has_left(call)]
        if reachable:
            await super()._call_player(reachable, by=by, quiet=quiet)

    async def _has_left(self, call: Call) -> bool:
        """Whether a player has left the server of a call; then the opponent is called instead.

        Reminders are checked when they fall due.
        """
        scene, post, word = call.scene, call.post, word_of(call.post)
        if word in REMINDERS or not self._wants(scene, call.seat):
            return False
        if self.posts.is_closed(call.board.channel):  # nothing is sent there
            return False
        if not await self._absence.has_left(scene, call.player.id):
            return False
        if scene.match.phase is Phase.PLAYING and word in TO_A_TURN:
            await self._tell_absence(scene, call.seat, post)
        else:
            self._outbox.note_gone(post)
        return True

    async def _tell_absence(self, scene: Scene, absent: int, reminder: Post) -> None:
        """Tell the others in the match of a player who has left the server what that changes.

        This replaces a call or ``reminder``, once for each decision. The clock runs on. Of three or
        four, those who are to move themselves are called to their turn alone.
        """
        self._outbox.note_gone(reminder)
        match, others = scene.match, scene.match.voters - {absent}
        if len(match.players) > 2:
            others -= self._service.to_move(match)
        part = f"{Word.ABSENCE}:{match.decision(absent).moment}"
        if scene.board is None:
            return
        for seat in sorted(others):
            if post := await self._begin(scene, call_key(match, seat), part):
                await self._call_player([Call(scene, scene.board, seat, post)])

    async def _delete(self, calls: Iterable[Post]) -> None:
        for call in calls:
            shared = word_of(call) in REMINDERS or not call.channel  # behind an answer
            rest = await self._outbox.posts_beside(call) if shared else []
            if rest:
                self._outbox.note_gone(call)
                if call.channel:
                    await self._rewrite(rest)
            else:
                await super()._delete([call])

    async def _rewrite(self, posts: Sequence[Post]) -> None:
        """Leave only these reminders of a player in their message; edits make no sound."""
        calls = list[Call]()
        for post in posts:
            scene = await self._service.scene(post.name.subject)
            if scene.board is not None and key_of(post) in self._right_calls(scene.match):
                calls.append(Call(scene, scene.board, key_of(post).seat, post))
        if not calls:
            return
        first, shown = calls[0], calls[0].post
        own = first.scene.choices_of(first.seat).language
        language = own if shown.channel != first.board.channel else None
        with speaking(language or self._language_at(first)):
            content = self._written(calls, quiet=True)["content"]
        place = self._client.get_partial_messageable(shown.channel)
        try:
            await place.get_partial_message(shown.message).edit(content=content)
        except LOST as error:
            log.info("a message of reminders stays as it is: %s", error)


_REMEMBERED = 1_000
"""The number of players that no direct message has reached; their next press tells them."""

ShowBoard = Callable[[AnyInteraction, Scene, Sending], Awaitable[Scene]]
"""Shows a match in a new message with a call."""


@dataclass(eq=False)
class Answered(Reminders):
    show: ShowBoard = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._unreached: Recent[int, bool] = Recent(_REMEMBERED)

    async def _send_direct(self, calls: Sequence[Call], content: Sending) -> bool:
        sent = await super()._send_direct(calls, content)
        if not sent and calls[0].board.access is Access.INTERACTION:
            self._unreached.keep(calls[0].player.id, True)
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

    async def _show_with(
        self, scene: Scene, calls: Sequence[Call], *, by: int, anyway: bool, quiet: bool
    ) -> Board | None:
        """Show the board again with calls to the players who are not there.

        With ``anyway``, the board is shown even without such calls. Returns None if it is not
        shown.
        """
        match, board, now = scene.match, scene.board, self._service.now()
        if board is None or board.access is Access.MEMBER or match.phase is not Phase.PLAYING:
            return None
        interaction = public_interaction(board)
        away = any(not is_there(match, call.seat, now) for call in calls)
        away = away or (bool(calls) and self._rendering.face(match).private)  # nobody looks at it
        if interaction is None or not (away or anyway):
            return None
        told = match  # as it is once they are called
        for each in calls:
            told = closing.seen_by(told, self._service.context(told), each.seat)
        call = self._to_all(calls, by=by, shown=True, quiet=quiet)
        try:
            after = await self.show(interaction, replace(scene, match=told), call)
        except (*LOST, Refused) as error:
            log.warning("no board with a call in match %s: %s", match.id, error)
            return None
        # There is no message to delete but the board.
        self._outbox.note_gone(*(call.post for call in calls))
        await self._note_reached(calls)
        return after.board

    def _to_all(
        self, calls: Sequence[Call], *, by: int, shown: bool = False, quiet: bool = False
    ) -> Sending:
        """The message with all calls behind an answer.

        If the board itself is ``shown`` with the calls, the message needs no link to it.
        """
        if not calls:
            return {"allowed_mentions": NOBODY, "silent": True}
        first, now = calls[0], self._service.now()
        loud = [
            call.player.id
            for call in calls
            if not quiet
            and self.pings.take(by, call.player.id)
            and not in_peace(call.scene.choices_of(call.seat), now)
        ]
        people = [call.player.id for call in calls]
        match = first.scene.match
        with speaking(self._language_at(first)):
            if len(calls) == 1:
                text = self._sentence(first)
            else:
                text = self._words.of_all(match, listed([f"<@{each}>" for each in people]))
            text = text if shown else f"{text} {way_there(first.board)}"
            called = message(text, loud or people, quiet=not loud)
            # The board itself has buttons of its own.
            words = not shown and any(it.scene.choices_of(it.seat).text_first for it in calls)
            return with_own_board(called, match, first.board, words=words) if words else called


class Calls(Answered):
    """Decides which calls are sent now; after a crash, the outbox continues with the rest."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.posts.add_kind(PostKind.CALL, self.finish, twice=True)

    async def call(
        self, scene: Scene, *, presser: int = 0, reposted: bool = False, shown: bool = False
    ) -> bool:
        """Call the players to move, unless they have just pressed themselves.

        Where the bot can only answer, the board is shown again with the call, so that no old call
        stays behind; with ``shown``, it is shown again even without a call. Returns whether it was.

        The calls of a match go out one by one, without the lock of the board, because Discord may
        delay a busy channel for seconds. The scene is read again after another move or call, so
        nobody is called to a past turn, or again to the same move, unless the board is
        ``reposted``: in a new message.
        """
        match_id = scene.match.id
        self.pings.answered(presser, (player.id for player in scene.match.players))
        async with self._one_by_one(match_id, scene) as current:
            if current.match.moment > scene.match.moment:
                presser = 0  # somebody else has moved since, so it may be their turn again
            try:
                return await self._replace_calls(current, presser, reposted=reposted, shown=shown)
            finally:
                self._replaced.pop(match_id, None)
                self._called.note_change(match_id)
                await self._tell_unreached(current, presser)

    async def step_made(self, scene: Scene, user: int) -> None:
        """Update the calls after a secret step: nobody is called, because nobody else sees it.

        The call to a decision is deleted once the decision is made, and not repeated after an undo.
        """
        match_id, seat = scene.match.id, scene.match.seat_of(user)
        async with self._one_by_one(match_id, scene) as current:
            if seat in self._service.to_move(current.match):
                return
            await self._delete([call for call in current.calls if key_of(call).seat == seat])

    async def _replace_calls(
        self, scene: Scene, presser: int, *, reposted: bool, shown: bool
    ) -> bool:
        """Send the calls that are due now, then delete outdated ones.

        A seat is called once to each of its decisions, and such a call stays while others change.
        Calls about the whole match (a question, its end) replace all others.
        """
        match, board, question = scene.match, scene.board, scene.match.open_question
        if board is None or match.phase is Phase.LOBBY:
            return False
        stay = self._right_calls(match)
        called = {key_of(call) for call in scene.calls if call.state is PostState.SENT}
        if question is not None and called & stay and not presser and not reposted:
            return False
        if (reposted and match.phase is Phase.PLAYING) or question is not None:
            stay = frozenset(key for key, _ in (*free_seats(match), *gone_seats(match)))
        replaced = [call for call in scene.calls if key_of(call) not in stay]
        # They become outdated when the first new call is stored.
        self._replaced[match.id] = replaced
        # Perhaps a duty sends them in place of a crashed process.
        sent = {call.name for call in scene.calls}
        noted = [post for post in self._store.calls.take(match.id) if post.name not in sent]
        fresh = {key_of(post): post for post in noted}
        if question is not None:
            shown, key = False, CallKey(0, question.moment)
            part = f"{Word.QUESTION}:{match.revision}"
            if post := fresh.get(key) or await self._begin(scene, key, part):
                await self._put_question(scene, board, question, post, again=key in called)
        else:
            shown = await self._call_seats(
                scene, called & stay, fresh, presser, reposted=reposted, shown=shown
            )
        for key, seat in gone_seats(match):
            if post := fresh.get(key):
                await self._call_player([await self._to_gone(scene, board, seat, post)], by=presser)
        await self._offer_seats(scene, board, called)
        if still := self._replaced.pop(match.id, None):
            await self._outbox.outdate(still)
        await self._delete(replaced)
        return shown

    async def _call_seats(
        self,
        scene: Scene,
        called: Collection[CallKey],
        fresh: Mapping[CallKey, Post],
        presser: int,
        *,
        reposted: bool,
        shown: bool,
    ) -> bool:
        """Call all seats to their turn or to the end, except those ``called`` already.

        Behind an answer, all calls are one message: the board itself, unless the players are there.
        Returns whether the board was shown again.
        """
        together, alone = list[Call](), list[tuple[Call, bool]]()
        for seat in self._seats_to_call(scene.match):
            due = await self._due_call(scene, seat, called, fresh, presser, reposted=reposted)
            if due is None:
                continue
            call, quiet = due
            behind = call.board.access is Access.INTERACTION and not call.direct
            if behind and quiet and not reposted:
                self._outbox.note_gone(call.post)  # the board has the same text
            elif behind and not quiet and self._wants(scene, call.seat):
                together.append(call)
            else:
                alone.append((call, quiet))
        after, quiet = None, False
        if shown and not (together or alone):
            together, quiet = await self._awaited_alone(scene, presser)
        if not reposted:
            after = await self._show_with(scene, together, by=presser, anyway=shown, quiet=quiet)
        if after is not None:
            alone = [(call._replace(board=after), quiet) for call, quiet in alone]
        elif together:
            await self._send_public(together, self._to_all(together, by=presser))
        for call, quiet in alone:
            await self._call_player([call], by=presser, quiet=quiet)
        return after is not None

    async def _awaited_alone(self, scene: Scene, presser: int) -> tuple[list[Call], bool]:
        """The call to the only player whom a match waits for, for a board that is shown anyway. It
        makes a sound once a decision; the second value says that it makes none.
        """
        match, board, seats = scene.match, scene.board, self._seats_to_call(scene.match)
        if board is None or len(seats) != 1 or self._service.to_move(match) != {*seats}:
            return [], False
        (seat,) = seats
        key, part = call_key(match, seat), f"{Word.TURN}:alone"
        call = Call(scene, board, seat, self._post_of(scene, key, part))
        if call.player.id == presser or call.direct or not self._wants(scene, seat):
            return [], False
        there = is_there(match, seat, self._service.now())
        return [call], there or await self._begin(scene, key, part) is None

    async def _to_gone(self, scene: Scene, board: Board, seat: int, post: Post) -> Call:
        """The call to a player who had to leave, whose seat the machine may have by now."""
        if leaver := scene.match.player(seat).leaver:
            players, choices = list(scene.match.players), list(scene.choices)
            players[seat - 1] = replace(players[seat - 1], id=leaver)
            choices[seat - 1] = await self._service.player(leaver)
            match = replace(scene.match, players=tuple(players))
            scene = replace(scene, match=match, choices=tuple(choices))
        return Call(scene, board, seat, post)

    async def _due_call(
        self,
        scene: Scene,
        seat: int,
        called: Collection[CallKey],
        fresh: Mapping[CallKey, Post],
        presser: int,
        *,
        reposted: bool,
    ) -> tuple[Call, bool] | None:
        """The call of a seat to a turn or to the end, and whether it makes no sound.

        None if the seat is not called now. ``fresh`` has the calls that were recorded just now.
        If the board is ``reposted``, the call has a link to it, and makes no sound if it repeats an
        earlier call. The end is announced once. Players who are there are called
        once they pause; where the bot can only answer, no later call is possible.
        """
        match, board, key = scene.match, scene.board, call_key(scene.match, seat)
        post, waits = fresh.get(key), seat in self._service.unaware(match)
        again = post is not None and word_of(post) is Word.AGAIN
        if key in called or (match.player(seat).id == presser and not again):
            if post is not None:
                self._outbox.note_gone(post)
            return None
        now, can_wait = self._service.now(), board is not None and board.access is Access.MEMBER
        later = is_there(match, seat, now) if post is None else post.begun_at > now
        if can_wait and later:
            return None
        if post is None and (waits or self._wants(scene, seat)):
            reposted = reposted and match.phase is Phase.PLAYING
            part: str = f"{Word.TURN}:{now}" if waits else Word.TURN
            if reposted and board is not None:
                part = f"{Word.SHOWN_AGAIN}:{board.message}"
            again = reposted and not waits and any(key_of(call) == key for call in scene.calls)
            post = await self._begin(scene, key, part)
        if post is None or board is None:
            return None
        return await self._call_to(scene, board, seat, post), again

    async def _call_to(self, scene: Scene, board: Board, seat: int, post: Post) -> Call:
        """The call to a seat of a match, which may have been brought to a place of guests."""
        guests = board.access is Access.INTERACTION or (board.in_a_chat and bool(board.message))
        where = board.match, board.channel
        brought = guests and await self._store.showings.was_brought(*where)
        return Call(scene, board, seat, post, brought)

    async def send(self, scene: Scene | None, post: Post) -> None:
        """Send a recorded call, unless another task has sent it."""
        match_id = post.name.subject
        async with self._one_by_one(match_id, scene) as current:
            if all(call.name != post.name for call in current.calls):
                await self._go_on(current, post)
                self._called.note_change(match_id)

    async def finish(self, post: Post) -> None:
        """Continue with a call after a pause, a crash or a failure of Discord."""
        if post.message:
            await self._delete([post])
            return
        match_id, sparing = post.name.subject, self._housekeeping.sparing
        if word_of(post) in REMINDERS and post.state is PostState.NOTED:
            async with sparing(match_id):
                scene = await self._service.scene(match_id)
                await self._remind_again(scene.match.player(key_of(post).seat).id)
            return
        async with sparing(match_id):
            await self.send(None, post)

    async def _go_on(self, scene: Scene, post: Post) -> None:
        match, key, word = scene.match, key_of(post), word_of(post)
        due = key in self._right_calls(match) or word is Word.ABSENCE
        if post.state is PostState.OUTDATED or not due:
            await self._take_back(scene, post)
        elif scene.board is None:
            self._outbox.note_gone(post)
        elif word is Word.QUESTION and match.open_question is not None:
            await self._put_question(scene, scene.board, match.open_question, post, again=True)
        elif word is Word.SEAT:
            await self._offer_seat(scene, scene.board, post)
        elif word is Word.GONE:
            await self._call_player([await self._to_gone(scene, scene.board, key.called, post)])
        elif self._is_enough(scene, key, word):
            self._outbox.note_gone(post)
        else:
            quiet = word in {Word.AGAIN, Word.SHOWN_AGAIN}
            call = await self._call_to(scene, scene.board, key.called, post)
            await self._call_player([call], quiet=quiet)

    def _is_enough(self, scene: Scene, key: CallKey, word: Word) -> bool:
        """Whether another call says the same, or it is too late to announce the end."""
        match, now = scene.match, self._service.now()
        if match.phase is Phase.OVER and now - match.changed_at > DAY:
            return True
        # Has more to say.
        awaited = last_awaited(match, self._service.to_move(match), now) == key.seat
        called = any(key_of(call) == key for call in scene.calls)
        return word in {Word.TURN, Word.AGAIN} and (awaited or called)

    async def _put_question(
        self, scene: Scene, board: Board, question: Question, post: Post, *, again: bool
    ) -> None:
        """Ask a question in public; players with calls elsewhere get it there too."""
        match, private, now = scene.match, board.in_a_chat, self._service.now()
        key, (*_, part) = CallKey(0, question.moment), post.name
        asking = ":".join(part.split(":")[:2])
        loud: list[int] = []
        peaceful = True
        with speaking(self._rendering.language_at(scene, board.guild, board.access)):
            known, face = self._service.timeline(match, None), self._rendering.face(match)
            view = question_view(match, known, face, question, way_there(board))
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
                        text = f"<@{player.id}> {words} {way_there(board)}".rstrip()
                    own = f"{asking}:{seat}"
                    if call_post := post if own == part else await self._begin(scene, key, own):
                        call = message(text, [player.id], quiet=quiet)
                        call = with_own_board(call, match, board)
                        if not await self._send_direct([Call(scene, board, seat, call_post)], call):
                            self._outbox.note_gone(call_post)
                elif not often:
                    loud.append(player.id)
                    peaceful = peaceful and quiet
        if part != asking:
            return
        call = {"view": view, "allowed_mentions": pinging(loud), "silent": peaceful}
        if private or not await self._send_public([Call(scene, board, 0, post)], call):
            self._outbox.note_gone(post)

    async def _offer_seats(self, scene: Scene, board: Board, called: Collection[CallKey]) -> None:
        """Announce each free seat once in the channel, if the server wants that, without a ping."""
        match = scene.match
        if not board.guild or not scene.server.free_seats:
            return
        for key, seat in free_seats(match):
            part = f"{Word.SEAT}:{match.decision(seat).moment}"
            if key not in called and (post := await self._begin(scene, key, part)):
                await self._offer_seat(scene, board, post)

    async def _offer_seat(self, scene: Scene, board: Board, post: Post) -> None:
        seat = key_of(post).seat - FREE
        with speaking(self._rendering.language_in(scene.server, board.guild)):
            text = f"{free_line(scene.match.player(seat))} {way_there(board)}"
        call = {"content": text, "allowed_mentions": NOBODY}
        if not await self._send_public([Call(scene, board, 0, post)], call):
            self._outbox.note_gone(post)

    async def tell_refused(self, scene: Scene) -> None:
        """Call a player about their refused question, if no private message can reach them."""
        match, question = scene.match, scene.match.question
        if question is not None:
            part = f"{Word.REFUSED}:{match.revision}"
            if post := await self._begin(scene, call_key(match, question.seat), part):
                await self.send(scene, post)

    def _seats_to_call(self, match: Match) -> list[int]:
        ended = match.phase is Phase.OVER
        if not match.setup or (ended and self._service.now() - match.changed_at > DAY):
            return []  # only its message changes, such as for a forgotten player
        seats = {*match.seats} if ended else self._service.to_move(match)
        return [seat for seat in sorted(seats) if match.player(seat).is_person]
