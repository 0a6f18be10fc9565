"""Leases on a real server: each shard has one holder, and a lease ends by the server's clock."""

from __future__ import annotations

import asyncio

import pytest

from prowlerbot.service.doctor import Doctor
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.leases import Leases, Misfit, Starts


@pytest.fixture
def kind() -> str:
    return "postgres"


async def test_two_that_ask_at_once_never_get_the_same_shard(database: Database) -> None:
    both = [Leases(database) for _ in range(2)]
    assert await asyncio.gather(*(it.settle(7, fixed=False) for it in both)) == [7, 7]
    for _ in range(3):
        held = await asyncio.gather(*(it.renew(20) for it in both))
        shards = [shard for each in held for shard in each.numbers]
        assert len(shards) == len(set(shards))
        for leases, each in zip(both, held, strict=True):
            surplus = {shard: each.numbers[shard] for shard in each.give_back}
            await leases.give_back(surplus)
    assert sorted([len((await it.renew(20)).numbers) for it in both]) == [3, 4]


async def test_the_number_of_a_lease_rises_with_each_new_holder_alone(database: Database) -> None:
    one, other = Leases(database), Leases(database)
    for leases in (one, other):
        await leases.settle(1, fixed=False)
    assert (await one.renew(20)).numbers == (await one.renew(20)).numbers == {0: 1}
    assert (await other.renew(20)).numbers == {}
    assert not await other.are_free()
    await one.leave()
    assert await other.are_free()
    assert (await other.renew(20)).numbers == {0: 2}


async def test_a_lease_that_was_not_renewed_goes_to_another(database: Database) -> None:
    dead, other = Leases(database), Leases(database)
    for leases in (dead, other):
        await leases.settle(2, fixed=False)
    await dead.renew(0.2)
    held = await other.renew(20)
    assert (held.numbers, held.processes) == ({}, 2)
    await asyncio.sleep(0.25)
    held = await other.renew(20)
    assert (held.numbers, held.processes) == ({0: 2, 1: 2}, 1)
    await dead.give_back({0: 1})
    await dead.leave()
    assert (await other.renew(20)).numbers == {0: 2, 1: 2}, "too late to free anything"


async def test_the_number_of_shards_changes_only_while_nobody_lives(database: Database) -> None:
    running, newcomer = Leases(database), Leases(database)
    assert await running.settle(4, fixed=False) == 4
    await running.renew(20)
    assert await newcomer.settle(8, fixed=False) == 4
    with pytest.raises(Misfit, match="SHARDS is 8, but the running processes share 4"):
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
    assert sorted(await asyncio.gather(*(it.identify(0, 0.3) for it in both))) == [False, True]
    assert await both[0].identify(1, 0.3)
    await asyncio.sleep(0.35)
    assert await both[1].identify(0, 0.3)


async def test_the_doctor_says_what_no_process_serves_and_how_many_sessions_are_left(
    database: Database,
) -> None:
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


async def test_a_process_ends_once_a_newer_version_has_raised_the_schema(
    database: Database,
) -> None:
    old = Leases(database)
    await old.settle(1, fixed=False)
    await old.renew(20)
    await database.write("UPDATE schema_version SET version = version + 1")
    with pytest.raises(Misfit, match="A newer version"):
        await old.renew(20)
