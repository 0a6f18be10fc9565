"""The lessons of Heroes Beware state the truth."""

from __future__ import annotations

from cogs.contract.lesson import Attempt, Lesson, attempt
from cogs.games.heroes.lessons import LESSONS
from cogs.games.heroes.rules_text import rules
from prowlerbot.core.game import CHANCE
from prowlerbot.games.heroes.colony import GEM, Seat
from prowlerbot.games.heroes.grid import SQUARE
from prowlerbot.games.heroes.pieces import INVADERS, MAPS
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER
from prowlerbot.games.heroes.stages.events import GEM_DISTANCE, ORE_DISTANCE
from tests.games.heroes.matches import HEROES

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
