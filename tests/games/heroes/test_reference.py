"""The rules against the reference: every field of the JSON record, over many matches.

The first set of tests plays some matches that together reach every line of the rules, the full set
all; ``HEROES_MATCHES=1000`` in the environment says how many.
"""

import copy
import json
import os
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

import pytest

from prowlerbot.core.errors import BadRecord
from prowlerbot.core.game import LEAVE, AnyState
from prowlerbot.core.record import Made, Record
from prowlerbot.core.record_json import to_json
from prowlerbot.games.heroes import Heroes
from tests.games.heroes import reference
from tests.games.heroes.players import PLAYERS, kind, play_out
from tests.games.heroes.reference_walk import ACTING
from tests.games.play import numbers_of_matches
from tests.games.test_perft import HEROES as COUNTED

FIRST = (*range(9), 11, 13, 16, 18, 20, 27, 32, 33, 35, 39)
"""Together they reach every line, and every way between lines, that all of the 48 reach."""
QUICK = 1000
"""So many sequences are counted by the reference."""
MATCHES = int(os.environ.get("HEROES_MATCHES", "48"))

SELDOM = (
    "reveal take remove patch store buy buyg ready cell guard gold armg armw pass payg payw lose"
)

SETUPS = [
    "/".join(options)
    for options in product(
        "1234", ("brisk", "turns", "live"), ("guided", "free"), ("full", "short")
    )
]
random.Random("any order").shuffle(SETUPS)


@lru_cache(maxsize=len(FIRST))
def drawn_match(number: int) -> reference.Recorder:
    """The match with this number; in some of them players leave."""
    rng = random.Random(f"heroes {number}")
    player = PLAYERS[rng.choice(list(PLAYERS))]
    leaving = rng.choice((0, 0, 0.001, 0.01))
    return play_out(SETUPS[number % len(SETUPS)], rng, player, leaving=leaving)


def as_record(played: reference.Recorder) -> Record:
    made = (
        Made(state["seat"], entry if isinstance(entry, str) else entry[1])
        for entry, state in zip(played.moves, played.states, strict=True)
    )
    return Record(Heroes(), played.match.setup, tuple(made))


def written(value: object) -> Any:
    """As it is once it has been written down as JSON."""
    return json.loads(json.dumps(value))


def secrets(position: AnyState, seats: range) -> dict[str, Any]:
    """The notes of the reference beside the record."""
    concealed = position.concealed if position.outcome is None else {}
    return {
        "concealed": dict(concealed),
        "may leave": [seat for seat in seats if position.leave(seat) is not None],
        "seen": [written(position.view(viewer).seen.facts()) for viewer in (None, *seats)]
        if concealed
        else [],
    }


def difference(stated: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    """The first one between two records, told here as pytest would compare them for minutes."""
    for ply, states in enumerate(zip(stated["states"], expected["states"], strict=True)):
        for field in expected["states"][ply]:
            one, other = (state.get(field) for state in states)
            if one != other:
                line = stated["setup"], expected["moves"][: ply + 1]
                return f"{field} is {one} in the rules, {other} in the reference after {line}"
    fields = [field for field in {**stated, **expected} if stated.get(field) != expected.get(field)]
    return f"{fields} of {stated['setup']}, {expected['moves']}" if fields else ""


@numbers_of_matches(FIRST, MATCHES, pieces=4)
def test_the_rules_and_the_reference_write_the_same_records(numbers: Sequence[int]) -> None:
    for number in numbers:
        played = drawn_match(number)
        record = as_record(played)
        try:
            stated = written(to_json(record, states=True))
        except BadRecord as error:
            pytest.fail(f"{error} {record.setup}, {played.moves}")
        found = difference(stated, played.record())
        assert not found
        seats = range(1, len(played.match.seats) + 1)
        for position, expected in zip(record.states(), played.secrets, strict=True):
            assert secrets(position, seats) == expected, (number, record.setup)


def test_the_reference_counts_the_sequences_that_the_rules_state() -> None:
    for setup, line, counts in COUNTED:
        match = reference.Match(setup)
        for text in line:
            (seat,) = match.to_move()
            match.play(seat, str(text))
        quick = [count for count in counts if count < QUICK]
        assert [sequences(match, depth) for depth in range(1, len(quick) + 1)] == quick, setup


def sequences(match: reference.Match, depth: int) -> int:
    if depth == 1:
        return sum(len(match.legal(seat)) for seat in match.to_move())
    count = 0
    for seat in match.to_move():
        for text in match.legal(seat):
            after = copy.deepcopy(match)
            after.play(seat, text)
            count += sequences(after, depth - 1)
    return count


def test_these_matches_have_what_is_rare() -> None:
    kinds, maps, left, decided = Counter[str](), Counter[str](), set[str](), set[str]()
    for number in FIRST:
        played = drawn_match(number)
        phase, map_ = "planning" if played.match.setup.endswith("short") else "build", ""
        for entry, state in zip(played.moves, played.states, strict=True):
            text = entry if isinstance(entry, str) else entry[1]
            if text == LEAVE:
                left.add(phase)
            elif state["seat"]:
                kinds[kind(text)] += 1
                maps[map_] += text in {
                    *ACTING,
                    *(each for each in state["legal"] if each[0] == ">"),
                }
            elif text[0] == "m":
                map_ = text
            phase = state["phase"]
        decided.add(played.match.summary()["result"]["by"])
    assert set(kinds) >= set(SELDOM.split())
    assert sum(maps.values()) >= 20, "invaders raise questions"
    assert len(+maps) >= 6, "on different maps"
    assert left == {"build", "invasion", "planning"}
    assert decided >= {"treasure", "shared", "left", "none"}
