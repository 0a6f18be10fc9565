"""Whole matches of Heroes Beware in Discord, from the challenge to the count at the end."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import simcord

from cogs.admin import Hosting
from cogs.board.rendering import Rendering
from prowlerbot.games.heroes.rules import Position
from prowlerbot.match.match import Ending
from prowlerbot.match.preferences import ServerChoices
from tests.discord.message import Answer, Message
from tests.discord.room import Bench, Room
from tests.opponent.quick import QuickThinkers
from tests.positions import states


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    """The machine answers at once."""
    bench = Bench(f"sqlite:///{tmp_path}/prowler.db", hosting=Hosting(thinkers=QuickThinkers()))
    await bench.open()
    yield bench
    await bench.close()


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are looked at elsewhere, and a match has a thousand of them."""

    async def nothing(*_: object) -> bytes:
        return b"a picture"

    monkeypatch.setattr(Rendering, "_draw", nothing)


async def asked(
    room: Room, name: str, /, by: simcord.MemberActor | None = None, **options: Any
) -> Answer:
    return await room.command(by or room.ada, name, group="heroes", **options)


async def hurry(room: Room) -> None:
    """Let everybody press as often as they like, as a match has more presses than a minute."""
    await room.service.store.rechoose(ServerChoices, room.guild.id, presses_a_minute=99_999)


async def position(room: Room, board: Message | str) -> Position:
    found = states(room.service, await room.match(board))[-1]
    assert isinstance(found, Position)
    return found


class Table:
    """Players at a match, each with the private board that they press on."""

    def __init__(self, room: Room, shared: Message, *players: simcord.MemberActor) -> None:
        self.room = room
        self.shared = shared
        self.players = dict(enumerate(players, 1))
        self.boards: dict[int, Message] = {}
        self.presses = dict.fromkeys(self.players, 0)

    async def open(self, seat: int) -> Message:
        if seat not in self.boards:
            answer = await self.room.press(self.players[seat], self.shared, "Open my board")
            self.boards[seat] = answer.message
        return self.boards[seat]

    async def press(self, seat: int, label: str) -> Answer:
        self.presses[seat] += 1
        return await self.room.press(self.players[seat], await self.open(seat), label)

    async def step(self, seat: int, rng: random.Random) -> None:
        """Press anything that gets on; menus are chosen from where there are any."""
        board = await self.open(seat)
        usual = [each for each in board.moves if each["label"] not in _BESIDE]
        chosen = [(each, option["value"]) for each in board.selects for option in each["options"]]
        if chosen and (not usual or rng.random() < 0.5):
            select, value = rng.choice(chosen)
            self.presses[seat] += 1
            await self.room.pick(self.players[seat], board, select["custom_id"], [value])
        elif usual:
            await self.press(seat, rng.choice(usual)["label"])
        else:  # the board shows what was before others finished
            self.presses[seat] += 1
            self.boards.pop(seat)


_BESIDE = {"Take back", "Another square", "Another guard"}


_MOST_PRESSES = 4_000


async def play_to_the_end(table: Table, rng: random.Random) -> None:
    room = table.room
    while (await room.match(table.shared)).ending is None:
        assert sum(table.presses.values()) < _MOST_PRESSES
        now = await position(room, table.shared)
        people = [seat for seat in sorted(now.to_move) if seat in table.players]
        await table.step(rng.choice(people), rng)


async def test_one_alone_plays_a_match_to_its_medal(room: Room) -> None:
    await hurry(room)
    board = (await asked(room, "challenge", seats=1)).message
    table = Table(room, board, room.ada)
    await play_to_the_end(table, random.Random(1))
    match = await room.match(board)
    assert match.ending is Ending.PLAYED


async def test_two_people_play_to_the_count_at_the_end(room: Room) -> None:
    await hurry(room)
    board = (await asked(room, "challenge", opponent=room.ben)).message
    await room.press(room.ben, board, "Accept")
    table = Table(room, board, room.ada, room.ben)
    await play_to_the_end(table, random.Random(2))
    match = await room.match(board)
    assert match.ending is Ending.PLAYED
    outcome = states(room.service, match)[-1].outcome
    assert outcome is not None
    assert all(f" {total} treasure" in board.text for total in outcome.totals)
