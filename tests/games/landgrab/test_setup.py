"""Set-ups: possible ones, their notation, and the refusals of impossible ones."""

import json
import random
import re
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.contract.lesson import Attempt, attempt
from cogs.games.landgrab.lessons import LESSONS
from cogs.games.landgrab.texts import LARGE, SMALL
from prowlerbot.core.errors import BadRecord, BadSetup, IllegalMove
from prowlerbot.core.game import CHANCE, LEAVE, Registry, after, find_move
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.core.record_json import from_json, to_json
from prowlerbot.games.landgrab import position
from prowlerbot.games.landgrab.legal_places import legal_buildings
from prowlerbot.games.landgrab.map import SQUARE, Map, Move, map_text
from prowlerbot.games.landgrab.position import FIXED, fixed_map, maps_for, parse_setup
from prowlerbot.games.landgrab.rules import Position, score
from tests.games.landgrab import reference_map
from tests.games.landgrab.matches import EXAMPLE, LANDGRAB, points, small_setup, started
from tests.games.test_lessons import ways

SEATS = [2, 3, 4]


# ------------------------------------------------------------------- colours and the first


def test_seats_that_the_colours_leave_out_draw_from_the_rest() -> None:
    for option, seats, wanted in [
        ("GY", 2, {"GY"}),
        ("G", 2, {"GR", "GB", "GY"}),
        ("-G", 2, {"RG", "BG", "YG"}),
        ("RB-Y", 4, {"RBGY"}),
        ("", 2, {a + b for a in "RBGY" for b in "RBGY" if a != b}),
        # A match may begin with fewer than it was meant for.
        ("YGBR", 3, {"YGB"}),
    ]:
        rng = random.Random(2)
        drawn = {LANDGRAB.setup(rng, seats, {"colours": option}).split("/")[0] for _ in range(120)}
        assert drawn == wanted, (option, seats, wanted)


def test_other_colours_are_refused() -> None:
    for colours in ("RR", "X", "r", "RBG R", "R/1", "R,B"):
        with pytest.raises(BadSetup, match="different letters of RBGY, seat 1 first, not “"):
            LANDGRAB.setup(random.Random(1), 2, {"colours": colours})


def test_the_first_player_is_drawn_each_seat_alike() -> None:
    for seats in SEATS:
        rng = random.Random(3)
        firsts = Counter(LANDGRAB.setup(rng, seats, {}).split("/")[1] for _ in range(600))
        assert set(firsts) == {str(seat) for seat in range(1, seats + 1)}, seats
        assert min(firsts.values()) > 0.7 * 600 / seats, seats


def test_the_colours_that_players_choose_become_the_option() -> None:
    assert LANDGRAB.choices == ("R", "B", "G", "Y")
    assert LANDGRAB.chosen({}, ["Y", "", "R"]) == {"colours": "Y-R"}
    assert LANDGRAB.chosen({"map": "mill"}, ["", "G"]) == {"map": "mill", "colours": "-G"}
    # A colour that was kept gives way to the same one chosen by somebody else.
    assert LANDGRAB.chosen({"colours": "RB"}, ["", "Y"]) == {"colours": "RY"}
    assert LANDGRAB.chosen({"colours": "RB"}, ["", "R"]) == {"colours": "-R"}


def test_in_a_rematch_players_keep_colour_and_kind_of_map_and_the_first_is_drawn() -> None:
    rng = random.Random(4)
    again = LANDGRAB.again("YRB/2/together", {"map": "together", "colours": "Y"})
    assert again == {"map": "together"}, "colours go with the players, not with the seats"
    assert [*LANDGRAB.given("YRB/2/together")] == ["Y", "R", "B"]
    # Seat 2's player now sits at seat 1, and seat 1's at the last one.
    setups = {LANDGRAB.setup(rng, 3, LANDGRAB.chosen(again, "RBY")) for _ in range(60)}
    assert setups == {f"RBY/{first}/together" for first in (1, 2, 3)}


def test_the_kind_of_map_of_a_rematch_follows_from_the_set_up_alone() -> None:
    for kind in ("together", "drawn", "mill", "hall"):
        setup = LANDGRAB.setup(random.Random(5), 4, {"map": kind})
        assert LANDGRAB.again(setup, {})["map"] == kind, kind


# ------------------------------------------------------------------------------------ maps


