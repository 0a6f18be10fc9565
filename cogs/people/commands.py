"""The slash commands about a person; each exists once, outside the games.

Those about a game take it as an option, by default the game that the asker played last.
"""

from __future__ import annotations

import discord
from discord import Interaction, app_commands

from cogs.frame.choices import ChoiceMessage
from cogs.frame.options import Command, everywhere
from cogs.people.avoiding import Avoiding, avoid_command
from cogs.people.match_pages import MatchPages
from cogs.people.matches import PlayedGames
from cogs.people.profile import Profiles, User
from cogs.people.standings import Standings
from cogs.presses.addresses import Scope
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.match.preferences import PlayerChoices

_GAME = mark("Which game, if not the one you played last")


def person_commands(
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

    @app_commands.command(description="Colours, text boards, move confirmation, turn reminders")
    async def preferences(interaction: Interaction) -> None:
        await choices.show(interaction)

    @app_commands.command(description="See who has the best rating")
    @app_commands.describe(scope="Of this server, or of all servers together", game=_GAME)
    @app_commands.choices(game=games.choices)
    async def leaderboard(
        interaction: Interaction, scope: Scope | None = None, game: str | None = None
    ) -> None:
        meant = await games.meant(interaction.user.id, game)
        await standings.leaderboard(interaction, meant, scope)

    @app_commands.command(
        description="See a player's card, finished matches and statistics, and you against them"
    )
    @app_commands.describe(player="The player (default: you)", game=_GAME)
    @app_commands.choices(game=games.choices)
    async def profile(
        interaction: Interaction, player: discord.User | None = None, game: str | None = None
    ) -> None:
        meant = await games.meant(interaction.user.id, game)
        await profiles.show(interaction, meant, person(player or interaction.user))

    made: tuple[Command, ...] = (matches, preferences, profile, leaderboard)
    return [*map(everywhere, made), avoid_command(avoiding)]


def person(player: User) -> User:
    if player.bot:
        raise Denied("Bots do not play; choose a person.")
    return player
