"""Builds messages as Components V2 layouts: a text, pictures, rows of buttons and selects, pages.

They are objects of discord.ui. No object answers a press: each layout is stopped from the start, so
discord.py keeps none in memory, and buttons outlive a restart. No message has a button to a feature
that the host has left out. The one bot of a process states these features when it is assembled.
"""

import gzip
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

import discord

from cogs.contract import screen
from cogs.contract.screen import ALT_LIMIT, TEXT_LIMIT, Drawing, Key, Select
from cogs.contract.sign import replace_signs, worded
from cogs.presses import PAGE
from prowlerbot.core.i18n import mark, tr

_MAX_FILE_BYTES = 8_000_000  # bytes; Discord takes ten million
_MAX_COMPONENTS, _MAX_IN_A_ROW = 40, 5  # Discord's limits for a message, also nested, and for a row
PLAIN_LIMIT = 2_000  # characters of a plain message
_MAX_LABEL_LETTERS, _MAX_OPTION_LETTERS = 80, 100  # of a button, and of a choice in a menu
_REST_LINE_LENGTH = 100  # the characters reserved for the line that counts the lines left out

_left_out_features: Final[set[str]] = set()
_left_out_presses: Final[set[str]] = set()  # the texts before the first colon of the custom_ids


def leave_out(features: Iterable[str], presses: Iterable[str] = ()) -> None:
    """State the features and presses that are left out, in place of earlier statements."""
    for names, new_names in ((_left_out_features, features), (_left_out_presses, presses)):
        names.clear()
        names.update(new_names)


def has_feature(feature: str) -> bool:
    return feature not in _left_out_features


def offers_press(custom_id: str) -> bool:
    """Whether a button with this custom_id leads to a feature that the bot has."""
    return not _left_out_presses or custom_id.partition(":")[0] not in _left_out_presses


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or GIF with its alternative text."""

    filename: str
    png: bytes
    alt: str


class Content(discord.ui.LayoutView):
    """A message with its pictures, made by ``layout``."""

    def __init__(self, parts: "Iterable[_Part]", pictures: Sequence[Picture]) -> None:
        super().__init__(timeout=None)
        for part in parts:
            self.add_item(part)
        self.stop()
        self.pictures = pictures
        components = [part.to_component_dict() for part in self.children]
        self._components = replace_signs(components) if worded() else components

    def to_components(self) -> list[dict[str, Any]]:
        return self._components

    def files(self) -> list[discord.File]:
        """The pictures as files; each can be read only once, so each attempt gets new ones."""
        return [discord.File(io.BytesIO(it.png), it.filename) for it in self.pictures]


def plain_view(row: "Iterable[Button]") -> discord.ui.View:
    """The buttons of a plain message, whose text stands in a push, unlike that of a layout."""
    view = discord.ui.View(timeout=None)
    for button in row:
        if is_offered(button):
            view.add_item(button.item())
    view.stop()  # otherwise discord.py keeps it in memory
    return view


def file_named(name: str, data: bytes) -> discord.File:
    """A file for an answer, compressed if Discord would not take it otherwise."""
    if len(data) > _MAX_FILE_BYTES:
        name, data = f"{name}.gz", gzip.compress(data)
    return discord.File(io.BytesIO(data), name)


_Part: TypeAlias = discord.ui.Item[discord.ui.LayoutView]


@dataclass(frozen=True, slots=True)
class Button:
    """A button; the text of its ``press`` is its custom_id."""

    label: str
    press: object
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    emoji: str | None = None
    disabled: bool = False

    @property
    def custom_id(self) -> str:
        return str(self.press)

    def item(self) -> discord.ui.Button[discord.ui.LayoutView]:
        return discord.ui.Button(
            style=self.style,
            label=self.label[:_MAX_LABEL_LETTERS],
            disabled=self.disabled,
            custom_id=self.custom_id,
            emoji=_parse_emoji(self.emoji) if self.emoji else None,
        )


Item: TypeAlias = Button | _Part  # an item of a row: a button, or a select or a link of discord.py
Row: TypeAlias = Sequence[Item] | str | Picture  # buttons, one menu, or a part between rows


@lru_cache(maxsize=256)
def _parse_emoji(emoji: str) -> discord.PartialEmoji:
    return discord.PartialEmoji.from_str(emoji)


def menu(
    press: object, placeholder: str, options: Iterable[discord.SelectOption | tuple[str, object]]
) -> Item:
    """A menu for one choice; pairs are labels and values. Words over Discord's limit are cut."""
    select = discord.ui.Select[discord.ui.LayoutView](custom_id=str(press), placeholder=placeholder)
    for each in options:
        option = each
        if isinstance(option, tuple):
            option = discord.SelectOption(label=option[0], value=str(option[1]))
        option.label = option.label[:_MAX_OPTION_LETTERS]
        option.description = option.description and option.description[:_MAX_OPTION_LETTERS]
        select.append_option(option)
    return select


