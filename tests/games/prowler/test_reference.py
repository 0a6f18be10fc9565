"""The rules against the reference: every field of the JSON record, over thousands of matches.

The first set of tests plays some matches that together reach every line of the rules, the full set
all; ``PROWLER_MATCHES=2000`` in the environment says how many.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

from prowlerbot.core.record import to_json
from prowlerbot.games.prowler.board import longest, longest_passage, longest_trail, pathways_in
from tests.games.numbers import numbers_of_matches
from tests.games.prowler import reference
from tests.games.prowler.matches import PROWLER, any_move, keeping_together, play_out, record_of

FIRST = (*range(120), 191, 267, 271, 346, 374, 399)
"""Together they reach every line, and every way between lines, that the first 400 reach."""


@numbers_of_matches(FIRST, int(os.environ.get("PROWLER_MATCHES", "1000")), pieces=4)
def test_the_rules_and_the_reference_write_the_same_records(numbers: Sequence[int]) -> None:
    for number in numbers:
        rng = random.Random(f"reference {number}")
        choose = any_move if number % 4 else keeping_together
        record = record_of(play_out(PROWLER.setup(rng, 2, {}), rng, choose))
        moves = [made.text for made in record.moves]
        assert to_json(record, states=True) == reference.replay(record.setup, moves), number


def test_the_longest_passage_of_networks_of_every_size() -> None:
    rng = random.Random(13)
    for size in range(19):
        for _ in range(8 if size > 15 else 40):
            network = rng.sample(range(1, 28), size)
            mask = sum(1 << pathway for pathway in network)
            longest = reference.longest_passage(frozenset(network))
            assert longest_passage(mask) == longest, pathways_in(mask)


def test_the_trail_is_as_long_as_the_longest_passage_and_part_of_the_network() -> None:
    for seed in range(12):
        rng = random.Random(seed)
        for count in range(14):
            network = sum(1 << number for number in rng.sample(range(1, 28), count))
            trail = longest_trail(network)
            assert trail & network == trail, seed
            assert trail.bit_count() == longest(network) == longest(trail), seed
            assert longest_trail(network) == trail, seed
