"""Matches of Prowler's Passage and Landgrab whose every position, choice and score is known.

``known_matches.json`` has a digest of each. Slow second implementations of the rules, written after
the wording of the rulebooks, confirmed every field of their records. Heroes Beware has its own
in ``tests/games/heroes/reference.py``.

After a change of the rules ``python -m tests.games.test_known_matches`` writes them anew, and the
playthroughs tell what has changed.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from prowlerbot.core.game import LEAVE
from prowlerbot.core.record import Record, dumps, loads
from prowlerbot.games import GAMES
from prowlerbot.games.landgrab.rules import Position
from tests.games.landgrab import matches as landgrab
from tests.games.prowler import matches as prowler

FILE = Path(__file__).parent / "known_matches.json"
KINDS = ("together", "small", "drawn", "small", "fixed", "jam", "fixed", "small", "drawn", "fixed")
"""Of ten matches of Landgrab four are on small maps."""


@lru_cache(maxsize=80)
def landgrab_match(number: int) -> tuple[Record, Sequence[Position]]:
    """The match with this number; in many of them players may leave."""
    rng = random.Random(f"reference {number}")
    kind, seats = KINDS[number % len(KINDS)], rng.choice((2, 3, 4))
    leaving = rng.choice((0, 0, 0.005, 0.02, 0.05))
    choose = landgrab.CHOICES[rng.choice(list(landgrab.CHOICES))]
    match kind:
        case "jam":
            jam, opening = landgrab.JAM, landgrab.INTO_JAM
            return landgrab.play_out(jam, rng, landgrab.fighting, opening=opening, leaving=leaving)
        case "small":
            return landgrab.play_out(landgrab.small_setup(rng, seats), rng, choose, leaving=leaving)
        case "fixed":
            kind = {2: "duel", 3: "mill", 4: rng.choice(("mill", "hall", "ring"))}[seats]
    setup = landgrab.LANDGRAB.setup(rng, seats, {"map": kind})
    return landgrab.play_out(setup, rng, choose, leaving=leaving)


def prowler_match(number: int) -> tuple[Record, Sequence[Any]]:
    rng = random.Random(f"reference {number}")
    choose = prowler.any_move if number % 4 else prowler.keeping_together
    line = prowler.play_out(prowler.PROWLER.setup(rng, 2, {}), rng, choose)
    return prowler.record_of(line), line


MATCHES: dict[str, Callable[[int], tuple[Record, Sequence[Any]]]] = {
    "prowler": prowler_match,
    "landgrab": landgrab_match,
}
NUMBERS = {
    "prowler": (*range(120), 191, 267, 271, 346, 374, 399),
    "landgrab": (*range(60), 80, 99, 110, 115, 150, 190, 216, 227, 228, 238),
}
"""Together they reach every line of the rules, and every way between lines."""


def digest(game: str, number: int) -> str:
    """A few letters for the record with its states, all legal moves, and all who may leave."""
    record, line = MATCHES[game](number)
    told = hashlib.sha256(dumps(record, states=True).encode())
    seats = range(1, len(line[-1].outcome.ranks) + 1)
    for position in line:
        for seat in sorted(position.to_move):
            told.update(" ".join(sorted(map(str, position.moves(seat)))).encode())
        told.update(bytes(position.leave(seat) is not None for seat in seats))
    return told.hexdigest()[:8]


def digests(game: str) -> Iterator[tuple[int, str]]:
    return ((number, digest(game, number)) for number in NUMBERS[game])


@pytest.mark.parametrize("game", MATCHES)
def test_each_known_match_has_the_positions_choices_and_scores_that_it_had(game: str) -> None:
    known = json.loads(FILE.read_text(encoding="utf-8"))[game].split()
    changed = [
        number for (number, now), before in zip(digests(game), known, strict=True) if now != before
    ]
    assert not changed, "the rules have changed"


@pytest.mark.parametrize("game", MATCHES)
def test_a_record_with_its_states_is_verified_as_it_was_written(game: str) -> None:
    for number in NUMBERS[game][:6]:
        record = MATCHES[game](number)[0]
        assert loads(dumps(record, states=True), GAMES) == record


def test_the_known_matches_have_what_is_rare() -> None:
    left, stuck, ends, phases = 0, 0, set(), set()
    for record, positions in map(landgrab_match, NUMBERS["landgrab"]):
        left += any(made.text == LEAVE for made in record.moves)
        stuck += landgrab.stuck_evictions(positions)
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


if __name__ == "__main__":
    now = {game: " ".join(each for _, each in digests(game)) for game in MATCHES}
    FILE.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