def layout(
    text: str, pictures: Sequence[Picture | Drawing] = (), rows: Sequence[Row] = ()
) -> Content:
    """A text, then pictures, then rows of buttons or selects, with texts and more pictures
    among the rows; without the buttons to features that are left out.

    The caller adds the ``pictures`` once they are drawn. Raises ValueError beyond Discord's limits.
    """
    if _left_out_presses:
        rows = [offered for row in rows if (offered := _offered_items(row)) or not row]
    item_rows = [row for row in rows if not isinstance(row, (str, Picture))]
    if not fits(pictures, rows):
        raise ValueError("more components than a message takes")
    if any(not 0 < len(row) <= _MAX_IN_A_ROW for row in item_rows):
        raise ValueError("a row has one to five components")
    parts = [_part(part) for part in (text, *pictures, *rows)]
    return Content(parts, [part for part in (*pictures, *rows) if isinstance(part, Picture)])


def _offered_items(row: Row) -> Row:
    """A row without the buttons to features that are left out; empty if it has no others."""
    return row if isinstance(row, (str, Picture)) else [item for item in row if is_offered(item)]


def is_offered(item: Item) -> bool:
    """Whether a button or a menu leads to a feature that the bot has."""
    return offers_press(getattr(item, "custom_id", None) or "")


def key_rows(
    rows: Sequence[screen.Row],
    press_id: Callable[[Key], str],
    option_value: Callable[[Key], str],
    menu_id: Callable[[int], str],
) -> list[list[Item]]:
    """Rows of a screen as items of a message.

    ``press_id`` makes the custom_id of a button, ``option_value`` the value of an option, and
    ``menu_id`` the custom_id of the menu in a row.
    """
    return [
        [_key_menu(menu_id(index), row, option_value)]
        if isinstance(row, Select)
        else [key_button(key, press_id(key)) for key in row]
        for index, row in enumerate(rows)
        if not isinstance(row, Select) or row.offered
    ]


def _key_menu(custom_id: str, select: Select, option_value: Callable[[Key], str]) -> Item:
    options = [
        discord.SelectOption(
            label=key.label, value=option_value(key), emoji=key.emoji, description=key.hint or None
        )
        for key in select.offered
    ]
    return menu(custom_id, select.placeholder, options)


def key_button(key: Key, press: object) -> Button:
    return Button(key.label, press, emoji=key.emoji, disabled=not key.enabled)


def put_above(content: Content, text: str) -> Content:
    """A message with another text above its first one, as far as there is room."""
    first, *others = content.children
    fitting_text = text[: max(0, TEXT_LIMIT - content.content_length() - 1)]
    if not fitting_text or not isinstance(first, discord.ui.TextDisplay):
        return content
    return Content([_part(f"{fitting_text}\n{first.content}"), *others], content.pictures)


