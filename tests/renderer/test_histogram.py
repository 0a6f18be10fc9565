"""The distribution of a day's results: bars as high as their numbers, and texts that fit."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator

import pytest
from PIL import Image

from prowlerbot.core.i18n import LANGUAGES, Language, tr
from renderer.histogram import SIZE, Column, boxes, draw_histogram, placed
from renderer.text import Slot
from renderer.theme import THEMES

from .texts import PHONE, assert_all_fit

LABELS = ("−120…−101", "−40…−21", "−20…−1", "0…19", "20…39", "40…59")


def columns(own: str = "") -> tuple[Column, ...]:
    return tuple(Column(label, 7 * at, own if at == 3 else "") for at, label in enumerate(LABELS))


def texts() -> Iterator[tuple[str, Slot]]:
    for text, slot, _ in placed(columns(tr("You"))):
        yield text, slot


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_has_its_size_and_shows_the_readers_bar(theme: str) -> None:
    other, own = (draw_histogram("Landgrab", columns(each), theme) for each in ("", "You"))
    assert Image.open(io.BytesIO(own)).size == SIZE
    assert own != other


def test_bars_are_as_high_as_their_numbers_and_do_not_touch() -> None:
    found = boxes(columns())
    heights = [bottom - top for _, top, _, bottom in found]
    assert heights == sorted(heights)
    assert heights[4] == round(heights[5] * 4 / 5)
    assert heights[0] > 0, "an empty bar has its place"
    assert all(one[2] < other[0] for one, other in itertools.pairwise(found))
    (only,) = boxes((Column("5", 1),))
    assert only[2] - only[0] < SIZE[0] / 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_fits_in_every_language(language: Language) -> None:
    assert_all_fit(texts, language)


def test_numbers_are_readable_on_a_phone() -> None:
    for text, slot in texts():
        if text != LABELS[0]:
            assert slot.size * PHONE >= 8.7, text
