"""Reminds players of their time: once for all their matches in which that falls due together.

After an outage, or at the end of a night, many reminders of a player may be due in one round. The
bot sends one message to each place, and all these posts share it. When play goes on in a match, its
reminder is removed from the message; the last removal deletes the message.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence

from cogs.board.calls.call_sender import Call, CallSender
from cogs.frame.locks import Locks
from cogs.frame.replies import LOST
from prowlerbot.core.i18n import speaking
from prowlerbot.core.posts import HELD, Post
from prowlerbot.match.call_rules import REMINDERS, TO_A_TURN, Word, call_key, key_of, word_of
from prowlerbot.match.match import Phase
from prowlerbot.match.scene import Scene
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
