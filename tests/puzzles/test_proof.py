"""What is proved to be a puzzle, and what is not."""

from __future__ import annotations

from dataclasses import replace

from prowlerbot.core.record import replay
from prowlerbot.games import GAMES
from prowlerbot.opponent.hints import NO_HINTS
from prowlerbot.opponent.task import house
from prowlerbot.puzzles.kinds import Kind, kind_of
from prowlerbot.puzzles.making import puzzles_of_match
from prowlerbot.puzzles.proof import Place, ProofTask, Prover, is_far_ahead, prove
from prowlerbot.puzzles.shipped import shipped
from prowlerbot.review.judgement import Estimate, Option
from tests.cases import each_of
from tests.games.nim.rules import Nim, Position


def second(given: float, error: float, *, chance: bool = True) -> Option:
    return Option("x", Estimate(0), Estimate(0.5) if chance else None, Estimate(given, error))


@each_of(
    ("option", "far"),
    [
        (second(0.15, 0.049), True),
        (second(0.15, 0.051), False),
        (second(0.149, 0.0), False),
        (second(0.4, 0.2), False),
        (second(0.5, 0.16, chance=False), True),
        (second(0.49, 0.0, chance=False), False),
        (second(5.0, 1.7, chance=False), False),
    ],
)
def test_a_move_is_far_ahead_by_fifteen_points_of_chance_or_half_a_gold_and_three_errors(
    option: Option,
    far: bool,  # noqa: FBT001 - what the option is expected to be
) -> None:
    assert is_far_ahead(option) is far


def prover(game: str) -> Prover:
    return Prover(GAMES[game], house()[game][1], kind_of(GAMES[game]))


def test_a_fresh_search_finds_an_exact_puzzle_again_and_no_other_solution() -> None:
    puzzle = min(shipped("prowler"), key=lambda each: -len(each.moves))
    state = replay(GAMES["prowler"], puzzle.setup, puzzle.moves)[-1]
    assert prover("prowler").still_holds(puzzle, state, "a")
    wrong = replace(puzzle, options=(puzzle.second, puzzle.best, *puzzle.options[2:]))
    assert not prover("prowler").still_holds(wrong, state, "a")


def test_a_place_is_proved_as_the_puzzle_that_it_was_made_from() -> None:
    puzzle = min(shipped("prowler"), key=lambda each: -len(each.moves))
    state = replay(GAMES["prowler"], puzzle.setup, puzzle.moves)[-1]
    place = Place(puzzle.setup, puzzle.moves, 2, puzzle.seat, state)
    proved = prover("prowler").proved(place, "any")
    assert proved is not None
    assert replace(proved, ease=puzzle.ease) == puzzle


def test_another_process_proves_a_position_of_a_match_and_names_the_match() -> None:
    puzzle = min(shipped("prowler"), key=lambda each: -len(each.moves))
    task = ProofTask("prowler", puzzle.setup, puzzle.moves, 2, puzzle.seat, "m1")
    proved = prove(house, task)
    assert proved is not None
    assert replace(proved, ease=puzzle.ease) == replace(puzzle, match="m1")
    assert prove(house, replace(task, moves=(), seat=puzzle.moves[0].seat)) is None


def test_the_start_of_a_match_is_no_puzzle() -> None:
    puzzle = shipped("prowler")[0]
    state = replay(GAMES["prowler"], puzzle.setup, ())[-1]
    place = Place(puzzle.setup, (), 2, min(state.to_move), state)
    assert prover("prowler").proved(place, "any") is None


def test_the_same_seed_makes_the_same_puzzles() -> None:
    game, hints = house()["prowler"]
    one, two = (list(puzzles_of_match(game, hints, "1/6")) for _ in range(2))
    assert one == two


def test_a_game_that_says_nothing_about_puzzles_has_some_too() -> None:
    game = Nim()
    assert kind_of(game) == Kind()
    nim = Prover(game, NO_HINTS, kind_of(game))
    proved = nim.proved(Place("2", (), 2, 1, Position((2, 1, 0))), "any")
    assert proved is not None
    assert proved.solutions == ("A1",)
    assert proved.theme == ""
    assert nim.proved(Place("2", (), 2, 1, Position((1, 1, 1))), "any") is None, "all moves win"


@each_of("image", ["RB/1/F6,H6/I7/", "RB/1/A1,A3/A1/", "RB/1/C9,E9/C10/"])
def test_mirror_images_of_landgrab_are_the_same_puzzle(image: str) -> None:
    kind, game = kind_of(GAMES["landgrab"]), GAMES["landgrab"]
    one, other = game.start("RB/1/F6,H6/F7/"), game.start(image)
    assert kind.same(one, other)
    assert kind.id(game, one, 1) == kind.id(game, other, 1)


def test_different_positions_of_landgrab_are_different_puzzles() -> None:
    kind, game = kind_of(GAMES["landgrab"]), GAMES["landgrab"]
    assert not kind.same(game.start("RB/1/F6,H6/F7/"), game.start("RB/1/F6,H6/G7/"))
    start = game.start("RB/1/F6,H6/F7/")
    after = [start.after(1, move) for move in start.moves(1)]
    assert len(set(map(kind.likeness, after))) == len(after), "each spawn is another place"
