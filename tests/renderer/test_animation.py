"""A match as an animated picture: complete, exact, small enough for Discord, quick enough."""

from __future__ import annotations

import io
import pickle
import random
import time
from functools import partial
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageSequence

from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position
from renderer import gif
from renderer.prowler import animate, draw_board
from renderer.prowler.animation import PROGRESS
from renderer.prowler.colours import COLOURS
from renderer.theme import THEMES

from .matches import NAMES, WHOLE

DISCORDS_LIMIT = 8 * 1024 * 1024


def match(seed: int, moves: int = WHOLE) -> list[Position]:
    rng = random.Random(seed)
    game = Prowler()
    states = [game.start(game.setup(rng, 2, {}))]
    for _ in range(moves):
        seat = min(states[-1].to_move)
        states.append(states[-1].after(seat, rng.choice(states[-1].moves(seat))))
    return states


@pytest.mark.parametrize("theme", THEMES)
def test_each_frame_is_the_board_to_the_pixel_above_how_far_it_has_got(theme: str) -> None:
    states = match(5, 9)
    animated = Image.open(io.BytesIO(animate(states, NAMES, theme=theme)))
    frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(animated)]
    assert len(frames) == len(states)
    for frame, state in zip(frames, states, strict=True):
        board = Image.open(io.BytesIO(draw_board(state, NAMES, theme=theme))).convert("RGB")
        above = (0, 0, board.width, PROGRESS[1])
        assert ImageChops.difference(frame.crop(above), board.crop(above)).getbbox() is None
    # At the foot a bar grows with the match.
    grown = [frame.crop(PROGRESS).getcolors() or [] for frame in frames]
    assert [len(colours) for colours in grown] == [1, *[2] * (len(states) - 2), 1]
    assert all(one.tobytes() != other.tobytes() for one, other in pairwise(frames))


def test_a_move_stands_a_moment_and_the_end_longer() -> None:
    animated = Image.open(io.BytesIO(animate(match(1, 3), NAMES)))
    shown = [frame.info["duration"] for frame in ImageSequence.Iterator(animated)]
    assert shown == [gif.STEP, gif.STEP, gif.STEP, gif.LAST]


def test_both_scorings_are_shown_with_the_board_that_brought_them() -> None:
    states = match(5)
    animated = Image.open(io.BytesIO(animate(states, NAMES)))
    shown = [frame.info["duration"] for frame in ImageSequence.Iterator(animated)]
    assert len(shown) == len(states) + 2
    assert shown.count(gif.SHEET) == 1
    assert shown[-2:] == [gif.STEP, gif.LAST]


def test_it_begins_again_without_end() -> None:
    animated = Image.open(io.BytesIO(animate(match(1, 3), NAMES)))
    assert animated.info["loop"] == 0


def test_a_match_without_a_move_is_one_picture() -> None:
    animated = Image.open(io.BytesIO(animate(match(1, 0), NAMES)))
    assert getattr(animated, "n_frames", 0) == 1


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_match_is_small_enough_for_discord_and_drawn_in_seconds(seed: int) -> None:
    states = match(seed)
    began = time.process_time()
    animated = animate(states, NAMES)
    assert time.process_time() - began < 6
    assert len(animated) < DISCORDS_LIMIT / 4


@pytest.mark.parametrize("theme", COLOURS.values(), ids=list(COLOURS))
def test_every_palette_leaves_a_number_for_what_stays_as_it_is(theme: object) -> None:
    assert len(getattr(theme, "palette", ())) in range(1, 256)


def test_the_drawing_can_be_handed_to_another_process() -> None:
    job = pickle.loads(pickle.dumps(partial(animate, match(2, 2), NAMES)))  # noqa: S301 - our own
    assert job() == animate(match(2, 2), NAMES)
