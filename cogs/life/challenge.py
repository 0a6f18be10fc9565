"""Challenging somebody to a match, and the answers to that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

import discord

from cogs.board.access import check_permissions
from cogs.board.board_messages import BoardMessages
from cogs.board.posting import Posting
from cogs.board.threads import Threads
from cogs.frame import errors
from cogs.frame.limits import check_channel
from cogs.frame.press import Action, MatchPress
from cogs.frame.replies import say
from cogs.frame.router import MatchRoute
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match.match import Match, Player
from prowlerbot.match.terms import Takebacks, Terms
from prowlerbot.service.service import Beginning
from prowlerbot.storage.scenes import Scene


class Change(Protocol):
    """How the service ends a challenge."""

    async def __call__(self, match_id: str, user: int, *, seen: Match | None = None) -> Match: ...


class Challenges:
    def __init__(self, boards: BoardMessages, posting: Posting, threads: Threads) -> None:
        self._boards = boards
        self._service = boards.service
        self._posting = posting
        self._threads = threads
        self.routes = (
            MatchRoute(Action.ACCEPT, self._accept),
            MatchRoute(Action.DECLINE, self._decline),
            MatchRoute(Action.CANCEL, self._cancel),
        )

    async def challenge(
        self,
        interaction: discord.Interaction,
        game: str,
        opponent: discord.User | discord.Member,
        options: Mapping[str, str],
        *,
        pace: int | None = None,
        takebacks: Takebacks = "ask",
        rated: str | None = None,
        beginning: Beginning | None = None,
    ) -> None:
        """Ask somebody to a match; what is not said is as the server has it.

        With a ``beginning`` it is one that plays on from a moment of another match.
        """
        usual = await self._service.server(interaction.guild_id)
        check_channel(interaction, usual)
        check_permissions(interaction)
        if interaction.context.dm_channel:
            raise Denied(
                "Nobody but you reads this chat. Challenge {player} in a server, in a group or in"
                " your chat with each other.",
                player=Player(opponent.id, opponent.display_name),
            )
        if opponent.bot:
            raise Denied("Bots do not play; challenge a person.")
        if interaction.guild_id is not None and not isinstance(opponent, discord.Member):
            raise Denied(
                "{player} is not in this server any more.",
                player=Player(opponent.id, opponent.display_name),
            )
        players = [Player(user.id, user.display_name) for user in (interaction.user, opponent)]
        usually_rated = usual.rated and interaction.guild_id is not None
        terms = Terms(
            takebacks=takebacks,
            pace=usual.pace if pace is None else pace,
            rated=usually_rated if rated is None else rated == "yes",
        )
        most = usual.open_challenges
        if beginning is None:
            match = await self._service.challenge(game, players, options, terms, most=most)
        else:
            match = await self._service.branch(beginning, players, terms, most=most)
        await self._posting.challenge(interaction, match)

    # ------------------------------------------------------------------ the answers

    async def _accept(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        await self._boards.check_place(interaction, scene)
        user, before = interaction.user.id, scene.match
        try:
            match = await self._service.accept(before.id, user, seen=before)
        except Stale as stale:
            await self._refuse(interaction, press, stale)
            return
        scene = replace(scene, match=match)
        try:
            scene = await self._threads.open(interaction, scene)
        finally:  # however it is shown, the other players hear of it
            await self._boards.calls.call(scene, presser=user)

    async def _decline(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        await self._end(interaction, press, scene, self._service.decline)

    async def _cancel(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene
    ) -> None:
        await self._end(interaction, press, scene, self._service.cancel)

    async def _end(
        self, interaction: discord.Interaction, press: MatchPress, scene: Scene, change: Change
    ) -> None:
        await self._boards.check_place(interaction, scene)
        before = scene.match
        try:
            match = await change(before.id, interaction.user.id, seen=before)
        except Stale as stale:
            await self._refuse(interaction, press, stale)
            return
        await self._boards.answer_and_call(interaction, replace(scene, match=match))

    async def _refuse(
        self, interaction: discord.Interaction, press: MatchPress, stale: Stale
    ) -> None:
        """Put the present message under a late press, and say why nothing else happened."""
        await self._boards.answer(interaction, await self._boards.scene(interaction, press.match))
        await say(interaction, errors.sentence(stale))
