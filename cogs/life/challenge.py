"""Challenging somebody to a match, or opening one for anybody; the answers stand in ``lobby``."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from cogs.board.access import check_permissions, post_place_of
from cogs.board.board_messages import BoardMessages
from cogs.board.posting import Posting
from cogs.board.threads import Threads
from cogs.frame.limits import check_channel
from cogs.life.seating import Invitation, checked, seated
from cogs.life.welcome import Welcome
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.terms import Takebacks, Terms
from prowlerbot.service.lobby import Beginning, Lobby


class Challenges:
    def __init__(
        self, boards: BoardMessages, posting: Posting, threads: Threads, welcome: Welcome
    ) -> None:
        self._boards = boards
        self._service = boards.service
        self._posting = posting
        self._threads = threads
        self._welcome = welcome

    async def challenge(
        self,
        interaction: discord.Interaction,
        game: str,
        invited: Invitation,
        options: Mapping[str, str],
        *,
        choice: str = "",
        pace: int | None = None,
        stopwatch: int = 0,
        takebacks: Takebacks = "ask",
        rated: str | None = None,
        beginning: Beginning | None = None,
    ) -> None:
        """Ask for a match; the server's settings decide whatever was not given.

        ``choice`` is what the host takes of what there is to choose in the game.

        With a ``beginning`` it is one that plays on from a moment of another match.
        """
        usual = await self._service.server(interaction.guild_id)
        check_channel(interaction, usual)
        check_permissions(interaction)
        if invited.level is not None or invited.takeover:
            self._boards.machines.seats.admit(usual)
        possible = self._service.games[game].seats
        if beginning is not None:
            count = len(beginning.source.players)
            possible = range(count, count + 1)
        host = Player(interaction.user.id, interaction.user.display_name, choice=choice)
        players = seated(host, checked(interaction, invited, possible), possible)
        self._boards.calls.pings.check(host.id, players)
        usually_rated = usual.rated and interaction.guild_id is not None
        terms = Terms(
            takebacks=takebacks,
            pace=usual.pace if pace is None else pace,
            rated=usually_rated if rated is None else rated == "yes",
            first_friendly=usually_rated and rated is None,
            takeover=invited.takeover and len(players) > 2,
            stopwatch=stopwatch if beginning is None else beginning.source.terms.stopwatch,
        )
        most, place = usual.open_challenges, post_place_of(interaction)
        if beginning is None:
            match = await Lobby(self._service).challenge(
                game, players, options, terms, most=most, place=place
            )
        else:
            match = await Lobby(self._service).branch(
                beginning, players, terms, most=most, place=place
            )
        await self.post(interaction, match)
        await self._welcome.offer(interaction, match)

    async def post(self, interaction: discord.Interaction, match: Match) -> None:
        """Post a match that was just asked for: its lobby, or its board if it has begun."""
        scene = await self._posting.challenge(interaction, match)
        if match.phase is not Phase.PLAYING:
            return
        try:
            scene = await self._threads.open_posted(interaction, scene)
        finally:
            await self._boards.calls.call(scene, presser=interaction.user.id)
