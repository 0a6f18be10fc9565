"""The slash commands about a person; each exists once, outside the games.

Those about a game take it as an option, by default the game that the asker played last.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeAlias

import discord
from discord import Interaction, app_commands

from cogs.frame.choices import ChoiceMessage
from cogs.frame.options import Command, everywhere
from cogs.people.avoiding import Avoiding, avoid_command
from cogs.people.call_choices import calls_command
from cogs.people.list_presses import Scope
from cogs.people.match_pages import MatchPages
from cogs.people.matches import PlayedGames
from cogs.people.profile import Profiles
from cogs.people.standings import Standings, User
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.service.service import Service

_GAME = mark("Which game, if not the one you played last")


_Described: TypeAlias = Callable[[Callable[..., Coroutine[Any, Any, None]]], Command]
"""Makes a command with a name and a description."""
_ShowPlayer: TypeAlias = Callable[[Interaction, str, User], Awaitable[None]]
"""Shows a player in a game to the asker."""


def person_commands(
    service: Service,
    *,
    games: PlayedGames,
    match_pages: MatchPages,
    choices: ChoiceMessage[PlayerChoices],
    profiles: Profiles,
    standings: Standings,
    avoiding: Avoiding,
) -> list[Command]:
    """The commands in the order in which Discord receives them."""

    @app_commands.command(
        description="See your open matches: those waiting for you first, the most urgent on top"
    )
    @app_commands.describe(game="Only those of one game")
    @app_commands.choices(game=games.choices)
    async def matches(interaction: Interaction, game: str | None = None) -> None:
        await match_pages.show(interaction, game)

    @app_commands.command(description="Choose your colours, words first, confirmation of moves")
    async def preferences(interaction: Interaction) -> None:
        await choices.show(interaction)

    @app_commands.command(description="Compare yourself with a player you have met")
    @app_commands.describe(opponent="The player to compare yourself with", game=_GAME)
    @app_commands.choices(game=games.choices)
    async def versus(
        interaction: Interaction, opponent: discord.User, game: str | None = None
    ) -> None:
        meant = await games.meant(interaction.user.id, game)
        await standings.versus(interaction, meant, _person(opponent))

    @app_commands.command(description="See who has the best rating")
    @app_commands.describe(scope="Of this server, or of all servers together", game=_GAME)
    @app_commands.choices(game=games.choices)
    async def leaderboard(
        interaction: Interaction, scope: Scope | None = None, game: str | None = None
    ) -> None:
        meant = await games.meant(interaction.user.id, game)
        await standings.leaderboard(interaction, meant, scope)

    def about_player(described: _Described, show: _ShowPlayer) -> Command:
        @described
        @app_commands.describe(player="The player (default: you)", game=_GAME)
        @app_commands.choices(game=games.choices)
        async def command(
            interaction: Interaction,
            player: discord.User | None = None,
            game: str | None = None,
        ) -> None:
            meant = await games.meant(interaction.user.id, game)
            await show(interaction, meant, _person(player or interaction.user))

        return command

    profile = app_commands.command(
        name="profile", description="See a player's card: rating, results, favourite achievement"
    )
    history = app_commands.command(
        name="history", description="List finished matches, yours or another player's"
    )
    stats = app_commands.command(
        name="stats", description="See what a player's matches have in common"
    )
    made: tuple[Command, ...] = (
        matches,
        preferences,
        calls_command(service),
        about_player(profile, profiles.show),
        about_player(history, standings.history),
        versus,
        about_player(stats, standings.statistics),
        leaderboard,
    )
    return [*map(everywhere, made), avoid_command(avoiding)]


def _person(player: User) -> User:
    if player.bot:
        raise Denied("Bots do not play; choose a person.")
    return player