def test_the_map_is_built_together_if_nothing_is_said() -> None:
    for seats in SEATS:
        for options in ({}, {"map": "together"}):
            assert LANDGRAB.setup(random.Random(1), seats, options).endswith("/together"), seats
        assert started(LANDGRAB.setup(random.Random(1), seats, {})).phase == "tiles", seats


def test_with_a_drawn_or_fixed_map_the_match_begins_with_the_spawns() -> None:
    for seats in SEATS:
        for kind in ("drawn", *maps_for(seats)):
            position = started(LANDGRAB.setup(random.Random(1), seats, {"map": kind}))
            assert position.phase == "spawns", seats
            assert position.to_move == {position.setup.first}, seats


def test_a_drawn_map_has_the_whole_box_and_f6_and_is_accepted_by_the_reference() -> None:
    for seats in SEATS:
        rng = random.Random(seats)
        for _ in range(25):
            setup = LANDGRAB.setup(rng, seats, {"map": "drawn"})
            tiles, small, large = (part.split(",") for part in setup.split("/")[2:])
            assert (len(tiles), len(small), len(large)) == (20, 10, 5), seats
            assert "F6" in tiles, seats
            reference_map.check_setup(setup)


def test_every_legal_place_can_be_drawn_for_the_second_tile() -> None:
    # The first tile beside F6 is one of twelve, so each of them is on some map.
    rng = random.Random(6)
    drawn = [LANDGRAB.setup(rng, 2, {"map": "drawn"}).split("/")[2] for _ in range(150)]
    around = {text[2:] for text in map(str, started("RB/1/together").moves(2))}
    assert len(around) == 12
    assert around <= {tile for tiles in drawn for tile in tiles.split(",")}


def test_which_fixed_maps_there_are_for_how_many() -> None:
    assert [maps_for(count) for count in SEATS] == [
        ("mill", "hall", "ring", "duel"),
        ("mill",),
        ("mill", "hall", "ring"),
    ]
    with pytest.raises(BadSetup) as refusal:
        LANDGRAB.setup(random.Random(1), 3, {"map": "duel"})
    told = "The map “duel” is not for 3 players. 3 players can use: together, drawn, mill."
    assert str(refusal.value) == told


def test_the_fixed_maps_fulfil_all_conditions_and_are_always_written_out() -> None:
    for name in FIXED:
        setup = LANDGRAB.setup(random.Random(1), 2, {"map": name})
        assert setup.split("/", 2)[2] == map_text(fixed_map(name)), name
        most = max(count for count in SEATS if name in maps_for(count))
        reference_map.check_setup(f"{'RBGY'[:most]}/1/{map_text(fixed_map(name))}")


def quarter_turn(column: int, row: int) -> tuple[int, int]:
    return 13 - row, column


def half_turn(column: int, row: int) -> tuple[int, int]:
    return 13 - column, 13 - row


def half_turn_about_f6_f7(column: int, row: int) -> tuple[int, int]:
    return 12 - column, 13 - row


def mirrored(column: int, row: int) -> tuple[int, int]:
    return 13 - column, row


def ground_and_buildings(name: str) -> tuple[set[tuple[int, int]], set[frozenset[tuple[int, int]]]]:
    tiles, small, large = FIXED[name]
    upper = [reference_map.BY_NAME[tile] for tile in tiles.split(",")]
    ground = {square for each in upper for square in reference_map.tile(each)}
    listed = [*small.split(","), *large.split(",")]
    buildings = {frozenset(reference_map.BY_NAME[at] for at in each.split("-")) for each in listed}
    return ground, buildings


def test_the_fixed_maps_are_as_even_as_they_are_said_to_be() -> None:
    for name in FIXED:
        ground, buildings = ground_and_buildings(name)
        counts = {1: 10, 2: 5} if name == "duel" else {1: 8, 2: 4}
        assert len(ground) == 80, name
        assert Counter(map(len, buildings)) == counts, name
        same = {
            how
            for how in (quarter_turn, half_turn, half_turn_about_f6_f7, mirrored)
            if {how(*square) for square in ground} == ground
            and {frozenset(how(*square) for square in each) for each in buildings} == buildings
        }
        if name == "duel":
            assert half_turn_about_f6_f7 in same
        else:  # all quarters are alike, turned or mirrored
            assert quarter_turn in same or {mirrored, half_turn} <= same, name


