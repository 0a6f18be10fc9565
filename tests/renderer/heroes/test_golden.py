"""Pictures of Heroes Beware look as they did, up to the letter shapes of another FreeType."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from prowlerbot.games.heroes.rules import Position
from renderer.heroes import draw_board
from tests.renderer.golden import TOLERANCE, difference, off

from .golden import FOLDER, SCENES
from .matches import first, names


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_looks_like_its_golden_one(name: str) -> None:
    assert off(FOLDER, name, SCENES[name]()) <= TOLERANCE


def _changed(state: Position, **tokens: int) -> Position:
    seat = state.seats[0]
    return state.with_seat(1, seat._replace(tokens=seat.tokens._replace(**tokens)))


def _a_trap_spent(state: Position) -> Position:
    traps = state.seats[0].tokens.traps
    return _changed(state, traps=traps & (traps - 1))


def _a_guard_gone(state: Position) -> Position:
    guards = state.seats[0].tokens.guards
    return _changed(state, guards=guards & (guards - 1))


def _a_piece_gone(state: Position) -> Position:
    seat = state.seats[0]
    return state.with_seat(1, seat._replace(colony=seat.colony.without(seat.colony.pieces[-1])))


def _another_invader(state: Position) -> Position:
    return state._replace(invader=state.invader % 17 + 1)


@pytest.mark.parametrize("change", [_a_trap_spent, _a_guard_gone, _a_piece_gone, _another_invader])
def test_one_wrong_thing_exceeds_the_tolerance(change: Callable[[Position], Position]) -> None:
    state = first(
        "3/turns/guided/full",
        lambda each: each.map and each.seats[0].tokens.traps and each.seats[0].tokens.guards,
        seed=2,
    )
    wrong = change(state)
    assert difference(draw_board(state, names(state)), draw_board(wrong, names(state))) > TOLERANCE
