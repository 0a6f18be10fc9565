"""Messages as Components V2 layouts: a text, pictures, rows of buttons and selects.

Each view is stopped at once, so discord.py keeps none of them in memory.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from prowlerbot.core.i18n import tr


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or GIF with the words that replace it for people who cannot see it."""

    filename: str
    png: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Content:
    """A message to be sent: a file can be read only once, so files are made for each try."""

    view: discord.ui.LayoutView
    pictures: Sequence[Picture] = ()

    def files(self) -> list[discord.File]:
        return [discord.File(io.BytesIO(each.png), each.filename) for each in self.pictures]


Button = discord.ui.Button[discord.ui.LayoutView]


def layout(
    text: str,
    pictures: Sequence[Picture] = (),
    rows: Sequence[Sequence[discord.ui.Item[discord.ui.LayoutView]]] = (),
) -> discord.ui.LayoutView:
    """A text, pictures below it, rows of buttons or selects below them."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(text))
    for picture in pictures:
        gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
        gallery.add_item(media=f"attachment://{picture.filename}", description=picture.alt)
        view.add_item(gallery)
    for row in rows:
        view.add_item(discord.ui.ActionRow(*row))
    view.stop()
    return view


def listed(words: Sequence[str]) -> str:
    """Some names as a list within a sentence."""
    if len(words) < 2:
        return "".join(words)
    return tr("{some} and {last}", some=", ".join(words[:-1]), last=words[-1])
