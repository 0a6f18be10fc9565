"""A process serves a shard only while its lease is surely valid, by its own clock."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from yarl import URL

from cogs.connection import shared_shards
from cogs.connection.patient_bot import PatientBot
from cogs.connection.shared_shards import HeldInteractions, SharedShards
from cogs.discord_py.shards import SHARD, Gateway
from prowlerbot.core.errors import StoreError
from prowlerbot.storage.leases import HeldLeases, SessionStarts
from tests.discord_py.client import press

COUNT = 2


class Shards:
    """Shards that connect and are complete at once."""

    def __init__(self) -> None:
        self.count = 0
        self.connected: list[int] = []
        self.errors: list[Exception] = []
        self.served: list[int] = []
        self.complete: Callable[[int], None] = lambda _: None
        self.slow = asyncio.Event()
        """Cleared while no connection can be made."""
        self.slow.set()

    async def ask_for_gateway(self) -> Gateway:
        return Gateway(URL("wss://gateway.test"), COUNT, 1, SessionStarts(9, 10))

    def begin_without_shards(self, count: int) -> None:
        self.count = count

    async def connect_shard(self, shard: int, _: Gateway) -> None:
        await self.slow.wait()
        self.connected.append(shard)
        self.complete(shard)

    async def remove_shard(self, shard: int) -> None:
        if shard in self.connected:
            self.connected.remove(shard)

    def forget_guilds(self, shard: int) -> None:
        assert shard not in self.connected

    def announce_served(self, shard: int) -> None:
        self.served.append(shard)

    def fail_client(self, error: Exception) -> None:
        self.errors.append(error)


class Leases:
    """Leases that a test deals out, and a database that it takes away."""

    def __init__(self) -> None:
        self.held = HeldLeases({0: 1, 1: 1}, 2, 1)
        self.away: Exception | None = None
        self.slow = 0.0
        self.told: list[dict[str, Any]] = []
        """The state of the process at each renewal, as it said it."""
        self.offers: list[tuple[int, int, list[int]]] = []
        self.takes = False
        """Whether the heir takes what is offered."""
        self.lost: Exception | None = None
        """What becomes of an offer."""

    async def settle_count(self, wanted: int, **_: bool) -> int:
        return wanted

    async def renew(self, _: float, **said: Any) -> HeldLeases:
        CLOCK.now += self.slow
        if self.away:
            raise self.away
        self.told.append(said)
        return self.held

    async def needs_renewal(self) -> bool:
        return False

    async def offer_shard(self, shard: int, number: int, begun: list[int]) -> bool:
        self.offers.append((shard, number, begun))
        if self.takes:
            self.give(shard)
        if self.lost:
            raise self.lost
        return True

    async def is_mine(self, shard: int, number: int) -> bool:
        return self.held.numbers.get(shard) == number

    async def take_back_offer(self, shard: int, number: int) -> bool:
        if back := await self.is_mine(shard, number):
            numbers = {**self.held.numbers, shard: number + 1}
            self.held = replace(self.held, numbers=numbers, ready=frozenset())
        return back

    def give(self, shard: int) -> None:
        kept = {it: number for it, number in self.held.numbers.items() if it != shard}
        self.held = HeldLeases(kept, len(kept), 2)

    async def note_starts(self, _: SessionStarts) -> None: ...

    async def free_leases(self) -> None:
        self.held = HeldLeases({}, 2, 1)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()


class Fast(SharedShards):
    renew_every = hurry = brisk = 0.001
    handover_timeout = 0.05


class Process:
    def __init__(self) -> None:
        self.shards, self.leases = Shards(), Leases()
        self.running = asyncio.Event()
        self.running.set()
        self.handled: list[int] = []
        made: Any = Fast
        self.sharing: SharedShards = made(
            self.shards,
            self.leases,
            take_step=_step,
            wait_for_answers=self.running.wait,
            handle=lambda event: self.handled.append(int(event["id"])),
        )
        self.shards.complete = self.sharing.mark_ready
        self._ticks, loop = 0.0, asyncio.get_running_loop()
        loop.time = lambda: self._ticks  # type: ignore[method-assign] # it passes by ticks alone

    def press(self, shard: int, number: int) -> None:
        if self.sharing.let_in({"id": str(number), SHARD: shard}):
            self.handled.append(number)

    async def tick(self) -> None:
        """Let a millisecond pass for all that waits in the event loop."""
        self._ticks += 0.001
        await asyncio.sleep(0)

    async def until(self, fact: Callable[[], bool]) -> None:
        for _ in range(10_000):
            if fact():
                return
            await self.tick()
        raise AssertionError("ten seconds have not brought it about")

    async def done(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        await self.until(task.done)
        await task

    async def rounds(self) -> None:
        """Let some looks at the leases pass."""
        seen = len(self.leases.told)
        await self.until(lambda: len(self.leases.told) > seen + 3)


async def _step(_: str, step: Callable[[], Awaitable[Any]]) -> None:
    await step()


@pytest.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    monkeypatch.setattr(shared_shards, "steady_seconds", CLOCK)
    made = Process()
    await made.sharing.begin_sharing(None)
    await made.until(lambda: made.sharing.serves_guild(0) and made.sharing.serves_guild(1 << 22))
    yield made
    await made.sharing.free_leases()


async def test_a_lease_counts_from_before_it_was_asked_for(process: Process) -> None:
    sharing, leases = process.sharing, process.leases
    leases.slow = 4.0
    await process.until(lambda: CLOCK.now > 100)
    leases.away, leases.slow = StoreError("away"), 0.0
    for _ in range(20):
        await process.tick()
    before = sharing.is_live
    CLOCK.now += SharedShards.lease_seconds - SharedShards.safety_margin - 4.0
    assert (before, sharing.is_live) == (True, False), "before anything else has run"
    assert not sharing.serves_guild(0)


async def test_all_shards_go_while_the_database_is_away_and_come_later(process: Process) -> None:
    process.leases.away = StoreError("away")
    CLOCK.now += SharedShards.lease_seconds
    await process.until(lambda: not process.shards.connected)
    assert process.sharing.is_spare
    told = "no shards: the database is away"
    await process.until(lambda: process.sharing.describe_shards() == told)
    process.leases.away = None
    await process.until(
        lambda: process.sharing.serves_guild(0) and process.sharing.serves_guild(1 << 22)
    )
    assert process.shards.errors == []


async def test_a_shard_that_another_had_meanwhile_is_connected_anew(process: Process) -> None:
    process.leases.held = HeldLeases({0: 1}, 1, 2)
    await process.until(lambda: process.shards.connected == [0])
    assert not process.sharing.serves_guild(1 << 22)
    process.leases.held = HeldLeases({0: 1, 1: 3}, 2, 1)
    await process.until(lambda: process.sharing.serves_guild(1 << 22))
    process.leases.held = HeldLeases({0: 1, 1: 5}, 2, 1)
    await process.until(lambda: process.sharing._lease_numbers == {0: 1, 1: 5})
    await process.until(lambda: process.shards.connected == [0, 1])


ASKED_FOR = HeldLeases({0: 1, 1: 1}, 1, 2, claimed=frozenset({1}))
"""Another process is about to take a shard of this one."""
READY = replace(ASKED_FOR, ready=frozenset({1}))


async def test_the_holder_serves_a_shard_until_its_heir_is_ready(process: Process) -> None:
    process.leases.held = ASKED_FOR
    await process.rounds()
    process.press(1, 7)
    assert process.handled == [7]
    assert process.sharing.serves_guild(1 << 22)
    assert process.leases.offers == []
    process.leases.takes = True
    process.leases.held = READY
    await process.until(lambda: process.shards.connected == [0])
    assert process.leases.offers == [(1, 1, [7])]
    process.press(1, 8)
    assert process.handled == [7]
    assert not process.sharing.serves_guild(1 << 22)
    assert process.sharing.serves_guild(0)


async def test_a_shard_is_offered_once_its_answers_are_out_or_late(process: Process) -> None:
    process.running.clear()
    process.leases.takes = True
    process.leases.held = READY
    await process.until(lambda: not process.sharing.serves_guild(1 << 22))
    assert process.leases.offers == []
    process.press(1, 7)
    process.press(0, 8)
    assert process.handled == [8], "the heir handles the other one"
    await process.until(lambda: process.leases.offers == [(1, 1, [])])
    await process.until(lambda: process.shards.connected == [0])
    assert process.handled == [8]


async def test_a_shard_that_its_heir_leaves_stays_with_all_that_has_come(process: Process) -> None:
    process.leases.held = READY
    await process.until(lambda: len(process.leases.offers) == 1)
    for number in (7, 8):
        process.press(1, number)
    assert process.handled == []
    assert process.sharing.requests_a_second == 25, "the heir may have its part already"
    await process.until(lambda: process.sharing.serves_guild(1 << 22))
    assert process.handled == [7, 8]
    assert process.shards.connected == [0, 1]
    assert process.sharing._lease_numbers == {0: 1, 1: 2}


@pytest.mark.parametrize("takes", [False, True])
async def test_after_an_offer_of_unknown_fate_one_goes_on(process: Process, *, takes: bool) -> None:
    process.leases.lost, process.leases.takes = StoreError("no answer"), takes
    process.leases.held = READY
    await process.until(lambda: len(process.leases.offers) == 1)
    await process.until(lambda: not process.sharing._offering)
    assert process.sharing.serves_guild(1 << 22) is not takes
    await process.rounds()
    assert process.shards.connected == ([0] if takes else [0, 1])


async def test_a_shard_that_is_not_connected_yet_goes_to_its_heir_at_once(process: Process) -> None:
    process.leases.takes = True
    process.shards.slow.clear()
    process.leases.held = HeldLeases({0: 1, 1: 2, 2: 1}, 2, 2)
    await process.until(lambda: process.shards.connected == [0])
    process.leases.held = replace(process.leases.held, claimed=frozenset({2}))
    await process.until(lambda: process.leases.offers == [(2, 1, [])])


async def test_an_heir_with_the_lease_handles_what_nobody_has_begun(process: Process) -> None:
    process.leases.held = HeldLeases({0: 1}, 1, 2)
    await process.until(lambda: process.shards.connected == [0])
    process.shards.served.clear()
    process.leases.told.clear()
    process.leases.held = HeldLeases({0: 1}, 2, 1, claims=frozenset({1}))
    await process.until(lambda: {"complete": {0, 1}, "leaving": False} in process.leases.told)
    process.press(1, 5)
    CLOCK.now += HeldInteractions.held_for + 0.1
    for number in (7, 8, 9):
        process.press(1, number)
    await process.rounds()
    assert (process.handled, process.shards.served) == ([], [])
    assert not process.sharing.serves_guild(1 << 22)
    process.leases.held = HeldLeases({0: 1, 1: 2}, 2, 1, begun={1: frozenset({8, 11})})
    await process.until(lambda: process.sharing.serves_guild(1 << 22))
    assert process.handled == [7, 9], "the first one is too old"
    assert process.shards.served == [1]
    for number in (10, 11):
        process.press(1, number)
    assert process.handled == [7, 9, 10], "the old holder got the last one earlier"


async def test_the_heir_of_a_dead_process_handles_only_what_comes_later(process: Process) -> None:
    for number, still_its_heir in ((2, True), (3, False)):
        process.leases.held = HeldLeases({0: 1}, 2, 1, claims=frozenset({1}))
        await process.until(lambda: not process.sharing.serves_guild(1 << 22))
        await process.until(lambda: process.shards.connected == [0, 1])
        process.press(1, 7)
        if not still_its_heir:
            process.leases.held = HeldLeases({0: 1}, 1, 2)
            await process.until(lambda: process.shards.connected == [0])
            process.press(1, 8)
        begun = {} if still_its_heir else {1: frozenset[int]()}
        process.leases.held = HeldLeases({0: 1, 1: number}, 2, 1, begun=begun)
        await process.until(lambda: process.sharing.serves_guild(1 << 22))
        assert process.handled == []


async def test_a_spare_parts_at_once_also_while_the_database_is_away(process: Process) -> None:
    process.leases.held = HeldLeases({}, 0, 2)
    assert process.sharing.describe_shards().startswith("shards 0")
    await process.until(lambda: process.sharing.is_spare)
    assert process.sharing.describe_shards() == "spare: other processes have all 2 shards"
    process.leases.away = StoreError("away")
    await process.done(process.sharing.release_shards())


async def test_a_process_parts_once_others_have_all_it_had(process: Process) -> None:
    parting = asyncio.create_task(process.sharing.release_shards())
    await process.until(lambda: process.leases.told[-1]["leaving"])
    process.leases.takes = True
    for shard in (0, 1):
        process.press(shard, shard)
        assert not parting.done()
        held = dict.fromkeys(process.leases.held.numbers, 1)
        claimed, ready = frozenset(held), frozenset({shard})
        process.leases.held = HeldLeases(held, 0, 2, claimed=claimed, ready=ready)
        await process.until(lambda shard=shard: shard not in process.shards.connected)  # type: ignore[misc]  # the default is its type
    await process.done(parting)
    assert process.handled == [0, 1]
    assert process.sharing.is_spare


@pytest.mark.parametrize("staying", [0, None])
async def test_a_process_parts_with_its_shards_if_nobody_can_take_them_or_does_in_time(
    process: Process, staying: int | None
) -> None:
    held = HeldLeases({0: 1, 1: 1}, 0, 2)
    process.leases.held = held if staying is None else replace(held, processes=1, staying=0)
    process.sharing.release_timeout = 0.05 if staying is None else process.sharing.release_timeout
    await process.done(process.sharing.release_shards())
    assert process.sharing.serves_guild(0)


async def test_requests_are_shared_by_shards_and_by_living_processes(process: Process) -> None:
    bot: Any = PatientBot()
    assert bot._requests_a_second() == 50, "a process that shares nothing has all"
    bot.sharing = process.sharing
    assert bot._requests_a_second() == 50
    process.leases.held = HeldLeases({0: 1, 1: 1}, 2, 2)
    await process.until(lambda: bot._requests_a_second() == 45)
    process.leases.held = HeldLeases({0: 1}, 1, 2)
    await process.until(lambda: bot._requests_a_second() == 25)
    process.leases.held = HeldLeases({}, 0, 3)
    await process.until(lambda: bot._requests_a_second() == 3)


async def test_a_process_makes_few_requests_before_and_after_its_leases(process: Process) -> None:
    process.leases.held = HeldLeases({0: 1, 1: 1}, 2, 2)
    await process.until(lambda: process.sharing.requests_a_second == 45)
    CLOCK.now += SharedShards.lease_seconds
    assert process.sharing.requests_a_second == 5

    class Sharing(PatientBot):
        def leases(self) -> Any:
            return Leases()

    bot = Sharing()
    await bot._prepare_once()
    assert bot._requests_a_second() == 5


async def test_an_error_in_a_handover_or_of_the_leases_ends_the_bot(process: Process) -> None:
    process.leases.lost = ValueError("no")
    process.leases.held = READY
    await process.until(lambda: len(process.shards.errors) == 1)
    process.leases.away = ValueError("no")
    await process.until(lambda: len(process.shards.errors) > 1)


async def test_nothing_that_arrives_without_a_lease_is_handled(process: Process) -> None:
    arrived: list[Any] = []
    bot: Any = PatientBot()
    bot.loop = asyncio.get_running_loop()
    bot.arrive = arrived.append
    bot.sharing = process.sharing
    come = bot._connection.parsers["INTERACTION_CREATE"]
    come({**press(), SHARD: 0})
    assert len(arrived) == 1
    CLOCK.now += SharedShards.lease_seconds
    come({**press(), SHARD: 0})
    assert len(arrived) == 1


class Passing:
    def __init__(self) -> None:
        self.now = 0.0
        self.handled: list[int] = []
        self.presses = HeldInteractions(
            lambda it: self.handled.append(int(it["id"])), lambda: self.now
        )

    def hold(self, *numbers: int, shard: int = 0) -> None:
        for number in numbers:
            self.presses.hold_interaction(event(number, shard))


def event(number: int, shard: int = 0) -> dict[str, Any]:
    return {"id": str(number), SHARD: shard}


@pytest.fixture
def passing() -> Passing:
    return Passing()


def test_what_is_held_is_handled_in_order_once_and_counts_as_begun(passing: Passing) -> None:
    passing.hold(3, 1, 2)
    passing.hold(4, shard=1)
    passing.presses.release(0, {1})
    passing.presses.release(0, {1})
    assert passing.handled == [3, 2]
    assert passing.presses.begun_interactions(0) == [3, 2]


def test_of_too_many_the_newest_are_held_and_none_that_is_too_old(passing: Passing) -> None:
    passing.presses.max_held = 3
    passing.hold(1, 2, 3, 4)
    passing.presses.release(0, ())
    assert passing.handled == [2, 3, 4]
    passing.hold(5)
    passing.now = HeldInteractions.held_for + 0.1
    passing.presses.release(0, ())
    assert passing.handled == [2, 3, 4]


def test_what_was_begun_here_or_elsewhere_is_known_for_some_seconds(passing: Passing) -> None:
    assert passing.presses.begin_interaction(event(1))
    assert passing.presses.begin_interaction(event(2, shard=1))
    passing.presses.release(0, {5})
    assert not passing.presses.begin_interaction(event(5))
    assert passing.presses.begin_interaction(event(5, shard=1))
    passing.now = HeldInteractions.remembered_for + 0.1
    assert passing.presses.begin_interaction(event(5))
    assert passing.presses.begun_interactions(0) == [5]
    assert passing.presses.begun_interactions(1) == []
