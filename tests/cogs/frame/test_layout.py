"""Messages as Discord reads them, kept by nobody."""

import logging
from types import SimpleNamespace
from typing import cast

import discord
import pytest
from discord import app_commands
from discord.http import handle_message_parameters

from cogs.frame import options
from cogs.frame.layout import Button, Picture, layout
from cogs.frame.meter import LineAMinute
from cogs.frame.options import Command, Suggestions, suggest
from prowlerbot.core.errors import Denied

PICTURE = Picture("board.png", b"png", "A board")


WILD = "<:wild:123456789012345678>"
BUTTONS = [
    Button("Menu", "menu:abc:3:"),
    Button("7", "m:abc:3:7", emoji="🔴", disabled=True),
    Button("Dig", "choose:abc:3:", discord.ButtonStyle.danger, WILD),
]


async def test_a_layout_is_sent_as_discord_reads_it_and_is_finished() -> None:
    view = layout("### Ada *against* Ben", [PICTURE, Picture("scores.png", b"", "")], [BUTTONS])
    assert view.is_finished()
    assert view.has_components_v2()
    with handle_message_parameters(view=view) as made:
        assert made.payload is not None
        assert discord.MessageFlags._from_value(made.payload["flags"]).components_v2
    media = [{"url": f"attachment://{name}.png"} for name in ("board", "scores")]
    board = {"media": media[0], "spoiler": False, "description": "A board"}
    plain = {"type": 2, "style": 2, "disabled": False}
    red, wild = {"id": None, "name": "🔴"}, {"id": 123456789012345678, "name": "wild"}
    assert made.payload["components"] == [
        {"type": 10, "content": "### Ada *against* Ben"},
        {"type": 12, "items": [board]},
        {"type": 12, "items": [{"media": media[1], "spoiler": False}]},
        {
            "type": 1,
            "components": [
                {**plain, "label": "Menu", "custom_id": "menu:abc:3:"},
                {**plain, "disabled": True, "label": "7", "custom_id": "m:abc:3:7", "emoji": red},
                {**plain, "style": 4, "label": "Dig", "custom_id": "choose:abc:3:", "emoji": wild},
            ],
        },
    ]


def test_more_than_discord_takes_is_refused_before_it_is_sent() -> None:
    most = layout("text", [PICTURE], ["One", *[BUTTONS] * 9, "Two"])
    assert [each["type"] for each in most.to_components()] == [10, 12, 10, *[1] * 9, 10]
    with pytest.raises(ValueError, match="components"):
        layout("text", [PICTURE], ["One", *[BUTTONS] * 9, "Two", "Three"])
    for row in ([*BUTTONS, *BUTTONS], []):
        with pytest.raises(ValueError, match="row"):
            layout("text", [], [row])


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
