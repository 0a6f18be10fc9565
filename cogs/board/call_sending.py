"""Sends calls to the places where their players want them, or with the board, and deletes them.

Where the bot can only answer, it can delete a message for some minutes only, so a separate call
would stay for ever. There the board itself calls the players who are not there: the bot shows it
again below all other messages. A press on the board before it deletes that one.
"""

import logging
from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

import discord

from cogs.board import call_messages
from cogs.board.absence import Absence
from cogs.board.call_messages import Call, CallWords, RecordedCalls, public_interaction
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import Answers
from cogs.frame.interaction_gate import LatestChanges
from cogs.frame.outbox import Outbox, Sending
from cogs.frame.rate_limits import Pings, loop_time
from cogs.frame.replies import LOST, AnyInteraction, current_interaction, is_refusal, say
from prowlerbot.core.errors import Denied, Refused
from prowlerbot.core.i18n import get_language, speaking, tr
from prowlerbot.core.posts import Post
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match import call_rules, clock_starts
from prowlerbot.match.call_rules import CallKind, CallPart, Lapse, key_of, part_of, rule_of
from prowlerbot.match.match import Phase
from prowlerbot.match.preferences import is_in_peace
from prowlerbot.match.scene import Access, Board, Scene
from prowlerbot.service.match_service import Service
from prowlerbot.storage.post_store import call_post

log = logging.getLogger(__name__)

_MINIMUM_BACKOFF = 60  # seconds until a refused call is sent again
_RETRY_DIVISOR = 10  # a refused reminder is sent again after this part of the remaining time
_CALL_TIMEOUT = 15 * 60
"""Seconds after which a refused call to a turn is no longer sent; reminders come anyway."""
_MAX_UNREACHED = 1_000
"""The most remembered players without a direct message; their next press tells them."""
_ALONE = CallPart(CallKind.TURN, "alone")
"""The part of the call to a player who is awaited alone, where the bot can only answer."""


class CalledBoards(Protocol):
    """The boards, as far as calls change them."""

    async def redraw(self, match_id: str) -> object: ...

    async def show_calling(
        self, interaction: AnyInteraction, read_scene: Scene, call: Sending
    ) -> Scene:
        """Show a match in a new message with a call."""


