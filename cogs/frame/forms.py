"""Forms, which are Discord's modals: their fields, and what somebody has submitted.

The custom_id of a form carries all that its route needs, and nothing is kept in memory.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from cogs.frame.replies import read_text

_MOST_AT_ONCE = 10
"""Discord's limit for the options of a group of checkboxes."""
_LONGEST_LINE = 100


@dataclass(frozen=True, slots=True)
class Answer:
    """A possible answer in a field."""

    value: str
    label: str
    chosen: bool = False


def field_of_several(
    key: str, label: str, answers: Sequence[Answer], hint: str = "", *, least: int = 1
) -> discord.ui.Label[Any]:
    """A field for ``least`` or more of these answers; of many it is a menu."""
    if len(answers) > _MOST_AT_ONCE:
        return menu_field(key, label, answers, hint, most=len(answers), least=least)
    boxes = [
        discord.CheckboxGroupOption(label=it.label, value=it.value, default=it.chosen)
        for it in answers
    ]
    group: discord.ui.CheckboxGroup[Any] = discord.ui.CheckboxGroup(
        custom_id=key, min_values=least, max_values=len(boxes), required=least > 0, options=boxes
    )
    return discord.ui.Label(text=label, description=hint or None, component=group)


def line_field(
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


def menu_field(
    key: str,
    label: str,
    answers: Sequence[Answer],
    hint: str = "",
    *,
    most: int = 1,
    least: int = 1,
) -> discord.ui.Label[Any]:
    """A menu for one of these answers, or for ``least`` to ``most`` of them."""
    options = [
        discord.SelectOption(label=it.label, value=it.value, default=it.chosen) for it in answers
    ]
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=key, min_values=least, max_values=most, required=least > 0, options=options
    )
    return discord.ui.Label(text=label, description=hint or None, component=select)


NUMBER_SIGN = "#"
"""Begins the number of a form, at the end of its custom_id."""


def form(custom_id: str, title: str, fields: Sequence[discord.ui.Label[Any]]) -> discord.ui.Modal:
    """A form with one to five fields. Its number keeps phones from filling in old values."""
    numbered = f"{custom_id}{NUMBER_SIGN}{random.randrange(10**9)}"
    modal = discord.ui.Modal(title=title, custom_id=numbered)
    for field in fields:
        modal.add_item(field)
    modal.stop()  # otherwise discord.py keeps it until somebody submits it, perhaps for ever
    return modal


def submitted_values(interaction: discord.Interaction) -> Mapping[str, Sequence[str]]:
    """The values of each field as sent, not validated; an empty field has none or is missing."""
    data: Any = interaction.data or {}
    fields: dict[str, list[str]] = {}
    for row in data.get("components") or ():
        field = row.get("component") or {}
        values = field.get("values") or ([field["value"]] if field.get("value") else [])
        fields[read_text(field.get("custom_id", ""))] = [read_text(each) for each in values]
    return fields
