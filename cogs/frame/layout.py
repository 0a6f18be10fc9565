"""Messages as Components V2 layouts: a text, pictures, rows of buttons and selects.

They are built directly as the JSON that Discord takes; see ``ReadyView``. No message has a button
that leads to a feature that the host has left out. The bot states these features when it is
assembled; there is one bot in a process.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Protocol, TypeAlias

import discord

from cogs.contract.screen import ALT_LIMIT, TEXT_LIMIT, Drawing
from cogs.contract.sign import message_in_words, worded
from cogs.discord_py.interactions import ReadyView
from prowlerbot.core.i18n import tr

_features: Final[set[str]] = set()
_presses: Final[set[str]] = set()
"""The names with which the custom_ids begin, up to the first colon."""


def leave_out(features: Iterable[str], presses: Iterable[str] = ()) -> None:
    """State what is left out; this replaces earlier statements."""
    for held, given in ((_features, features), (_presses, presses)):
        held.clear()
        held.update(given)


def offers(feature: str) -> bool:
    """Whether the bot has the feature of this name."""
    return feature not in _features


def offers_press(custom_id: str) -> bool:
    """Whether a button with this custom_id leads to a feature that the bot has."""
    return not _presses or custom_id.partition(":")[0] not in _presses


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or GIF with its alternative text."""

    filename: str
    png: bytes
    alt: str


class Content(ReadyView):
    """A message with its pictures, made by ``layout``."""

    def __init__(self, components: list[dict[str, Any]], pictures: Sequence[Picture]) -> None:
        super().__init__(message_in_words(components) if worded() else components)
        self.pictures = pictures

    def files(self) -> list[discord.File]:
        """The pictures as files; each can be read only once, so each attempt gets new ones."""
        return [discord.File(io.BytesIO(each.png), each.filename) for each in self.pictures]


def file_named(name: str, data: bytes) -> discord.File:
    """A file for an answer, compressed if Discord would not take it otherwise."""
    if len(data) > _LARGEST_FILE:
        name, data = f"{name}.gz", gzip.compress(data)
    return discord.File(io.BytesIO(data), name)


_LARGEST_FILE = 8_000_000
"""Bytes; Discord takes ten million."""
_MOST, _MOST_IN_A_ROW = 40, 5
"""Discord's limits for the components of a message, including nested ones, and of a row."""
_LONGEST_LABEL, _LONGEST_OPTION = 80, 100
_ROW, _BUTTON, _SECTION, _TEXT, _GALLERY = 1, 2, 9, 10, 12
"""Discord's numbers for the types of components."""


class Item(Protocol):
    """An item of a row: our Button, or a select of discord.py."""

    def to_component_dict(self) -> Any: ...


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

    def to_component_dict(self) -> dict[str, Any]:
        component = {
            "type": _BUTTON,
            "style": self.style.value,
            "disabled": self.disabled,
            "label": self.label[:_LONGEST_LABEL],
            "custom_id": str(self.press),
        }
        if self.emoji:
            component["emoji"] = _emoji(self.emoji)
        return component


@dataclass(frozen=True, slots=True)
class LinkButton:
    label: str
    url: str

    def to_component_dict(self) -> dict[str, Any]:
        style = discord.ButtonStyle.link.value
        return {"type": _BUTTON, "style": style, "label": self.label, "url": self.url}


@dataclass(frozen=True, slots=True)
class Section:
    """A text with a button beside it."""

    text: str
    button: Button | LinkButton


Row: TypeAlias = Sequence[Item] | str | Section | Picture
"""A row of buttons, one menu, or a part between rows."""


@lru_cache(maxsize=256)
def _emoji(emoji: str) -> Any:
    return discord.PartialEmoji.from_str(emoji).to_dict()


def menu(
    press: object, placeholder: str, options: Iterable[discord.SelectOption | tuple[str, object]]
) -> Item:
    """A menu for one choice; the text of its ``press`` is its custom_id.

    A pair is the label and the value of an option. Labels and descriptions over Discord's limit are
    cut.
    """
    select = discord.ui.Select[discord.ui.LayoutView](custom_id=str(press), placeholder=placeholder)
    for each in options:
        option = each
        if isinstance(option, tuple):
            option = discord.SelectOption(label=option[0], value=str(option[1]))
        option.label = option.label[:_LONGEST_OPTION]
        option.description = option.description and option.description[:_LONGEST_OPTION]
        select.append_option(option)
    return select


