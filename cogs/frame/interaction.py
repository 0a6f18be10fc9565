"""Which interaction is being answered now, for what lies too deep to be handed it.

Each interaction runs in a task of its own, so a context variable keeps them apart.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, TypeAlias

import discord

Asking: TypeAlias = discord.Interaction[Any]

_asking: ContextVar[Asking | None] = ContextVar("asking", default=None)


def meet(interaction: Asking) -> None:
    """From here on this task answers the interaction."""
    _asking.set(interaction)


def asking(channel: int) -> Asking | None:
    """The interaction that is being answered, where it comes from this channel."""
    interaction = _asking.get()
    return interaction if interaction is not None and interaction.channel_id == channel else None
