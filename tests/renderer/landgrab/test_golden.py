"""Pictures of Landgrab look as they did, up to the letter shapes of another FreeType."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from prowlerbot.games.landgrab.rules import Position
from renderer.landgrab import draw_board
from tests.renderer.golden import TOLERANCE, difference, off

from .golden import FOLDER, SCENES
from .matches import names, played


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_looks_like_its_golden_one(name: str) -> None:
    assert off(FOLDER, name, SCENES[name]()) <= TOLERANCE


def _another_owner(state: Position) -> Position:
    return state._replace(owners=(state.owners[0] % 4 + 1, *state.owners[1:]))


def _damage(state: Position) -> Position:
    return state._replace(points=(state.points[0] - 1, *state.points[1:]))


def _a_life_lost(state: Position) -> Position:
    return state._replace(lives=(state.lives[0] % 3 + 1, *state.lives[1:]))


def _another_spawn(state: Position) -> Position:
    return state._replace(spawns=(-1, *state.spawns[1:]))


def _a_pawn_gone(state: Position) -> Position:
    return state._replace(pawns=(*state.pawns[:-1], -1))


def _another_last_move(state: Position) -> Position:
    assert state.last is not None
    return state._replace(last=None)


@pytest.mark.parametrize(
    "change",
    [_another_owner, _damage, _a_life_lost, _another_spawn, _a_pawn_gone, _another_last_move],
)
def test_one_wrong_thing_exceeds_the_tolerance(change: Callable[[Position], Position]) -> None:
    state = played(8, 4, "mill", 40)._replace(legal=())
    wrong = change(state)
    assert difference(draw_board(state, names(state)), draw_board(wrong, names(state))) > TOLERANCE