def layout(
    text: str,
    pictures: Sequence[Picture | Drawing] = (),
    rows: Sequence[Row] = (),
) -> Content:
    """A text, then pictures, then rows of buttons or selects, with texts, sections and more
    pictures among the rows; without the buttons to features that are left out.

    The caller adds the ``pictures`` of drawings once they are drawn. Raises ValueError beyond
    Discord's limits.
    """
    if _presses:
        rows = [shown for row in rows if (shown := _offered(row)) or not row]
    in_rows = [row for row in rows if not isinstance(row, (str, Section, Picture))]
    if not fits(pictures, rows):
        raise ValueError("more components than a message takes")
    if any(not 0 < len(row) <= _MOST_IN_A_ROW for row in in_rows):
        raise ValueError("a row has one to five components")
    components = [_text(text), *map(_gallery, pictures), *map(_row, rows)]
    return Content(components, [each for each in (*pictures, *rows) if isinstance(each, Picture)])


def _offered(row: Row) -> Row:
    """A row without the buttons to features that are left out; empty if it has no others."""
    if isinstance(row, Section):
        beside = row.button
        return row if isinstance(beside, LinkButton) or is_offered(beside) else row.text
    return row if isinstance(row, (str, Picture)) else [each for each in row if is_offered(each)]


def is_offered(item: Item) -> bool:
    """Whether a button or a menu leads to a feature that the bot has."""
    return offers_press(str(getattr(item, "custom_id", "")))


def headed(content: Content, text: str) -> Content:
    """A message with another text above its first one, as far as there is room."""
    first, *rest = content.components
    long = sum(len(each.get("content", "")) for each in _walk([first, *rest]))
    above = text[: max(0, TEXT_LIMIT - long - 1)]
    if not above:
        return content
    return Content([_text(f"{above}\n{first['content']}"), *rest], content.pictures)


def followed(content: Content, *rows: Row) -> Content:
    """A message with further parts below its last row."""
    return Content([*content.components, *map(_row, rows)], content.pictures)


def _walk(components: Sequence[Any]) -> Iterator[Any]:
    """All components, with the nested ones."""
    for each in components:
        yield each
        yield from _walk(each.get("components", ()))


def fits(pictures: Sequence[object], rows: Sequence[Row]) -> bool:
    """Whether a message has room for these components beside its first text."""
    nested = sum(
        2 if isinstance(row, Section) else len(row)
        for row in rows
        if not isinstance(row, (str, Picture))
    )
    return 1 + len(pictures) + len(rows) + nested <= _MOST


def _text(text: str) -> dict[str, Any]:
    return {"type": _TEXT, "content": text}


def _row(row: Row) -> dict[str, Any]:
    if isinstance(row, str):
        return _text(row)
    if isinstance(row, Picture):
        return _gallery(row)
    if isinstance(row, Section):
        beside = row.button.to_component_dict()
        return {"type": _SECTION, "components": [_text(row.text)], "accessory": beside}
    return {"type": _ROW, "components": [item.to_component_dict() for item in row]}


def _gallery(picture: Picture | Drawing) -> dict[str, Any]:
    item = {"media": {"url": f"attachment://{picture.filename}"}, "spoiler": False}
    if picture.alt:
        item["description"] = picture.alt[:ALT_LIMIT]
    return {"type": _GALLERY, "items": [item]}


_RESERVED = 100
"""The characters reserved for the line that counts the others."""


def first_lines(lines: Sequence[str], most: int, *around: str) -> list[str]:
    """The first lines, at most ``most``, that fit into a message with the texts ``around`` them.

    The last line counts the others.
    """
    shown = _fitting(lines[:most], _room(around))
    if len(shown) < len(lines):
        return [*shown, f"-# {tr('… and {count} more.', count=len(lines) - len(shown))}"]
    return shown


def pages_of(lines: Sequence[str], most: int, *around: str) -> list[list[str]]:
    """The lines in pages, each with at most ``most`` lines and within the limit of a message."""
    room = _room(around)
    pages: list[list[str]] = []
    rest = list(lines)
    while rest:
        page = _fitting(rest[:most], room) or rest[:1]
        pages.append(page)
        rest = rest[len(page) :]
    return pages or [[]]


def _room(around: Sequence[str]) -> int:
    """The characters that a message has beside these texts."""
    return TEXT_LIMIT - _RESERVED - sum(len(text) + 1 for text in around)


def _fitting(lines: Sequence[str], room: int) -> list[str]:
    shown: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        shown.append(line)
    return shown