def test_an_unknown_map_or_option_is_named() -> None:
    with pytest.raises(BadSetup, match=r"no map “hell” here\. Maps: together, drawn, mill, hall"):
        LANDGRAB.setup(random.Random(1), 2, {"map": "hell"})
    with pytest.raises(BadSetup, match="Landgrab has no option “first”"):
        LANDGRAB.setup(random.Random(1), 2, {"first": "1"})


def test_it_is_a_game_for_two_to_four() -> None:
    for players in (0, 1, 5):
        with pytest.raises(BadSetup, match=f"not for {players} players"):
            LANDGRAB.setup(random.Random(1), players, {})


# ------------------------------------------------------------------------------- notation


def test_set_ups_read_back_as_they_are_written_and_are_accepted_by_the_reference() -> None:
    rng = random.Random(7)
    texts = [EXAMPLE, "RB/1/together", "YG/2/A1//", "RBGY/4/A1,C1//"]
    for count in SEATS:
        texts += [LANDGRAB.setup(rng, count, {"map": "drawn"}) for _ in range(10)]
        texts += [small_setup(rng, count) for _ in range(30)]
    assert [str(parse_setup(text)) for text in texts] == texts
    for text in texts:
        reference_map.check_setup(text)


BAD = [
    ("", "this has 1"),
    ("RB/1", "this has 2"),
    ("RB/1/F6/", "this has 4"),
    (f"{EXAMPLE}/", "five parts COLOURS/FIRST/TILES/SMALL/LARGE, or “together” in place of the"),
    (f"{EXAMPLE}/", "this has 6"),
    ("R/1/together", "COLOURS must be two to four different letters of RBGY, not “R”"),
    ("RBGYR/1/together", "not “RBGYR”"),
    ("RR/1/together", "not “RR”"),
    ("rb/1/together", "not “rb”"),
    ("RW/1/together", "not “RW”"),
    ("/1/together", "not “”"),
    ("RB/0/together", "FIRST must be a seat from 1 to 2, not “0”"),
    ("RB/3/together", "FIRST must be a seat from 1 to 2, not “3”"),
    ("RB/01/together", "not “01”"),
    ("RB/１/together", "not “１”"),
    ("RB//together", "not “”"),
    ("RB/1/drawn", "of three parts the last must be “together”, not “drawn”"),
    ("RB/1/together\n", "the last must be “together”, not “together�”"),
    ("RB/1///", "TILES must have from 1 to 20 entries, this has 0"),
    (
        f"RB/1/{','.join(c + r for r in ('1', '3', '5', '7') for c in 'ACEGIK')}//",
        "TILES must have from 1 to 20 entries, this has 24",
    ),
    ("RB/1/F6,M6//", "TILES has “M6”, which is no square from A1 to L12"),
    ("RB/1/F6,H06//", "TILES has “H06”"),
    ("RB/1/f6//", "TILES has “f6”"),
    ("RB/1/F6, H6//", "TILES has “ H6”"),
    ("RB/1/F6,//", "TILES has “”"),
    ("RB/1/F13//", "TILES has “F13”"),
    ("RB/1/F6,H6/F0/", "SMALL has “F0”"),
    ("RB/1/F6,H6/F6-F7/", "SMALL has “F6-F7”"),
    (
        "RB/1/H6,F6//",
        "TILES must be in reading order with nothing twice, but “F6” comes after “H6”",
    ),
    ("RB/1/F6,F6//", "but “F6” comes after “F6”"),
    ("RB/1/F6,H6/F7,F6/", "SMALL must be in reading order with nothing twice"),
    ("RB/1/F6,H6//F6-F7,F6-G6", "but “F6-G6” comes after “F6-F7”"),
    ("RB/1/F6,H6//F6", "LARGE has “F6”, which is no pair of squares like E6-F6 or E6-E7"),
    ("RB/1/F6,H6//F6-", "LARGE has “F6-”"),
    ("RB/1/F6,H6//G6-F6", "LARGE has “G6-F6”"),
    ("RB/1/F6,H6//F6-G7", "LARGE has “F6-G7”"),
    ("RB/1/F6,H6//F6-H6", "LARGE has “F6-H6”"),
    ("RB/1/F6,H6//F6-F7-F8", "LARGE has “F6-F7-F8”"),
    ("RB/1/A1,C1,E1,G1/A1,B1,C1,D1,E1,F1,G1,H1,A2,B2,C2/", "SMALL must have from 0 to 10 entries"),
    ("RB/1/A1,C1,E1,G1//A1-A2,B1-B2,C1-C2,D1-D2,E1-E2,F1-F2", "LARGE must have from 0 to 5"),
    ("RB/1/L6//", "the tile L6 reaches beyond the space"),
    ("RB/1/F12//", "the tile F12 reaches beyond the space"),
    ("RB/1/F6,G7//", "the tiles F6 and G7 overlap"),
    ("RB/1/F6,I6//", "the tile I6 does not hang together by edges with the tile F6"),
    ("RB/1/F6,H8//", "the tile H8 does not hang together by edges with the tile F6"),
    ("RB/1/F6,H6/F8/", "the building F8 stands on F8, which is not on the map"),
    ("RB/1/F6,H6//F7-F8", "the building F7 stands on F8, which is not on the map"),
    ("RB/1/F6,H6/F7/F6-F7", "two buildings stand on F7"),
    ("RB/1/F6,H6//F6-F7,F7-G7", "two buildings stand on F7"),
    ("RB/1/F6,H6/G6,G7/", "the free squares do not hang together: no steps lead from F6 to H6"),
    ("RB/1/A1,C1/A1,B1,A2,B2/", "there is no free square adjacent to the building A1"),
    ("RBG/1/F6,H6//F6-G6", "each of the 3 seats needs a square fit for a spawn, this map has 2"),
    ("RB/1/F6/F6,G6,F7/", "this map has 1"),
    ("RB/1/F6/F6,G6,F7,G7/", "there is no free square adjacent to the building F6"),
]


