"""The fonts of pictures have the letters of all languages, and a line never mixes two of them."""

from __future__ import annotations

import unicodedata

import pytest

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


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_weight_has_the_letters_of_every_language(language: Language) -> None:
    told = {char for each in messages(language) for form in forms(each.string) for char in form}
    letters = {char for char in told if unicodedata.category(char)[0] in "LN"}
    wanted = letters | set(ALPHABETS[language])
    for file in FILES:
        assert {char for char in wanted if ord(char) not in fonts.coverage(file)} == set()


@pytest.mark.parametrize("file", FILES[:3])
def test_a_line_with_a_letter_that_its_font_lacks_is_drawn_by_another_font_as_a_whole(
    file: str,
) -> None:
    line = "Тоннель 12"
    assert fonts.holding("Tunnel 12", file) == file
    assert fonts.holding(line, file) == fonts.SCRIPTS[0]
    assert width(line, file, 40) == width(line, fonts.SCRIPTS[0], 40)
    slot = Slot((0, 0, 120, 60), file, 40)
    assert width(line, file, size_for(line, slot)) <= 120
