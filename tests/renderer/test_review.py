"""The picture of a review: its size, its texts in every language, and a line for each seat."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image

from prowlerbot.core.i18n import LANGUAGES, Language, tr
from renderer import fonts, review
from renderer.review import CHANCE, TREASURE, Course, Seat, draw_review
from renderer.text import Slot
from renderer.theme import THEMES, rgb

from .texts import assert_all_fit

_COLOURS = tuple(map(rgb, ("fa3f44", "6dfbe0", "ffd040", "9060ff")))
_END = 40
_LARGEST = 90_000


def course(seats: int, *, percent: bool = True) -> Course:
    """A match in which the first seat falls behind, step by step."""
    names = ("Ada", "Ben der Schreckliche von Grabenstein", "Кира", "李")
    drawn = [
        Seat(
            name,
            number,
            _COLOURS[number - 1],
            tuple(50 - at if number == 1 else 20 + at // number for at in range(_END + 1)),
            f"{60 + number} %",
            "−12 %",
        )
        for number, name in enumerate(names[:seats], 1)
    ]
    title = CHANCE if percent else TREASURE
    turns = ((0, 1), (2, min(2, seats)), (3, 1), (_END, seats))
    return Course("Landgrab", title, percent, tuple(drawn), tuple(range(_END + 1)), _END, turns)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_review_is_a_small_picture_that_grows_with_its_seats(seats: int, theme: str) -> None:
    png = draw_review(course(seats), theme=theme)
    assert len(png) <= _LARGEST
    width, height = Image.open(io.BytesIO(png)).size
    one = Image.open(io.BytesIO(draw_review(course(1), theme=theme))).size[1]
    assert width == review.WIDTH
    assert (height > one) == (seats > 1)


def test_every_seat_and_every_turning_point_changes_the_picture() -> None:
    whole = course(4)
    pictures = {draw_review(whole), draw_review(course(4, percent=False))}
    for at, seat in enumerate(whole.seats):
        higher = replace(seat, had=tuple(had + 10 for had in seat.had))
        seats = (*whole.seats[:at], higher, *whole.seats[at + 1 :])
        pictures.add(draw_review(replace(whole, seats=seats)))
    pictures.add(draw_review(replace(whole, turns=whole.turns[1:])))
    pictures.add(draw_review(replace(whole, lucky=False)))
    assert len(pictures) == 8


def test_a_match_with_a_single_moment_has_a_picture() -> None:
    moment = replace(course(2), at=(0,), end=0, turns=())
    seats = tuple(replace(each, had=each.had[:1]) for each in moment.seats)
    assert draw_review(replace(moment, seats=seats))


def _texts() -> Iterator[tuple[str, Slot]]:
    for title in (CHANCE, TREASURE):
        yield tr(title), Slot((36, 0, 964, 42), fonts.TEXT, 34)
    for word in (review.ACCURACY, review.LUCK):
        yield tr(word), Slot((776, 0, 966, 38), fonts.TEXT, 34)
    yield tr(review.MOVE), Slot((878, 0, 978, 36), fonts.TEXT, 28)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_words_fit_in_every_language(language: Language) -> None:
    assert_all_fit(_texts, language)
