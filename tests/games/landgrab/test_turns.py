"""A turn: steps, going around, claims and attacks, and how the turn passes on."""

import os
import random
from collections.abc import Sequence
from functools import lru_cache

from prowlerbot.core.game import LEAVE
from prowlerbot.core.record import Record
from prowlerbot.core.record_json import to_json
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.legal_places import (
    legal_buildings,
    legal_tiles,
    nearest_open,
    ways_around,
)
from prowlerbot.games.landgrab.map import (
    NAME,
    SQUARE,
    SQUARES,
    TILE,
    WIDTH,
    Map,
    Move,
    are_joined,
    read_map,
)
from prowlerbot.games.landgrab.rules import Position
from tests.games.landgrab import reference, reference_record
from tests.games.landgrab.matches import (
    CHOICES,
    INTO_JAM,
    JAM,
    LANDGRAB,
    WIDE,
    entries,
    fighting,
    first_legal,
    owner,
    pawns,
    play_out,
    points,
    small_setup,
    started,
    stuck_evictions,
    texts,
    waits_for,
)
from tests.games.play import numbers_of_matches, play


def steps(position: Position) -> list[str]:
    return [text for text in texts(position) if ":" not in text]


def claims(position: Position) -> list[str]:
    return [text for text in texts(position) if text.startswith("c:")]


def attacks(position: Position) -> list[str]:
    return [text for text in texts(position) if text.startswith("a:")]


# ---------------------------------------------------------------------------- whose turn it is


def test_a_pawn_without_an_open_square_beside_it_can_attack() -> None:
    # Seat 1 in the end of a corridor, seat 2 on its only way out.
    position = started("RB/1/F6,H6/F7,G7,H7/", "p:F6 p:G6", "c:F7 d1 c:G7 d1")
    assert steps(position) == []
    assert attacks(position) == ["a:2"]


# -------------------------------------------------------------------------------------- steps


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


def test_a_large_building_has_25_points_and_full_ones_again_for_its_owner() -> None:
    position = started("RB/1/F6,H6,J6//F6-F7", "p:H6 p:K7", "G6 K6 c:F6 d12 K7 c:F6 d12 K6")
    assert points(position, "F6") == 1
    position = play(position, "c:F6 d7")
    assert (points(position, "F6"), owner(position, "F6")) == (25, 1)


# ---------------------------------------------------------------------------- attacks, rolls


def test_what_a_seat_did_last_is_known_with_its_rolls() -> None:
    position = started(JAM, INTO_JAM, "a:3 d1 d12")
    assert position.last is not None
    assert (position.last.seat, str(position.last.move), position.last.rolls) == (1, "a:3", (1, 12))
    assert NAME[position.last.start] == "F6"


def with_lives(position: Position, *lives: int) -> Position:
    return position._replace(lives=lives)


# ------------------------------------------------------------------------------- lives, pawns


def test_at_no_lives_a_seat_is_out_but_its_buildings_stay_its_own_and_can_be_stolen() -> None:
    position = started("RBG/1/F6,H6/F7/", "p:G6 p:G7 p:I7", "c:F7 d12 c:F7 d3 I6")
    position = play(with_lives(position, 1, 3, 3), "a:2 d1 d2")
    assert position.lives == (0, 3, 3)
    assert pawns(position) == [None, "G7", "I6"]
    assert owner(position, "F7") == 1
    assert position.to_move == {2}
    assert "G6" in texts(position)
    assert "a:1" not in texts(position)
    position = play(position, "c:F7 d12")
    assert owner(position, "F7") == 2
    assert position.to_move == {3}


def test_a_defender_who_is_out_leaves_its_square_to_the_attacker_and_nobody_steps_aside() -> None:
    # Seat 2 stands on its spawn with one life: the attacker stays on that spawn.
    position = with_lives(started(WIDE, "p:F6 p:G6 p:I9"), 3, 1, 3)
    position = play(position, "a:2 d12 d1")
    assert pawns(position) == ["G6", None, "I9"]
    assert waits_for(position) == ("turn", {3})


# ---------------------------------------------------------------------------------- evictions


def test_a_third_player_on_the_spawn_steps_aside_out_of_turn_and_then_the_loser_returns() -> None:
    # Seat 2 stands on F6, the spawn of seat 1, which attacks seat 3 from F7.
    position = started(WIDE, "p:F6 p:G6 p:H6", "F7 F6 G6", "a:3 d1 d2")
    assert waits_for(position) == ("eviction", {2})
    assert pawns(position) == [None, "F6", "G6"]
    assert position.lives == (2, 3, 3)
    assert texts(position) == ["F7", "G7"]
    position = play(position, "G7")
    assert pawns(position) == ["F6", "G7", "G6"]
    # The turn passes on from the attacker's seat; the step cost seat 2 nothing.
    assert waits_for(position) == ("turn", {2})


