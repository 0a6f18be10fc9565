"""Where the way to Discord fails, the log has a line about it: nothing is wrong with the bot.

That no error is logged is what every test here is held to.
"""

from __future__ import annotations

import logging
import random
from contextlib import suppress
from typing import Any

import aiohttp
import discord
import pytest

from cogs.presses.addresses import MatchPress
from tests.discord.board.test_presses import placement
from tests.discord.message import Message
from tests.discord.room import Room


async def lost(*_: Any, **__: Any) -> Any:
    raise aiohttp.ServerDisconnectedError


@pytest.fixture
async def board(room: Room) -> Message:
    board = await room.begin()
    await room.play(board, ["Castle"])
    return board


def told(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [each for each in caplog.records if each.name.startswith(("cogs", "discord.app"))]


async def test_a_lost_answer_to_a_late_press_is_one_line_in_the_log(
    room: Room, board: Message, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    shown, late = board.snapshot(), board.button(placement(board))["custom_id"]
    await room.play_on(board, random.Random(1), 3)
    with monkeypatch.context() as patch:
        patch.setattr(discord.Webhook, "send", lost)
        await room.late_press(room.ada, board, late, shown)
    assert told(caplog)
    assert {each.levelname for each in told(caplog)} == {"WARNING"}
    assert all(each.exc_info is None for each in told(caplog))


async def test_a_lost_answer_on_a_private_board_is_one_line_in_the_log(
    room: Room, board: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = (await room.command(room.ada, "board", private=True)).message
    shown, late = own.snapshot(), str(MatchPress("try", board.match, 1, placement(board)))
    await room.play_on(board, random.Random(1), 3)
    with monkeypatch.context() as patch:
        patch.setattr(discord.InteractionResponse, "edit_message", lost)
        await room.late_press(room.ada, own, late, shown)


async def test_lost_suggestions_are_one_line_in_the_log(
    room: Room, board: Message, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(discord.InteractionResponse, "autocomplete", lost)
        with suppress(Exception):  # SimCord waits for suggestions
            await room.ada.autocomplete(room.channel, "prowler play", "pathway", "")
    assert [each.levelname for each in told(caplog)] == ["WARNING"]
    assert board.exists
