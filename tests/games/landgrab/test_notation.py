"""Moves and records as text and JSON."""

import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from cogs.contract.lesson import Attempt, attempt
from cogs.games.landgrab.lessons import LESSONS
from cogs.games.landgrab.texts import LARGE, SMALL
from prowlerbot.core.errors import BadRecord, IllegalMove
from prowlerbot.core.game import CHANCE, LEAVE, Registry, after, find_move
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.core.record_json import from_json, read_record, to_json
from prowlerbot.games.landgrab.map import SQUARE, map_text
from prowlerbot.games.landgrab.position import fixed_map
from prowlerbot.games.landgrab.rules import Position, score
from tests.games.landgrab.matches import EXAMPLE, LANDGRAB, points, started
from tests.games.test_lessons import ways

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


def test_the_record_in_the_documentation_is_right() -> None:
    text = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = [part.partition("```")[0] for part in text.split("```json\n")[1:]]
    (example,) = [part for part in examples if '"landgrab"' in part]
    assert [made.text for made in read_record(example, GAMES).moves] == MOVES


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