def test_a_defender_on_the_attackers_spawn_steps_aside_if_the_attacker_loses() -> None:
    position = started(WIDE, "p:F6 p:G6 p:I9", "F7 F6 I8", "a:2 d1 d2")
    assert waits_for(position) == ("eviction", {2})
    assert texts(position) == ["G6", "F7", "G7"]
    assert pawns(play(position, "F7")) == ["F6", "F7", "I8"]


def test_an_attacker_who_won_against_a_pawn_on_its_own_spawn_steps_aside() -> None:
    position = started(WIDE, "p:F6 p:G6 p:I9", "a:2 d2 d1")
    assert waits_for(position) == ("eviction", {1})
    assert pawns(position) == ["G6", None, "I9"]
    assert texts(position) == ["F6", "H6", "F7", "G7", "H7"]
    position = play(position, "H7")
    assert pawns(position) == ["H7", "G6", "I9"]
    assert waits_for(position) == ("turn", {2})


def test_the_turn_passes_on_from_the_attacker_whoever_stepped_aside() -> None:
    # Seat 2 attacks and loses; seat 1 on its spawn steps aside; it is seat 3's turn.
    position = started(WIDE, "p:F6 p:G6 p:H6", "F7 H7 I6 G6 a:3 d1 d2")
    assert waits_for(position) == ("eviction", {1})
    assert position.turn == 2
    position = play(position, "F7")
    assert waits_for(position) == ("turn", {3})
    # And seat 1, which moved out of turn, has its next turn as always.
    assert play(position, "I7").to_move == {1}


def test_going_around_does_not_count_when_stepping_aside() -> None:
    # Seat 1 owns D7 and E7 and steps aside from D6: F6 lies around E7, but is no step.
    position = started("RB/1/D6,F6,H6/D7,E7,F7,G7,H7,I7/", "p:E6 p:D6", "c:E7 d12 c:D7 d1")
    position = play(position, "a:2 d2 d1")
    assert position.phase == "eviction"
    assert "F6" not in texts(position)
    turn = play(position, "E6 c:D7 d1")
    assert "F6" in texts(turn)


def test_if_there_is_no_such_square_the_returning_pawn_goes_to_the_nearest_open_one() -> None:
    # Seat 2 is on D6, seat 1's spawn, and seat 3 on E6, the only way out.
    position = started(JAM, INTO_JAM, "a:3 d1 d12")
    assert waits_for(position) == ("turn", {2})
    assert position.lives == (2, 3, 3)
    assert pawns(position) == ["F6", "D6", "E6"]  # F6 is two columns from D6


def test_nearest_is_by_columns_or_rows_whichever_are_more_and_then_in_reading_order() -> None:
    for taken, nearest in [
        # G7 lies in the middle of F6 to H8; I6 is two columns away, F9 two rows.
        ("F6 G6 H6 F7 G7 H7 F8 G8", "H8"),
        ("F6 G6 H6 F7 G7 H7 F8 G8 H8", "I6"),
        ("F6 G6 H6 I6 F7 G7 H7 I7 F8 G8 H8 I8", "F9"),
        ("F6 G6 H6 I6 F7 G7 H7 F8 G8 H8 F9 G9", "I7"),
    ]:
        ground = read_map("F6,H6,F8,H8", "", "", seats=2)
        standing = [SQUARE[name] for name in taken.split()]
        assert NAME[nearest_open(ground, standing, SQUARE["G7"])] == nearest, (taken, nearest)


# -------------------------------------------------------------------------------------- placing


def on(map_text: str, seats: int = 2, *, small: bool = True, large: bool = True) -> list[str]:
    """Where buildings may be placed on a stated map."""
    tiles, built, wide = map_text.split("/")
    stated = read_map(tiles, built, wide, seats)
    return [str(move) for move in legal_buildings(stated, seats, small=small, large=large)]


# -------------------------------------------------------------------------------- buildings


def test_all_free_squares_hang_together_diagonals_included() -> None:
    assert "s:G7" not in on("F6,H6/G6/")  # F6 and F7 would be cut off
    assert "s:H7" in on("F6,H6/G6/")  # G7 and H6 share a corner
    assert "l:G6-G7" not in on("F6,H6//")
    assert "l:G6-G7" not in on("F6,H6,J6//")
    assert "l:G6-G7" in on("F6,H6,F8,H8//")  # around below


def test_every_building_keeps_a_free_square_adjacent_to_it() -> None:
    # A1 has B2 alone; all other free squares would hang together without it.
    assert "s:B2" not in on("A1,C1/A1,B1,A2/")
    assert "s:C1" in on("A1,C1/A1,B1,A2/")
    # A1 has A2 and B2: one of them may go, not both.
    assert "l:A2-B2" not in on("A1,C1/A1,B1/")
    assert "s:A2" in on("A1,C1/A1,B1/")
    # With B1 free as well it has three.
    assert "l:A2-B2" in on("A1,C1/A1/")


