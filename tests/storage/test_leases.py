"""Each shard has one holder, and a lease ends by the clock of the database's server.

A file has no leases. A clock that stands still is put in here, so that their rules are tested
without a server too.
"""

import asyncio
import random
from collections import Counter
from dataclasses import replace

import pytest

import prowlerbot.storage.leases as module
from prowlerbot.core.clock import shard_of
from prowlerbot.doctor import Doctor
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.leases import (
    HeldLeases,
    Lease,
    LeaseConflict,
    LeaseStore,
    SessionStarts,
    ShardCountConflict,
    Shares,
    Stage,
    requests_a_second,
    share_shards,
)

pytestmark = pytest.mark.both_databases
CLOCK = "1750000000000"


@pytest.fixture(autouse=True)
def clock(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if kind == "sqlite":
        for name in ("_NOW_SQL", "_NEEDS_RENEWAL"):
            told = getattr(module, name).replace(module._CLOCK_SQL, CLOCK)
            monkeypatch.setattr(module, name, told)


async def die(database: Database, leases: LeaseStore) -> None:
    """Let the time of a process that renews nothing pass."""
    ended = "UPDATE shard_leases SET held_until = 1 WHERE holder = $1"
    await database.write(ended, leases.holder)
    await database.write("UPDATE bot_processes SET seen_until = 1 WHERE id = $1", leases.holder)


def of(held: HeldLeases, *facts: str) -> tuple[object, ...]:
    return tuple(getattr(held, fact) for fact in facts)


async def test_two_that_ask_at_once_never_get_the_same_shard(database: Database) -> None:
    both = [LeaseStore(database) for _ in range(2)]
    assert await asyncio.gather(*(it.settle_count(7, fixed=False) for it in both)) == [7, 7]
    for _ in range(3):
        held = await asyncio.gather(*(it.renew(20) for it in both))
        shards = [shard for each in held for shard in each.numbers]
        assert len(shards) == len(set(shards))
        for leases, each in zip(both, held, strict=True):
            for shard in each.claimed:
                await leases.offer_shard(shard, each.numbers[shard], [])
        for leases in both:
            await leases.renew(20)
    assert sorted([len((await it.renew(20)).numbers) for it in both]) == [3, 4]


async def test_the_number_of_a_lease_rises_with_each_new_holder_alone(database: Database) -> None:
    one, other = LeaseStore(database), LeaseStore(database)
    for leases in (one, other):
        await leases.settle_count(1, fixed=False)
    assert (await one.renew(20)).numbers == (await one.renew(20)).numbers == {0: 1}
    assert (await other.renew(20)).numbers == {}
    assert not await other.needs_renewal()
    await one.free_leases()
    assert await other.needs_renewal()
    assert (await other.renew(20)).numbers == {0: 2}


async def test_a_lease_that_was_not_renewed_goes_to_another(database: Database) -> None:
    dead, other = LeaseStore(database), LeaseStore(database)
    for leases in (dead, other):
        await leases.settle_count(2, fixed=False)
    await dead.renew(20)
    held = await other.renew(20)
    assert of(held, "numbers", "processes") == ({}, 2)
    await die(database, dead)
    held = await other.renew(20)
    assert of(held, "numbers", "processes") == ({0: 2, 1: 2}, 1)
    assert not await dead.offer_shard(0, 1, [])
    assert not await dead.take_back_offer(0, 1)
    await dead.free_leases()
    assert (await other.renew(20)).numbers == {0: 2, 1: 2}, "too late to free anything"


async def claimed(database: Database) -> tuple[LeaseStore, LeaseStore]:
    """A process that is about to end, and the heir of its only shard."""
    old, heir = LeaseStore(database), LeaseStore(database)
    for leases in (old, heir):
        await leases.settle_count(1, fixed=False)
    assert (await old.renew(20)).numbers == {0: 1}
    assert (await heir.renew(20)).claims == set(), "its share is nothing"
    assert not await heir.needs_renewal()
    held = await old.renew(20, leaving=True)
    assert of(held, "numbers", "processes", "staying") == ({0: 1}, 2, 1)
    assert await heir.needs_renewal()
    held = await heir.renew(20)
    assert of(held, "numbers", "claims") == ({}, {0})
    return old, heir


async def test_a_shard_passes_to_a_ready_heir_once_its_holder_offers_it(database: Database) -> None:
    old, heir = await claimed(database)
    held = await old.renew(20, leaving=True)
    assert of(held, "numbers", "claimed", "ready") == ({0: 1}, {0}, set())
    assert not await old.needs_renewal()
    assert (await heir.renew(20, complete={0})).numbers == {}
    assert await old.needs_renewal()
    held = await old.renew(20, leaving=True)
    assert of(held, "numbers", "claimed", "ready") == ({0: 1}, {0}, {0})
    assert not await heir.needs_renewal()
    assert await old.offer_shard(0, 1, [7, 9])
    assert await old.is_mine(0, 1)
    assert await heir.needs_renewal()
    for _ in range(2):  # its first answer may have been lost
        held = await heir.renew(20, complete={0})
        assert of(held, "numbers", "claims", "begun") == ({0: 2}, set(), {0: {7, 9}})
    assert not await old.is_mine(0, 1)
    assert not await old.take_back_offer(0, 1)
    assert (await old.renew(20, leaving=True)).numbers == {}


async def test_an_offer_that_was_taken_back_is_void_even_if_it_is_late(database: Database) -> None:
    old, heir = await claimed(database)
    await heir.renew(20, complete={0})
    assert await old.offer_shard(0, 1, [7])
    assert await old.take_back_offer(0, 1)
    assert (await heir.renew(20)).numbers == {}
    assert (await old.renew(20, leaving=True)).numbers == {0: 2}
    assert not await old.offer_shard(0, 1, [7])
    held = await heir.renew(20, complete={0})
    assert of(held, "numbers", "claims") == ({}, {0}), "it may try again"
    assert (await old.renew(20, leaving=True)).ready == {0}
    assert await old.offer_shard(0, 2, [8])
    held = await heir.renew(20)
    assert of(held, "numbers", "begun") == ({0: 3}, {0: {8}})


async def test_an_offer_is_taken_or_taken_back_but_never_both(database: Database) -> None:
    old, heir = await claimed(database)
    number, taken = 1, 0
    while not taken:
        await heir.renew(20, complete={0})
        assert await old.offer_shard(0, number, [])
        held, back = await asyncio.gather(heir.renew(20), old.take_back_offer(0, number))
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
    assert not await old.offer_shard(0, 1, [])
    assert (await heir.renew(20)).claims == {0}
    held = await heir.renew(20, leaving=True)
    assert of(held, "claims", "staying") == (set(), 0), "all are about to end"
    await heir.renew(20, complete={0})
    await old.renew(20, leaving=True)
    await die(database, old)
    held = await heir.renew(20)
    assert of(held, "numbers", "begun") == ({0: 2}, {}), (
        "its holder has died, and what it has begun"
    )


async def test_shards_change_once_all_end_and_a_newer_schema_ends_one(database: Database) -> None:
    running, newcomer = LeaseStore(database), LeaseStore(database)
    assert await running.settle_count(4, fixed=False) == 4
    await running.renew(20)
    assert await newcomer.settle_count(8, fixed=False) == 4
    with pytest.raises(ShardCountConflict, match="SHARDS is 8, but the running processes share 4"):
        await newcomer.settle_count(8, fixed=True)
    await running.free_leases()
    assert await newcomer.settle_count(2, fixed=True) == 2
    assert set((await newcomer.renew(20)).numbers) == {0, 1}
    with pytest.raises(LeaseConflict, match="has to restart"):
        await running.renew(20)
    old = LeaseStore(database)
    await old.settle_count(1, fixed=False)
    await old.renew(20)
    await database.write("UPDATE schema_version SET version = version + 1")
    with pytest.raises(LeaseConflict, match="A newer version"):
        await old.renew(20)


async def test_one_shard_of_a_bucket_identifies_at_a_time(database: Database) -> None:
    both = [LeaseStore(database) for _ in range(2)]
    assert sorted(await asyncio.gather(*(it.claim_identify(0, 60) for it in both))) == [False, True]
    assert await both[0].claim_identify(1, 60)
    await database.write("UPDATE identify_times SET last = last - 59000")
    assert not await both[1].claim_identify(0, 60)
    await database.write("UPDATE identify_times SET last = last - 1000")
    assert await both[1].claim_identify(0, 60)


async def test_the_doctor_tells_unserved_shards_and_sessions_left(database: Database) -> None:
    database.remote = True  # only the doctor of a server looks at leases
    doctor = Doctor(database, None, lambda: 0)
    assert not [it for it in map(str, await doctor.findings()) if "hards" in it]
    one = LeaseStore(database)
    await one.settle_count(3, fixed=False)
    await one.renew(20)
    await one.note_starts(SessionStarts(99, 1000))
    found = {str(each): each.ok for each in await doctor.findings()}
    assert found["Shards without a process: 0 of 3; processes: 1"]
    assert not found["Session starts left when Discord last told: 99 of 1000 a day"]
    await one.free_leases()
    found = {str(each): each.ok for each in await doctor.findings()}
    assert not found["Shards without a process: 3 of 3; processes: 0"]


NOW, LATER = 1_000, 2_000


def leases(*holders: str) -> list[Lease]:
    return [Lease(shard, who, 1, LATER if who else 0) for shard, who in enumerate(holders)]


def shares(held: list[Lease], staying: str, me: str) -> Shares:
    return share_shards(held, {*staying}, me, NOW)


def counts(held: list[Lease], processes: str) -> list[int]:
    return sorted(sum(each.holder == who for each in held) for who in processes)


def test_others_claim_what_an_ending_process_has_and_heirs_what_a_dead_one_had() -> None:
    held = leases("a", "a", "b", "")
    assert shares(held, "b", "a").keep == {0, 1}
    assert shares(held, "b", "a").take == set()
    found = shares(held, "b", "b")
    assert found.take == {3}
    assert found.claim == {0, 1}
    assert shares(held, "", "a").keep == {0, 1}, "nobody is left to claim them"
    dead = [Lease(0, "a", 1, NOW, heir="b"), Lease(1, "b", 1, LATER), Lease(2, "c", 1, LATER)]
    assert shares(dead, "bc", "c").take == set(), "its heir is connected to it"
    assert shares(dead, "bc", "b").take == {0}
    assert shares(dead, "c", "c").take == {0}, "the heir is dead as well"
    claimed = [Lease(0, "a", 1, LATER), Lease(1, "b", 1, LATER, heir="a")]
    assert shares(claimed, "ab", "a").claim == set(), "it would have one too many"


def test_shares_become_even_whatever_comes_and_goes_and_then_rest() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        held = [Lease(shard, "", 0, 0) for shard in range(rng.randint(1, 20))]
        for alive, leaving in (("a", ""), ("abc", ""), ("abcd", "ac"), ("bd", ""), ("bdef", "b")):
            held = [it if it.holder in {*alive} else Lease(it.shard, "", 0, 0) for it in held]
            staying = "".join(who for who in alive if who not in leaving)
            held = [replace(it, heir=it.heir if it.heir in staying else "") for it in held]
            for _ in range(20):
                for who in rng.sample(alive, len(alive)):
                    decide(held, staying, who)
                for shard, lease in enumerate(held):  # heirs get ready and holders make offers
                    if lease.heir and rng.random() < 0.7:
                        held[shard] = replace(lease, stage=Stage.OFFERED)
            assert all(it.holder in {*staying} and not it.heir for it in held)
            least, *_, most = [*counts(held, staying), *counts(held, staying)]
            assert most - least <= 1
            before = [*held]
            for who in alive:
                decide(held, staying, who)
            assert held == before


def decide(held: list[Lease], staying: str, me: str) -> None:
    """Have a process take and claim what it may."""
    found = shares(held, staying, me)
    assert not found.take & {it.shard for it in held if it.holder and it.stage != Stage.OFFERED}
    assert not found.claim & {it.shard for it in held if it.heir not in {"", me}}
    for shard, lease in enumerate(held):
        if shard in found.take:
            held[shard] = Lease(shard, me, 0, LATER)
        elif shard in found.claim:
            held[shard] = replace(lease, heir=me)
        elif lease.heir == me:
            held[shard] = replace(lease, heir="", stage=Stage.CLAIMED)


def test_the_shard_of_a_server_is_as_discord_computes_it() -> None:
    assert [shard_of((number << 22) + 12345, 4) for number in range(6)] == [0, 1, 2, 3, 0, 1]
    assert shard_of(0, 4) == 0


def test_all_processes_make_as_many_requests_as_discord_takes_and_a_spare_a_few() -> None:
    for shards in [1, 2, 7, 64]:
        assert requests_a_second(shards, shards, 1) == 50
    assert [requests_a_second(own, 1, 2) for own in (1, 0)] == [45, 5]
    assert [requests_a_second(own, 4, 3) for own in (2, 2, 0)] == [23, 23, 3]
    assert requests_a_second(0, 1, 1000) == 1
    rng = random.Random(1)
    for _ in range(20):
        processes, shards = rng.randint(1, 10), rng.randint(1, 40)
        held = Counter(rng.randrange(processes + 1) for _ in range(shards))  # the last is nobody
        parts = [requests_a_second(held[each], shards, processes) for each in range(processes)]
        assert sum(parts) <= 50
        assert min(parts) >= 1
