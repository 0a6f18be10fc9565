"""The presses on a challenge or lobby: join, leave, decline, add the machine, start."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import get_args

import discord

from cogs.board.board_messages import BoardMessages
from cogs.board.threads import Threads
from cogs.frame import errors
from cogs.frame.interaction import selected_values
from cogs.frame.press import Action, MatchPress
from cogs.frame.replies import say
from cogs.frame.router import MatchRoute
from cogs.life.welcome import Welcome
from cogs.views.lobby_view import CANCEL, MENU, START_ALONE
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match.match import Level, Match, Phase, Player
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.service import Service
from prowlerbot.storage.scenes import Scene

Change = Callable[[Match], Awaitable[Match]]
"""The effect of a press on the match as just read."""


class Lobbies:
    def __init__(
        self, service: Service, boards: BoardMessages, threads: Threads, welcome: Welcome
    ) -> None:
        self._boards = boards
        self._lobby = Lobby(service)
        self._threads = threads
        self._welcome = welcome
        self.routes = (
            MatchRoute(Action.ACCEPT, self._accept),
            MatchRoute(Action.DECLINE, self._decline),
            MatchRoute(Action.CANCEL, self._cancel),
            MatchRoute(Action.JOIN, self._join),
            MatchRoute(Action.STEP_OUT, self._step_out),
            MatchRoute(Action.ADD_MACHINE, self._for_host),
            MatchRoute(Action.START, self._start),
        )

    async def _accept(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        user = interaction.user.id
        if await self._answer(
            interaction, press, scene, lambda seen: self._lobby.accept(seen.id, user, seen=seen)
        ):
            await self._welcome.offer(interaction, scene.match)

    async def _decline(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        user = interaction.user.id
        await self._answer(
            interaction, press, scene, lambda seen: self._lobby.decline(seen.id, user, seen=seen)
        )

    async def _cancel(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        user = interaction.user.id
        await self._answer(
            interaction, press, scene, lambda seen: self._lobby.cancel(seen.id, user, seen=seen)
        )

    async def _join(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Take a seat with its choice; a second press changes the choice."""
        user = interaction.user
        choice = press.argument
        if choice.startswith(MENU):
            choice = next(iter(selected_values(interaction)), "")
        player = Player(user.id, user.display_name, choice=choice)
        if await self._answer(
            interaction, press, scene, lambda seen: self._lobby.join(seen.id, player, seen=seen)
        ):
            await self._welcome.offer(interaction, scene.match)

    async def _step_out(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        user = interaction.user.id
        await self._answer(
            interaction, press, scene, lambda seen: self._lobby.step_out(seen.id, user, seen=seen)
        )

    async def _for_host(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Apply a choice from the host's menu."""
        values = selected_values(interaction)
        if values == [CANCEL]:
            await self._cancel(interaction, press, scene)
        elif values == [START_ALONE]:
            await self._start(interaction, press, scene, alone=True)
        else:
            await self._add_machine(interaction, press, scene, _level(values))

    async def _add_machine(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene, level: Level
    ) -> None:
        user = interaction.user.id
        self._boards.machines.seats.admit(scene.server)
        await self._answer(
            interaction,
            press,
            scene,
            lambda seen: self._lobby.add_machine(seen.id, user, level, seen=seen),
        )

    async def _start(
        self,
        interaction: discord.Interaction,
        press: MatchPress,
        scene: Scene,
        *,
        alone: bool = False,
    ) -> None:
        user = interaction.user.id
        await self._answer(
            interaction,
            press,
            scene,
            lambda seen: self._lobby.start(seen.id, user, alone=alone, seen=seen),
        )

    async def _answer(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene, change: Change
    ) -> bool:
        """Apply a press, and show the new state: the lobby, a match, or nothing.

        False for a press that came too late.
        """
        await self._boards.check_place(interaction, scene)
        before = scene.match
        try:
            match = await change(before)
        except Stale as stale:
            await self._refuse(interaction, press, stale)
            return False
        if _player_ids(match) == _player_ids(before):
            scene = replace(scene, match=match)
        else:  # the scene has the choices of the previous player
            scene = await self._boards.scene(interaction, match.id)
        if match.phase is not Phase.PLAYING:
            await self._boards.answer_and_call(interaction, scene)
            return True
        try:
            scene = await self._threads.open(interaction, scene)
        finally:  # tell the other players even if showing it fails
            await self._boards.calls.call(scene, presser=interaction.user.id)
        return True

    async def _refuse(
        self, interaction: discord.Interaction, press: MatchPress, stale: Stale
    ) -> None:
        """Show the current message after a late press, and say why it had no effect."""
        await self._boards.answer(interaction, await self._boards.scene(interaction, press.match))
        await say(interaction, errors.sentence(stale))


def _player_ids(match: Match) -> list[int]:
    return [player.id for player in match.players]


def _level(values: list[str]) -> Level:
    for level in get_args(Level):
        if values == [level]:
            found: Level = level
            return found
    raise Denied("The machine has no such level.")
