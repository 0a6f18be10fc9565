"""A match as an animated picture: complete, exact, small enough for Discord, quick enough."""

from __future__ import annotations

import io
import pickle
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import cast

import pytest
from PIL import Image, ImageChops, ImageSequence

from cogs.contract.face import CALM, QUICK
from cogs.games.prowler.face import ProwlerFace
from prowlerbot.core.game import View
from prowlerbot.core.i18n import LANGUAGES, Language, speaking
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position
from prowlerbot.match.preferences import Theme
from renderer.film import LINES, PROGRESS, fitted, in_lines
from renderer.film import SIZE as STRIP_SIZE
from renderer.prowler import draw_board, draw_scores
from renderer.prowler.animation import STEP, STEPS
from renderer.prowler.colours import COLOURS
from renderer.prowler.layout import SIZE, pathway_box
from renderer.prowler.plaques import TRACK, lane
from renderer.theme import THEMES

from .matches import NAMES, match

DISCORDS_LIMIT = 8 * 1024 * 1024


PACE = 1_600
CAPTION = (0, SIZE[1], SIZE[0], SIZE[1] + STRIP_SIZE[1])
"""The strip below the board."""


def film(states: Sequence[Position], *, pace: int = PACE, theme: str = "night") -> bytes:
    """The animation of a match as the bot asks for it."""
    views = [View(state, None) for state in states]
    return ProwlerFace(Prowler()).animation(views, NAMES, cast("Theme", theme), pace=pace)()


def opened(gif: bytes) -> tuple[list[Image.Image], list[int]]:
    """The frames of an animation that stand, and for how long."""
    return standing(every_frame(gif))


def standing(every: Sequence[tuple[Image.Image, int]]) -> tuple[list[Image.Image], list[int]]:
    """The frames that stand, without those of what moves in between."""
    shown = [(frame, stands) for frame, stands in every if stands != STEP]
    frames, stand = zip(*shown, strict=True)
    return [*frames], [*stand]


def every_frame(gif: bytes) -> list[tuple[Image.Image, int]]:
    """All of them, and for how long each stands."""
    frames = ImageSequence.Iterator(Image.open(io.BytesIO(gif)))
    return [(frame.convert("RGB"), frame.info["duration"]) for frame in frames]


@pytest.mark.parametrize("theme", THEMES)
def test_each_frame_is_the_board_to_the_pixel_above_its_caption(theme: str) -> None:
    states = match(5, 9)
    frames, _ = opened(film(states, theme=theme))
    assert len(frames) == len(states)
    for frame, state in zip(frames, states, strict=True):
        board = Image.open(io.BytesIO(draw_board(state, NAMES, theme=theme))).convert("RGB")
        assert ImageChops.difference(frame.crop((0, 0, *board.size)), board).getbbox() is None
    # At the foot a bar grows with the match.
    grown = [frame.crop(CAPTION).crop(PROGRESS).getcolors() or [] for frame in frames]
    assert [len(colours) for colours in grown] == [1, *[2] * (len(states) - 2), 1]
    assert all(one.tobytes() != other.tobytes() for one, other in pairwise(frames))


def test_every_frame_has_a_caption_of_its_own_in_the_language_of_the_asker() -> None:
    states = match(5, 4)
    strips = {}
    for language in LANGUAGES:
        with speaking(language):
            frames, _ = opened(film(states))
        strips[language] = [frame.crop(CAPTION).tobytes() for frame in frames]
        assert len(set(strips[language])) == len(states)
    for told in zip(*strips.values(), strict=True):
        assert len(set(told[1:])) > 1


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_are_legible_on_a_phone_and_hardly_ever_cut(seed: int, language: Language) -> None:
    """Nine pixels high at a width of 312, and whole for names of 16 letters."""
    with speaking(language):
        views = [state.view(None) for state in match(seed)]
        captions = ProwlerFace(Prowler()).captions(views, ["N" * 16, "M" * 16])
    for caption in filter(None, captions):
        lines = in_lines(caption)
        assert len(lines) <= 2
        for text, slot in zip(lines, LINES, strict=False):
            line = fitted(text, slot)
            assert line.size * 312 / 1000 >= 8.7
            assert "…" not in "".join(run.text for run in line.runs), text


