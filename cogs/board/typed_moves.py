"""Typed moves: the command that plays one, and its suggestions."""

from __future__ import annotations

from dataclasses import dataclass

from discord import Interaction

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.private.private_boards import PrivateBoards
from cogs.board.rendering import Rendering
from cogs.board.views import match_views as views
from cogs.frame.names import command
from cogs.frame.options import MOST_SUGGESTIONS, Suggestions
from cogs.frame.visit import visit_of
from cogs.presses.addresses import MatchPress, OfMatch
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match, seat_at
from prowlerbot.match.scene import Access, Scene
from prowlerbot.service.match_service import Service


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
