"""Every message is in every catalogue, whole and in the form that Discord takes."""

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Iterator
from datetime import date
from gettext import c2py
from importlib import resources

import pytest
from discord import app_commands

from prowlerbot.core import i18n
from tests.cases import each_of
from tests.catalogues import (
    TRANSLATIONS,
    catalogue,
    command_paths,
    commands,
    forms,
    messages,
    template,
    told,
)
from tools.messages import COMPLETE, Command, complete, source_messages

_SIGNS = ("**", "`", "\n", "### ", "## ", "-# ", "- ", "…", " · ", "_", "~~", "||")
"""Signs that have a meaning in Discord or give a message its shape."""
_ENDS = ".:?!…"
_MENTIONED = re.compile(r"(?<![\w<])/((?:[\w-]+)(?: [\w-]+)*)")

languages = each_of("language", TRANSLATIONS)


@each_of("language", COMPLETE)
def test_no_message_is_missing_unused_or_untranslated(language: i18n.Language) -> None:
    """The other languages are told in English, sentence by sentence, where they lack one."""
    wanted = {(m.context, *forms(m.id)) for m in template() if m.id}
    found = {(m.context, *forms(m.id)) for m in catalogue(language) if m.id}
    assert wanted - found == set(), "missing: run `make messages`, then translate"
    assert found - wanted == set(), "unused: run `make messages`"
    assert [each.id for each in catalogue(language) if each.id and not complete(each)] == []


@languages
def test_a_message_has_all_plural_forms_and_only_fuzzy_ones_their_former_english(
    language: i18n.Language,
) -> None:
    done = [each for each in catalogue(language) if each.id and complete(each)]
    former = [each.id for each in done if any(it.startswith("|") for it in each.user_comments)]
    assert former == [], "run `make messages` for this language"
    plurals = catalogue(language).num_plurals
    few = [m.id for m in messages(language) if m.pluralizable and len(forms(m.string)) != plurals]
    assert few == []


@languages
def test_fields_are_the_same_in_a_translation(language: i18n.Language) -> None:
    form_of = c2py(catalogue(language).plural_expr)
    counts = Counter(form_of(count) for count in range(200))
    for message in messages(language):
        wanted = _fields(forms(message.id)[-1])
        *special, usual = forms(message.string)
        assert _fields(usual) == wanted, usual
        for number, form in enumerate(special):
            # one of a thing may go without its number: “the last match”
            numberless = wanted - Counter(["count"]) if counts[number] == 1 else wanted
            assert _fields(form) in (wanted, numberless), form


