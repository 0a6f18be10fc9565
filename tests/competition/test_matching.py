"""Matchings of the greatest weight, against all matchings and against networkx."""

from __future__ import annotations

import random
from collections.abc import Sequence

import networkx as nx
import pytest

from prowlerbot.competition.matching import heaviest

Weights = list[list[int]]


def graph(rng: random.Random, size: int, density: float, most: int) -> Weights:
    weights = [[0] * size for _ in range(size)]
    for one in range(size):
        for two in range(one):
            if rng.random() < density:
                weights[one][two] = weights[two][one] = rng.randint(0, most)
    return weights


def weight_of(weights: Weights, partners: Sequence[int | None]) -> int:
    """The weight of a matching, which has to be one."""
    total = 0
    for vertex, partner in enumerate(partners):
        if partner is not None:
            assert partners[partner] == vertex != partner
            assert weights[vertex][partner] > 0
            total += weights[vertex][partner]
    assert total % 2 == 0
    return total // 2


def best_of_all(weights: Weights, free: frozenset[int]) -> int:
    """The greatest weight, by trying every matching."""
    if len(free) < 2:
        return 0
    first = min(free)
    rest = free - {first}
    with_mate = [weights[first][mate] + best_of_all(weights, rest - {mate}) for mate in rest]
    return max(best_of_all(weights, rest), *with_mate)


def test_no_matching_weighs_more_than_the_one_found() -> None:
    rng = random.Random(1)
    for _ in range(300):
        size = rng.randint(1, 8)
        weights = graph(rng, size, rng.random(), rng.choice([1, 3, 100]))
        found = weight_of(weights, heaviest(weights))
        assert found == best_of_all(weights, frozenset(range(size)))


@pytest.mark.parametrize("most", [2, 20, 10**6, 10**40])
def test_the_weight_of_large_matchings_is_that_of_networkx(most: int) -> None:
    rng = random.Random(most)
    for _ in range(40):
        size = rng.randint(9, 30)
        weights = graph(rng, size, rng.uniform(0.1, 1), most)
        pairs = [(one, two) for one in range(size) for two in range(one) if weights[one][two]]
        known = nx.Graph()
        known.add_weighted_edges_from((one, two, weights[one][two]) for one, two in pairs)
        expected = sum(weights[one][two] for one, two in nx.max_weight_matching(known))
        assert weight_of(weights, heaviest(weights)) == expected


def test_without_a_positive_weight_nobody_is_matched() -> None:
    assert heaviest([]) == []
    assert heaviest([[0, 0], [0, 0]]) == [None, None]
