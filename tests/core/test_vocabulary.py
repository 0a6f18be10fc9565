"""Each term has one word in each language, and each page of the rules all its parts.

docs/glossary.md, docs/vocabulary/ and docs/translating.md tell of both. A translation that follows
an earlier English page is left alone until it follows the present one.
"""

import re
from functools import cache
from typing import NamedTuple

from babel.messages.catalog import Message

from prowlerbot.core.i18n import COMMAND, Language
from prowlerbot.games import GAMES
from tests.cases import each_of
from tests.catalogues import ROOT, TRANSLATIONS, command_paths, forms, messages, told
from tools.messages import COMPLETE, RULES, follows, source_messages

_HOUSE = ""
_SECTIONS = {game.title: key for key, game in GAMES.items()}
_NO_PROSE = re.compile(r"\{\w+\}|`[^`]*`|“\w+”|\b[A-Z]{3,}\b|(?<!\w)/[\w-]+(?: [\w-]+)*")
"""Fields, code and commands, in which a word is not that of a sentence."""
_WITHOUT = "without:"
"""Begins the comment of a translation that rightly goes without some terms."""

languages = each_of("language", TRANSLATIONS)


class Row(NamedTuple):
    """Of a table: the key of its game, or that of the house; its term; the other cells."""

    section: str
    term: str
    cells: list[str]


def _rows(path: str) -> list[Row]:
    found: list[Row] = []
    section = _HOUSE
    _, _, *lines = [
        line for line in (ROOT / path).read_text(encoding="utf-8").splitlines() if line[:1] == "|"
    ]
    for line in lines:
        term, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        if term.startswith("**"):
            section = _SECTIONS[term.strip("*")]
        else:
            found.append(Row(section, term, cells))
    return found


def _words(cell: str) -> list[str]:
    return [word.strip() for word in cell.casefold().split(",") if word.strip()]


@cache
def _glossary() -> dict[str, dict[str, str]]:
    """Each section with its words and the terms that they stand for."""
    found: dict[str, dict[str, str]] = {_HOUSE: {}, **{key: {} for key in GAMES}}
    for section, term, (words, *_) in _rows("docs/glossary.md"):
        found[section].update(dict.fromkeys(_words(words), term))
    return found


@cache
def _stems(language: Language) -> dict[tuple[str, str], list[str]]:
    """The stems of each term of a section; without any, the translation itself is one."""
    return {
        (section, term): _words(stems) or [re.sub(r" *\(.*\)", "", translation).casefold()]
        for section, term, (translation, stems, *_) in _rows(f"docs/vocabulary/{language}.md")
        if translation
    }


@cache
def _told_in_games() -> dict[str, set[str]]:
    return {key: {forms(each)[-1] for each in source_messages(key)} for key in GAMES}


@cache
def _pattern(section: str) -> re.Pattern[str]:
    words = sorted(_glossary()[section], key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, words))})(?![\w-])", re.IGNORECASE)


@cache
def _terms(english: str) -> frozenset[tuple[str, str]]:
    """The terms in a message, each with its section; a longer one hides those within."""
    prose, words = _NO_PROSE.sub(" ", english), _glossary()
    games = [key for key, told in _told_in_games().items() if english in told]
    return frozenset(
        (section, words[section][each.casefold()])
        for section in (_HOUSE, *games)
        for each in (_pattern(section).findall(prose) if words[section] else ())
    )


def _lacking(message: Message, language: Language) -> set[str]:
    """The terms of a message that its translation lacks."""
    usual, known = forms(message.string)[-1].casefold(), _stems(language)
    return {
        term
        for section, term in _terms(forms(message.id)[-1])
        if (stems := known.get((section, term))) and not any(stem in usual for stem in stems)
    }


