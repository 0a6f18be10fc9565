"""The order of a match, the effects of one placement, and those shown before a marker is chosen."""

import os
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from prowlerbot.core.record_json import to_json
from prowlerbot.games.prowler import Prowler, thinking
from prowlerbot.games.prowler.board import (
    PATHWAYS,
    longest,
    longest_passage,
    longest_trail,
    pathways_in,
)
from prowlerbot.games.prowler.position import DISTRICTS, PLACEMENTS, TILES, Move, Track
from prowlerbot.games.prowler.rules import Position, district_wealth
from renderer.prowler.board import draw_board, draw_choice
from tests.games.play import numbers_of_matches, play
from tests.games.prowler import reference
from tests.games.prowler.matches import (
    PROWLER,
    any_move,
    in_turn,
    keeping_together,
    play_out,
    record_of,
    started,
)

# The example's tiles: d on 23, 25, 27; w on 24 and 26.


def test_a_placement_takes_the_tile_and_pulls_both_adjacent_markers() -> None:
    # Pathway 4 lies between 1:bottom (M) and 2:upper-right (P); an r lies on it.
    position = play(started(), "4")
    assert position.track == (0, 1, 1, 0, -1)
    assert position.tiles == ((0, 0, 0, 1, 0, 0), (0, 0, 0, 0, 0, 0))
    assert position.passages == (1 << 4, 0)
    # Seat 2 pulls the other way; pathway 5 lies between 1:bottom (M) and 3:upper-left (B).
    assert play(position, "5").track == (-1, 1, 0, 0, -1)


def test_a_wild_shovel_moves_any_marker_adjacent_or_not() -> None:
    for text, track in (
        ("24>P", (0, 2, 0, 1, -1)),
        ("24>B", (1, 1, 0, 1, -1)),
        ("24>C", (0, 1, 0, 1, 0)),
    ):
        position = play(started(), text)
        assert position.track == track, (text, track)
        assert position.tiles[0][TILES.index("w")] == 1, (text, track)


def test_the_track_has_no_end() -> None:
    position = started()._replace(track=(40, 0, 0, 0, 0))
    assert play(position, "5").track[0] == 41


def test_a_statue_goes_to_whoever_surrounds_it_last() -> None:
    position = in_turn(started(), ["4", "8"], ["5"])
    assert position.statues == ("E", "")
    position = in_turn(started(), ["4", "1"], ["5", "8"])
    assert position.statues == ("", "E")


def test_two_statues_can_fall_to_one_placement() -> None:
    # E needs 4, 5, 8 and the centre I needs 8, 10, 11, 14, 15, 18.
    position = in_turn(started(), ["4", "10", "14", "18"], ["5", "11", "15", "1"])
    assert position.statues == ("", "")
    position = play(position, "8")
    assert position.statues == ("EI", "")
    assert position.mid is not None


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


def longest_by_trying(network: frozenset[int]) -> int:
    """The longest of all trails, which take each passage once at most."""

    def walk(here: str, unused: frozenset[int]) -> int:
        onward = [(each, {*PATHWAYS[each - 1].ends} - {here}) for each in unused]
        return max(
            (1 + walk(min(there), unused - {each}) for each, there in onward if len(there) == 1),
            default=0,
        )

    ends = {end for each in network for end in PATHWAYS[each - 1].ends}
    return max((walk(end, network) for end in ends), default=0)


def test_the_longest_passage_is_the_longest_trail_which_is_a_part_of_the_network() -> None:
    rng = random.Random(13)
    for size in range(14):
        for _ in range(40 if size < 11 else 8):
            network = rng.sample(range(1, 28), size)
            mask = sum(1 << pathway for pathway in network)
            longest = longest_by_trying(frozenset(network))
            assert longest_passage(mask) == longest, network
            trail = longest_trail(mask)
            assert trail & mask == trail, network
            assert trail.bit_count() == longest_passage(trail) == longest, network


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
