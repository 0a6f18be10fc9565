"""Records of matches as files: one line of JSON each, as specified in docs/notation.md.

A player gets the record of a match as a file. They can upload a file to replay it, animate it or
play on from it.
"""

from __future__ import annotations

import asyncio
import io
import logging
from dataclasses import dataclass, replace
from functools import partial

import discord
from discord import Interaction, app_commands

from cogs.board.match_message import Rendering
from cogs.board.views.match_views import names, plain_names, together
from cogs.contract.manifest import Manifest
from cogs.frame.features import about_match, answers_in_match, makes_game_command
from cogs.frame.names import Verbatim, command
from cogs.frame.options import Command
from cogs.frame.replies import LOST, NOBODY
from cogs.presses.addresses import MatchPress
from cogs.replays.long_jobs import ReadingJobs
from cogs.replays.replay_commands import Replays
from prowlerbot.core.errors import BadRecord, Denied, NoRecord
from prowlerbot.core.game import CHANCE, Game, Registry
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.core.record import MAX_BYTES, Record, dumps, pick
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.scene import Scene
from prowlerbot.service.archive import Archive
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

MAX_FILE = 4 * MAX_BYTES
"""The most bytes of a file of records; a whole match with its states takes about 20,000."""
LARGE = 64 * 1024
"""Bytes from which another process reads the file, as that takes long."""

_IF_NOT_LATEST = mark("Which match, if not the latest")


@dataclass(eq=False)
class RecordFiles:
    _service: Service
    _rendering: Rendering

    @about_match("record", mark("Get the record of a match as a file"), _IF_NOT_LATEST)
    async def send(self, interaction: Interaction, match: Match) -> None:
        """Send the file to the asker."""
        if not match.setup:
            raise Denied("This challenge was not accepted, so there is no record.")
        if match.phase is not Phase.OVER:
            await self._service.visibility.check_spoilers(match, self._service.now())
        record = self._service.visible_record(match, interaction.user.id)
        record = replace(record, players=tuple(plain_names(match)))
        # Each position's legal moves are in it, which takes as long as a picture.
        written = await self._rendering.draw(partial(dumps, record, states=True))
        file = discord.File(io.BytesIO(f"{written}\n".encode()), f"{match.game}-{match.id}.jsonl")
        players = together(names(match))
        await interaction.response.send_message(
            trn(
                "The record of {players}, {count} move.",
                "The record of {players}, {count} moves.",
                sum(made.seat != CHANCE for made in record.moves),
                players=players,
            )
            + "\n-# "
            + tr(
                "A file for programs, and to keep the match: `{command}` replays it, here or with"
                " another bot, and lets you play on from any move.",
                command=command(match.game, "import"),
            ),
            file=file,
            ephemeral=True,
            allowed_mentions=NOBODY,
        )

    @answers_in_match("record")
    async def _press(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        await self.send(interaction, scene.match)


@dataclass(eq=False)
class Imports:
    _archive: Archive
    _games: Registry
    _jobs: ReadingJobs
    _replays: Replays

    @makes_game_command
    def _import(self, manifest: Manifest, _: Game) -> Command:
        @app_commands.command(
            name="import", description="Verify a record file, then replay the match in it"
        )
        @app_commands.describe(
            file="The record, as JSON", line="Which line of the file, if not the first record"
        )
        async def import_record(
            interaction: Interaction,
            file: discord.Attachment,
            line: app_commands.Range[int, 1] | None = None,
        ) -> None:
            match = await self._read(interaction, manifest.key, file, line)
            await self._replays.show(interaction, match, None)

        return import_record

    async def _read(
        self,
        interaction: Interaction,
        game: str,
        file: discord.Attachment,
        line: int | None,
    ) -> Match:
        """Verify an uploaded record and store it for the asker; the caller sends the answer."""
        if file.size > MAX_FILE:
            raise Denied(
                "A file of records can have at most {most} bytes; this one has {size}.",
                most=MAX_FILE,
                size=file.size,
            )
        user = interaction.user.id
        self._jobs.admit(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self._jobs.place(interaction):
            try:
                record = await self._verified(interaction, await _fetched(file), line)
            except NoRecord as error:
                raise BadRecord(
                    "This is not a match record. Use a file from {command}.",
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

    async def _verified(self, interaction: Interaction, data: bytes, line: int | None) -> Record:
        job = partial(pick, data, line, self._games)
        if len(data) < LARGE:
            return await asyncio.to_thread(job)
        record = await self._jobs.do(interaction, job)
        return replace(record, game=self._games[record.game.key])  # replaces the worker's copy


async def _fetched(file: discord.Attachment) -> bytes:
    try:
        return await file.read()
    except LOST as error:
        log.warning("the bot could not fetch an uploaded record: %s", error)
        raise Denied("Discord did not deliver the file; please try again.") from error
