"""The inputs of the bot: options of slash commands with suggestions, settings, and forms.

discord.py reads a command's options from the signature of its callback. The options of a game
become known only at the start, so they are written into that signature before.

Each setting is a select in a private message, which stores each choice at once. Forms are Discord's
modals. Both carry all that their route needs, and nothing is kept in memory.
"""

import inspect
import logging
import random
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from cogs.contract.manifest import Option
from cogs.contract.sign import spelled
from cogs.frame.layout import Button, Content, Row, layout, offers
from cogs.frame.meter import LineAMinute
from cogs.frame.replies import is_outage, is_too_late, read_text, say, selected_values, turn_into
from cogs.presses.addresses import SettingPress
from prowlerbot.core.errors import Denied, Refused
from prowlerbot.core.i18n import listing, tr
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.storage.match_store import Store

log = logging.getLogger(__name__)

_Callback = TypeVar("_Callback", bound=Callable[..., Any])
_Slash = TypeVar(
    "_Slash",
    bound="Command | app_commands.ContextMenu | app_commands.Group | type[commands.GroupCog]",
)

Command: TypeAlias = app_commands.Command[Any, ..., None]
Suggestions: TypeAlias = Sequence[tuple[str, str]]
"""The labels and values of suggestions; those over Discord's limits are cut."""
MOST_SUGGESTIONS, _LONGEST = 25, 100
"""Discord's limits for the suggestions to an option, and for the label of one."""
_failed_suggestions = LineAMinute()

_Find = TypeVar("_Find", bound=Callable[[Any, discord.Interaction, str], Awaitable[Suggestions]])
Suggest: TypeAlias = Callable[[discord.Interaction, str], Awaitable[Suggestions]]


def give_options(options: Sequence[Option], *, after: str) -> Callable[[_Callback], _Callback]:
    """Give a callback with ``**`` these options, behind its parameter ``after``.

    Later parameters must be keyword-only. An omitted option arrives as None.
    """

    def decorate(callback: _Callback) -> _Callback:
        add_parameters(callback, [_parameter(each) for each in options], after=after)
        app_commands.describe(**{each.name: str(each.description) for each in options})(callback)
        choices = {each.name: _choices(each) for each in options if each.choices}
        return app_commands.choices(**choices)(callback)

    return decorate


def add_parameters(
    callback: Callable[..., Any], added: Sequence[inspect.Parameter], *, after: str
) -> None:
    """Give a callback a signature with these parameters in place of those behind ``**``."""
    signature = inspect.signature(callback)
    parameters: list[inspect.Parameter] = []
    for each in signature.parameters.values():
        if each.kind is not inspect.Parameter.VAR_KEYWORD:
            parameters.append(each)
        if each.name == after:
            parameters += added
    changed = signature.replace(parameters=parameters)
    setattr(callback, "__signature__", changed)  # noqa: B010 - what inspect reads


def _parameter(option: Option) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    if option.required:
        return inspect.Parameter(option.name, kind, annotation=option.kind)
    return inspect.Parameter(option.name, kind, default=None, annotation=option.kind | None)


def _choices(option: Option) -> list[app_commands.Choice[str | int | float]]:
    return [app_commands.Choice(name=str(name), value=value) for name, value in option.choices]


def options_with(typed: str, options: Iterable[tuple[str, str]]) -> Suggestions:
    """The options whose labels contain the typed text."""
    return [each for each in options if typed.casefold() in each[0].casefold()]


def suggest(command: Command, option: str, find: Suggest) -> None:
    """Give an option suggestions from ``find``."""
    command.autocomplete(option)(_choices_of(find, option))


def suggests(command: Command, option: str) -> Callable[[_Find], _Find]:
    """The method suggests values for an option of a command of its cog."""

    def decorate(find: _Find) -> _Find:
        @wraps(find)
        async def suggestions(
            cog: object, interaction: discord.Interaction, typed: str
        ) -> list[app_commands.Choice[str]]:
            return await _choices_of(partial(find, cog), option)(interaction, typed)

        command.autocomplete(option)(suggestions)
        return find

    return decorate


