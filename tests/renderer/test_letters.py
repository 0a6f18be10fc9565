"""Fonts have the letters of all languages; a line of letters looks as if Pillow had drawn it."""

from __future__ import annotations

import random
import re
import unicodedata
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw

import prowlerbot
from prowlerbot.core.i18n import Language
from renderer import fonts
from renderer.text import Slot, size_for, width
from tests.catalogues import TRANSLATIONS, forms, messages

FILES = (fonts.TITLE, fonts.TEXT, fonts.STRONG, fonts.SCRIPTS[0])
ALPHABETS: dict[Language, str] = {
    "de": "äöüÄÖÜß„“‚‘",
    "es": "áéíñóúüÁÉÍÑÓÚÜ¿¡«»",
    "fr": "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»’\N{NO-BREAK SPACE}",
    "it": "àèéìíòóùúÀÈÉÌÍÒÓÙÚ«»’",
    "nl": "áéëïíóöüÁÉËÏÍÓÖÜ“”‘’",
    "pl": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ„”",
    "pt-BR": "ãáàâçéêíõóôúÃÁÀÂÇÉÊÍÕÓÔÚ“”",
}
LOCALES = Path(prowlerbot.__file__).parent / "locales"
ANCHORS = {"left": ("ls", 0.0), "centre": ("ms", 450.0), "right": ("rs", 900.0)}


_SAMPLES = ("fi fl ffi ffl ff ft fj", "To AV Wa 7.1 11", "-- –", "Claims I7, strength 25: 0 %", "")


def _lines(count: int) -> list[str]:
    """Texts of all languages, and pairs of letters that fonts join or kern."""
    texts = "\n".join(path.read_text("utf-8") for path in sorted(LOCALES.glob("*.po")))
    quoted = sorted(set(re.findall(r'^msg\w+(?:\[\d\])? "([^"\\]{1,60})"$', texts, re.MULTILINE)))
    return [*_SAMPLES, *random.Random(1).sample(quoted, count)]


def test_plain_lines_look_as_if_drawn_at_once() -> None:
    assert_look_as_if_drawn_at_once(fonts.TEXT, 34, 20)
    assert_look_as_if_drawn_at_once(fonts.STRONG, 43, 20)


@pytest.mark.full
def test_many_plain_lines_look_as_if_drawn_at_once() -> None:
    for file, size in product((fonts.TEXT, fonts.STRONG), (28, 34, 43)):
        assert_look_as_if_drawn_at_once(file, size, 60)


def assert_look_as_if_drawn_at_once(file: str, size: int, count: int) -> None:
    font, plain = fonts.load_font(file, size), 0
    for text in _lines(count):
        if not fonts.is_plain(text, file):
            continue
        plain += 1
        assert fonts.width(text, file, size) == font.getlength(text), text
        for align, (anchor, x) in ANCHORS.items():
            for y in (33.0, 33.5):
                at_once, put_together = Image.new("L", (900, 50)), Image.new("L", (900, 50))
                draw = ImageDraw.Draw(at_once)
                draw.text((x, y), text, fill=255, font=font, anchor=anchor)
                start = fonts.start(text, (file, size), align, 900)
                fonts.draw(put_together, (start, y), text, (file, size))
                assert not ImageChops.difference(at_once, put_together).getbbox(), text
    assert plain > count * 4 // 5


def test_letters_that_change_their_form_are_drawn_at_once() -> None:
    for text in ("Beijing", "efficient", "--", "עומר", "e\u0301"):
        assert not fonts.is_plain(text, fonts.TEXT), text


def test_the_font_of_titles_is_drawn_at_once() -> None:
    assert not fonts.is_plain("Final scores", fonts.TITLE)


def test_every_weight_has_the_letters_of_every_language() -> None:
    for language in TRANSLATIONS:
        told = {char for each in messages(language) for form in forms(each.string) for char in form}
        used = {char for char in told if unicodedata.category(char)[0] in "LN"}
        wanted = used | set(ALPHABETS[language])
        for file in FILES:
            lacking = {char for char in wanted if ord(char) not in fonts.coverage(file)}
            assert lacking == set(), language


def test_a_line_with_a_letter_that_its_font_lacks_is_drawn_by_another_font_as_a_whole() -> None:
    line = "Тоннель 12"
    for file in FILES[:3]:
        assert fonts.font_for("Tunnel 12", file) == file
        assert fonts.font_for(line, file) == fonts.SCRIPTS[0]
        assert width(line, file, 40) == width(line, fonts.SCRIPTS[0], 40)
        slot = Slot((0, 0, 120, 60), file, 40)
        assert width(line, file, size_for(line, slot)) <= 120
