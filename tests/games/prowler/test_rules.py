"""The rules against the reference, scoring, and what is shown before a marker is chosen."""

import json
import math
import os
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prowlerbot.core.errors import BadSetup
from prowlerbot.core.record_json import to_json
from prowlerbot.games.prowler import board, thinking
from prowlerbot.games.prowler.board import longest_passage, longest_trail_mask
from prowlerbot.games.prowler.position import BOARD_HEXES, DISTRICTS, PLACEMENTS, Track, parse_setup
from prowlerbot.games.prowler.rules import (
    Position,
    Score,
    district_wealth,
    requirement_reached,
    score,
    set_wealth,
)
from renderer.prowler.board import draw_board, draw_choice
from tests.games.play import numbers_of_matches
from tests.games.prowler import reference
from tests.games.prowler.matches import (
    EXAMPLE,
    HEXES,
    PROWLER,
    TILES,
    any_move,
    keeping_together,
    play_out,
    record_of,
    setup,
)

# ---------------------------------------------------------- the value of a position for the machine


def test_districts_are_worth_what_they_would_pay_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    rewards = thinking._reward_lead

    def listened(track: Track, one: Track, two: Track) -> int:
        told.append(rewards(track, one, two))
        return told[-1]

    monkeypatch.setattr(thinking, "_reward_lead", listened)
    for seed in range(12):
        for position in _positions(seed):
            thinking.value(position)
            one, two = (district_wealth(position, seat) for seat in (1, 2))
            expected = sum(each or 0 for each in one) - sum(each or 0 for each in two)
            assert told[-1] == expected, seed


def test_it_is_worth_something_to_place_next() -> None:
    for position in _positions(5):
        other = position._replace(setup=replace(position.setup, start=3 - position.setup.start))
        first, second = sorted((position, other), key=lambda each: each.seat)
        assert thinking.value(first)[0] > thinking.value(second)[0]


def test_wealth_from_mid_game_scoring_counts_in_full() -> None:
    for position in (each for seed in range(8) for each in _positions(seed) if each.mid):
        half = position.half
        assert half is not None
        one, two = (score.total for score in position.mid or ())
        empty = half._replace(passages=(0, 0), track=(0,) * 5, statues=("", ""))
        even = position._replace(half=empty)
        leads = [thinking.forecast(each, 0, random.Random(1))[1][0] for each in (position, even)]
        assert leads[0] - leads[1] == pytest.approx(one - two, abs=1e-3)


def test_the_progress_to_a_whole_district_counts_only_those_that_can_still_be_owned() -> None:
    rings, blocked = [it for it in reference.PATHWAYS_AROUND.values() if len(it) == 4], 0
    for position in _positions(3):
        own, other = ({*board.pathways_in(it)} for it in position.passages)
        counts = [len(ring & own) for ring in rings if not ring & other]
        assert requirement_reached(position, 1, 4) == max(counts, default=0)
        blocked += max(len(ring & own) for ring in rings) > max(counts, default=0)
    assert blocked


def _positions(seed: int, *, shovels_last: bool = False) -> list[Position]:
    """Of a random match; the shovels may be left lying as long as there is anything else."""
    rng = random.Random(seed)
    state = PROWLER.start(PROWLER.setup(rng, 2, {}))
    found = []
    while not state.over:
        others = [move for move in state.legal if move.marker is None or not shovels_last]
        state = state.after(state.seat, rng.choice(others or state.legal))
        found.append(state)
    return found[:-1]


def lying(tiles: Mapping[int, str], rest: str) -> Position:
    """A position on a board where these tiles lie on these pathways and the rest elsewhere."""
    others = iter(rest)
    return PROWLER.start(setup(tiles="".join(tiles.get(it) or next(others) for it in range(1, 28))))


def test_the_rulebooks_example_scores_67_by_the_rules_and_by_the_reference() -> None:
    items = dict(zip((1, 2, 4, 8, 10, 9, 17, 25, 27), "rrrrmmmpb", strict=True))
    michael = lying(items, "bbbbbpppppmmrddddd")._replace(
        track=(1, -1, 2, 3, 0),
        passages=(mask(*items), 0),
        statues=("EIK", ""),
        achievements=((1, 9), ()),
    )
    assert score(michael, 1, final=True) == Score(14, 3, 18, 25, 7)
    assert score(michael, 1, final=True).total == 67
    assert district_wealth(michael, 1) == (6, None, 10, 9, None)
    assert score(michael, 1, final=False) == Score(14, 3, 18, 25, 0), "without achievements"
    assert reference.score(
        longest=7,
        statues=3,
        items={"b": 1, "p": 1, "m": 3, "r": 4},
        shovels=0,
        positions={"B": 1, "P": -1, "M": 2, "R": 3, "C": 0},
        cards=[1, 9],
        final=True,
    ) == [14, 3, 18, 25, 7]


FIRST = (*range(120), 191, 267, 271, 346, 374, 399, 638)
"""Together they reach every line, and every way between lines, that the first 400 reach; and each
rule decides one: wealth, the longer passage, more districts (638), or nothing (271).
"""


