"""What players decide together beside the moves: questions and answers, claims, rematches."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

import discord

from cogs.board.table import Table
from cogs.frame import errors
from cogs.frame.layout import layout
from cogs.frame.limits import check_channel
from cogs.frame.names import Verbatim
from cogs.frame.press import Action, Press
from cogs.frame.replies import LOST, say
from cogs.life import agreements_view as view
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match, seat_at
from prowlerbot.match.question import Asked
from prowlerbot.service.service import RematchAsked

Handler = Callable[[discord.Interaction, Press], Awaitable[None]]
Answer = Callable[[str, int, Asked, int], Awaitable[Match]]


class Agreements:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._service = table.service
        self.handlers: Mapping[Action, Handler] = {
            Action.ASK: self._ask,
            Action.AGREE: self._answer(self._service.agree),
            Action.REFUSE: self._answer(self._service.refuse),
            Action.WITHDRAW: self._answer(self._service.withdraw),
            Action.CLAIM: self._about(self.claim),
            Action.REMATCH: self._about(self.rematch),
        }

    def _about(self, act: Callable[[discord.Interaction, Match], Awaitable[None]]) -> Handler:
        async def handler(interaction: discord.Interaction, press: Press) -> None:
            await act(interaction, await self._service.match(press.match))

        return handler

    async def _ask(self, interaction: discord.Interaction, press: Press) -> None:
        """A question from the menu; the others get it in a message of its own."""
        user = interaction.user.id
        match = await self._service.ask(press.match, user, _asked(press), press.ply)
        try:
            told = view.asked_text(match, seat_at(match, user))
            await interaction.response.edit_message(view=layout(told))
        finally:  # however the asker is told, the others hear of it
            await self._table.refresh(match.id, user)

    def _answer(self, change: Answer) -> Handler:
        """A handler for who agrees, refuses or withdraws, in the question or in the menu."""

        async def handler(interaction: discord.Interaction, press: Press) -> None:
            user = interaction.user.id
            question = (await self._service.match(press.match)).question
            try:
                match = await change(press.match, user, _asked(press), press.ply)
            except Stale as stale:
                await self._close(interaction, tr("This is settled."))
                await say(interaction, errors.sentence(stale))
                return
            try:
                told = view.answered_text(match, question, user)
                await self._close(interaction, told)
            finally:
                await self._table.refresh(match.id, user)

        return handler

    async def _close(self, interaction: discord.Interaction, told: str) -> None:
        """Take away what was pressed: the question itself, or the presser's own menu."""
        message = interaction.message
        if message is not None and message.flags.ephemeral:
            await interaction.response.edit_message(view=layout(told))
            return
        await interaction.response.defer()
        with suppress(*LOST):  # somebody else may have deleted it
            await interaction.delete_original_response()

    async def claim(self, interaction: discord.Interaction, match: Match) -> None:
        """Win a match in which the others have let their time run out, by button or command."""
        await self._service.claim(match.id, interaction.user.id)
        try:
            await say(interaction, tr("⌛ The time of your opponent ran out: you win the match."))
        finally:
            await self._table.refresh(match.id, interaction.user.id)

    async def rematch(self, interaction: discord.Interaction, match: Match) -> None:
        """Post a new challenge, seats swapped; what cannot be shown is not left waiting."""
        usual = await self._service.server(interaction.guild_id)
        check_channel(interaction, usual)
        self._table.check_permissions(interaction)
        try:
            asked = await self._service.rematch(
                match.id, interaction.user.id, most=usual.open_challenges
            )
        except RematchAsked as earlier:
            link = await self._table.link(earlier.match)
            raise Denied(
                "A rematch has been asked for already: {link}", link=Verbatim(link or earlier.match)
            ) from earlier
        try:
            await self._table.challenge(interaction, asked)
        except Exception:
            await self._service.cancel(asked.id, interaction.user.id)
            raise


def _asked(press: Press) -> Asked:
    if press.argument not in set(Asked):
        raise Denied("Nothing of that kind can be asked.")
    return Asked(press.argument)
