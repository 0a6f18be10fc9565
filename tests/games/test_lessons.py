"""Each lesson of each game can be solved, is missed by other moves, and its words have room."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from cogs.contract.lesson import Attempt, Lesson, attempt
from cogs.games.heroes import lessons as heroes
from cogs.games.heroes import rules_text
from cogs.games.heroes.lessons import LESSONS
from cogs.games.heroes.rules_text import rules
from cogs.games.landgrab import lessons as landgrab
from cogs.games.prowler import lessons as prowler
from cogs.presses.addresses import LessonPress
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.games import GAMES
from prowlerbot.games.heroes.pieces import INVADERS, INVASIONS, MAPS, SQUARE
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER, TARGETS
from prowlerbot.games.heroes.seat import GEM, Seat
from prowlerbot.games.heroes.stages.draft import MOST_BUILT, QUEUE, TURNS
from prowlerbot.games.heroes.stages.events import GEM_DISTANCE, ORE_DISTANCE
from prowlerbot.games.landgrab.map import building
from prowlerbot.games.landgrab.turns import ROUNDS
from tests.games.heroes.matches import HEROES

Way = tuple[str, ...]
"""Moves of the learner."""
_TWO_DEAD_ENDS = {("b2@J6r0", "b4@K7r1"), ("b4@J6r0", "b2@K7r1")}


class Course(NamedTuple):
    """The lessons of a game: every way to the goal of each task, and moves that no task allows."""

    lessons: Sequence[Lesson]
    solutions: Sequence[set[Way]]
    illegal: Way

    @property
    def tasks(self) -> list[Lesson]:
        return [lesson for lesson in self.lessons if lesson.goal is not None]


COURSES = {
    "prowler": Course(
        prowler.LESSONS,
        ({("8",), ("10",)}, {("14>M",)}, {("15",)}, {("5",), ("21",)}, {("9", "16"), ("16", "9")}),
        illegal=("28",),
    ),
    "landgrab": Course(
        landgrab.LESSONS,
        (
            {(step, around) for step in ("E5", "F5", "G5") for around in ("F7", "G7", "H7")},
            {("c:G5",)},
            {("c:F6", "c:F6")},
            {("a:2", "H6"), ("a:2", "H7")},
            {("c:F6", "a:2")},
        ),
        illegal=("A1", "d12", "c:A1", "a:1"),
    ),
    "heroes": Course(
        heroes.LESSONS,
        (
            {
                ("b2@J7r3", "b1@K7r1"),
                ("P@J7r0", "b2@J6r0"),
                ("P@J7r0", "b2@J8r2"),
                ("P@J7r0", "b2@K7r1"),
            },
            {way for pair in _TWO_DEAD_ENDS for way in (pair, pair[::-1])},
            {(f"reveal{place}",) for place in range(1, QUEUE)},
            {("b5@L5r0",)},
            {(">I9", "guard")},
            {("armg@H9",)},
            {("I17", "L7"), ("L7", "I17")},
            {("store@L7",)},
        ),
        illegal=("b1@A1r0", "t37", "leave", "cell@A1"),
    ),
}
TASKS = [
    pytest.param(game, task, solutions, id=f"{game}-{number}")
    for game, course in COURSES.items()
    for number, (task, solutions) in enumerate(zip(course.tasks, course.solutions, strict=True), 1)
]
RULES: dict[str, tuple[Callable[[], str], tuple[int, ...]]] = {
    "landgrab": (landgrab.rules, (12, building(0).full, building(0, 1).full, 3, 1, 5, 20, ROUNDS)),
    "heroes": (
        rules_text.rules,
        (
            QUEUE,
            MOST_BUILT,
            GEM,
            PRISONER,
            ORE_DISTANCE - 1,
            GEM_DISTANCE - 1,
            *TARGETS["brisk"].values(),
            *(number for invaded in INVASIONS.values() for number in invaded),
        ),
    ),
}
"""By game: its rules in short, and the numbers that matter in them."""


def ways(lesson: Lesson, game: Game, made: Way = ()) -> set[Way]:
    """All ways on from here that reach the goal."""
    tried = attempt(lesson, game, made)
    if tried.over:
        return {made} if tried.reached else set()
    return {way for move in moves(tried) for way in ways(lesson, game, (*made, move))}


def moves(tried: Attempt) -> list[str]:
    return [str(move) for move in tried.views[-1].moves()]


@pytest.mark.parametrize(("game", "task", "solutions"), TASKS)
def test_the_goal_is_reached_in_one_or_two_moves_by_these_ways_alone(
    game: str, task: Lesson, solutions: set[Way]
) -> None:
    assert task.turns in {1, 2}
    assert {len(way) for way in solutions} <= {task.turns}
    assert ways(task, GAMES[game]) == solutions
    assert task.worth or bool(task.reminder) == (task.turns > 1), "a second move is asked for"
    for way in solutions:
        page = LessonPress(game, COURSES[game].lessons.index(task), ",".join(way))
        assert LessonPress.read(str(page)) == page
        assert len(str(page)) <= 100, "Discord's limit of a button"


@pytest.mark.parametrize(("game", "task", "solutions"), TASKS)
def test_before_a_move_the_goal_is_ahead_and_after_one_it_is_over_or_the_learner_has_another(
    game: str, task: Lesson, solutions: set[Way]
) -> None:
    del solutions
    tried = attempt(task, GAMES[game], ())
    begin = tried.views[-1].seen
    assert not tried.over
    assert begin.to_move == {tried.seat}
    assert task.goal is not None
    assert not task.goal(begin, begin)
    assert task.spoilt is None or not task.spoilt(begin, begin)
    for move in moves(tried):
        onward = attempt(task, GAMES[game], (move,))
        mine = onward.seat in onward.views[-1].to_move
        assert onward.over or (task.turns > 1 and mine), move
    for move in COURSES[game].illegal:
        with pytest.raises(IllegalMove):
            attempt(task, GAMES[game], (move,))


def test_no_move_that_brings_as_much_as_a_solution_is_called_wrong() -> None:
    course = COURSES["prowler"]
    for task, solutions in zip(course.tasks, course.solutions, strict=True):
        assert task.worth is not None
        ends = [attempt(task, GAMES["prowler"], way) for way in solutions]
        brought = [task.worth(tried.views[0].seen, tried.views[-1].seen) for tried in ends]
        assert task.enough <= min(brought), task.title
        assert all(map(task.brings_enough, ends)), task.title


@pytest.mark.parametrize("game", COURSES)
def test_the_words_of_a_lesson_leave_room_for_what_happened(game: str) -> None:
    for language in LANGUAGES:
        with speaking(language):
            for lesson in COURSES[game].lessons:
                words = (lesson.title, lesson.task, lesson.hint, lesson.praise, lesson.reminder)
                length = sum(len(lesson.translated(text)) for text in words if text)
                assert length < 2_000, (language, lesson.title)
                assert len(lesson.translated(lesson.title)) <= 40, (language, lesson.title)


@pytest.mark.parametrize("game", RULES)
def test_the_rules_in_short_fit_into_a_message_and_have_the_numbers_that_matter(game: str) -> None:
    rules, numbers = RULES[game]
    for language in LANGUAGES:
        with speaking(language):
            text = rules()
        assert len(text) <= 4_000, language
        for number in numbers:
            assert re.search(rf"\b{number}\b", text), (language, number)
    assert f" {TURNS + 1} draft turns" in rules_text.setup_words({"build": "turns"})


# ----------------------------------------------------- the lessons of Heroes Beware state the truth


_, JOIN, SEAL, QUEUED, ORE, WAY, ARM, PIECES, STASH = LESSONS


def now(tried: Attempt) -> Position:
    seen = tried.views[-1].seen
    assert isinstance(seen, Position)
    return seen


def learner(lesson: Lesson, *made: str) -> Seat:
    tried = attempt(lesson, HEROES, made)
    return now(tried).seats[tried.seat - 1]


def test_only_the_learner_is_at_the_board_but_where_tiles_are_passed_in_the_fourth_lesson() -> None:
    for lesson in LESSONS:
        assert lesson.seats == int(lesson.setup[0])
    assert [lesson.seats for lesson in LESSONS] == [1, 1, 1, 2, 1, 1, 1, 1, 1]
    assert attempt(QUEUED, HEROES, ()).seat == 2, "the rival has finished"


# ------------------------------------------------------------------ the words


def test_a_straight_tile_closes_an_edge_of_the_trap_and_has_one_of_its_own() -> None:
    assert learner(SEAL).colony.sealed_with("trap") == 0
    tried = attempt(SEAL, HEROES, ("b3@J6r0", "b2@K7r1"))
    colony = now(tried).seats[0].colony
    assert tried.missed
    assert colony.sealed_with("trap") == 1 << SQUARE["J7"]
    assert [placed.id for placed in colony.open_pieces] == ["45"]


def test_the_ore_vein_fits_in_four_places_of_which_one_is_deep_enough() -> None:
    begin = attempt(ORE, HEROES, ())
    places = [str(move) for move in begin.views[-1].moves() if str(move).startswith("b5@")]
    assert len(places) == 4
    distance = {move: learner(ORE, move).colony.distance for move in places}
    assert distance["b5@L5r0"][SQUARE["L5"]] == ORE_DISTANCE == 5 + 1
    assert distance["b5@K9r1"][SQUARE["K9"]] == 4 + 1
    assert GEM_DISTANCE == 10 + 1
    assert GEM == 5


def test_the_squire_has_one_heart_and_one_bag_left_and_two_ways_as_short() -> None:
    seat = learner(WAY)
    assert seat.walk is not None
    assert (seat.walk.hearts, seat.walk.bags) == (1, 1)
    assert [str(move) for move in seat.legal] == [">I9", ">G9"]
    assert {seat.colony.distance[SQUARE[name]] for name in ("G9", "I9")} == {3}
    assert seat.tokens.counts == [2, 0, 1, 0, 0]
    solved = learner(WAY, ">I9", "guard")
    assert solved.tokens.counts == [2, 0, 0, 0, 1]
    assert solved.tokens.prisoners == 1 << SQUARE["K9"]
    assert PRISONER == 2


def test_gold_that_is_lost_ends_the_lesson_at_once() -> None:
    for way in ((">G9",), (">I9", "gold")):
        tried = attempt(WAY, HEROES, way)
        assert tried.missed
        assert now(tried).seats[0].trace[-1][1] == "left"
        assert now(tried).seats[0].tokens.all_gold == 1


def test_the_axe_woman_is_stopped_by_both_traps_and_the_guard_or_takes_gold() -> None:
    assert INVADERS[4].hearts == 3
    assert MAPS[2].goals == ("deepest treasure",)
    begin = learner(ARM)
    assert begin.tokens.counts == [2, 0, 1, 0, 0]
    assert learner(ARM, "armg@H9").tokens.counts == [1, 0, 0, 0, 0]
    for move in ("pass", "armw@K6", "armg@K5"):
        tried = attempt(ARM, HEROES, (move,))
        assert tried.missed
        assert now(tried).invader == 4
        assert now(tried).seats[0].tokens.all_gold == 0
        assert CHANCE in now(tried).to_move, "the next card is not drawn any more"


def test_the_two_pieces_with_cells_have_room_for_three_prisoners() -> None:
    assert [str(move) for move in learner(PIECES).legal] == ["P", "I12", "I17", "L7"]
    assert learner(PIECES, "L7", "I17").reserve == ("P", "I17", "L7")
    assert attempt(PIECES, HEROES, ("L7", "P")).missed


def test_a_gem_outlasts_the_squire_in_the_far_chest_alone() -> None:
    kept = {str(move): learner(STASH, str(move)).tokens.counts[:2] for move in learner(STASH).legal}
    assert kept.pop("store@L7") == [0, 1]
    assert kept.pop("buyg@H8") == [2, 0], "the squire is defeated"
    assert {tuple(left) for left in kept.values()} == {(1, 0)}
    assert attempt(STASH, HEROES, ("ready",)).missed


def test_what_is_revealed_can_be_built_and_the_rival_gets_what_was_passed() -> None:
    assert learner(QUEUED).queue == (34, 0, 0, 0, 1)
    tried = attempt(QUEUED, HEROES, ("reveal1",))
    mine, rival = now(tried).seats[1], now(tried).seats[0]
    assert 0 not in mine.queue
    assert 1 in mine.queue
    assert rival.queue[0] == 34
    given_away = attempt(QUEUED, HEROES, ("reveal5",))
    assert given_away.missed
    assert now(given_away).seats[0].queue[0] == 1


def test_the_rules_in_short_are_short_and_say_what_a_turn_and_the_stash_are_limited_to() -> None:
    text = rules()
    assert len(text) <= 2_800
    assert "In the last turn you only build" in text
    assert "only your stash after round 3 counts" in text
    assert "a power, told with their card" in text
