"""A puzzle as a value: its solution, its written form and its rating."""

from __future__ import annotations

from dataclasses import replace

import pytest

from prowlerbot.core.record import Made
from prowlerbot.match.ratings import NEW
from prowlerbot.puzzles.puzzle import (
    LOOKS,
    Meeting,
    Puzzle,
    content,
    puzzle_of,
    read_moves,
    written_moves,
)
from prowlerbot.puzzles.shipped import read, written
from prowlerbot.review.judgement import Estimate, Option

MOVES = (Made(2, ">R"), Made(1, "9>M"), Made(0, "d12"), Made(2, "a:1"))


def option(move: str, chance: float, given: float) -> Option:
    return Option(move, Estimate(7, 0.5), Estimate(chance, 0.01), Estimate(given, 0.02))


PUZZLE = Puzzle(
    id="abc",
    game="prowler",
    setup="set/up",
    moves=MOVES,
    seats=2,
    seat=1,
    theme="tie",
    options=(option("1", 0.75, 0), option("2", 0.75, 0), option("3>B", 0.5, 0.25)),
    equal=2,
    ease=3,
)


def test_equal_moves_are_all_solutions_and_the_second_best_comes_after_them() -> None:
    assert PUZZLE.solutions == ("1", "2")
    assert PUZZLE.second.move == "3>B"
    assert PUZZLE.option("4") is None


def test_moves_are_written_with_their_seats_whatever_signs_they_have() -> None:
    assert read_moves(written_moves(MOVES)) == MOVES
    assert read_moves(written_moves(())) == ()


def test_a_written_puzzle_is_read_as_it_was() -> None:
    assert puzzle_of("prowler", "set/up", (*MOVES, Made(1, "5")), content(PUZZLE)) == PUZZLE


def test_a_game_without_chances_writes_margins_alone() -> None:
    treasure = tuple(
        Option(f"guard@{at}", Estimate(9 - at, 0.5), None, Estimate(at, 0.25)) for at in range(3)
    )
    puzzle = replace(PUZZLE, options=treasure, equal=1)
    assert puzzle_of("prowler", "set/up", MOVES, content(puzzle)) == puzzle


def test_puzzles_of_one_match_share_its_moves_in_a_file() -> None:
    later = replace(PUZZLE, id="def", moves=(*MOVES, Made(1, "5")))
    other = replace(PUZZLE, id="ghi", moves=(*MOVES[:3], Made(2, "a:3")))
    text = written([PUZZLE, later, other], {"seed": 1})
    assert len(text.splitlines()) == 3
    assert list(read("prowler", text)) == [PUZZLE, later, other]


def test_a_puzzle_that_quick_looks_solve_begins_with_a_lower_rating() -> None:
    ratings = [replace(PUZZLE, ease=ease).rating.points for ease in range(LOOKS + 1)]
    assert ratings == sorted(ratings, reverse=True)
    assert (ratings[0] + ratings[-1]) / 2 == pytest.approx(NEW.points)


def test_a_solver_rises_as_a_puzzle_falls_and_the_other_way_round() -> None:
    even = Meeting(NEW, NEW)
    solved, missed = even.after(solved=True), even.after(solved=False)
    assert solved.player.mu > NEW.mu > solved.puzzle.mu
    assert missed.player.mu < NEW.mu < missed.puzzle.mu
    assert solved.player.sigma < NEW.sigma
