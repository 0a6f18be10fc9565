"""A match as one player sees it: in private, in their own colours, words first where they like.

A shared board stays as everybody knows it. From a private view a player can move too: every move
made there, and every move of a player who wants it so, is shown with what it brings before it
counts. Nothing is kept: the buttons carry the ply and the move, as everywhere.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

import discord

from cogs.board import views
from cogs.board.face import Face, Key
from cogs.board.table import Table
from cogs.frame import errors
from cogs.frame.layout import Button, Content, layout
from cogs.frame.press import Action, Press
from cogs.frame.replies import NOBODY, say
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import AnyState, find_move
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match, Phase, Ranks, seat_at
from prowlerbot.match.play import Repeated
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.storage.scenes import Scene


class PrivateBoards:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._service = table.service
        self.handlers: Mapping[Action, Callable[[discord.Interaction, Press], Awaitable[None]]] = {
            Action.LOOK: self._open,
            Action.LOOK_BACK: self._look_back,
            Action.TRY: self._try,
            Action.WONDER: self._wonder,
            Action.CONFIRM: self._confirm,
        }

    async def show(self, interaction: discord.Interaction, match: Match) -> None:
        """Show a match to the asker alone."""
        await _send(interaction, await self._present(interaction, match))

    async def asked_first(
        self, interaction: discord.Interaction, press: Press, scene: Scene
    ) -> bool:
        """Answer a press on the shared board in private, for a player who wants to see a move
        before it counts; False for all others.
        """
        seat = scene.match.seat_of(interaction.user.id)
        if seat is None or not scene.choices_of(seat).confirm:
            return False
        answer = self._choice if press.action is Action.CHOOSE else self._preview
        await _send(interaction, await answer(interaction, scene.match, press))
        return True

    async def _open(self, interaction: discord.Interaction, press: Press) -> None:
        await self.show(interaction, await self._service.match(press.match))

    async def _look_back(self, interaction: discord.Interaction, press: Press) -> None:
        match = await self._service.match(press.match)
        await _edit(interaction, await self._present(interaction, match))

    async def _try(self, interaction: discord.Interaction, press: Press) -> None:
        match = await self._service.match(press.match)
        try:
            await _edit(interaction, await self._preview(interaction, match, press))
        except Stale as stale:
            await self._too_late(interaction, match, stale)

    async def _wonder(self, interaction: discord.Interaction, press: Press) -> None:
        match = await self._service.match(press.match)
        try:
            await _edit(interaction, await self._choice(interaction, match, press))
        except Stale as stale:
            await self._too_late(interaction, match, stale)

    async def _confirm(self, interaction: discord.Interaction, press: Press) -> None:
        user = interaction.user.id
        try:
            await self._service.play(press.match, user, press.ply, press.argument)
        except Repeated:  # pressed twice: the move stands
            pass
        except Stale as stale:
            await self._too_late(interaction, await self._service.match(press.match), stale)
            return
        try:
            where = await self._table.link(press.match)
            done = tr("Your move is made. {link}", link=where or tr("`/prowler board` shows it."))
            await _edit(interaction, Content(layout(done)))
        finally:  # however it is told, the move counts and the other player hears of it
            await self._table.refresh(press.match, user)

    async def _too_late(self, interaction: discord.Interaction, match: Match, stale: Stale) -> None:
        """Put the present position under a late press, and say why nothing else happened."""
        await _edit(interaction, await self._present(interaction, match))
        await say(interaction, errors.sentence(stale))

    # ------------------------------------------------------------------ what is shown

    async def _present(self, interaction: discord.Interaction, match: Match) -> Content:
        """The present position with its keys, where it is the asker's turn."""
        if not match.setup:
            raise Denied("This challenge was not accepted, so there is no board.")
        user, face = interaction.user.id, self._table.face(match)
        seat = match.seat_of(user)
        states = [state.view(seat) for state in self._service.states(match)]
        state, who = states[-1], views.names(match)
        lines = [views.heading(match, face), face.news(states, who)]
        rows: list[list[Button]] = []
        if match.phase is Phase.OVER:
            lines += [views.ended_line(match), face.sheet(states, who)]
        else:
            lines.append(face.turn(state, who))
        if match.phase is Phase.PLAYING and seat in state.to_move:
            rows = [[_key(key, match) for key in row] for row in face.keys(state)]
        return await self._shown(interaction, match, states, lines, rows)

    async def _preview(
        self, interaction: discord.Interaction, match: Match, press: Press
    ) -> Content:
        """The position after a move that is not made yet, and what the move is worth."""
        user, face, who = interaction.user.id, self._table.face(match), views.names(match)
        seat = seat_at(match, user)
        state = self._service.position_to_move(match, user, press.ply)
        after = state.after(seat, find_move(state, seat, press.argument))
        states = [each.view(seat) for each in (*self._service.states(match), after)]
        lines = [
            "### " + tr("If you make this move"),
            face.news(states, who),
            face.gain(states[-2], states[-1], seat, who),
            "-# " + tr("Only you see this; nothing counts before you confirm."),
        ]
        confirm = views.button(Action.CONFIRM, match, tr("Confirm"), "✅", argument=press.argument)
        back = views.button(Action.LOOK_BACK, match, tr("Back"))
        return await self._shown(interaction, match, states, lines, [[confirm, back]])

    async def _choice(
        self, interaction: discord.Interaction, match: Match, press: Press
    ) -> Content:
        """The choice that completes a move."""
        user, face = interaction.user.id, self._table.face(match)
        state = self._service.position_to_move(match, user, press.ply)
        states = [each.view(match.seat_of(user)) for each in self._service.states(match)]
        question, keys = face.choice(state, press.argument, views.names(match))
        back = views.button(Action.LOOK_BACK, match, tr("Back"))
        rows = [[_key(key, match) for key in keys], [back]]
        return await self._shown(interaction, match, states, [question], rows)

    async def _shown(
        self,
        interaction: discord.Interaction,
        match: Match,
        states: Sequence[AnyState],
        lines: Sequence[str],
        rows: Sequence[Sequence[Button]],
    ) -> Content:
        user, face = interaction.user.id, self._table.face(match)
        choices = await self._service.store.choices(PlayerChoices, user)
        names = views.plain_names(match)
        theme = await self._table.rendering.theme(interaction.guild_id, user)
        ended = self._service.cut_short(match)
        pictures = await self._table.rendering.draw(face, states, names, theme, ended)
        text = "\n".join(filter(None, lines))
        if choices.text_first:
            text = with_words(text, face, states[-1], views.names(match), ended)
        return Content(layout(text, pictures, rows), pictures)


_LONGEST = 4_000
"""Discord's limit for the texts of a message."""


def with_words(
    text: str, face: Face, state: AnyState, names: Sequence[str], ended: Ranks | None = None
) -> str:
    """The text with the whole position in words, or as much of it as there is room for."""
    for words in (face.describe(state, names, ended), face.brief(state, names, ended)):
        whole = f"{text}\n\n{words}"
        if len(whole) <= _LONGEST:
            return whole
    return text


def _key(key: Key, match: Match) -> Button:
    action = Action.WONDER if key.opens else Action.TRY
    return views.key_button(key, str(Press(action, match.id, match.moment, key.argument)))


async def _send(interaction: discord.Interaction, shown: Content) -> None:
    await interaction.response.send_message(
        view=shown.view, files=shown.files(), ephemeral=True, allowed_mentions=NOBODY
    )


async def _edit(interaction: discord.Interaction, shown: Content) -> None:
    await interaction.response.edit_message(
        view=shown.view, attachments=shown.files(), allowed_mentions=NOBODY
    )
