"""Forms (Discord's modals); like buttons, they need no memory.

The bot marks a form as finished when it sends it, so discord.py does not wait for it. The router
passes a submitted form to the route of its custom_id, which reads the values from the interaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from cogs.frame.interaction import read_text

_MOST_AT_ONCE = 10
"""Discord's limit for the options of a group of checkboxes."""
_LONGEST_LINE = 100


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str
    chosen: bool = False


def several(
    key: str,
    label: str,
    choices: Sequence[Choice],
    hint: str = "",
    *,
    least: int = 1,
    short: bool = False,
) -> discord.ui.Label[Any]:
    """A field for ``least`` or more of these choices; a ``short`` one is a menu."""
    if short or len(choices) > _MOST_AT_ONCE:
        return _select(key, label, choices, hint, most=len(choices), least=least)
    group: discord.ui.CheckboxGroup[Any] = discord.ui.CheckboxGroup(
        custom_id=key,
        required=least > 0,
        min_values=least,
        max_values=len(choices),
        options=[
            discord.CheckboxGroupOption(label=it.label, value=it.value, default=it.chosen)
            for it in choices
        ],
    )
    return discord.ui.Label(text=label, description=hint or None, component=group)


def one(key: str, label: str, choices: Sequence[Choice], hint: str = "") -> discord.ui.Label[Any]:
    """A field for one of these choices."""
    return _select(key, label, choices, hint, most=1, least=1)


def written(
    key: str,
    label: str,
    present: str = "",
    hint: str = "",
    *,
    longest: int = _LONGEST_LINE,
    required: bool = True,
) -> discord.ui.Label[Any]:
    """A field for one line of text, filled with the ``present`` text."""
    line: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=key, default=present or None, max_length=longest, required=required
    )
    return discord.ui.Label(text=label, description=hint or None, component=line)


def _select(
    key: str, label: str, choices: Sequence[Choice], hint: str, *, most: int, least: int
) -> discord.ui.Label[Any]:
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=key,
        min_values=least,
        max_values=most,
        required=least > 0,
        options=[
            discord.SelectOption(label=it.label, value=it.value, default=it.chosen)
            for it in choices
        ],
    )
    return discord.ui.Label(text=label, description=hint or None, component=select)


def form(custom_id: str, title: str, fields: Sequence[discord.ui.Label[Any]]) -> discord.ui.Modal:
    """A form with one to five fields."""
    modal = discord.ui.Modal(title=title, custom_id=custom_id)
    for field in fields:
        modal.add_item(field)
    modal.stop()  # otherwise discord.py keeps it until somebody submits it, perhaps for ever
    return modal


def submitted(interaction: discord.Interaction) -> Mapping[str, Sequence[str]]:
    """The unchecked values of each field; an empty field has no values or is missing."""
    data: Any = interaction.data or {}
    fields: dict[str, list[str]] = {}
    for row in data.get("components") or ():
        field = row.get("component") or {}
        values = field.get("values") or ([field["value"]] if field.get("value") else [])
        fields[read_text(field.get("custom_id", ""))] = [read_text(each) for each in values]
    return fields
