"""The record of a match as a file: one line of JSON, as specified in docs/notation.md."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from functools import partial

import discord

from cogs.board.rendering import Rendering
from cogs.frame.press import Action, MatchPress
from cogs.frame.replies import NOBODY
from cogs.frame.router import MatchRoute
from cogs.views.match_views import names, plain_names, together
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import trn
from prowlerbot.core.record import Record
from prowlerbot.core.record_json import to_json
from prowlerbot.match.match import Match
from prowlerbot.service.service import Service
from prowlerbot.storage.scenes import Scene


class RecordFiles:
    def __init__(self, service: Service, rendering: Rendering) -> None:
        self._service = service
        self._rendering = rendering
        self.routes = (MatchRoute(Action.RECORD, self._press),)

    async def send(self, interaction: discord.Interaction, match: Match) -> None:
        """Send the file to the asker."""
        if not match.setup:
            raise Denied("This challenge was not accepted, so there is no record.")
        record = self._service.visible_record(match, interaction.user.id)
        record = replace(record, players=tuple(plain_names(match)))
        written = await self._rendering.draw(partial(_encoded, record))
        file = discord.File(io.BytesIO(written), f"{match.game}-{match.id}.jsonl")
        players = together(names(match))
        await interaction.response.send_message(
            trn(
                "The record of {players}, {count} move.",
                "The record of {players}, {count} moves.",
                len(record.moves),
                players=players,
            ),
            file=file,
            ephemeral=True,
            allowed_mentions=NOBODY,
        )

    async def _press(
        self, interaction: discord.Interaction, _press: MatchPress, scene: Scene
    ) -> None:
        await self.send(interaction, scene.match)


def _encoded(record: Record) -> bytes:
    """The record with each position's legal moves: in a long match as much work as a picture."""
    return (json.dumps(to_json(record, states=True), separators=(",", ":")) + "\n").encode()
