"""Messages as Discord reads them, kept by nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
import pytest
from discord.http import handle_message_parameters

from cogs.frame.layout import Button, Picture, layout
from tests.cases import each_of

PICTURE = Picture("board.png", b"png", "A board")
STYLES = (discord.ButtonStyle.secondary, discord.ButtonStyle.success, discord.ButtonStyle.danger)
WILD = "<:wild:123456789012345678>"
BUTTONS = [
    Button("Menu", "menu:abc:3:"),
    Button("7", "m:abc:3:7", emoji="🔴", disabled=True),
    *(Button(style.name, f"choose:{style.name}", style, WILD) for style in STYLES),
]
EMOJI = {
    "🔴": {"id": None, "name": "🔴"},
    WILD: {"id": 123456789012345678, "name": "wild"},
}


def select() -> discord.ui.Select[discord.ui.LayoutView]:
    options = [discord.SelectOption(label="One", value="1"), discord.SelectOption(label="Two")]
    return discord.ui.Select(custom_id="pick:abc:3:0", placeholder="Choose", options=options)


def wire(text: str, pictures: Sequence[Picture], rows: Sequence[Sequence[Any]]) -> Any:
    """The same message as Discord reads it."""
    galleries: list[dict[str, Any]] = []
    for picture in pictures:
        item = {"media": {"url": f"attachment://{picture.filename}"}, "spoiler": False}
        galleries.append(
            {"type": 12, "items": [item | ({"description": picture.alt} if picture.alt else {})]}
        )
    in_rows = [{"type": 1, "components": [_wire(each) for each in row]} for row in rows]
    return [{"type": 10, "content": text}, *galleries, *in_rows]


def _wire(item: Any) -> Any:
    if not isinstance(item, Button):
        return item.to_component_dict()
    button = {
        "type": 2,
        "style": item.style.value,
        "disabled": item.disabled,
        "label": item.label,
        "custom_id": item.custom_id,
    }
    return button | ({"emoji": EMOJI[item.emoji]} if item.emoji else {})


@each_of("pictures", [(), (PICTURE,), (PICTURE, Picture("scores.png", b"", ""))])
@each_of("rows", [(), (BUTTONS,), (BUTTONS[:2], BUTTONS[2:], [select()])])
def test_a_layout_is_sent_as_discord_reads_it(
    pictures: Sequence[Picture], rows: Sequence[Sequence[Any]]
) -> None:
    view = layout("### Ada *against* Ben", pictures, rows)
    assert view.to_components() == wire("### Ada *against* Ben", pictures, rows)
    assert view.has_components_v2()


async def test_a_layout_is_sent_as_finished() -> None:
    view = layout("text", rows=[BUTTONS])
    assert view.is_finished()
    with handle_message_parameters(view=view) as made:
        assert made.payload is not None
        assert made.payload["components"] == wire("text", [], [BUTTONS])
        assert discord.MessageFlags._from_value(made.payload["flags"]).components_v2


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
