"""A line put together from letters has the very pixels that Pillow would draw."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw

import prowlerbot
from renderer import fonts, letters

LOCALES = Path(prowlerbot.__file__).parent / "locales"
ANCHORS = {"left": ("ls", 0.0), "centre": ("ms", 450.0), "right": ("rs", 900.0)}


_SAMPLES = ("fi fl ffi ffl ff ft fj", "To AV Wa 7.1 11", "-- –", "Claims I7, strength 25: 0 %", "")


def _lines() -> list[str]:
    """Texts of all languages, and pairs of letters that fonts join or kern."""
    texts = "\n".join(path.read_text("utf-8") for path in sorted(LOCALES.glob("*.po")))
    quoted = sorted(set(re.findall(r'^msg\w+(?:\[\d\])? "([^"\\]{1,60})"$', texts, re.MULTILINE)))
    return [*_SAMPLES, *random.Random(1).sample(quoted, 60)]


@pytest.mark.parametrize("file", [fonts.TEXT, fonts.STRONG])
@pytest.mark.parametrize("size", [28, 34, 43])
def test_plain_lines_look_as_if_drawn_at_once(file: str, size: int) -> None:
    font, plain = fonts.font(file, size), 0
    for text in _lines():
        if not letters.is_plain(text, file):
            continue
        plain += 1
        assert letters.width(text, file, size) == font.getlength(text), text
        for align, (anchor, x) in ANCHORS.items():
            for y in (33.0, 33.5):
                at_once, put_together = Image.new("L", (900, 50)), Image.new("L", (900, 50))
                draw = ImageDraw.Draw(at_once)
                draw.text((x, y), text, fill=255, font=font, anchor=anchor)
                start = letters.start(text, (file, size), align, 900)
                letters.draw(put_together, (start, y), text, (file, size))
                assert not ImageChops.difference(at_once, put_together).getbbox(), text
    assert plain > 50


@pytest.mark.parametrize("text", ["Beijing", "efficient", "--", "עומר", "e\u0301"])
def test_letters_that_change_their_form_are_drawn_at_once(text: str) -> None:
    assert not letters.is_plain(text, fonts.TEXT)


def test_the_font_of_titles_is_drawn_at_once() -> None:
    assert not letters.is_plain("Final scores", fonts.TITLE)
