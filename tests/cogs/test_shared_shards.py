"""A process serves a shard only while its lease is surely valid, by its own clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from yarl import URL

from cogs.connection import shared_shards
from cogs.connection.patient_bot import PatientBot
from cogs.connection.shared_shards import SharedShards
from cogs.discord_py.shard_set import Gateway
from prowlerbot.core.errors import StoreError
from prowlerbot.storage.leases import Held, Starts
from tests.discord_py.client import press

COUNT = 2


class Shards:
    """Shards that connect and are complete at once."""

    def __init__(self) -> None:
        self.count = 0
        self.connected: list[int] = []
        self.errors: list[Exception] = []
        self.complete: Callable[[int], None] = lambda _: None

    async def ask(self) -> Gateway:
        return Gateway(URL("wss://gateway.test"), COUNT, 1, Starts(9, 10))

    def share(self, count: int) -> None:
        self.count = count

    async def add(self, shard: int, _: Gateway) -> None:
        self.connected.append(shard)
        self.complete(shard)

    async def remove(self, shard: int) -> None:
        if shard in self.connected:
            self.connected.remove(shard)

    def forget(self, shard: int) -> None:
        assert shard not in self.connected

    def fail(self, error: Exception) -> None:
        self.errors.append(error)


class Leases:
    """Leases that a test deals out, and a database that it takes away."""

    def __init__(self) -> None:
        self.held = Held({0: 1, 1: 1}, frozenset(), 2, 1)
        self.away: Exception | None = None
        self.slow = 0.0
        self.free: list[dict[int, int]] = []

    async def settle(self, wanted: int, **_: bool) -> int:
        return wanted

    async def renew(self, _: float) -> Held:
        CLOCK.now += self.slow
        if self.away:
            raise self.away
        return self.held

    async def are_free(self) -> bool:
        return False

    async def give_back(self, numbers: dict[int, int]) -> None:
        self.free.append(numbers)
        kept = {it: number for it, number in self.held.numbers.items() if it not in numbers}
        self.held = Held(kept, frozenset(), len(kept), 2)

    async def note_starts(self, _: Starts) -> None: ...

    async def leave(self) -> None:
        self.held = Held({}, frozenset(), 2, 1)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()


class Fast(SharedShards):
    renew_every = hurry = 0.001


class Process:
    def __init__(self) -> None:
        self.shards, self.leases = Shards(), Leases()
        self.running = asyncio.Event()
        self.running.set()
        made: Any = Fast
        self.sharing: SharedShards = made(
            self.shards, self.leases, connecting=_step, answered=self.running.wait
        )
        self.shards.complete = self.sharing.note_ready

    async def until(self, fact: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not fact():  # noqa: ASYNC110 - the tasks of the process change it
                await asyncio.sleep(0.001)


async def _step(_: str, step: Callable[[], Awaitable[Any]]) -> None:
    await step()


@pytest.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    monkeypatch.setattr(shared_shards, "_clock", CLOCK)
    made = Process()
    await made.sharing.begin(None)
    await made.until(lambda: made.sharing.owns(0) and made.sharing.owns(1 << 22))
    yield made
    await made.sharing.leave()


async def test_a_lease_counts_from_before_it_was_asked_for(process: Process) -> None:
    sharing, leases = process.sharing, process.leases
    leases.slow = 4.0
    await process.until(lambda: CLOCK.now > 100)
    leases.away, leases.slow = StoreError("away"), 0.0
    await asyncio.sleep(0.02)
    before = sharing.is_live
    CLOCK.now += SharedShards.lease - SharedShards.margin - 4.0
    assert (before, sharing.is_live) == (True, False), "before anything else has run"
    assert not sharing.owns(0)


async def test_all_shards_are_let_go_while_the_database_is_away_and_taken_later(
    process: Process,
) -> None:
    process.leases.away = StoreError("away")
    CLOCK.now += SharedShards.lease
    await process.until(lambda: not process.shards.connected)
    assert process.sharing.is_spare
    process.leases.away = None
    await process.until(lambda: process.sharing.owns(0) and process.sharing.owns(1 << 22))
    assert process.shards.errors == []


async def test_a_shard_that_another_process_had_meanwhile_is_connected_anew(
    process: Process,
) -> None:
    process.leases.held = Held({0: 1}, frozenset(), 1, 2)
    await process.until(lambda: process.shards.connected == [0])
    assert not process.sharing.owns(1 << 22)
    process.leases.held = Held({0: 1, 1: 3}, frozenset(), 2, 1)
    await process.until(lambda: process.sharing.owns(1 << 22))
    process.leases.held = Held({0: 1, 1: 5}, frozenset(), 2, 1)
    await process.until(lambda: process.sharing._numbers == {0: 1, 1: 5})
    await process.until(lambda: process.shards.connected == [0, 1])


async def test_others_get_a_shard_once_it_is_let_go_and_its_answers_are_out(
    process: Process,
) -> None:
    process.running.clear()
    process.leases.held = Held({0: 1, 1: 1}, frozenset({1}), 1, 2)
    await process.until(lambda: process.shards.connected == [0])
    await asyncio.sleep(0.02)
    assert process.leases.free == []
    assert not process.sharing.owns(1 << 22)
    process.running.set()
    await process.until(lambda: process.leases.free == [{1: 1}])
    assert process.shards.connected == [0]


async def test_requests_are_shared_by_the_shards_and_by_the_processes_that_live(
    process: Process,
) -> None:
    bot: Any = PatientBot()
    assert bot._requests_a_second() == 50, "a process that shares nothing has all"
    bot.sharing = process.sharing
    assert bot._requests_a_second() == 50
    process.leases.held = Held({0: 1, 1: 1}, frozenset(), 2, 2)
    await process.until(lambda: bot._requests_a_second() == 45)
    process.leases.held = Held({0: 1}, frozenset(), 1, 2)
    await process.until(lambda: bot._requests_a_second() == 25)
    process.leases.held = Held({}, frozenset(), 0, 3)
    await process.until(lambda: bot._requests_a_second() == 3)


async def test_a_process_that_lost_its_leases_makes_few_requests_before_it_knows_more(
    process: Process,
) -> None:
    process.leases.held = Held({0: 1, 1: 1}, frozenset(), 2, 2)
    await process.until(lambda: process.sharing.requests_a_second == 45)
    CLOCK.now += SharedShards.lease
    assert process.sharing.requests_a_second == 5


async def test_a_process_that_is_going_to_share_does_not_count_on_being_alone() -> None:
    class Sharing(PatientBot):
        def leases(self) -> Any:
            return Leases()

    bot = Sharing()
    await bot._prepare_once()
    assert bot._requests_a_second() == 5


async def test_an_error_of_the_leases_ends_the_bot(process: Process) -> None:
    process.leases.away = ValueError("no")
    await process.until(lambda: bool(process.shards.errors))


async def test_nothing_that_arrives_without_a_lease_is_handled(process: Process) -> None:
    arrived: list[Any] = []
    bot: Any = PatientBot()
    bot.loop = asyncio.get_running_loop()
    bot.arrive = arrived.append
    bot.sharing = process.sharing
    come = bot._connection.parsers["INTERACTION_CREATE"]
    come(press())
    assert len(arrived) == 1
    CLOCK.now += SharedShards.lease
    come(press())
    assert len(arrived) == 1
