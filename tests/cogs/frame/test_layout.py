"""Messages as Discord reads them, kept by nobody."""

import logging
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands
from discord.http import handle_message_parameters

from cogs.frame import options
from cogs.frame.layout import Button, Picture, layout
from cogs.frame.options import Command, Suggestions, suggest
from cogs.frame.rate_limits import LineAMinute
from prowlerbot.core.errors import Denied
from tests.cases import each_of

PICTURE = Picture("board.png", b"png", "A board")
STYLES = (discord.ButtonStyle.secondary, discord.ButtonStyle.success, discord.ButtonStyle.danger)
WILD = "<:wild:123456789012345678>"
BUTTONS = [
    Button("Menu", "menu:abc:3:"),
    Button("7", "m:abc:3:7", emoji="🔴", disabled=True),
    *(Button(style.name, f"choose:{style.name}", style, WILD) for style in STYLES),
]
EMOJI = {"🔴": {"id": None, "name": "🔴"}, WILD: {"id": 123456789012345678, "name": "wild"}}


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


# ------------------------------------------------------------------------- suggestions to an option


@app_commands.command(description="Type something")
async def typed_command(interaction: discord.Interaction, text: str) -> None:
    """A command with one option."""


def with_suggestions(error: Exception) -> Command:
    async def find(_: discord.Interaction, __: str) -> Suggestions:
        raise error

    suggest(typed_command, "text", find)
    return typed_command


async def suggested(command: Command, typed: str) -> object:
    interaction = cast("discord.Interaction", SimpleNamespace(user=SimpleNamespace(id=424242)))
    found = command._params["text"].autocomplete
    assert callable(found)
    return await found(interaction, typed)


async def test_a_failure_gives_no_suggestions_and_one_line_without_names(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(options, "_failed", LineAMinute())
    command = with_suggestions(OverflowError("date value out of range: 9999w by 424242"))
    with caplog.at_level(logging.INFO):
        for _ in range(240):
            assert await suggested(command, "9999w") == []
    assert len(caplog.records) == 1
    assert "OverflowError" in caplog.text
    assert "424242" not in caplog.text
    assert "9999w" not in caplog.text


async def test_a_refusal_gives_no_suggestions_and_no_line(caplog: pytest.LogCaptureFixture) -> None:
    assert await suggested(with_suggestions(Denied("No.")), "x") == []
    assert caplog.records == []
