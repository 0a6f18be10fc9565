"""Every text of the board fits its box in every language, and can be read on a phone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from renderer.landgrab import buildings, panels
from renderer.landgrab.colours import COLOURS
from renderer.landgrab.window import window
from renderer.text import Slot
from tests.renderer.landgrab.matches import played
from tests.renderer.texts import (
    COMPUTER,
    LONGEST_NAMES,
    PHONE,
    assert_fits,
    assert_name_fits,
)

NIGHT = COLOURS["night"]


def _numbers() -> Iterator[tuple[str, Slot]]:
    yield "80/80", panels.ROUND
    for seats in (2, 3, 4):
        place = panels.plaque(seats, 1)
        yield "30", place.points
        yield "L12", place.spawn


def test_every_number_fits_and_can_be_read_on_a_phone() -> None:
    assert_fits(_numbers, words=False)


def test_squares_by_going_around_name_their_building_in_letters_of_nine_pixels() -> None:
    cell = window(played(1, 4, "together", 0)).cell
    assert cell * COMPUTER >= 24
    assert buildings.way_size(cell) * PHONE >= 8.7


def test_the_longest_name_fits_its_box() -> None:
    for name, seats in itertools.product(LONGEST_NAMES, (2, 3, 4)):
        assert_name_fits(name, panels.plaque(seats, 1).name, panels.NAME_LEAST)
