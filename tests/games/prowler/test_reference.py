"""The rules against the reference: every field of the JSON record, over thousands of matches.

``make test`` plays a part of them; ``PROWLER_MATCHES=2000`` in the environment plays that many.
"""

from __future__ import annotations

import os
import random

import pytest

from prowlerbot.core.record_json import to_json
from prowlerbot.games.prowler.board import pathways_in
from prowlerbot.games.prowler.passages import longest_passage
from tests.games.prowler import reference
from tests.games.prowler.matches import (
    PROWLER,
    Choice,
    any_move,
    keeping_together,
    play_out,
    record_of,
)

PIECES = 20
"""The number of parts of the matches, so that test runners can share them."""
MATCHES = int(os.environ.get("PROWLER_MATCHES", "1000"))


@pytest.mark.parametrize("piece", range(PIECES))
def test_the_rules_and_the_reference_write_the_same_records(piece: int) -> None:
    rng = random.Random(f"reference {piece}")
    choose: Choice = keeping_together if piece % 4 == 0 else any_move
    for _ in range(-(-MATCHES // PIECES)):
        record = record_of(play_out(PROWLER.setup(rng, 2, {}), rng, choose))
        moves = [made.text for made in record.moves]
        assert to_json(record, states=True) == reference.replay(record.setup, moves)


def test_the_longest_passage_of_networks_of_every_size() -> None:
    rng = random.Random(13)
    for size in range(19):
        for _ in range(8 if size > 15 else 40):
            network = rng.sample(range(1, 28), size)
            mask = sum(1 << pathway for pathway in network)
            longest = reference.longest_passage(frozenset(network))
            assert longest_passage(mask) == longest, pathways_in(mask)
