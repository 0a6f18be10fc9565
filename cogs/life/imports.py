"""Reading a record that somebody uploads, to replay it, animate it or play on from it."""

from __future__ import annotations

import asyncio
import logging

import discord

from cogs.frame.replies import LOST
from cogs.life.replay import Replays
from prowlerbot.core.errors import BadRecord, Denied
from prowlerbot.core.record_json import MAX_BYTES
from prowlerbot.service.archive import pick

log = logging.getLogger(__name__)

MAX_FILE = 4 * MAX_BYTES
"""Bytes of a file of records; with its states a whole match takes about 20,000."""


async def read_record(
    interaction: discord.Interaction,
    replays: Replays,
    game: str,
    file: discord.Attachment,
    line: int | None,
) -> None:
    """Verify an uploaded record, keep it for the asker, and begin its replay."""
    if file.size > MAX_FILE:
        raise Denied(
            "A file of records has at most {most} bytes, this one has {size}.",
            most=MAX_FILE,
            size=file.size,
        )
    await interaction.response.defer(ephemeral=True, thinking=True)
    try:
        data = await file.read()
    except LOST as error:
        log.warning("an uploaded record was not fetched: %s", error)
        raise Denied("Discord did not hand the file over; please try again.") from error
    record = await asyncio.to_thread(pick, data, line, replays.games)
    if record.game.key != game:
        raise BadRecord("This is a record of {game}.", game=record.game.title)
    match = await replays.archive.add(interaction.user.id, record)
    await replays.show(interaction, match, None)
