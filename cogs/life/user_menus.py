"""What Discord's menu of a user offers: to challenge that player, and their head to head."""

from __future__ import annotations

import discord
from discord import Interaction, app_commands

from cogs.frame.options import everywhere
from cogs.life.hub import Hub
from cogs.people.commands import person
from cogs.people.matches import PlayedGames
from cogs.people.profile import Profiles


def user_menus(hub: Hub, games: PlayedGames, profiles: Profiles) -> list[app_commands.ContextMenu]:
    async def challenge(interaction: Interaction, player: discord.User) -> None:
        await hub.offer_games(interaction, player)

    async def head_to_head(interaction: Interaction, player: discord.User) -> None:
        meant = await games.meant(interaction.user.id, None)
        await profiles.head_to_head(interaction, meant, person(player))

    return [
        everywhere(app_commands.ContextMenu(name="Challenge", callback=challenge)),
        everywhere(app_commands.ContextMenu(name="Head to head", callback=head_to_head)),
    ]
