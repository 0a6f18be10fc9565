"""The rules against the reference: every field of the JSON record, over thousands of matches.

``make test`` plays a part of them; ``LANDGRAB_MATCHES=2000`` in the environment plays that many.
"""

from __future__ import annotations

import os
import random

import pytest

from prowlerbot.core.game import LEAVE
from prowlerbot.core.record import Record
from prowlerbot.core.record_json import to_json
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

PIECES = 24
"""The number of parts of the matches, so that test runners can share them."""
MATCHES = int(os.environ.get("LANDGRAB_MATCHES", "240"))

KINDS = ("together", "small", "drawn", "small", "fixed", "jam", "fixed", "small", "drawn", "fixed")
"""Of ten matches four are on small maps, and the one with the most work for the reference first."""


def drawn_match(rng: random.Random, number: int) -> tuple[Record, list[Position]]:
    """A match of the kind that has this number; in many of them players may leave."""
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


@pytest.mark.parametrize("piece", range(PIECES))
def test_the_rules_and_the_reference_write_the_same_records(piece: int) -> None:
    rng = random.Random(f"reference {piece}")
    for number in range(-(-MATCHES // PIECES)):
        record, _ = drawn_match(rng, piece + number)
        stated = to_json(record, states=True)
        assert stated == reference_record.replay(record.setup, entries(record)), record


def test_these_matches_have_what_is_rare() -> None:
    rng = random.Random("rare")
    left, stuck, ends, phases = 0, 0, set(), set()
    for number in range(150):
        record, positions = drawn_match(rng, number)
        left += any(made.text == LEAVE for made in record.moves)
        stuck += stuck_evictions(positions)
        ends.add(positions[-1].end)
        phases |= {
            before.phase
            for made, before in zip(record.moves, positions, strict=False)
            if made.text == LEAVE
        }
    assert left >= 12, "a tenth of the matches have players who leave"
    assert stuck >= 3, "pawns return to a spawn that nobody can leave"
    assert ends == {"last", "calm", "rounds"}
    assert phases == {"tiles", "buildings", "spawns", "turn", "eviction"}


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_the_reference_lets_the_same_seats_leave(kind: int) -> None:
    record, positions = drawn_match(random.Random(kind), kind)
    match = reference.Match(record.setup)
    for position, entry in zip(positions, [*entries(record), ""], strict=True):
        for seat in position.seats:
            assert (position.leave(seat) is not None) is match.may_leave(seat)
        if entry:
            match.play(entry)
