"""Seats and districts stay apart for every kind of eye, and without colour; words can be read.

Colours are seen through the matrices for a complete deficiency by G. M. Machado, M. M. Oliveira and
L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
Transactions on Visualization and Computer Graphics 15(6), 2009; they apply to linear RGB.
"""

import math
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageDraw

from prowlerbot.games.prowler.board import AREAS
from prowlerbot.games.prowler.position import DISTRICTS
from prowlerbot.games.prowler.words import TILE_NAMES
from renderer.canvas import Canvas
from renderer.heroes.colours import COLOURS as HEROES
from renderer.heroes.colours import Colours as ColonyColours
from renderer.landgrab.colours import COLOURS as LANDGRAB
from renderer.landgrab.colours import Colours as LandColours
from renderer.prowler import layout
from renderer.prowler.city import draw_area
from renderer.prowler.colours import COLOURS, Colours
from renderer.theme import THEMES, Colour, Tint, rgb
from tests.renderer.texts import ENOUGH, apart, contrast

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
    for ground in (theme.land, theme.land_alt, theme.sea, theme.shallow, theme.seam):
        assert max(ground) - min(ground) < min(max(each) - min(each) for each in theme.owners)


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
