"""The bot shows a match once, and soon, at whatever point it died before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

from prowlerbot.match.match import Phase
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.storage.engines.database import Database
from tests.discord.board.test_recovery import boards, threads, unfinished
from tests.discord.message import Message
from tests.discord.room import Room

pytestmark = [pytest.mark.expects_errors, pytest.mark.long]


class Death:
    """The end of the bot before the request to Discord, or the transaction, of that number."""

    def __init__(self, patch: pytest.MonkeyPatch, at: int) -> None:
        self._left = at
        self._patch = patch
        for of, name in (
            (Database, "_transact"),
            (HTTPClient, "request"),
            (AsyncWebhookAdapter, "request"),
        ):
            patch.setattr(of, name, self._deadly(getattr(of, name)))

    @property
    def has_come(self) -> bool:
        return self._left <= 0

    def _deadly(self, real: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def work(*args: Any, **values: Any) -> Any:
            self._left -= 1
            if self.has_come:
                raise asyncio.CancelledError
            return await real(*args, **values)

        return work


async def dies(room: Room, patch: pytest.MonkeyPatch, at: int, doing: Awaitable[Any]) -> bool:
    """Whether the bot has died while it did something; it has started again by then."""
    with patch.context() as dying:
        death = Death(dying, at)
        try:
            await doing
        except AssertionError:  # the interaction has no answer
            if not death.has_come:
                raise
    if death.has_come:
        store = room.service.store
        store.boards._noted.clear()
        store.outbox._gone.clear()
        await room.restart()
        await room.time_passes(20)
    return death.has_come


async def shown(room: Room, match_id: str) -> Message:
    """The only message that shows a match, which is known."""
    (board,) = [each for each in boards(room) if each.match == match_id]
    stored = await room.service.store.boards.of_match(match_id)
    assert stored is not None
    assert (stored.channel, stored.message) == (board.channel, board.id)
    return board


async def test_a_match_whose_thread_was_being_opened_is_shown_once_and_led_to_within_20_seconds(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.board.board_posting.MOST_OF_A_PERSON", 99)
    await room.service.store.choices.put(room.guild.id, ServerChoices(threads=True))
    died, at = True, 0
    while died:
        at += 1
        challenge = await room.challenge(first="me")
        match_id, opened = challenge.match, len(threads(room))
        died = await dies(room, monkeypatch, at, room.press(room.ben, challenge, "Accept"))
        board = await shown(room, match_id)
        await room.time_passes(120)
        assert (await shown(room, match_id)).id == board.id, at
        assert not await unfinished(room)
        if board.id != challenge.id:
            assert f"<#{board.channel}>" in challenge.text, at
            members = set(room.env.backend.channels[board.channel].thread_members)
            assert {room.ada.id, room.ben.id} <= members, at
        if (await room.match(match_id)).phase is Phase.LOBBY:
            await room.press(room.ben, board, "Accept")
            board = await shown(room, match_id)
        made = threads(room)[opened:]
        assert [each.id for each in made if not each.thread_metadata.archived] in (
            [],
            [board.channel],
        )
        await room.play(board, ["Castle"])
        assert (await room.match(match_id)).ply == 1
    assert at > 8
