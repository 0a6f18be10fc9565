"""Private messages with settings: each setting is a select.

Each choice is stored at once. The selects carry the name of their setting, so the message works
after a restart too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import discord

from cogs.frame.interaction import selected_values
from cogs.frame.layout import Button, Content, Row, layout
from cogs.frame.left_out import offers
from cogs.frame.replies import say, turn_into
from cogs.presses.addresses import SettingPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr
from prowlerbot.core.lists_and_numbers import listed
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.storage.match_store import Store

_C = TypeVar("_C", PlayerChoices, ServerChoices)

Item: TypeAlias = discord.ui.Item[discord.ui.LayoutView]
Fields: TypeAlias = Mapping[str, Any]
"""The values for fields of the choices."""


class Offer(NamedTuple):
    """An option of a setting.

    ``chosen`` says whether the option is shown as the present choice. If it is None, the option is
    chosen when the stored choices have its ``fields``.
    """

    value: str
    label: str
    fields: Fields
    description: str | None = None
    chosen: bool | None = None

    def shown(self, choices: object) -> discord.SelectOption:
        chosen = self.chosen
        if chosen is None:
            chosen = all(getattr(choices, name) == value for name, value in self.fields.items())
        return discord.SelectOption(
            label=self.label, value=self.value, description=self.description, default=chosen
        )


Offers: TypeAlias = Callable[[_C], Sequence[Offer] | Mapping[Any, str]]
"""The options for somebody with these choices, in the reader's language; or their labels by the
values of the field with the name of the setting, where the value None is that of the server.
"""


@dataclass(frozen=True, slots=True)
class Setting(Generic[_C]):
    """A heading of the message, and the items below it with their custom_id.

    ``read`` turns the selected values into fields of the choices, or returns None for values never
    offered. ``hint`` adds a line if the heading alone is unclear. The settings of a ``page`` are
    shown together.
    """

    name: str
    heading: str
    items: Callable[[_C, str], Sequence[Item]]
    read: Callable[[_C, discord.Interaction], Fields | None]
    hint: Callable[[_C], str] | str = ""
    form: Callable[[_C, str], discord.ui.Modal] | None = None
    page: int = 0
    feature: str = ""
    """The feature that the setting belongs to; the setting is left out with it."""
    answers: bool = False
    """Whether a new message has the hint after a choice, as those who listen hear of it there."""

    def about(self, choices: _C) -> str:
        """The hint for somebody with these choices."""
        return tr(self.hint) if isinstance(self.hint, str) else self.hint(choices)


def one_of(
    name: str,
    heading: str,
    options: Offers[_C],
    hint: Callable[[_C], str] | str = "",
    placeholder: str = "",
    *,
    feature: str = "",
    answers: bool = False,
) -> Setting[_C]:
    """A setting with one option chosen; the ``placeholder`` is shown if none of them is."""

    def offered(choices: _C) -> Sequence[Offer]:
        offers = options(choices)
        if not isinstance(offers, Mapping):
            return offers
        return [
            Offer("server" if value is None else str(value), label, {name: value})
            for value, label in offers.items()
        ]

    def items(choices: _C, custom_id: str) -> list[Item]:
        shown = [each.shown(choices) for each in offered(choices)]
        words = tr(placeholder) if placeholder else None
        return [discord.ui.Select(custom_id=custom_id, placeholder=words, options=shown)]

    def read(choices: _C, interaction: discord.Interaction) -> Fields | None:
        values = selected_values(interaction)
        return next((each.fields for each in offered(choices) if [each.value] == values), None)

    return Setting(name, heading, items, read, hint, feature=feature, answers=answers)


def _values(item: Item) -> list[str]:
    """The labels of the options chosen in an item."""
    if isinstance(item, discord.ui.Select):
        return [option.label for option in item.options if option.default]
    if isinstance(item, discord.ui.ChannelSelect):
        return [f"<#{value.id}>" for value in item.default_values]
    if isinstance(item, discord.ui.RoleSelect):
        return [f"<@&{value.id}>" for value in item.default_values]
    return []


@dataclass(frozen=True, slots=True)
class ChoiceMessage(Generic[_C]):
    """A message with all settings of a player or a server.

    ``owner`` returns the id under which the asker's choices are stored. ``pages`` has the label of
    each page's button, if there are several pages.
    """

    store: Store
    kind: type[_C]
    of: Literal["mine", "server"]
    heading: str
    hint: str
    refusal: str
    owner: Callable[[discord.Interaction], int]
    settings: Sequence[Setting[_C]]
    footer: Callable[[], str] | None = None
    pages: Sequence[str] = ()

    async def show(self, interaction: discord.Interaction) -> None:
        choices = await self.store.choices.of(self.kind, self.owner(interaction))
        await say(interaction, self.view(choices))

    async def change(self, interaction: discord.Interaction, press: SettingPress) -> None:
        owner = self.owner(interaction)
        setting = next((each for each in self._offered if each.name == press.setting), None)
        choices = await self.store.choices.of(self.kind, owner)
        if press.setting in self._turns:
            page = self._turns.index(press.setting)
            await turn_into(interaction, self.view(choices, page))
            return
        submission = interaction.type is discord.InteractionType.modal_submit
        if setting is not None and setting.form is not None and not submission:
            asked = setting.form(choices, str(press))
            await interaction.response.send_modal(asked)
            return
        fields = setting.read(choices, interaction) if setting is not None else None
        if setting is None or fields is None:
            raise Denied(self.refusal)
        changed = await self.store.choices.change(self.kind, owner, **fields)
        await turn_into(interaction, self.view(changed, setting.page))
        if setting.answers and (answer := setting.about(changed)):
            await say(interaction, answer)

    def value_in_words(self, name: str, written: Mapping[str, object]) -> str:
        """The stored value of a setting in words; empty for an unknown setting."""
        setting = next((each for each in self.settings if each.name == name), None)
        if setting is None:
            return ""
        items = setting.items(self.kind.read(written), "told")
        return listed([value for item in items for value in _values(item)]) or tr("none")

    def heading_of(self, name: str) -> str:
        """The heading of a setting; its name if the setting no longer exists."""
        return next((tr(each.heading) for each in self.settings if each.name == name), name)

    @property
    def _offered(self) -> list[Setting[_C]]:
        return [each for each in self.settings if offers(each.feature)]

    @property
    def _turns(self) -> list[str]:
        """The names that the buttons of the pages carry."""
        return [f"page{number}" for number in range(len(self.pages))]

    def view(self, choices: _C, page: int = 0) -> Content:
        rows: list[Row] = []
        for each in self._offered:
            if each.page == page:
                about = each.about(choices)
                hint = f"\n-# {about}" if about else ""
                rows.append(f"**{tr(each.heading)}**{hint}")
                rows.append(each.items(choices, str(SettingPress(self.of, each.name))))
        others = [
            Button(tr(label), SettingPress(self.of, turn))
            for number, (turn, label) in enumerate(zip(self._turns, self.pages, strict=True))
            if number != page
        ]
        if others:
            rows.append(others)
        if self.footer:
            rows.append(self.footer())
        return layout(f"### {tr(self.heading)}\n-# {tr(self.hint)}", rows=rows)
