"""Who serves which shards: evenly, with few moves, and each shard once."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from prowlerbot.service.heartbeat import shard_of
from prowlerbot.storage.leases import Lease, Shares, Stage, requests_a_second, share

NOW, LATER = 1_000, 2_000


def leases(*holders: str) -> list[Lease]:
    return [Lease(shard, who, 1, LATER if who else 0) for shard, who in enumerate(holders)]


def shares(held: list[Lease], staying: str, me: str) -> Shares:
    return share(held, {*staying}, me, NOW)


def counts(held: list[Lease], processes: str) -> list[int]:
    return sorted(sum(each.holder == who for each in held) for who in processes)


def claimed(held: list[Lease], heirs: dict[int, str], stage: Stage) -> list[Lease]:
    return [replace(it, heir=heirs.get(it.shard, it.heir), stage=stage) for it in held]


def test_a_newcomer_claims_its_share_and_takes_it_once_it_is_offered() -> None:
    held = leases("a", "a", "a", "a")
    found = shares(held, "ab", "b")
    assert not found.take
    assert found.claim == {2, 3}
    for stage in (Stage.CLAIMED, Stage.READY):
        waiting = claimed(held, {2: "b", 3: "b"}, stage)
        assert shares(waiting, "ab", "a").keep == {0, 1, 2, 3}, "the holder goes on"
        found = shares(waiting, "ab", "b")
        assert not found.take
        assert found.claim == {2, 3}
    offered = claimed(held, {2: "b", 3: "b"}, Stage.OFFERED)
    assert shares(offered, "ab", "b").take == {2, 3}
    assert shares(offered, "ab", "a").keep == {0, 1, 2, 3}, "until they are taken"


def test_a_process_that_is_about_to_end_takes_nothing_and_others_claim_all_it_has() -> None:
    held = leases("a", "a", "b", "")
    assert shares(held, "b", "a").keep == {0, 1}
    assert shares(held, "b", "a").take == set()
    found = shares(held, "b", "b")
    assert found.take == {3}
    assert found.claim == {0, 1}
    assert shares(held, "", "a").keep == {0, 1}, "nobody is left to claim them"


def test_what_its_heir_is_connected_to_goes_to_the_heir_when_the_holder_dies() -> None:
    dead = [Lease(0, "a", 1, NOW, heir="b"), Lease(1, "b", 1, LATER), Lease(2, "c", 1, LATER)]
    assert shares(dead, "bc", "c").take == set()
    assert shares(dead, "bc", "b").take == {0}
    assert shares(dead, "c", "c").take == {0}, "the heir is dead as well"


def test_claims_beyond_the_share_are_dropped_as_more_processes_come() -> None:
    leaving = claimed(leases("a", "a", "a", "a"), dict.fromkeys(range(4), "b"), Stage.CLAIMED)
    assert shares(leaving, "bc", "b").claim == {0, 1}
    assert shares(leaving, "bc", "c").claim == set(), "until the other has dropped them"


def test_a_share_that_is_on_its_way_is_not_claimed_twice() -> None:
    held = claimed(leases("a", "a", "a", "a"), {3: "b"}, Stage.CLAIMED)
    assert shares(held, "abc", "c").claim == {2}
    assert shares(held, "abc", "b").claim == {3}


def test_only_a_lease_that_has_ended_is_free() -> None:
    held = [Lease(0, "a", 1, NOW + 1), Lease(1, "a", 1, NOW)]
    assert shares(held, "b", "b").take == {1}


def test_a_process_too_many_is_a_spare() -> None:
    assert shares(leases("a", "b"), "abc", "c").due == 0


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


def test_one_process_may_make_all_requests() -> None:
    for shards in [1, 2, 7, 64]:
        assert requests_a_second(shards, shards, 1) == 50


def test_a_spare_may_make_a_few_requests_and_leaves_the_rest_to_the_others() -> None:
    assert [requests_a_second(own, 1, 2) for own in (1, 0)] == [45, 5]
    assert [requests_a_second(own, 4, 3) for own in (2, 2, 0)] == [23, 23, 3]


def test_all_parts_together_are_never_more_than_discord_takes() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        processes, shards = rng.randint(1, 10), rng.randint(1, 40)
        held = Counter(
            rng.randrange(processes + 1) for _ in range(shards)
        )  # the last has no process
        parts = [requests_a_second(held[each], shards, processes) for each in range(processes)]
        assert sum(parts) <= 50
        assert min(parts) >= 1


def test_even_the_last_of_very_many_processes_may_make_a_request() -> None:
    assert requests_a_second(0, 1, 1000) == 1
