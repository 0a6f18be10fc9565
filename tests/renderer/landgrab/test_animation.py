"""A match of Landgrab as an animated picture: one frame for each step, and a small file."""

from __future__ import annotations

import io
import pickle
import time
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageSequence

from prowlerbot.games.landgrab.rules import Position
from renderer.film import SIZE
from renderer.landgrab import animate, draw_sheet
from renderer.landgrab.animation import MOST, Shot, shots
from renderer.landgrab.board import picture
from renderer.landgrab.colours import COLOURS
from renderer.theme import THEMES
from tests.games.landgrab.matches import started

from .whole_matches import MATCHES, NAMES, whole

DISCORDS_LIMIT = 8 * 1024 * 1024
WANTED = 3 * 1024 * 1024
PACE = 1_600
FIGHT = "RB/1/F6,H6/F7/"


def captions_for(states: Sequence[Position]) -> list[str]:
    """One for each position, and one for the sheet."""
    return [f"ply {ply}" for ply in range(len(states) + 1)]


def played(setup: str, moves: str) -> list[Position]:
    return [started(setup, *moves.split()[:count]) for count in range(len(moves.split()) + 1)]


def film(states: Sequence[Position], theme: str = "night", pace: int = PACE) -> bytes:
    names = NAMES[: len(states[-1].lives)]
    return animate(states, names, captions_for(states), pace=pace, theme=theme)


def opened(gif: bytes) -> tuple[list[Image.Image], list[int]]:
    """The frames of an animation, and how long each stands."""
    frames, stand = [], []
    for frame in ImageSequence.Iterator(Image.open(io.BytesIO(gif))):
        stand.append(frame.info["duration"])
        frames.append(frame.convert("RGB"))
    return frames, stand


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


@pytest.mark.parametrize("name", MATCHES)
def test_no_frame_waits_for_a_roll_and_whoever_acted_is_named(name: str) -> None:
    states = MATCHES[name]()
    found = shots(states, captions_for(states))
    assert plies(found) == sorted(plies(found))
    for shot in found[1:]:
        assert states[shot.ply].phase not in {"claim", "attack", "defence"}
        assert shot.mover or shot.stands < 1 or shot.sheet


@pytest.mark.parametrize("name", MATCHES)
def test_what_changed_the_match_for_good_is_always_shown(name: str) -> None:
    states = MATCHES[name]()
    shown = set(plies(shots(states, captions_for(states))))
    for ply, (before, after) in enumerate(pairwise(states), 1):
        same = before.owners == after.owners or len(before.owners) < len(after.owners)
        if not same or before.lives != after.lives or before.left != after.left:
            assert ply in shown


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


@pytest.mark.parametrize("theme", THEMES)
def test_each_frame_is_the_board_with_nothing_lit_above_its_caption(theme: str) -> None:
    states = played(FIGHT, "p:G6 p:H6 c:F7 d4 a:1 d3 d9")
    frames, stand = opened(film(states, theme))
    assert stand == [PACE, PACE, PACE, PACE, 4 * PACE]
    for frame, ply in zip(frames, (0, 1, 2, 4, 7), strict=True):
        board = picture(states[ply]._replace(legal=()), NAMES[:2], COLOURS[theme])
        board.putpalette(COLOURS[theme].palette_bytes)
        shown = frame.crop((0, 0, *board.size))
        assert ImageChops.difference(shown, board.convert("RGB")).getbbox() is None
        assert frame.height == board.height + SIZE[1]
    foot = frames[0].height - SIZE[1]
    strips = {frame.crop((0, foot, *frame.size)).tobytes() for frame in frames}
    assert len(strips) == len(frames)


def test_a_match_that_was_played_out_ends_with_its_sheet() -> None:
    states = whole(3, 2, ground="duel", choose="fighting")
    frames, stand = opened(film(states))
    assert stand[-2:] == [PACE, 4 * PACE]
    sheet = Image.open(io.BytesIO(draw_sheet(states, NAMES[:2]))).convert("RGB")
    top = (frames[-1].height - SIZE[1] - sheet.height) // 2
    shown = frames[-1].crop((0, top, sheet.width, top + sheet.height))
    assert ImageChops.difference(shown, sheet).getbbox() is None


def test_a_match_that_was_cut_short_ends_with_its_board() -> None:
    states = played(FIGHT, "p:G6 p:H6")
    gifs = [
        animate(states, NAMES[:2], captions_for(states), pace=PACE, ended=ended)
        for ended in (None, (1, 2))
    ]
    (running, _), (resigned, stand) = map(opened, gifs)
    assert len(running) == len(resigned) == 3
    assert stand[-1] == 4 * PACE
    assert running[1].tobytes() == resigned[1].tobytes()
    assert running[2].tobytes() != resigned[2].tobytes()


@pytest.mark.parametrize("name", ["four", "built together"])
def test_a_whole_match_is_small_enough_for_discord_and_drawn_in_seconds(name: str) -> None:
    states = MATCHES[name]()
    began = time.process_time()
    animated = film(states)
    assert time.process_time() - began < 10
    assert len(animated) < WANTED < DISCORDS_LIMIT
    frame = Image.open(io.BytesIO(animated))
    assert frame.height <= 1500


@pytest.mark.parametrize("theme", COLOURS.values(), ids=list(COLOURS))
def test_every_palette_leaves_a_number_for_what_stays_as_it_is(theme: object) -> None:
    assert len(getattr(theme, "palette", ())) in range(1, 256)


def test_the_drawing_can_be_handed_to_another_process() -> None:
    states = played(FIGHT, "p:G6 p:H6")
    job = partial(animate, states, NAMES[:2], captions_for(states), pace=PACE)
    copy = pickle.loads(pickle.dumps(job))  # noqa: S301 - our own
    assert copy() == job()
