"""Players can tell apart all things on the board of Landgrab, in colour and without."""

import io
import itertools
from collections.abc import Iterator
from itertools import combinations

import pytest
from PIL import Image, ImageStat

from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import ARRIVAL, SPACE, SQUARE
from prowlerbot.games.landgrab.rules import Position
from renderer.canvas import Box
from renderer.landgrab import board, buildings, ground, panels
from renderer.landgrab.board import draw_board
from renderer.landgrab.buildings import Mark
from renderer.landgrab.colours import COLOURS
from renderer.landgrab.window import INNER, SIZE, window
from renderer.text import Slot
from renderer.theme import THEMES
from tests.renderer.landgrab.matches import (
    KINDS,
    first,
    match,
    names,
    played,
    squares,
    stated,
)
from tests.renderer.texts import LONGEST_NAMES, VISIBLE, apart, assert_fits, assert_name_fits

NIGHT = COLOURS["night"]

MOST_BYTES = 180_000


def grey(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("L")


def shown(state: Position, theme: str = "night") -> Image.Image:
    return grey(draw_board(state, names(state), theme=theme))


def box_of(state: Position, name: str) -> Box:
    return window(state).square_box(SQUARE[name])


# -------------------------------------------------------------------------------- the file


def assert_is_light(seats: int, kind: str, count: int) -> None:
    long = ("魑魅魍魎の夜の盗賊団の頭領", "Würdevoller Nachtschwärmer №1", "W" * 32, "ﷺ" * 32)
    states = match(1, seats, kind)
    for at, state in enumerate(states[:: max(1, len(states) // count)]):
        drawn = draw_board(state, long[:seats], theme=tuple(THEMES)[(at + seats) % 3])
        assert len(drawn) <= MOST_BYTES, kind
        assert grey(drawn).size == SIZE, kind


def test_each_picture_has_its_size_and_no_more_than_180_kb() -> None:
    for seats, kind in KINDS[::4]:
        assert_is_light(seats, kind, 3)


@pytest.mark.full
def test_no_picture_of_any_map_is_larger_than_180_kb() -> None:
    for seats, kind in KINDS:
        assert_is_light(seats, kind, 16)


def test_a_small_map_is_drawn_larger() -> None:
    small, whole = stated("RB/1/F6,H6/F7/"), first(1, 4, "together", "tiles")
    assert window(small).cell > 1.5 * window(whole).cell
    assert window(small).columns == 4
    assert window(small).rows == 2


# --------------------------------------------------------------------------------- the map


@pytest.mark.parametrize("theme", THEMES)
def test_holes_are_unlike_free_squares_without_colour(theme: str) -> None:
    state = played(1, 4, "ring", 0)
    picture = shown(state._replace(legal=()), theme)
    view = window(state)
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


@pytest.mark.parametrize("theme", THEMES)
def test_a_building_shows_without_colour_who_owns_it(theme: str) -> None:
    for building in ("G7", "I8", "F6"):
        assert_shows_its_owner(building, theme)


def assert_shows_its_owner(building: str, theme: str) -> None:
    state = stated("RBGY/1/F6,H6,F8,H8/G7/F6-G6,I8-I9")._replace(to_move=frozenset((0,)))
    number = state.map.building_numbers[SQUARE[building]]
    pictures = []
    for owner in range(5):
        owners = tuple(owner if at == number else 0 for at in range(len(state.owners)))
        pictures.append(shown(state._replace(owners=owners), theme))
    box = window(state).box_covering(tuple(squares_in(state.map.buildings[number].squares)))
    roof = *box[:3], buildings.plate(box)[1] - 4
    for one, other in combinations(pictures, 2):
        assert apart(one, other, roof) > VISIBLE


@pytest.mark.parametrize("theme", THEMES)
def test_the_shape_alone_tells_the_owner_of_a_roof(theme: str) -> None:
    """Roofs as white where they are lighter than their middle grey still differ."""
    state = stated("RBGY/1/F6,H6,F8,H8/G7/I8-I9")._replace(to_move=frozenset((0,)))
    drawn = []
    for owner in range(1, 5):
        picture = shown(state._replace(owners=(owner, 0)), theme)
        left, top, right, bottom = box_of(state, "G7")
        roof = picture.crop((left, top, right, (top + bottom) // 2 + 8))
        low, high = roof.getextrema()
        middle = (float(str(low)) + float(str(high))) / 2
        drawn.append(roof.point([255 * (level > middle) for level in range(256)]))
    for one, other in combinations(drawn, 2):
        assert apart(one, other, (0, 0, *one.size)) > 255 * 0.03


@pytest.mark.parametrize("theme", THEMES)
def test_a_building_that_has_lost_points_is_seen_at_a_glance(theme: str) -> None:
    for building, points in (("G7", 9), ("I8", 24)):
        assert_loss_is_seen(building, points, theme)


def assert_loss_is_seen(building: str, points: int, theme: str) -> None:
    state = stated("RB/1/F6,H6,F8,H8/G7/I8-I9")._replace(to_move=frozenset((0,)))
    number = state.map.building_numbers[SQUARE[building]]
    left = tuple(points if at == number else each for at, each in enumerate(state.points))
    box = window(state).box_covering(tuple(squares_in(state.map.buildings[number].squares)))
    assert apart(shown(state, theme), shown(state._replace(points=left), theme), box) > VISIBLE


def _numbers(state: Position) -> list[tuple[Box, Image.Image]]:
    """Where the points of each building stand, and how they look."""
    found = []
    for each, owner, points in zip(state.map.buildings, state.owners, state.points, strict=True):
        box = window(state).box_covering(tuple(squares_in(each.squares)))
        letter = state.setup.colours[owner - 1] if owner else ""
        piece = buildings.building_piece(NIGHT, box, letter, points, each.full)
        left, top, right, bottom = buildings.plate(box)
        within = left - box[0], top - box[1], right - box[0], bottom - box[1]
        found.append(((left, top, right, bottom), piece.image.crop(within)))
    return found


def assert_nothing_covers_points(seats: int, kind: str, count: int) -> None:
    states = match(4, seats, kind)
    for state in states[:: max(1, len(states) // count)]:
        picture = board.picture(state, names(state), NIGHT)
        for box, number in _numbers(state):
            assert picture.crop(box).tobytes() == number.tobytes(), kind


def test_nothing_covers_the_points_of_a_building() -> None:
    for seats, kind in KINDS[::3]:
        assert_nothing_covers_points(seats, kind, 4)


@pytest.mark.full
def test_nothing_covers_the_points_of_a_building_on_any_map() -> None:
    for seats, kind in KINDS:
        assert_nothing_covers_points(seats, kind, 15)


def test_the_numbers_of_a_choice_leave_the_points_of_buildings_in_sight() -> None:
    state = played(4, 4, "drawn", 90)
    marks = [
        Mark(tuple(squares_in(each.squares)), str(number))
        for number, each in enumerate(state.map.buildings, 1)
    ]
    picture = Image.open(io.BytesIO(draw_board(state, names(state), marks=marks)))
    for box, number in _numbers(state):
        assert picture.crop(box).tobytes() == number.tobytes()


def test_the_letter_of_an_occupied_square_leaves_its_pawn_and_its_roof_in_sight() -> None:
    state = played(4, 4, "drawn", 90)
    taken = [at for at in state.pawns if at >= 0]
    taken += [squares_in(each.squares)[0] for each in state.map.buildings if not each.is_large]
    plain, lettered = (
        grey(draw_board(state, names(state), marks=[Mark((at,), label) for at in taken]))
        for label in ("", "A")
    )
    for at in taken:
        left, top, right, bottom = window(state).square_box(at)
        cell = right - left
        inner = left, top + cell // 4, right - cell // 4, bottom - cell // 4
        assert plain.crop(inner).tobytes() == lettered.crop(inner).tobytes(), at


@pytest.mark.parametrize("theme", THEMES)
def test_a_spawn_is_seen_under_its_own_pawn_and_under_anothers(theme: str) -> None:
    at = squares("F6 I9")
    state = stated("RB/1/F6,H6,F8,H8/G7/")._replace(
        spawns=at, pawns=squares("H6 H7"), phase="turn", round=1, to_move=frozenset((0,))
    )
    away = state._replace(spawns=(-1, at[1]))
    for pawns in (squares("H6 H7"), squares("F6 H7"), squares("H6 F6")):
        with_flag, without = (shown(each._replace(pawns=pawns), theme) for each in (state, away))
        left, top, right, bottom = box_of(state, "F6")
        corner = left, top, left + (right - left) * 3 // 8, bottom
        assert apart(with_flag, without, corner) > VISIBLE


@pytest.mark.parametrize("theme", THEMES)
def test_pawns_of_all_colours_differ_without_colour(theme: str) -> None:
    pictures = []
    for letter in "RBGY":
        other = "B" if letter == "R" else "R"
        state = stated(f"{letter}{other}/1/F6,H6,F8,H8/G7/")._replace(to_move=frozenset((0,)))
        pictures.append(shown(state._replace(pawns=(SQUARE["H6"], -1)), theme))
    left, top, right, bottom = box_of(stated("RB/1/F6,H6,F8,H8/G7/"), "H6")
    third = (bottom - top) // 3
    for one, other_ in combinations(pictures, 2):
        assert apart(one, other_, (left, top + third, right, bottom)) > VISIBLE


# ------------------------------------------------------------------------------- the moves


def _about_to_move(owner: int) -> Position:
    """Red stands beside the house G7, which is its own or nobody's."""
    return stated("RB/1/F6,H6,F8,H8/G7/")._replace(
        owners=(owner,),
        pawns=squares("F7 I9"),
        spawns=squares("F6 I8"),
        phase="turn",
        round=1,
        turn=1,
        to_move=frozenset((1,)),
        legal=tuple(ARRIVAL[square] for square in squares("G6 H6 H7")),
    )


@pytest.mark.parametrize("theme", THEMES)
def test_squares_in_reach_are_lit_and_those_by_going_around_look_different(theme: str) -> None:
    state = _about_to_move(1)
    lit, dark = shown(state, theme), shown(state._replace(legal=()), theme)
    for name in ("G6", "H7"):
        assert apart(lit, dark, box_of(state, name)) > VISIBLE
    assert apart(lit, dark, box_of(state, "G8")) == 0
    step, around = (lit.crop(box_of(state, name)) for name in ("G6", "H7"))
    assert apart(step, around, (0, 0, *step.size)) > 4


# ---------------------------------------------- a board looks the same however its map grew


def test_pictures_that_follow_each_other_share_the_layer_of_their_map() -> None:
    states = [played(1, 4, "mill", moves) for moves in range(5, 40, 5)]
    draw_board(states[0], names(states[0]))
    before = ground._layer.cache_info().misses
    for state in states:
        draw_board(state, names(state))
    assert ground._layer.cache_info().misses == before


def test_a_layer_does_not_depend_on_the_layers_before_it() -> None:
    positions = [each for each in match(1, 2, "together") if each.phase == "tiles"]
    letters = positions[0].setup.colours

    def layers(order: int) -> list[bytes]:
        ground._layer.cache_clear()
        ground._latest_picture.cache_clear()
        grounds = [(window(each), each.map.squares) for each in positions[::order]]
        made = [ground.static_layer(NIGHT, *each, letters).tobytes() for each in grounds]
        return made[::order]

    assert layers(1) == layers(-1)


# ------------------------------------------------------------------------------- texts that fit


def _sizes_of_numbers() -> Iterator[tuple[str, Slot]]:
    yield "80/80", panels.ROUND
    for seats in (2, 3, 4):
        place = panels.plaque(seats, 1)
        yield "30", place.points
        yield "L12", place.spawn


def test_every_number_fits_and_can_be_read_on_a_phone() -> None:
    assert_fits(_sizes_of_numbers, words=False)


def test_the_longest_name_fits_its_box() -> None:
    for name, seats in itertools.product(LONGEST_NAMES, (2, 3, 4)):
        assert_name_fits(name, panels.plaque(seats, 1).name, panels.NAME_LEAST)
