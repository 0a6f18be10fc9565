"""The slash commands about a person; each exists once, outside the games.

Those about a game take it as an option, by default the game that the asker played last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import discord
from discord import app_commands

from cogs.frame.options import Command, Suggestions, everywhere, suggest
from cogs.people.call_choices import LONGEST_AWAY, WHERE_CHOICES, CallChoices, suggest_zones
from cogs.people.list_presses import Scope
from cogs.people.matches import OpenMatches
from cogs.people.played_games import PlayedGames
from cogs.people.preferences import PlayerPreferences
from cogs.people.profile import Profiles
from cogs.people.standings import Standings
from prowlerbot.core.i18n import mark

_GAME = mark("Which game, if not the one you played last")


@dataclass(frozen=True, slots=True)
class PersonFeatures:
    """The features that answer the commands."""

    games: PlayedGames
    matches: OpenMatches
    preferences: PlayerPreferences
    calls: CallChoices
    profiles: Profiles
    standings: Standings


def person_commands(features: PersonFeatures) -> list[Command]:
    """The commands in the order in which Discord receives them."""
    games, standings = features.games, features.standings
    made = (
        _matches(games, features.matches),
        _preferences(features.preferences),
        _calls(features.calls),
        _profile(games, features.profiles),
        _history(games, standings),
        _versus(games, standings),
        _stats(games, standings),
        _leaderboard(games, standings),
    )
    return [everywhere(command) for command in made]


def _matches(games: PlayedGames, open_matches: OpenMatches) -> Command:
    @app_commands.command(
        description="List your open matches: those waiting for you first, the most urgent on top"
    )
    @app_commands.describe(game="Only those of one game")
    @app_commands.choices(game=games.choices)
    async def matches(interaction: discord.Interaction, game: str | None = None) -> None:
        await open_matches.show(interaction, game)

    return matches


def _preferences(player_preferences: PlayerPreferences) -> Command:
    @app_commands.command(description="Choose your colours, words first, confirmation of moves")
    async def preferences(interaction: discord.Interaction) -> None:
        await player_preferences.show(interaction)

    return preferences


def _calls(choices: CallChoices) -> Command:
    @app_commands.command(description="Choose where and when you are called to move")
    @app_commands.describe(
        where="Where you are told that it is your turn",
        quiet_from="Hour of the day from which calls make no sound",
        quiet_to="Hour at which that ends; the same hour for no quiet hours",
        timezone="Your time zone, such as Europe/Berlin",
        away="How many days you will be away from now; 0 when you are back",
    )
    @app_commands.choices(where=WHERE_CHOICES)
    async def calls(
        interaction: discord.Interaction,
        *,
        where: Literal["channel", "dm", "off"] | None = None,
        quiet_from: app_commands.Range[int, 0, 23] | None = None,
        quiet_to: app_commands.Range[int, 0, 23] | None = None,
        timezone: str | None = None,
        away: app_commands.Range[int, 0, LONGEST_AWAY] | None = None,
    ) -> None:
        await choices.change(
            interaction,
            where=where,
            quiet_from=quiet_from,
            quiet_to=quiet_to,
            timezone=timezone,
            away=away,
        )

    async def zones(_: discord.Interaction, typed: str) -> Suggestions:
        return suggest_zones(typed)

    suggest(calls, "timezone", zones)
    return calls


def _profile(games: PlayedGames, profiles: Profiles) -> Command:
    @app_commands.command(description="See a player's card: rating, results, favourite achievement")
    @app_commands.describe(player="The player (default: you)", game=_GAME)
    @app_commands.choices(game=games.choices)
    async def profile(
        interaction: discord.Interaction,
        player: discord.User | None = None,
        game: str | None = None,
    ) -> None:
        meant = await games.meant(interaction.user.id, game)
        await profiles.show(interaction, meant, player or interaction.user)

    return profile


def _history(games: PlayedGames, standings: Standings) -> Command:
    @app_commands.command(description="List finished matches, yours or another player's")
    @app_commands.describe(player="The player (default: you)", game=_GAME)
    @app_commands.choices(game=games.choices)
    async def history(
        interaction: discord.Interaction,
        player: discord.User | None = None,
        game: str | None = None,
    ) -> None:
        meant = await games.meant(interaction.user.id, game)
        await standings.history(interaction, meant, player or interaction.user)

    return history


def _versus(games: PlayedGames, standings: Standings) -> Command:
    @app_commands.command(description="Compare yourself with a player you have met")
    @app_commands.describe(opponent="The player to compare yourself with", game=_GAME)
    @app_commands.choices(game=games.choices)
    async def versus(
        interaction: discord.Interaction, opponent: discord.User, game: str | None = None
    ) -> None:
        meant = await games.meant(interaction.user.id, game)
        await standings.versus(interaction, meant, opponent)

    return versus


def _stats(games: PlayedGames, standings: Standings) -> Command:
    @app_commands.command(description="See what a player's matches have in common")
    @app_commands.describe(player="The player (default: you)", game=_GAME)
    @app_commands.choices(game=games.choices)
    async def stats(
        interaction: discord.Interaction,
        player: discord.User | None = None,
        game: str | None = None,
    ) -> None:
        meant = await games.meant(interaction.user.id, game)
        await standings.statistics(interaction, meant, player or interaction.user)

    return stats


def _leaderboard(games: PlayedGames, standings: Standings) -> Command:
    @app_commands.command(description="See who has the best rating")
    @app_commands.describe(scope="Of this server, or of all servers together", game=_GAME)
    @app_commands.choices(game=games.choices)
    async def leaderboard(
        interaction: discord.Interaction,
        scope: Scope | None = None,
        game: str | None = None,
    ) -> None:
        meant = await games.meant(interaction.user.id, game)
        await standings.leaderboard(interaction, meant, scope)

    return leaderboard
