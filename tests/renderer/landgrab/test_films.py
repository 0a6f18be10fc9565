"""Which moves of a match of Landgrab are frames of its film, and that its file is small."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from prowlerbot.games.landgrab.rules import Position
from renderer.film import SIZE, Filmed
from renderer.landgrab.animation import MOST, Shot, animate, shots
from tests.games.landgrab.matches import started
from tests.renderer.landgrab.matches import MATCHES, WHOLE_NAMES
from tests.renderer.scenes.contact import opened
from tests.renderer.scenes.films import FIGHT, PACE

WANTED = 3 * 1024 * 1024


def captions_for(states: Sequence[Position]) -> list[str]:
    """One for each position, and one for the sheet."""
    return [f"ply {ply}" for ply in range(len(states) + 1)]


def played(setup: str, moves: str) -> list[Position]:
    return [started(setup, *moves.split()[:count]) for count in range(len(moves.split()) + 1)]


def plies(found: Sequence[Shot]) -> list[int]:
    return [shot.ply for shot in found]


def test_a_match_that_waits_for_a_roll_ends_with_what_was_begun() -> None:
    states = played(FIGHT, "p:G6 p:H6 c:F7")
    assert plies(shots(states, captions_for(states))) == [0, 1, 2, 3]


def test_frames_of_what_there_is_no_room_for_come_from_all_through_the_match() -> None:
    state = started(FIGHT, "p:G6", "p:H6")
    walk = [started(FIGHT)]
    for _ in range(3 * MOST):
        moves = state.moves(state.turn)
        step = next(move for move in moves if not move.kind)
        state = state.after(state.turn, step)._replace(round=1)
        walk.append(state)
    found = plies(shots(walk, captions_for(walk)))
    assert len(found) <= MOST + 1
    assert max(after - before for before, after in pairwise(found)) <= 4
    assert found[-1] == len(walk) - 1


def test_a_match_without_its_sheet_ends_with_its_last_board() -> None:
    states = MATCHES["fights"]()
    ended = shots(states, captions_for(states)[:-1])[-1]
    assert (ended.ply, ended.sheet, ended.stands) == (len(states) - 1, False, 4)


@pytest.mark.full
@pytest.mark.parametrize("name", ["four", "built together"])
def test_a_whole_match_is_small_enough_for_discord(name: str) -> None:
    states = MATCHES[name]()
    animated = animate(Filmed(states, WHOLE_NAMES, captions_for(states), pace=PACE))
    assert len(animated) < WANTED
    assert opened(animated).size == (SIZE[0], SIZE[0])
