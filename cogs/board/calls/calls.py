"""Calls players: to their turn, before their time runs out, and at the end of a match.

A call is a separate message, because an edit notifies nobody; the next call replaces it. Each
player chooses calls in the channel, by direct message or none, and the hours of silent calls.
"""

from __future__ import annotations

from functools import partial

import discord

from cogs.board.calls.posts import CallKey
from cogs.board.calls.sender import CallSender, free_seats
from prowlerbot.match.attention import is_there
from prowlerbot.match.deadlines import Reminder
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.preferences import DAY
from prowlerbot.storage.boards import Access
from prowlerbot.storage.scenes import Scene

_CLOCKS_DIFFER = 30
"""The most seconds by which Discord's clock may be behind."""


class Calls(CallSender):
    """Decides whom to call and when."""

    async def call(self, scene: Scene, *, presser: int = 0, anew: bool = False) -> None:
        """Call the players to move, unless they have just pressed themselves.

        The calls of a match go out one by one, without the lock of the board, because Discord may
        delay a busy channel for seconds. The scene is read again after another move or call, so
        nobody is called to a past turn. Without a presser, as for a mere redraw, nobody is called
        to the same move again.
        """
        match_id = scene.match.id
        self.pings.answered(presser, (player.id for player in scene.match.players))
        async with self._one_by_one(match_id, scene) as current:
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
            await self._withdraw([call for call in current.calls if call.seat == seat])
            for message in self._follow_ups.take(match_id, lambda key: key.seat == seat):
                await self._remove(message)

    async def _replace_calls(self, scene: Scene, *, presser: int, anew: bool) -> None:
        """Send the calls that are due now, then delete outdated ones.

        A seat is called once to each of its decisions, and such a call stays while others change.
        Calls about the whole match (a question, its end) replace all others.
        """
        match, before, question = scene.match, scene.calls, scene.match.open_question
        if scene.board is None or match.phase is Phase.LOBBY:
            return
        stay = self._standing(match)
        called = {CallKey.of(call) for call in before}
        if question is not None and called & stay and not presser and not anew:
            return
        called |= self._follow_ups.standing(match.id)
        put = question is not None and CallKey(0, question.moment) in called
        if (anew and match.phase is Phase.PLAYING) or question is not None:
            stay = {key for key, _ in free_seats(match)}
        replaced = [call for call in before if CallKey.of(call) not in stay]
        self._replaced[match.id] = replaced  # outdated as the first new call is stored
        if question is not None:
            gone = self._follow_ups.take(match.id)
            await self._put_question(scene, scene.board, question, again=put)
        else:
            await self._claim_call_of(match, presser)  # first, so that no kill comes in between
            gone = self._follow_ups.take(match.id, lambda key: key not in stay)
            # A question replaced the calls; once it is settled, they return silently.
            settled = match.phase is Phase.PLAYING and CallKey(0, match.moment) in called
            for seat in self._seats_to_call(match, 0 if settled else presser):
                key = self._key(match, seat)
                if key not in called & stay:
                    again = settled or key in called
                    await self._call_due(scene, seat, presser, anew=anew, again=again)
        await self._offer_seats(scene, scene.board, called)
        if still := self._replaced.pop(match.id, None):
            await self._store.outdate(still)
        await self._delete(replaced)
        for message in gone:  # after a failure it stays, like an expired one
            await self._remove(message)

    async def _call_due(
        self, scene: Scene, seat: int, presser: int, *, anew: bool, again: bool
    ) -> None:
        """Call to a turn or to the end; a mere redraw does not repeat a call.

        A board shown ``anew`` calls to a turn with a link, silently if the call comes ``again``.
        The end is announced once. Upkeep calls players who are there once they pause; where the bot
        can only answer, no later call is possible.
        """
        match = scene.match
        can_wait = scene.board is not None and scene.board.access is Access.MEMBER
        if can_wait and is_there(match, seat, self._service.now()):
            return
        redrawn = match.phase is Phase.OVER if anew else not presser
        if redrawn and not await self._store.claim(match, seat, _call_of(match)):
            return
        sentence = self._words.of(match, seat)
        await self._call_seat(scene, seat, sentence, by=presser, quiet=again)

    async def call_late(self, scene: Scene, seat: int, missing: Reminder) -> None:
        """Call a player who was not called when their turn began or the match ended, or for whom
        alone all wait by now.
        """
        if scene.board is not None and scene.board.access is Access.MEMBER:
            awaited = missing is Reminder.AWAITED
            sentence = self._words.awaited if awaited else self._words.of(scene.match, seat)
            await self._call_seat(scene, seat, sentence)

    async def tidy(self, seen: Scene) -> None:
        """Delete outdated calls that remained because a process was killed."""
        async with self._one_by_one(seen.match.id, seen) as scene:
            stay = self._standing(scene.match)
            await self._withdraw([it for it in scene.calls if CallKey.of(it) not in stay])

    async def take_in(self, match_id: str, message: discord.Message) -> None:
        """Record a call that was found without a record, or delete it if it is outdated."""
        async with self._one_by_one(match_id) as scene:
            match = scene.match
            if any(call.message == message.id for call in scene.calls):
                return
            key = self._key_of(match, message)
            called = {CallKey.of(call) for call in scene.calls}
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

    async def remind(self, scene: Scene, seat: int, reminder: Reminder) -> bool:
        """Remind a player of their move; the reminder is deleted after the move. False if Discord
        refused it.
        """
        due = self._service.deadline(scene, seat)
        if due is None:
            return True
        return await self._call_seat(scene, seat, partial(self._words.reminder, reminder, due))

    async def tell_absence(self, scene: Scene, absent: int) -> None:
        """Tell the opponent of a player who has left the server what that changes."""
        match, others = scene.match, scene.match.voters - {absent}
        if len(match.players) == 2 and others:
            (seat,) = others
            await self._call_seat(scene, seat, partial(self._words.absence, match, absent))

    async def tell_refused(self, scene: Scene) -> None:
        """Tell a player that their question is refused, if they cannot be told in private."""
        question = scene.match.question
        if question is not None:
            await self._call_seat(scene, question.seat, partial(self._words.refused, scene.match))

    async def delete_outdated(self) -> None:
        """Delete outdated calls whose deletion failed before."""
        stale = await self._store.stale()
        mine = {*await self._service.mine({call.match for call in stale})}
        await self._delete(call for call in stale if call.match in mine)

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
        ended = match.phase is Phase.OVER
        if not match.setup or (ended and self._service.now() - match.changed_at > DAY):
            return []  # only its message changes, such as for a forgotten player
        seats = {*match.seats} - match.left if ended else self._service.to_move(match)
        players = [(seat, match.player(seat)) for seat in sorted(seats)]
        return [seat for seat, each in players if each.id != presser and each.is_person]


def _call_of(match: Match) -> Reminder:
    return Reminder.OVER if match.phase is Phase.OVER else Reminder.TURN
