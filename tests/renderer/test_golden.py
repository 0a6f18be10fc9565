"""Pictures look as they did, up to the letter shapes of another FreeType."""

from __future__ import annotations

import pytest

from prowlerbot.games.prowler.rules import Position
from renderer.prowler import draw_board

from .golden import FOLDER, SCENES, TOLERANCE, difference, off
from .matches import NAMES, played, with_passages, with_tile


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_looks_like_its_golden_one(name: str) -> None:
    assert off(FOLDER, name, SCENES[name]()) <= TOLERANCE


def _free(state: Position) -> int:
    return next(p for p in range(1, 28) if state.free >> p & 1)


def _taken(state: Position) -> int:
    return next(p for p in range(1, 28) if state.passages[0] >> p & 1)


def _another_item(state: Position) -> Position:
    pathway = _free(state)
    return with_tile(state, pathway, "b" if state.setup.tile(pathway) != "b" else "p")


def _a_passage_gone(state: Position) -> Position:
    return with_passages(state, _taken(state), None)


def _a_passage_of_the_other(state: Position) -> Position:
    return with_passages(state, _taken(state), 2)


def _a_statue_stolen(state: Position) -> Position:
    return state._replace(statues=("E", ""))


def _a_marker_moved(state: Position) -> Position:
    b, p, m, r, c = state.track
    return state._replace(track=(b, p, m + 1, r, c))


def _an_achievement_claimed(state: Position) -> Position:
    return state._replace(achievements=((state.setup.cards[0],), ()))


def _another_last_move(state: Position) -> Position:
    pathway = next(p for p in range(27, 0, -1) if state.passages[0] >> p & 1)
    assert state.last is not None
    return state._replace(last=state.last._replace(pathway=pathway, marker=None))


@pytest.mark.parametrize(
    "change",
    [
        _another_item,
        _a_passage_gone,
        _a_passage_of_the_other,
        _a_statue_stolen,
        _a_marker_moved,
        _an_achievement_claimed,
        _another_last_move,
    ],
)
def test_one_wrong_thing_exceeds_the_tolerance(change: object) -> None:
    assert callable(change)
    state = played(3, 12)
    wrong = change(state)
    assert difference(draw_board(state, NAMES), draw_board(wrong, NAMES)) > TOLERANCE


def test_a_dig_and_a_wild_shovel_look_different() -> None:
    state = played(3, 0)
    dig, wild = (draw_board(with_tile(state, 14, face), NAMES) for face in "dw")
    assert difference(dig, wild) > TOLERANCE