@dataclass(eq=False)
class CallSending:
    """Sends the calls that are due, and changes the boards of their matches."""

    _client: discord.Client
    _service: Service
    _rendering: Rendering
    _outbox: Outbox
    _absence: Absence
    _answers: Answers
    _words: CallWords
    _records: RecordedCalls
    _boards: CalledBoards = field(init=False)

    def __post_init__(self) -> None:
        self._store, self._post_store = self._service.store, self._service.store.outbox
        self.pings, self.changes = Pings(loop_time), LatestChanges()
        self._unreached: Recent[int, bool] = Recent(_MAX_UNREACHED)

    def add_boards(self, boards: CalledBoards) -> None:
        """Let calls change these boards."""
        self._boards = boards

    async def send_calls(self, calls: Iterable[Call], *, caller: int = 0) -> None:
        """Send calls to the chosen places, or to the channels if that fails.

        Calls that are alike share a message. Other players cannot see a board in one player's chat
        with the bot, so they are called in their own chats. ``caller`` is the user who caused the
        calls; after too many of them to a player, further ones make no sound.
        """
        wanted_calls = [self._set_sound(call, caller) for call in await self._drop_unwanted(calls)]
        public = [call for call in wanted_calls if not call.direct]
        for group in _group_by_message((call for call in wanted_calls if call.direct), direct=True):
            first = group[0]
            language = first.scene.choices_of(first.seat).language
            with speaking(language or self._words.language_at(first)):
                content = self._words.message(group, direct=True)
            if await self._send_direct(group, content):
                await self._start_clocks(group)
            elif part_of(first.post).kind in call_messages.ONLY_DIRECT:
                self._post_store.note_gone(first.post)
            else:
                public += group
        for group in _group_by_message(public, direct=False):
            first = group[0]
            with speaking(self._words.language_at(first)):  # everybody reads it
                content = self._public_message(group, caller)
            may_post = not first.board.in_a_chat and (first.scene.server.calls or not first.seat)
            if not may_post or not await self._send_public(group, content):
                await self._start_clocks(group, reached=False)
                for call in group:
                    await self._try_later(call)

    def _public_message(self, calls: Sequence[Call], caller: int) -> Sending:
        """The message of calls in their channel; a question there calls all who read it there."""
        first = calls[0]
        if first.seat:
            return self._words.message(calls)
        seats = self._records.asked_seats(first.scene, direct=False)
        asked = [self._set_sound(first._replace(seat=seat), caller) for seat in seats]
        return self._words.place_message(first, [call.player.id for call in asked if call.loud])

    async def _drop_unwanted(self, calls: Iterable[Call]) -> list[Call]:
        """Drop unwanted calls, and see to their clocks; returns the calls that are left.

        If a player has left the server, the opponents are called instead.
        """
        wanted_calls = list[Call]()
        for call in calls:
            is_wanted = not call.seat or call_rules.wants_calls(call.scene, call.seat)
            is_absent = (
                call.seat > 0
                and (is_wanted or rule_of(call.post).lapse is Lapse.LATE)
                and not self._outbox.is_channel_gone(call.board.channel)  # nothing is sent there
                and await self._absence.has_left(call.scene, call.player.id)
            )
            if is_wanted and not is_absent:
                wanted_calls.append(call)
                continue
            self._post_store.note_gone(call.post)
            if is_absent:
                await self._tell_absence(call)
            else:
                choices = call.scene.choices_of(call.seat)  # else the server's choice counts
                reached = choices.calls == "off" or public_interaction(call.board) is not None
                await self._start_clocks([call], reached=reached)
        return wanted_calls

    async def _tell_absence(self, absent: Call) -> None:
        """Tell the others, once for each decision, that a player has left their server.

        Of three or four players, those who are to move themselves are only called to their turn.
        """
        scene, match = absent.scene, absent.scene.match
        decides = rule_of(absent.post).lapse in {Lapse.DECIDED, Lapse.LATE}
        if not decides or match.phase is not Phase.PLAYING or match.terms.competition:
            return
        others = match.voters - {absent.seat}
        if len(match.players) > 2:
            others -= self._service.facts.to_move(match)
        part = CallPart(CallKind.ABSENCE, match.decision(absent.seat).moment)
        for seat in sorted(others):
            key = call_rules.call_key(match, seat)
            for post in await self._records.note_call(scene, key, part):
                await self.send_calls([Call(scene, absent.board, post, seat)])

    def _set_sound(self, call: Call, caller: int) -> Call:
        """A call as it is sent: without a sound in quiet hours and after too many by this user."""
        if not call.seat:
            return call
        player, choices = call.player.id, call.scene.choices_of(call.seat)
        is_loud = call.loud and (not caller or self.pings.count_ping(caller, player))
        return call._replace(loud=is_loud and not is_in_peace(choices, self._service.now()))

    async def show_board_with(
        self, scene: Scene, board: Board, calls: list[Call], *, caller: int, anyway: bool = False
    ) -> tuple[list[Call], bool]:
        """Where the bot can only answer, show the board again with calls to players who are away.

        With ``anyway``, it also calls a player who is awaited alone. Then a board with moves is
        shown too if others are called in other ways, or nobody but the caller is awaited. Returns
        the calls that are left, and whether the board was shown.
        """
        match, now = scene.match, self._service.now()
        silent = [call for call in calls if not call.direct and call.seat and not call.loud]
        self._post_store.note_gone(*(call.post for call in silent))  # the board has the same text
        calls = [call for call in calls if call not in silent]
        if match.phase is not Phase.PLAYING:
            return calls, False
        turns = [call for call in calls if rule_of(call.post).lapse is Lapse.DECIDED]
        if anyway and not turns:
            turns = await self.note_call_alone(scene, board, caller)
            calls += turns
        public = [call for call in turns if not call.direct]
        on_board = [call for call in public if call_rules.wants_calls(scene, call.seat)]
        interaction = public_interaction(board)
        is_private = self._rendering.face(match).private  # nobody looks at the board
        away = [call for call in on_board if not call_rules.is_at_board(match, call.seat, now)]
        calls_somebody = on_board if anyway or is_private else away
        goes_on = bool(turns) or self._waits_for_nobody_else(scene, caller)
        if interaction is None or not (calls_somebody or (anyway and goes_on and not is_private)):
            return calls, False
        with_sound = [self._set_sound(call, caller) for call in on_board]
        if (new_scene := await self._show_calling(interaction, scene, with_sound)) is None:
            return calls, False
        unsent = [call for call in calls if call not in on_board]
        return [call._replace(board=new_scene.board or board) for call in unsent], True

    def _waits_for_nobody_else(self, scene: Scene, caller: int) -> bool:
        """Whether only the caller and machines are to move."""
        awaited = (scene.match.player(seat) for seat in self._service.facts.to_move(scene.match))
        return all(player.id == caller or player.is_machine for player in awaited)

    async def _show_calling(
        self, interaction: AnyInteraction, scene: Scene, calls: Sequence[Call]
    ) -> Scene | None:
        """Show the board in a new message with calls; None if that did not succeed."""
        called_match = scene.match  # as it is once they are called
        for call in calls:
            context = self._service.context(called_match)
            called_match = clock_starts.stop_waiting(called_match, context, call.seat)
        with speaking(self._words.language_at(calls[0]) if calls else get_language()):
            content = self._words.message(calls, with_board=True)
        called_scene = replace(scene, match=called_match)
        try:
            new_scene = await self._boards.show_calling(interaction, called_scene, content)
        except (*LOST, Refused) as error:
            log.warning("no board with a call in match %s: %s", called_match.id, error)
            return None
        # There is no message to delete but the board.
        self._post_store.note_gone(*(call.post for call in calls))
        await self._start_clocks(calls)
        return new_scene

    async def note_call_alone(self, scene: Scene, board: Board, presser: int) -> list[Call]:
        """Record a call to the only player awaited, if they are not looking at a board of all."""
        match, seats = scene.match, self._service.facts.to_move(scene.match)
        if len(seats) != 1 or not match.player(seat := min(seats)).is_person:
            return []
        key, now = call_rules.call_key(match, seat), self._service.now()
        call = Call(scene, board, call_post(match.id, call_rules.DueCall(key, _ALONE, now)), seat)
        if call.player.id == presser or not call_rules.wants_calls(scene, seat):
            return []
        has_public_board = not self._rendering.face(match).private
        if has_public_board and call_rules.is_at_board(match, seat, now):
            return []
        return [call] if await self._records.note_call(scene, key, _ALONE) else []

    async def _send_direct(self, calls: Sequence[Call], content: Sending) -> bool:
        """Send calls to one player to their chat with the bot, in one message."""
        player, is_sent = calls[0].player.id, False
        try:
            channel = (await self._client.create_dm(discord.Object(player))).id
            is_sent = await self._post(channel, calls, content)
        except LOST as error:
            log.info("no direct message in match %s: %s", calls[0].scene.match.id, error)
        if not is_sent and calls[0].board.access is Access.INTERACTION:
            self._unreached.keep(player, True)
        return is_sent

    async def tell_unreached(self, scene: Scene, player: int) -> None:
        """Tell a player once, at their next press, why no call has come by direct message."""
        if scene.board is None or not self._unreached.find(player):
            return
        if (interaction := current_interaction(scene.board.channel)) is None:
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
            is_sent = await self._post(board.channel, calls, content)
            if not is_sent:  # perhaps it may no longer write in the thread
                await self._store.boards.post_again(board, self._service.now(), outside=True)
            return is_sent
        interaction, answer = public_interaction(board), None
        try:
            if interaction is not None:  # a recent press to answer
                answer = await interaction.followup.send(**content, wait=True)
        except LOST as error:
            log.warning("no call in match %s: %s", board.match, error)
        if interaction is None or answer is None:
            self._post_store.note_gone(*(call.post for call in calls))
            await self._start_clocks(calls, reached=False)
            return True
        self._answers.keep_answer(answer.id, interaction, first=False)
        for call in calls:
            await self._post_store.note_sent(replace(call.post, message=answer.id))
        await self._start_clocks(calls, reached=not calls[0].brought)
        return True

    async def _post(self, channel: int, calls: Sequence[Call], content: Sending) -> bool:
        """Send and record calls in one message if any is due; False if Discord refused it."""
        match_ids = [call.scene.match.id for call in calls]

        async def is_due() -> bool:
            matches = [await self._service.match(match_id) for match_id in match_ids]
            return any(map(self._records.is_standing, [call.post for call in calls], matches))

        posts = [replace(call.post, channel=channel) for call in calls]
        recognisers = [partial(call_messages.is_call, call.scene, call.post) for call in calls]
        (post, is_first), *others = zip(posts, recognisers, strict=True)
        try:
            await self._outbox.send(post, content, is_first, is_due=is_due, others=others)
        except LOST as error:
            log.warning("no call in match %s: %s", ", ".join(match_ids), error)
            return not is_refusal(error)
        for match_id in match_ids:
            self.changes.count_change(match_id)
        return True

    async def _start_clocks(self, calls: Sequence[Call], *, reached: bool = True) -> None:
        """Start the clocks of players whom a call has ``reached``, else let them wait."""
        change = clock_starts.stop_waiting if reached else clock_starts.wait_for_player
        for call in calls:
            match, part = call.scene.match, part_of(call.post)
            to_turn = rule_of(call.post).lapse is Lapse.DECIDED
            is_affected = to_turn if reached else part in {CallPart(CallKind.TURN), _ALONE}
            if not is_affected or (call.board.access is Access.MEMBER and not call.brought):
                continue
            with suppress(Denied):  # it is over meanwhile
                if change(match, self._service.context(match), call.seat) is not match:
                    await self._service.apply(match, change, call.seat)
                    await self._boards.redraw(match.id)

    async def _try_later(self, call: Call) -> None:
        """Send a refused call again later, the sooner the less time is left, or drop it."""
        match, now, backoff = call.scene.match, self._service.now(), 0
        if call.deadline:
            backoff = max(_MINIMUM_BACKOFF, (call.deadline - now) // _RETRY_DIVISOR)
        elif call.seat:
            is_over = match.phase is Phase.OVER
            age = now - (match.changed_at if is_over else match.decision(call.seat).since)
            backoff = max(_MINIMUM_BACKOFF, age) if 0 <= age <= _CALL_TIMEOUT else 0
        if backoff:
            await self._post_store.note_refused(call.post, now + backoff)
        else:
            self._post_store.note_gone(call.post)


def _group_by_message(calls: Iterable[Call], *, direct: bool) -> list[list[Call]]:
    """Calls to one kind of place, grouped by message."""
    groups: dict[Hashable, list[Call]] = {}
    for call in calls:
        groups.setdefault(call.sharing_key(direct=direct), []).append(call)
    return [*groups.values()]


@dataclass(eq=False)
class CallDeletion:
    """Deletes calls that are no longer right, or takes reminders out of a shared message."""

    _client: discord.Client
    _service: Service
    _outbox: Outbox
    _answers: Answers
    _words: CallWords
    _records: RecordedCalls

    def __post_init__(self) -> None:
        self._post_store = self._service.store.outbox

    async def take_back(self, scene: Scene, post: Post) -> None:
        """Delete a call that is no longer due; the record stays until it is known to be gone."""
        is_call = partial(call_messages.is_call, scene, post)
        for channel in await self._possible_channels(scene, key_of(post).called_seat):
            placed_post, message_id = replace(post, channel=channel), None
            try:
                message_id = await self._outbox.find_message_id(placed_post, is_call)
            except LOST as error:
                log.info("it is unknown whether a call was sent in %s: %s", scene.match.id, error)
                if not is_refusal(error):
                    return
            if message_id:
                await self._outbox.delete_post(replace(placed_post, message=message_id))
        self._post_store.note_gone(post)

    async def _possible_channels(self, scene: Scene, changes: int) -> list[int]:
        """The possible channels of a call: the board's channel, and the players' own chats."""
        board, match = scene.board, scene.match
        if board is None or board.access is not Access.MEMBER:
            return []
        channels = [board.channel] if board.message and scene.server.calls else []
        for seat in match.seats if changes == 0 else {changes} & {*match.seats}:
            is_direct = scene.choices_of(seat).calls == "dm" or board.in_a_chat
            if match.player(seat).is_person and is_direct:
                with suppress(*LOST):
                    chat = await self._client.create_dm(discord.Object(match.player(seat).id))
                    channels.append(chat.id)
        return channels

    async def delete_calls(self, calls: Iterable[Post]) -> None:
        for call in calls:
            tells_end = key_of(call).seat < 0  # see ``CallKey``
            is_answer = not call.channel
            may_share = rule_of(call).lapse is Lapse.LATE or tells_end or is_answer
            other_posts = await self._post_store.posts_in_message(call) if may_share else []
            if not other_posts:
                delete = self._answers.deletion_request(call.message) if is_answer else None
                await self._outbox.delete_post(call, delete)
                continue
            self._post_store.note_gone(call)
            if not is_answer:
                await self._rewrite(other_posts)

    async def _rewrite(self, posts: Sequence[Post]) -> None:
        """Leave only these calls in their message; edits make no sound."""
        calls = list[Call]()
        for post in posts:
            scene = await self._service.scene(post.name.subject)
            if scene.board is not None and self._records.is_standing(post, scene.match):
                calls += await self._records.make_calls(scene, scene.board, post, loud=False)
        if not calls:
            return
        first, post = calls[0], calls[0].post
        is_direct = post.channel != first.board.channel
        language = first.scene.choices_of(first.seat).language if is_direct else None
        with speaking(language or self._words.language_at(first)):
            content = self._words.message(calls)["content"]
        place = self._client.get_partial_messageable(post.channel)
        try:
            await place.get_partial_message(post.message).edit(content=content)
        except LOST as error:
            log.info("a message of reminders stays as it is: %s", error)
