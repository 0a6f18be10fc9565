"""The interaction being answered, and the data of a press.

Each interaction runs in its own task, so a context variable holds the current one. The custom_id
and the choices come from the client unchecked, so they may differ from everything that was
offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import Context, ContextVar
from typing import Any, TypeAlias

import discord

from cogs.discord_py.interactions import take_adapter_along
from cogs.frame.rate_limits import clock
from cogs.presses.press import read_number
from prowlerbot.core.i18n import speak, spoken

AnyInteraction: TypeAlias = discord.Interaction[Any]

_ARRIVED = "arrived"
_ANSWERABLE = 15 * 60
"""Seconds for which Discord takes answers to an interaction."""

_current: ContextVar[AnyInteraction | None] = ContextVar("interaction", default=None)


def note_arrival(interaction: AnyInteraction) -> None:
    interaction.extras.setdefault(_ARRIVED, clock())


def is_answerable(interaction: AnyInteraction) -> bool:
    """Whether Discord still takes an answer, by a clock that nobody can set."""
    arrived: float = interaction.extras[_ARRIVED]
    return clock() < arrived + _ANSWERABLE


def enter(interaction: AnyInteraction) -> None:
    """Make this the interaction that the current task answers."""
    _current.set(interaction)


def current_interaction(channel: int) -> AnyInteraction | None:
    """The interaction being answered, if it comes from this channel and can still be answered."""
    interaction = _current.get()
    if interaction is None or interaction.channel_id != channel or not is_answerable(interaction):
        return None
    return interaction


def own_context() -> Context:
    """A copy of the context of a press, for work that outlives the press.

    It keeps the interaction, the language, and the adapter of discord.py that sends answers.
    """
    context = context_of_nobody()
    context.run(_current.set, _current.get())
    context.run(speak, spoken())
    return context


def context_of_nobody() -> Context:
    """A context without the interaction and language of a press, for work that is not its own."""
    context = Context()
    take_adapter_along(context)
    return context


def custom_id_of(interaction: discord.Interaction) -> str:
    return read_text(_data(interaction).get("custom_id", ""))


def selected_values(interaction: discord.Interaction) -> list[str]:
    return [read_text(value) for value in _data(interaction).get("values") or ()]


def selected_number(interaction: discord.Interaction) -> int | None:
    """The one number chosen, or None if there is none."""
    match selected_values(interaction):
        case [value]:
            return read_number(value)
    return None


def read_text(value: object) -> str:
    """Text that can be stored and sent, without unpaired surrogates."""
    return str(value).encode(errors="replace").decode()


def _data(interaction: discord.Interaction) -> Mapping[str, Any]:
    return interaction.data or {}
