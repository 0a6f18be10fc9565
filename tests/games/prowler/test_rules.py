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
from prowlerbot.games.prowler import Prowler, thinking
from prowlerbot.games.prowler.board import (
    ALL_PATHWAYS,
    AREA_PATHWAYS,
    AREAS,
    INTERSECTIONS,
    PATHWAYS,
    longest_passage,
    longest_trail,
    pathways_in,
)
from prowlerbot.games.prowler.board import HEXES as PLACES
from prowlerbot.games.prowler.position import (
    BOARD_HEXES,
    DISTRICTS,
    PLACEMENTS,
    Move,
    Track,
    parse_setup,
)
from prowlerbot.games.prowler.rules import (
    Position,
    Score,
    district_wealth,
    outcome,
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
    started,
)

# ------------------------------------------------------- a wild shovel before its marker is chosen


def choices(seed: int) -> list[tuple[Position, int]]:
    """Every choice that can be opened in a match, with its pathway."""
    rng = random.Random(seed)
    state = PROWLER.start(PROWLER.setup(rng, 2, {}))
    found = []
    while not state.over:
        wild = [move for move in state.legal if move.pathway and move.marker == 0]
        found += [(state, move.pathway) for move in wild]
        # The shovels are left lying as long as there is anything else.
        others = [move for move in state.legal if move.marker is None]
        state = state.after(state.seat, rng.choice(others or state.legal))
    return found


def test_each_choice_moves_one_marker_a_space_on_from_there() -> None:
    for seed in range(5):
        for state, pathway in choices(seed):
            pending = state.preview_of(pathway)
            for marker in range(len(DISTRICTS)):
                chosen = state.after(state.seat, Move(pathway, marker)).lead(state.seat)
                there = pending.lead(state.seat)
                assert chosen == tuple(at + (each == marker) for each, at in enumerate(there))


def test_the_passage_is_dug_and_the_tile_taken_but_nothing_is_claimed_or_scored() -> None:
    opened = [each for seed in range(5) for each in choices(seed)]
    assert any(state.ply == PLACEMENTS for state, _ in opened), "the last passage is among them"
    for state, pathway in opened:
        pending = state.preview_of(pathway)
        assert pending.passages[state.seat - 1] >> pathway & 1
        assert sum(pending.tiles_of(state.seat)) == sum(state.tiles_of(state.seat)) + 1
        assert (pending.achievements, pending.half) == (state.achievements, state.half)
        assert pending.seat == state.seat, "the same player is to choose"
        assert pending.outcome is None, "not even by the last passage"


def test_the_picture_shows_more_than_the_position_before_and_what_it_has_done() -> None:
    state, pathway = choices(1)[0]
    names = ("Ada", "Ben")
    shown = draw_choice(state, pathway, names)
    assert shown not in {draw_board(state, names), draw_board(state.preview_of(pathway), names)}
    assert len(shown) < 180_000


# ---------------------------------------------------------- the value of a position for the machine


def test_districts_are_worth_what_they_would_pay_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    rewards = thinking._rewards

    def listened(track: Track, one: Track, two: Track) -> int:
        told.append(rewards(track, one, two))
        return told[-1]

    monkeypatch.setattr(thinking, "_rewards", listened)
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
        even = position._replace(
            half=half._replace(passages=(0, 0), track=(0,) * 5, statues=("", ""))
        )
        leads = [thinking.forecast(each, 0, random.Random(1))[1][0] for each in (position, even)]
        assert leads[0] - leads[1] == pytest.approx(one - two, abs=1e-3)


def test_a_marker_on_ones_side_is_worth_something_in_each_district() -> None:
    for district in range(5):
        for position in _positions(3):
            tracks = []
            for at in (-1, 0, 1):
                track = [0] * 5
                track[district] = at
                tracks.append((track[0], track[1], track[2], track[3], track[4]))
            values = [thinking.value(position._replace(track=track))[0] for track in tracks]
            assert values == sorted(values), district
            assert values[0] < values[2], district


def test_a_marker_that_is_lost_for_good_promises_less_than_any_other() -> None:
    for seat in (1, 2):
        position = _positions(1)[0]
        wild = [move for move in position.legal if move.marker is not None]
        for lost in range(5):
            track = [0] * 5
            track[lost] = -30 if seat == 1 else 30
            afar = position._replace(track=(track[0], track[1], track[2], track[3], track[4]))
            promised = dict(zip(wild, thinking.prior(afar, seat, wild), strict=True))
            for move in wild:
                assert promised[move._replace(marker=lost)] <= promised[move], move


