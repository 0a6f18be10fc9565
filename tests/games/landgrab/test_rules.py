"""The rules against the reference, what random matches seldom reach, set-ups, and lessons."""

import json
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.contract.lesson import Attempt, Lesson, try_moves
from cogs.games.landgrab.lessons import LESSONS
from cogs.games.landgrab.texts import LARGE, SMALL
from prowlerbot.core.errors import BadRecord, BadSetup, IllegalMove
from prowlerbot.core.game import CHANCE, LEAVE, Registry, after, find_move
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.core.record import Record
from prowlerbot.core.record_json import from_json, to_json
from prowlerbot.games.landgrab import position as set_ups
from prowlerbot.games.landgrab.legal_places import legal_buildings, nearest_open, ways_around
from prowlerbot.games.landgrab.map import NAME, SQUARE, TILE, Map, Move, map_text, read_map
from prowlerbot.games.landgrab.position import FIXED_MAPS, fixed_map, fixed_maps_for, parse_setup
from prowlerbot.games.landgrab.rules import Position, score
from tests.cases import each_of
from tests.games.landgrab import matches, reference, reference_record
from tests.games.landgrab.matches import EXAMPLE, LANDGRAB, points, small_setup, started
from tests.games.play import numbers_of_matches, play
from tests.games.test_lessons import ways


def test_squares_reached_in_two_ways_are_listed_once_and_ways_around_are_known() -> None:
    # From E6: D6 and F6 are steps and lie around E7 as well; G6 lies around F7 alone.
    position = matches.started("RB/1/D6,F6,H6/D7,E7,F7,G7,H7,I7/", "p:E6 p:I6")
    position = play(position, "c:E7 d12 c:I7 d1 c:F7 d12 c:I7 d1")
    assert [text for text in matches.texts(position) if ":" not in text] == ["D6", "F6", "G6"]
    ways = ways_around(position.map, position.pawns, position.owners, 1)
    named = {
        NAME[square]: [NAME[position.map.buildings[number].first] for number in numbers]
        for square, numbers in ways.items()
    }
    assert named == {"G6": ["F7"]}


def test_what_a_seat_did_last_is_known_with_its_rolls() -> None:
    position = matches.started(matches.JAM, matches.INTO_JAM, "a:3 d1 d12")
    assert position.last is not None
    assert (position.last.seat, str(position.last.move), position.last.rolls) == (1, "a:3", (1, 12))
    assert NAME[position.last.start] == "F6"


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


def test_the_squares_that_are_needed_are_those_of_all_seats_that_began() -> None:
    position = matches.first_legal(matches.started("RBGY/1/together"), "tiles")[-1][1]
    others = sorted({1, 2, 3, 4} - position.to_move)
    gone = play(position, (others[0], LEAVE), (others[1], LEAVE))
    assert gone.legal == position.legal
    # On a map of eight squares a large building soon leaves two of them too few.
    narrow = read_map("F6,H6", "", "", seats=4)
    four, two = (partial(legal_buildings, seats=each, small=True, large=True) for each in (4, 2))
    built = play(gone._replace(map=narrow, legal=four(narrow)), "s:F6")
    assert built.legal == four(built.map)
    assert len(built.legal) < len(two(built.map))


