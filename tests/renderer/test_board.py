"""A player can tell apart all things on the board, in colour and without."""

import io
import itertools
import math
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, product

import pytest
from PIL import Image, ImageStat

from prowlerbot.core.i18n import Language, speaking
from prowlerbot.games.prowler.board import AREAS, PATHWAYS, STATUES, pathways_in
from prowlerbot.games.prowler.position import DISTRICTS, SEATS
from prowlerbot.games.prowler.rules import Position
from renderer.canvas import Piece
from renderer.prowler import board, city, layout, panels, track
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


# ------------------------------------------------------------------------------------ the track


REACHED = range(-12, 13)


def _lane(state: Position, moved: int, choosing: int | None) -> tuple[list[Piece], list[Piece]]:
    """The pieces in the first lane without the pay-out, and the pay-out if there is one."""
    drawn = list(track.track_pieces(NIGHT, state, moved=(moved, 0, 0, 0, 0), choosing=choosing))
    left, top, right, bottom = panels.lane(0)
    inside = [p for p in drawn if left <= p.left < right and top <= p.top < bottom]
    _, slot = track.pay_out(state, 0, _markers(state.track[0], 0 if choosing else moved, choosing))
    if slot is None:
        return inside, []
    return inside[:-1], inside[-1:]


def _markers(position: int, moved: int, choosing: int | None) -> Sequence[int]:
    step = 0 if choosing is None else 1 if choosing == 1 else -1
    return position, position - moved, position + step


def _touch(one: Piece, other: Piece) -> bool:
    return one.left < other.left + other.image.width and other.left < one.left + one.image.width


def test_a_pay_out_touches_nothing_in_its_lane() -> None:
    for moved, choosing in itertools.product(range(-3, 4), (None, 1, 2)):
        assert_touches_nothing(moved, choosing)


def assert_touches_nothing(moved: int, choosing: int | None) -> None:
    start, told = played(2, 0), 0
    for position in filter(None, REACHED):
        state = start._replace(track=(position, 0, 0, 0, 0))
        others, pay = _lane(state, moved, choosing)
        told += len(pay)
        for piece in pay:
            assert not any(_touch(piece, other) for other in others), position
    assert told >= 12


def test_a_half_without_the_marker_always_says_what_its_district_pays() -> None:
    for district in range(len(DISTRICTS)):
        assert_says_what_it_pays((-4, 1, 3)[district % 3], district)


@pytest.mark.full
def test_a_half_says_what_its_district_pays_after_every_move() -> None:
    for moved, district in itertools.product(range(-4, 5), range(len(DISTRICTS))):
        assert_says_what_it_pays(moved, district)


def assert_says_what_it_pays(moved: int, district: int) -> None:
    start = played(2, 0)
    for position in REACHED:
        markers, moves = [0] * len(DISTRICTS), [0] * len(DISTRICTS)
        markers[district], moves[district] = position, moved
        b, p, m, r, c = markers
        state = start._replace(track=(b, p, m, r, c))
        drawn = list(track.track_pieces(NIGHT, state, moved=moves))
        _, top, _, bottom = panels.lane(district)
        for seat in SEATS:
            if (position if seat == 1 else -position) > 0:
                continue
            left, _, right, _ = panels.half_lane(district, seat)
            lane = [p for p in drawn if top <= p.top < bottom and left - 90 < p.left < right]
            (told,) = (p for p in lane if p in _rewards(district, seat))
            assert left <= told.left
            assert told.left + told.image.width <= right
            assert not any(_touch(told, other) for other in lane if other is not told), position


def _rewards(district: int, seat: int) -> list[Piece]:
    """As they are kept, wherever markers stand."""
    return [track.reward(NIGHT, district, seat, taken) for taken in range(250)]


def test_a_move_has_an_arrowhead_for_each_space() -> None:
    moves = (-4, -3, -2, -1, 1, 2, 3, 4)
    for by, district, position in itertools.product(moves, range(len(DISTRICTS)), range(-5, 6)):
        before = position - by
        heads = track.arrowheads(district, position, before)
        if abs(before) > panels.REACH:
            assert len(heads) in (0, abs(by))
            continue
        assert len(heads) == abs(by)
        here, there = (panels.marker_box(at, district) for at in (position, before))
        left, right = min(here[0], there[0]), max(here[2], there[2])
        for x, half in heads:
            assert left + 3 <= x - abs(half)
            assert x + abs(half) <= right - 3
            assert not here[0] < x + half < here[2]  # in sight
            assert (half > 0) == (here[0] > there[0])
