"""The work of the bot before it listens, which makes its first answers as fast as later ones."""

from __future__ import annotations

from threading import Event

import pytest

from cogs.board import warm_up as warming
from cogs.board.rendering import Rendering
from cogs.games.prowler.face import ProwlerFace
from prowlerbot.games import GAMES
from tests.discord.room import Room


async def test_warming_up_shows_each_game_to_nobody_and_stores_nothing(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    parts = room.bench.bot.parts
    assert parts is not None
    drawn: list[object] = []
    draw = Rendering._draw

    async def counted(self: Rendering, match: object, picture: object) -> bytes:
        drawn.append(match)
        return await draw(self, match, picture)  # type: ignore[arg-type]  # as it was given

    monkeypatch.setattr(Rendering, "_draw", counted)
    before = len(room.env.http_requests)
    await parts.warm_up()
    assert set(drawn) == {*GAMES, warming._NOBODY}
    assert len(room.env.http_requests) == before
    assert await room.bench.database.read("SELECT * FROM matches") == []
    assert caplog.messages == []


@pytest.mark.expects_errors
async def test_the_bot_listens_though_warming_up_fails(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    parts = room.bench.bot.parts
    assert parts is not None

    async def fails(_: Rendering) -> None:
        raise ValueError

    monkeypatch.setattr(Rendering, "warm_up", fails)
    await parts.warm_up()
    assert "the first answers may be slow" in caplog.text


async def test_only_a_bot_that_is_told_so_draws_ahead(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = Event()
    pictures = ProwlerFace.pictures._replace(ahead=lambda _: [drawn.set])
    monkeypatch.setattr(ProwlerFace, "pictures", pictures)
    await room.restart()
    assert not drawn.is_set()
    room.bench.ahead = True
    await room.restart()
    assert drawn.wait(10)