def test_what_has_no_legal_place_stays_in_the_box() -> None:
    # Sixteen tiles with gaps of one square between them: there is no place for a seventeenth.
    grid = tuple(SQUARE[column + row] for row in ("1", "4", "7", "10") for column in "ADGJ")
    position, last = matches.started("RBG/1/together"), TILE[grid[-1]]
    built = position._replace(map=Map(grid[:-1]), legal=(last,)).after(2, last)
    assert (built.phase, len(built.map.tiles), {*built.to_move}) == ("buildings", 16, {2})
    # A corridor for two, in which no further building is possible, in place of the twenty tiles.
    corridor = read_map("F6,H6", "F7,G7,H7", "", seats=2)
    legal = partial(legal_buildings, seats=2, small=True, large=True)
    now = matches.first_legal(matches.started("RB/1/together"), "tiles")[-1][1]
    now = matches.first_legal(now._replace(map=corridor, legal=legal(corridor)), "buildings")[-1][1]
    assert (now.phase, {*now.to_move}, len(legal(now.map))) == ("spawns", {1}, 0)
    assert len(now.map.buildings) < 15


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
    choose = matches.CHOICES[rng.choice(list(matches.CHOICES))]
    match kind:
        case "jam":
            return matches.play_out(
                matches.JAM, rng, matches.fighting, opening=matches.INTO_JAM, leaving=leaving
            )
        case "small":
            return matches.play_out(matches.small_setup(rng, seats), rng, choose, leaving=leaving)
        case "fixed":
            kind = {2: "duel", 3: "mill", 4: rng.choice(("mill", "hall", "ring"))}[seats]
    return matches.play_out(
        matches.LANDGRAB.setup(rng, seats, {"map": kind}), rng, choose, leaving=leaving
    )


@numbers_of_matches(FIRST, MATCHES, pieces=4)
def test_the_rules_and_the_reference_write_the_same_records(numbers: Sequence[int]) -> None:
    for number in numbers:
        record, positions = drawn_match(number)
        expected, leavers = reference_record.replay(record.setup, matches.entries(record))
        assert to_json(record, states=True) == expected, number
        for position, seats in zip(positions, leavers, strict=True):
            assert [each for each in position.seats if position.leave(each)] == seats, number


def test_these_matches_have_what_is_rare() -> None:
    left, stuck, ends, phases = 0, 0, set(), set()
    for number in FIRST:
        record, positions = drawn_match(number)
        left += any(made.text == LEAVE for made in record.moves)
        stuck += matches.stuck_evictions(positions)
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


# ------------------------------------------------------------------------------------ maps


def test_every_legal_place_can_be_drawn_for_the_second_tile() -> None:
    # The first tile beside F6 is one of twelve, so each of them is on some map.
    rng = random.Random(6)
    drawn = [LANDGRAB.setup(rng, 2, {"map": "drawn"}).split("/")[2] for _ in range(150)]
    around = {text[2:] for text in map(str, started("RB/1/together").moves(2))}
    assert len(around) == 12
    assert around <= {tile for tiles in drawn for tile in tiles.split(",")}


def test_which_fixed_maps_there_are_for_how_many() -> None:
    assert [fixed_maps_for(count) for count in SEATS] == [
        ("mill", "hall", "ring", "duel"),
        ("mill",),
        ("mill", "hall", "ring"),
    ]
    with pytest.raises(BadSetup) as refusal:
        LANDGRAB.setup(random.Random(1), 3, {"map": "duel"})
    told = "The map “duel” is not for 3 players. 3 players can use: together, drawn, mill."
    assert str(refusal.value) == told


# ------------------------------------------------------------------------------- notation


def test_set_ups_read_back_as_they_are_written_and_a_drawn_one_has_the_whole_box() -> None:
    rng = random.Random(7)
    texts = [EXAMPLE, "RB/1/together", "YG/2/A1//", "RBGY/4/A1,C1//"]
    for count in SEATS:
        drawn = [LANDGRAB.setup(rng, count, {"map": "drawn"}) for _ in range(25)]
        for setup in drawn:
            tiles, small, large = (part.split(",") for part in setup.split("/")[2:])
            assert (len(tiles), len(small), len(large)) == (20, 10, 5), "the whole box"
            assert "F6" in tiles
        texts += [*drawn, *(small_setup(rng, count) for _ in range(30))]
    assert [str(LANDGRAB.start(text).setup) for text in texts] == texts


def test_large_buildings_are_drawn_first_and_where_one_has_no_place_the_map_is_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[bool, int]] = []

    def once_without_a_place(on: Map, seats: int, *, small: bool, large: bool) -> tuple[Move, ...]:
        assert small is not large
        asked.append((large, len(on.buildings)))
        stuck = len(asked) == 7
        return () if stuck else legal_buildings(on, seats, small=small, large=large)

    monkeypatch.setattr(set_ups, "legal_buildings", once_without_a_place)
    drawn = set_ups.draw_map(random.Random(1), 2)
    # Six buildings stood when the seventh had no place; then all began with the first tile again.
    whole = [(at < 5, at) for at in range(15)]
    assert asked == whole[:7] + whole
    assert (len(drawn.small), len(drawn.large)) == (10, 5)


