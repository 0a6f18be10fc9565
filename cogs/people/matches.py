"""The open matches of a player, of all games: ``/matches``."""

from __future__ import annotations

import math

import discord

from cogs.board.rendering import link_to
from cogs.frame.layout import listed
from cogs.frame.mentions import command
from cogs.frame.names import safe
from cogs.frame.replies import say
from cogs.life.terms import due_line
from cogs.people.played_games import PlayedGames
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Phase
from prowlerbot.service.service import Service
from prowlerbot.storage.scenes import Scene

_LONGEST_LIST = 3_900
"""Characters of a list of matches; with the line that counts the others it fits a message."""


class OpenMatches:
    def __init__(self, service: Service, games: PlayedGames) -> None:
        self._service = service
        self._games = games

    async def show(self, interaction: discord.Interaction, game: str | None) -> None:
        """List the matches of one game or of all, for the asker only."""
        user = interaction.user.id
        found = await self.found(user, self._games.keys if game is None else [game])
        lines = ["### " + tr("Your matches")]
        for told, scene in enumerate(found):
            line = self._line(scene, user)
            if sum(map(len, lines)) + len(lines) + len(line) > _LONGEST_LIST:
                lines.append("-# " + tr("… and {count} more.", count=len(found) - told))
                break
            lines.append(line)
        if not found:
            usual = await self._games.meant(user, game)
            nothing = tr(
                "You have no open match. Challenge somebody with `{command}`.",
                command=command(usual, "challenge"),
            )
            lines.append(nothing)
        await say(interaction, "\n".join(lines))

    async def found(self, user: int, games: list[str]) -> list[Scene]:
        """Those waiting for the user first, and among these those with the least time left."""

        def urgency(scene: Scene) -> tuple[bool, float]:
            waits = self._service.waits_for(scene.match, user)
            return not waits, self._service.deadline(scene) or math.inf

        found = [await self._service.open_matches(user, game) for game in games]
        return sorted((scene for scenes in found for scene in scenes), key=urgency)

    def _line(self, scene: Scene, user: int) -> str:
        match = scene.match
        others = listed([safe(p.name) for p in match.players if p.id != user])
        waits = self._service.waits_for(match, user)
        if match.phase is Phase.LOBBY:
            state = tr("waits for your answer") if waits else tr("not answered yet")
        else:
            turn = tr("**your turn**") if waits else tr("their turn")
            state = f"{turn}, {tr('move {number}', number=match.ply + 1)}"
        where = link_to(scene.board) or tr(
            "the board is gone: `{command} match:{id}` shows it again",
            command=command(match.game, "board"),
            id=match.id,
        )
        title = self._games.title(match.game)
        against = tr("{game} against **{others}**", game=title, others=others)
        due = due_line(self._service.deadline(scene)) or f"<t:{match.changed_at}:R>"
        return f"- {against} (`{match.id}`): {state} · {due} · {where}"