def put_below(content: Content, *rows: Row) -> Content:
    """A message with further parts below its last row."""
    return Content([*content.children, *map(_part, rows)], content.pictures)


def fits(pictures: Sequence[object], rows: Sequence[Row]) -> bool:
    """Whether a message has room for these components beside its first text."""
    nested = sum(len(row) for row in rows if not isinstance(row, (str, Picture)))
    return 1 + len(pictures) + len(rows) + nested <= _MAX_COMPONENTS


def _part(row: Row | Drawing) -> _Part:
    if isinstance(row, str):
        return discord.ui.TextDisplay(row)
    if isinstance(row, Picture | Drawing):
        url, alt = f"attachment://{row.filename}", row.alt[:ALT_LIMIT]
        return discord.ui.MediaGallery(discord.MediaGalleryItem(url, description=alt or None))
    items = (item.item() if isinstance(item, Button) else item for item in row)
    return discord.ui.ActionRow(*items)


def first_lines(
    lines: Sequence[str], max_lines: int, *other_texts: str, limit: int = TEXT_LIMIT
) -> list[str]:
    """The first lines that fit into a message beside ``other_texts``, then a count of the rest."""
    fitting = _fit_lines(lines[:max_lines], _room_left(other_texts, limit))
    if len(fitting) < len(lines):
        return [*fitting, f"-# {tr('… and {count} more.', count=len(lines) - len(fitting))}"]
    return fitting


def pages_of(lines: Sequence[str], max_lines: int, *other_texts: str) -> list[list[str]]:
    """The lines in pages, each with ``max_lines`` at most and within the limit of a message."""
    room = _room_left(other_texts)
    pages: list[list[str]] = []
    remaining = list(lines)
    while remaining:
        pages.append(_fit_lines(remaining[:max_lines], room) or remaining[:1])
        remaining = remaining[len(pages[-1]) :]
    return pages or [[]]


def nearest_page(wanted: int, count: int, size: int) -> tuple[int, int]:
    """The nearest existing page, from 0, and the number of pages; ``size`` items fit on one."""
    pages = max(1, -(-count // size))  # rounded up
    return max(0, min(wanted, pages - 1)), pages


def page_rows(press: Callable[[int, str], object], page: int, pages: int) -> list[list[Button]]:
    """The row that turns pages, if there are several; ``press`` takes a page and an emoji."""
    if pages == 1:
        return []

    def turn_button(label: str, emoji: str, target: int) -> Button:
        exists = 0 <= target < pages
        custom_id = str(press(target if exists else page, emoji))
        return Button(label, custom_id, emoji=emoji, disabled=not exists)

    previous = turn_button(tr("Previous"), "◀️", page - 1)
    here = Button(tr("Page {page} of {pages}", page=page + 1, pages=pages), PAGE, disabled=True)
    return [[previous, here, turn_button(tr("Next"), "▶️", page + 1)]]


def _room_left(other_texts: Sequence[str], limit: int = TEXT_LIMIT) -> int:
    """The characters that a message has beside these texts."""
    return limit - _REST_LINE_LENGTH - sum(len(text) + 1 for text in other_texts)


def _fit_lines(lines: Sequence[str], room: int) -> list[str]:
    fitting: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        fitting.append(line)
    return fitting


@dataclass(frozen=True, slots=True)
class HostLinks:
    """The addresses from the host's settings; an empty address is not shown."""

    invite: str = ""
    terms: str = ""
    privacy: str = ""
    support: str = ""

    def line(self) -> str:
        """All links in small print; empty if the host has set none."""
        addresses = {
            mark("Invite me"): self.invite,
            mark("Terms"): self.terms,
            mark("Privacy"): self.privacy,
            mark("Support"): self.support,
        }
        links = [f"[{tr(label)}](<{address}>)" for label, address in addresses.items() if address]
        return f"-# {' · '.join(links)}" if links else ""
