"""From what went wrong to what the asker reads, always in private, never as a traceback."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from cogs.desk import say
from cogs.names import safe
from prowlerbot.game import Refused
from prowlerbot.match import Player

log = logging.getLogger(__name__)

_OUR_FAULT = "Something went wrong on my side. Your match is safe; please try again."


def sentence(refused: Refused) -> str:
    """The sentence for the asker; whatever came from outside is made harmless in it."""
    fields = {
        name: safe(value.name) if isinstance(value, Player) else safe(str(value))
        for name, value in refused.fields.items()
    }
    return refused.template.format(**fields)


async def tell(interaction: discord.Interaction, error: Exception) -> None:
    """Answer an error: a refusal in its own words, anything else with an apology and a log."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, Refused):
        text = sentence(error)
    elif isinstance(error, app_commands.TransformerError):
        text = "That is not one of the choices; pick one from the list."
    else:
        log.error("an interaction failed", exc_info=error)
        text = _OUR_FAULT
    try:
        await say(interaction, text)
    except discord.HTTPException as failed:
        log.warning("an error could not be told: %s", failed)
