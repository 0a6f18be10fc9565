"""A player can tell apart all things on the board, in colour and without."""

import io
import itertools
import math
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from prowlerbot.core.i18n import Language, speaking, tr
from prowlerbot.games.prowler.board import PATHWAYS
from prowlerbot.games.prowler.position import CARDS, DISTRICTS, ITEMS, TILES
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.words import CONDITION_NAMES
from renderer import marks, sheet
from renderer.heroes.colours import COLOURS as HEROES
from renderer.landgrab import board as land_board
from renderer.landgrab import ground
from renderer.landgrab.colours import COLOURS as LANDGRAB
from renderer.prowler import board, city, layout, panels, track
from renderer.prowler.board import draw_board
from renderer.prowler.colours import COLOURS, Colours
from renderer.text import Slot, break_in_two
from renderer.theme import THEMES, Tint
from tests.renderer import texts
from tests.renderer.landgrab.matches import names as land_names
from tests.renderer.landgrab.matches import phases
from tests.renderer.matches import NAMES, played, with_passages


def grey(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("L")


def shown(state: Position, theme: str = "night") -> Image.Image:
    return grey(draw_board(state, NAMES, theme=theme))


def test_markers_that_are_drawn_on_the_track_stand_in_places_of_their_own() -> None:
    boxes = [
        panels.marker_box(at, 0) for at in range(-panels.DRAWN_SPACES, panels.DRAWN_SPACES + 1)
    ]
    assert len(set(boxes)) == len(boxes) >= 19


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
        (ax, ay), (bx, by) = layout.ends_of(pathway.number)
        dx, dy = layout.step_along(pathway.number)
        for part in (0.19, 0.81):
            x, y = ax + (bx - ax) * part, ay + (by - ay) * part
            if any(
                math.dist((x, y), at) < layout.PLINTH_RADIUS
                for at in layout.STATUE_CENTRES.values()
            ):
                continue  # the badge reaches as far as the statue
            floor = level(picture, x, y)
            bank = layout.ROAD_WIDTH / 2 - 1
            for side in (-bank, bank):
                beside = level(picture, x - dy * side, y + dx * side)
                assert floor - beside >= STANDS_OUT, pathway.number


@pytest.mark.parametrize("theme", THEMES)
def test_empty_lanes_and_tunnels_of_both_seats_look_different_without_colour(theme: str) -> None:
    state = played(2, 1)
    for pathway in (1, 14, 27):
        pictures = [shown(with_passages(state, pathway, seat), theme) for seat in (None, 1, 2)]
        (ax, ay), (bx, by) = layout.ends_of(pathway)
        for part in (0.22, 0.78):  # beside the badge and the seat's sign
            x, y = round(ax + (bx - ax) * part), round(ay + (by - ay) * part)
            box = (x - 10, y - 10, x + 10, y + 10)
            for one, other in itertools.combinations(pictures, 2):
                assert texts.apart(one, other, box) > texts.VISIBLE


def _of_prowler() -> Iterator[Callable[[], bytes]]:
    languages: tuple[Language, ...] = ("en", "de")
    for theme, language, move in product(THEMES, languages, (1, 15, 27)):
        yield partial(_told_in, language, partial(draw_board, played(1, move), NAMES, theme=theme))


def _told_in(language: Language, draw: Callable[[], bytes]) -> bytes:
    with speaking(language):
        return draw()


def _of_landgrab() -> Iterator[Callable[[], bytes]]:
    for (_, state), theme in zip(phases(), itertools.cycle(THEMES), strict=False):
        yield partial(land_board.draw_board, state, land_names(state), theme=theme)


KEPT: dict[str, tuple[Callable[[], Iterator[Callable[[], bytes]]], list[Any]]] = {
    "prowler": (_of_prowler, [board._encode_board, city.static_layer]),
    "landgrab": (
        _of_landgrab,
        [land_board._encode_board, ground._draw_layer, ground._surroundings_picture],
    ),
}


@pytest.mark.parametrize("game", KEPT)
def test_boards_drawn_in_any_order_by_two_threads_are_the_same_bytes(game: str) -> None:
    drawing, caches = KEPT[game]
    scenes = [*drawing()]

    def forget() -> None:
        for each in caches:
            each.cache_clear()

    alone = []
    for draw in scenes:
        forget()
        alone.append(draw())
    forget()
    order = [*range(len(scenes))] * 2
    random.Random(1).shuffle(order)
    with ThreadPoolExecutor(2) as pool:
        together = [*pool.map(lambda at: scenes[at](), order)]
    unlike = {
        at: ImageChops.difference(grey(drawn), grey(alone[at])).getbbox()
        for at, drawn in zip(order, together, strict=True)
        if drawn != alone[at]
    }
    assert not unlike, "the scenes, each with the box of its other pixels"
    misses = caches[0].cache_info().misses
    assert scenes[order[-1]]() == alone[order[-1]]
    assert caches[0].cache_info().misses == misses, "what was just drawn is not drawn again"


def test_a_move_has_an_arrowhead_for_each_space() -> None:
    moves = (-4, -3, -2, -1, 1, 2, 3, 4)
    for by, district, position in itertools.product(moves, range(len(DISTRICTS)), range(-12, 13)):
        before = position - by
        heads = track.arrowhead_places(district, position, before)
        if abs(before) > panels.DRAWN_SPACES or abs(position) > 5:
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


def _board_texts() -> Iterator[tuple[str, Slot]]:
    for card, slots in itertools.product(CARDS, panels.CARD_TEXT):
        yield from zip(break_in_two(tr(CONDITION_NAMES[card]), slots[0]), slots, strict=False)
    for key, slot in panels.STAT_CAPTIONS.items():
        yield tr(panels.CAPTIONS[key]), slot
    yield tr(panels.FINAL), panels.STAT_CAPTIONS["projected"]
    for word in marks.RIBBONS:
        yield tr(word), panels.RIBBON
    yield tr(panels.WEALTH_LABEL), panels.WEALTH_NOTE


def _board_numbers() -> Iterator[tuple[str, Slot]]:
    for slot in panels.STAT_NUMBERS.values():
        yield "13", slot
    for most in ("-28", "188"):
        yield most, panels.WEALTH_SLOT
    for seat, face in itertools.product((1, 2), range(len(TILES))):
        yield "11" if face < len(ITEMS) else "5", panels.loot_place(seat, face)[1]
    for pathway in range(1, 28):
        yield str(pathway), layout.number_slot(pathway)
    for position in ("0", "7", "28", "48"):
        yield position, panels.MARKER_NUMBER
    for district, place in itertools.product(range(len(DISTRICTS)), (1, 7, -1, -7)):
        box = panels.marker_box(place, district)
        told = panels.pay_slot(district, 1 if place > 0 else 2, (box[0], box[2]), 72)
        assert told is not None
        yield "+60", told
    for slot in panels.CARD_WEALTH:
        yield "6", slot
    for place, seat in itertools.product(range(3), (1, 2)):
        yield "6/6", panels.nearness_place(place, seat)[1]


def test_every_text_fits_in_every_language_and_can_be_read_on_a_phone() -> None:
    texts.assert_fits(_board_texts, shrinking=4)
    texts.assert_fits(_board_numbers, words=False)


def test_the_longest_name_fits_its_box() -> None:
    slots = panels.NAME, sheet.RESULT
    for name, slot in itertools.product(texts.LONGEST_NAMES, slots):
        texts.assert_name_fits(name, slot, 20)


@pytest.mark.parametrize("theme", COLOURS.values(), ids=COLOURS)
def test_texts_stand_out_from_their_ground(theme: Colours) -> None:
    tints = [
        Tint(theme.words, theme.panel),
        Tint(theme.gilt, theme.panel),
        *(Tint(theme.words, theme.seat_lane(seat)) for seat in (1, 2)),
        *(Tint(theme.gilt, theme.seat_lane(seat)) for seat in (1, 2)),
        Tint(theme.muted, theme.panel),
        Tint(theme.line, theme.night),
        Tint(theme.title, theme.night),
        Tint(theme.ink, theme.paper),
        Tint(theme.ink, theme.lamp),
        *(Tint(theme.ink, colour) for colour in (*theme.seats, *theme.brights)),
    ]
    assert min(texts.contrast(ink, ground) for ink, ground, _ in tints) >= texts.ENOUGH


def test_named_colours_survive_the_palette() -> None:
    for theme in (*THEMES.values(), *COLOURS.values(), *LANDGRAB.values(), *HEROES.values()):
        assert 1 <= len(theme.palette) < 256, "films need a number for what stays as it is"
        assert texts.as_drawn(theme) == theme.named
