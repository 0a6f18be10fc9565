"""A player can tell apart all things on the board, in colour and without."""

from __future__ import annotations

import io
import math
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from prowlerbot.games.prowler.board import AREAS, PATHWAYS, STATUES, pathways_in
from prowlerbot.games.prowler.setup import DISTRICTS
from renderer.canvas import Box
from renderer.prowler import board, draw_board, draw_scores, layout, plaques
from renderer.prowler.colours import COLOURS
from renderer.theme import THEMES

from .matches import NAMES, match, played, with_passages

NIGHT = COLOURS["night"]
_EMBLEM = 26
"""Half the width of the sign on a shield."""

MOST_BYTES = 180_000
VISIBLE = 8.0
"""Mean difference of grey levels over a box that nobody overlooks."""


def grey(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("L")


def apart(one: Image.Image, other: Image.Image, box: Box) -> float:
    """Mean difference of grey levels within a box."""
    return float(ImageStat.Stat(ImageChops.difference(one.crop(box), other.crop(box))).mean[0])


def test_a_board_is_a_palette_png_a_thousand_pixels_wide() -> None:
    picture = Image.open(io.BytesIO(draw_board(played(1, 9), NAMES)))
    picture.load()
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", layout.SIZE)


def test_the_file_holds_exactly_the_drawn_pixels() -> None:
    state = played(1, 9)
    read = Image.open(io.BytesIO(draw_board(state, NAMES)))
    assert read.tobytes() == board.picture(state, NAMES, NIGHT).tobytes()


def test_no_picture_is_larger_than_180_kb() -> None:
    names = ("魑魅魍魎の夜の盗賊団の頭領", "Würdevoller Nachtschwärmer №1")
    sizes = [
        len(draw_board(played(seed, moves), names))
        for seed in range(20)
        for moves in (1, 9, 16, 22, 27)
    ]
    sizes += [
        len(draw_board(played(seed, 22), names, theme=theme))
        for seed in range(6)
        for theme in THEMES
    ]
    assert max(sizes) <= MOST_BYTES


@pytest.mark.parametrize("pathway", [p.number for p in PATHWAYS])
def test_a_pathway_shows_without_colour_who_owns_it(pathway: int) -> None:
    state = played(2, 1)
    free, one, two = (
        grey(draw_board(with_passages(state, pathway, seat), NAMES)) for seat in (None, 1, 2)
    )
    x, y = layout.middle(pathway)
    box = (x - 45, y - 45, x + 45, y + 45)
    for first, second in combinations((free, one, two), 2):
        assert apart(first, second, box) > VISIBLE


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


@pytest.mark.parametrize("moves", [1, 12])
def test_the_last_move_is_marked(moves: int) -> None:
    state = played(3, moves)
    marked = grey(draw_board(state, NAMES))
    plain = grey(draw_board(state._replace(last=None), NAMES))
    assert state.last is not None
    if state.last.pathway:
        x, y = layout.middle(state.last.pathway)
        box: Box = (x - 40, y - 40, x + 40, y + 40)
    else:
        assert state.last.marker is not None
        box = plaques.marker_box(state.track[state.last.marker], state.last.marker)
    assert apart(marked, plain, box) > VISIBLE


@pytest.mark.parametrize("position", [10, 23, -10, -23])
def test_a_marker_beyond_the_drawn_track_stands_at_its_edge(position: int) -> None:
    edge = plaques.REACH if position > 0 else -plaques.REACH
    assert plaques.marker_box(position, 0) == plaques.marker_box(edge, 0)
    beyond, there = (
        grey(draw_board(played(2, 0)._replace(track=(at, 0, 0, 0, 0)), NAMES))
        for at in (position, edge)
    )
    assert apart(beyond, there, plaques.marker_box(position, 0)) > VISIBLE


def test_markers_that_are_drawn_on_the_track_stand_in_places_of_their_own() -> None:
    boxes = [plaques.marker_box(at, 0) for at in range(-plaques.REACH, plaques.REACH + 1)]
    assert len(set(boxes)) == len(boxes) >= 19


def test_a_statues_ring_has_the_colours_of_the_players_who_dug_there() -> None:
    name, (x, y) = next(iter(layout.STATUE_AT.items()))
    around = pathways_in(STATUES[name])
    state = played(2, 1)
    for seat, pathway in enumerate(around[:2], 1):
        state = with_passages(state, pathway, seat)
    drawn = Image.open(io.BytesIO(draw_board(state, NAMES))).convert("RGB")
    seen = []
    for angle in map(math.radians, layout.bearings(name).values()):
        out = layout.PLINTH - 4
        at = round(x + out * math.cos(angle)), round(y + out * math.sin(angle))
        seen.append(drawn.getpixel(at))
    assert seen[:2] == [*NIGHT.seats]
    assert seen[2] not in NIGHT.seats


def test_a_score_sheet_fills_with_the_phases() -> None:
    sheets = [draw_scores(match(5, moves), NAMES) for moves in (3, 22, 27)]
    assert len(set(sheets)) == 3
    assert max(map(len, sheets)) <= MOST_BYTES


def test_many_threads_draw_the_same_bytes() -> None:
    states = [played(seed, moves) for seed in (1, 2) for moves in (5, 15, 27)]
    alone = [(draw_board(state, NAMES), draw_scores([state], NAMES)) for state in states]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            together = list(
                pool.map(lambda s: (draw_board(s, NAMES), draw_scores([s], NAMES)), states)
            )
            assert together == alone
