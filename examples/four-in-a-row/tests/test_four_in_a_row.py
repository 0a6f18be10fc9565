"""The rules of Four in a Row, and the contract with the bot."""

from __future__ import annotations

import pytest
from prowlerbot.testing import check_game

from four_in_a_row import FourInARow, Position
from four_in_a_row.face import MANIFEST


def played(moves: str) -> Position:
    position = FourInARow().start("2")
    for move in moves:
        position = position.after(position.seat, move)
    return position


@pytest.mark.parametrize("moves", ["1212121", "1122334", "12234334544", "76654554744"])
def test_four_in_a_line_win(moves: str) -> None:
    before, position = played(moves[:-1]), played(moves)
    assert before.outcome is None
    assert position.outcome is not None
    assert position.outcome.winner == before.seat
    assert not position.to_move


def test_a_full_board_without_a_line_is_a_draw() -> None:
    position = played("121212212121343434434343565656656565777777")
    assert position.outcome is not None
    assert position.outcome.ranks == (1, 1)


def test_a_full_column_takes_no_disc() -> None:
    assert played("444444").moves(1) == ("1", "2", "3", "5", "6", "7")


def test_the_game_keeps_the_contract() -> None:
    check_game(FourInARow(), MANIFEST)
