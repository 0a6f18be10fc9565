"""Presses on the board that everybody sees: a move, or the choices that complete one.

A press of a move reads the database once and writes it once: the router hands the scene over, the
service commits the changed match, and the board and the calls are made from that same scene. It is
read again only if somebody else got in between.
"""

from __future__ import annotations

from dataclasses import replace

import discord

from cogs.board.board_messages import BoardMessages
from cogs.board.private_board import PrivateBoards
from cogs.board.rendering import Rendering
from cogs.frame import errors
from cogs.frame.press import Action, MatchPress
from cogs.frame.replies import say
from cogs.frame.router import MatchRoute
from cogs.views.keys import picked
from prowlerbot.core.errors import Stale
from prowlerbot.match.play import Repeated
from prowlerbot.service.service import Service
from prowlerbot.storage.scenes import Scene


class PressedMoves:
    def __init__(
        self, service: Service, rendering: Rendering, boards: BoardMessages, private: PrivateBoards
    ) -> None:
        self._service = service
        self._rendering = rendering
        self._boards = boards
        self._private = private
        self.routes = (
            MatchRoute(Action.MOVE, self._move),
            MatchRoute(Action.CHOOSE, self._choose),
            MatchRoute(Action.BACK, self._back),
            MatchRoute(Action.PICK, self._pick),
        )

    async def _move(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        user, before = interaction.user.id, scene.match
        await self._boards.check_place(interaction, scene)
        if await self._awaiting_machine(interaction, press, scene):
            return
        with self._boards.foreseeing(interaction, scene) as foreseen:
            try:
                if self._private.screens.confirms(user, scene):
                    await self._private.preview(interaction, press, scene)
                    return
                match = await self._service.play(
                    before.id,
                    user,
                    press.moment,
                    press.argument,
                    seen=before,
                    foresee=foreseen.begin,
                )
            except Repeated:  # pressed twice: the move stands, and nobody is called a second time
                scene = await self._boards.scene_after(interaction, press, scene)
                await self._boards.answer(interaction, scene)
                return
            except Stale as stale:
                await self._refuse(interaction, press, scene, stale)
                return
            scene = replace(scene, match=match)
            if self._private.plans.secret(before, match, user):
                await self._private.plans.answer(interaction, before, scene, press.argument)
                return
            await self._boards.answer_and_call(interaction, scene, foreseen)
            await self._private.tell_outgrown(interaction, scene)

    async def _pick(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Something was chosen in a menu: a move, or what opens a choice."""
        handlers = {Action.MOVE: self._move, Action.CHOOSE: self._choose}
        press = picked(interaction, press, handlers)
        await handlers[press.action](interaction, press, scene)

    async def _choose(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Open a choice; the message offers its answers."""
        await self._boards.check_place(interaction, scene)
        if await self._awaiting_machine(interaction, press, scene):
            return
        try:
            private = self._rendering.face(scene.match).private
            if private or self._private.screens.confirms(interaction.user.id, scene):
                await self._private.preview_choice(interaction, press, scene)
                return
            self._service.position_to_move(scene.match, interaction.user.id, press.moment)
        except Stale as stale:
            await self._refuse(interaction, press, scene, stale)
            return
        await self._boards.answer(interaction, scene, press.argument)

    async def _back(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Close the choice that is open."""
        await self._boards.check_place(interaction, scene)
        try:
            self._service.position_to_move(scene.match, interaction.user.id, press.moment)
        except Stale as stale:
            await self._refuse(interaction, press, scene, stale)
            return
        await self._boards.answer(interaction, scene)

    async def _awaiting_machine(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> bool:
        """Answer a press of a player on a board that waits, or waited, for the machine alone.

        This brings the board up to date; where the bot can only answer, nothing else does.
        """
        match = scene.match
        if match.seat_of(interaction.user.id) is None:
            return False
        if not self._service.only_machines_to_move(match):
            known = self._service.timeline(match, None)  # a plan of the machine is no answer yet
            answers = [play for play in known.plays if play.moment == press.moment]
            if not answers or not all(match.player(play.seat).is_machine for play in answers):
                return False
        await self._boards.answer(interaction, scene)
        return True

    async def _refuse(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene, stale: Stale
    ) -> None:
        """Put the present board under a late press, and say why nothing else happened.

        A plan can be begun on the shared board, but continued only on a board of one's own.
        """
        match = scene.match
        seat = match.seat_of(interaction.user.id)
        decision = match.decision(seat) if seat is not None else None
        if decision and decision.own and decision.moment <= press.moment <= match.moment:
            await self._private.open(interaction, scene)
            return
        scene = await self._boards.scene_after(interaction, press, scene)
        await self._boards.answer(interaction, scene)
        await say(interaction, errors.sentence(stale))