def test_a_bad_set_up_is_refused_by_the_reference_too_and_what_is_wrong_is_named() -> None:
    for text, problem in BAD:
        with pytest.raises(BadSetup) as refusal:
            LANDGRAB.start(text)
        with pytest.raises(ValueError, match=r"\w"):
            reference_map.check_setup(text)
        assert str(refusal.value).startswith("This set-up is not possible: "), (text, problem)
        assert problem in str(refusal.value), (text, problem)
        assert len(str(refusal.value)) < 500, (text, problem)
        assert str(refusal.value).isprintable(), (text, problem)


@given(st.text(alphabet="RBGY/,-ABFGHKLM0123tlogeher1 67", max_size=40))
def test_any_other_text_is_refused_as_a_set_up(text: str) -> None:
    try:
        setup = parse_setup(text)
    except BadSetup as refusal:
        assert "not possible" in str(refusal)  # noqa: PT017 - most of what is drawn is refused
    else:
        assert str(setup) == text


def test_what_is_just_possible_is_accepted() -> None:
    for text in [
        "RB/1/B1,A3//",  # reading order is by rows
        "RB/1/K11//",  # the last place for a tile
        "RB/1/F6,H7//",  # shifted by one square
        "RB/1/F6,H6//F6-F7",  # a large building on one tile
        "RB/1/F6,H6,J6//G6-H6",  # a large building on two tiles
        "RB/1/F6,H6//F6-G6",  # just enough squares for two spawns
        "RB/1/F6,H6/G6,H7/",  # hanging together by a corner
        "RB/1/A1,C1/A1,B1,A2/",  # one free square left for A1
        "RB/1/F6/F6,G6/",
    ]:
        assert str(LANDGRAB.start(text).setup) == text, text
        reference_map.check_setup(text)


def test_a_map_on_which_something_has_no_place_is_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Map] = []

    def once_without_a_place(on: Map, seats: int, *, small: bool, large: bool) -> tuple[Move, ...]:
        asked.append(on)
        stuck = len(asked) == 7
        return () if stuck else legal_buildings(on, seats, small=small, large=large)

    monkeypatch.setattr(position, "legal_buildings", once_without_a_place)
    drawn = position.drawn_map(random.Random(1), 2)
    # Six buildings stood when the seventh had no place; then all began with the first tile again.
    assert len(asked) == 7 + 15
    assert len(asked[6].buildings) == 6
    assert asked[7].buildings == ()
    assert (len(drawn.small), len(drawn.large)) == (10, 5)


