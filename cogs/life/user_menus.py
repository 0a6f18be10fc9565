"""What Discord's menu of a user offers: to challenge that player, and their head to head."""

from __future__ import annotations

import discord
from discord import Interaction, app_commands

from cogs.frame.options import everywhere
from cogs.life.hub import Hub
from cogs.people.matches import PlayedGames
from cogs.people.standings import Standings
from prowlerbot.core.errors import Denied


def user_menus(
    hub: Hub, games: PlayedGames, standings: Standings
) -> list[app_commands.ContextMenu]:
    async def challenge(interaction: Interaction, player: discord.User) -> None:
        await hub.offer_games(interaction, player)

    async def head_to_head(interaction: Interaction, player: discord.User) -> None:
        if player.bot:
            raise Denied("Bots do not play; choose a person.")
        meant = await games.meant(interaction.user.id, None)
        await standings.versus(interaction, meant, player)

    return [
        everywhere(app_commands.ContextMenu(name="Challenge", callback=challenge)),
        everywhere(app_commands.ContextMenu(name="Head to head", callback=head_to_head)),
    ]