def _positions(seed: int) -> list[Position]:
    rng = random.Random(seed)
    game = Prowler()
    state = game.start(game.setup(rng, 2, {}))
    found = []
    while not state.over:
        state = state.after(state.seat, rng.choice(state.moves(state.seat)))
        found.append(state)
    return found[:-1]


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


def test_the_longest_passage_of_networks_of_every_size_is_a_trail_within_them() -> None:
    rng = random.Random(13)
    for size in range(19):
        for _ in range(8 if size > 15 else 40):
            network = rng.sample(range(1, 28), size)
            mask = sum(1 << pathway for pathway in network)
            longest = reference.longest_passage(frozenset(network))
            assert longest_passage(mask) == longest, network
            trail = longest_trail(mask)
            assert trail & mask == trail, network
            assert trail.bit_count() == longest_passage(trail) == longest, network


# ------------------------------------------------------------------------------------- scoring


def mask(*pathways: int) -> int:
    return sum(1 << pathway for pathway in pathways)


def with_tiles(lying: Mapping[int, str], rest: str) -> Position:
    """A position on a board where these tiles lie on these pathways and the rest elsewhere."""
    others = iter(rest)
    tiles = "".join(lying.get(number) or next(others) for number in range(1, 28))
    return PROWLER.start(setup(tiles=tiles))


LINE_OF_SEVEN = (1, 2, 4, 8, 10, 9, 17)


@pytest.fixture
def michael() -> Position:
    """The rulebook's scoring example; Michael has seat 1."""
    items = dict(zip((*LINE_OF_SEVEN, 25, 27), "rrrrmmmpb", strict=True))
    position = with_tiles(items, "bbbbbpppppmmrddddd")
    return position._replace(
        track=(1, -1, 2, 3, 0),
        passages=(mask(*items), 0),
        statues=("EIK", ""),
        achievements=((1, 9), ()),
    )


def test_the_rulebooks_example_scores_67(michael: Position) -> None:
    assert score(michael, 1, final=True) == Score(14, 3, 18, 25, 7)
    assert score(michael, 1, final=True).total == 67
    assert district_wealth(michael, 1) == (6, None, 10, 9, None)
    without_achievements = Score(14, 3, 18, 25, 0)
    assert score(michael, 1, final=False) == without_achievements


def test_the_reference_scores_the_rulebooks_example_alike() -> None:
    assert reference.score(
        longest=7,
        statues=3,
        items={"b": 1, "p": 1, "m": 3, "r": 4},
        shovels=0,
        positions={"B": 1, "P": -1, "M": 2, "R": 3, "C": 0},
        cards=[1, 9],
        final=True,
    ) == [14, 3, 18, 25, 7]


def test_sets_are_worth_what_the_chart_says_which_goes_on_beyond_seven() -> None:
    chart = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]
    assert [set_wealth(items) for items in range(12)] == chart
    lying = dict.fromkeys(range(1, 12), "b")
    position = with_tiles(lying, "pppppmmmrrrddddd")._replace(passages=(mask(*lying), 0))
    assert score(position, 1, final=False).items == 66


# -------------------------------------------------------------------------------- result


def finished(*, passages: tuple[int, int] = (0, 0), track: Track = (0, 0, 0, 0, 0)) -> Position:
    """A finished match by hand, with no other wealth than passages and districts give."""
    return started()._replace(ply=27, to_move=frozenset(), passages=passages, track=track)


def test_most_wealth_over_both_phases_wins() -> None:
    final = finished(passages=(mask(1), mask(2)), track=(1, 0, 0, 0, 0))
    result = outcome(final)
    assert (result.winner, result.by, result.totals) == (1, "wealth", (2 + 1 + 6, 2 + 1))
    half = finished(passages=(mask(9), mask(2, 3, 4, 5)))
    result = outcome(final._replace(half=half))
    mid = [score(half, seat, final=False).total for seat in (1, 2)]
    assert result.totals == (9 + mid[0], 3 + mid[1])
    assert (result.winner, result.by) == (2, "wealth")


def test_a_tie_in_wealth_goes_to_the_longer_passage() -> None:
    # Seat 1 has a line of three shovels, 6; seat 2 three items, no two together, and a statue.
    position = finished(passages=(mask(23, 24, 25), mask(1, 10, 19)))._replace(statues=("", "E"))
    assert outcome(position).totals == (6, 6)
    assert (outcome(position).winner, outcome(position).by) == (1, "passage")