def test_of_a_drawn_map_the_large_buildings_are_drawn_first() -> None:
    asked: list[tuple[bool, bool]] = []
    rng = random.Random(2)
    with pytest.MonkeyPatch.context() as patch:

        def noted(on: Map, seats: int, *, small: bool, large: bool) -> tuple[Move, ...]:
            asked.append((small, large))
            return legal_buildings(on, seats, small=small, large=large)

        patch.setattr(position, "legal_buildings", noted)
        position.drawn_map(rng, 3)
    assert asked == [(False, True)] * 5 + [(True, False)] * 10


GAMES = Registry((LANDGRAB,))
MOVES = ["p:G6", "p:H6", "c:F7", "d4", "a:1", "d3", "d9"]
BARE = {"game": "landgrab", "setup": EXAMPLE, "moves": MOVES}


def stated(data: dict[str, Any]) -> dict[str, Any]:
    return to_json(from_json(data, GAMES), states=True)


def test_the_record_of_the_rules_is_written_like_this() -> None:
    rolls = [f"d{number}" for number in range(1, 13)]
    record: Any = stated(BARE)
    assert list(record) == ["game", "setup", "moves", "states"]
    assert record["moves"] == MOVES
    fifth, _, seventh = record["states"][4:]
    assert json.dumps(fifth) == json.dumps({
        "seat": 2, "legal": ["I6", "G7", "H7", "I7", "a:1"], "phase": "attack", "round": 1,
        "progress": 0, "pawns": ["G6", "H6"], "lives": [3, 3], "owned": [[], []],
        "damaged": {"F7": 6},
    })  # fmt: skip
    assert json.dumps(seventh) == json.dumps({
        "seat": 0, "legal": rolls, "phase": "turn", "round": 2,
        "progress": 1, "pawns": ["G6", "H6"], "lives": [3, 2], "owned": [[], []],
        "damaged": {"F7": 6},
    })  # fmt: skip


def test_the_end_of_a_finished_record_has_end_scores_and_result() -> None:
    moves = [*MOVES, "G7", [2, LEAVE], [3, LEAVE]]
    data = {**BARE, "setup": "RBG/1/F6,H6/F7/", "moves": ["p:G6", "p:H6", "p:I6", *moves[7:]]}
    record: Any = stated(data)
    assert list(record)[-3:] == ["end", "scores", "result"]
    assert record["end"] == "last"
    assert record["scores"] == [[0, 0, 5], [0, 0, 0], [0, 0, 0]]
    assert record["result"] == {"winner": 1, "by": "left", "totals": [5, 0, 0]}
    for field in ("end", "scores", "result"):
        assert field not in stated({**data, "moves": data["moves"][:-1]})
        # They may be left out, but not be wrong.
        assert stated({key: record[key] for key in record if key != field}) == record
        with pytest.raises(BadRecord, match=f"Field “{field}"):
            from_json({**record, field: "calm"}, GAMES)


def test_leaving_is_always_a_pair_and_nothing_else_is() -> None:
    for entry in ("leave", [0, LEAVE], [4, LEAVE], [1, "p:G6"]):
        with pytest.raises(BadRecord, match="Move 1"):
            from_json({**BARE, "setup": "RBG/1/F6,H6/F7/", "moves": [entry]}, GAMES)


def test_any_other_text_is_no_move_and_is_named() -> None:
    for text in (
        *("f6", "F06", "F6 ", " F6", "m:F6", "F6-F7", "F13", "M1", "p:F6"),
        *("c:f7", "c:F07", "c:G7", "c:", "c:F7-F8", "C:F7", "F7"),
        *("a:1", "a:3", "a:02", "a:", "a2", "d1", "t:F4", "s:F6", "l:F6-F7", "leave", "pass", ""),
        "Ｆ6",
    ):
        with pytest.raises(IllegalMove) as refusal:
            find_move(started(EXAMPLE, "p:G6 p:H6"), 1, text)
        assert f"“{text}” is not a legal move here." in str(refusal.value), text
    for text in ("d0", "d13", "d01", "1", "d", "D3", "F6"):
        with pytest.raises(IllegalMove):
            find_move(started(EXAMPLE, "p:G6 p:H6 c:F7"), CHANCE, text)


def test_who_cannot_leave_a_match_is_named() -> None:
    with pytest.raises(IllegalMove, match="Seat 2 cannot leave the match here"):
        after(started(EXAMPLE, "p:G6 p:H6"), 2, LEAVE)


