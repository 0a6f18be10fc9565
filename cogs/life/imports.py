"""Reading an uploaded record, to replay it, animate it or play on from it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial

import discord

from cogs.frame.names import Verbatim, command
from cogs.frame.replies import LOST
from cogs.frame.worker_process import WorkerProcess
from prowlerbot.core.errors import BadRecord, Denied, NoRecord
from prowlerbot.core.record import Record
from prowlerbot.core.record_limits import MAX_BYTES
from prowlerbot.core.record_lines import pick
from prowlerbot.core.registry import Registry
from prowlerbot.match.match import Match
from prowlerbot.service.archive import Archive

log = logging.getLogger(__name__)

MAX_FILE = 4 * MAX_BYTES
"""Bytes of a file of records; a whole match with its states takes about 20,000."""
LARGE = 64 * 1024
"""Bytes from which another process reads the file, as it takes long."""


class Imports:
    def __init__(self, archive: Archive, games: Registry, process: WorkerProcess) -> None:
        self._archive = archive
        self._games = games
        self._process = process

    async def read(
        self,
        interaction: discord.Interaction,
        game: str,
        file: discord.Attachment,
        line: int | None,
    ) -> Match:
        """Verify an uploaded record and keep it for the asker; the caller sends the answer."""
        if file.size > MAX_FILE:
            raise Denied(
                "A file of records can have at most {most} bytes; this one has {size}.",
                most=MAX_FILE,
                size=file.size,
            )
        user = interaction.user.id
        self._process.admit(user)
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self._process.place(user):
            try:
                record = await self._verified(await _fetched(file), line)
            except NoRecord as error:
                raise BadRecord(
                    "Not a match record; use a file from {command}",
                    command=Verbatim(f"`{command(game, 'record')}`"),
                ) from error
            except BadRecord as error:
                raise BadRecord("Nothing was imported. {problem}", problem=error) from error
        if record.game.key != game:
            raise BadRecord(
                "This is a record of {game}; import it with {command}.",
                game=record.game.title,
                command=Verbatim(f"`{command(record.game.key, 'import')}`"),
            )
        return await self._archive.add(user, record)

    async def _verified(self, data: bytes, line: int | None) -> Record:
        job = partial(pick, data, line, self._games)
        if len(data) < LARGE:
            return await asyncio.to_thread(job)
        record = await self._process.run(job)
        return replace(record, game=self._games[record.game.key])  # replaces the worker's copy


async def _fetched(file: discord.Attachment) -> bytes:
    try:
        return await file.read()
    except LOST as error:
        log.warning("could not fetch an uploaded record: %s", error)
        raise Denied("Discord did not deliver the file; please try again.") from error
