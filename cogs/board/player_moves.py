"""Moves of players: presses on the shared board, choices that complete one, and typed moves.

A press of a move reads the database once and writes it once. The router passes the scene, and the
service commits the changed match. The board and the calls use that same scene. It is read again
only after another change in between.
"""

import logging
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

from discord import Interaction
from discord.ext import commands

from cogs.board.board_messages import BoardMessages, EarlyDrawing
from cogs.board.board_posting import Posting
from cogs.board.private_boards import PrivateBoards
from cogs.board.rendering import Rendering
from cogs.board.views.agreement_views import claim_button, late_line
from cogs.board.views.match_views import board_link, picked_press
from cogs.frame import router
from cogs.frame.command_options import MAX_SUGGESTIONS, Suggestions
from cogs.frame.features import answers_in_match
from cogs.frame.layout import layout
from cogs.frame.names import command, names_in_text, plain_names
from cogs.frame.replies import edit_answer, say
from cogs.frame.visit import pressed_at, visit_of
from cogs.presses import MatchAction, MatchPress
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match, Phase, seat_at
from prowlerbot.match.play import Repeated, is_secret_step
from prowlerbot.match.scene import Access, Scene
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)


@dataclass(eq=False)
class PressedMoves(commands.Cog):
    """The presses of players on the shared board."""

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
        match, visit = scene.match, visit_of(interaction)
        if (seat := match.seat_of(visit.user)) is not None:
            decision = match.decision(seat)
            if decision.step and decision.moment <= press.moment <= match.moment:
                await self._private.open_board(interaction, scene)
                return
        scene = await self._boards.scene_after(visit, press, scene)
        await self._boards.answer(interaction, scene)
        words = router.refusal_sentence(stale)
        if visit.access is Access.INTERACTION and scene.match.phase is Phase.PLAYING:
            words = tr("The board was old; now it is up to date. Look, and press again.")
        await say(interaction, words)

    @answers_in_match("m", late=_refuse)
    async def _move(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        visit, before = visit_of(interaction), scene.match
        await self._boards.check_place(interaction, scene)
        if await self._answer_while_waiting(interaction, press, scene):
            return
        if self._rendering.confirms(visit.user, scene):
            await self._private.preview(interaction, press, scene)
            return
        with closing(EarlyDrawing(partial(self._boards.public_content, visit), scene)) as early:
            moment, move, time = press.moment, press.argument, pressed_at(interaction)
            try:
                match = await self._service.make_move(
                    before, visit.user, moment, move, foresee=early.begin_drawing, pressed=time
                )
            except Repeated:  # pressed twice: the move counts, and nobody is called again
                scene = await self._boards.scene_after(visit, press, scene)
                await self._boards.answer(interaction, scene)
                return
            scene = replace(scene, match=match)
            if is_secret_step(before, match, visit.user):
                await self._private.secret_steps.answer_step(interaction, before, scene, move)
                return
            await self._boards.answer_and_call(interaction, scene, early)
            await self._boards.explain_missing_preview(interaction, scene)

    @answers_in_match("refresh")
    async def _refresh(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        """Update a board that only a press can change."""
        await self._boards.check_place(interaction, scene)
        await self._boards.answer(interaction, scene)

    @answers_in_match("pick", late=_refuse)
    async def _pick_option(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Handle an option of a menu like a button with the same effect."""
        press = picked_press(interaction, press, ("m", "choose"))
        handle = self._move if press.action == "m" else self._choose
        await handle(interaction, press, scene)

    @answers_in_match("choose", late=_refuse)
    async def _choose(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Open a choice; the message shows its options."""
        await self._boards.check_place(interaction, scene)
        if await self._answer_while_waiting(interaction, press, scene):
            return
        private = self._rendering.face(scene.match).private
        if private or self._rendering.confirms(interaction.user.id, scene):
            await self._private.preview(interaction, press, scene)
            return
        self._service.facts.position_to_move(scene.match, interaction.user.id, press.moment)
        await self._boards.answer(interaction, scene, press.argument)

    @answers_in_match("back", late=_refuse)
    async def _end_choice(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        await self._boards.check_place(interaction, scene)
        self._service.facts.position_to_move(scene.match, interaction.user.id, press.moment)
        await self._boards.answer(interaction, scene)

    async def _answer_while_waiting(
        self, interaction: Interaction, press: MatchPress, scene: Scene
    ) -> bool:
        """Answer a player's press on a board that waits for others; False if it does not.

        If somebody's time is up, a player who is not to move gets the button to claim that. A board
        that waits, or waited, for the machine alone is updated, as an answer may be the only way.
        """
        match, facts, user = scene.match, self._service.facts, interaction.user.id
        if (seat := match.seat_of(user)) is None:
            return False
        is_to_move = seat in facts.to_move(match)
        if not is_to_move and (late := self._service.clocks.claimable_seats(scene, user)):
            await say(interaction, layout(late_line(match, late), rows=[[claim_button(match)]]))
            return True
        if not match.has_machine:
            return False
        if not facts.only_machines_to_move(match):
            # A secret step of the machine is no answer yet, so the public timeline counts.
            known = facts.timeline(match, None)
            answers = [play.seat for play in known.plays if play.moment == press.moment]
            if not answers or not all(match.player(seat).is_machine for seat in answers):
                return False
        await self._boards.answer(interaction, scene)
        return True


@dataclass(eq=False)
class TypedMoves:
    """Moves by command, and the suggestions for them; they go where a press on a board goes."""

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
        """Make a move, or show it first to a player who confirms moves."""
        visit, user = visit_of(interaction), interaction.user.id
        match = await self._service.choose_match(visit, game, match_id)
        face = self._rendering.face(match)
        view = self._service.facts.position_to_move(match, user, match.moment)
        move = face.typed_move(view, typed, detail, plain_names(match))
        step = match.decision(seat_at(match, user)).step
        scene = await self._boards.scene(visit, match.id)
        question = face.asked_before(view, move)
        final = not question and face.is_final(view, move)
        if question or self._private.screens.asks_first(user, scene, final=final):
            action: MatchAction = "wonder" if question else "m"
            press = MatchPress(action, match.id, match.moment, question or move, step)
            await self._private.preview(interaction, press, scene)
            return
        on_own_board = self._private.screens.board_stays(user, scene)
        if not on_own_board:  # the answer waits for the edit of the board
            await interaction.response.defer(ephemeral=True)
        moved = await self._service.make_move(
            match, user, match.moment, move, step=step, pressed=pressed_at(interaction)
        )
        after = await self._boards.scene(visit, moved.id)
        if on_own_board:
            await self._show_own(interaction, match, after, move)
        else:
            await self._tell_news(interaction, after)
        await self._boards.tell_unaware(interaction, scene)
        if not on_own_board:
            await self._boards.explain_missing_preview(interaction, after)

    async def _tell_news(self, interaction: Interaction, scene: Scene) -> None:
        """Answer with the news of a move, and show it on the board for all."""
        match, user, board = scene.match, interaction.user.id, scene.board
        known, names = self._service.facts.timeline(match, user), names_in_text(match)
        news = self._rendering.face(match).news(known.views, names)
        rows = await self._private.screens.next_match_rows(user, match)
        is_here = board is not None and board.channel == interaction.channel_id
        if is_here and board is not None and board.access is Access.INTERACTION:
            # If the bot cannot edit the board by itself, it may post another one.
            await edit_answer(interaction, 0, layout(news, rows=rows))
            await self._posting.update_or_repost(interaction, scene)
            return
        where = tr("Use `{command}` to show the board here.", command=command(match.game, "board"))
        if await self._boards.refresh(match.id, user):
            link = await self._boards.links.link_of(visit_of(interaction), match.id)
            where = board_link(link) if link else where
        await edit_answer(interaction, 0, layout(f"{news}\n{where}", rows=rows))

    async def _show_own(
        self, interaction: Interaction, before: Match, scene: Scene, move: str
    ) -> None:
        """Answer with the player's private board, then update the shared one."""
        secret_steps = self._private.secret_steps
        intro = secret_steps.confirmation(before, scene, interaction.user.id, move)
        link = await self._boards.links.link_of(visit_of(interaction), scene.match.id)
        if link is not None:
            intro = tr("{said} The board of all: {link}", said=intro, link=board_link(link))
        try:
            await self._private.open_board(interaction, scene, intro)
        finally:  # the step counts even if the answer fails
            await secret_steps.show_to_others(interaction, before, scene)

    async def suggest(
        self, interaction: Interaction, game: str, typed: str, match_id: str | None
    ) -> Suggestions:
        """The legal moves in the notation of the game's face, or why none can be suggested."""
        user = interaction.user.id
        try:
            match = await self._service.choose_match(visit_of(interaction), game, match_id)
        except Denied:
            if match_id is not None:
                raise
            unclear = tr("You play several matches: choose one in the option `match` first")
            return [(unclear, "match")]
        view = self._service.facts.position_to_move(match, user, match.moment)
        wanted, face = typed.casefold().strip(), self._rendering.face(match)
        options = face.typed_options(view, plain_names(match))
        # A typed number lists the move with that number first, then others that contain the digit.
        found = sorted(
            (option for option in options if wanted in "\n".join(option).casefold()),
            key=lambda option: option[1] != wanted,
        )
        if len(found) <= MAX_SUGGESTIONS:
            return found
        shown = found[: MAX_SUGGESTIONS - 1]
        more = tr("{count} more: type a number or a word", count=len(found) - len(shown))
        return [*shown, (more, typed or "?")]
