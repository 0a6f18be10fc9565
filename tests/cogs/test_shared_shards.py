"""A process serves a shard only while its lease is surely valid, by its own clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from cogs.connection import shared_shards
from cogs.connection.patient_bot import PatientBot
from cogs.connection.shared_shards import PassingPresses, SharedShards
from cogs.discord_py.shards import SHARD
from prowlerbot.core.errors import StoreError
from prowlerbot.storage.leases import Held
from tests.cogs.shards import CLOCK, Leases, Process
from tests.discord_py.client import press


@pytest.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    monkeypatch.setattr(shared_shards, "steady", CLOCK)
    made = Process()
    await made.sharing.begin_sharing(None)
    await made.until(lambda: made.sharing.owns(0) and made.sharing.owns(1 << 22))
    yield made
    await made.sharing.leave()


async def test_a_lease_counts_from_before_it_was_asked_for(process: Process) -> None:
    sharing, leases = process.sharing, process.leases
    leases.slow = 4.0
    await process.until(lambda: CLOCK.now > 100)
    leases.away, leases.slow = StoreError("away"), 0.0
    for _ in range(20):
        await process.tick()
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
    told = "no shards: the database is away"
    await process.until(lambda: process.sharing.in_words() == told)
    process.leases.away = None
    await process.until(lambda: process.sharing.owns(0) and process.sharing.owns(1 << 22))
    assert process.shards.errors == []


async def test_a_shard_that_another_process_had_meanwhile_is_connected_anew(
    process: Process,
) -> None:
    process.leases.held = Held({0: 1}, 1, 2)
    await process.until(lambda: process.shards.connected == [0])
    assert not process.sharing.owns(1 << 22)
    process.leases.held = Held({0: 1, 1: 3}, 2, 1)
    await process.until(lambda: process.sharing.owns(1 << 22))
    process.leases.held = Held({0: 1, 1: 5}, 2, 1)
    await process.until(lambda: process.sharing._numbers == {0: 1, 1: 5})
    await process.until(lambda: process.shards.connected == [0, 1])


ASKED_FOR = Held({0: 1, 1: 1}, 1, 2, claimed=frozenset({1}))
"""Another process is about to take a shard of this one."""
READY = replace(ASKED_FOR, ready=frozenset({1}))


async def test_the_holder_serves_a_shard_until_its_heir_is_ready(process: Process) -> None:
    process.leases.held = ASKED_FOR
    await process.rounds()
    process.press(1, 7)
    assert process.handled == [7]
    assert process.sharing.owns(1 << 22)
    assert process.leases.offers == []
    process.leases.takes = True
    process.leases.held = READY
    await process.until(lambda: process.shards.connected == [0])
    assert process.leases.offers == [(1, 1, [7])]
    process.press(1, 8)
    assert process.handled == [7]
    assert not process.sharing.owns(1 << 22)
    assert process.sharing.owns(0)


async def test_a_shard_is_offered_once_its_answers_are_out_or_have_taken_too_long(
    process: Process,
) -> None:
    process.running.clear()
    process.leases.takes = True
    process.leases.held = READY
    await process.until(lambda: not process.sharing.owns(1 << 22))
    assert process.leases.offers == []
    process.press(1, 7)
    process.press(0, 8)
    assert process.handled == [8], "the heir handles the other one"
    await process.until(lambda: process.leases.offers == [(1, 1, [])])
    await process.until(lambda: process.shards.connected == [0])
    assert process.handled == [8]


async def test_a_shard_that_its_heir_does_not_take_stays_with_all_that_has_come_meanwhile(
    process: Process,
) -> None:
    process.leases.held = READY
    await process.until(lambda: len(process.leases.offers) == 1)
    for number in (7, 8):
        process.press(1, number)
    assert process.handled == []
    assert process.sharing.requests_a_second == 25, "the heir may have its part already"
    await process.until(lambda: process.sharing.owns(1 << 22))
    assert process.handled == [7, 8]
    assert process.shards.connected == [0, 1]
    assert process.sharing._numbers == {0: 1, 1: 2}


@pytest.mark.parametrize("takes", [False, True])
async def test_after_an_offer_whose_fate_is_unknown_exactly_one_goes_on(
    process: Process, *, takes: bool
) -> None:
    process.leases.lost, process.leases.takes = StoreError("no answer"), takes
    process.leases.held = READY
    await process.until(lambda: len(process.leases.offers) == 1)
    await process.until(lambda: not process.sharing._offering)
    assert process.sharing.owns(1 << 22) is not takes
    await process.rounds()
    assert process.shards.connected == ([0] if takes else [0, 1])


async def test_a_shard_that_is_not_connected_yet_goes_to_its_heir_at_once(
    process: Process,
) -> None:
    process.leases.takes = True
    process.shards.slow.clear()
    process.leases.held = Held({0: 1, 1: 2, 2: 1}, 2, 2)
    await process.until(lambda: process.shards.connected == [0])
    process.leases.held = replace(process.leases.held, claimed=frozenset({2}))
    await process.until(lambda: process.leases.offers == [(2, 1, [])])


async def test_an_heir_handles_once_it_has_the_lease_what_the_old_holder_has_not_begun(
    process: Process,
) -> None:
    process.leases.held = Held({0: 1}, 1, 2)
    await process.until(lambda: process.shards.connected == [0])
    process.shards.served.clear()
    process.leases.told.clear()
    process.leases.held = Held({0: 1}, 2, 1, claims=frozenset({1}))
    await process.until(lambda: {"complete": {0, 1}, "leaving": False} in process.leases.told)
    process.press(1, 5)
    CLOCK.now += PassingPresses.held_for + 0.1
    for number in (7, 8, 9):
        process.press(1, number)
    await process.rounds()
    assert (process.handled, process.shards.served) == ([], [])
    assert not process.sharing.owns(1 << 22)
    process.leases.held = Held({0: 1, 1: 2}, 2, 1, begun={1: frozenset({8, 11})})
    await process.until(lambda: process.sharing.owns(1 << 22))
    assert process.handled == [7, 9], "the first one is too old"
    assert process.shards.served == [1]
    for number in (10, 11):
        process.press(1, number)
    assert process.handled == [7, 9, 10], "the old holder got the last one earlier"


async def test_the_heir_of_a_dead_process_handles_only_what_comes_later(process: Process) -> None:
    process.leases.held = Held({0: 1}, 2, 1, claims=frozenset({1}))
    await process.until(lambda: not process.sharing.owns(1 << 22))
    await process.until(lambda: process.shards.connected == [0, 1])
    process.press(1, 7)
    process.leases.held = Held({0: 1, 1: 2}, 2, 1)
    await process.until(lambda: process.sharing.owns(1 << 22))
    process.press(1, 8)
    assert process.handled == [8]


async def test_a_spare_parts_at_once_also_while_the_database_is_away(process: Process) -> None:
    process.leases.held = Held({}, 0, 2)
    await process.until(lambda: process.sharing.is_spare)
    process.leases.away = StoreError("away")
    await process.done(process.sharing.part())


async def test_an_heir_no_more_lets_go_of_the_connection_and_of_what_it_has_held(
    process: Process,
) -> None:
    process.leases.held = Held({0: 1}, 2, 1, claims=frozenset({1}))
    await process.until(lambda: not process.sharing.owns(1 << 22))
    await process.until(lambda: process.shards.connected == [0, 1])
    process.press(1, 7)
    process.leases.held = Held({0: 1}, 1, 2)
    await process.until(lambda: process.shards.connected == [0])
    process.press(1, 8)
    process.leases.held = Held({0: 1, 1: 3}, 2, 1, begun={1: frozenset()})
    await process.until(lambda: process.sharing.owns(1 << 22))
    assert process.handled == []


async def test_a_process_parts_once_others_have_all_it_had(process: Process) -> None:
    parting = asyncio.create_task(process.sharing.part())
    await process.until(lambda: process.leases.told[-1]["leaving"])
    process.leases.takes = True
    for shard in (0, 1):
        process.press(shard, shard)
        assert not parting.done()
        held = dict.fromkeys(process.leases.held.numbers, 1)
        process.leases.held = Held(held, 0, 2, claimed=frozenset(held), ready=frozenset({shard}))
        await process.until(lambda shard=shard: shard not in process.shards.connected)  # type: ignore[misc]  # the default is its type
    await process.done(parting)
    assert process.handled == [0, 1]
    assert process.sharing.is_spare


async def test_a_process_parts_at_once_if_there_is_no_other(process: Process) -> None:
    process.leases.held = Held({0: 1, 1: 1}, 0, 1, staying=0)
    await process.done(process.sharing.part())
    assert process.sharing.owns(0)


async def test_a_process_parts_with_its_shards_if_nobody_takes_them_in_time(
    process: Process,
) -> None:
    process.leases.held = Held({0: 1, 1: 1}, 0, 2)
    process.sharing.parting = 0.05
    await process.done(process.sharing.part())
    assert process.sharing.owns(0)


async def test_requests_are_shared_by_the_shards_and_by_the_processes_that_live(
    process: Process,
) -> None:
    bot: Any = PatientBot()
    assert bot._requests_a_second() == 50, "a process that shares nothing has all"
    bot.sharing = process.sharing
    assert bot._requests_a_second() == 50
    process.leases.held = Held({0: 1, 1: 1}, 2, 2)
    await process.until(lambda: bot._requests_a_second() == 45)
    process.leases.held = Held({0: 1}, 1, 2)
    await process.until(lambda: bot._requests_a_second() == 25)
    process.leases.held = Held({}, 0, 3)
    await process.until(lambda: bot._requests_a_second() == 3)


async def test_a_process_that_lost_its_leases_makes_few_requests_before_it_knows_more(
    process: Process,
) -> None:
    process.leases.held = Held({0: 1, 1: 1}, 2, 2)
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
    CLOCK.now += SharedShards.lease
    come({**press(), SHARD: 0})
    assert len(arrived) == 1
