"""The interaction that is answered now, and what a press brings along.

Each interaction runs in a task of its own, so a context variable keeps them apart. Discord passes a
custom_id and choices on from the client, so they need not be anything that was offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import Context, ContextVar
from typing import Any, TypeAlias

import discord

from cogs.frame.press import read_number
from prowlerbot.core.i18n import speak, spoken, tr

AnyInteraction: TypeAlias = discord.Interaction[Any]

MOST_SUGGESTIONS = 25
"""Discord's limit for the suggestions to an option."""

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


def custom_id_of(interaction: discord.Interaction) -> str:
    return _text(_data(interaction).get("custom_id", ""))


def selected_values(interaction: discord.Interaction) -> list[str]:
    return [_text(value) for value in _data(interaction).get("values") or ()]


def selected_number(interaction: discord.Interaction) -> int | None:
    """The one number chosen, or None if there is none."""
    match selected_values(interaction):
        case [value]:
            return read_number(value)
    return None


def switches(labels: Mapping[str, tuple[str, str]], choices: object) -> list[discord.SelectOption]:
    """What can be switched on, by the name of its field: a label and what it means."""
    return [
        discord.SelectOption(
            label=tr(label),
            value=name,
            description=tr(description),
            default=bool(getattr(choices, name)),
        )
        for name, (label, description) in labels.items()
    ]


def _text(value: object) -> str:
    """Text that can be stored and sent: half of a surrogate pair cannot."""
    return str(value).encode(errors="replace").decode()


def _data(interaction: discord.Interaction) -> Mapping[str, Any]:
    return interaction.data or {}
