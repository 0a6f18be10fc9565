"""A player's preferences: one private message with a select for each.

Each choice is stored at once and read wherever it matters. The selects carry the name of their
setting, so the message works after a restart too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from cogs.frame.interaction import selected_values
from cogs.frame.replies import say
from cogs.frame.router import Route
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark, tr
from prowlerbot.match.preferences import PlayerChoices, Seen
from prowlerbot.storage.store import Store

_PREFIX = "mine"

Item = discord.ui.Item[discord.ui.LayoutView]

THEMES = {
    "night": mark("Night"),
    "day": mark("Day"),
    "safe": mark("Colour-blind safe, with hatching"),
}


def custom_id(row: str) -> str:
    """The custom_id of a row's item."""
    return f"{_PREFIX}:{row}"


def _row_of(custom_id: str) -> str:
    return custom_id.partition(":")[2]


@dataclass(frozen=True, slots=True)
class Row:
    """A heading of the message and the item below it.

    ``hint`` adds a line if the heading alone is unclear. ``read`` turns the selected values into
    fields of PlayerChoices, or returns None for values never offered.
    """

    name: str
    heading: str
    item: Callable[[PlayerChoices], Item]
    read: Callable[[Sequence[str]], Mapping[str, Any] | None]
    hint: str = ""


class PlayerPreferences:
    """The message of all rows, and the handler of their selects."""

    def __init__(self, store: Store, rows: Sequence[Row]) -> None:
        self._store = store
        self._rows = rows
        self.routes = (Route(_PREFIX, _row_of, self._change),)

    async def show(self, interaction: discord.Interaction) -> None:
        choices = await self._store.choices(PlayerChoices, interaction.user.id)
        await say(interaction, preferences_view(choices, self._rows))

    async def _change(self, interaction: discord.Interaction, name: str) -> None:
        values = selected_values(interaction)
        changes = next((row.read(values) for row in self._rows if row.name == name), None)
        if changes is None:
            raise Denied("There is no such choice any more; open your preferences again.")
        changed = await self._store.rechoose(PlayerChoices, interaction.user.id, **changes)
        await interaction.response.edit_message(view=preferences_view(changed, self._rows))


def preferences_view(choices: PlayerChoices, rows: Sequence[Row]) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    heading = tr("Your preferences")
    hint = tr("Each choice takes effect at once, in all your matches; only you see this message.")
    view.add_item(discord.ui.TextDisplay(f"### {heading}\n-# {hint}"))
    for row in rows:
        hint = f"\n-# {tr(row.hint)}" if row.hint else ""
        view.add_item(discord.ui.TextDisplay(f"**{tr(row.heading)}**{hint}"))
        view.add_item(discord.ui.ActionRow(row.item(choices)))
    view.stop()
    return view


# ---------------------------------------------------------------- look and response of boards

_AS_SERVER = "server"
_WORDS_FIRST = {
    "pictures": (mark("Pictures"), mark("Your own boards are a picture with a few words")),
    "text_first": (
        mark("Words first"),
        mark("Your views and calls describe the position in words"),
    ),
}
_COUNTS: dict[str, tuple[bool | None, str, str]] = {
    "first": (
        None,
        mark("In your first matches"),
        mark("There you see a move before it counts"),
    ),
    "shown": (True, mark("Always"), mark("You see each move before it counts")),
    "once": (False, mark("Never"), mark("A press makes the move")),
}
"""Phones cut labels off after about 25 characters."""


def _themes(choices: PlayerChoices) -> Item:
    options = [
        discord.SelectOption(
            label=tr("Same as the server"), value=_AS_SERVER, default=choices.theme is None
        ),
        *(
            discord.SelectOption(label=tr(label), value=theme, default=theme == choices.theme)
            for theme, label in THEMES.items()
        ),
    ]
    return discord.ui.Select(custom_id=custom_id("theme"), options=options)


def _read_theme(values: Sequence[str]) -> Mapping[str, Any] | None:
    match values:
        case [value] if value in THEMES:
            return {"theme": value}
        case [value] if value == _AS_SERVER:
            return {"theme": None}
    return None


def _switches(choices: PlayerChoices) -> Item:
    options = [
        discord.SelectOption(
            label=tr(label),
            value=value,
            description=tr(told),
            default=choices.text_first is (value == "text_first"),
        )
        for value, (label, told) in _WORDS_FIRST.items()
    ]
    return discord.ui.Select(custom_id=custom_id("switches"), options=options)


def _read_switches(values: Sequence[str]) -> Mapping[str, Any] | None:
    """Messages sent by older versions have no value for pictures."""
    if len(values) > 1 or not set(values) <= set(_WORDS_FIRST):
        return None
    return {"text_first": "text_first" in values}


def _counts(choices: PlayerChoices) -> Item:
    options = [
        discord.SelectOption(
            label=tr(label), value=value, description=tr(told), default=choices.confirm is chosen
        )
        for value, (chosen, label, told) in _COUNTS.items()
    ]
    return discord.ui.Select(custom_id=custom_id("counts"), options=options)


def _read_counts(values: Sequence[str]) -> Mapping[str, Any] | None:
    match values:
        case [value] if value in _COUNTS:
            return {"confirm": _COUNTS[value][0]}
    return None


# ---------------------------------------------------------------- visibility to others

SEEN: dict[Seen, tuple[str, str]] = {
    "server": (
        mark("Members of a server"),
        mark("They find what you played in that server"),
    ),
    "everywhere": (
        mark("Everybody"),
        mark("All your finished matches are found everywhere"),
    ),
    "nowhere": (
        mark("Only me"),
        mark("Your history, card and place are hidden"),
    ),
}


def _seen(choices: PlayerChoices) -> Item:
    options = [
        discord.SelectOption(
            label=tr(label), value=value, description=tr(told), default=value == choices.seen
        )
        for value, (label, told) in SEEN.items()
    ]
    return discord.ui.Select(custom_id=custom_id("seen"), options=options)


def _read_seen(values: Sequence[str]) -> Mapping[str, Any] | None:
    offered = [seen for seen in SEEN if [seen] == list(values)]
    return {"seen": offered[0]} if offered else None


WHO_SEES: tuple[Row, ...] = (Row("seen", mark("Who can see my history"), _seen, _read_seen),)

LOOKS: tuple[Row, ...] = (
    Row("theme", mark("Colours"), _themes, _read_theme, mark("Of the boards that only you see")),
    Row("switches", mark("Boards"), _switches, _read_switches),
    Row("counts", mark("Confirm moves"), _counts, _read_counts),
)
