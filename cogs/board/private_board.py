"""A match as one player sees it: in private, in their own colours, words first where they like.

A shared board stays as everybody knows it. From a private view a player can move too: every move
made there, and every move of a player who wants it so, is shown with what it brings before it
counts. Nothing is kept: the buttons carry the moment and the move, as everywhere.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import discord

from cogs.board import views
from cogs.board.board_messages import BoardMessages
from cogs.board.face import Key
from cogs.board.rendering import link_to
from cogs.board.words_first import with_words
from cogs.frame import errors
from cogs.frame.layout import Button, Content, layout
from cogs.frame.mentions import command
from cogs.frame.press import Action, MatchPress
from cogs.frame.replies import say, show_privately, turn_into
from cogs.frame.router import MatchRoute
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match, Phase, seat_at
from prowlerbot.match.play import Repeated
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.storage.scenes import Scene

Draw = Callable[[discord.Interaction, MatchPress, Scene], Awaitable[Content]]


class PrivateBoards:
    def __init__(self, boards: BoardMessages) -> None:
        self._boards = boards
        self._service = boards.service
        self.routes = (
            MatchRoute(Action.LOOK, self._open),
            MatchRoute(Action.LOOK_BACK, self._back),
            MatchRoute(Action.TRY, self._try),
            MatchRoute(Action.WONDER, self._choose),
            MatchRoute(Action.CONFIRM, self._confirm),
        )

    async def show(self, interaction: discord.Interaction, match: Match) -> None:
        """Show a match to the asker alone."""
        scene = await self._boards.scene(interaction, match.id)
        await show_privately(interaction, await self._present(interaction, scene))

    def confirms(self, user: int, scene: Scene) -> bool:
        """Whether this is a player who wants to see a move before it counts."""
        seat = scene.match.seat_of(user)
        return seat is not None and scene.choices_of(seat).confirm

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
        await show_privately(interaction, await self._present(interaction, scene))

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
        user, match = interaction.user.id, scene.match
        try:
            match = await self._service.play(
                match.id, user, press.moment, press.argument, seen=match
            )
        except Repeated:  # pressed twice: the move stands
            scene = await self._boards.scene_after(interaction, press, scene)
            match = scene.match
        except Stale as stale:
            await self._refuse(interaction, press, scene, stale)
            return
        try:
            again = tr("`{command}` shows it.", command=command(match.game, "board"))
            done = tr("Your move is made. {link}", link=link_to(scene.board) or again)
            await turn_into(interaction, Content(layout(done)))
        finally:  # however it is told, the move counts and the other player hears of it
            await self._boards.update(interaction, replace(scene, match=match))

    async def _refuse(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene, stale: Stale
    ) -> None:
        """Put the present position under a late press, and say why nothing else happened."""
        scene = await self._boards.scene_after(interaction, press, scene)
        await turn_into(interaction, await self._present(interaction, scene))
        await say(interaction, errors.sentence(stale))

    # ------------------------------------------------------------------ what is shown

    async def _present(self, interaction: discord.Interaction, scene: Scene) -> Content:
        """The present position with its keys, where it is the asker's turn."""
        match = scene.match
        if not match.setup:
            raise Denied("This challenge was not accepted, so there is no board.")
        user, face = interaction.user.id, self._boards.face(match)
        known, who = self._service.timeline(match, user), views.names(match)
        present = known.present
        lines = [views.heading(match, face), face.news(known.views, who)]
        rows: list[list[Button]] = []
        if match.phase is Phase.OVER:
            lines += [views.ended_line(match), face.sheet(known.views, who)]
        else:
            lines.append(face.turn(present, who))
        if match.phase is Phase.PLAYING and known.viewer in present.to_move:
            rows = [[_key(key, match) for key in row] for row in face.keys(present)]
        return await self._content(interaction, scene, known.views, lines, rows)

    async def _preview(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> Content:
        """The position after a move that is not made yet, and what the move is worth."""
        match, user = scene.match, interaction.user.id
        face, who = self._boards.face(match), views.names(match)
        seat = seat_at(match, user)
        after = self._service.preview(match, user, press.moment, press.argument)
        seen = (*self._service.timeline(match, user).views, after)
        lines = [
            "### " + tr("If you make this move"),
            face.news(seen, who),
            face.gain(seen[-2], seen[-1], seat, who),
            "-# " + tr("Only you see this; nothing counts before you confirm."),
        ]
        confirm = views.button(Action.CONFIRM, match, tr("Confirm"), "✅", argument=press.argument)
        back = views.button(Action.LOOK_BACK, match, tr("Back"))
        return await self._content(interaction, scene, seen, lines, [[confirm, back]])

    async def _choice(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> Content:
        """The choice that completes a move."""
        match, user, face = scene.match, interaction.user.id, self._boards.face(scene.match)
        view = self._service.position_to_move(match, user, press.moment)
        known = self._service.timeline(match, user)
        question, keys = face.choice(view, press.argument, views.names(match))
        back = views.button(Action.LOOK_BACK, match, tr("Back"))
        rows = [[_key(key, match) for key in keys], [back]]
        return await self._content(interaction, scene, known.views, [question], rows)

    async def _content(
        self,
        interaction: discord.Interaction,
        scene: Scene,
        seen: Sequence[AnyView],
        lines: Sequence[str],
        rows: Sequence[Sequence[Button]],
    ) -> Content:
        match, user, face = scene.match, interaction.user.id, self._boards.face(scene.match)
        seat = match.seat_of(user)
        if seat is not None:
            choices = scene.choices_of(seat)
        else:
            choices = await self._service.store.choices(PlayerChoices, user)
        names = views.plain_names(match)
        theme = choices.theme or scene.server.theme
        ended = self._service.cut_short(match)
        pictures = await self._boards.rendering.draw(face, seen, names, theme, ended)
        text = "\n".join(filter(None, lines))
        if choices.text_first:
            text = with_words(text, face, seen[-1], views.names(match), ended)
        return Content(layout(text, pictures, rows), pictures)


def _key(key: Key, match: Match) -> Button:
    action = Action.WONDER if key.opens else Action.TRY
    return views.key_button(key, str(MatchPress(action, match.id, match.moment, key.argument)))