def _fields(text: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


@languages
def test_emoji_markdown_and_line_breaks_stay_in_a_translation(language: i18n.Language) -> None:
    wrong = [
        (message.id, form)
        for message in messages(language)
        for form in forms(message.string)
        if message.context != i18n.COMMAND and _shape(form) != _shape(forms(message.id)[-1])
    ]
    assert wrong == []


def _shape(text: str) -> tuple[Counter[str], str, bool]:
    """The signs of a text, how it ends, and whether blanks stand around it."""
    bare = re.sub(r"\{\w+\}|`/[^`]*`", "", text)
    signs = Counter({sign: bare.count(sign) for sign in _SIGNS if sign in bare})
    signs.update(char for char in bare if unicodedata.category(char) in {"So", "Sm", "Sk"})
    end = text[-1] if text[-1] in _ENDS else ""
    return signs, end, text != text.strip()


_OPTION = re.compile(r"option (?:“(\w+)”|`(\w+)`)|\} (\w+):\{")
"""The name of an option that a text mentions, or puts after a command with its value."""
_LABEL = re.compile(r"“([A-Z][^“”{}]*)”|[Pp]ress ([A-Z]\w*)")
_QUOTES = {"de": "„", "es": "«", "fr": "«\N{NO-BREAK SPACE}", "it": "«", "pl": "„"}
_QUOTES |= {"nl": "“", "pt-BR": "“"}


@languages
def test_a_mentioned_label_is_told_as_it_is_seen_in_quotes(language: i18n.Language) -> None:
    known = {form for each in template() if each.id for form in forms(each.id)}
    for message in messages(language):
        for names in _LABEL.findall(forms(message.id)[-1]):
            label = "".join(names)
            if label in known:
                seen = f"{_QUOTES[language]}{told(label, language)}"
                assert all(seen in form for form in forms(message.string)), (seen, message.string)


def _plain(text: str) -> str:
    """The text without other uses of a slash: time zones, parts of a set-up, addresses."""
    return re.sub(r"[A-Z]\w*(?:/[A-Z]\w*)+|https?://\S+", "", text)


def _command(words: str) -> str:
    """The command that some words after a slash begin with."""
    names = command_paths("en")
    found = words.split()
    while found and " ".join(found) not in names:
        found.pop()
    assert found, f"there is no command /{words}"
    return " ".join(found)


@languages
def test_commands_and_options_are_mentioned_as_readers_see_them(
    language: i18n.Language,
) -> None:
    names = command_paths(language)
    for message in messages(language):
        english = forms(message.id)[-1]
        mentioned = [_command(words) for words in _MENTIONED.findall(_plain(english))]
        for form in forms(message.string):
            found = _MENTIONED.findall(_plain(form))
            assert len(found) == len(mentioned), form
            for words, wanted in zip(found, mentioned, strict=True):
                assert f"{words} ".startswith(f"{names[wanted]} "), form
            for options in _OPTION.findall(english):
                seen = told("".join(options), language, i18n.COMMAND)
                assert re.search(rf"(?<!\w){seen}(?!\w)", form), form


_QUOTES_OF = {"de": "„“‚‘’'", "es": "«»’'", "fr": "«»“”’"}
_QUOTES_OF |= {"it": "«»’", "nl": "“”‘’", "pl": "„”’", "pt-BR": "“”’"}
_FORMAL = {
    "de": r"(?<=[\w,] )(Sie|Ihnen)\b",
    "es": r"\b(usted|vosotros|vuestr[oa]s?|habéis)\b|áis\b",
    "fr": r"\b([Vv]ous|[Vv]otre|[Vv]os|(?![Aa]ssez|[Cc]hez|[Nn]ez)\w+ez)\b",
    "it": r"(?<=[\w,] )(Lei|Suo|Sua)\b",
    "nl": r"\b(u|uw)\b",
    "pl": r"\b(Pan|Pani|Pana|Państwo|Państwa)\b",
    "pt-BR": r"\b([Tt]eu|[Tt]eus|[Tt]ua|[Tt]uas|[Cc]ontigo|[Vv]ós)\b",
}
"""How a language speaks to its reader, but these texts do not."""
_TWICE = re.compile(r"(?<![\w’-])(?!je je)(\w{2,}(?: \w+)?) \1(?!\w)", re.IGNORECASE)


@languages
def test_a_text_speaks_to_its_reader_and_has_signs_and_words_as_its_language_has_them(
    language: i18n.Language,
) -> None:
    texts = [form for message in messages(language) for form in forms(message.string)]
    assert [text for text in texts if re.search(_FORMAL[language], text)] == []
    others = set('“”„«»"‚‘') - set(_QUOTES_OF[language])
    assert [text for text in texts if set(text) & others] == []
    assert [text for text in texts if _TWICE.search(text)] == [], "a word stands there twice"
    if language in {"fr", "it"}:
        assert [text for text in texts if "'" in text.replace("Prowler's", "")] == [], "curled"
    bare = [re.sub(r"`[^`]*`", "", text) for text in texts]
    if language == "fr":
        assert [text for text in bare if re.search(r" [:;!?»](?!\w)|« ", text)] == [], "no break"
    if language not in {"de", "nl"}:
        assert [text for text in bare if re.search(r"(?<=[\w}])[^\S\n]+…", text)] == []
    percent = "\N{NO-BREAK SPACE}" if language in {"de", "es", "fr"} else ""
    assert {*re.findall(r"(?<=[\d}])(\s*)%", "\n".join(bare))} <= {percent}


_ANOTHER_WORD: dict[tuple[str, i18n.Language], str] = {
    ("", "de"): r"halbzeit|vorlieben|errungenschaft|punktestand",
    ("", "es"): r"clasificatori|media partida|\bbarrio|oponente|contrincante|\breto\b|\basientos?\b"
    r"|\bpor.puntos\b|\bconquist|\bexcav|\bvuestr|[áé]is\b|(^|[.:;] )quien ",
    ("prowler", "en"): r"\b(build(s|ing)?|plac(e|es|ed|ing)) [^.]*\bpassages?\b|\bplacements?\b",
    ("landgrab", "en"): r"\b(meeples?|figures?|hit points?|hp)\b",
    ("landgrab", "de"): r"\bspielsteine?\b|gebietsplättchen|kachel",
    ("landgrab", "es"): r"\bmeeples?\b|\bfigurillas?\b",
    ("heroes", "en"): r"\b(corridors?|tunnels?|adventurers?|bricks?|discard)\b",
    ("heroes", "de"): r"versiegel|\bkachel|\babenteurer|\bjuwel(en)?\b|\bmensa\b|\bvorrat",
    ("heroes", "es"): r"\btúnel|\bpasillo|\baventurer|\bjoyas? de\b|\bfogata|\bbaldosa|\btesorería",
}
"""What would be a second word for something: a passage is dug and not placed, and so on. What is
one game's word may be another thing in the next game, so these are looked for in its folders."""


def _words_told(language: i18n.Language, game: str = "") -> list[str]:
    ids = {text for message in source_messages(game) for text in forms(message)} if game else None
    if language == "en":
        told = ids or {text for message in template() if message.id for text in forms(message.id)}
        return sorted(told)
    return [
        text
        for message in messages(language)
        if ids is None or forms(message.id)[0] in ids
        for text in forms(message.string)
    ]


@each_of(("game", "language"), _ANOTHER_WORD)
def test_one_thing_has_one_word(game: str, language: i18n.Language) -> None:
    told, another = _words_told(language, game), _ANOTHER_WORD[game, language]
    assert len(told) > 100
    assert [text for text in told if re.search(another, text, re.IGNORECASE)] == []


Slash = app_commands.Command | app_commands.Group  # type: ignore[type-arg]  # of any bot


def _all(some: list[Command]) -> Iterator[Slash]:
    for command in some:
        if isinstance(command, app_commands.ContextMenu):
            continue
        yield command
        if isinstance(command, app_commands.Group):
            yield from _all(list(command.commands))


@languages
def test_translated_names_of_commands_have_hyphens_and_spanish_descriptions_are_imperatives(
    language: i18n.Language,
) -> None:
    for command in _all(list(commands())):
        options = [] if isinstance(command, app_commands.Group) else command.parameters
        for name in (command.name, *(each.display_name for each in options)):
            assert "_" not in told(name, language, i18n.COMMAND)
        described = told(command.description, language)
        assert language != "es" or not re.match(r"\w+[aei]r(?:te|se)?\b", described), described


# --------------- languages that are not complete, plural forms, and formats of numbers and dates

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

    def __truediv__(self, name: str) -> "_Catalogues":
        return self

    def read_bytes(self) -> bytes:
        return _POLISH.encode()


@pytest.fixture
def _partly_polish(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(resources, "files", lambda _: _Catalogues())
    i18n._catalogue.cache_clear()
    with i18n.speaking("pl"):
        yield
    i18n._catalogue.cache_clear()


@pytest.mark.usefixtures("_partly_polish")
def test_what_is_fuzzy_wrong_or_not_translated_is_told_in_english_sentence_by_sentence() -> None:
    for message, shown in (
        ("Accept", "Przyjmij"),
        ("Decline", "Decline"),  # it is fuzzy
        ("Ben must accept.", "Ben must accept."),
        ("", ""),
    ):
        assert i18n.tr(message) == shown
    assert i18n.translate_or_none("Ben must accept.", "pl") is None
    moves = [i18n.trn("{count} move", "{count} moves", count) for count in (1, 5)]
    assert moves == ["1 move", "5 moves"]
    assert i18n.tr("{player} plays.", player="Ada") == "Ada plays.", "its field is wrong"
    hints = [i18n.trn("{count} hint", "{count} hints", count) for count in (1, 5)]
    assert hints == ["1 hint", "5 hints"]
    with pytest.raises(KeyError, match="player"):  # a mistake of the code
        i18n.tr("{player} plays.")
    told = [i18n.trn("{count} match", "{count} matches", count) for count in (1, 2, 5, 12, 22, 25)]
    assert told == ["1 partia", "2 partie", "5 partii", "12 partii", "22 partie", "25 partii"]


def test_numbers_dates_lists_and_shares_follow_the_language() -> None:
    day, told, shares = date(2026, 11, 23), {}, {}
    for language in i18n.LANGUAGES:
        with i18n.speaking(language):
            told[language] = (
                i18n.one_decimal_words(1.5),
                i18n.date_words(day),
                i18n.listing(["Ada", "Ben"]),
            )
            shares[language] = i18n.percent_words(95)
    assert told["en"] == ("1.5", "23 November 2026", "Ada and Ben")
    assert told["fr"] == ("1,5", "23 novembre 2026", "Ada et Ben")
    assert told["pl"] == ("1,5", "23 listopada 2026", "Ada i Ben")
    assert told["pt-BR"] == ("1,5", "23 de novembro de 2026", "Ada e Ben")
    spaced = {language for language, share in shares.items() if share == "95\N{NO-BREAK SPACE}%"}
    assert spaced == {"de", "es", "fr"}
    assert {share for language, share in shares.items() if language not in spaced} == {"95%"}
    with i18n.speaking("fr"):
        firsts = [i18n.date_words(date(2026, 12, day)) for day in (1, 11)]
    assert firsts == ["1er décembre 2026", "11 décembre 2026"]
    with i18n.speaking("es"):  # another “and” before its own sound
        names = ["Ivo", "Hilda", "Íñigo", "🔷 **Ivo**", "<:i:1> Ada", "Hielo", "Yolanda"]
        ands = [i18n.listing(["Ana", name]).split()[1] for name in names]
        assert ands == ["e", "e", "e", "e", "y", "y", "y"]
        assert i18n.listing(["Ana", "Otto"], either=True) == "Ana u Otto"
        assert i18n.listing(["Ivo"]) == "Ivo"


def test_each_language_is_called_as_its_speakers_call_it_and_a_locale_of_discord_has_one() -> None:
    names = [i18n.language_name(language) for language in i18n.LANGUAGES]
    assert {"English", "Deutsch", "Español", "Français", "Português (Brasil)"} <= {*names}
    assert len({*names}) == len(names)
    locales = {"es-419": "es", "pt-BR": "pt-BR", "fr": "fr", "pt-PT": "en", "ja": "en"}
    assert {each: i18n.language_of(each) for each in locales} == locales
