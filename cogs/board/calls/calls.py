"""Calls players: to their turn, before their time runs out, and at the end of a match.

A call is a separate message, because an edit notifies nobody; the next call replaces it. Each
player chooses calls in the channel, by direct message or none, and the hours of silent calls. Which
calls a change brings about and outdates is noted together with it (``match/calls.py``).
"""

from __future__ import annotations

from typing import ClassVar

from cogs.board.calls.sender import CallSender
from prowlerbot.core.posts import Post, PostKind, PostState
from prowlerbot.match.attention import is_there, last_awaited
from prowlerbot.match.calls import CallKey, Word, call_key, free_seats
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.preferences import DAY
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.storage.boards import Access
from prowlerbot.storage.scenes import Scene


class Calls(CallSender):
    """Decides which calls go out now; of those that a kill has left, the outbox reminds it."""

    kind: ClassVar[PostKind] = PostKind.CALL
    twice: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.posts.add(self)

    async def call(self, scene: Scene, *, presser: int = 0, anew: bool = False) -> None:
        """Call the players to move, unless they have just pressed themselves.

        The calls of a match go out one by one, without the lock of the board, because Discord may
        delay a busy channel for seconds. The scene is read again after another move or call, so
        nobody is called to a past turn. Nobody is called to the same move again, unless the board
        is shown ``anew``.
        """
        match_id = scene.match.id
        self.pings.answered(presser, (player.id for player in scene.match.players))
        async with self._one_by_one(match_id, scene) as current:
            if current.match.moment > scene.match.moment:
                presser = 0  # somebody else has moved since, so it may be their turn again
            try:
                await self._replace_calls(current, presser=presser, anew=anew)
            finally:
                self._replaced.pop(match_id, None)
                self._called.note(match_id)

    async def step_made(self, scene: Scene, user: int) -> None:
        """Update the calls after a secret step: nobody is called, because nobody else sees it.

        The call to a decision is deleted once the decision is made, and not repeated after an undo.
        """
        match_id, seat = scene.match.id, scene.match.seat_of(user)
        async with self._one_by_one(match_id, scene) as current:
            if seat in self._service.to_move(current.match):
                return
            await self._delete([call for call in current.calls if _key(call).seat == seat])

    async def _replace_calls(self, scene: Scene, *, presser: int, anew: bool) -> None:
        """Send the calls that are due now, then delete outdated ones.

        A seat is called once to each of its decisions, and such a call stays while others change.
        Calls about the whole match (a question, its end) replace all others.
        """
        match, board, question = scene.match, scene.board, scene.match.open_question
        if board is None or match.phase is Phase.LOBBY:
            return
        stay = self._standing(match)
        called = {_key(call) for call in scene.calls if call.state is PostState.STANDS}
        if question is not None and called & stay and not presser and not anew:
            return
        if (anew and match.phase is Phase.PLAYING) or question is not None:
            stay = frozenset(key for key, _ in free_seats(match))
        replaced = [call for call in scene.calls if _key(call) not in stay]
        self._replaced[match.id] = replaced  # outdated as the first new call is stored
        fresh = {_key(post): post for post in self._store.calls.take(match.id)}
        if question is not None:
            key = CallKey(0, question.moment)
            part = f"{Word.QUESTION}:{match.revision}"
            if post := fresh.get(key) or await self._begin(scene, key, part):
                await self._put_question(scene, board, question, post, again=key in called)
        else:
            for seat in self._seats_to_call(match):
                key = call_key(match, seat)
                if key not in called & stay:
                    await self._call_due(scene, seat, fresh.get(key), presser, anew=anew)
        await self._offer_seats(scene, board, called)
        if still := self._replaced.pop(match.id, None):
            await self._outbox.outdate(still)
        await self._delete(replaced)

    async def _call_due(
        self, scene: Scene, seat: int, post: Post | None, presser: int, *, anew: bool
    ) -> None:
        """Call to a turn or to the end, by the ``post`` that was noted just now, if one was.

        A board shown ``anew`` calls to a turn with a link, silently if the call comes again. The
        end is announced once. Players who are there are called once they pause; where the bot can
        only answer, no later call is possible.
        """
        match, board = scene.match, scene.board
        again = post is not None and _word(post) is Word.AGAIN
        if match.player(seat).id == presser and not again:
            if post is not None:
                self._outbox.note_gone(post)
            return
        now, can_wait = self._service.now(), board is not None and board.access is Access.MEMBER
        later = is_there(match, seat, now) if post is None else post.begun_at > now
        if can_wait and later:
            return
        key = call_key(match, seat)
        if post is None and self._wants(scene, seat):
            anew = anew and match.phase is Phase.PLAYING
            part = f"{Word.ANEW}:{board.message}" if anew and board is not None else Word.TURN
            again = anew and any(_key(call) == key for call in scene.calls)
            post = await self._begin(scene, key, part)
        if post is not None:
            sentence = self._sentence(scene, seat, Word.TURN)
            await self._call_seat(scene, seat, sentence, post, by=presser, quiet=again)

    async def send(self, scene: Scene, post: Post) -> None:
        """Send a call that was noted just now."""
        async with self._one_by_one(post.name.subject, scene) as current:
            await self._go_on(current, post)
            self._called.note(post.name.subject)

    async def finish(self, post: Post) -> None:
        """Go on with a call that a pause, a kill or a failure of Discord has left."""
        if post.message:
            await self._delete([post])
            return
        match_id = post.name.subject
        sparing = Housekeeping(self._service).sparing(match_id)
        async with sparing, self._one_by_one(match_id) as scene:
            if all(call.name != post.name for call in scene.calls):  # not sent meanwhile
                await self._go_on(scene, post)
                self._called.note(match_id)

    async def _go_on(self, scene: Scene, post: Post) -> None:
        match, key, word = scene.match, _key(post), _word(post)
        due = key in self._standing(match) or word is Word.ABSENCE
        if post.state is PostState.OUTDATED or not due:
            await self._take_back(scene, post)
        elif scene.board is None:
            self._outbox.note_gone(post)
        elif word is Word.QUESTION and match.open_question is not None:
            await self._put_question(scene, scene.board, match.open_question, post, again=True)
        elif word is Word.SEAT:
            await self._offer_seat(scene, scene.board, post)
        elif word in {Word.HALF, Word.LAST} and await self._is_away(scene, key.seat):
            await self._tell_absence(scene, key.seat, post)
        elif self._is_enough(scene, key, word):
            self._outbox.note_gone(post)
        else:
            sentence = self._sentence(scene, abs(key.seat), word)
            quiet = word in {Word.AGAIN, Word.ANEW}
            await self._call_seat(scene, abs(key.seat), sentence, post, quiet=quiet)

    def _is_enough(self, scene: Scene, key: CallKey, word: Word) -> bool:
        """Whether another call to the same is enough, or it is too late to tell of the end."""
        match, now = scene.match, self._service.now()
        if match.phase is Phase.OVER and now - match.changed_at > DAY:
            return True
        awaited = last_awaited(match, self._service.to_move(match), now) == key.seat  # says more
        called = any(_key(call) == key for call in scene.calls)
        return word is Word.TURN and (awaited or called)

    async def _is_away(self, scene: Scene, seat: int) -> bool:
        """Whether a player has left the server of the board."""
        return await self._absence.of(scene, scene.match.player(seat).id)

    async def _tell_absence(self, scene: Scene, absent: int, reminder: Post) -> None:
        """Tell the opponent of a player who has left the server what that changes, in place of a
        ``reminder``. The clock runs on.
        """
        self._outbox.note_gone(reminder)
        match, others = scene.match, scene.match.voters - {absent}
        if len(match.players) == 2 and others:
            (seat,) = others
            part = f"{Word.ABSENCE}:{reminder.name.part}"
            if post := await self._begin(scene, call_key(match, seat), part):
                await self._go_on(scene, post)

    async def tell_refused(self, scene: Scene) -> None:
        """Tell a player that their question is refused, if they cannot be told in private."""
        match, question = scene.match, scene.match.question
        if question is not None:
            part = f"{Word.REFUSED}:{match.revision}"
            if post := await self._begin(scene, call_key(match, question.seat), part):
                await self.send(scene, post)

    def _seats_to_call(self, match: Match) -> list[int]:
        ended = match.phase is Phase.OVER
        if not match.setup or (ended and self._service.now() - match.changed_at > DAY):
            return []  # only its message changes, such as for a forgotten player
        seats = {*match.seats} - match.left if ended else self._service.to_move(match)
        return [seat for seat in sorted(seats) if match.player(seat).is_person]


def _key(post: Post) -> CallKey:
    return CallKey.read(post.name.key)


def _word(post: Post) -> Word:
    word = post.name.part.partition(":")[0]
    return Word(word) if word in set(Word) else Word.TURN
