"""Which interaction is being answered now, for what lies too deep to be handed it.

Each interaction runs in a task of its own, so a context variable keeps them apart.
"""

from __future__ import annotations

from contextvars import Context, ContextVar
from typing import Any, TypeAlias

import discord

from prowlerbot.core.i18n import speak, spoken

AnyInteraction: TypeAlias = discord.Interaction[Any]

_current: ContextVar[AnyInteraction | None] = ContextVar("interaction", default=None)


def enter(interaction: AnyInteraction) -> None:
    """From here on this task answers the interaction."""
    _current.set(interaction)


def current_interaction(channel: int) -> AnyInteraction | None:
    """The interaction that is being answered, where it comes from this channel."""
    interaction = _current.get()
    return interaction if interaction is not None and interaction.channel_id == channel else None


def own_context() -> Context:
    """For work that outlives the press it came from: it knows its interaction and its language."""
    context = Context()
    context.run(_current.set, _current.get())
    context.run(speak, spoken())
    return context