def test_a_tie_in_passages_goes_to_more_districts() -> None:
    # Nothing but a passage each; P is worth 2 to seat 2, statues make up for it.
    position = finished(passages=(mask(24), mask(26)), track=(0, -1, 0, 0, 0))
    position = position._replace(statues=("EI", ""))
    assert outcome(position).totals == (4, 4)
    assert (outcome(position).winner, outcome(position).by) == (2, "districts")


def test_a_match_that_is_tied_in_everything_is_shared() -> None:
    result = outcome(finished(passages=(mask(24), mask(26))))
    assert (result.winner, result.by, result.totals) == (None, "shared", (2, 2))
    assert result.ranks == (1, 1)


def test_a_set_up_reads_back_as_it_was_written_and_is_accepted_by_the_reference() -> None:
    rng = random.Random(5)
    for text in (EXAMPLE, *(PROWLER.setup(rng, 2, {}) for _ in range(300))):
        assert str(parse_setup(text)) == text
        reference.check_setup(text)


@given(st.text(alphabet=DISTRICTS + "bpmrdw-/,12 ", max_size=70))
def test_any_other_text_is_refused_as_a_set_up(text: str) -> None:
    with pytest.raises(BadSetup, match="not possible"):
        PROWLER.start(text)


def test_there_are_ten_hexes_and_each_turns_three_ways() -> None:
    rng = random.Random(6)
    drawn = Counter(
        hex_ for _ in range(400) for hex_ in parse_setup(PROWLER.setup(rng, 2, {})).hexes
    )
    assert {"".join(sorted(hex_)) for hex_ in drawn} == {"".join(sorted(h)) for h in BOARD_HEXES}
    assert len(drawn) == 30
    assert len(BOARD_HEXES) == 10


def test_the_option_first_fixes_the_seat_that_starts() -> None:
    rng = random.Random(7)
    for first in ("1", "2"):
        assert {PROWLER.setup(rng, 2, {"first": first})[-1] for _ in range(20)} == {first}, first
    assert {PROWLER.setup(rng, 2, {})[-1] for _ in range(40)} == {"1", "2"}, "without the option"


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(BadSetup, match="no option “colour”"):
        PROWLER.setup(random.Random(1), 2, {"colour": "red"})


def test_an_option_cannot_smuggle_in_another_start_seat() -> None:
    for value in ("3", "", "one", "1/1"):
        with pytest.raises(BadSetup):
            PROWLER.setup(random.Random(1), 2, {"first": value})


def test_it_is_a_game_for_two() -> None:
    for players in (0, 1, 3):
        with pytest.raises(BadSetup, match=f"not for {players} players"):
            PROWLER.setup(random.Random(1), players, {})


CARDS = "2,5,14"

BAD = [
    ("", "four parts HEXES/TILES/CARDS/START, this has 1"),
    (f"{HEXES}/{TILES}/{CARDS}", "this has 3"),
    (f"{EXAMPLE}/1", "this has 5"),
    (f"{HEXES}/{TILES}/{CARDS}/3", "start seat must be 1 or 2, not “3”"),
    (f"{HEXES}/{TILES}/{CARDS}/", "not “”"),
    (f"{HEXES}/{TILES}/{CARDS}/1\n", "start seat"),
    (f"{HEXES}/{TILES}/{CARDS}/１", "start seat"),
    (f"{HEXES[:-4]}/{TILES}/{CARDS}/1", "six hexes, this has 5"),
    (f"{HEXES}-BPM/{TILES}/{CARDS}/1", "six hexes, this has 7"),
    (f"BPP{HEXES[3:]}/{TILES}/{CARDS}/1", "hex 1 is “BPP”"),
    (f"{HEXES[:-3]}BRX/{TILES}/{CARDS}/1", "hex 6 is “BRX”"),
    (f"{HEXES[:-3]}br/{TILES}/{CARDS}/1", "hex 6 is “br”"),
    (f"{HEXES[:-3]}MPB/{TILES}/{CARDS}/1", "hex 6 has the same three districts as hex 1"),
    (f"{HEXES}/{TILES[:-1]}/{CARDS}/1", "27 tiles, this has 26"),
    (f"{HEXES}/{TILES}b/{CARDS}/1", "27 tiles, this has 28"),
    (f"{HEXES}/{TILES[:8]}x{TILES[9:]}/{CARDS}/1", "tile on pathway 9 is “x”"),
    (f"{HEXES}/{'b' * 22}dwdwd/{CARDS}/1", "cannot show these faces"),
    (f"{HEXES}/{'b' * 11}{'p' * 11}dwdwd/{CARDS}/1", "cannot show these faces"),
    (f"{HEXES}/{TILES[:-1]}b/{CARDS}/1", "cannot show these faces"),
    (f"{HEXES}/{TILES}/2,5/1", "three achievement ids from 1 to 15, this has “2,5”"),
    (f"{HEXES}/{TILES}/2,5,14,15/1", "three achievement ids"),
    (f"{HEXES}/{TILES}/0,5,14/1", "three achievement ids"),
    (f"{HEXES}/{TILES}/2,5,16/1", "three achievement ids"),
    (f"{HEXES}/{TILES}/02,5,14/1", "three achievement ids"),
    (f"{HEXES}/{TILES}/2,5,x/1", "three achievement ids"),
    (f"{HEXES}/{TILES}/2, 5,14/1", "three achievement ids"),
    (f"{HEXES}/{TILES}/5,2,14/1", "must be different and rise, this has “5,2,14”"),
    (f"{HEXES}/{TILES}/5,5,14/1", "must be different and rise"),
]


