"""A player can tell apart all things on the board, in colour and without."""

from __future__ import annotations

import io
import itertools
import math
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, product

import pytest
from PIL import Image, ImageStat

from prowlerbot.core.i18n import Language, speaking
from prowlerbot.games.prowler.board import AREAS, PATHWAYS, STATUES, pathways_in
from prowlerbot.games.prowler.position import DISTRICTS
from prowlerbot.games.prowler.rules import Position
from renderer.prowler import board, city, layout, panels
from renderer.prowler.board import draw_board
from renderer.prowler.colours import COLOURS
from renderer.theme import THEMES
from tests.renderer.contrast import VISIBLE, apart
from tests.renderer.matches import NAMES, played, with_passages

NIGHT = COLOURS["night"]
_EMBLEM = 23
"""Half the width of the sign on a shield."""

MOST_BYTES = 180_000


def grey(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("L")


def shown(state: Position, theme: str = "night") -> Image.Image:
    return grey(draw_board(state, NAMES, theme=theme))


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


def test_markers_that_are_drawn_on_the_track_stand_in_places_of_their_own() -> None:
    boxes = [panels.marker_box(at, 0) for at in range(-panels.REACH, panels.REACH + 1)]
    assert len(set(boxes)) == len(boxes) >= 19


# ---------------------------------------------------------------------------------- the city

STANDS_OUT = 24
"""Grey levels between a lane's floor and its banks."""


def level(picture: Image.Image, x: float, y: float) -> float:
    """The mean grey around a point."""
    box = (round(x) - 2, round(y) - 2, round(x) + 3, round(y) + 3)
    return float(ImageStat.Stat(picture.crop(box)).mean[0])


@pytest.mark.parametrize("theme", THEMES)
def test_every_lane_is_seen_on_both_sides_of_its_badge_without_colour(theme: str) -> None:
    picture = shown(played(3, 0), theme)
    for pathway in PATHWAYS:
        (ax, ay), (bx, by) = layout.ends(pathway.number)
        dx, dy = layout.step_along(pathway.number)
        for part in (0.19, 0.81):
            x, y = ax + (bx - ax) * part, ay + (by - ay) * part
            if any(math.dist((x, y), at) < layout.PLINTH for at in layout.STATUE_AT.values()):
                continue  # the badge reaches as far as the statue
            floor = level(picture, x, y)
            bank = layout.ROAD / 2 - 1
            for side in (-bank, bank):
                beside = level(picture, x - dy * side, y + dx * side)
                assert floor - beside >= STANDS_OUT, pathway.number


@pytest.mark.parametrize("theme", THEMES)
def test_empty_lanes_and_the_tunnels_of_both_seats_look_different_without_colour(
    theme: str,
) -> None:
    state = played(2, 1)
    for pathway in (1, 14, 27):
        pictures = [shown(with_passages(state, pathway, seat), theme) for seat in (None, 1, 2)]
        (ax, ay), (bx, by) = layout.ends(pathway)
        for part in (0.22, 0.78):  # beside the badge and the seat's sign
            x, y = round(ax + (bx - ax) * part), round(ay + (by - ay) * part)
            box = (x - 10, y - 10, x + 10, y + 10)
            for one, other in itertools.combinations(pictures, 2):
                assert apart(one, other, box) > VISIBLE


def test_what_a_statue_still_lacks_can_be_counted_around_it() -> None:
    for statue in STATUES:
        assert_can_be_counted(statue)


def assert_can_be_counted(statue: str) -> None:
    x, y = layout.STATUE_AT[statue]
    reach = round(layout.PLINTH)
    box = (x - reach, y - reach, x + reach, y + reach)
    state = played(2, 1)
    pictures = [shown(state)]
    for pathway in pathways_in(STATUES[statue]):
        state = with_passages(state, pathway, 1)
        pictures.append(shown(state))
    for one, other in itertools.pairwise(pictures):
        assert apart(one, other, box) > 1.5


Scene = tuple[int, int, str, Language]
"""The seed of a match, its move, the theme and the language."""

_TONGUES: tuple[Language, ...] = ("en", "de")

SCENES: list[Scene] = [
    (seed, move, theme, language)
    for seed, theme, language in product((1,), THEMES, _TONGUES)
    for move in (1, 15, 27)
]


def _draw(scene: Scene) -> bytes:
    seed, move, theme, language = scene
    with speaking(language):
        return draw_board(played(seed, move), NAMES, theme=theme)


def _forget() -> None:
    board._file.cache_clear()
    city.static_layer.cache_clear()


@pytest.fixture(scope="module")
def alone() -> Iterator[dict[Scene, bytes]]:
    """Every scene drawn with nothing kept from another one."""
    drawn = {}
    for scene in SCENES:
        _forget()
        drawn[scene] = _draw(scene)
    yield drawn
    _forget()


def test_boards_drawn_in_any_order_by_two_threads_are_the_same_bytes(
    alone: dict[Scene, bytes],
) -> None:
    _forget()
    order = SCENES * 2
    random.Random(1).shuffle(order)
    with ThreadPoolExecutor(2) as pool:
        for scene, png in zip(order, pool.map(_draw, order), strict=True):
            assert png == alone[scene], scene


def test_a_position_that_was_just_drawn_is_not_drawn_again() -> None:
    state = played(1, 9)
    first = draw_board(state, NAMES)
    before = board._file.cache_info().misses
    assert draw_board(played(1, 9), NAMES) == first
    assert board._file.cache_info().misses == before
