"""An answer tells when it reached Discord, and can be put off."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.discord_py.interactions import ALREADY_ANSWERED, TimedResponse, watch_answer
from tests.discord_py.client import Interaction, Watched, bot, interaction, press

NAMES = ("defer", "send_message", "edit_message", "send_modal", "autocomplete")


def watched_press() -> tuple[Interaction, Watched]:
    pressed, watched = interaction(bot(), press()), Watched()
    watch_answer(pressed, watched)
    return pressed, watched


async def test_the_answer_to_an_interaction_is_the_watched_one() -> None:
    pressed, _ = watched_press()
    assert isinstance(pressed.response, TimedResponse)
    assert pressed.response._parent is pressed
    assert not pressed.response.is_done()


def test_every_way_to_answer_is_watched() -> None:
    """``pong`` and ``launch_activity`` are for others."""
    ways = {name for name in vars(discord.InteractionResponse) if not name.startswith("_")}
    assert ways == {*NAMES, "type", "is_done", "pong", "launch_activity"}
    assert set(NAMES) <= set(vars(TimedResponse))


async def test_an_answer_that_reached_discord_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    async def sent(self: Any, **_: Any) -> str:
        self._response_type = discord.InteractionResponseType.channel_message
        return "sent"

    monkeypatch.setattr(discord.InteractionResponse, "send_message", sent)
    pressed, watched = watched_press()
    assert await pressed.response.send_message(content="text") == "sent"  # type: ignore[comparison-overlap]  # as above
    assert pressed.response.is_done()
    assert watched.told == ["answered"]


async def test_an_answer_that_discord_had_before_counts_as_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def twice(_: Any, **__: Any) -> None:
        told: Any = SimpleNamespace(status=400, reason="Bad Request")
        raise discord.HTTPException(told, {"code": ALREADY_ANSWERED, "message": "acknowledged"})

    monkeypatch.setattr(discord.InteractionResponse, "defer", twice)
    pressed, watched = watched_press()
    await pressed.response.defer()
    assert pressed.response.is_done()
    assert pressed.response.type is discord.InteractionResponseType.deferred_message_update
    assert watched.told == ["before", "answered"]


async def test_what_is_sent_behind_an_answer_that_was_put_off_follows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    behind: list[str] = []

    async def deferred(self: Any, **_: Any) -> None:
        self._response_type = discord.InteractionResponseType.deferred_message_update

    async def follow(_: Any, *texts: str, **named: Any) -> None:
        behind.extend(texts or [str(sorted(named))])

    monkeypatch.setattr(discord.InteractionResponse, "defer", deferred)
    monkeypatch.setattr(discord.Webhook, "send", follow)
    pressed, watched = watched_press()
    response: Any = pressed.response
    await response.hold(discord.ui.LayoutView())
    await response.send_message("done")
    assert behind == ["['ephemeral', 'view']", "done"]
    assert watched.told == ["held"]
