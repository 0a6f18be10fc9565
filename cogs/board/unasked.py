"""Posts the boards of matches that nobody has begun by a command: those of competitions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import discord

from cogs.board.board_messages import BoardMessages
from cogs.board.threads import Threads
from cogs.frame.asker import audience_in
from cogs.frame.replies import NOBODY
from prowlerbot.match.match import Phase
from prowlerbot.storage.boards import Board
from prowlerbot.storage.scenes import Scene

Channel: TypeAlias = discord.TextChannel | discord.Thread | discord.DMChannel


@dataclass(eq=False)
class UnaskedBoards:
    _client: discord.Client
    _boards: BoardMessages
    _threads: Threads

    async def post(self, match_id: str, channel: Channel, found: int = 0) -> None:
        """Post the board of a match that never had one, and call the players to move.

        ``found`` is its message if it stands in the channel already. Raises one of LOST.
        """
        scene, board = await self._post(match_id, channel, found)
        if board is None:
            return
        if isinstance(channel, discord.TextChannel):
            scene = await self._threads.open_unasked(channel, scene, board)
        self._boards.machines.wake(scene.match)
        await self._boards.calls.call(scene)

    async def _post(
        self, match_id: str, channel: Channel, found: int
    ) -> tuple[Scene, Board | None]:
        """The scene with the new board; None for a match that needs none."""
        guild = channel.guild.id if channel.guild else 0
        async with self._boards.showing(match_id, None, guild) as scene:
            match = scene.match
            if scene.board is not None or match.phase is not Phase.PLAYING:
                return scene, None
            revision = -1  # a found message may be behind
            if not found:
                content = await self._boards.drawn_at(Board(match.id, guild, channel.id, 0), scene)
                sent = await channel.send(
                    view=content.view, files=content.files(), allowed_mentions=NOBODY
                )
                found, revision = sent.id, match.revision
            board = Board(match.id, guild, channel.id, found, revision)
            audience = audience_in(self._client, guild, channel.id)
            return await self._boards.shown.adopt(scene, board, audience), board
