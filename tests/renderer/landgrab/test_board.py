"""Players can tell apart all things on the board of Landgrab, in colour and without."""

import io
import itertools
from collections.abc import Iterator
from itertools import combinations

import pytest
from PIL import Image, ImageStat

from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import SPACE, SQUARE
from prowlerbot.games.landgrab.rules import Position
from renderer.canvas import Box
from renderer.landgrab import board, figures, panels
from renderer.landgrab.board import draw_board
from renderer.landgrab.colours import COLOURS
from renderer.landgrab.window import INNER, window_of
from renderer.text import Slot
from renderer.theme import THEMES
from tests.renderer.landgrab import matches
from tests.renderer.texts import LONGEST_NAMES, VISIBLE, apart, assert_fits, assert_name_fits

NIGHT = COLOURS["night"]


def grey(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("L")


def shown(state: Position, theme: str = "night") -> Image.Image:
    return grey(draw_board(state, matches.names(state), theme=theme))


def box_of(state: Position, name: str) -> Box:
    return window_of(state).square_box(SQUARE[name])


@pytest.mark.parametrize("theme", THEMES)
def test_holes_are_unlike_free_squares_without_colour(theme: str) -> None:
    state = matches.played(1, 4, "ring", 0)
    picture = shown(state._replace(legal=()), theme)
    view = window_of(state)
    free, holes = [], []
    for square in squares_in(SPACE):
        left, top, right, bottom = view.square_box(square)
        if bottom > INNER[3] or top < INNER[1]:
            continue
        quarter = view.cell // 4  # the coast belongs to both
        middle = left + quarter, top + quarter, right - quarter, bottom - quarter
        level = float(ImageStat.Stat(picture.crop(middle)).mean[0])
        if state.map.free >> square & 1:
            free.append(level)
        elif not state.map.squares >> square & 1:
            holes.append(level)
    assert min(free) - max(holes) >= 12


def in_black_and_white(roof: Image.Image) -> Image.Image:
    low, high = roof.getextrema()
    middle = (float(str(low)) + float(str(high))) / 2
    return roof.point([255 * (level > middle) for level in range(256)])


@pytest.mark.parametrize("theme", THEMES)
def test_a_building_shows_its_owner_by_shape_alone_and_that_it_has_lost_points(theme: str) -> None:
    """Roofs as white where they are lighter than their middle grey still differ."""
    state = matches.stated("RBGY/1/F6,H6,F8,H8/G7/F6-G6,I8-I9")._replace(to_move=frozenset((0,)))
    for building, points in (("G7", 9), ("I8", 24), ("F6", 24)):
        number = state.map.building_numbers[SQUARE[building]]
        box = window_of(state).box_covering(tuple(squares_in(state.map.buildings[number].squares)))
        roof = *box[:3], figures.House(box).plate_box()[1] - 4
        pictures = []
        for owner in range(5):
            owners = tuple(owner if at == number else 0 for at in range(len(state.owners)))
            pictures.append(shown(state._replace(owners=owners), theme))
        for one, other in combinations(pictures, 2):
            assert apart(one, other, roof) > VISIBLE
        shapes = [in_black_and_white(picture.crop(roof)) for picture in pictures[1:]]
        for one, other in combinations(shapes if building == "G7" else [], 2):
            assert apart(one, other, (0, 0, *one.size)) > 255 * 0.03, "on the smallest roof"
        left = tuple(points if at == number else each for at, each in enumerate(state.points))
        assert apart(pictures[0], shown(state._replace(points=left), theme), box) > VISIBLE


def _numbers(state: Position) -> list[tuple[Box, Image.Image]]:
    """Where the points of each building stand, and how they look."""
    found = []
    for each, owner, points in zip(state.map.buildings, state.owners, state.points, strict=True):
        box = window_of(state).box_covering(tuple(squares_in(each.squares)))
        letter = state.setup.colours[owner - 1] if owner else ""
        piece = figures.building_piece(NIGHT, box, letter, points, each.full)
        left, top, right, bottom = figures.House(box).plate_box()
        within = left - box[0], top - box[1], right - box[0], bottom - box[1]
        found.append(((left, top, right, bottom), piece.image.crop(within)))
    return found


def test_nothing_covers_the_points_of_a_building() -> None:
    for seats, kind in matches.KINDS[::3]:
        states = matches.match(4, seats, kind)
        for state in states[:: max(1, len(states) // 4)]:
            picture = board.board_picture(state, matches.names(state), NIGHT)
            for box, number in _numbers(state):
                assert picture.crop(box).tobytes() == number.tobytes(), kind


@pytest.mark.parametrize("theme", THEMES)
def test_a_spawn_is_seen_under_its_own_pawn_and_under_anothers(theme: str) -> None:
    at = matches.squares("F6 I9")
    state = matches.stated("RB/1/F6,H6,F8,H8/G7/")._replace(
        spawns=at, pawns=matches.squares("H6 H7"), phase="turn", round=1, to_move=frozenset((0,))
    )
    away = state._replace(spawns=(-1, at[1]))
    for pawns in (matches.squares("H6 H7"), matches.squares("F6 H7"), matches.squares("H6 F6")):
        with_flag, without = (shown(each._replace(pawns=pawns), theme) for each in (state, away))
        left, top, right, bottom = box_of(state, "F6")
        corner = left, top, left + (right - left) * 3 // 8, bottom
        assert apart(with_flag, without, corner) > VISIBLE


@pytest.mark.parametrize("theme", THEMES)
def test_pawns_of_all_colours_differ_without_colour(theme: str) -> None:
    pictures = []
    for letter in "RBGY":
        other = "B" if letter == "R" else "R"
        state = matches.stated(f"{letter}{other}/1/F6,H6,F8,H8/G7/")._replace(
            to_move=frozenset((0,))
        )
        pictures.append(shown(state._replace(pawns=(SQUARE["H6"], -1)), theme))
    left, top, right, bottom = box_of(matches.stated("RB/1/F6,H6,F8,H8/G7/"), "H6")
    third = (bottom - top) // 3
    for one, other_ in combinations(pictures, 2):
        assert apart(one, other_, (left, top + third, right, bottom)) > VISIBLE


def _sizes_of_numbers() -> Iterator[tuple[str, Slot]]:
    yield "80/80", panels.ROUND_SLOT
    for seats in (2, 3, 4):
        place = panels.plaque_of(seats, 1)
        yield "30", place.points
        yield "L12", place.spawn


def test_every_number_fits_and_can_be_read_on_a_phone() -> None:
    assert_fits(_sizes_of_numbers, words=False)


def test_the_longest_name_fits_its_box() -> None:
    for name, seats in itertools.product(LONGEST_NAMES, (2, 3, 4)):
        assert_name_fits(name, panels.plaque_of(seats, 1).name, panels.MIN_NAME_SIZE)
