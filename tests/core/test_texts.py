"""All texts for players go through the catalogues, and in English they read plainly."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import date
from importlib import resources
from typing import get_args

import pytest

from prowlerbot.core import i18n
from prowlerbot.core.errors import Refused
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
from prowlerbot.games.heroes import moves, pieces
from tests.cases import each_of
from tests.catalogues import ROOT, forms, template

_PHRASE = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")
_LABEL = re.compile(r"[A-Za-z]{2,}")
_SHOWN = {"label", "placeholder", "title", "content"}
"""Arguments that are shown as they are, so not even a single word goes past ``tr`` in them."""

ALLOWED = {
    "Prowler's Passage": "the name of the game is the same everywhere",
    "Heroes Beware": "likewise",
    **dict.fromkeys(get_args(moves.Kind), "a kind of move, for the rules"),
    **dict.fromkeys(get_args(pieces.Feature), "a feature, for the rules; its name is in words.py"),
}
"""Texts that no catalogue has, with the reason."""
FOR_THE_HOST = {
    "cogs/frame/rate_limits.py": "metrics bear English names and descriptions",
    "cogs/finding/finding_commands.py": "likewise",
    "cogs/connection/discord_requests.py": "the log and the terminal during an outage",
    "cogs/connection/patient_bot.py": "the same",
    "cogs/connection/shared_shards.py": "what the log and the health address say of shards",
    "cogs/discord_py/interactions.py": "the terminal during an outage",
    "cogs/discord_py/requests.py": "how a log record of discord.py begins",
    "cogs/admin/health_address.py": "metrics bear English names, and a monitor reads it",
}
"""Files whose texts no player reads, with the reason."""
_TOLD = {"tr", "trn", "mark", "describe", "command", "Choice", "group", "ContextMenu"}
"""Calls that take a text into the catalogues; commands are told by the Translator."""
_TOLD |= {"Manifest", "Option", "about"}  # commands are made of what stands in them
_NOT_SHOWN = {"ValueError", "TypeError", "AssertionError", "RuntimeError", "TypeVar"}
_NOT_SHOWN |= {"NoManifest", "NoSentence"}  # for the one who writes a game
_NOT_SHOWN |= {"recurring", "every", "Worker"}  # the name of a loop or process, for the log

FILES = [
    name
    for path in sorted((ROOT / "cogs").rglob("*.py"))
    if (name := path.relative_to(ROOT).as_posix()) not in FOR_THE_HOST
]


def _refusals(kind: type[Refused]) -> set[str]:
    return {kind.__name__}.union(*map(_refusals, kind.__subclasses__()))


def _past_the_catalogues(tree: ast.AST, fine: set[str]) -> Iterator[ast.Constant]:
    """The phrases below a node that no catalogue knows of."""
    match tree:
        case ast.Call(func=func) if _name(func) in fine or ast.unparse(func).startswith("log."):
            return
        case ast.Call(keywords=words):
            for word in words:
                if word.arg in _SHOWN:
                    yield from _words(word.value)
        case ast.Expr(value=ast.Constant()):
            return  # a docstring
        case ast.ClassDef():
            for statement in tree.body:
                yield from _past_the_catalogues(statement, fine)
            return
        case ast.Constant(value=str(text)) if _PHRASE.search(text):
            yield tree
    for part in ast.iter_child_nodes(tree):
        yield from _past_the_catalogues(part, fine)


def _words(shown: ast.expr) -> Iterator[ast.Constant]:
    match shown:
        case ast.Constant(value=str(text)) if _LABEL.search(text):
            yield shown
        case ast.JoinedStr(values=parts):
            for part in parts:
                yield from _words(part)


def _name(func: ast.expr) -> str:
    return ast.unparse(func).rpartition(".")[2]


@each_of("name", FILES)
def test_no_text_goes_past_the_catalogues(name: str) -> None:
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    fine = _TOLD | _NOT_SHOWN | _refusals(Refused)
    found = {node.value: node.lineno for node in _past_the_catalogues(tree, fine)}
    assert {text: line for text, line in found.items() if text not in ALLOWED} == {}


# ------------------------------------------------------------------ plain English

_HEADLESS = re.compile(r"(who|what|whom|whose|whoever|whatever)\b", re.IGNORECASE)
"""Words that begin no sentence, except a question."""
_HANGING = re.compile(r"\b(whoever|whatever|whomever)\b", re.IGNORECASE)
_NAMELESS = re.compile(r"\b(the others|somebody|anybody|everybody else)\b", re.IGNORECASE)
"""People without a name."""
_EMOJI_CODE = re.compile(r"<a?:\w+:\d+>|(?<!\w):[a-z]\w+:(?!\w)")
_SENTENCE = re.compile(r"[^.!?:;\n]+[.!?:;]?")

HEADINGS = {
    "Who can see my history": "the name of a setting",
    "What it brought": "the heading of a column",
    "What it cost": "the heading of a column",
}
"""Sentences that may begin so, with the reason."""
NOBODY_KNOWN = {
    "The player from that match is no longer here; challenge somebody else.": "their name is gone",
    "You: {rating}, hidden from everybody else": "a list of all who play here",
    "somebody who has deleted their data": "their name is gone",
    "Find somebody": "it is the search for a player",
    "Find somebody to play with, here or on other servers": "likewise",
}
"""Messages about people of whom no name is known, with the reason. The texts that teach a game and
the rules in short speak of players in general, so they are not looked at."""
_LONG = 150
"""Characters from which a message teaches or explains."""


def _told() -> list[str]:
    return sorted({text for message in template() if message.id for text in forms(message.id)})


def test_no_sentence_begins_with_a_bare_who_or_what() -> None:
    found = [
        sentence
        for text in _told()
        for sentence in (each.strip(" *-#▶️❓") for each in _SENTENCE.findall(text))
        if _HEADLESS.match(sentence) and not sentence.endswith("?") and sentence not in HEADINGS
    ]
    assert found == [], "give each sentence a subject; `git grep` finds it in the sources"


def test_no_clause_hangs_on_whoever_or_whatever() -> None:
    assert [text for text in _told() if _HANGING.search(text)] == [], "name who or what"


def test_people_are_named_where_a_name_is_known() -> None:
    short = [text for text in _told() if len(text) < _LONG and "/" not in text]
    assert [each for each in short if _NAMELESS.search(each) and each not in NOBODY_KNOWN] == []


def test_no_message_bears_the_code_of_an_emoji() -> None:
    assert [text for text in _told() if _EMOJI_CODE.search(text)] == []


def test_every_exception_is_still_told() -> None:
    told = _told()
    assert [each for each in HEADINGS if not any(each in text for text in told)] == []
    assert [each for each in NOBODY_KNOWN if each not in told] == []


# ------------------ languages that are not complete, plural forms, and formats of numbers and dates


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
