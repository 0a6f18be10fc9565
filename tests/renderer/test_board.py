"""A player can tell apart all things on the board, in every colour vision and without colour.

Colours are seen through the matrices for a complete deficiency by G. M. Machado, M. M. Oliveira and
L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
Transactions on Visualization and Computer Graphics 15(6), 2009; they apply to linear RGB.
"""

import io
import itertools
import math
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from prowlerbot.core.i18n import Language, speaking, tr
from prowlerbot.games.prowler.board import AREAS, PATHWAYS
from prowlerbot.games.prowler.position import CARDS, DISTRICTS, ITEMS, TILES
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.words import CONDITION_NAMES, TILE_NAMES
from renderer import marks, sheet
from renderer.canvas import Canvas
from renderer.heroes.colours import COLOURS as HEROES
from renderer.heroes.colours import Colours as ColonyColours
from renderer.landgrab import board as land_board
from renderer.landgrab import ground
from renderer.landgrab.colours import COLOURS as LANDGRAB
from renderer.landgrab.colours import Colours as LandColours
from renderer.prowler import board, city, layout, panels, track
from renderer.prowler.board import draw_board
from renderer.prowler.city import draw_area
from renderer.prowler.colours import COLOURS, Colours
from renderer.text import Slot, break_in_two
from renderer.theme import THEMES, Colour, Tint, rgb
from tests.renderer import texts
from tests.renderer.landgrab.matches import names as land_names
from tests.renderer.landgrab.matches import phases
from tests.renderer.matches import NAMES, played, with_passages
from tests.renderer.texts import ENOUGH, apart, contrast


