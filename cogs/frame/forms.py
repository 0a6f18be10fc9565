"""Forms, which Discord calls modals: their fields, and the values that come back.

The custom_id of a form carries all that its route needs, and nothing is kept in memory. The
custom_id and the values come from the client unchecked, so they may differ from everything that was
offered.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from cogs.frame.replies import read_text

_MAX_CHECKBOXES = 10  # Discord's limit for the options of a group of checkboxes
_MAX_LINE_LETTERS = 100  # the default limit of characters


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible answer in a field."""

    value: str
    label: str
    chosen: bool = False


def field_of_several(
    key: str, label: str, answers: Sequence[Choice], hint: str = "", *, minimum: int = 1
) -> discord.ui.Label[Any]:
    """A field for the ``minimum`` or more of these answers; of many it is a menu."""
    if len(answers) > _MAX_CHECKBOXES:
        return menu_field(key, label, answers, hint, maximum=len(answers), minimum=minimum)
    group: discord.ui.CheckboxGroup[Any] = discord.ui.CheckboxGroup(
        custom_id=key, min_values=minimum, max_values=len(answers), required=minimum > 0
    )
    for answer in answers:
        group.add_option(label=answer.label, value=answer.value, default=answer.chosen)
    return discord.ui.Label(text=label, description=hint or None, component=group)


def line_field(
    key: str,
    label: str,
    present: str = "",
    hint: str = "",
    *,
    limit: int = _MAX_LINE_LETTERS,
    required: bool = True,
) -> discord.ui.Label[Any]:
    """A field for one line of text, filled with the ``present`` text."""
    line: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=key, default=present or None, max_length=limit, required=required
    )
    return discord.ui.Label(text=label, description=hint or None, component=line)


def menu_field(
    key: str,
    label: str,
    answers: Sequence[Choice],
    hint: str = "",
    *,
    maximum: int = 1,
    minimum: int = 1,
) -> discord.ui.Label[Any]:
    """A menu for one of these answers, or for the ``minimum`` to the ``maximum`` of them."""
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=key, min_values=minimum, max_values=maximum, required=minimum > 0
    )
    for answer in answers:
        select.add_option(label=answer.label, value=answer.value, default=answer.chosen)
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
