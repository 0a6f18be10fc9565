"""Messages as ready-made JSON: what discord.py's own objects would send, and kept by nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
import pytest

from cogs.frame.layout import Button, Picture, layout
from tests.cases import each_of

PICTURE = Picture("board.png", b"png", "A board")
STYLES = (discord.ButtonStyle.secondary, discord.ButtonStyle.success, discord.ButtonStyle.danger)
BUTTONS = [
    Button("Menu", "menu:abc:3:"),
    Button("7", "m:abc:3:7", emoji="🔴", disabled=True),
    *(Button(style.name, f"choose:{style.name}", style, "<:wild:12345>") for style in STYLES),
]


def select() -> discord.ui.Select[discord.ui.LayoutView]:
    options = [discord.SelectOption(label="One", value="1"), discord.SelectOption(label="Two")]
    return discord.ui.Select(custom_id="pick:abc:3:0", placeholder="Choose", options=options)


def objects(text: str, pictures: Sequence[Picture], rows: Sequence[Sequence[Any]]) -> Any:
    """The same message out of discord.py's objects."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(text))
    for picture in pictures:
        item = discord.MediaGalleryItem(
            f"attachment://{picture.filename}", description=picture.alt or None
        )
        view.add_item(discord.ui.MediaGallery(item))
    for row in rows:
        view.add_item(discord.ui.ActionRow(*(_object(each) for each in row)))
    return view.to_components()  # type: ignore[no-untyped-call]  # of discord.py


def _object(item: Any) -> Any:
    if not isinstance(item, Button):
        return item
    return discord.ui.Button(
        style=item.style,
        label=item.label,
        emoji=item.emoji,
        disabled=item.disabled,
        custom_id=item.custom_id,
    )


@each_of("pictures", [(), (PICTURE,), (PICTURE, Picture("scores.png", b"", ""))])
@each_of("rows", [(), (BUTTONS,), (BUTTONS[:2], BUTTONS[2:], [select()])])
def test_a_layout_is_what_the_objects_of_discord_py_would_send(
    pictures: Sequence[Picture], rows: Sequence[Sequence[Any]]
) -> None:
    view = layout("### Ada *against* Ben", pictures, rows)
    assert view.to_components() == objects("### Ada *against* Ben", pictures, rows)
    assert view.has_components_v2()


def test_more_than_discord_takes_is_refused_before_it_is_sent() -> None:
    rows = [BUTTONS[:4]] * 7
    layout("text", [PICTURE], [*rows, BUTTONS[:2]])
    with pytest.raises(ValueError, match="components"):
        layout("text", [PICTURE], [*rows, BUTTONS[:4]])
    with pytest.raises(ValueError, match="row"):
        layout("text", [], [[*BUTTONS, BUTTONS[0]]])
    with pytest.raises(ValueError, match="row"):
        layout("text", [], [[]])


def test_texts_stand_among_the_rows_and_count_as_components() -> None:
    view = layout("### Games", [PICTURE], ["One", BUTTONS, "Two"])
    kinds = [each["type"] for each in view.to_components()]
    assert kinds == [10, 12, 10, 1, 10]
    with pytest.raises(ValueError, match="more components"):
        layout("### Games", (), ["One"] * 40)
