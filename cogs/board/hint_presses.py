"""Answers a player who asks the machine for a hint, in three steps, each a press."""

from __future__ import annotations

from dataclasses import dataclass

from discord import Interaction

from cogs.board.board_messages import BoardMessages
from cogs.board.private.private_messages import PrivateMessages
from cogs.board.private.secret_steps import SecretSteps
from cogs.board.rendering import Rendering
from cogs.board.views.hint_views import HintScreen
from cogs.frame.features import answers_in_match
from cogs.frame.replies import edit_answer, turn_into
from cogs.presses.addresses import MatchPress
from cogs.presses.press import read_number
from prowlerbot.core.errors import Denied
from prowlerbot.match.machine_help import CANDIDATES, CHOICE, WHERE, HintRequest, hint_taken
from prowlerbot.match.match import Match, seat_at
from prowlerbot.match.scene import Scene
from prowlerbot.opponent.judgement import Appraisal
from prowlerbot.service.hint_service import Hints as Hinting
from prowlerbot.service.match_service import Service


@dataclass(eq=False)
class Hints:
    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
    _secret_steps: SecretSteps
    _hinting: Hinting
    _messages: PrivateMessages

    @answers_in_match("hint")
    async def _ask(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Show one more step, the first one in the message of help, others in the pressed one."""
        step, match = read_number(press.argument), scene.match
        if step is None or not WHERE <= step <= CHOICE:
            raise Denied("There is no such hint; open the menu again.")
        self._boards.machines.seats.admit(scene.server)
        asked = HintRequest(interaction.user.id, press.moment, press.own, step)
        appraisal = self._hinting.known_appraisal(match, asked)
        if appraisal is None:  # a search may take longer than Discord waits
            if step > WHERE or self._messages.is_help(interaction, match.id):
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=True, thinking=True)
            appraisal = await self._hinting.appraisal(match, asked)
        if not self._screen(scene, match, asked.user, appraisal).places:
            asked = asked._replace(step=max(step, CANDIDATES))  # no step is empty
        after = await self._hinting.take(match, asked)
        try:
            await self._show(interaction, after, appraisal, step, scene)
        finally:  # the step counts even if the answer fails
            if after is not match:
                self._secret_steps.note_unseen(scene, after)

    async def _show(
        self,
        interaction: Interaction,
        match: Match,
        appraisal: Appraisal,
        step: int,
        scene: Scene,
    ) -> None:
        screen = self._screen(scene, match, interaction.user.id, appraisal)
        hint = hint_taken(match, screen.seat)
        steps = max(step, hint.steps if hint is not None else 0)
        look = self._rendering.look(match, scene.theme_of(interaction.user.id))
        pictures = await self._rendering.pictures(match, screen.drawings(steps, look))
        content = screen.shown(steps, pictures)
        if step == WHERE or self._messages.is_help(interaction, match.id):
            await self._messages.show_help(interaction, match.id, content)
        elif interaction.response.is_done():
            await edit_answer(interaction, 0, content)
        else:
            await turn_into(interaction, content)

    def _screen(self, scene: Scene, match: Match, user: int, appraisal: Appraisal) -> HintScreen:
        view = self._service.timeline(match, user).present
        seat = seat_at(match, user)
        own_board = self._rendering.on_own_board(scene)
        return HintScreen(match, self._rendering.face(match), view, seat, appraisal, own_board)
