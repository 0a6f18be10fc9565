"""A turn: steps, going around, claims and attacks, and how the turn passes on."""

from __future__ import annotations

from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.legal_places import ways_around
from prowlerbot.games.landgrab.map import NAME
from prowlerbot.games.landgrab.rules import Position
from tests.games.landgrab.matches import (
    EXAMPLE,
    INTO_JAM,
    JAM,
    owner,
    pawns,
    points,
    started,
    texts,
    waits_for,
)
from tests.games.play import play


def steps(position: Position) -> list[str]:
    return [text for text in texts(position) if ":" not in text]


def claims(position: Position) -> list[str]:
    return [text for text in texts(position) if text.startswith("c:")]


def attacks(position: Position) -> list[str]:
    return [text for text in texts(position) if text.startswith("a:")]


# ---------------------------------------------------------------------------- whose turn it is


def test_the_first_player_begins_and_then_it_goes_clockwise() -> None:
    for first in (1, 2, 3):
        position = started(f"RBG/{first}/F6,H6,F8,H8//", "p:F6 p:I6 p:I9")
        turns = []
        for _ in range(6):
            (seat,) = position.to_move
            turns.append((seat, position.round))
            position = position.after(seat, position.moves(seat)[0])
        clockwise = [(first - 1 + turn) % 3 + 1 for turn in range(3)]
        assert turns == [(seat, 1) for seat in clockwise] + [(seat, 2) for seat in clockwise], first


def test_a_pawn_without_an_open_square_beside_it_can_attack() -> None:
    # Seat 1 in the end of a corridor, seat 2 on its only way out.
    position = started("RB/1/F6,H6/F7,G7,H7/", "p:F6 p:G6", "c:F7 d1 c:G7 d1")
    assert steps(position) == []
    assert attacks(position) == ["a:2"]


# -------------------------------------------------------------------------------------- steps


def test_a_step_goes_to_any_of_the_eight_squares_around() -> None:
    position = started("RB/1/F6,H6,F8,H8//", "p:G7 p:I9")
    assert texts(position) == ["F6", "G6", "H6", "F7", "H7", "F8", "G8", "H8"]
    assert pawns(play(position, "H8")) == ["H8", "I9"]


def test_a_step_never_goes_to_a_building_a_hole_or_a_pawn() -> None:
    # F7 is built, F8 to I8 are outside, seat 2 stands on H6.
    position = started(EXAMPLE, "p:G6 p:H6")
    assert steps(position) == ["F6", "G7", "H7"]


def test_a_diagonal_step_passes_between_two_buildings() -> None:
    position = started("RB/1/F6,H6/G6,F7/", "p:F6 p:I6")
    assert steps(position) == ["G7"]
    assert pawns(play(position, "G7")) == ["G7", "I6"]


def test_a_diagonal_step_passes_between_two_holes() -> None:
    # C3 and D2 are holes between C2 and D3.
    position = started("RB/1/B1,A3,D3,B5,D5//", "p:C2 p:E6")
    assert steps(position) == ["B1", "C1", "B2", "B3", "D3"]
    assert not {"C3", "D2"} & {NAME[square] for square in squares_in(position.map.squares)}
    assert pawns(play(position, "D3")) == ["D3", "E6"]


# --------------------------------------------------------------------------------- going around


def test_going_around_a_building_of_ones_own_leads_to_any_open_square_adjacent_to_it() -> None:
    # Seat 1 takes E7 from D6; seat 2 stands on E6 between D6 and F6.
    position = started(JAM, "p:D6 p:E6 p:G6 c:E7 d12 c:D7 d1 c:F7 d12")
    assert steps(position) == ["F6"]
    assert pawns(play(position, "F6")) == ["F6", "E6", "G6"]


def test_only_a_building_of_ones_own_can_be_gone_around() -> None:
    nobodys = started(JAM, "p:D6 p:E6 p:G6 c:E7 d9 c:D7 d1 c:F7 d12")
    assert steps(nobodys) == []
    anothers = started(JAM, "p:D6 p:E6 p:G6 c:D7 d1 c:E7 d12 c:F7 d12")
    assert steps(anothers) == []


def test_the_pawn_has_to_be_adjacent_to_the_building_it_goes_around() -> None:
    # E7 is seat 1's; from F6 it is adjacent, from G6 it is not.
    position = started(JAM, "p:D6 p:H6 p:I6 c:E7 d12 c:G7 d1 c:H7 d1 F6 c:G7 d1 c:H7 d1")
    assert steps(position) == ["D6", "E6", "G6"]
    position = play(position, "G6 c:G7 d1 c:H7 d1")
    assert steps(position) == ["F6"]


def test_a_pawn_goes_around_one_building_a_turn() -> None:
    # D7 and F7 are seat 1's; D6 is adjacent to D7 alone, which leads no farther than E6.
    position = started("RB/1/D6,F6,H6/D7,E7,F7,G7,H7,I7/", "p:E6 p:I6")
    position = play(position, "c:D7 d12 c:I7 d1 c:F7 d12 c:I7 d1 D6 c:I7 d1")
    assert steps(position) == ["E6"]
    position = play(position, "E6 c:I7 d1")
    assert steps(position) == ["D6", "F6", "G6"]