def _choices_of(
    find: Suggest, option: str
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    """A function that answers a typed text with suggestions from ``find``.

    There are no suggestions if ``find`` is refused or fails. discord.py's own log of a failure
    names the server and the user, and each typed letter asks again. So this function logs failures
    itself, without those names and once a minute.
    """

    async def suggestions(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        try:
            with spelled():
                options = await find(interaction, typed)
            return [
                app_commands.Choice(name=label[:_LONGEST], value=value)
                for label, value in options[:MOST_SUGGESTIONS]
            ]
        except Refused:
            return []
        except Exception as error:  # noqa: BLE001 - the typed text may be anything
            expected = is_outage(error) or is_too_late(error)
            if not expected and (count := _failed_suggestions.count_event()):
                where = traceback.extract_tb(error.__traceback__)[-1]
                log.error(  # noqa: TRY400 - the error's own text may hold what was typed
                    "suggestions for the option %s failed (%d in a minute): %s in %s, line %s",
                    *(option, count, type(error).__name__, where.filename, where.lineno),
                )
            return []

    return suggestions


def message_menu(
    name: str, answer: Callable[[discord.Interaction, discord.Message], Coroutine[Any, Any, None]]
) -> app_commands.ContextMenu:
    """A command in Discord's menu of a message, under “Apps”."""
    return allow_everywhere(app_commands.ContextMenu(name=name, callback=answer))


def allow_everywhere(command: _Slash) -> _Slash:
    """Allow a command, menu or group in servers, groups and chats, however it is installed."""
    app_commands.allowed_installs(guilds=True, users=True)(command)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)


_C = TypeVar("_C", PlayerChoices, ServerChoices)

Item: TypeAlias = discord.ui.Item[discord.ui.LayoutView]
Fields: TypeAlias = Mapping[str, Any]
"""The values for fields of the choices."""


class Offer(NamedTuple):
    """An option of a setting, by default ``chosen`` if the stored choices have its ``fields``."""

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


Offers: TypeAlias = Callable[[_C], Sequence[Offer] | Mapping[Any, str]]
"""The options for somebody with these choices, in the reader's language; or their labels by the
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
    page: int = 0
    feature: str = ""
    """The feature that the setting belongs to; the setting is left out with it."""
    answers: bool = False
    """Whether a new message has the hint after a choice, as those who listen hear of it there."""

    def hint_for(self, choices: _C) -> str:
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
    page: int = 0,
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
        shown = [each.select_option(choices) for each in offered(choices)]
        words = tr(placeholder) if placeholder else None
        return [discord.ui.Select(custom_id=custom_id, placeholder=words, options=shown)]

    def read(choices: _C, interaction: discord.Interaction) -> Fields | None:
        values = selected_values(interaction)
        return next((each.fields for each in offered(choices) if [each.value] == values), None)

    return Setting(name, heading, items, read, hint, page=page, feature=feature, answers=answers)


def _chosen_labels(item: Item) -> list[str]:
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
        choices = await self.store.choices.choices_of(self.kind, self.owner(interaction))
        await say(interaction, self.view(choices))

    async def change(self, interaction: discord.Interaction, press: SettingPress) -> None:
        owner = self.owner(interaction)
        setting = next((each for each in self._offered if each.name == press.setting), None)
        choices = await self.store.choices.choices_of(self.kind, owner)
        if press.setting in self._turns:
            page = self._turns.index(press.setting)
            await turn_into(interaction, self.view(choices, page))
            return
        if setting is None:
            raise Denied(self.refusal)
        submission = interaction.type is discord.InteractionType.modal_submit
        if setting.form is not None and not submission:
            await interaction.response.send_modal(setting.form(choices, str(press)))
            return
        try:
            fields = setting.read(choices, interaction)
        except Denied:  # the menu shows the refused choice until its message is drawn again
            await turn_into(interaction, self.view(choices, setting.page))
            raise
        if fields is None:
            raise Denied(self.refusal)
        changed = await self.store.choices.change(self.kind, owner, **fields)
        await turn_into(interaction, self.view(changed, setting.page))
        if setting.answers and (answer := setting.hint_for(changed)):
            await say(interaction, answer)

    def value_in_words(self, name: str, written: Mapping[str, object]) -> str:
        """The stored value of a setting in words; empty for an unknown setting."""
        setting = next((each for each in self.settings if each.name == name), None)
        if setting is None:
            return ""
        items = setting.items(self.kind.read(written), "told")
        return listing([value for item in items for value in _chosen_labels(item)]) or tr("none")

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

    def page_with(self, name: str, choices: _C) -> Content:
        return self.view(choices, {each.name: each.page for each in self.settings}[name])

    def view(self, choices: _C, page: int = 0) -> Content:
        rows: list[Row] = []
        for each in self._offered:
            if each.page == page:
                about = each.hint_for(choices)
                hint = f"\n-# {about}" if about else ""
                rows.append(f"**{tr(each.heading)}**{hint}")
                rows.append(each.items(choices, str(SettingPress(self.of, each.name))))
        others = [
            Button(tr(label), SettingPress(self.of, turn))
            for number, (turn, label) in enumerate(zip(self._turns, self.pages, strict=True))
            if number != page
        ]
        hint = tr(self.hint)
        if others:
            rows.insert(0, others)
            number = tr("Page {page} of {pages}", page=page + 1, pages=len(self.pages))
            hint = f"{number} · {hint}"
        if self.footer:
            rows.append(self.footer())
        heading = self.pages[page] if page else self.heading
        return layout(f"### {tr(heading)}\n-# {hint}", rows=rows)


_MOST_AT_ONCE = 10
"""Discord's limit for the options of a group of checkboxes."""
_LONGEST_LINE = 100


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str
    chosen: bool = False


def field_of_several(
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
    boxes = [
        discord.CheckboxGroupOption(label=it.label, value=it.value, default=it.chosen)
        for it in choices
    ]
    group: discord.ui.CheckboxGroup[Any] = discord.ui.CheckboxGroup(
        custom_id=key, min_values=least, max_values=len(boxes), required=least > 0, options=boxes
    )
    return discord.ui.Label(text=label, description=hint or None, component=group)


def field_of_one(
    key: str, label: str, choices: Sequence[Choice], hint: str = ""
) -> discord.ui.Label[Any]:
    return _select(key, label, choices, hint, most=1, least=1)


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


def _select(
    key: str, label: str, choices: Sequence[Choice], hint: str, *, most: int, least: int
) -> discord.ui.Label[Any]:
    options = [
        discord.SelectOption(label=it.label, value=it.value, default=it.chosen) for it in choices
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
    """The unchecked values of each field; an empty field has no values or is missing."""
    data: Any = interaction.data or {}
    fields: dict[str, list[str]] = {}
    for row in data.get("components") or ():
        field = row.get("component") or {}
        values = field.get("values") or ([field["value"]] if field.get("value") else [])
        fields[read_text(field.get("custom_id", ""))] = [read_text(each) for each in values]
    return fields