BAD = [
    ("", "this has 1"),
    ("RB/1/F6/", "this has 4"),
    (f"{EXAMPLE}/", "five parts COLOURS/FIRST/TILES/SMALL/LARGE, or “together” in place of the"),
    ("R/1/together", "COLOURS must be two to four different letters of RBGY, not “R”"),
    ("RR/1/together", "not “RR”"),
    ("rb/1/together", "not “rb”"),
    ("RB/3/together", "FIRST must be a seat from 1 to 2, not “3”"),
    ("RB/01/together", "not “01”"),
    ("RB/１/together", "not “１”"),
    ("RB/1/drawn", "of three parts the last must be “together”, not “drawn”"),
    ("RB/1///", "TILES must have from 1 to 20 entries, this has 0"),
    ("RB/1/F6,M6//", "TILES has “M6”, which is no square from A1 to L12"),
    ("RB/1/f6//", "TILES has “f6”"),
    ("RB/1/F6,//", "TILES has “”"),
    ("RB/1/F13//", "TILES has “F13”"),
    ("RB/1/F6,H6/F6-F7/", "SMALL has “F6-F7”"),
    ("RB/1/H6,F6//", "in reading order with nothing twice, but “F6” comes after “H6”"),
    ("RB/1/F6,F6//", "but “F6” comes after “F6”"),
    ("RB/1/F6,H6/F7,F6/", "SMALL must be in reading order with nothing twice"),
    ("RB/1/F6,H6//F6-F7,F6-G6", "but “F6-G6” comes after “F6-F7”"),
    ("RB/1/F6,H6//F6", "LARGE has “F6”, which is no pair of squares like E6-F6 or E6-E7"),
    ("RB/1/F6,H6//G6-F6", "LARGE has “G6-F6”"),
    ("RB/1/F6,H6//F6-G7", "LARGE has “F6-G7”"),
    ("RB/1/F6,H6//F6-F7-F8", "LARGE has “F6-F7-F8”"),
    ("RB/1/A1,C1,E1,G1/A1,B1,C1,D1,E1,F1,G1,H1,A2,B2,C2/", "SMALL must have from 0 to 10 entries"),
    ("RB/1/A1,C1,E1,G1//A1-A2,B1-B2,C1-C2,D1-D2,E1-E2,F1-F2", "LARGE must have from 0 to 5"),
    ("RB/1/L6//", "the tile L6 reaches beyond the space"),
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
]


def test_a_bad_set_up_is_refused_and_what_is_wrong_is_named() -> None:
    for text, problem in BAD:
        with pytest.raises(BadSetup) as refusal:
            LANDGRAB.start(text)
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


def test_the_record_of_the_rules_is_written_like_this() -> None:
    moves = ["p:G6", "p:H6", "c:F7", "d4", "a:1", "d3", "d9"]
    bare = {"game": "landgrab", "setup": EXAMPLE, "moves": moves}
    record: Any = to_json(from_json(bare, Registry((LANDGRAB,))), states=True)
    assert list(record) == ["game", "setup", "moves", "states"]
    assert json.dumps(record["states"][4]) == json.dumps({
        "seat": 2, "legal": ["I6", "G7", "H7", "I7", "a:1"], "phase": "attack", "round": 1,
        "progress": 0, "pawns": ["G6", "H6"], "lives": [3, 3], "owned": [[], []],
        "damaged": {"F7": 6},
    })  # fmt: skip