def test_a_large_building_is_gone_around_as_a_whole() -> None:
    position = started("RB/1/D6,F6,H6//F7-G7", "p:D6 p:I7", "E6 I6 c:F7 d12 I7 c:F7 d12 I6")
    assert steps(position) == ["D6", "F6", "D7", "E7"]
    position = play(position, "c:F7 d1 I7")
    assert steps(position) == ["D6", "F6", "G6", "H6", "D7", "E7", "H7"]


def test_squares_reached_in_two_ways_are_listed_once_and_ways_around_are_known() -> None:
    # From E6: D6 and F6 are steps and lie around E7 as well; G6 lies around F7 alone.
    position = started("RB/1/D6,F6,H6/D7,E7,F7,G7,H7,I7/", "p:E6 p:I6")
    position = play(position, "c:E7 d12 c:I7 d1 c:F7 d12 c:I7 d1")
    assert steps(position) == ["D6", "F6", "G6"]
    ways = ways_around(position.map, position.pawns, position.owners, 1)
    named = {
        NAME[square]: [NAME[position.map.buildings[number].first] for number in numbers]
        for square, numbers in ways.items()
    }
    assert named == {"G6": ["F7"]}


# --------------------------------------------------------------------------------------- claims


def test_adjacent_buildings_can_be_claimed_nobodys_and_anothers_but_not_ones_own() -> None:
    position = started("RB/1/D6,F6,H6/D7,E7,F7,G7,H7,I7/", "p:E6 p:G6")
    assert claims(position) == ["c:D7", "c:E7", "c:F7"]
    position = play(position, "c:F7 d12")
    assert claims(position) == ["c:F7", "c:G7", "c:H7"]  # F7 is seat 1's now
    position = play(position, "c:H7 d1")
    assert claims(position) == ["c:D7", "c:E7"]


def test_a_large_building_is_adjacent_by_either_square_and_claimed_by_its_name() -> None:
    position = started("RB/1/F6,H6,J6//F6-F7", "p:H6 p:K7", "G7 K6")
    assert claims(position) == ["c:F6"]
    position = started("RB/1/F6,H6,J6//G6-H6", "p:J7 p:K7", "I7 K6")
    assert claims(position) == ["c:G6"]  # adjacent to H6, named by G6


def test_a_building_loses_the_points_rolled_and_is_taken_at_zero_or_below() -> None:
    for roll, left, whose in ((1, 9, 0), (9, 1, 0), (10, 10, 1), (12, 10, 1)):
        position = started(EXAMPLE, "p:G6 p:H6", f"c:F7 d{roll}")
        assert points(position, "F7") == left, (roll, left, whose)
        assert owner(position, "F7") == whose, (roll, left, whose)
        damaged = {"F7": left} if left < 10 else {}
        assert position.facts()["damaged"] == damaged, (roll, left, whose)
        assert position.facts()["owned"] == [["F7"] if whose else [], []], (roll, left, whose)
        assert position.to_move == {2}, (roll, left, whose)


def test_a_large_building_has_25_points_and_full_ones_again_for_its_owner() -> None:
    position = started("RB/1/F6,H6,J6//F6-F7", "p:H6 p:K7", "G6 K6 c:F6 d12 K7 c:F6 d12 K6")
    assert points(position, "F6") == 1
    position = play(position, "c:F6 d7")
    assert (points(position, "F6"), owner(position, "F6")) == (25, 1)


def test_a_building_can_be_stolen_and_its_damage_is_not_repaired_by_its_owner() -> None:
    position = started(EXAMPLE, "p:G6 p:G7", "c:F7 d12 c:F7 d9")
    assert (points(position, "F7"), owner(position, "F7")) == (1, 1)
    assert "c:F7" not in texts(position)
    position = play(position, "F6 c:F7 d1")
    assert (points(position, "F7"), owner(position, "F7")) == (10, 2)
    # And back again.
    position = play(position, "c:F7 d10")
    assert owner(position, "F7") == 1


# ---------------------------------------------------------------------------- attacks, rolls


def test_players_on_adjacent_squares_can_be_attacked_others_cannot() -> None:
    position = started("RBGY/1/F6,H6,J6//", "p:G6 p:H7 p:F7 p:I6")
    assert attacks(position) == ["a:2", "a:3"]
    assert "a:1" not in texts(position)
    assert attacks(play(position, "F6")) == ["a:4"]


def test_the_attacker_rolls_first_and_then_the_defender() -> None:
    position = started(EXAMPLE, "p:G6 p:H6", "a:2")
    assert waits_for(position) == ("attack", {0})
    position = play(position, "d3")
    assert waits_for(position) == ("defence", {0})
    assert pawns(position) == ["G6", "H6"]
    assert position.lives == (3, 3)
    position = play(position, "d9")
    assert position.phase == "turn"
    assert position.lives == (2, 3)


def test_a_tie_changes_nothing() -> None:
    for shown in (1, 7, 12):
        before = started(EXAMPLE, "p:G6 p:H6")
        after = play(before, f"a:2 d{shown} d{shown}")
        assert after.to_move == {2}, shown
        assert (after.pawns, after.lives, after.progress) == (before.pawns, before.lives, 0), shown


def test_what_a_seat_did_last_is_known_with_its_rolls() -> None:
    position = started(JAM, INTO_JAM, "a:3 d1 d12")
    assert position.last is not None
    assert (position.last.seat, str(position.last.move), position.last.rolls) == (1, "a:3", (1, 12))
    assert NAME[position.last.start] == "F6"