def test_the_rules_in_the_documentation_write_out_the_same_fixed_maps() -> None:
    text = (Path(__file__).parents[3] / "docs" / "rules" / "landgrab.md").read_text(
        encoding="utf-8"
    )
    for name in ("mill", "hall", "ring", "duel"):
        assert map_text(fixed_map(name)) in text, name


# ---------------------------------------------------------- the lessons of Landgrab state the truth


TASKS = [lesson for lesson in LESSONS if lesson.goal is not None]
AROUND, CLAIM, STEAL, FIGHT, LAST = TASKS


def now(tried: Attempt) -> Position:
    seen = tried.views[-1].seen
    assert isinstance(seen, Position)
    return seen


def totals(tried: Attempt) -> list[int]:
    return [score(now(tried), seat).total for seat in (1, 2)]


def test_on_foot_the_building_is_three_steps_away() -> None:
    longer = replace(AROUND, turns=3, replies=("J9", "I9"))
    on_foot = {way for way in ways(longer, LANDGRAB) if way[:2] == ("G5", "H6")}
    assert on_foot
    assert {len(way) for way in on_foot} == {3}


def test_the_building_to_claim_has_lost_18_points_to_the_rival() -> None:
    begin = now(attempt(CLAIM, LANDGRAB, ()))
    assert points(begin, "G5") == 25 - 18 == 7
    assert {points(begin, name) for name in ("E5", "G7")} == {10}
    assert begin.owners == (0, 0, 0)
    assert now(attempt(CLAIM, LANDGRAB, ("c:E5",))).points[0] == 2, "the roll is an 8"


def test_a_stolen_building_counts_twice_and_another_one_is_not_enough() -> None:
    begin = attempt(STEAL, LANDGRAB, ())
    assert totals(begin) == [2, 4]
    assert points(now(begin), "F6") == 14
    stolen = attempt(STEAL, LANDGRAB, ("c:F6", "c:F6"))
    assert totals(stolen) == [5, 1]
    assert points(now(stolen), "F6") == 25
    assert totals(attempt(STEAL, LANDGRAB, ("c:G8", "c:G8"))) == [3, 3]
    assert totals(attempt(STEAL, LANDGRAB, ("c:E8", "c:E8"))) == [3, 4]


def test_a_player_who_attacks_at_once_is_the_last_one_and_loses_6_to_7() -> None:
    begin = attempt(LAST, LANDGRAB, ())
    assert totals(begin) == [1, 7]
    assert now(begin).lives == (3, 1)
    assert points(now(begin), "F6") == 6
    lost = attempt(LAST, LANDGRAB, ("a:2",))
    assert lost.missed, "though one move would be left"
    assert now(lost).end == "last"
    assert totals(lost) == [6, 7]
    assert totals(attempt(LAST, LANDGRAB, ("c:F6", "a:2"))) == [7, 6]


# ------------------------------------------------------------------ dice


def test_dice_give_what_the_lesson_says_in_this_order_and_then_from_the_start_again() -> None:
    lesson = replace(STEAL, chance=("d3", "d2"), turns=2)
    tried = attempt(lesson, LANDGRAB, ("c:F6", "c:F6"))
    assert points(now(tried), "F6") == 14 - 3 - 3
    assert points(now(tried), "I6") == 10 - 2, "the rival's roll"
    assert tried.missed


def test_every_roll_is_a_position_of_its_own() -> None:
    tried = attempt(FIGHT, LANDGRAB, ("a:2",))
    assert [view.seen.phase for view in tried.views] == ["turn", "attack", "defence", "eviction"]


# ------------------------------------------------------------------ names


def test_buildings_that_a_lesson_names_stand_there_and_squares_are_on_its_map() -> None:
    for language, lesson in product(LANGUAGES, TASKS):
        with speaking(language):
            begin = now(attempt(lesson, LANDGRAB, ()))
            words = (lesson.task, lesson.hint, lesson.praise, lesson.reminder)
            told = " ".join(lesson.translated(text) for text in words if text)
            for sign, name in re.findall(rf"({SMALL}|{LARGE}) ([A-L]\d+)", told):
                number = begin.map.building_numbers[SQUARE[name]]
                assert begin.map.buildings[number].is_large == (sign == str(LARGE))
            for name in re.findall(r"\b[A-L]\d+\b", told):
                assert begin.map.squares >> SQUARE[name] & 1
