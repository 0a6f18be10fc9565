"""A thread for each match, where the server wants that, and what comes of threads."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Final

import discord

from cogs.board.access import NEEDED_TO_OPEN_THREADS, access_of
from cogs.board.table import Table
from cogs.board.thread_views import thread_name, thread_view
from cogs.frame.permissions import lacking
from cogs.frame.replies import LOST, NOBODY, say
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.storage.boards import Access, Board

log = logging.getLogger(__name__)

_A_WEEK: Final = 10080
"""Minutes of silence after which Discord archives the thread, the longest it offers."""


class Threads:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._service = table.service

    async def open(self, interaction: discord.Interaction, match_id: str) -> bool:
        """Give a match that begins a thread of its own; False where it stays in the channel.

        The board is shown in the end whatever fails on the way: what is not in the thread is in
        the message of the challenge, by this or by upkeep after a crash.
        """
        channel, message = interaction.channel, interaction.message
        if message is None or not isinstance(channel, discord.TextChannel):
            return False
        wanted = (await self._service.server(interaction.guild_id)).threads
        if not wanted or access_of(interaction) is not Access.MEMBER:
            return False
        missing = lacking(interaction.app_permissions, NEEDED_TO_OPEN_THREADS)
        if missing:
            await self._table.answer(interaction, match_id)
            note = tr(
                "This server wants a thread for each match, but I lack permissions in this channel:"
                " {missing}. So the board is here.",
                missing=", ".join(map(tr, missing)),
            )
            await say(interaction, note)
            return True
        with suppress(*LOST):  # a thread takes longer than Discord waits for an answer
            await interaction.response.defer()
        if not await self._move_into(interaction, message, match_id):
            await self._table.refresh(match_id, interaction.user.id)
        return True

    async def _move_into(
        self, interaction: discord.Interaction, message: discord.Message, match_id: str
    ) -> bool:
        async with self._table.lock(match_id):
            scene = await self._table.scene(interaction, match_id)
            match, rendering = scene.match, self._table.rendering
            shown = await rendering.message(scene, interaction.guild_id)
            language = rendering.language_in(scene.server, interaction.guild_id)
            with speaking(language):
                name = thread_name(match)
            try:
                thread = await message.create_thread(name=name, auto_archive_duration=_A_WEEK)
                sent = await thread.send(
                    view=shown.view, files=shown.files(), allowed_mentions=NOBODY
                )
            except LOST as error:
                log.warning("no thread for match %s: %s", match_id, error)
                return False
            await self._service.store.set_board(
                Board(
                    match=match_id,
                    guild=interaction.guild_id or 0,
                    channel=thread.id,
                    message=sent.id,
                    shown=match.revision,
                )
            )
            with speaking(language):
                view = thread_view(match, self._table.face(match), thread.mention)
        with suppress(*LOST):  # a button that stays on it leads to the thread when pressed
            await message.edit(view=view, attachments=[], allowed_mentions=NOBODY)
        for player in match.players:
            with suppress(*LOST):  # who is not brought in finds the way by the call
                await thread.add_user(discord.Object(player.id))
        return True
