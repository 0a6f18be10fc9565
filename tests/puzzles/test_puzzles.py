"""Puzzles: as values, proved to have one solution, and as they come with the bot.

``python -m prowlerbot puzzles GAME --check`` proves again that each one has one best move.
"""

import json
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import pytest

from prowlerbot.__main__ import main
from prowlerbot.core.game import AnyState, Registry, find_move
from prowlerbot.core.game_parts import NO_HINTS, PuzzleRules, puzzle_file, puzzle_rules
from prowlerbot.core.record import MadeMove, replay
from prowlerbot.games import GAMES, HOUSE
from prowlerbot.match.ratings import NEW_RATING
from prowlerbot.opponent.judgement import Estimate, JudgedMove
from prowlerbot.opponent.task import house_roster
from prowlerbot.puzzles import proof
from prowlerbot.puzzles.puzzle import (
    EASE_LOOKS,
    Puzzle,
    PuzzleMeeting,
    puzzle_of,
    puzzle_to_json,
    puzzles_of_text,
    read_moves,
    shipped_puzzles,
    write_moves,
    write_puzzles,
)
from prowlerbot.shell import puzzle_command
from prowlerbot.shell.puzzle_command import make_or_check_puzzles, puzzles_of_match
from tests.cases import each_of
from tests.games.nim.rules import Nim, Position

MOVES = (MadeMove(2, ">R"), MadeMove(1, "9>M"), MadeMove(0, "d12"), MadeMove(2, "a:1"))


def option(move: str, chance: float, given: float) -> JudgedMove:
    return JudgedMove(move, Estimate(7, 0.5), Estimate(chance, 0.01), Estimate(given, 0.02))


OPTIONS = option("1", 0.75, 0), option("2", 0.75, 0), option("3>B", 0.5, 0.25)
PUZZLE = Puzzle("abc", "prowler", "set/up", MOVES, 2, 1, "tie", OPTIONS, equal=2, ease=3)


def test_moves_are_written_with_their_seats_and_margins_alone_in_a_game_without_chances() -> None:
    assert read_moves(write_moves(MOVES)) == MOVES
    assert read_moves(write_moves(())) == ()
    found = [(f"guard@{at}", Estimate(9 - at, 0.5), Estimate(at, 0.25)) for at in range(3)]
    treasure = tuple(JudgedMove(move, worth, None, lost) for move, worth, lost in found)
    puzzle = replace(PUZZLE, options=treasure, equal=1)
    assert puzzle_of("prowler", "set/up", MOVES, puzzle_to_json(puzzle)) == puzzle
    assert PUZZLE.solutions == ("1", "2"), "equal moves"
    assert (PUZZLE.best_other.move, PUZZLE.option("4")) == ("3>B", None)


def test_puzzles_of_one_match_share_its_moves_in_a_file() -> None:
    later = replace(PUZZLE, id="def", moves=(*MOVES, MadeMove(1, "5")))
    other = replace(PUZZLE, id="ghi", moves=(*MOVES[:3], MadeMove(2, "a:3")))
    text = write_puzzles([PUZZLE, later, other], {"seed": 1})
    assert len(text.splitlines()) == 3
    assert list(puzzles_of_text("prowler", text)) == [PUZZLE, later, other]


def test_a_solver_rises_as_a_puzzle_falls_and_the_other_way_round() -> None:
    even = PuzzleMeeting(NEW_RATING, NEW_RATING)
    solved, missed = even.after(solved=True), even.after(solved=False)
    assert solved.player.mu > NEW_RATING.mu > solved.puzzle.mu
    assert missed.player.mu < NEW_RATING.mu < missed.puzzle.mu
    assert solved.player.sigma < NEW_RATING.sigma
    ratings = [replace(PUZZLE, ease=ease).first_rating.points for ease in range(EASE_LOOKS + 1)]
    assert ratings == sorted(ratings, reverse=True), "it begins lower if quick looks solve it"
    assert (ratings[0] + ratings[-1]) / 2 == pytest.approx(NEW_RATING.points)


