"""The message with all settings of a player or a server.

A setting has one or more items, mostly a select of *offers*. Each choice is stored at once. The
items carry all that their route needs, and nothing is kept in memory.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import discord

from cogs.frame.layout import Button, Content, Row, has_feature, layout
from cogs.frame.replies import say, selected_values, turn_into
from cogs.presses import SettingPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import listing, tr
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.storage.match_store import Store

_C = TypeVar("_C", PlayerChoices, ServerChoices)

Item: TypeAlias = discord.ui.Item[discord.ui.LayoutView]
Fields: TypeAlias = Mapping[str, Any]
"""The values for fields of the choices."""


class Offer(NamedTuple):
    """A value of a setting, by default ``chosen`` if the stored choices have its ``fields``."""

    value: str
    label: str
    fields: Fields
    description: str | None = None
    chosen: bool | None = None

    def select_option(self, choices: object) -> discord.SelectOption:
        if (chosen := self.chosen) is None:
            chosen = all(getattr(choices, name) == value for name, value in self.fields.items())
        return discord.SelectOption(
            label=self.label, value=self.value, description=self.description, default=chosen
        )


OffersFor: TypeAlias = Callable[[_C], Sequence[Offer] | Mapping[Any, str]]
"""The offers for somebody with these choices, in the reader's language; or their labels by the
values of the field with the name of the setting, where the value None is that of the server.
"""


@dataclass(frozen=True, slots=True)
class Setting(Generic[_C]):
    """A heading of the message, and the items below it."""

    name: str
    heading: str
    items: Callable[[_C, str], Sequence[Item]]
    """Makes the items with a custom_id."""
    read: Callable[[_C, discord.Interaction], Fields | None]
    """Turns selected values into fields of the choices; None for values never offered."""
    hint: Callable[[_C], str] | str = ""
    """A line below a heading that is unclear alone."""
    form: Callable[[_C, str], discord.ui.Modal] | None = None
    feature: str = ""
    """The feature that the setting belongs to; the setting is left out with it."""
    answers: bool = False
    """Whether a new message repeats the hint after a choice, for readers who listen."""

    def hint_for(self, choices: _C) -> str:
        return tr(self.hint) if isinstance(self.hint, str) else self.hint(choices)


def one_of(
    name: str,
    heading: str,
    offers_for: OffersFor[_C],
    hint: Callable[[_C], str] | str = "",
    placeholder: str = "",
    *,
    feature: str = "",
    answers: bool = False,
) -> Setting[_C]:
    """A setting with one offer chosen; the ``placeholder`` is shown if none of them is."""

    def listed(choices: _C) -> Sequence[Offer]:
        offers = offers_for(choices)
        if not isinstance(offers, Mapping):
            return offers
        return [
            Offer("server" if value is None else str(value), label, {name: value})
            for value, label in offers.items()
        ]

    def items(choices: _C, custom_id: str) -> list[Item]:
        shown = [each.select_option(choices) for each in listed(choices)]
        words = tr(placeholder) if placeholder else None
        return [discord.ui.Select(custom_id=custom_id, placeholder=words, options=shown)]

    def read(choices: _C, interaction: discord.Interaction) -> Fields | None:
        values = selected_values(interaction)
        return next((each.fields for each in listed(choices) if [each.value] == values), None)

    return Setting(name, heading, items, read, hint, feature=feature, answers=answers)


def _chosen_labels(item: Item) -> list[str]:
    if isinstance(item, discord.ui.Select):
        return [option.label for option in item.options if option.default]
    if isinstance(item, discord.ui.ChannelSelect):
        return [f"<#{value.id}>" for value in item.default_values]
    if isinstance(item, discord.ui.RoleSelect):
        return [f"<@&{value.id}>" for value in item.default_values]
    return []


@dataclass(frozen=True, slots=True)
class SettingsPage(Generic[_C]):
    """The settings that one message shows; a button with the ``label`` leads to it from others."""

    settings: Sequence[Setting[_C]]
    label: str = ""


@dataclass(frozen=True, slots=True)
class SettingsMessage(Generic[_C]):
    """A message with all settings of a player or a server, on one page or several.

    ``owner`` returns the id under which the asker's choices are stored.
    """

    store: Store
    kind: type[_C]
    of: Literal["mine", "server"]
    heading: str
    hint: str
    refusal: str
    owner: Callable[[discord.Interaction], int]
    pages: Sequence[SettingsPage[_C]]
    footer: Callable[[], str] | None = None

    async def show(self, interaction: discord.Interaction) -> None:
        choices = await self.store.choices.choices_of(self.kind, self.owner(interaction))
        await say(interaction, self.view(choices))

    async def change(self, interaction: discord.Interaction, press: SettingPress) -> None:
        owner, setting = self.owner(interaction), self._find(press.setting)
        choices = await self.store.choices.choices_of(self.kind, owner)
        if press.setting in self._turns:
            await turn_into(interaction, self.view(choices, self._turns.index(press.setting)))
            return
        if setting is None or not has_feature(setting.feature):
            raise Denied(self.refusal)
        submission = interaction.type is discord.InteractionType.modal_submit
        if setting.form is not None and not submission:
            await interaction.response.send_modal(setting.form(choices, str(press)))
            return
        try:
            fields = setting.read(choices, interaction)
        except Denied:  # the menu shows the refused choice until its message is drawn again
            await turn_into(interaction, self.page_with(setting.name, choices))
            raise
        if fields is None:
            raise Denied(self.refusal)
        changed = await self.store.choices.change(self.kind, owner, **fields)
        await turn_into(interaction, self.page_with(setting.name, changed))
        if setting.answers and (answer := setting.hint_for(changed)):
            await say(interaction, answer)

    def value_in_words(self, name: str, written: Mapping[str, object]) -> str:
        """The stored value of a setting in words; empty for an unknown setting."""
        if (setting := self._find(name)) is None:
            return ""
        items = setting.items(self.kind.read(written), "told")
        return listing([value for item in items for value in _chosen_labels(item)]) or tr("none")

    def heading_of(self, name: str) -> str:
        """The heading of a setting; its name if the setting no longer exists."""
        setting = self._find(name)
        return tr(setting.heading) if setting is not None else name

    def _find(self, name: str) -> Setting[_C] | None:
        found = (each for page in self.pages for each in page.settings if each.name == name)
        return next(found, None)

    @property
    def _turns(self) -> list[str]:
        """The names that the buttons of the pages carry."""
        return [f"page{number}" for number in range(len(self.pages))]

    def page_with(self, name: str, choices: _C) -> Content:
        """The page that has the setting of this name."""
        names = [[each.name for each in page.settings] for page in self.pages]
        return self.view(choices, next(at for at, there in enumerate(names) if name in there))

    def view(self, choices: _C, page: int = 0) -> Content:
        rows: list[Row] = []
        for each in self.pages[page].settings:
            if has_feature(each.feature):
                about = each.hint_for(choices)
                hint = f"\n-# {about}" if about else ""
                rows.append(f"**{tr(each.heading)}**{hint}")
                rows.append(each.items(choices, str(SettingPress(self.of, each.name))))
        others = [
            Button(tr(shown.label), SettingPress(self.of, turn))
            for number, (turn, shown) in enumerate(zip(self._turns, self.pages, strict=True))
            if number != page
        ]
        hint = tr(self.hint)
        if others:
            rows.insert(0, others)
            number = tr("Page {page} of {pages}", page=page + 1, pages=len(self.pages))
            hint = f"{number} · {hint}"
        if self.footer:
            rows.append(self.footer())
        heading = self.pages[page].label if page else self.heading
        return layout(f"### {tr(heading)}\n-# {hint}", rows=rows)
