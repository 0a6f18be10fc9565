"""Seats of Heroes Beware stay apart for every kind of eye, and in brightness everywhere."""

from __future__ import annotations

from itertools import combinations

import pytest

from renderer.heroes.colours import COLOURS, Colours
from tests.renderer.contrast import ENOUGH, contrast
from tests.renderer.test_colour_blind import EYES, SEATS_APART_IN_LIGHTNESS, as_seen

SAFE = COLOURS["safe"]

SEATS_CONTRAST = 1.7
"""The contrast (WCAG 2) of any two of four colours that all bear a shape: four steps have to share
what two have alone."""

THEMES = pytest.mark.parametrize("theme", COLOURS.values(), ids=COLOURS)


@pytest.mark.parametrize("eye", EYES)
def test_seats_keep_apart_in_lightness(eye: str) -> None:
    lightness = [as_seen(colour, eye)[0] for colour in SAFE.seats]
    assert min(abs(a - b) for a, b in combinations(lightness, 2)) >= SEATS_APART_IN_LIGHTNESS


@THEMES
def test_seats_differ_in_brightness_in_every_theme(theme: Colours) -> None:
    assert min(contrast(*pair) for pair in combinations(theme.seats, 2)) >= SEATS_CONTRAST
    assert all(max(colour) - min(colour) >= 70 for colour in theme.seats)


@THEMES
def test_words_can_be_read_on_what_they_stand_on(theme: Colours) -> None:
    for ink in (theme.words, theme.muted, theme.gilt):
        assert contrast(ink, theme.panel) >= ENOUGH
    for seat, colour in enumerate(theme.seats, 1):
        assert contrast(theme.on_seat(seat), colour) >= ENOUGH
    assert contrast(theme.line, theme.night) >= ENOUGH
    assert contrast(theme.ink, theme.lamp) >= ENOUGH


@THEMES
def test_floors_with_and_without_a_torch_differ_in_brightness(theme: Colours) -> None:
    for floor in theme.floors:
        assert contrast(floor, theme.dim(floor)) >= 1.9
        assert contrast(theme.dim(floor), theme.ink) >= 1.9
