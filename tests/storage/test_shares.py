"""Who serves which shards: evenly, with few moves, and each shard once."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from prowlerbot.storage.shares import Lease, requests_a_second, shard_of, share

NOW, LATER = 1_000, 2_000


def leases(*holders: str) -> list[Lease]:
    return [Lease(shard, who, 1, LATER if who else 0) for shard, who in enumerate(holders)]


def counts(held: list[Lease], processes: str) -> list[int]:
    return sorted(sum(each.holder == who for each in held) for who in processes)


def test_one_process_takes_all() -> None:
    found = share(leases("", "", ""), "a", "a", NOW)
    assert found.take == {0, 1, 2}
    assert found.give_back == set()
    assert found.due == 3


def test_a_newcomer_gets_its_share_once_others_have_given_it_back() -> None:
    held = leases("a", "a", "a", "a")
    assert share(held, "ab", "b", NOW).take == set()
    assert share(held, "ab", "a", NOW).give_back == {2, 3}, "it keeps them until it has let go"
    assert share(held, "ab", "a", NOW).keep == {0, 1, 2, 3}
    assert share(leases("a", "a", "", ""), "ab", "b", NOW).take == {2, 3}


def test_only_a_lease_that_has_ended_is_free() -> None:
    held = [Lease(0, "a", 1, NOW + 1), Lease(1, "a", 1, NOW)]
    assert share(held, "b", "b", NOW).take == {1}


def test_a_remainder_stays_where_it_is() -> None:
    held = leases("b", "b", "a")
    for who in "ab":
        assert share(held, "ab", who, NOW).give_back == set()
        assert share(held, "ab", who, NOW).take == set()


def test_a_process_too_many_is_a_spare() -> None:
    assert share(leases("a", "b"), "abc", "c", NOW).due == 0


@pytest.mark.parametrize("seed", range(20))
def test_shares_become_even_whatever_comes_and_goes_and_then_rest(seed: int) -> None:
    rng = random.Random(seed)
    held = [Lease(shard, "", 0, 0) for shard in range(rng.randint(1, 20))]
    for processes in ("a", "abc", "abcd", "bd", "bdef", "e"):
        held = [each if each.holder in processes else Lease(each.shard, "", 0, 0) for each in held]
        for _ in range(6):
            for who in rng.sample(processes, len(processes)):
                found = share(held, processes, who, NOW)
                assert not found.take & {it.shard for it in held if it.holder}
                assert found.give_back <= found.keep
                for shard in found.take:
                    held[shard] = Lease(shard, who, 0, LATER)
                for shard in found.give_back:
                    held[shard] = Lease(shard, "", 0, 0)
        assert all(each.holder for each in held)
        least, *_, most = [*counts(held, processes), *counts(held, processes)]
        assert most - least <= 1
        for who in processes:
            found = share(held, processes, who, NOW)
            assert not found.take | found.give_back


def test_the_shard_of_a_server_is_as_discord_computes_it() -> None:
    assert [shard_of((number << 22) + 12345, 4) for number in range(6)] == [0, 1, 2, 3, 0, 1]
    assert shard_of(0, 4) == 0


@pytest.mark.parametrize("shards", [1, 2, 7, 64])
def test_one_process_may_make_all_requests(shards: int) -> None:
    assert requests_a_second(shards, shards, 1) == 50


def test_a_spare_may_make_a_few_requests_and_leaves_the_rest_to_the_others() -> None:
    assert [requests_a_second(own, 1, 2) for own in (1, 0)] == [45, 5]
    assert [requests_a_second(own, 4, 3) for own in (2, 2, 0)] == [23, 23, 3]


@pytest.mark.parametrize("seed", range(20))
def test_all_parts_together_are_never_more_than_discord_takes(seed: int) -> None:
    rng = random.Random(seed)
    processes, shards = rng.randint(1, 10), rng.randint(1, 40)
    held = Counter(rng.randrange(processes + 1) for _ in range(shards))  # the last has no process
    parts = [requests_a_second(held[each], shards, processes) for each in range(processes)]
    assert sum(parts) <= 50
    assert min(parts) >= 1


def test_even_the_last_of_very_many_processes_may_make_a_request() -> None:
    assert requests_a_second(0, 1, 1000) == 1
