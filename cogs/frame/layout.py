"""Messages as Components V2 layouts: a text, pictures, rows of buttons and selects.

Each view is stopped at once, so discord.py keeps none of them in memory.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import discord

from cogs.board.face import Picture
from prowlerbot.core.i18n import tr
from prowlerbot.match.preferences import PlayerChoices, ServerChoices


@dataclass(frozen=True, slots=True)
class Content:
    """A message as it is to be sent: files can be read once, so they are made for each try."""

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


def switches(
    told: Mapping[str, tuple[str, str]], choices: PlayerChoices | ServerChoices
) -> list[discord.SelectOption]:
    """What can be switched on, by the name of its field: a label and what it means."""
    return [
        discord.SelectOption(
            label=tr(label),
            value=name,
            description=tr(description),
            default=bool(getattr(choices, name)),
        )
        for name, (label, description) in told.items()
    ]


def listed(words: Sequence[str]) -> str:
    """Some names as a list within a sentence."""
    if len(words) < 2:
        return "".join(words)
    return tr("{some} and {last}", some=", ".join(words[:-1]), last=words[-1])
