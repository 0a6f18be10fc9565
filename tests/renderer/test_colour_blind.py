"""In the theme ``safe`` seats and districts stay apart for every kind of eye, and without colour.

Colours are seen through the matrices for a complete deficiency by G. M. Machado, M. M. Oliveira and
L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
Transactions on Visualization and Computer Graphics 15(6), 2009; they apply to linear RGB.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from prowlerbot.games.prowler.board import AREAS
from prowlerbot.games.prowler.setup import DISTRICTS
from renderer.canvas import Canvas
from renderer.prowler import layout
from renderer.prowler.colours import COLOURS, Colours
from renderer.prowler.districts import draw_area
from renderer.theme import Colour, rgb

from .contrast import contrast

SAFE = COLOURS["safe"]

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


def _distance(one: Triple, other: Triple) -> float:
    return math.dist(one, other)


@pytest.mark.parametrize("eye", EYES)
def test_districts_keep_apart_in_colour(eye: str) -> None:
    for colours in (SAFE.fields, SAFE.brights):
        seen = [as_seen(colour, eye) for colour in colours]
        assert min(_distance(*pair) for pair in combinations(seen, 2)) >= APART


@pytest.mark.parametrize("eye", EYES)
def test_seats_keep_apart_in_lightness(eye: str) -> None:
    one, other = (as_seen(colour, eye) for colour in SAFE.seats)
    assert abs(one[0] - other[0]) >= SEATS_APART_IN_LIGHTNESS


@pytest.mark.parametrize("theme", COLOURS.values(), ids=COLOURS)
def test_owners_differ_in_brightness_in_every_theme(theme: Colours) -> None:
    assert contrast(*theme.seats) >= SEATS_CONTRAST
    greys = [Image.new("RGB", (1, 1), colour).convert("L").tobytes()[0] for colour in theme.seats]
    assert abs(greys[0] - greys[1]) >= 64  # as a picture without colour shows them


@pytest.mark.parametrize("theme", COLOURS.values(), ids=COLOURS)
def test_owners_are_saturated(theme: Colours) -> None:
    for colour in theme.seats:
        assert max(colour) - min(colour) >= 70


def test_patterns_tell_the_districts_apart_without_any_colour() -> None:
    field, bright = rgb("707070"), rgb("b0b0b0")
    fields, brights = (field, field, field, field, field), (bright, bright, bright, bright, bright)
    grey = replace(SAFE, fields=fields, brights=brights)
    for index in range(len(AREAS)):
        grounds = []
        for district in range(len(DISTRICTS)):
            x, y = map(sum, zip(*map(layout.at, AREAS[index].corners), strict=True))
            x, y = round(x / 4), round(y / 4)
            canvas = Canvas((x - 80, y - 80, x + 80, y + 80), grey.earth)
            draw_area(canvas, grey, index, district)
            ground = canvas.shrunk().convert("L")
            reach = round(layout.SHIELD) + 4
            box = (80 - reach, 80 - reach, 80 + reach, 80 + reach)
            ImageDraw.Draw(ground).ellipse(box, fill=0)  # the shield is not to help
            grounds.append(ground)
        for one, other in combinations(grounds, 2):
            assert _apart(one, other) > ALIKE


def _apart(one: Image.Image, other: Image.Image) -> float:
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])
