"""Answering somebody in private, and what an answer can be lost by."""

from __future__ import annotations

import aiohttp
import discord

from cogs.frame.layout import layout

NOBODY = discord.AllowedMentions.none()


LOST = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What a request to Discord ends in that was refused or never got there."""


async def say(interaction: discord.Interaction, what: str | discord.ui.LayoutView) -> None:
    """Tell something to the asker only."""
    view = layout(what) if isinstance(what, str) else what
    if interaction.response.is_done():
        await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NOBODY)
    else:
        await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NOBODY)
