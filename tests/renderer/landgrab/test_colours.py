"""Owners stay apart for every kind of eye in the theme ``safe``, and in brightness everywhere."""

from __future__ import annotations

from itertools import combinations

import pytest

from renderer.landgrab.colours import COLOURS, Colours
from renderer.theme import Tint
from tests.renderer.contrast import ENOUGH, as_drawn, contrast
from tests.renderer.test_colour_blind import EYES, SEATS_APART_IN_LIGHTNESS, as_seen

SAFE = COLOURS["safe"]

OWNERS_CONTRAST = 1.87
"""The contrast (WCAG 2) of any two of four colours that all bear a sign: four steps have to share
what two have alone."""

THEMES = pytest.mark.parametrize("theme", COLOURS.values(), ids=COLOURS)


@pytest.mark.parametrize("eye", EYES)
def test_owners_keep_apart_in_lightness(eye: str) -> None:
    lightness = [as_seen(colour, eye)[0] for colour in SAFE.owners]
    assert min(abs(a - b) for a, b in combinations(lightness, 2)) >= SEATS_APART_IN_LIGHTNESS


@THEMES
def test_owners_differ_in_brightness_and_are_saturated(theme: Colours) -> None:
    assert min(contrast(*pair) for pair in combinations(theme.owners, 2)) >= OWNERS_CONTRAST
    assert min(max(colour) - min(colour) for colour in theme.owners) >= 70


@THEMES
def test_texts_and_signs_stand_out_from_their_ground(theme: Colours) -> None:
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
    assert min(contrast(*tint) for tint in tints) >= ENOUGH


@THEMES
def test_named_colours_survive_the_palette(theme: Colours) -> None:
    assert as_drawn(theme) == theme.named


@THEMES
def test_the_land_is_quieter_than_whatever_stands_on_it(theme: Colours) -> None:
    """Areas are muted: less saturated than any owner."""
    for ground in (theme.land, theme.land_alt, theme.sea, theme.shallow, theme.seam):
        assert max(ground) - min(ground) < min(max(each) - min(each) for each in theme.owners)
