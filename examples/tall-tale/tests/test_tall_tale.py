"""The rules of Tall Tale, and the contract with the bot."""

from __future__ import annotations

import pytest
from prowlerbot.core.game import CHANCE
from prowlerbot.testing import check_game

from tall_tale import DOUBT, HIDDEN, Position, TallTale
from tall_tale.face import MANIFEST


def played(*moves: str, players: int = 2) -> Position:
    position = TallTale().start(str(players))
    for move in moves:
        (seat,) = position.to_move
        position = position.after(seat, move)
    return position


def test_a_tale_grows_in_dice_or_in_its_number() -> None:
    moves = played("136", "245", "2x5").moves(2)
    assert moves[:3] == (DOUBT, "2x6", "3x1")
    assert moves[-1] == "6x6"


@pytest.mark.parametrize(("tale", "dice"), [("2x5", (3, 2)), ("3x5", (2, 3))])
def test_whoever_is_wrong_about_a_tale_loses_a_die_and_begins(
    tale: str, dice: tuple[int, ...]
) -> None:
    position = played("156", "245", tale, DOUBT)
    assert position.dice == dice
    assert position.seat == dice.index(2) + 1
    assert position.lifted == ((1, 5, 6), (2, 4, 5))
    assert position.to_move == {CHANCE}


def test_everybody_sees_their_own_cup_alone() -> None:
    position = played("156", "245")
    assert position.view(1).seen.cups == ((1, 5, 6), (HIDDEN,) * 3)
    assert position.view(None).seen.cups == ((HIDDEN,) * 3,) * 2


def test_the_first_player_without_dice_ends_the_match() -> None:
    position = played(*("111", "111", "6x6", DOUBT), *("11", "111", "5x6", DOUBT))
    position = position.after(CHANCE, "1").after(CHANCE, "111").after(1, "4x6").after(2, DOUBT)
    assert position.outcome is not None
    assert position.outcome.ranks == (2, 1)


def test_all_roll_again_once_somebody_has_left() -> None:
    position = played("111", "222", "333", "1x1", players=3).leave(2)
    assert position is not None
    assert position.to_move == {CHANCE}
    assert (position.seat, position.teller, position.cups) == (3, 0, ((),) * 3)


def test_the_game_keeps_the_contract() -> None:
    check_game(TallTale(), MANIFEST)