@numbers_of_matches(FIRST, int(os.environ.get("PROWLER_MATCHES", "1000")), pieces=4)
def test_the_rules_and_the_reference_write_the_same_records(numbers: Sequence[int]) -> None:
    for number in numbers:
        rng = random.Random(f"reference {number}")
        choose = any_move if number % 4 else keeping_together
        record = record_of(play_out(PROWLER.setup(rng, 2, {}), rng, choose))
        moves = [made.text for made in record.moves]
        assert to_json(record, states=True) == reference.replay(record.setup, moves), number


def test_the_longest_passage_of_networks_of_every_size_is_a_trail_within_them() -> None:
    rng = random.Random(13)
    for size in range(19):
        for _ in range(8 if size > 15 else 40):
            network = rng.sample(range(1, 28), size)
            mask = sum(1 << pathway for pathway in network)
            longest = reference.longest_passage(frozenset(network))
            assert longest_passage(mask) == longest, network
            trail = longest_trail_mask(mask)
            assert trail & mask == trail, network
            assert trail.bit_count() == longest_passage(trail) == longest, network


# ------------------------------------------------------------------------------------- scoring


def mask(*pathways: int) -> int:
    return sum(1 << pathway for pathway in pathways)


def test_sets_are_worth_what_the_chart_says_which_goes_on_beyond_seven() -> None:
    chart = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]
    assert [set_wealth(items) for items in range(12)] == chart
    eleven = dict.fromkeys(range(1, 12), "b")
    position = lying(eleven, "pppppmmmrrrddddd")._replace(passages=(mask(*eleven), 0))
    assert score(position, 1, final=False).items == 66


def test_the_option_first_fixes_the_seat_that_starts_and_nothing_else_is_taken() -> None:
    rng = random.Random(7)
    for options, starts in (({"first": "1"}, {"1"}), ({"first": "2"}, {"2"}), ({}, {"1", "2"})):
        assert {PROWLER.setup(rng, 2, options)[-1] for _ in range(40)} == starts
    for players, wrong, told in (
        *((2, {"first": value}, "not possible") for value in ("3", "", "one", "1/1")),
        (2, {"colour": "red"}, "no option “colour”"),
        *((players, {}, f"not for {players} players") for players in (0, 1, 3)),
    ):
        with pytest.raises(BadSetup, match=told):
            PROWLER.setup(rng, players, wrong)


def test_a_set_up_reads_back_as_it_was_written() -> None:
    rng = random.Random(5)
    for text in (EXAMPLE, *(PROWLER.setup(rng, 2, {}) for _ in range(300))):
        assert str(parse_setup(text)) == text


@given(st.text(alphabet=DISTRICTS + "bpmrdw-/,12 ", max_size=70))
def test_any_other_text_is_refused_as_a_set_up(text: str) -> None:
    with pytest.raises(BadSetup, match="not possible"):
        PROWLER.start(text)


def test_there_are_ten_hexes_and_each_turns_three_ways() -> None:
    rng = random.Random(6)
    drawn = Counter(it for _ in range(400) for it in parse_setup(PROWLER.setup(rng, 2, {})).hexes)
    assert {"".join(sorted(hex_)) for hex_ in drawn} == {"".join(sorted(h)) for h in BOARD_HEXES}
    assert len(drawn) == 30
    assert len(BOARD_HEXES) == 10


CARDS = "2,5,14"


def test_two_items_lie_up_as_often_as_their_tiles_allow_and_shovel_tiles_in_any_way() -> None:
    # b and p together are on 4 + 4 + 3 + 4 + 3 + … tiles: all but the four that show m and r.
    assert PROWLER.start(f"{HEXES}/{'b' * 9}{'p' * 9}{'m' * 4}dwdwd/{CARDS}/1")
    with pytest.raises(BadSetup):
        PROWLER.start(f"{HEXES}/{'b' * 10}{'p' * 9}{'m' * 3}dwdwd/{CARDS}/1")
    for shovels in ("ddddd", "wwwww", "dwwww"):
        assert PROWLER.start(f"{HEXES}/{TILES[:22]}{shovels}/{CARDS}/1"), shovels


def test_the_board_is_that_of_the_table_with_pathways_in_reading_order() -> None:
    def lies_at(point: tuple[int, int], row: Mapping[str, float]) -> bool:
        # In units of the hex side, x to the right and y down, hex 1 at the origin.
        found = point[0] * math.sqrt(3) / 2, point[1] / 2
        return found == pytest.approx((row["x"], row["y"]), abs=1e-3)

    for centre, row in zip(board.HEXES, TABLE["hexes"], strict=True):
        assert lies_at(centre, row)
    for intersection, row in zip(board.INTERSECTIONS, TABLE["intersections"], strict=True):
        assert lies_at(intersection.point, row)
        assert (intersection.name, intersection.statue) == (row["id"], row["statue"])
        assert board.pathways_in(intersection.pathways) == row["pathways"]
    names = [f"{area.hex}:{board.SLOTS[area.slot]}" for area in board.AREAS]
    for pathway, row in zip(board.PATHWAYS, TABLE["pathways"], strict=True):
        assert (pathway.number, list(pathway.ends)) == (row["pathway"], row["ends"])
        assert sorted(names[area] for area in pathway.areas) == sorted(row["areas"])
    found = dict(zip(names, map(board.pathways_in, board.AREA_PATHWAYS), strict=True))
    assert found == {row["area"]: row["pathways"] for row in TABLE["areas"]}
    lines = [each.line for each in board.PATHWAYS]
    middles = [tuple(a + b for a, b in zip(*line, strict=True))[::-1] for line in lines]
    assert middles == sorted(middles)
    assert board.pathways_in(board.ALL_PATHWAYS) == list(range(1, 28))


