"""Taking the seat of a player who has left a match."""

from __future__ import annotations

from dataclasses import dataclass

from discord import Interaction

from cogs.board.board_messages import BoardMessages
from cogs.frame import errors
from cogs.frame.features import answers_in_match
from cogs.frame.replies import say
from cogs.frame.visit import visit_of
from cogs.life.lobby import Welcome
from cogs.presses.addresses import MatchPress
from cogs.presses.press import read_number
from prowlerbot.core.errors import Stale
from prowlerbot.match.match import Player
from prowlerbot.match.offers import take_seat
from prowlerbot.service.service import Service
from prowlerbot.storage.scenes import Scene


@dataclass(eq=False)
class FreeSeats:
    _service: Service
    _boards: BoardMessages
    _welcome: Welcome

    @answers_in_match("takeseat")
    async def _take(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Give the seat to the first who presses, and show the board to all others."""
        await self._boards.check_place(interaction, scene)
        user, seat = interaction.user, read_number(press.argument) or 0
        player = Player(user.id, user.display_name)
        try:
            match = await self._service.apply(scene.match, take_seat, player, seat, mover=user.id)
        except Stale as stale:
            scene = await self._boards.scene(visit_of(interaction), press.match)
            await self._boards.answer(interaction, scene)
            await say(interaction, errors.sentence(stale))
            return
        scene = await self._boards.scene(visit_of(interaction), match.id)
        await self._boards.answer_and_call(interaction, scene)
        await self._welcome.offer(interaction, match)
