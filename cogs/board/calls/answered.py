"""Calls where the bot is not a member and can only answer a press.

There the bot can delete a message for some minutes only, so a separate call would stay for ever. So
the board itself calls the players who are not there: the bot shows it again below all other
messages. A press on the board before it deletes that one.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from cogs.board.calls.call_sender import (
    Call,
    message,
    public_interaction,
    way_there,
    with_own_board,
)
from cogs.board.calls.reminders import Reminders
from cogs.frame.interaction import AnyInteraction, current_interaction
from cogs.frame.outbox import Sending
from cogs.frame.replies import LOST, NOBODY, say
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.core.lists_and_numbers import listed
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match import closing
from prowlerbot.match.call_rules import is_there
from prowlerbot.match.deadlines import in_peace
from prowlerbot.match.match import Phase
from prowlerbot.match.scene import Access, Board, Scene

log = logging.getLogger(__name__)

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