def test_a_bad_set_up_is_refused_by_the_reference_too_and_what_is_wrong_is_named() -> None:
    for text, problem in BAD:
        with pytest.raises(BadSetup) as refusal:
            PROWLER.start(text)
        with pytest.raises(ValueError, match=r"\w"):
            reference.check_setup(text)
        assert problem in str(refusal.value), (text, problem)
        assert len(str(refusal.value)) < 500, (text, problem)
        assert str(refusal.value).isprintable(), (text, problem)


def test_eleven_of_two_items_cannot_lie_up_as_one_pair_has_only_four_tiles() -> None:
    # b and p together are on 4 + 4 + 3 + 4 + 3 + … tiles: all but the four that show m and r.
    most = "b" * 9 + "p" * 9 + "m" * 4
    assert PROWLER.start(f"{HEXES}/{most}dwdwd/{CARDS}/1")
    with pytest.raises(BadSetup):
        PROWLER.start(f"{HEXES}/{'b' * 10}{'p' * 9}{'m' * 3}dwdwd/{CARDS}/1")


def test_the_shovel_tiles_may_show_any_shovels() -> None:
    for shovels in ("ddddd", "wwwww", "dwwww"):
        assert PROWLER.start(f"{HEXES}/{TILES[:22]}{shovels}/{CARDS}/1"), shovels


# ---------------------------------------------------------------------------------------- the board


TABLE = json.loads((Path(__file__).parent / "board.json").read_text(encoding="utf-8"))


def xy(point: tuple[int, int]) -> tuple[float, float]:
    """A point in units of the hex side, x to the right and y down, hex 1 at the origin."""
    return point[0] * math.sqrt(3) / 2, point[1] / 2


def test_the_six_hexes_lie_in_a_triangle() -> None:
    for centre, row in zip(PLACES, TABLE["hexes"], strict=True):
        assert xy(centre) == pytest.approx((row["x"], row["y"]), abs=1e-3)


def test_every_intersection_is_where_the_table_has_it() -> None:
    for intersection, row in zip(INTERSECTIONS, TABLE["intersections"], strict=True):
        assert intersection.name == row["id"]
        assert xy(intersection.point) == pytest.approx((row["x"], row["y"]), abs=1e-3)
        assert pathways_in(intersection.pathways) == row["pathways"]
        assert intersection.statue is row["statue"]


def test_every_pathway_has_the_ends_and_areas_of_the_table() -> None:
    for pathway, row in zip(PATHWAYS, TABLE["pathways"], strict=True):
        assert pathway.number == row["pathway"]
        assert list(pathway.ends) == row["ends"]
        assert sorted(AREAS[area].name for area in pathway.areas) == sorted(row["areas"])


def test_every_area_has_the_pathways_of_the_table() -> None:
    expected = {row["area"]: row["pathways"] for row in TABLE["areas"]}
    found = {a.name: pathways_in(m) for a, m in zip(AREAS, AREA_PATHWAYS, strict=True)}
    assert found == expected


def test_pathways_are_numbered_in_reading_order() -> None:
    middles = [tuple(a + b for a, b in zip(*p.line, strict=True))[::-1] for p in PATHWAYS]
    assert middles == sorted(middles)
    assert pathways_in(ALL_PATHWAYS) == list(range(1, 28))