@languages
def test_a_translation_has_its_languages_word_for_a_term_or_is_excused(language: Language) -> None:
    for message in messages(language):
        lacking, excused = _lacking(message, language), {*_excused(message)}
        assert excused <= lacking, message.id
        told = f"one term, two words; docs/vocabulary/{language}.md has the first"
        assert message.context == COMMAND or lacking <= excused, (told, message.id)


def _excused(message: Message) -> list[str]:
    notes = [note for note in message.user_comments if note.startswith(_WITHOUT)]
    return [term for note in notes for term in _words(note.removeprefix(_WITHOUT))]


@languages
def test_no_translation_has_a_word_that_a_term_is_not(language: Language) -> None:
    rows = _rows(f"docs/vocabulary/{language}.md")
    others = {word for row in rows for cell in row.cells[:2] for word in _words(cell)}
    ruled_out = {
        (row.section, row.term): [word for word in _words(row.cells[2]) if word not in others]
        for row in rows
    }
    for message in messages(language):
        if message.context == COMMAND:
            continue
        prose = _NO_PROSE.sub(" ", forms(message.string)[-1])
        for title in _SECTIONS:
            prose = prose.replace(title, " ")
        for term in _terms(forms(message.id)[-1]):
            for word in ruled_out.get(term, ()):
                found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", prose, re.IGNORECASE)
                assert found is None, (term, word, message.string)


_NEVER = {
    "es": r"\b[Dd]e media\b|\b[Ee]ntre medias\b|\bordenador",  # said in Spain alone
    "fr": r"\b[Tt]oi seul\b|\b[Tt]u es \w+é\b",  # takes the reader for a man
    "it": r"\b[Ff]inché(?! (?:\S+ ){0,6}non\b)",  # until: finché non; as long as: fintanto che
    "nl": r"\b[Hh]aar\b|\b(?:ze|zij) voorbij (?:is|was)\b"  # a match is no woman
    r"|\bverder (?:ge)?spe|\bopen (?:ge)?draai",  # one word
}
"""What no text of a language says, whatever term it is about."""


@each_of(("language", "never"), _NEVER.items())
def test_no_text_says_what_its_language_never_does(language: Language, never: str) -> None:
    pages = [page.read_text(encoding="utf-8") for page in (RULES / language).glob("*.md")]
    texts = [form for message in messages(language) for form in forms(message.string)]
    flat = [" ".join(text.split()) for text in (*pages, *texts)]
    places = ((text, it.span()) for text in flat for it in re.finditer(never, text))
    assert [text[max(0, first - 40) : last] for text, (first, last) in places] == []


@languages
def test_a_vocabulary_has_no_other_terms_than_the_glossary(language: Language) -> None:
    wanted = {(row.section, row.term) for row in _rows("docs/glossary.md")}
    found = [(row.section, row.term) for row in _rows(f"docs/vocabulary/{language}.md")]
    assert len(found) == len(set(found))
    assert set(found) <= wanted
    if language in COMPLETE:
        assert set(found) == wanted == set(_stems(language))


# ------------------------------------------------------------------ pages of the rules


_SHAPE = re.compile(r"^( *)(#+|\||- |\d+\. )", re.MULTILINE)
"""Headings, rows of tables and points of lists."""


@languages
def test_a_page_has_all_parts_and_the_names_that_its_readers_see(language: Language) -> None:
    paths = command_paths(language)
    for page in [each for each in sorted(RULES.glob("*.md")) if follows(each, language)]:
        translation = page.parent / language / page.name
        english, text = (each.read_text(encoding="utf-8") for each in (page, translation))
        assert _SHAPE.findall(text) == _SHAPE.findall(english)
        assert _COMMAND.findall(text) == [paths[path] for path in _COMMAND.findall(english)]
        for option in _OPTION.findall(english):
            assert f"`{told(option, language, COMMAND)}`" in text


_COMMAND = re.compile(r"`/([\w-]+(?: [\w-]+)*)`")
_OPTION = re.compile(r"option `(\w+)`")