@pytest.mark.parametrize("pace", [CALM, QUICK])
def test_a_move_takes_its_part_of_the_pace_and_the_end_stands_longer(pace: int) -> None:
    stand = [stands for _, stands in every_frame(film(match(1, 3), pace=pace))]
    steps = [STEP] * STEPS
    rest = pace * 5 // 8 - sum(steps)
    assert stand == [pace, *steps, rest, *steps, rest, *steps, 3 * pace]
    assert rest > STEP


def test_between_two_boards_the_passage_is_dug_and_markers_glide() -> None:
    states = match(5, 3)
    frames = [frame for frame, _ in every_frame(film(states))]
    for at, (before, after) in enumerate(pairwise(states)):
        way = frames[at * (STEPS + 1) : (at + 1) * (STEPS + 1) + 1]
        moved = [d for d in range(5) if before.track[d] != after.track[d]]
        assert moved
        for district in moved:
            assert len({frame.crop(lane(district)).tobytes() for frame in way}) == STEPS + 2
        if after.last and after.last.pathway:
            box = pathway_box(after.last.pathway)
            assert len({frame.crop(box).tobytes() for frame in way}) == STEPS + 2


def test_a_match_takes_40_seconds_and_shows_scorings_with_the_board_that_brought_them() -> None:
    states = match(5)
    every = every_frame(film(states, pace=CALM))
    assert sum(stands for _, stands in every) <= 40_000
    frames, stand = standing(every)
    assert len(frames) == len(states) + 2
    assert stand.count(2 * CALM) == 1
    assert stand[-1] == 3 * CALM
    half = stand.index(2 * CALM)
    board, sheet, after = frames[half - 1 : half + 2]
    # The sheet of mid-game leaves the track in sight, and nothing of it stays.
    track = (0, TRACK[1], 1000, TRACK[3])
    assert ImageChops.difference(board.crop(track), sheet.crop(track)).getbbox() is None
    told = Image.open(io.BytesIO(draw_board(states[half], NAMES))).convert("RGB")
    assert ImageChops.difference(after.crop((0, 0, *told.size)), told).getbbox() is None
    # The one of the end is the sheet as it stands in the message.
    last = Image.open(io.BytesIO(draw_scores(states, NAMES))).convert("RGB")
    assert ImageChops.difference(frames[-1].crop((0, 0, *last.size)), last).getbbox() is None


def test_it_begins_again_without_end() -> None:
    animated = Image.open(io.BytesIO(film(match(1, 3))))
    assert animated.info["loop"] == 0


def test_a_match_without_a_move_is_one_picture() -> None:
    animated = Image.open(io.BytesIO(film(match(1, 0))))
    assert getattr(animated, "n_frames", 0) == 1


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_match_is_small_enough_for_discord_and_drawn_in_seconds(seed: int) -> None:
    states = match(seed)
    began = time.process_time()
    animated = film(states)
    assert time.process_time() - began < 6
    assert len(animated) < DISCORDS_LIMIT / 3


@pytest.mark.parametrize("theme", COLOURS.values(), ids=list(COLOURS))
def test_every_palette_leaves_a_number_for_what_stays_as_it_is(theme: object) -> None:
    assert len(getattr(theme, "palette", ())) in range(1, 256)


def test_the_drawing_can_be_handed_to_another_process() -> None:
    views = [View(state, None) for state in match(2, 2)]
    job = ProwlerFace(Prowler()).animation(views, NAMES)
    copy = pickle.loads(pickle.dumps(job))  # noqa: S301 - our own
    assert copy() == job()
