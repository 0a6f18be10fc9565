"""The puzzles that come with the bot are positions of real matches with one best move.

``python -m prowlerbot puzzles GAME --check`` proves again that it is the best one.
"""

from __future__ import annotations

import json

import pytest

from prowlerbot.core.game import AnyState, find_move
from prowlerbot.core.record import replay
from prowlerbot.games import GAMES
from prowlerbot.puzzles.kinds import kind_of
from prowlerbot.puzzles.proof import LEAST_MOVES, is_far_ahead
from prowlerbot.puzzles.puzzle import LOOKS, Puzzle
from prowlerbot.puzzles.shipped import place_of, read, shipped, written

A_HUNDRED = 100


def position(puzzle: Puzzle) -> AnyState:
    return replay(GAMES[puzzle.game], puzzle.setup, puzzle.moves, again=False)[-1]


@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_puzzles_of_each_game_come_with_the_bot(game: str) -> None:
    found = shipped(game)
    assert len(found) == A_HUNDRED
    assert len({puzzle.id for puzzle in found}) == A_HUNDRED, "no position comes twice"


@pytest.mark.parametrize("game", GAMES)
def test_the_file_of_a_game_tells_its_seed_and_is_written_as_the_tool_does(game: str) -> None:
    text = place_of(game).read_text("utf-8")
    about = json.loads(text.partition("\n")[0])
    assert {"game", "seed", "matches"} <= about.keys()
    assert written(read(game, text), about) == text


@pytest.mark.parametrize("game", GAMES)
def test_each_puzzle_is_a_legal_position_with_a_legal_solution_and_its_theme(game: str) -> None:
    kind = kind_of(GAMES[game])
    for puzzle in shipped(game):
        state, seat = position(puzzle), puzzle.seat
        assert seat in state.to_move
        assert kind.fits(state, seat)
        legal = {str(move) for move in state.moves(seat)}
        assert len(legal) >= LEAST_MOVES
        assert {option.move for option in puzzle.options} <= legal
        after = [
            state.after(seat, find_move(state, seat, option.move)) for option in puzzle.options
        ]
        same = [kind.same(after[0], each) for each in after]
        assert same == [at < puzzle.equal for at in range(len(same))], "equal moves are one move"
        best = find_move(state, seat, puzzle.best.move)
        assert kind.theme(state, seat, best) == puzzle.theme
        assert puzzle.theme in kind.themes
        assert kind.id(GAMES[game], state, seat) == puzzle.id
        assert 0 <= puzzle.ease <= LOOKS


@pytest.mark.parametrize("game", GAMES)
def test_all_other_moves_of_a_puzzle_are_far_behind(game: str) -> None:
    for puzzle in shipped(game):
        others = puzzle.options[puzzle.equal :]
        assert len(others) >= LEAST_MOVES - 1
        assert all(map(is_far_ahead, others)), puzzle.id


def test_the_puzzles_of_a_game_with_exact_endings_are_exact() -> None:
    for puzzle in shipped("prowler"):
        assert puzzle.exact
        assert {option.chance and option.chance.mean for option in puzzle.options} <= {0, 0.5, 1}
