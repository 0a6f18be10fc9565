"""The private board of one player: in their own theme, and text first if they prefer that.

A private board does not change the shared one. A player can move from it too. In open games, the
board shows the effect of each move before it counts; it does the same for each player who confirms
moves. In games with secret steps, the board leads through all steps of a turn. A player can take
each step back until another player has seen it. Nothing is kept in memory: the buttons carry the
moment, the step and the move. So a player can open a lost board again, and an outdated one says so.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial

from discord import Interaction
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.match_message import Rendering
from cogs.board.private_messages import PrivateMessages
from cogs.board.private_screens import PrivateScreens, SecretSteps
from cogs.board.views import match_views as views
from cogs.board.views.common_buttons import picked, preferences_button
from cogs.frame import router
from cogs.frame.features import answers_in_match
from cogs.frame.layout import Content, Item, layout
from cogs.frame.replies import LOST, say, turn_into
from cogs.frame.visit import visit_of
from cogs.presses.addresses import MatchPress, OfMatch
from prowlerbot.core.errors import Stale
from prowlerbot.core.i18n import tr
from prowlerbot.match.agreements import withdraw_secret_step
from prowlerbot.match.match import Match
from prowlerbot.match.play import Repeated, give_order
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import Scene
from prowlerbot.service.match_service import Service
from prowlerbot.storage.match_store import Store

log = logging.getLogger(__name__)

_FROM_A_MENU: Collection[OfMatch] = ("try", "try1", "wonder", "plan")


@dataclass(eq=False)
class PrivateBoards(commands.Cog):
    _service: Service
    _store: Store
    _rendering: Rendering
    _boards: BoardMessages
    _posting: Posting
    secret_steps: SecretSteps
    screens: PrivateScreens
    _messages: PrivateMessages

    async def refuse(
        self, interaction: Interaction, press: MatchPress, scene: Scene, stale: Stale
    ) -> None:
        """Answer a late press with the current position, and explain why it had no effect."""
        scene = await self._boards.scene_after(visit_of(interaction), press, scene)
        await self._show(interaction, scene)
        await say(interaction, router.sentence(stale))

    async def show(
        self, interaction: Interaction, match: Match, said: str = "", *, in_place: bool = False
    ) -> None:
        """Show a match to the asker alone, below the text ``said``, ``in_place`` of the pressed
        private message.
        """
        scene = await self._boards.scene(visit_of(interaction), match.id)
        if in_place:
            self._messages.end_help(interaction, match.id)
            await self._show(interaction, scene, said=said)
        else:
            await self.open(interaction, scene, said)

    async def open(self, interaction: Interaction, scene: Scene, said: str = "") -> None:
        """Show the current position in a new private message, below the text ``said``."""
        user = interaction.user.id
        page = self.screens.opening_page(user, scene)
        content = await self.screens.present(user, scene, said, page=page)
        message = await say(interaction, content)
        self._keep(interaction, scene, message, page=page)
        await self.leave_one(interaction, scene, message)

    async def leave_one(self, interaction: Interaction, scene: Scene, message: int) -> None:
        """Remove the earlier boards of a player who reads words first: one board stays."""
        if message and scene.reader_choices(interaction.user.id).text_first:
            await self._messages.remove_others(interaction.user.id, scene.match.id, message)

    async def _show(
        self, interaction: Interaction, scene: Scene, page: str = "", said: str = ""
    ) -> None:
        """Replace the pressed message with the current position, or with a page before it, below
        the text ``said``.
        """
        page = page or self.screens.opening_page(interaction.user.id, scene)
        content = await self.screens.present(interaction.user.id, scene, said, page=page)
        await turn_into(interaction, content)
        if self.screens.stays(interaction.user.id, scene):
            self._messages.end_help(interaction, scene.match.id)
        self._keep(interaction, scene, page=page)
        pressed = interaction.message.id if interaction.message is not None else 0
        await self.leave_one(interaction, scene, pressed)

    def _keep(
        self,
        interaction: Interaction,
        scene: Scene,
        sent: int | None = None,
        *,
        page: str = "",
        choosing: bool = False,
    ) -> None:
        """Keep a private board up to date if its player moves there."""
        shown = None
        if self.screens.stays(interaction.user.id, scene):
            board = _ShownBoard(self.screens, self._service, interaction.user.id, page)
            shown = board.of(scene.match, choosing=choosing)
        self._messages.keep(interaction, scene, shown, sent)

    async def preview(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Show the effect of a press on the shared board, which counts only if it is confirmed."""
        content = await self.screens.preview(interaction.user.id, press, scene)
        await self._messages.show_help(interaction, scene.match.id, content)

    async def tell_outgrown(self, interaction: Interaction, scene: Scene) -> None:
        """Explain once, after a move that counted at once, why it did and how to change that."""
        user = interaction.user.id
        seat = scene.match.seat_of(user)
        if seat is None or not scene.outgrown(seat):
            return
        await self._store.choices.change(PlayerChoices, user, at_once_told=True)
        note = tr(
            "Your first matches are over, so this move counted at once. To see each move before it"
            " counts, choose “Always” under “Confirm moves”."
        )
        try:
            await say(interaction, layout(note, rows=[[preferences_button()]]))
        except LOST as error:
            log.info(
                "the message about previews in match %s was not delivered: %s",
                scene.match.id,
                error,
            )

    @answers_in_match("look")
    async def _open(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        """Show the presser's own board; beside a shared board with all moves it is only help."""
        match, pressed, user = scene.match, interaction.message, interaction.user.id
        own = self.screens.stays(user, scene)
        asked_in_help = self._messages.is_help(interaction, match.id)
        board = scene.board.message if scene.board is not None else 0
        on_board = pressed is not None and pressed.id == board
        if own and asked_in_help:
            self._messages.end_help(interaction, match.id)
            await self._show(interaction, scene)
        elif own or not (asked_in_help or on_board):
            await self.open(interaction, scene)
        else:
            content = await self.screens.present(user, scene, aside=True)
            await self._messages.show_help(interaction, match.id, content)

    @answers_in_match("lookback")
    async def _back(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Leave a choice, or turn to another page of past events."""
        await self._show(interaction, scene, press.argument)

    @answers_in_match("try", "try1", "wonder", late=refuse)
    async def _try(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Show the effect of a move before it counts, or the choice that completes a move."""
        user = interaction.user.id
        await turn_into(interaction, await self.screens.preview(user, press, scene))
        page = self.screens.present_page(user, scene)
        self._keep(interaction, scene, page=page, choosing=True)

    @answers_in_match("planpick", late=refuse)
    async def _pick(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Handle an option of a menu like a button with the same effect."""
        press = picked(interaction, press, _FROM_A_MENU)
        handle = self._plan if press.action == "plan" else self._try
        await handle(interaction, press, scene)

    @answers_in_match("confirm", "confirm1", "atonce", late=refuse)
    async def _make(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Make a move that was previewed, and answer its player."""
        try:
            made = replace(scene, match=await self._play(interaction, press, scene))
        except Repeated:  # pressed twice: the move counts
            made = await self._boards.scene_after(visit_of(interaction), press, scene)
        try:
            match press.action:
                case "confirm":
                    await self._tell_done(interaction, made)
                case "confirm1":
                    await self._tell_once(interaction, made)
                case _:
                    user = interaction.user.id
                    await self._store.choices.change(PlayerChoices, user, confirm=False)
                    skipped = tr("From now on, your moves count at once.")
                    await self._tell_done(interaction, made, skipped)
        finally:  # the move counts and is shown even if the answer fails
            await self._posting.update(interaction, made)

    async def _tell_once(self, interaction: Interaction, made: Scene) -> None:
        """Report a move that was pressed on the shared board and previewed in private.

        The private message is removed, because the shared board above it shows everything.
        """
        shared = made.board is not None and made.board.channel == interaction.channel_id
        if shared and not self.screens.stays(interaction.user.id, made):
            await self._close(interaction, made)
        else:
            await self._tell_done(interaction, made)

    async def _tell_done(self, interaction: Interaction, scene: Scene, more: str = "") -> None:
        if self.screens.stays(interaction.user.id, scene):
            await self._show(interaction, scene, said=more)
            return
        link = await self._boards.links.link_of(visit_of(interaction), scene.match.id)
        where, row = views.way_to(link) if link else "", list[Item]()
        if self._posting.must_repost(interaction, scene):
            where = ""  # it follows this answer
        elif not link:
            row.append(views.button("look", scene.match, tr("Open my board"), "👁️"))
        if more:
            row.append(preferences_button())
        done = tr("Your move is made. {link}", link=where).rstrip()
        text = "\n".join(filter(None, (done, more)))
        await turn_into(interaction, layout(text, rows=[row] if row else []))

    async def _close(self, interaction: Interaction, scene: Scene) -> None:
        """Remove the pressed private message."""
        try:
            await self._boards.calls.posts.remove_pressed(interaction)
        except LOST as error:
            log.info("a preview in match %s stays: %s", scene.match.id, error)
        else:
            self._messages.end_help(interaction, scene.match.id)

    @answers_in_match("plan", late=refuse)
    async def _plan(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Make a secret step; the board continues with the next one."""
        try:
            match = await self._play(interaction, press, scene)
        except Repeated:  # pressed twice: the step counts
            scene = await self._boards.scene(visit_of(interaction), press.match)
            await self._show(interaction, scene)
        else:
            await self._go_on(interaction, scene, match)

    @answers_in_match("unplan", late=refuse)
    async def _unplan(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Take back the last secret step."""
        user = interaction.user.id
        match = await self._service.apply(
            press.match, withdraw_secret_step, user, press.moment, press.own, mover=user
        )
        await self._go_on(interaction, scene, match)

    @answers_in_match("order")
    async def _order(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Give a standing order; a minus before its key takes it back."""
        user, order = interaction.user.id, press.argument.removeprefix("-")
        change = partial(give_order, given=order == press.argument)
        match = await self._service.apply(scene.match, change, user, order, mover=user)
        await self._go_on(interaction, scene, match)

    async def _play(self, interaction: Interaction, press: MatchPress, scene: Scene) -> Match:
        user = interaction.user.id
        return await self._service.play(
            scene.match, user, press.moment, press.argument, own=press.own
        )

    async def _go_on(self, interaction: Interaction, before: Scene, match: Match) -> None:
        """Show the next secret step, then show the others the visible part of this one."""
        after = replace(before, match=match)
        try:
            page = self.screens.present_page(interaction.user.id, before)
            await self._show(interaction, after, page)
        finally:  # the step counts even if the answer fails
            await self.secret_steps.show_to_others(interaction, before.match, after)


@dataclass(frozen=True)
class _ShownBoard:
    """A page of a match, or with ``choosing`` a choice in it.

    ``state`` is the one that the board depends on; a choice ignores the actions of others.
    """

    screens: PrivateScreens
    service: Service
    user: int
    page: str
    choosing: bool = False
    state: object = None

    def of(self, match: Match, *, choosing: bool = False) -> _ShownBoard:
        return replace(self, choosing=choosing, state=self._state(match, choosing=choosing))

    def behind(self, match: Match) -> bool:
        return self._state(match, choosing=self.choosing) != self.state

    def _state(self, match: Match, *, choosing: bool) -> object:
        seat = match.seat_of(self.user)
        decision = match.decision(seat) if seat is not None else None
        awaited = self.service.to_move(match)
        if choosing:
            return match.phase, decision, seat in awaited
        orders = match.player(seat).orders if seat is not None else frozenset()
        return match.phase, decision, awaited, match.moment, orders

    async def present(self, scene: Scene) -> tuple[Content, _ShownBoard]:
        content = await self.screens.present(self.user, scene, page=self.page)
        return content, self.of(scene.match)
