"""A match as one player sees it: in private, in their own colours, words first where they like.

A shared board stays as everybody knows it. From a private board a player can move too. Where all is
open, every move made there is shown with what it brings before it counts, as is every move of a
player who asks for that. Where players plan in secret the board goes on through all the steps of a
plan, each of which can be taken back until somebody else has seen it. Nothing is kept: the buttons
carry the moment, the step and the move, so a lost board can be opened again, and one that is
older than the match says so.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import discord

from cogs.board import views
from cogs.board.board_messages import BoardMessages
from cogs.board.keys import Keyboard, picked
from cogs.board.plans import Plans, order_rows, plan_rows
from cogs.board.words_first import with_words
from cogs.frame import errors
from cogs.frame.emoji import coloured
from cogs.frame.layout import Content, Item, layout
from cogs.frame.mentions import command
from cogs.frame.press import Action, MatchPress
from cogs.frame.replies import LOST, say, show_privately, turn_into
from cogs.frame.router import MatchRoute
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match, Phase, seat_at
from prowlerbot.match.play import Repeated
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.storage.scenes import Scene

log = logging.getLogger(__name__)

_FROM_THE_SHARED_BOARD = {Action.MOVE, Action.TRY_ONCE}
"""Presses that are looked at in a private message of their own."""

Draw = Callable[[discord.Interaction, MatchPress, Scene], Awaitable[Content]]
_Tell = Callable[[discord.Interaction, Scene], Awaitable[None]]


class PrivateBoards:
    def __init__(self, boards: BoardMessages) -> None:
        self._boards = boards
        self._service = boards.service
        self.plans = Plans(boards)
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
        """Show the present position in a private message of its own, below what is ``said``."""
        with coloured(scene.theme_of(interaction.user.id)):
            await show_privately(interaction, await self._present(interaction, scene, said))

    def confirms(self, user: int, scene: Scene) -> bool:
        """Whether this is a player who is shown a move before it counts.

        The first matches need that only where a move cannot be taken back as a plan can.
        """
        seat = scene.match.seat_of(user)
        if seat is None:
            return False
        if self._boards.face(scene.match).private:
            return scene.choices_of(seat).confirm is True
        return scene.confirms(seat)

    async def preview(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Show what a move would bring that was pressed on the shared board."""
        await show_privately(interaction, await self._preview(interaction, press, scene))

    async def preview_choice(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Show the choice that was opened on the shared board."""
        await show_privately(interaction, await self._choice(interaction, press, scene))

    async def _open(
        self, interaction: discord.Interaction, _press: MatchPress, scene: Scene
    ) -> None:
        await self.open(interaction, scene)

    async def _back(
        self, interaction: discord.Interaction, _press: MatchPress, scene: Scene
    ) -> None:
        await turn_into(interaction, await self._present(interaction, scene))

    async def _try(self, interaction: discord.Interaction, press: MatchPress, scene: Scene) -> None:
        await self._turn_into(interaction, press, scene, self._preview)

    async def _choose(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        await self._turn_into(interaction, press, scene, self._choice)

    async def _pick(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Something was chosen in a menu: a move, or what opens a choice."""
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
            await turn_into(interaction, await draw(interaction, press, scene))
        except Stale as stale:
            await self._refuse(interaction, press, scene, stale)

    async def _confirm(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Make the move that was looked at on a private board, which stays."""
        await self._make(interaction, press, scene, self._tell_done)

    async def _confirm_once(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Make a move that was pressed on the shared board and looked at in private.

        The private message goes, as the board that it stands below is all there is to see.
        """
        await self._make(interaction, press, scene, self._tell_once)

    async def _tell_once(self, interaction: discord.Interaction, made: Scene) -> None:
        board = made.board
        if board is None or board.channel != interaction.channel_id:
            await self._tell_done(interaction, made)
        else:
            await self._close(interaction, made)

    async def _make(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene, tell: _Tell
    ) -> None:
        """Make a move and ``tell`` its player; a late press is answered instead."""
        made = await self._made(interaction, press, scene)
        if made is None:
            return
        try:
            await tell(interaction, made)
        finally:  # even if the answer fails, the move counts and the other player is told
            await self._boards.update(interaction, made)

    async def _made(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> Scene | None:
        """The scene with the move in it; None for a late press, which is answered."""
        user, match = interaction.user.id, scene.match
        try:
            match = await self._service.play(
                match.id, user, press.moment, press.argument, own=press.own, seen=match
            )
        except Repeated:  # pressed twice: the move stands
            return await self._boards.scene_after(interaction, press, scene)
        except Stale as stale:
            await self._refuse(interaction, press, scene, stale)
            return None
        return replace(scene, match=match)

    async def _tell_done(
        self, interaction: discord.Interaction, scene: Scene, more: str = ""
    ) -> None:
        again = tr("`{command}` shows it.", command=command(scene.match.game, "board"))
        link = await self._boards.link(interaction, scene.match.id)
        done = tr("Your move is made. {link}", link=views.way_to(link) if link else again)
        await turn_into(interaction, Content(layout("\n".join(filter(None, (done, more))))))

    async def _close(self, interaction: discord.Interaction, scene: Scene) -> None:
        """Take the private message away that was pressed."""
        try:
            await interaction.response.defer()
            await interaction.delete_original_response()
        except LOST as error:
            log.info("a preview in match %s stays: %s", scene.match.id, error)

    async def _confirm_and_skip(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Make the move that was looked at; from now on presses of this player count at once."""
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
        """A step of a plan; the board goes on with the next one."""
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
        except Repeated:  # pressed twice: the step stands
            scene = await self._boards.scene(interaction, press.match)
            await turn_into(interaction, await self._present(interaction, scene))
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
        """Give a standing order, or take one back whose key has a minus before it."""
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
            await turn_into(interaction, await self._present(interaction, scene))
        finally:  # even if showing it fails, the step counts
            await self.plans.settle(interaction, before, scene)

    async def _refuse(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene, stale: Stale
    ) -> None:
        """Put the present position under a late press, and say why nothing else happened."""
        scene = await self._boards.scene_after(interaction, press, scene)
        await turn_into(interaction, await self._present(interaction, scene))
        await say(interaction, errors.sentence(stale))

    # ------------------------------------------------------------------ what is shown

    def _keyboard(self, user: int, scene: Scene, move: Action = Action.TRY) -> Keyboard:
        """A move is looked at before it counts, but for the steps of a plan, which go back."""
        match = scene.match
        seat = match.seat_of(user)
        own = 0 if seat is None else match.decision(seat).own
        planning = self._boards.face(match).private and not self.confirms(user, scene)
        return Keyboard(
            match, Action.PLAN if planning else move, Action.WONDER, Action.PLAN_PICK, own
        )

    async def _present(
        self, interaction: discord.Interaction, scene: Scene, said: str = ""
    ) -> Content:
        """The present position with its keys, where it is the asker's turn."""
        match, user = scene.match, interaction.user.id
        if not match.setup:
            raise Denied("This challenge was not accepted, so there is no board.")
        known = self._service.timeline(match, user)
        face = self._boards.face(match)
        lines = [views.ended_line(match, known, face)] if match.phase is Phase.OVER else []
        rows: list[list[Item]] = []
        keyboard = None
        if match.phase is Phase.PLAYING and known.viewer is not None:
            rows = plan_rows(match, known.viewer)
            if known.viewer in known.present.to_move:
                keyboard = self._keyboard(user, scene)
            elif face.private:  # nobody can bring it up to date but who sees it
                rows.append([views.button(Action.LOOK_BACK, match, tr("Look again"), "🔄")])
        return await self._content(
            interaction, scene, known.told(), lines, rows, keyboard=keyboard, told=True, said=said
        )

    async def _preview(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> Content:
        """The position after a move that is not made yet, and what the move is worth."""
        match, user = scene.match, interaction.user.id
        face, who = self._boards.face(match), views.names(match)
        seat = seat_at(match, user)
        after = self._service.preview(match, user, press.moment, press.argument, own=press.own)
        seen = (*self._service.timeline(match, user).views, after)
        lines = [
            "### " + tr("If you make this move"),
            face.news(seen, who, ahead=True),
            face.gain(seen[-2], seen[-1], seat, who),
            "-# " + self._why_shown(user, scene),
        ]
        action = Action.CONFIRM_ONCE if press.action in _FROM_THE_SHARED_BOARD else Action.CONFIRM
        confirm = views.button(
            Action.PLAN if face.private else action,
            *(match, tr("Confirm"), "✅"),
            argument=press.argument,
            own=press.own,
        )
        row: list[Item] = [confirm, views.button(Action.LOOK_BACK, match, tr("Back"))]
        if self.confirms(user, scene) and not face.private:
            skip = views.button(
                Action.AT_ONCE,
                *(match, tr("Confirm, and skip this from now on"), "⏩"),
                argument=press.argument,
                own=press.own,
            )
            row.append(skip)
        return await self._content(interaction, scene, seen, lines, [row])

    def _why_shown(self, user: int, scene: Scene) -> str:
        """Why a move is shown before it counts, and how long that goes on."""
        chosen = scene.choices_of(seat_at(scene.match, user)).confirm
        if chosen is None and self.confirms(user, scene):
            return tr(
                "Only you see this. In your first matches a move counts once you confirm it;"
                " `{command}` changes that.",
                command=command("preferences"),
            )
        return tr("Only you see this; nothing counts until you confirm.")

    async def _choice(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> Content:
        """The choice that completes a move."""
        match, user = scene.match, interaction.user.id
        self._service.position_to_move(match, user, press.moment, own=press.own)
        known = self._service.timeline(match, user)
        move = Action.TRY_ONCE if press.action is Action.CHOOSE else Action.TRY
        back = views.button(Action.LOOK_BACK, match, tr("Back"))
        return await self._content(
            interaction,
            scene,
            known.told(),
            [],
            [[back]],
            keyboard=self._keyboard(user, scene, move),
            choosing=press.argument,
            told=True,
        )

    async def _content(
        self,
        interaction: discord.Interaction,
        scene: Scene,
        seen: Sequence[AnyView],
        lines: Sequence[str],
        rows: Sequence[Sequence[Item]],
        *,
        keyboard: Keyboard | None = None,
        choosing: str | None = None,
        told: bool = False,
        said: str = "",
    ) -> Content:
        """The screen of these views for the asker, below what is ``said``; its text where it is to
        be ``told``, its keys with a ``keyboard``.
        """
        match, user, face = scene.match, interaction.user.id, self._boards.face(scene.match)
        seat = match.seat_of(user)
        if seat is not None:
            choices = scene.choices_of(seat)
        else:
            choices = await self._service.store.choices(PlayerChoices, user)
        look = self._boards.rendering.look(
            match, choices.theme or scene.server.theme, self._service.cut_short(match)
        )
        look = replace(look, listed=True, words=choices.text_first)
        screen = face.screen(seen, look, choosing)
        before = [views.heading(match, face), screen.text] if told else []
        text = "\n".join(filter(None, [said, *before, *lines]))
        if choices.text_first:
            text = with_words(text, face, seen[-1], look.names, look.ended)
        keys = keyboard.rows(screen.rows) if keyboard is not None else []
        if keyboard is not None and choosing is None and seat is not None:
            rows = [*order_rows(match, seat, screen.orders), *rows]
        if told and choosing is None and screen.film is not None:
            rows = [*rows, [views.film_button(match, len(seen) - 1, screen.film)]]
        pictures = await self._boards.rendering.pictures(match.id, screen.drawings)
        return Content(layout(text, pictures, [*keys, *rows]), pictures)
