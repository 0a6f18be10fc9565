"""The rules against the reference: every field of the JSON record, over thousands of matches.

The first set of tests plays some matches that together reach every line of the rules, the full set
all; ``LANDGRAB_MATCHES=2000`` in the environment says how many.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from functools import lru_cache

from prowlerbot.core.game import LEAVE
from prowlerbot.core.record import Record, to_json
from prowlerbot.games.landgrab.rules import Position
from tests.games.landgrab import reference, reference_record
from tests.games.landgrab.matches import (
    CHOICES,
    INTO_JAM,
    JAM,
    LANDGRAB,
    entries,
    fighting,
    play_out,
    small_setup,
    stuck_evictions,
)
from tests.games.play import numbers_of_matches

FIRST = (*range(60), 80, 99, 110, 115, 150, 190, 216, 227, 228, 238)
"""Together they reach every line, and every way between lines, that all of the 240 reach."""
MATCHES = int(os.environ.get("LANDGRAB_MATCHES", "240"))

KINDS = ("together", "small", "drawn", "small", "fixed", "jam", "fixed", "small", "drawn", "fixed")
"""Of ten matches four are on small maps, and the one with the most work for the reference first."""


@lru_cache(maxsize=len(FIRST))
def drawn_match(number: int) -> tuple[Record, list[Position]]:
    """The match with this number; in many of them players may leave."""
    rng = random.Random(f"reference {number}")
    kind, seats = KINDS[number % len(KINDS)], rng.choice((2, 3, 4))
    leaving = rng.choice((0, 0, 0.005, 0.02, 0.05))
    choose = CHOICES[rng.choice(list(CHOICES))]
    match kind:
        case "jam":
            return play_out(JAM, rng, fighting, opening=INTO_JAM, leaving=leaving)
        case "small":
            return play_out(small_setup(rng, seats), rng, choose, leaving=leaving)
        case "fixed":
            kind = {2: "duel", 3: "mill", 4: rng.choice(("mill", "hall", "ring"))}[seats]
    return play_out(LANDGRAB.setup(rng, seats, {"map": kind}), rng, choose, leaving=leaving)


@numbers_of_matches(FIRST, MATCHES, pieces=4)
def test_the_rules_and_the_reference_write_the_same_records(numbers: Sequence[int]) -> None:
    for number in numbers:
        record, positions = drawn_match(number)
        stated = to_json(record, states=True)
        assert stated == reference_record.replay(record.setup, entries(record)), number
        match = reference.Match(record.setup)
        for position, entry in zip(positions, [*entries(record), ""], strict=True):
            for seat in position.seats:
                may_leave = position.leave(seat) is not None
                assert may_leave is match.may_leave(seat), (number, seat)
            if entry:
                match.play(entry)


def test_these_matches_have_what_is_rare() -> None:
    left, stuck, ends, phases = 0, 0, set(), set()
    for number in FIRST:
        record, positions = drawn_match(number)
        left += any(made.text == LEAVE for made in record.moves)
        stuck += stuck_evictions(positions)
        ends.add(positions[-1].end)
        phases |= {
            before.phase
            for made, before in zip(record.moves, positions, strict=False)
            if made.text == LEAVE
        }
    assert left >= 3, "players leave"
    assert stuck >= 1, "pawns return to a spawn that nobody can leave"
    assert ends == {"last", "calm", "rounds"}
    assert phases == {"tiles", "buildings", "spawns", "turn", "eviction"}
