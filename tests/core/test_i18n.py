"""Languages that are not complete, plural forms, and formats of numbers and dates."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from importlib import resources

import pytest

from prowlerbot.core import i18n
from prowlerbot.core.i18n import (
    LANGUAGES,
    date_words,
    decimal,
    in_percent,
    join_with_or,
    language_of,
    listing,
    own_name,
    speaking,
    tr,
    translate_or_none,
    trn,
)

_POLISH = """
msgid "Accept"
msgstr "Przyjmij"

#, fuzzy
msgid "Decline"
msgstr "Zrezygnuj"

msgid "{count} match"
msgid_plural "{count} matches"
msgstr[0] "{count} partia"
msgstr[1] "{count} partie"
msgstr[2] "{count} partii"

msgid "{player} plays."
msgstr "{gracz} gra."

msgid "{count} hint"
msgid_plural "{count} hints"
msgstr[0] "{liczba} podpowiedź"
msgstr[1] "{liczba} podpowiedzi"
msgstr[2] "{liczba} podpowiedzi"
"""


class _Catalogues:
    """The folder of the package with one catalogue, whatever is asked for."""

    def __truediv__(self, name: str) -> _Catalogues:
        return self

    def read_bytes(self) -> bytes:
        return _POLISH.encode()


@pytest.fixture
def _partly_polish(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(resources, "files", lambda _: _Catalogues())
    i18n._catalogue.cache_clear()
    with speaking("pl"):
        yield
    i18n._catalogue.cache_clear()


@pytest.mark.usefixtures("_partly_polish")
def test_what_is_not_translated_is_told_in_english_sentence_by_sentence() -> None:
    assert tr("Accept") == "Przyjmij"
    assert tr("Ben must accept.") == "Ben must accept."
    assert trn("{count} move", "{count} moves", 1) == "1 move"
    assert trn("{count} move", "{count} moves", 5) == "5 moves"
    assert translate_or_none("Ben must accept.", "pl") is None


@pytest.mark.usefixtures("_partly_polish")
def test_a_translation_with_a_wrong_field_is_told_in_english() -> None:
    assert tr("{player} plays.", player="Ada") == "Ada plays."
    assert trn("{count} hint", "{count} hints", 1) == "1 hint"
    assert trn("{count} hint", "{count} hints", 5) == "5 hints"
    with pytest.raises(KeyError, match="player"):  # a mistake of the code
        tr("{player} plays.")


@pytest.mark.usefixtures("_partly_polish")
def test_a_fuzzy_translation_is_not_told() -> None:
    assert tr("Decline") == "Decline"


@pytest.mark.usefixtures("_partly_polish")
def test_a_language_has_as_many_plural_forms_as_it_needs() -> None:
    told = [trn("{count} match", "{count} matches", count) for count in (1, 2, 5, 12, 22, 25)]
    assert told == ["1 partia", "2 partie", "5 partii", "12 partii", "22 partie", "25 partii"]


def test_each_language_is_called_as_its_speakers_call_it() -> None:
    names = [own_name(language) for language in LANGUAGES]
    assert {"English", "Deutsch", "Español", "Français", "Português (Brasil)"} <= {*names}
    assert len({*names}) == len(names)


def test_numbers_dates_and_lists_follow_the_language() -> None:
    day, told = date(2026, 11, 23), {}
    for language in LANGUAGES:
        with speaking(language):
            told[language] = decimal(1.5), date_words(day), listing(["Ada", "Ben"])
    assert told["en"] == ("1.5", "23 November 2026", "Ada and Ben")
    assert told["fr"] == ("1,5", "23 novembre 2026", "Ada et Ben")
    assert told["pl"] == ("1,5", "23 listopada 2026", "Ada i Ben")
    assert told["pt-BR"] == ("1,5", "23 de novembro de 2026", "Ada e Ben")


def test_spanish_has_another_and_before_its_own_sound() -> None:
    with speaking("es"):
        names = ["Ivo", "Hilda", "Íñigo", "🔷 **Ivo**", "<:i:1> Ada", "Hielo", "Yolanda"]
        told = [listing(["Ana", name]).split()[1] for name in names]
        assert told == ["e", "e", "e", "e", "y", "y", "y"]
        assert join_with_or(["Ana", "Otto"]) == "Ana u Otto"
        assert listing(["Ivo"]) == "Ivo"


def test_a_sign_for_percent_follows_the_language_and_never_begins_a_line() -> None:
    told = {}
    for language in LANGUAGES:
        with speaking(language):
            told[language] = in_percent(95)
    assert {told[each] for each in ("en", "it", "nl", "pl", "pt-BR")} == {"95%"}
    assert {told[each] for each in ("de", "es", "fr")} == {"95\N{NO-BREAK SPACE}%"}


def test_french_counts_the_first_of_a_month_and_no_other_day() -> None:
    with speaking("fr"):
        assert date_words(date(2026, 12, 1)) == "1er décembre 2026"
        assert date_words(date(2026, 12, 11)) == "11 décembre 2026"


def test_a_locale_of_discord_has_its_language_whatever_its_country() -> None:
    assert [language_of(each) for each in ("es-419", "pt-BR", "fr", "pt-PT", "ja")] == [
        *("es", "pt-BR", "fr"),
        *("en", "en"),
    ]
