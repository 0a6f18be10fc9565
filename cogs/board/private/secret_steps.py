"""Secret steps: moves that the other players cannot see yet.

A secret step makes no press late, calls nobody and repeats no question. The shared message changes
only where it names the players who still have to choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from discord import Interaction

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.rendering import Rendering
from cogs.board.views.match_views import button
from cogs.contract.screen import IN_A_ROW, Order
from cogs.frame.layout import Item, layout
from cogs.frame.replies import say
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match, seat_at
from prowlerbot.match.scene import Scene
from prowlerbot.service.match_service import Service


@dataclass(eq=False)
class SecretSteps:
    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
    _posting: Posting

    def is_secret(self, before: Match, after: Match, user: int) -> bool:
        """Whether nobody else has seen a move of this user."""
        seat = seat_at(after, user)
        planned = after.decision(seat).concealed > before.decision(seat).concealed
        return planned and after.moment == before.moment

    async def answer_step(
        self, interaction: Interaction, before: Match, scene: Scene, move: str
    ) -> None:
        """Answer a press on the shared board that made a secret step.

        Only the presser reads which step it was.
        """
        match, user = scene.match, interaction.user.id
        try:
            if self.changes_shared_board(before, scene):
                scene = await self._boards.answer(interaction, scene)
            chosen = self.confirmation(before, scene, user, move)
            rows = secret_step_rows(match, seat_at(match, user))
            rows[-1].append(button("look", match, tr("Open my board"), "👁️"))
            await say(interaction, layout(chosen, rows=rows))
        finally:  # the step counts even if the answer fails
            await self.show_to_others(interaction, before, scene, shown=True)

    def confirmation(self, before: Match, scene: Scene, user: int, move: str) -> str:
        """The confirmation to a player of their own move, secret or not."""
        known = self._service.timeline(before, user)
        words = f"**{self._rendering.face(before).move_words(known.present, move)}**"
        if self.is_secret(before, scene.match, user):
            return tr(
                "Your choice: {move}. Only you see it so far, and you can take it back.",
                move=words,
            )
        return tr("Your choice: {move}.", move=words)

    async def show_to_others(
        self, interaction: Interaction, before: Match, scene: Scene, *, shown: bool = False
    ) -> None:
        """Show the other players the visible part of a step.

        They see that the player has finished or, once nobody else has to choose, the whole step.

        With ``shown``, the press has already updated the shared message.
        """
        match, user = scene.match, interaction.user.id
        if self._service.live(match):
            # The next press must not wait for the edit, and a live match calls nobody.
            self._boards.refresh_later(match.id)
            return
        if scene.unshared:  # there is no message to wait for
            await self._tell_players(before, scene, user)
            self._boards.machines.wake(match, user)
            await self._boards.refresh_soon(match.id)
            return
        try:
            if not self.changes_shared_board(before, scene):
                self._boards.shown.note_unchanged(scene)
            elif self._posting.must_repost(interaction, scene):
                await self._posting.post(interaction, scene)
            elif not shown:
                await self._boards.refresh_soon(match.id)
        finally:
            await self._tell_players(before, scene, user)

    async def _tell_players(self, before: Match, scene: Scene, user: int) -> None:
        """Call the players after a step of this user."""
        if scene.match.moment > before.moment:
            await self._boards.calls.call(scene, presser=user)
        else:
            await self._boards.calls.step_made(scene, user)

    def note_unseen(self, scene: Scene, after: Match) -> Scene:
        """The scene after a change that the shared message does not show, so that message stays as
        up to date as before.
        """
        later = replace(scene, match=after)
        if not self.changes_shared_board(scene.match, later):
            self._boards.shown.note_unchanged(later)
        return later

    def changes_shared_board(self, before: Match, scene: Scene) -> bool:
        """Whether the shared message must change, for this step or because it is behind."""
        match, board = scene.match, scene.board
        next_one = match.revision == before.revision + 1
        behind = board is not None and board.shown < before.revision
        same = match.moment == before.moment and match.phase is before.phase
        awaited = self._service.to_move(match) == self._service.to_move(before)
        return not (next_one and not behind and same and awaited)


def secret_step_rows(match: Match, seat: int) -> list[list[Item]]:
    """The button that takes the latest secret step back; no row without one."""
    decision = match.decision(seat)
    if not decision.concealed:
        return []
    return [[button("unplan", match, tr("Take back"), "↩️", own=decision.own)]]


def order_rows(match: Match, seat: int, orders: Sequence[Order]) -> list[list[Item]]:
    """The standing orders that a player can give or take back now, below an explanation."""
    given = match.player(seat).orders
    row: list[Item] = [
        button(
            "order",
            *(match, order.label, "☑️" if order.key in given else "🔲"),
            argument=f"-{order.key}" if order.key in given else order.key,
        )
        for order in orders
        if order.asked or order.key in given
    ]
    return [row[at : at + IN_A_ROW] for at in range(0, len(row), IN_A_ROW)]


def order_hint(match: Match, seat: int, orders: Sequence[Order]) -> str:
    """The explanation of the standing order for the current question, given or not."""
    given = match.player(seat).orders
    if any(order.asked and order.key not in given for order in orders):
        return tr("🔲 A standing order: press it once, and it answers such questions for you.")
    return tr("☑️ A standing order answers for you; press it to be asked again.")
