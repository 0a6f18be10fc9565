"""The private board of one player: in their own theme, and text first if they prefer that.

The shared board does not change. A player can move from a private board too. In open games, each
move made there is shown with its effect before it counts, as is each move of a player who confirms
moves. In games with secret plans, the board continues through all steps of a plan; each step can be
taken back until another player has seen it. Nothing is kept in memory: the buttons carry the
moment, the step and the move. So a lost board can be opened again, and an outdated one says so.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord

from cogs.board.board_messages import BoardMessages
from cogs.board.plans import Plans
from cogs.board.private_screens import PrivateScreens
from cogs.board.rendering import Rendering
from cogs.contract.sign import coloured
from cogs.frame import errors
from cogs.frame.layout import Content, layout
from cogs.frame.names import command
from cogs.frame.press import Action, MatchPress, read_number
from cogs.frame.replies import LOST, say, show_privately, turn_into
from cogs.frame.router import MatchRoute
from cogs.views import match_views as views
from cogs.views.keys import picked
from prowlerbot.core.errors import Stale
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match
from prowlerbot.match.play import Repeated
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.service.service import Service
from prowlerbot.storage.scenes import Scene

log = logging.getLogger(__name__)

Draw = Callable[[int, MatchPress, Scene], Awaitable[Content]]
_Tell = Callable[[discord.Interaction, Scene], Awaitable[None]]


class PrivateBoards:
    def __init__(self, service: Service, rendering: Rendering, boards: BoardMessages) -> None:
        self._service = service
        self._rendering = rendering
        self._boards = boards
        self.plans = Plans(service, rendering, boards)
        self.screens = PrivateScreens(service, rendering)
        boards.open_boards.draw = self.screens.present
        self.routes = (
            MatchRoute(Action.LOOK, self._open),
            MatchRoute(Action.LOOK_BACK, self._back),
            MatchRoute(Action.TRY, self._try),
            MatchRoute(Action.TRY_ONCE, self._try),
            MatchRoute(Action.WONDER, self._choose),
            MatchRoute(Action.CONFIRM, self._confirm),
            MatchRoute(Action.CONFIRM_ONCE, self._confirm_once),
            MatchRoute(Action.AT_ONCE, self._confirm_and_skip),
            MatchRoute(Action.PLAN, self._plan),
            MatchRoute(Action.PLAN_PICK, self._pick),
            MatchRoute(Action.UNPLAN, self._unplan),
            MatchRoute(Action.ORDER, self._order),
        )

    async def show(self, interaction: discord.Interaction, match: Match) -> None:
        """Show a match to the asker alone."""
        scene = await self._boards.scene(interaction, match.id)
        await self.open(interaction, scene)

    async def open(self, interaction: discord.Interaction, scene: Scene, said: str = "") -> None:
        """Show the current position in a new private message, below the text ``said``."""
        user = interaction.user.id
        with coloured(scene.theme_of(user)):
            content = await self.screens.present(user, scene, said)
            self._keep(interaction, scene, await show_privately(interaction, content))

    async def _show(self, interaction: discord.Interaction, scene: Scene, page: int = 0) -> None:
        """Replace the pressed message with the current position."""
        content = await self.screens.present(interaction.user.id, scene, page=page)
        await turn_into(interaction, content)
        self._keep(interaction, scene)

    def _keep(
        self,
        interaction: discord.Interaction,
        scene: Scene,
        message: int = 0,
        *,
        choosing: bool = False,
    ) -> None:
        """Keep a private board up to date in games with secret plans."""
        if self._rendering.face(scene.match).private:
            self._boards.open_boards.keep(interaction, scene.match, message, choosing=choosing)

    async def preview(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Show the effect of a move that was pressed on the shared board."""
        user = interaction.user.id
        with coloured(scene.theme_of(user)):
            await show_privately(interaction, await self.screens.preview(user, press, scene))

    async def tell_outgrown(self, interaction: discord.Interaction, scene: Scene) -> None:
        """Explain once, after a move that counted at once, why it did and how to change that."""
        user = interaction.user.id
        seat = scene.match.seat_of(user)
        if seat is None or not scene.outgrown(seat):
            return
        await self._service.store.rechoose(PlayerChoices, user, at_once_told=True)
        told = tr(
            "Your first matches are over, so this move counted at once. To see each move before it"
            " counts, choose “Always” under “Confirm moves” in `{command}`.",
            command=command("preferences"),
        )
        try:
            await say(interaction, told)
        except LOST as error:
            log.info("no word on previews in match %s: %s", scene.match.id, error)

    async def preview_choice(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Show a choice that was opened on the shared board."""
        user = interaction.user.id
        with coloured(scene.theme_of(user)):
            await show_privately(interaction, await self.screens.choice(user, press, scene))

    async def _open(
        self, interaction: discord.Interaction, _press: MatchPress, scene: Scene
    ) -> None:
        await self.open(interaction, scene)

    async def _back(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Leave a choice, or turn to another page of past events."""
        await self._show(interaction, scene, read_number(press.argument) or 0)

    async def _try(self, interaction: discord.Interaction, press: MatchPress, scene: Scene) -> None:
        await self._turn_into(interaction, press, scene, self.screens.preview)

    async def _choose(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        await self._turn_into(interaction, press, scene, self.screens.choice)

    async def _pick(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Handle an option of a menu: it makes a move or opens a choice."""
        handlers = {
            Action.TRY: self._try,
            Action.TRY_ONCE: self._try,
            Action.WONDER: self._choose,
            Action.PLAN: self._plan,
        }
        press = picked(interaction, press, handlers)
        await handlers[press.action](interaction, press, scene)

    async def _turn_into(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene, draw: Draw
    ) -> None:
        try:
            await turn_into(interaction, await draw(interaction.user.id, press, scene))
            self._keep(interaction, scene, choosing=True)
        except Stale as stale:
            await self._refuse(interaction, press, scene, stale)

    async def _confirm(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Make the move that was previewed on a private board, which stays open."""
        await self._make(interaction, press, scene, self._tell_done)

    async def _confirm_once(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Make a move that was pressed on the shared board and previewed in private.

        The private message is removed, because the shared board above it shows everything.
        """
        await self._make(interaction, press, scene, self._tell_once)

    async def _tell_once(self, interaction: discord.Interaction, made: Scene) -> None:
        board = made.board
        here = board is not None and board.channel == interaction.channel_id
        if not here or board is None or not self._boards.shown.can_edit(board):
            await self._tell_done(interaction, made)
        else:
            await self._close(interaction, made)

    async def _make(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene, tell: _Tell
    ) -> None:
        """Make a move and ``tell`` its player; answer a late press instead."""
        made = await self._made(interaction, press, scene)
        if made is None:
            return
        try:
            await tell(interaction, made)
        finally:  # the move counts and shows even if the answer fails
            await self._boards.update(interaction, made)

    async def _made(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> Scene | None:
        """The scene after the move; None for a late press, which is answered here."""
        user, match = interaction.user.id, scene.match
        try:
            match = await self._service.play(
                match.id, user, press.moment, press.argument, own=press.own, seen=match
            )
        except Repeated:  # pressed twice: the move counts
            return await self._boards.scene_after(interaction, press, scene)
        except Stale as stale:
            await self._refuse(interaction, press, scene, stale)
            return None
        return replace(scene, match=match)

    async def _tell_done(
        self, interaction: discord.Interaction, scene: Scene, more: str = ""
    ) -> None:
        again = tr("`{command}` shows it.", command=command(scene.match.game, "board"))
        link = await self._boards.links.one(interaction, scene.match.id)
        done = tr("Your move is made. {link}", link=views.way_to(link) if link else again)
        await turn_into(interaction, Content(layout("\n".join(filter(None, (done, more))))))

    async def _close(self, interaction: discord.Interaction, scene: Scene) -> None:
        """Remove the pressed private message."""
        message = interaction.message
        try:
            await interaction.response.defer()
        except LOST as error:
            log.info("a preview in match %s stays: %s", scene.match.id, error)
            return
        if message is not None:
            channel, delete = interaction.channel_id or 0, interaction.delete_original_response
            await self._boards.calls.posts.remove(channel, message.id, delete)

    async def _confirm_and_skip(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Make the previewed move; from now on, presses of this player count at once."""
        await self._make(interaction, press, scene, self._skip)

    async def _skip(self, interaction: discord.Interaction, made: Scene) -> None:
        await self._service.store.rechoose(PlayerChoices, interaction.user.id, confirm=False)
        skipped = tr(
            "From now on, your moves count at once; `{command}` changes that.",
            command=command("preferences"),
        )
        await self._tell_done(interaction, made, skipped)

    async def _plan(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Make a step of a plan; the board continues with the next one."""
        before = scene.match
        try:
            match = await self._service.play(
                before.id,
                interaction.user.id,
                press.moment,
                press.argument,
                own=press.own,
                seen=before,
            )
        except Repeated:  # pressed twice: the step counts
            scene = await self._boards.scene(interaction, press.match)
            await self._show(interaction, scene)
            return
        except Stale as stale:
            await self._refuse(interaction, press, scene, stale)
            return
        await self._go_on(interaction, before, replace(scene, match=match))

    async def _unplan(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Take back the last step of a plan."""
        before = scene.match
        try:
            match = await self._service.withdraw_plan(
                before.id, interaction.user.id, press.moment, press.own
            )
        except Stale as stale:
            await self._refuse(interaction, press, scene, stale)
            return
        await self._go_on(interaction, before, replace(scene, match=match))

    async def _order(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Give a standing order; a minus before its key takes it back."""
        before, order = scene.match, press.argument.removeprefix("-")
        match = await self._service.order(
            before.id,
            interaction.user.id,
            order,
            given=order == press.argument,
            seen=before,
        )
        await self._go_on(interaction, before, replace(scene, match=match))

    async def _go_on(self, interaction: discord.Interaction, before: Match, scene: Scene) -> None:
        try:
            await self._show(interaction, scene)
        finally:  # the step counts even if showing it fails
            await self.plans.settle(interaction, before, scene)

    async def _refuse(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene, stale: Stale
    ) -> None:
        """Answer a late press with the current position, and explain why it had no effect."""
        scene = await self._boards.scene_after(interaction, press, scene)
        await self._show(interaction, scene)
        await say(interaction, errors.sentence(stale))
