"""The lessons of Landgrab state the truth."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

from cogs.contract.lesson import Attempt, attempt
from cogs.games.landgrab.lessons import LESSONS
from cogs.games.landgrab.texts import LARGE, SMALL
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.games.landgrab.map import SQUARE
from prowlerbot.games.landgrab.rules import Position, score
from tests.games.landgrab.matches import LANDGRAB, points
from tests.games.test_lessons import ways

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
                number = begin.map.number[SQUARE[name]]
                assert begin.map.buildings[number].is_large == (sign == str(LARGE))
            for name in re.findall(r"\b[A-L]\d+\b", told):
                assert begin.map.squares >> SQUARE[name] & 1
