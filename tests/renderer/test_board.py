"""A player can tell apart all things on the board, in colour and without."""

from __future__ import annotations

import io
import itertools
from itertools import combinations

import pytest
from PIL import Image

from prowlerbot.games.prowler.board import AREAS, PATHWAYS
from prowlerbot.games.prowler.setup import DISTRICTS
from renderer.prowler import board, draw_board, layout, plaques
from renderer.prowler.colours import COLOURS
from renderer.theme import THEMES

from .contrast import VISIBLE, apart
from .matches import NAMES, played, with_passages

NIGHT = COLOURS["night"]
_EMBLEM = 26
"""Half the width of the sign on a shield."""

MOST_BYTES = 180_000


def grey(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("L")


def test_a_board_is_a_palette_png_a_thousand_pixels_wide() -> None:
    picture = Image.open(io.BytesIO(draw_board(played(1, 9), NAMES)))
    picture.load()
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", layout.SIZE)


def test_the_file_holds_exactly_the_drawn_pixels() -> None:
    state = played(1, 9)
    read = Image.open(io.BytesIO(draw_board(state, NAMES)))
    assert read.tobytes() == board.picture(state, NAMES, NIGHT).tobytes()


def assert_is_light(seeds: int) -> None:
    names = ("魑魅魍魎の夜の盗賊団の頭領", "Würdevoller Nachtschwärmer №1")
    for seed, theme in itertools.product(range(seeds), THEMES):
        for moves in (1, 16, 22, 27):
            assert len(draw_board(played(seed, moves), names, theme=theme)) <= MOST_BYTES


def test_no_picture_is_larger_than_180_kb() -> None:
    assert_is_light(1)


@pytest.mark.full
def test_no_picture_of_any_match_is_larger_than_180_kb() -> None:
    assert_is_light(20)


def test_a_pathway_shows_without_colour_who_owns_it() -> None:
    for pathway in (each.number for each in PATHWAYS[::4]):
        state = played(2, 1)
        free, one, two = (
            grey(draw_board(with_passages(state, pathway, seat), NAMES)) for seat in (None, 1, 2)
        )
        x, y = layout.middle(pathway)
        box = (x - 45, y - 45, x + 45, y + 45)
        for first, second in combinations((free, one, two), 2):
            assert apart(first, second, box) > VISIBLE, pathway


def test_emblems_tell_districts_apart_without_colour() -> None:
    drawn: dict[int, Image.Image] = {}
    for seed in range(3):
        state = played(seed, 0)
        picture = grey(draw_board(state, NAMES))
        for area, district in zip(AREAS, state.setup.districts, strict=True):
            (x, y), half = map(round, layout.area_centre(AREAS.index(area))), _EMBLEM
            emblem = picture.crop((x - half, y - half, x + half, y + half))
            # Only the shape: the pixels darker or lighter than the middle of its own greys.
            low, high = emblem.getextrema()
            middle = (float(str(low)) + float(str(high))) / 2
            drawn[district] = emblem.point([255 * (grey_ > middle) for grey_ in range(256)])
    assert len(drawn) == len(DISTRICTS)
    for one, other in combinations(drawn.values(), 2):
        assert apart(one, other, (0, 0, *one.size)) > 255 * 0.15


def test_a_stolen_statue_leaves_an_empty_platform() -> None:
    state = played(2, 1)
    standing = grey(draw_board(state, NAMES))
    for name, (x, y) in layout.STATUE_AT.items():
        for statues in ((name, ""), ("", name)):
            stolen = grey(draw_board(state._replace(statues=statues), NAMES))
            assert apart(standing, stolen, (x - 25, y - 25, x + 25, y + 25)) > VISIBLE


def test_markers_that_are_drawn_on_the_track_stand_in_places_of_their_own() -> None:
    boxes = [plaques.marker_box(at, 0) for at in range(-plaques.REACH, plaques.REACH + 1)]
    assert len(set(boxes)) == len(boxes) >= 19
