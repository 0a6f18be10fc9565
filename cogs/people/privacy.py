"""What is stored about the asker: handed out as a file, or deleted after a question."""

from __future__ import annotations

import asyncio
import gzip
import io

import discord
from discord import app_commands
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.frame.large_work import LargeWork
from cogs.frame.layout import layout
from cogs.frame.replies import NOBODY, say
from cogs.frame.router import Route, only
from prowlerbot.core.i18n import tr, trn
from prowlerbot.service.privacy import Forgotten, Privacy

_ROUTE = "privacy"
_DELETE = "privacy:delete"
_FILE = "prowler-privacy.json"
_LARGEST = 8_000_000
"""Bytes from which a file is compressed; Discord takes ten megabytes."""
_AT_ONCE = 20
"""Boards redrawn before the answer is given; upkeep redraws the others."""


class PrivacyCommands(
    commands.GroupCog, group_name="privacy", group_description="What is stored about you"
):
    def __init__(self, boards: BoardMessages) -> None:
        self._boards = boards
        self._privacy = Privacy(boards.service)
        self._exports = LargeWork()
        self.routes = (Route(_ROUTE, only(_DELETE), self._delete),)

    @app_commands.command(description="Get everything that is stored about you as a file")
    async def export(self, interaction: discord.Interaction) -> None:
        with self._exports.place(interaction.user.id):
            await interaction.response.defer(ephemeral=True)
            async with self._exports.line:
                text, name = await self._privacy.export(interaction.user.id), _FILE
                if len(text) > _LARGEST:
                    text, name = await asyncio.to_thread(gzip.compress, text), f"{_FILE}.gz"
            await self._send(interaction, text, name)

    async def _send(self, interaction: discord.Interaction, text: bytes, name: str) -> None:
        await interaction.edit_original_response(
            content=tr(
                "Everything stored about you. Of the people you played with, it has only the moves."
            ),
            attachments=[discord.File(io.BytesIO(text), name)],
            allowed_mentions=NOBODY,
        )

    @app_commands.command(description="Delete what is stored about you; you are asked once more")
    async def delete(self, interaction: discord.Interaction) -> None:
        amount = await self._privacy.amount(interaction.user.id)
        if not amount.anything:
            await say(interaction, tr("Nothing is stored about you."))
            return
        lines = ["### " + tr("Delete what is stored about you?")]
        if amount.open:
            lines.append(
                trn(
                    "- {count} open match ends: you resign it, or decline the challenge.",
                    "- {count} open matches end: you resign them, or decline the challenges.",
                    amount.open,
                )
            )
        if amount.open and any(game.seats[-1] > 2 for game in self._boards.service.games.values()):
            lines.append(tr("- A match of three or four goes on without you."))
        if amount.finished + amount.open:
            lines.append(
                tr("- The records of your matches stay for the others, without your name.")
            )
        lines += [
            tr("- Your rating, your choices and the records you imported are gone."),
            "-# "
            + tr(
                "This cannot be undone. Backups keep the data until newer ones take their"
                " place. To keep everything, dismiss this message."
            ),
        ]
        confirm: discord.ui.Button[discord.ui.LayoutView] = discord.ui.Button(
            style=discord.ButtonStyle.danger, label=tr("Delete everything"), custom_id=_DELETE
        )
        await say(interaction, layout("\n".join(lines), rows=[[confirm]]))

    async def _delete(self, interaction: discord.Interaction, _press: str) -> None:
        await interaction.response.defer()
        forgotten = await self._privacy.forget(interaction.user.id)
        done = layout(tr("Done: nothing about you is stored any more."))
        try:
            await interaction.edit_original_response(view=done, allowed_mentions=NOBODY)
        finally:
            await self._redraw(forgotten, interaction.user.id)

    async def _redraw(self, forgotten: Forgotten, user: int) -> None:
        """Take the name off the boards; only this tells opponents that their matches ended."""
        for match_id in forgotten.ended[:_AT_ONCE]:
            await self._boards.refresh(match_id, user)
        for match_id in forgotten.others[:_AT_ONCE]:
            await self._boards.refresh(match_id, call=False)
