"""Suggestions to an option: whatever is typed, they fail in silence, and the log names nobody."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import cast

import discord
import pytest
from discord import app_commands

from cogs.frame import options
from cogs.frame.options import Command, Suggestions, suggest
from cogs.frame.rate_limits import LineAMinute
from prowlerbot.core.errors import Denied


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


async def test_a_refusal_gives_no_suggestions_and_no_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert await suggested(with_suggestions(Denied("No.")), "x") == []
    assert caplog.records == []
