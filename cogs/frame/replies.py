"""Answering somebody in private, and how an answer can get lost."""

from __future__ import annotations

import aiohttp
import discord

from cogs.frame.layout import Content, layout

NOBODY = discord.AllowedMentions.none()


LOST = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""How a request to Discord fails that was refused or never arrived."""


def error_code(error: Exception) -> int:
    """Discord's own number for what went wrong, 0 where the request did not get that far."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def surely_refused(error: Exception) -> bool:
    """Whether a lost request has surely changed nothing: Discord has read it and said no.

    After a failure of Discord's own, or of the way there, it may have been done all the same.
    """
    return isinstance(error, discord.HTTPException) and error.status < 500


def is_outage(error: BaseException | None) -> bool:
    """Whether Discord, or the way to it, has failed: nothing is wrong with the request."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == 429
    return isinstance(error, (aiohttp.ClientError, ConnectionError, TimeoutError))


async def say(interaction: discord.Interaction, what: str | discord.ui.LayoutView) -> None:
    """Tell something to the asker only."""
    view = layout(what) if isinstance(what, str) else what
    await show_privately(interaction, Content(view))


async def show_privately(interaction: discord.Interaction, content: Content) -> int:
    """Show a message to the asker only; returns its number, 0 where Discord does not say it."""
    view, files = content.view, content.files()
    if interaction.response.is_done():
        sent = await interaction.followup.send(
            view=view, files=files, ephemeral=True, allowed_mentions=NOBODY, wait=True
        )
        return sent.id
    answer = await interaction.response.send_message(
        view=view, files=files, ephemeral=True, allowed_mentions=NOBODY
    )
    return getattr(answer, "message_id", 0) or 0  # nothing comes back where it was sent before


async def turn_into(interaction: discord.Interaction, content: Content) -> None:
    """Put this in place of what was pressed."""
    await interaction.response.edit_message(
        view=content.view, attachments=content.files(), allowed_mentions=NOBODY
    )
