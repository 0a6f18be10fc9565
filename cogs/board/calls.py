"""Calls players: to their turn, before their time runs out, and at the end of a match.

A call is a separate message, because an edit notifies nobody; the next call replaces it. Each
player chooses calls in the channel, by direct message or none, and the hours of silent calls. The
transaction of each change also stores its new and outdated calls, with their reasons
(``prowlerbot/match/call_rules.py``). ``call_sending.py`` sends and deletes them.
"""

from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from cogs.board.call_messages import Call, RecordedCalls
from cogs.board.call_sending import CallDeletion, CallSending
from cogs.frame.interaction_gate import LatestChanges, Locks
from cogs.frame.outbox import Outbox
from prowlerbot.core.clock import DAY
from prowlerbot.core.posts import HELD_SECONDS, Post, PostKind, PostState
from prowlerbot.match import call_rules
from prowlerbot.match.call_rules import CallKey, CallKind, CallPart, Lapse, key_of, part_of, rule_of
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.scene import Access, Board, Scene
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service


@dataclass(eq=False)
class Calls:
    """Decides which calls are sent now; after a crash, the outbox continues with the rest."""

    _service: Service
    _match_changes: LatestChanges
    outbox: Outbox
    _records: RecordedCalls
    _sending: CallSending
    _deletion: CallDeletion

    def __post_init__(self) -> None:
        self._store, self._post_store = self._service.store, self._service.store.outbox
        self.pings, self._call_changes = self._sending.pings, self._sending.changes
        self._housekeeping = Housekeeping(self._service)
        self._match_locks, self._player_locks = Locks(), Locks()
        self.outbox.add_kind(PostKind.CALL, self.finish_post, repeatable=True)

    async def call_players(
        self, scene: Scene, *, presser: int = 0, reposted: bool = False, shown: bool = False
    ) -> bool:
        """Call the players to move, unless they have just pressed themselves.

        Where the bot can only answer, the board is shown again with the call; with ``shown``, also
        with a call elsewhere, and for a player who has to go on. Returns whether it was. A player
        is called again to the same move only if the board is ``reposted`` in a new message.

        The calls of a match go out one by one, without the lock of the board, because Discord may
        delay a busy channel for seconds.
        """
        match_id = scene.match.id
        self.pings.restart_counts(presser, (player.id for player in scene.match.players))
        async with self._one_by_one(match_id, scene) as current:
            if current.match.moment > scene.match.moment:
                presser = 0  # somebody else has moved since, so it may be their turn again
            try:
                return await self._sync_calls(current, presser, reposted=reposted, shown=shown)
            finally:
                self._call_changes.count_change(match_id)
                await self._sending.tell_unreached(current, presser)

    async def update_after_step(self, scene: Scene, user: int) -> None:
        """Update the calls after a secret step, which calls nobody, because nobody else sees it.

        The call to a decision is deleted once the decision is made. Where the bot can only answer,
        a player who is then awaited alone is called, as no later call may reach them.
        """
        match_id, seat = scene.match.id, scene.match.seat_of(user)
        async with self._one_by_one(match_id, scene) as current:
            if seat in self._service.facts.to_move(current.match):
                return
            outdated = [call for call in current.calls if key_of(call).seat == seat]
            await self._deletion.delete_calls(outdated)
            board = current.board
            if board is not None and board.access is Access.INTERACTION:
                calls = await self._sending.note_call_alone(current, board, user)
                unsent, _ = await self._sending.show_board_with(current, board, calls, caller=user)
                await self._sending.send_calls(unsent, caller=user)

    async def tell_refused(self, scene: Scene) -> None:
        """Call a player about their refused question, if no private message can reach them."""
        match, question = scene.match, scene.match.question
        if question is not None:
            key = call_rules.call_key(match, question.seat)
            part = CallPart(CallKind.REFUSED, match.revision)
            for post in await self._records.note_call(scene, key, part):
                await self.send_call(scene, post)

    async def remind(self, scene: Scene, due: call_rules.DueCall) -> None:
        """Send the due reminder of a seat, with all others of its player that are due now."""
        player = scene.match.player(due.key.seat).id
        async with self._player_locks.lock_for(player):
            if noted := await self._post_store.note_calls(scene.match.id, [due]):
                others = await self._housekeeping.note_other_reminders(player, scene.match.id)
                await self._remind(player, [(scene, noted[0]), *others])

    async def send_call(self, scene: Scene, post: Post) -> None:
        """Send a recorded call, unless another task has sent it."""
        async with self._one_by_one(scene.match.id, scene) as current:
            if all(call.name != post.name for call in current.calls):
                await self._send_recorded(current, [post])

    async def finish_post(self, post: Post) -> None:
        """Continue with a recorded call, and with all calls that may share its message."""
        match_id, since = post.name.subject, self._service.now() - HELD_SECONDS
        if post.message:
            await self._deletion.delete_calls([post])
        elif rule_of(post).lapse is Lapse.LATE and post.state is PostState.NOTED:
            async with self._housekeeping.isolating(match_id):
                player = (await self._service.match(match_id)).player(key_of(post).seat).id
                async with self._player_locks.lock_for(player):
                    calls = await self._post_store.waiting_calls(player, since)
                    reminders = [call for call in calls if rule_of(call).lapse is Lapse.LATE]
                    await self._remind(player, [(None, call) for call in reminders])
        else:
            async with self._housekeeping.isolating(match_id), self._one_by_one(match_id) as scene:
                waiting = await self._post_store.waiting_posts(match_id)
                if post in waiting:
                    unsent = filter(_is_unsent, waiting)
                    due = [it for it in unsent if it.begun_at <= since or it.name == post.name]
                    await self._send_recorded(scene, due)

    @asynccontextmanager
    async def _one_by_one(self, match_id: str, scene: Scene | None = None) -> AsyncIterator[Scene]:
        """Let one task at a time handle the calls of a match, with a scene as of now."""
        async with self._match_locks.lock_for(match_id):
            changes = self._match_changes, self._call_changes
            if scene is None or any(change.is_missing_in(scene) for change in changes):
                scene = await self._service.scene(match_id)
            yield scene

    async def _sync_calls(self, scene: Scene, presser: int, *, reposted: bool, shown: bool) -> bool:
        """Send the due calls, then delete outdated ones; returns whether the board was shown again.

        A seat is called once to each of its decisions, and such a call stays while others change.
        Calls about the whole match (a question, its end) replace all others.
        """
        match, board, question = scene.match, scene.board, scene.match.open_question
        if board is None or match.phase is Phase.LOBBY:
            return False
        standing = call_rules.valid_call_keys(match, self._service.facts.to_move(match))
        called_keys = {key_of(call) for call in scene.calls if call.state is PostState.SENT}
        if question is not None and called_keys & standing and not presser and not reposted:
            return False
        replaces_all = (reposted and match.phase is Phase.PLAYING) or question is not None
        of_seats = call_rules.free_seat_keys(match) | call_rules.gone_seat_keys(match)
        lasting = of_seats if replaces_all else standing
        outdated = [call for call in scene.calls if key_of(call) not in lasting]
        told_keys = called_keys & lasting
        posts = await self._new_posts(scene, board, told_keys, presser, reposted=reposted)
        if replaces_all and outdated:  # else the change has outdated them
            await self._post_store.outdate_posts(outdated)
        calls = list[Call]()
        for post in posts:
            is_first = key_of(post) not in called_keys
            calls += await self._records.make_calls(scene, board, post, loud=is_first)
        was_shown = False
        if board.access is Access.INTERACTION and question is None and not reposted:
            calls, was_shown = await self._sending.show_board_with(
                scene, board, calls, caller=presser, anyway=shown
            )
        await self._sending.send_calls(calls, caller=presser)
        await self._deletion.delete_calls(outdated)
        return was_shown

    async def _new_posts(
        self, scene: Scene, board: Board, told_keys: set[CallKey], presser: int, *, reposted: bool
    ) -> list[Post]:
        """The recorded calls to send now, and further ones; ``told_keys`` are calls that stay."""
        match, facts, now = scene.match, self._service.facts, self._service.now()
        to_move, unaware = facts.to_move(match), self._service.clocks.unaware_seats(match)
        standing = call_rules.valid_call_keys(match, to_move)
        # Perhaps a duty sends them in place of a crashed process.
        sent = {call.name for call in scene.calls}
        noted = [post for post in self._store.calls.take_calls(match.id) if post.name not in sent]
        new_posts = {key_of(post): post for post in noted if key_of(post) in standing}
        needless = [it for it in new_posts.values() if _is_needless(match, it, presser, told_keys)]
        self._post_store.note_gone(*needless)
        useful = (post for post in new_posts.values() if post not in needless)
        posts = [post for post in useful if not self._waits(board, post)]
        known = told_keys | {*new_posts}
        further = call_rules.further_calls(
            scene, known, now, to_move=to_move, unaware=unaware, presser=presser, reposted=reposted
        )
        return posts + await self._post_store.note_calls(match.id, further)

    def _waits(self, board: Board, post: Post) -> bool:
        """Whether a duty sends a call later, once its player pauses; an answer cannot wait."""
        is_later = rule_of(post).lapse is Lapse.DECIDED and post.begun_at > self._service.now()
        return is_later and board.access is Access.MEMBER

    async def _remind(self, player: int, reminders: Iterable[tuple[Scene | None, Post]]) -> None:
        """Send the recorded reminders of a player that are still due."""
        calls = list[Call]()
        for scene, post in reminders:
            match = post.name.subject
            async with self._housekeeping.isolating(match), self._one_by_one(match, scene) as fresh:
                if fresh.match.seat_of(player) == key_of(post).seat:
                    calls += await self._make_due(fresh, post, ())
        await self._sending.send_calls(calls)

    async def _send_recorded(self, scene: Scene, posts: Iterable[Post]) -> None:
        """Send recorded calls of a match that are still due."""
        calls = list[Call]()
        for post in posts:
            earlier_posts = (*scene.calls, *(call.post for call in calls))
            calls += await self._make_due(scene, post, {*map(key_of, earlier_posts)})
        await self._sending.send_calls(calls)
        self._call_changes.count_change(scene.match.id)

    async def _make_due(self, scene: Scene, post: Post, told: Collection[CallKey]) -> list[Call]:
        """Make a recorded call ready if it is still due; else take it back or drop it."""
        if post.state is PostState.OUTDATED or not self._records.is_standing(post, scene.match):
            await self._deletion.take_back(scene, post)
        elif scene.board is None or self._is_past(scene, post, told):
            self._post_store.note_gone(post)
        else:
            return await self._records.make_calls(scene, scene.board, post, loud=False)
        return []

    def _is_past(self, scene: Scene, post: Post, told: Collection[CallKey]) -> bool:
        """Whether the time of a call is over, or one that was ``told`` says the same."""
        match, key, kind, now = scene.match, key_of(post), part_of(post).kind, self._service.now()
        # The call to the last awaited seat has more to say.
        last = call_rules.last_awaited_seat(match, self._service.facts.to_move(match), now)
        says_same = kind in {CallKind.TURN, CallKind.AGAIN} and (key in told or last == key.seat)
        clocks = self._service.clocks
        is_past = kind is CallKind.CLAIM and not clocks.late_seats(scene)  # perhaps they have moved
        if rule_of(post).lapse is Lapse.LATE:
            is_past = (clocks.deadline(scene, key.seat) or 0) <= now
        ended_long_ago = match.phase is Phase.OVER and now - match.changed_at > DAY
        return is_past or says_same or ended_long_ago


def _is_needless(match: Match, post: Post, presser: int, told_keys: Collection[CallKey]) -> bool:
    """Whether a new call to a decision tells its player nothing, as they know of it already."""
    is_presser = match.seat_of(presser) == key_of(post).called_seat
    has_acted = is_presser and part_of(post).kind is not CallKind.AGAIN
    return rule_of(post).lapse is Lapse.DECIDED and (has_acted or key_of(post) in told_keys)


def _is_unsent(post: Post) -> bool:
    """Whether a post is a call without a message that waits for its match alone."""
    is_reminder = rule_of(post).lapse is Lapse.LATE and post.state is PostState.NOTED
    return post.name.kind is PostKind.CALL and not post.message and not is_reminder