def test_any_other_text_is_no_move_and_is_named() -> None:
    for text in (
        *("f6", "F06", "F6 ", " F6", "m:F6", "F6-F7", "F13", "M1", "p:F6", "c:f7", "c:F07"),
        *("c:G7", "c:", "c:F7-F8", "C:F7", "F7", "a:1", "a:3", "a:02", "a:", "a2", "d1"),
        *("t:F4", "s:F6", "l:F6-F7", "leave", "pass", "", "Ｆ6"),
    ):
        with pytest.raises(IllegalMove) as refusal:
            find_move(started(EXAMPLE, "p:G6 p:H6"), 1, text)
        assert f"“{text}” is not a legal move here." in str(refusal.value), text
    for text in ("d0", "d13", "d01", "1", "d", "D3", "F6"):
        with pytest.raises(IllegalMove):
            find_move(started(EXAMPLE, "p:G6 p:H6 c:F7"), CHANCE, text)
    with pytest.raises(IllegalMove, match="Seat 2 cannot leave the match here"):
        after(started(EXAMPLE, "p:G6 p:H6"), 2, LEAVE)
    for entry in ("leave", [0, LEAVE], [4, LEAVE], [1, "p:G6"]):
        with pytest.raises(BadRecord, match="Move 1"):
            from_json(
                {"game": "landgrab", "setup": "RBG/1/F6,H6/F7/", "moves": [entry]},
                Registry((LANDGRAB,)),
            )


# ---------------------------------------------------------- the lessons of Landgrab state the truth


TASKS = [lesson for lesson in LESSONS if lesson.goal is not None]
CLAIM, STEAL, FIGHT, LAST = TASKS[1:]


@each_of(
    ("lesson", "way", "left", "totals"),
    [
        (CLAIM, (), {"G5": 25 - 18, "E5": 10, "G7": 10}, [0, 0]),
        (CLAIM, ("c:E5",), {"E5": 2}, [0, 0]),
        (STEAL, (), {"F6": 14}, [2, 4]),
        (STEAL, ("c:F6", "c:F6"), {"F6": 25}, [5, 1]),
        (STEAL, ("c:G8", "c:G8"), {}, [3, 3]),
        (STEAL, ("c:E8", "c:E8"), {}, [3, 4]),
        (LAST, (), {"F6": 6}, [1, 7]),
        (LAST, ("a:2",), {}, [6, 7]),
        (LAST, ("c:F6", "a:2"), {}, [7, 6]),
        # The dice of a lesson come in this order and then from the start again.
        (
            replace(STEAL, chance=("d3", "d2"), turns=2),
            ("c:F6", "c:F6"),
            {"F6": 14 - 3 - 3, "I6": 10 - 2},
            [2, 4],
        ),
    ],
)
def test_what_a_lesson_says_of_points_is_so_for_each_way_that_it_tells_of(
    lesson: Lesson, way: tuple[str, ...], left: dict[str, int], totals: list[int]
) -> None:
    there = now(try_moves(lesson, LANDGRAB, way))
    assert {name: points(there, name) for name in left} == left
    assert [score(there, seat).total for seat in (1, 2)] == totals


def test_in_the_lessons_of_landgrab_walking_takes_three_turns_and_each_roll_is_a_position() -> None:
    longer = replace(TASKS[0], turns=3, replies=("J9", "I9"))
    on_foot = {way for way in ways(longer, LANDGRAB) if way[:2] == ("G5", "H6")}
    assert {len(way) for way in on_foot} == {3}
    tried = try_moves(FIGHT, LANDGRAB, ("a:2",))
    assert [view.seen.phase for view in tried.views] == ["turn", "attack", "defence", "eviction"]


def now(tried: Attempt) -> Position:
    seen = tried.views[-1].seen
    assert isinstance(seen, Position)
    return seen


def test_buildings_that_a_lesson_names_stand_there_and_squares_are_on_its_map() -> None:
    for language, lesson in product(LANGUAGES, TASKS):
        with speaking(language):
            begin = now(try_moves(lesson, LANDGRAB, ()))
            words = (lesson.task, lesson.hint, lesson.praise, lesson.reminder)
            told = " ".join(lesson.translated(text) for text in words if text)
            for sign, name in re.findall(rf"({SMALL}|{LARGE}) ([A-L]\d+)", told):
                number = begin.map.building_numbers[SQUARE[name]]
                assert begin.map.buildings[number].is_large == (sign == str(LARGE))
            for name in re.findall(r"\b[A-L]\d+\b", told):
                assert begin.map.squares >> SQUARE[name] & 1


