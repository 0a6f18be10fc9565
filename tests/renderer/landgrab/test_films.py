"""Which moves of a match of Landgrab are frames of its film, and that its file is small."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from prowlerbot.games.landgrab.rules import Position
from renderer.landgrab import animate
from renderer.landgrab.animation import MOST, Shot, shots
from tests.games.landgrab.matches import started
from tests.renderer.scenes.contact import opened
from tests.renderer.scenes.films import FIGHT, PACE

from .matches import MATCHES, WHOLE_NAMES, whole

WANTED = 3 * 1024 * 1024


def captions_for(states: Sequence[Position]) -> list[str]:
    """One for each position, and one for the sheet."""
    return [f"ply {ply}" for ply in range(len(states) + 1)]


def played(setup: str, moves: str) -> list[Position]:
    return [started(setup, *moves.split()[:count]) for count in range(len(moves.split()) + 1)]


def plies(found: Sequence[Shot]) -> list[int]:
    return [shot.ply for shot in found]


def test_a_claim_and_its_roll_are_one_frame_and_so_is_an_attack_with_both() -> None:
    states = played(FIGHT, "p:G6 p:H6 c:F7 d4 a:1 d3 d9 G7 I6")
    found = shots(states, captions_for(states))
    assert plies(found) == [0, 1, 2, 4, 7, 8, 9]
    assert [shot.caption for shot in found[3:5]] == ["ply 4", "ply 7"]
    assert [shot.mover for shot in found] == [0, 1, 2, 1, 2, 1, 2]


def test_a_match_that_waits_for_a_roll_ends_with_what_was_begun() -> None:
    states = played(FIGHT, "p:G6 p:H6 c:F7")
    assert plies(shots(states, captions_for(states))) == [0, 1, 2, 3]


def test_while_the_map_is_built_every_fourth_tile_and_every_third_building_is_a_frame() -> None:
    states = whole(8, 4, ground="together", choose="fighting")
    built = [shot for shot in shots(states, captions_for(states)) if shot.stands < 1]
    maps = [states[shot.ply].map for shot in built]
    assert [len(each.tiles) for each in maps] == [5, 9, 13, 17, 20, 20, 20, 20, 20, 20]
    assert [len(each.full) for each in maps] == [0, 0, 0, 0, 0, 3, 6, 9, 12, 15]
    assert built[0].caption == "The map grows: 5 of 20 tiles"
    assert built[-1].caption == "The map grows: 15 of 15 buildings"
    assert all(shot.mover == 0 for shot in built)


def test_no_frame_waits_for_a_roll_and_whoever_acted_is_named() -> None:
    for name, play in MATCHES.items():
        states = play()
        found = shots(states, captions_for(states))
        assert plies(found) == sorted(plies(found)), name
        for shot in found[1:]:
            assert states[shot.ply].phase not in {"claim", "attack", "defence"}, name
            assert shot.mover or shot.stands < 1 or shot.sheet, name


def test_what_changed_the_match_for_good_is_always_shown() -> None:
    for name, play in MATCHES.items():
        states = play()
        shown = set(plies(shots(states, captions_for(states))))
        for ply, (before, after) in enumerate(pairwise(states), 1):
            same = before.owners == after.owners or len(before.owners) < len(after.owners)
            if not same or before.lives != after.lives or before.left != after.left:
                assert ply in shown, name


def test_a_long_match_has_no_more_frames_and_leaves_out_steps_first() -> None:
    states = whole(3, 4)
    found = [shot for shot in shots(states, captions_for(states)) if shot.ply and not shot.sheet]
    assert len(found) == MOST
    left_out = set(range(1, len(states))) - set(plies(found))
    settled = [ply for ply in left_out if states[ply].phase == "turn"]
    assert len(settled) > 20
    for ply in settled:
        last = states[ply].last
        assert last is not None
        assert not last.rolls


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
    animated = animate(states, WHOLE_NAMES, captions_for(states), pace=PACE)
    assert len(animated) < WANTED
    assert opened(animated).height <= 1500
