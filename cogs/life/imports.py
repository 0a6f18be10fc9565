"""Reading a record that somebody uploads, to replay it, animate it or play on from it."""

from __future__ import annotations

import asyncio
import logging

import discord

from cogs.frame.replies import LOST
from prowlerbot.core.errors import BadRecord, Denied
from prowlerbot.core.record_json import MAX_BYTES
from prowlerbot.core.registry import Registry
from prowlerbot.match.match import Match
from prowlerbot.service.archive import Archive, pick

log = logging.getLogger(__name__)

MAX_FILE = 4 * MAX_BYTES
"""Bytes of a file of records; with its states a whole match takes about 20,000."""


class Imports:
    def __init__(self, archive: Archive, games: Registry) -> None:
        self._archive = archive
        self._games = games

    async def read(
        self,
        interaction: discord.Interaction,
        game: str,
        file: discord.Attachment,
        line: int | None,
    ) -> Match:
        """Verify an uploaded record and keep it for the asker; the answer is yet to be given."""
        if file.size > MAX_FILE:
            raise Denied(
                "A file of records can have at most {most} bytes; this one has {size}.",
                most=MAX_FILE,
                size=file.size,
            )
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            data = await file.read()
        except LOST as error:
            log.warning("an uploaded record was not fetched: %s", error)
            raise Denied("Discord did not deliver the file; please try again.") from error
        record = await asyncio.to_thread(pick, data, line, self._games)
        if record.game.key != game:
            raise BadRecord("This is a record of {game}.", game=record.game.title)
        return await self._archive.add(interaction.user.id, record)