def second(given: float, error: float, *, chance: bool = True) -> JudgedMove:
    return JudgedMove("x", Estimate(0), Estimate(0.5) if chance else None, Estimate(given, error))


def test_a_move_is_far_ahead_by_fifteen_points_of_chance_or_half_a_gold_and_surely() -> None:
    far = (second(0.15, 0.074), second(0.5, 0.24, chance=False))
    near = [second(0.15, 0.076), second(0.149, 0.0), second(0.4, 0.2)]
    near += [second(0.49, 0.0, chance=False), second(5.0, 2.6, chance=False)]
    assert all(map(proof.is_far_behind, far))
    assert not any(map(proof.is_far_behind, near))


def prover(game: str) -> proof.Prover:
    return proof.Prover(GAMES[game], house_roster()[game][1], puzzle_rules(GAMES[game]))


def late_puzzle() -> tuple[Puzzle, AnyState]:
    """A puzzle near the end of a match, which is soon proved, and its position."""
    puzzle = max(shipped_puzzles(GAMES["prowler"]), key=lambda each: len(each.moves))
    return puzzle, replay(GAMES["prowler"], puzzle.setup, puzzle.moves)[-1]


def test_a_check_that_finds_a_puzzle_not_to_hold_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle, state = late_puzzle()
    wrong = replace(puzzle, options=(puzzle.best_other, puzzle.best, *puzzle.options[2:]))
    assert prover("prowler").still_holds(puzzle, state, "a")
    assert not prover("prowler").still_holds(wrong, state, "a")
    file = tmp_path / "puzzles.jsonl"
    for found, status in (([puzzle], 0), ([wrong], 1)):
        about = {"game": "prowler", "seed": 1, "matches": 1}
        file.write_text(write_puzzles(found, about), "utf-8")
        assert main(["puzzles", "prowler", "--check", "--file", str(file)]) == status
        assert f"Puzzles that hold: {1 - status} of 1" in capsys.readouterr().out


def test_a_weaker_easy_level_leaves_the_ratings_of_puzzles_as_they_are() -> None:
    puzzle, state = late_puzzle()
    place = proof.PuzzlePlace(puzzle.setup, puzzle.moves, 2, puzzle.seat, state)
    game, hints = house_roster()["prowler"]
    lapsing = replace(hints, lapses={"look": 0.0, "easy": 1.0})
    all_hints = replace(hints, lapses={}), hints, lapsing
    provers = [proof.Prover(game, each, puzzle_rules(game)) for each in all_hints]
    eases = [found.ease for each in provers if (found := each.prove_place(place, "any"))]
    assert eases == [eases[0]] * 3


def test_another_process_proves_a_position_of_a_match_and_names_the_match() -> None:
    puzzle, _ = late_puzzle()
    task = proof.ProofTask("prowler", puzzle.setup, puzzle.moves, 2, puzzle.seat, "m1")
    proved = proof.prove(house_roster, task)
    assert proved is not None
    assert replace(proved, ease=puzzle.ease) == replace(puzzle, match="m1")
    start = replace(task, moves=(), seat=puzzle.moves[0].seat)
    assert proof.prove(house_roster, start) is None, "the start of a match is no puzzle"


def test_the_same_seed_makes_the_same_puzzles() -> None:
    game, hints = house_roster()["prowler"]
    one, two = (list(puzzles_of_match(game, hints, "1/6")) for _ in range(2))
    assert one == two


