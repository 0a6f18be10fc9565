"""Each shard has one holder, and a lease ends by the clock of the database's server.

A file has no leases. A clock that stands still is put in here, so that their rules are tested
without a server too.
"""

from __future__ import annotations

import asyncio

import pytest

import prowlerbot.storage.leases as module
from prowlerbot.health.doctor import Doctor
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.leases import Held, Leases, Misfit, OtherShards, Starts

pytestmark = pytest.mark.both_databases
CLOCK = "1750000000000"


@pytest.fixture(autouse=True)
def clock(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if kind == "sqlite":
        for name in ("_NOW", "_MATTER"):
            told = getattr(module, name).replace(module._CLOCK, CLOCK)
            monkeypatch.setattr(module, name, told)


async def die(database: Database, leases: Leases) -> None:
    """Let the time of a process that renews nothing pass."""
    ended = "UPDATE shard_leases SET held_until = 1 WHERE holder = $1"
    await database.write(ended, leases.holder)
    await database.write("UPDATE bot_processes SET seen_until = 1 WHERE id = $1", leases.holder)


def of(held: Held, *facts: str) -> tuple[object, ...]:
    return tuple(getattr(held, fact) for fact in facts)


async def test_two_that_ask_at_once_never_get_the_same_shard(database: Database) -> None:
    both = [Leases(database) for _ in range(2)]
    assert await asyncio.gather(*(it.settle(7, fixed=False) for it in both)) == [7, 7]
    for _ in range(3):
        held = await asyncio.gather(*(it.renew(20) for it in both))
        shards = [shard for each in held for shard in each.numbers]
        assert len(shards) == len(set(shards))
        for leases, each in zip(both, held, strict=True):
            for shard in each.claimed:
                await leases.offer(shard, each.numbers[shard], [])
        for leases in both:
            await leases.renew(20)
    assert sorted([len((await it.renew(20)).numbers) for it in both]) == [3, 4]


async def test_the_number_of_a_lease_rises_with_each_new_holder_alone(database: Database) -> None:
    one, other = Leases(database), Leases(database)
    for leases in (one, other):
        await leases.settle(1, fixed=False)
    assert (await one.renew(20)).numbers == (await one.renew(20)).numbers == {0: 1}
    assert (await other.renew(20)).numbers == {}
    assert not await other.needs_renewal()
    await one.leave()
    assert await other.needs_renewal()
    assert (await other.renew(20)).numbers == {0: 2}


async def test_a_lease_that_was_not_renewed_goes_to_another(database: Database) -> None:
    dead, other = Leases(database), Leases(database)
    for leases in (dead, other):
        await leases.settle(2, fixed=False)
    await dead.renew(20)
    held = await other.renew(20)
    assert of(held, "numbers", "processes") == ({}, 2)
    await die(database, dead)
    held = await other.renew(20)
    assert of(held, "numbers", "processes") == ({0: 2, 1: 2}, 1)
    assert not await dead.offer(0, 1, [])
    assert not await dead.take_back(0, 1)
    await dead.leave()
    assert (await other.renew(20)).numbers == {0: 2, 1: 2}, "too late to free anything"


async def claimed(database: Database) -> tuple[Leases, Leases]:
    """A process that is about to end, and the heir of its only shard."""
    old, heir = Leases(database), Leases(database)
    for leases in (old, heir):
        await leases.settle(1, fixed=False)
    assert (await old.renew(20)).numbers == {0: 1}
    assert (await heir.renew(20)).claims == set(), "its share is nothing"
    assert not await heir.needs_renewal()
    held = await old.renew(20, leaving=True)
    assert of(held, "numbers", "processes", "staying") == ({0: 1}, 2, 1)
    assert await heir.needs_renewal()
    held = await heir.renew(20)
    assert of(held, "numbers", "claims") == ({}, {0})
    return old, heir


async def test_a_shard_passes_to_its_heir_once_that_is_ready_and_the_holder_offers_it(
    database: Database,
) -> None:
    old, heir = await claimed(database)
    held = await old.renew(20, leaving=True)
    assert of(held, "numbers", "claimed", "ready") == ({0: 1}, {0}, set())
    assert not await old.needs_renewal()
    assert (await heir.renew(20, complete={0})).numbers == {}
    assert await old.needs_renewal()
    held = await old.renew(20, leaving=True)
    assert of(held, "numbers", "claimed", "ready") == ({0: 1}, {0}, {0})
    assert not await heir.needs_renewal()
    assert await old.offer(0, 1, [7, 9])
    assert await old.is_mine(0, 1)
    assert await heir.needs_renewal()
    for _ in range(2):  # its first answer may have been lost
        held = await heir.renew(20, complete={0})
        assert of(held, "numbers", "claims", "begun") == ({0: 2}, set(), {0: {7, 9}})
    assert not await old.is_mine(0, 1)
    assert not await old.take_back(0, 1)
    assert (await old.renew(20, leaving=True)).numbers == {}


async def test_an_offer_that_was_taken_back_is_void_even_if_it_is_late(database: Database) -> None:
    old, heir = await claimed(database)
    await heir.renew(20, complete={0})
    assert await old.offer(0, 1, [7])
    assert await old.take_back(0, 1)
    assert (await heir.renew(20)).numbers == {}
    assert (await old.renew(20, leaving=True)).numbers == {0: 2}
    assert not await old.offer(0, 1, [7])
    held = await heir.renew(20, complete={0})
    assert of(held, "numbers", "claims") == ({}, {0}), "it may try again"
    assert (await old.renew(20, leaving=True)).ready == {0}
    assert await old.offer(0, 2, [8])
    held = await heir.renew(20)
    assert of(held, "numbers", "begun") == ({0: 3}, {0: {8}})


async def test_an_offer_is_taken_or_taken_back_but_never_both(database: Database) -> None:
    old, heir = await claimed(database)
    number, taken = 1, 0
    while not taken:
        await heir.renew(20, complete={0})
        assert await old.offer(0, number, [])
        held, back = await asyncio.gather(heir.renew(20), old.take_back(0, number))
        taken = len(held.numbers)
        assert taken == (not back)
        number += 1
        if number > 20:
            break


async def test_a_shard_whose_heir_has_died_or_leaves_has_none(database: Database) -> None:
    old, heir = await claimed(database)
    await heir.renew(20, complete={0})
    await die(database, heir)
    held = await old.renew(20, leaving=True)
    assert of(held, "numbers", "claimed", "staying") == ({0: 1}, set(), 0)
    assert not await old.offer(0, 1, [])
    assert (await heir.renew(20)).claims == {0}
    held = await heir.renew(20, leaving=True)
    assert of(held, "claims", "staying") == (set(), 0), "all are about to end"


async def test_the_heir_of_a_process_that_dies_takes_its_shard_and_not_what_it_has_begun(
    database: Database,
) -> None:
    old, heir = await claimed(database)
    await heir.renew(20, complete={0})
    await old.renew(20, leaving=True)
    await die(database, old)
    held = await heir.renew(20)
    assert of(held, "numbers", "begun") == ({0: 2}, {})


async def test_the_number_of_shards_changes_only_while_nobody_lives(database: Database) -> None:
    running, newcomer = Leases(database), Leases(database)
    assert await running.settle(4, fixed=False) == 4
    await running.renew(20)
    assert await newcomer.settle(8, fixed=False) == 4
    with pytest.raises(OtherShards, match="SHARDS is 8, but the running processes share 4"):
        await newcomer.settle(8, fixed=True)
    await running.leave()
    assert await newcomer.settle(2, fixed=True) == 2
    assert set((await newcomer.renew(20)).numbers) == {0, 1}
    with pytest.raises(Misfit, match="has to restart"):
        await running.renew(20)


async def test_one_shard_of_a_bucket_identifies_at_a_time_whichever_process_has_it(
    database: Database,
) -> None:
    both = [Leases(database) for _ in range(2)]
    assert sorted(await asyncio.gather(*(it.identify(0, 60) for it in both))) == [False, True]
    assert await both[0].identify(1, 60)
    await database.write("UPDATE identify_times SET last = last - 59000")
    assert not await both[1].identify(0, 60)
    await database.write("UPDATE identify_times SET last = last - 1000")
    assert await both[1].identify(0, 60)


async def test_the_doctor_says_what_no_process_serves_and_how_many_sessions_are_left(
    database: Database,
) -> None:
    database.remote = True  # only the doctor of a server looks at leases
    doctor = Doctor(database, None, lambda: 0)
    assert not [it for it in map(str, await doctor.findings()) if "hards" in it]
    one = Leases(database)
    await one.settle(3, fixed=False)
    await one.renew(20)
    await one.note_starts(Starts(99, 1000))
    found = {str(each): each.well for each in await doctor.findings()}
    assert found["Shards without a process: 0 of 3; processes: 1"]
    assert not found["Session starts left when Discord last told: 99 of 1000 a day"]
    await one.leave()
    found = {str(each): each.well for each in await doctor.findings()}
    assert not found["Shards without a process: 3 of 3; processes: 0"]


async def test_a_process_ends_once_a_newer_one_has_raised_the_schema(database: Database) -> None:
    old = Leases(database)
    await old.settle(1, fixed=False)
    await old.renew(20)
    await database.write("UPDATE schema_version SET version = version + 1")
    with pytest.raises(Misfit, match="A newer version"):
        await old.renew(20)
