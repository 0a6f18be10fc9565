"""The router of button presses.

discord.py's own dispatch drops a press whose button is no longer on the message, which is just the
late press that deserves an answer. So this cog listens to all component interactions and acts on
what their custom_id carries.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import discord
from discord.ext import commands

from cogs.board.table import Table
from cogs.board.threads import Threads
from cogs.frame import errors
from cogs.frame.interaction import enter
from cogs.frame.layout import layout
from cogs.frame.limits import Gate
from cogs.frame.press import Action, Press
from cogs.frame.replies import say
from cogs.life.desk import Desk
from prowlerbot.core.errors import Stale
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match
from prowlerbot.match.play import Repeated
from prowlerbot.storage.scenes import Scene

Handler = Callable[[discord.Interaction, Press], Awaitable[None]]


class Presses(commands.Cog):
    """``more`` are the handlers of concepts that have a file of their own; ``asked_first`` answers
    the presses of players who want to see a move before it counts.
    """

    def __init__(
        self,
        table: Table,
        desk: Desk,
        gate: Gate,
        more: Mapping[Action, Handler],
        asked_first: Callable[[discord.Interaction, Press, Scene], Awaitable[bool]],
    ) -> None:
        self._asked_first = asked_first
        self._table = table
        self._gate = gate
        self._service = table.service
        self._desk = desk
        self._threads = Threads(table)
        self._handlers: dict[Action, Handler] = {
            Action.ACCEPT: self._accept,
            Action.DECLINE: self._answer_challenge(self._service.decline),
            Action.CANCEL: self._answer_challenge(self._service.cancel),
            Action.MOVE: self._move,
            Action.CHOOSE: self._open_choice,
            Action.BACK: self._back,
            Action.SCORES: self._ask(desk.scores),
            Action.MENU: self._ask(desk.menu),
            Action.DESCRIBE: self._ask(desk.describe),
            Action.RECORD: self._ask(desk.record),
            Action.REPOST: self._ask(desk.board),
            Action.RESIGN: self._ask(desk.ask_resign),
            Action.RULES: self._rules,
            Action.RESIGN_SURELY: self._resign,
            **more,
        }

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is not discord.InteractionType.component:
            return
        press = Press.read(_custom_id(interaction))
        if press is None:
            return
        enter(interaction)
        await errors.guarded(
            interaction, self._gate, lambda: self._handlers[press.action](interaction, press)
        )

    def _answer_challenge(self, change: Callable[[str, int], Awaitable[Match]]) -> Handler:
        async def handler(interaction: discord.Interaction, press: Press) -> None:
            try:
                await change(press.match, interaction.user.id)
            except Stale as stale:
                await self._show_present(interaction, press, stale)
                return
            await self._show(interaction, press)

        return handler

    async def _accept(self, interaction: discord.Interaction, press: Press) -> None:
        try:
            await self._service.accept(press.match, interaction.user.id)
        except Stale as stale:
            await self._show_present(interaction, press, stale)
            return
        try:
            if not await self._threads.open(interaction, press.match):
                await self._table.answer(interaction, press.match)
        finally:
            await self._table.calls.call(press.match, presser=interaction.user.id)

    async def _move(self, interaction: discord.Interaction, press: Press) -> None:
        scene = await self._table.scene(interaction, press.match)
        await self._table.check_place(interaction, scene)
        try:
            if await self._asked_first(interaction, press, scene):
                return
            user = interaction.user.id
            await self._service.play(press.match, user, press.ply, press.argument, seen=scene.match)
        except Repeated:  # pressed twice: the move stands, and nobody is called a second time
            await self._table.answer(interaction, press.match)
            return
        except Stale as stale:
            await self._show_present(interaction, press, stale)
            return
        await self._show(interaction, press)

    async def _open_choice(self, interaction: discord.Interaction, press: Press) -> None:
        await self._look(interaction, press, press.argument)

    async def _back(self, interaction: discord.Interaction, press: Press) -> None:
        await self._look(interaction, press, None)

    async def _look(
        self, interaction: discord.Interaction, press: Press, choosing: str | None
    ) -> None:
        """Change what the message offers, without a move."""
        scene = await self._table.scene(interaction, press.match)
        await self._table.check_place(interaction, scene)
        try:
            if choosing is not None and await self._asked_first(interaction, press, scene):
                return
            self._service.position_to_move(scene.match, interaction.user.id, press.ply)
        except Stale as stale:
            await self._show_present(interaction, press, stale)
            return
        await self._table.answer(interaction, press.match, choosing)

    def _ask(self, answer: Callable[[discord.Interaction, Match], Awaitable[None]]) -> Handler:
        async def handler(interaction: discord.Interaction, press: Press) -> None:
            await answer(interaction, await self._service.match(press.match))

        return handler

    async def _rules(self, interaction: discord.Interaction, press: Press) -> None:
        match = await self._service.match(press.match)
        await self._desk.rules(interaction, match.game)

    async def _resign(self, interaction: discord.Interaction, press: Press) -> None:
        match = await self._service.resign(press.match, interaction.user.id)
        try:
            done = layout(tr("You have resigned the match."))
            await interaction.response.edit_message(view=done)
        finally:
            await self._table.refresh(match.id, interaction.user.id)

    async def _show(self, interaction: discord.Interaction, press: Press) -> None:
        try:
            await self._table.answer(interaction, press.match)
        finally:  # however it is shown, the other player hears of it
            await self._table.calls.call(press.match, presser=interaction.user.id)

    async def _show_present(
        self, interaction: discord.Interaction, press: Press, stale: Stale
    ) -> None:
        """Put the present board under a late press, and say why nothing else happened."""
        await self._table.answer(interaction, press.match)
        await say(interaction, errors.sentence(stale))


def _custom_id(interaction: discord.Interaction) -> str:
    data: Mapping[str, object] = interaction.data or {}
    return str(data.get("custom_id", ""))