def grey(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("L")


def shown(state: Position, theme: str = "night") -> Image.Image:
    return grey(draw_board(state, NAMES, theme=theme))


def test_markers_that_are_drawn_on_the_track_stand_in_places_of_their_own() -> None:
    boxes = [
        panels.marker_box(at, 0) for at in range(-panels.DRAWN_SPACES, panels.DRAWN_SPACES + 1)
    ]
    assert len(set(boxes)) == len(boxes) >= 19


STANDS_OUT = 24  # grey levels between a lane's floor and its banks


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
    for card, place in itertools.product(CARDS, range(3)):
        lines = break_in_two(tr(CONDITION_NAMES[card]), *panels.card_text(place, 1))
        yield from zip(lines, panels.card_text(place, len(lines)), strict=True)
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
    texts.assert_fits(_board_texts, shrinking=panels.CARD_SIZE - 26)
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
    assert min(contrast(ink, ground) for ink, ground, _ in tints) >= ENOUGH


def test_named_colours_survive_the_palette() -> None:
    for theme in (*THEMES.values(), *COLOURS.values(), *LANDGRAB.values(), *HEROES.values()):
        assert 1 <= len(theme.palette) < 256, "films need a number for what stays as it is"
        assert texts.as_drawn(theme) == theme.named


SAFE = COLOURS["safe"]

LAND = pytest.mark.parametrize("theme", LANDGRAB.values(), ids=LANDGRAB)
COLONIES = pytest.mark.parametrize("theme", HEROES.values(), ids=HEROES)
Triple = tuple[float, float, float]

EYES: dict[str, tuple[Triple, Triple, Triple]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
APART = 15.0
"""A distance in CIELAB, where 2.3 can just be seen, that nobody has to look for."""
SEATS_APART_IN_LIGHTNESS = 12.0
SEATS_CONTRAST = 2.3
"""The contrast (WCAG 2) of the two owners' colours: told apart in grey without looking twice."""
OWNERS_CONTRAST, COLONIES_CONTRAST = 1.87, 1.7
"""The same of any two of four colours that all bear a sign, in Landgrab and in Heroes Beware: four
steps have to share what two have alone."""
ALIKE = 6.0
"""Mean difference of grey levels over an area's ground that is seen at a glance."""


def as_seen(colour: Colour, eye: str) -> Triple:
    """A colour in CIELAB as an eye sees it."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in colour)
    ]
    r, g, b = (
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear, strict=True))))
        for row in EYES[eye]
    )
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("eye", EYES)
def test_districts_keep_apart_in_colour(eye: str) -> None:
    for colours in (SAFE.fields, SAFE.brights):
        seen = [as_seen(colour, eye) for colour in colours]
        assert min(math.dist(*pair) for pair in combinations(seen, 2)) >= APART


HUES = {"yellow": (80, 115), "blue": (255, 285), "purple": (305, 330), "brown": (50, 75)}
"""The angles in CIELAB that people call by the names of the items; brown is a dark orange."""


@pytest.mark.parametrize("theme", COLOURS.values(), ids=COLOURS)
def test_an_item_has_the_colour_that_texts_call_it(theme: Colours) -> None:
    for (name, (least, most)), letter, bright in zip(
        HUES.items(), TILE_NAMES, theme.brights, strict=False
    ):
        assert TILE_NAMES[letter] == f"{name} item"
        lightness, red, yellow = as_seen(bright, "full")
        assert least <= math.degrees(math.atan2(yellow, red)) % 360 <= most, name
        assert name != "brown" or lightness < 60, "it is orange"


@pytest.mark.parametrize("eye", EYES)
def test_seats_keep_apart_in_lightness(eye: str) -> None:
    for colours in (SAFE.seats, LANDGRAB["safe"].owners, HEROES["safe"].seats):
        lightness = [as_seen(colour, eye)[0] for colour in colours]
        apart = min(abs(one - other) for one, other in combinations(lightness, 2))
        assert apart >= SEATS_APART_IN_LIGHTNESS


def test_owners_differ_in_brightness_and_are_saturated_in_every_theme() -> None:
    for theme in THEMES:
        for colours, least in (
            (COLOURS[theme].seats, SEATS_CONTRAST),
            (LANDGRAB[theme].owners, OWNERS_CONTRAST),
            (HEROES[theme].seats, COLONIES_CONTRAST),
        ):
            assert min(contrast(*pair) for pair in combinations(colours, 2)) >= least, theme
            assert min(max(colour) - min(colour) for colour in colours) >= 70, theme


def test_patterns_tell_the_districts_apart_without_any_colour() -> None:
    field, bright = rgb("707070"), rgb("b0b0b0")
    fields, brights = (field, field, field, field, field), (bright, bright, bright, bright, bright)
    grey = replace(SAFE, fields=fields, brights=brights)
    for index in range(len(AREAS)):
        grounds = []
        for district in range(len(DISTRICTS)):
            x, y = map(sum, zip(*map(layout.point_at, AREAS[index].corners), strict=True))
            x, y = round(x / 4), round(y / 4)
            canvas = Canvas((x - 69, y - 69, x + 69, y + 69), grey.earth)
            draw_area(canvas, grey, index, district)
            ground = canvas.rgb_picture().convert("L")
            reach = round(layout.SHIELD_REACH) + 4
            box = (69 - reach, 69 - reach, 69 + reach, 69 + reach)
            ImageDraw.Draw(ground).ellipse(box, fill=0)  # the shield is not to help
            grounds.append(ground)
        for one, other in combinations(grounds, 2):
            assert apart(one, other, (0, 0, 138, 138)) > ALIKE


@LAND
def test_texts_and_signs_of_landgrab_stand_out_from_their_ground(theme: LandColours) -> None:
    tints = [
        Tint(theme.words, theme.panel),
        Tint(theme.muted, theme.panel),
        Tint(theme.gilt, theme.panel),
        Tint(theme.line, theme.frame),
        Tint(theme.ink, theme.wall),
        Tint(theme.damage, theme.ink),
        Tint(theme.on_legal, theme.legal),
        Tint(theme.ink, theme.paper),
        *(Tint(theme.on_owner(letter), theme.owner(letter)) for letter in "RBGY"),
    ]
    assert min(contrast(ink, ground) for ink, ground, _ in tints) >= ENOUGH


@LAND
def test_the_land_is_quieter_than_whatever_stands_on_it(theme: LandColours) -> None:
    """Areas are muted: less saturated than any owner."""
    for surface in (theme.land, theme.land_alt, theme.sea, theme.shallow, theme.seam):
        assert max(surface) - min(surface) < min(max(each) - min(each) for each in theme.owners)


@COLONIES
def test_words_of_heroes_beware_can_be_read_on_what_they_stand_on(theme: ColonyColours) -> None:
    for ink in (theme.words, theme.muted, theme.gilt):
        assert contrast(ink, theme.panel) >= ENOUGH
    for seat, colour in enumerate(theme.seats, 1):
        assert contrast(theme.on_seat(seat), colour) >= ENOUGH
    assert contrast(theme.line, theme.night) >= ENOUGH
    assert contrast(theme.ink, theme.lamp) >= ENOUGH


@COLONIES
def test_floors_with_and_without_a_torch_differ_in_brightness(theme: ColonyColours) -> None:
    for floor in theme.floors:
        assert contrast(floor, theme.dim_colour(floor)) >= 1.9
        assert contrast(theme.dim_colour(floor), theme.ink) >= 1.9