def test_a_game_that_says_nothing_about_puzzles_has_some_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = Nim()
    assert puzzle_rules(game) == PuzzleRules()
    nim = proof.Prover(game, NO_HINTS, puzzle_rules(game))
    proved = nim.prove_place(proof.PuzzlePlace("2", (), 2, 1, Position((2, 1, 0))), "any")
    assert proved is not None
    assert proved.solutions == ("A1",)
    assert proved.theme == ""
    all_win = proof.PuzzlePlace("2", (), 2, 1, Position((1, 1, 1)))
    assert nim.prove_place(all_win, "any") is None
    monkeypatch.setattr(puzzle_command, "GAMES", Registry([Nim()]))
    monkeypatch.setattr(puzzle_command, "house_roster", lambda: {"nim": (Nim(), NO_HINTS)})
    file = tmp_path / "puzzles.jsonl"
    make_or_check_puzzles(Namespace(game="nim", file=file, make=4, check=False, seed=1))
    assert len([*puzzles_of_text("nim", file.read_text("utf-8"))]) == 4


@each_of("image", ["RB/1/F6,H6/I7/", "RB/1/A1,A3/A1/", "RB/1/C9,E9/C10/"])
def test_mirror_images_of_landgrab_are_the_same_puzzle(image: str) -> None:
    rules, game = puzzle_rules(GAMES["landgrab"]), GAMES["landgrab"]
    one, other = game.start("RB/1/F6,H6/F7/"), game.start(image)
    assert rules.is_same(one, other)
    assert rules.id(game, one, 1) == rules.id(game, other, 1)
    assert not rules.is_same(one, game.start("RB/1/F6,H6/G7/"))
    after = [one.after(1, move) for move in one.moves(1)]
    assert len(set(map(rules.likeness, after))) == len(after), "each spawn is another place"


A_HUNDRED = 100


def position(puzzle: Puzzle) -> AnyState:
    return replay(GAMES[puzzle.game], puzzle.setup, puzzle.moves, again=False)[-1]


@pytest.mark.parametrize("game", HOUSE)
def test_a_hundred_puzzles_of_each_game_of_the_house_come_with_the_bot(game: str) -> None:
    found = shipped_puzzles(GAMES[game])
    made = f"`python -m prowlerbot puzzles {game} --make {A_HUNDRED}` makes them"
    assert len(found) == A_HUNDRED, made
    assert len({puzzle.id for puzzle in found}) == A_HUNDRED, "no position comes twice"
    text = puzzle_file(GAMES[game]).read_text("utf-8")
    about = json.loads(text.partition("\n")[0])
    assert {"game", "seed", "matches"} <= about.keys()
    assert write_puzzles(puzzles_of_text(game, text), about) == text, "as the tool writes it"
    for puzzle in found:
        others = puzzle.options[puzzle.equal :]
        assert len(others) >= proof.MIN_MOVES - 1
        assert all(map(proof.is_far_behind, others)), puzzle.id
        assert puzzle.exact or game != "prowler", "its endings are exact"
        chances = {option.chance and option.chance.mean for option in puzzle.options}
        assert game != "prowler" or chances <= {0, 0.5, 1}


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.full)])
@pytest.mark.parametrize("game", HOUSE)
def test_each_puzzle_is_legal_with_a_legal_solution_and_its_theme(game: str, step: int) -> None:
    rules = puzzle_rules(GAMES[game])
    for puzzle in shipped_puzzles(GAMES[game])[::step]:
        state, seat = position(puzzle), puzzle.seat
        assert seat in state.to_move
        assert rules.fits(state, seat)
        legal = {str(move) for move in state.moves(seat)}
        assert len(legal) >= proof.MIN_MOVES
        assert {option.move for option in puzzle.options} <= legal
        after = [state.after(seat, find_move(state, seat, it.move)) for it in puzzle.options]
        same = [rules.is_same(after[0], each) for each in after]
        assert same == [at < puzzle.equal for at in range(len(same))], "equal moves are one move"
        best = find_move(state, seat, puzzle.best.move)
        assert rules.theme(state, seat, best) == puzzle.theme
        assert puzzle.theme in rules.themes
        assert rules.id(GAMES[game], state, seat) == puzzle.id
        assert 0 <= puzzle.ease <= EASE_LOOKS
