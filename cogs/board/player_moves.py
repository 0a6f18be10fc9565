"""Handles presses on the shared board: moves, and the choices that complete one.

A press of a move reads the database once and writes it once: the router passes the scene, the
service commits the changed match, and the board and the calls use that same scene. It is read again
only after another change in between.

Typed moves: the command that plays one, and its suggestions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from discord import Interaction
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.match_message import EarlyDrawing, Rendering
from cogs.board.private_boards import PrivateBoards
from cogs.board.views import match_views as views
from cogs.board.views.common_buttons import picked
from cogs.board.views.match_views import names_of
from cogs.board.views.question_views import claim_button
from cogs.frame import router
from cogs.frame.features import answers_in_match
from cogs.frame.layout import layout
from cogs.frame.names import command
from cogs.frame.options import MOST_SUGGESTIONS, Suggestions
from cogs.frame.replies import say
from cogs.frame.visit import visit_of
from cogs.presses.addresses import MatchPress, OfMatch
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match, seat_at
from prowlerbot.match.play import Repeated
from prowlerbot.match.scene import Access, Scene
from prowlerbot.service.match_service import Service


@dataclass(eq=False)
class PressedMoves(commands.Cog):
    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
    _private: PrivateBoards

    async def _refuse(
        self, interaction: Interaction, press: MatchPress, scene: Scene, stale: Stale
    ) -> None:
        """Answer a late press with the current board, and explain why it had no effect.

        A plan can begin on the shared board, but continue only on a private board.
        """
        match = scene.match
        seat = match.seat_of(interaction.user.id)
        decision = match.decision(seat) if seat is not None else None
        if decision and decision.own and decision.moment <= press.moment <= match.moment:
            await self._private.open(interaction, scene)
            return
        scene = await self._boards.scene_after(visit_of(interaction), press, scene)
        await self._boards.answer(interaction, scene)
        if visit_of(interaction).access is Access.INTERACTION:
            await say(
                interaction,
                tr("The board was old; now it is up to date. Look, and press again."),
            )
            return
        await say(interaction, router.sentence(stale))

    @answers_in_match("m", late=_refuse)
    async def _move(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        visit, before = visit_of(interaction), scene.match
        await self._boards.check_place(interaction, scene)
        if await self._awaiting_others(interaction, press, scene):
            return
        if self._private.screens.confirms(visit.user, scene):
            await self._private.preview(interaction, press, scene)
            return
        with EarlyDrawing(partial(self._boards.drawn, visit), scene) as early:
            try:
                match = await self._service.play(
                    before, visit.user, press.moment, press.argument, foresee=early.begin_drawing
                )
            except Repeated:  # pressed twice: the move counts, and nobody is called again
                scene = await self._boards.scene_after(visit, press, scene)
                await self._boards.answer(interaction, scene)
                return
            scene = replace(scene, match=match)
            if self._private.secret_steps.is_secret(before, match, visit.user):
                await self._private.secret_steps.answer_step(
                    interaction, before, scene, press.argument
                )
                return
            await self._boards.answer_and_call(interaction, scene, early)
            await self._private.tell_outgrown(interaction, scene)

    @answers_in_match("refresh")
    async def _refresh(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        """Update a board that only a press can change."""
        await self._boards.check_place(interaction, scene)
        await self._boards.answer(interaction, scene)

    @answers_in_match("pick", late=_refuse)
    async def _pick(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Handle an option of a menu like a button with the same effect."""
        press = picked(interaction, press, ("m", "choose"))
        handle = self._move if press.action == "m" else self._choose
        await handle(interaction, press, scene)

    @answers_in_match("choose", late=_refuse)
    async def _choose(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Open a choice; the message shows its options."""
        await self._boards.check_place(interaction, scene)
        if await self._awaiting_others(interaction, press, scene):
            return
        private = self._rendering.face(scene.match).private
        if private or self._private.screens.confirms(interaction.user.id, scene):
            await self._private.preview(interaction, press, scene)
            return
        self._service.position_to_move(scene.match, interaction.user.id, press.moment)
        await self._boards.answer(interaction, scene, press.argument)

    @answers_in_match("back", late=_refuse)
    async def _back(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Close the open choice."""
        await self._boards.check_place(interaction, scene)
        self._service.position_to_move(scene.match, interaction.user.id, press.moment)
        await self._boards.answer(interaction, scene)

    async def _awaiting_others(
        self, interaction: Interaction, press: MatchPress, scene: Scene
    ) -> bool:
        """Answer a player's press on a board that waits for the machine alone, or for somebody
        whose time is up.
        """
        seat = scene.match.seat_of(interaction.user.id)
        if seat is None:
            return False
        if await self._awaiting_late(interaction, scene, seat):
            return True
        return await self._awaiting_machine(interaction, press, scene)

    async def _awaiting_late(self, interaction: Interaction, scene: Scene, seat: int) -> bool:
        """Offer the claim to a player who is not to move."""
        match, late = scene.match, self._service.late(scene)
        if not late or seat in match.left or seat in self._service.to_move(match):
            return False
        words = tr("The time of {players} is up.", players=names_of(match, *sorted(late)))
        await say(interaction, layout(words, rows=[[claim_button(match)]]))
        return True

    async def _awaiting_machine(
        self, interaction: Interaction, press: MatchPress, scene: Scene
    ) -> bool:
        """Answer a press on a board that waits, or waited, for the machine alone.

        This updates the board; if the bot can only answer, nothing else does.
        """
        match = scene.match
        if not self._service.only_machines_to_move(match):
            # A secret step of the machine is no answer yet, so the public timeline counts.
            known = self._service.timeline(match, None)
            answers = [play for play in known.plays if play.moment == press.moment]
            if not answers or not all(match.player(play.seat).is_machine for play in answers):
                return False
        await self._boards.answer(interaction, scene)
        return True


@dataclass(eq=False)
class TypedMoves:
    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
    _posting: Posting
    _private: PrivateBoards

    async def play(
        self,
        interaction: Interaction,
        game: str,
        typed: str,
        detail: str | None,
        match_id: str | None,
    ) -> None:
        """Make a move, or show it first to a player who confirms moves.

        The face of the game builds the text of the move.
        """
        visit, user = visit_of(interaction), interaction.user.id
        match = await self._service.choose(visit, game, match_id)
        face = self._rendering.face(match)
        view = self._service.position_to_move(match, user, match.moment)
        move = face.typed_move(view, typed, detail, views.plain_names(match))
        own = match.decision(seat_at(match, user)).own
        scene = await self._boards.scene(visit, match.id)
        question = face.asked_before(view, move)
        final = not question and face.is_final(view, move)
        if question or self._private.screens.asks_first(user, scene, final=final):
            action: OfMatch = "wonder" if question else "m"
            press = MatchPress(action, match.id, match.moment, question or move, own)
            await self._private.preview(interaction, press, scene)
            return
        own_board = self._private.screens.stays(user, scene)
        if not own_board:  # the answer waits for the edit of the board
            await interaction.response.defer(ephemeral=True)
        moved = await self._service.play(match, user, match.moment, move, own=own)
        before, scene = scene, await self._boards.scene(visit, moved.id)
        board, channel = scene.board, interaction.channel_id
        # If the bot cannot edit the board by itself, it posts another one.
        repost = bool(board and board.channel == channel and board.access is Access.INTERACTION)
        if own_board:
            await self._show_own(interaction, match, scene, move, repost=repost)
            await self._boards.tell_unaware(interaction, before)
            return
        news = face.news(self._service.timeline(moved, user).views, views.names(moved))
        if repost:
            await interaction.edit_original_response(content=news)
            await self._posting.post(interaction, scene)
        else:
            where = tr("Use `{command}` to show the board here.", command=command(game, "board"))
            if await self._boards.refresh(moved.id, user):
                link = await self._boards.links.link_of(visit, moved.id)
                where = views.way_to(link) if link else where
            await interaction.edit_original_response(content=f"{news}\n{where}")
        await self._boards.tell_unaware(interaction, before)
        await self._private.tell_outgrown(interaction, scene)

    async def _show_own(
        self, interaction: Interaction, before: Match, scene: Scene, move: str, *, repost: bool
    ) -> None:
        """Answer with the player's private board, then update the shared one.

        Only the player sees a secret step. If the step changes the shared board, ``repost`` posts
        that board again.
        """
        secret_steps = self._private.secret_steps
        said = secret_steps.confirmation(before, scene, interaction.user.id, move)
        link = await self._boards.links.link_of(visit_of(interaction), scene.match.id)
        if link is not None:
            said = tr("{said} The board of all: {link}", said=said, link=views.way_to(link))
        try:
            await self._private.open(interaction, scene, said)
        finally:  # the step counts even if the answer fails
            if repost and secret_steps.changes_shared_board(before, scene):
                await self._posting.post(interaction, scene)
            else:
                await secret_steps.show_to_others(interaction, before, scene)

    async def suggest(
        self, interaction: Interaction, game: str, typed: str, match_id: str | None
    ) -> Suggestions:
        """The legal moves in the notation of the game's face; none if it is not the asker's turn.

        If the match is ambiguous, the only suggestion says so.
        """
        user = interaction.user.id
        try:
            match = await self._service.choose(visit_of(interaction), game, match_id)
        except Denied:
            if match_id is not None:
                raise
            unclear = tr("You play several matches: choose one in the option `match` first")
            return [(unclear, "match")]
        view = self._service.position_to_move(match, user, match.moment)
        wanted, face = typed.casefold().strip(), self._rendering.face(match)
        options = face.typed_options(view, views.plain_names(match))
        fitting = [it for it in options if wanted in f"{it[0]}\n{it[1]}".casefold()]
        # A typed number lists that pathway first, then others that contain the digit.
        found = sorted(fitting, key=lambda option: option[1] != wanted)
        if len(found) <= MOST_SUGGESTIONS:
            return found
        shown = found[: MOST_SUGGESTIONS - 1]
        more = tr("{count} more: type a number or a word", count=len(found) - len(shown))
        return [*shown, (more, typed or "?")]