BAD = [
    ("", "four parts HEXES/TILES/CARDS/START, this has 1"),
    (f"{EXAMPLE}/1", "this has 5"),
    (f"{HEXES}/{TILES}/{CARDS}/3", "start seat must be 1 or 2, not “3”"),
    (f"{HEXES}/{TILES}/{CARDS}/1\n", "start seat"),
    (f"{HEXES[:-4]}/{TILES}/{CARDS}/1", "six hexes, this has 5"),
    (f"{HEXES}-BPM/{TILES}/{CARDS}/1", "six hexes, this has 7"),
    (f"BPP{HEXES[3:]}/{TILES}/{CARDS}/1", "hex 1 is “BPP”"),
    (f"{HEXES[:-3]}BRX/{TILES}/{CARDS}/1", "hex 6 is “BRX”"),
    (f"{HEXES[:-3]}MPB/{TILES}/{CARDS}/1", "hex 6 has the same three districts as hex 1"),
    (f"{HEXES}/{TILES[:-1]}/{CARDS}/1", "27 tiles, this has 26"),
    (f"{HEXES}/{TILES[:8]}x{TILES[9:]}/{CARDS}/1", "tile on pathway 9 is “x”"),
    (f"{HEXES}/{'b' * 22}dwdwd/{CARDS}/1", "cannot show these faces"),
    (f"{HEXES}/{'b' * 11}{'p' * 11}dwdwd/{CARDS}/1", "cannot show these faces"),
    (f"{HEXES}/{TILES}/2,5/1", "three achievement ids from 1 to 15, this has “2,5”"),
    (f"{HEXES}/{TILES}/2,5,16/1", "three achievement ids"),
    (f"{HEXES}/{TILES}/2, 5,14/1", "three achievement ids"),
    (f"{HEXES}/{TILES}/5,2,14/1", "must be different and rise, this has “5,2,14”"),
]


def test_a_bad_set_up_is_refused_and_what_is_wrong_is_named() -> None:
    for text, problem in BAD:
        with pytest.raises(BadSetup) as refusal:
            PROWLER.start(text)
        assert problem in str(refusal.value), (text, problem)
        assert len(str(refusal.value)) < 500, (text, problem)
        assert str(refusal.value).isprintable(), (text, problem)


# ---------------------------------------------------------------------------------------- the board


TABLE = json.loads((Path(__file__).parent / "board.json").read_text(encoding="utf-8"))


def test_a_wild_shovel_digs_and_scores_nothing_before_a_marker_is_chosen() -> None:
    seen = set()
    for state in (each for seed in range(5) for each in _positions(seed, shovels_last=True)):
        for move in (move for move in state.legal if move.pathway and move.marker == 0):
            pending = state.preview_of(move.pathway)
            assert pending.passages[state.seat - 1] >> move.pathway & 1
            assert sum(pending.tiles_of(state.seat)) == sum(state.tiles_of(state.seat)) + 1
            assert (pending.achievements, pending.half) == (state.achievements, state.half)
            assert pending.seat == state.seat, "the same player is to choose"
            assert pending.outcome is None, "not even by the last passage"
            for marker in range(len(DISTRICTS)):
                chosen = state.after(state.seat, move._replace(marker=marker)).lead(state.seat)
                there = pending.lead(state.seat)
                assert chosen == tuple(at + (each == marker) for each, at in enumerate(there))
            seen.add(state.ply)
            if len(seen) == 1:
                shown = draw_choice(state, move.pathway, ("Ada", "Ben"))
                boards = {draw_board(each, ("Ada", "Ben")) for each in (state, pending)}
                assert shown not in boards
                assert len(shown) < 180_000
    assert PLACEMENTS in seen, "the last passage is among them"


def test_a_marker_is_worth_more_on_ones_side_and_one_that_is_lost_promises_least() -> None:
    def shifted(position: Position, district: int, at: int) -> Position:
        track = tuple(at if each == district else 0 for each in range(5))
        return position._replace(track=track)  # type: ignore[arg-type] # five numbers

    for district in range(5):
        for position in _positions(3):
            values = [thinking.value(shifted(position, district, at))[0] for at in (-1, 0, 1)]
            assert values == sorted(values)
            assert values[0] < values[2], district
        position = _positions(1)[0]
        wild = [move for move in position.legal if move.marker is not None]
        for seat, lost in ((1, -30), (2, 30)):
            afar = shifted(position, district, lost)
            promised = dict(zip(wild, thinking.prior(afar, seat, wild), strict=True))
            assert all(promised[it._replace(marker=district)] <= promised[it] for it in wild)