def test_a_rematch_has_the_kind_of_map_of_the_set_up_and_colours_go_with_the_players() -> None:
    rng = random.Random(4)
    for kind in ("together", "drawn", "mill", "hall"):
        setup = LANDGRAB.setup(rng, 4, {"map": kind})
        assert LANDGRAB.again(setup, {"colours": "Y"}) == {"map": kind}
    assert [*LANDGRAB.given("YRB/2/together")] == ["Y", "R", "B"]
    # Seat 2's player now sits at seat 1, and seat 1's at the last one.
    chosen = LANDGRAB.chosen({"map": "together"}, "RBY")
    setups = {LANDGRAB.setup(rng, 3, chosen) for _ in range(60)}
    assert setups == {f"RBY/{first}/together" for first in (1, 2, 3)}


def test_the_map_is_built_together_if_nothing_is_said_and_else_the_spawns_come_first() -> None:
    for seats in SEATS:
        for options in ({}, {"map": "together"}):
            setup = LANDGRAB.setup(random.Random(1), seats, options)
            assert (setup[-9:], started(setup).phase) == ("/together", "tiles")
        for kind in ("drawn", *fixed_maps_for(seats)):
            position = started(LANDGRAB.setup(random.Random(1), seats, {"map": kind}))
            assert (position.phase, {*position.to_move}) == ("spawns", {position.setup.first})


TURNS: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "quarter": lambda column, row: (13 - row, column),
    "half": lambda column, row: (13 - column, 13 - row),
    "half about F6 and F7": lambda column, row: (12 - column, 13 - row),
    "mirrored": lambda column, row: (13 - column, row),
}


def test_the_fixed_maps_are_those_of_the_rules_possible_and_even() -> None:
    rules = (Path(__file__).parents[3] / "docs/rules/landgrab.md").read_text(encoding="utf-8")
    for name in FIXED_MAPS:
        text = map_text(fixed_map(name))
        assert text in rules
        most = max(count for count in SEATS if name in fixed_maps_for(count))
        setup = LANDGRAB.setup(random.Random(1), most, {"map": name})
        assert setup.split("/", 2)[2] == text
        assert LANDGRAB.start(setup).phase == "spawns", "it is possible"
        tiles, small, large = ([*part.split(",")] for part in FIXED_MAPS[name])
        by_name = reference.BY_NAME
        ground = {square for each in tiles for square in reference.tile(by_name[each])}
        parts = {frozenset(by_name[at] for at in each.split("-")) for each in small + large}
        assert Counter(map(len, parts)) == ({1: 10, 2: 5} if name == "duel" else {1: 8, 2: 4})
        same = {
            turn
            for turn, turned in TURNS.items()
            if {turned(*square) for square in ground} == ground
            and {frozenset(turned(*square) for square in each) for each in parts} == parts
        }
        if name == "duel":
            assert "half about F6 and F7" in same
        else:  # all quarters are alike, turned or mirrored
            assert "quarter" in same or {"mirrored", "half"} <= same, name


@each_of(
    ("seats", "options", "told"),
    [
        *((2, {"colours": it}, "different letters of RBGY") for it in ("RR", "X", "r", "R/1")),
        (2, {"map": "hell"}, r"no map “hell” here\. Maps: together, drawn, mill, hall"),
        (2, {"first": "1"}, "Landgrab has no option “first”"),
        *((players, {}, f"not for {players} players") for players in (0, 1, 5)),
    ],
)
def test_an_unknown_map_option_or_number_of_players_is_named(
    seats: int, options: dict[str, str], told: str
) -> None:
    with pytest.raises(BadSetup, match=told):
        LANDGRAB.setup(random.Random(1), seats, options)