def test_as_many_squares_as_seats_stay_fit_for_a_spawn() -> None:
    for map_text, building, fit in [
        ("F6,H6//", "l:F6-G6", 2),
        ("F6,H6//", "l:F6-F7", 4),
        ("F6,H6//", "l:G6-H6", 0),
        ("F6,H6/G6,F7/", "s:H7", 5),
        ("F6,H6/F6,G6,H7,I7/", "s:I6", 3),
        ("F6,H6,F8,H8//", "l:G7-H7", 4),  # twelve squares fewer, the most there can be
        ("F6,H6,F8,H8/F9/", "l:G7-H7", 3),
    ]:
        for seats in (2, 3, 4):
            assert (building in on(map_text, seats)) is (fit >= seats), (map_text, building, fit)


def test_the_squares_that_are_needed_are_those_of_all_seats_that_began() -> None:
    position = first_legal(started("RBGY/1/together"), "tiles")[-1][1]
    others = sorted({1, 2, 3, 4} - position.to_move)
    gone = play(position, (others[0], LEAVE), (others[1], LEAVE))
    assert gone.legal == position.legal
    # On a map of eight squares a large building soon leaves two of them too few.
    narrow = read_map("F6,H6", "", "", seats=4)
    built = play(gone._replace(map=narrow, legal=narrowed(narrow, 4)), "s:F6")
    assert built.legal == narrowed(built.map, 4)
    assert len(built.legal) < len(narrowed(built.map, 2))


def narrowed(on_map: Map, seats: int) -> tuple[Move, ...]:
    return legal_buildings(on_map, seats, small=True, large=True)


def test_building_places_are_those_that_a_search_finds() -> None:
    """The quick way to look at all places, against taking each building on its own."""
    for seed in range(150):
        rng = random.Random(seed)
        seats = rng.choice((2, 3, 4))
        ground = Map((rng.choice((0, 65, 140)),))
        for _ in range(rng.randrange(3, 11)):
            ground = ground.with_tile(rng.choice(legal_tiles(ground)).at)
        for _ in range(rng.randrange(16)):
            places = narrowed(ground, seats)
            assert list(places) == searched(ground, seats), seed
            if not places:
                break
            _, first, second = rng.choice(places)
            ground = ground.with_building(first, second)


def searched(ground: Map, seats: int) -> list[Move]:
    found = []
    pairs = [(at, to) for at in SQUARES for to in (at + 1, at + WIDTH)]
    for first, second in [*((at, -1) for at in SQUARES), *pairs]:
        squares = 1 << first | (1 << second if second >= 0 else 0)
        if squares & ground.free == squares:
            built = ground.with_building(first, second)
            if (
                are_joined(built.free, built.free & -built.free, built.free)
                and all(building.around & built.free for building in built.buildings)
                and built.fit.bit_count() >= seats
            ):
                found.append(Move("s" if second < 0 else "l", first, second))
    return found


def test_if_no_building_has_a_legal_place_the_rest_stay_in_the_box() -> None:
    # A corridor for two, in which no further building is possible, in place of the twenty tiles.
    position = first_legal(started("RB/1/together"), "tiles")[-1][1]
    (seat,) = position.to_move
    corridor = read_map("F6,H6", "F7,G7,H7", "", seats=2)
    now = position._replace(map=corridor, legal=narrowed(corridor, 2))
    while now.phase == "buildings":
        (seat,) = now.to_move
        now = now.after(seat, now.moves(seat)[0])
    assert now.phase == "spawns"
    assert len(now.map.buildings) < 15
    assert narrowed(now.map, 2) == ()
    assert now.to_move == {1}


# ----------------------------------------------------------------------------------- spawns


def test_a_spawn_is_on_a_free_square_that_is_not_adjacent_to_a_large_building() -> None:
    # F6-G6 is adjacent to F7, G7, H6 and H7; the small one at J7 bars nothing but its square.
    legal = texts(started("RB/1/F6,H6,J6/J7/F6-G6"))
    assert legal == ["p:I6", "p:J6", "p:K6", "p:I7", "p:K7"]


def test_if_no_tile_has_a_legal_place_the_rest_stay_in_the_box() -> None:
    # Sixteen tiles with gaps of one square between them: there is no place for a seventeenth.
    grid = tuple(SQUARE[column + row] for row in ("1", "4", "7", "10") for column in "ADGJ")
    position = started("RBG/1/together")
    last = TILE[grid[-1]]
    position = position._replace(map=Map(grid[:-1]), legal=(last,))
    assert position.to_move == {2}
    built = position.after(2, last)
    assert built.phase == "buildings"
    assert len(built.map.tiles) == 16
    assert built.to_move == {2}


# ------------------------------------------------------------------- held against the reference


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
