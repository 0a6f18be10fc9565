"""Checks of texts in a picture, of boxes of a layout, and of colours seen in grey."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from gettext import NullTranslations

import pytest
from PIL import Image, ImageChops, ImageStat

from prowlerbot.core import i18n
from prowlerbot.core.i18n import LANGUAGES, Language, speaking
from renderer import fonts
from renderer.canvas import Box
from renderer.names import Name, fit_name
from renderer.text import Slot, size_for, text_width
from renderer.theme import Colour, Theme

Texts = Callable[[], Iterable[tuple[str, Slot]]]
"""Texts at their longest, with where they stand."""

COMPUTER, PHONE = 350 / 1000, 312 / 1000
"""The scales at which Discord shows a square 1000 pixels wide."""
LONGEST_NAMES = (*("W" * 32, "魑" * 32, "ﷺ" * 32, "Ǻ̂̃̄g̨̣̤" * 8, "ก็็็็็" * 12, "ஔ" * 32, "a b " * 25, "i"),)
ODD_NAMES = ("", "🦊🦊", "עומר abc 漢字", "e" + "\u0301" * 5000)


def assert_all_fit(texts: Texts, language: Language) -> None:
    """In their boxes, as far as they have to shrink, in letters that their fonts have."""
    with speaking(language):
        for text, slot in texts():
            left, top, right, bottom = slot.box
            size = size_for(text, slot)
            assert text_width(text, slot.file, size) <= right - left, text
            high = fonts.load_font(slot.file, size).getbbox("H", anchor="ls")[1]
            assert -high <= bottom - top, text
            assert {*map(ord, text)} <= fonts.covered_characters(slot.file), text


def assert_fits(texts: Texts, *, words: bool = True, shrinking: int = 0) -> None:
    """In every language; in English in its full size, or almost, legible on a phone, and with room
    for a third more letters where there are words.
    """
    for language in LANGUAGES:
        assert_all_fit(texts, language)
    for text, slot in texts():
        assert size_for(text, slot) >= slot.size - shrinking, text
        assert_readable_on_a_phone(text, slot)
        if words:
            size = size_for(longer(text), slot)
            assert text_width(longer(text), slot.file, size) <= slot.box[2] - slot.box[0], text


def assert_keeps_two_thirds(texts: Texts) -> None:
    """Of its size, in every language, and in English with a third more letters."""
    for text, slot in texts():
        assert size_for(longer(text), slot) >= slot.size * 2 / 3, text
    for language in LANGUAGES:
        with speaking(language):
            for text, slot in texts():
                assert size_for(text, slot) >= slot.size * 2 / 3, text


def longer(text: str) -> str:
    """The text with a third more letters, as other languages need them."""
    return text + "en" * round(len(text) / 6)


def assert_readable_on_a_phone(text: str, slot: Slot) -> None:
    """Type of almost nine pixels once the picture is 312 wide; capitals are as high in 7.2."""
    least = 7.2 if slot.file == fonts.TITLE else 8.7
    assert slot.size * PHONE >= least, text


def assert_name_fits(name: str, slot: Slot, least: int) -> None:
    line = fit_name(Name(name, "Player 1", least), slot.room)
    across = sum(text_width(run.text, run.file, line.size) for run in line.runs)
    assert 0 < across <= slot.box[2] - slot.box[0]


class _Dotting(NullTranslations):
    def gettext(self, message: str) -> str:
        return f"{message}·"


@contextmanager
def in_other_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Inside, every message ends in a dot, as if that were another language."""
    with monkeypatch.context() as patch:
        patch.setattr(i18n, "_catalogue", lambda _: _Dotting())
        yield


def inside(inner: Box, outer: Box) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and inner[2] <= outer[2]
        and inner[3] <= outer[3]
    )


def lie_apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


ENOUGH = 4.5  # the contrast that text needs by the usual rule (WCAG AA)


def _luminance(colour: Colour) -> float:
    linear = [
        c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4
        for c in colour
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """From 1 for the same to 21 for black and white."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def as_drawn(theme: Theme) -> list[Colour]:
    """The named colours of a theme as they come out in its pictures."""
    named = Image.new("RGB", (len(theme.named), 1))
    named.putdata(theme.named)
    drawn = iter(theme.to_palette(named).convert("RGB").tobytes())
    return list(zip(drawn, drawn, drawn, strict=True))


VISIBLE = 8.0  # mean difference of grey levels over a box that nobody overlooks
_CELL = 10
SEEN = 20
"""How much grey levels differ in some cell of so many pixels squared, where a sign differs."""


def apart(one: Image.Image, other: Image.Image, box: Box) -> float:
    """Mean difference of grey levels within a box."""
    return float(ImageStat.Stat(ImageChops.difference(one.crop(box), other.crop(box))).mean[0])


def most_apart(one: Image.Image, other: Image.Image) -> int:
    """The largest difference of grey levels in any cell."""
    first, second = (each.convert("RGB").convert("L").reduce(_CELL) for each in (one, other))
    _, most = ImageChops.difference(first, second).getextrema()
    return int(str(most))
