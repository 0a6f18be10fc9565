"""Builds and answers the message with all settings of a player or a server.

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
Fields: TypeAlias = Mapping[str, Any]  # the values for fields of the choices


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
    items: Callable[[_C, str], Sequence[Item]]  # makes the items with a custom_id
    read: Callable[[_C, discord.Interaction], Fields | None]
    """Turns selected values into fields of the choices; None for values never offered."""
    hint: Callable[[_C], str] | str = ""  # a line below a heading that is unclear alone
    form: Callable[[_C, str], discord.ui.Modal] | None = None
    feature: str = ""  # the feature that the setting belongs to; the setting is left out with it
    answers: bool = False  # whether a new message repeats the hint, for readers who listen

    def hint_for(self, choices: _C) -> str:
        return tr(self.hint) if isinstance(self.hint, str) else self.hint(choices)


def choice_setting(
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

    def offer_list(choices: _C) -> Sequence[Offer]:
        offers = offers_for(choices)
        if not isinstance(offers, Mapping):
            return offers
        return [
            Offer("server" if value is None else str(value), label, {name: value})
            for value, label in offers.items()
        ]

    def make_select(choices: _C, custom_id: str) -> list[Item]:
        options = [offer.select_option(choices) for offer in offer_list(choices)]
        text = tr(placeholder) if placeholder else None
        return [discord.ui.Select(custom_id=custom_id, placeholder=text, options=options)]

    def read_chosen(choices: _C, interaction: discord.Interaction) -> Fields | None:
        values = selected_values(interaction)
        chosen = (offer.fields for offer in offer_list(choices) if [offer.value] == values)
        return next(chosen, None)

    return Setting(name, heading, make_select, read_chosen, hint, feature=feature, answers=answers)


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

    ``owner`` returns the id under which the asker's choices are stored, of type ``kind``.
    """

    store: Store
    kind: type[_C]
    action: Literal["mine", "server"]  # that of its presses
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
        """Answer a press: turn to a page, open a form, or store a choice."""
        owner, setting = self.owner(interaction), self._find(press.setting)
        choices = await self.store.choices.choices_of(self.kind, owner)
        if press.setting in self._page_names:
            await turn_into(interaction, self.view(choices, self._page_names.index(press.setting)))
            return
        if setting is None or not has_feature(setting.feature):
            raise Denied(self.refusal)
        is_submission = interaction.type is discord.InteractionType.modal_submit
        if setting.form is not None and not is_submission:
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

    def value_in_words(self, name: str, stored: Mapping[str, object]) -> str:
        """The stored value of a setting in words; empty for an unknown setting."""
        if (setting := self._find(name)) is None:
            return ""
        items = setting.items(self.kind.read(stored), "unsent")
        return listing([label for item in items for label in _chosen_labels(item)]) or tr("none")

    def heading_of(self, name: str) -> str:
        """The heading of a setting; its name if the setting no longer exists."""
        setting = self._find(name)
        return tr(setting.heading) if setting is not None else name

    def _find(self, name: str) -> Setting[_C] | None:
        settings = (setting for page in self.pages for setting in page.settings)
        return next((setting for setting in settings if setting.name == name), None)

    @property
    def _page_names(self) -> list[str]:
        """The names that the buttons to pages carry in the place of a setting's."""
        return [f"page{number}" for number in range(len(self.pages))]

    def page_with(self, name: str, choices: _C) -> Content:
        """The page that has the setting of this name."""
        setting = self._find(name)
        return self.view(choices, [setting in page.settings for page in self.pages].index(True))

    def view(self, choices: _C, page: int = 0) -> Content:
        """A page of the message, from 0."""
        rows: list[Row] = []
        for setting in self.pages[page].settings:
            if has_feature(setting.feature):
                hint = setting.hint_for(choices)
                rows.append(f"**{tr(setting.heading)}**" + (f"\n-# {hint}" if hint else ""))
                rows.append(setting.items(choices, str(SettingPress(self.action, setting.name))))
        buttons: list[Button] = [
            Button(tr(settings_page.label), SettingPress(self.action, name))
            for name, settings_page in zip(self._page_names, self.pages, strict=True)
        ]
        small_print = tr(self.hint)
        if len(buttons) > 1:
            rows.insert(0, [*buttons[:page], *buttons[page + 1 :]])
            number = tr("Page {page} of {pages}", page=page + 1, pages=len(self.pages))
            small_print = f"{number} · {small_print}"
        if self.footer:
            rows.append(self.footer())
        heading = self.pages[page].label if page else self.heading
        return layout(f"### {tr(heading)}\n-# {small_print}", rows=rows)
