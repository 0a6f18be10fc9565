"""Texts in the reader's language, from gettext catalogues in ``locales/``.

The English sentence is the key of its translations. Code that answers a person sets the language
once (``speaking``). A context variable holds it, so it follows the tasks and threads that start
from there. Catalogues are read at first use, not at import.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from gettext import NullTranslations, c2py
from importlib import resources
from typing import Literal, get_args

Language = Literal[
    "en",
    "de",
    "es",
    "fr",
    "it",
    "nl",
    "pl",
    "pt-BR",
]
"""The languages, as Discord's locales begin; all but English have a catalogue of that name."""
LANGUAGES: tuple[Language, ...] = get_args(Language)

COMMAND = "command"
"""The gettext context of the names of commands and options, whose form Discord restricts."""

_language: ContextVar[Language] = ContextVar("language", default="en")


def language_of(locale: str) -> Language:
    """The best language for a Discord locale such as ``es-419`` or ``pt-BR``."""
    wanted = locale, locale.partition("-")[0]
    return next((each for each in LANGUAGES if each in wanted), "en")


def babel_locale(language: Language) -> str:
    """The name that Babel has for a language."""
    return "en_GB" if language == "en" else language.replace("-", "_")


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Set the language of messages inside."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def speak(language: Language) -> None:
    """Set the language of messages in the current task from here on."""
    _language.set(language)


def spoken() -> Language:
    return _language.get()


def tr(message: str, **fields: object) -> str:
    """The message in the current language, with its ``{fields}`` filled in."""
    # The empty message is the key of the catalogue's header.
    return message and _catalogue(_language.get()).gettext(message).format(**fields)


def trn(singular: str, plural: str, count: int, **fields: object) -> str:
    """Like ``tr``, in the language's plural form for ``count``, which is also a field."""
    text = _catalogue(_language.get()).ngettext(singular, plural, count)
    return text.format(count=count, **fields)


class Marked(str):
    """A message to be translated later; as a field of another message it is translated with it."""

    __slots__ = ()


def mark(message: str) -> Marked:
    """Mark a message, unchanged, for a later translation by ``tr``."""
    return Marked(message)


def translated(message: str, language: Language, context: str = "") -> str | None:
    """The translation of a message, without its fields filled in, or None for English."""
    if language == "en":
        return None
    catalogue = _catalogue(language)
    text = catalogue.pgettext(context, message) if context else catalogue.gettext(message)
    return text if text != message else None


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(language: Language) -> NullTranslations:
    if language == "en":
        return NullTranslations()
    # Processes that translate nothing, such as the machine's, need not load Babel.
    from babel.messages.plurals import get_plural  # noqa: PLC0415 - see above

    file = resources.files("prowlerbot") / "locales" / f"{language}.po"
    form = c2py(get_plural(babel_locale(language)).plural_expr)
    return Catalogue(file.read_bytes().decode(), form)


_LINE = re.compile(
    r'^(?:(#,.*\bfuzzy\b).*|(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d+\])? ((?:".*"\n?)+))',
    re.MULTILINE,
)
_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "t": "\t", "r": "\r"}


class Catalogue(NullTranslations):
    """The translations of one language, read from the text of its file.

    ``form`` is the number of the plural form of a count. A message that is not translated, or
    fuzzy, stays as it is. Babel's reader takes five times as long, and a bot that starts needs all
    languages.
    """

    def __init__(self, text: str, form: Callable[[int], int]) -> None:
        super().__init__()
        self._texts, self._plurals = _read(text)
        self._form = form

    def gettext(self, message: str) -> str:
        if (text := self._texts.get(message)) is not None:
            return text
        forms = self._plurals.get(message)
        return forms[self._form(1)] if forms else message

    def pgettext(self, context: str, message: str) -> str:
        return self._texts.get(_key(context, message), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = self._plurals.get(msgid1)
        return forms[self._form(n)] if forms else super().ngettext(msgid1, msgid2, n)


def _key(context: str, message: str) -> str:
    return f"{context}\x04{message}" if context else message


def _read(text: str) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """The translations in a catalogue, by context and message; those with plural forms apart.

    The languages share their keys, which are as long as the translations.
    """
    single, plural = dict[str, str](), dict[str, tuple[str, ...]]()
    context = message = ""
    fuzzy, forms = False, list[str]()

    def keep() -> None:
        if not forms or not all(forms) or fuzzy:
            return
        key = sys.intern(_key(context, message))
        if len(forms) == 1:
            single[key] = forms[0]
        else:
            plural[key] = tuple(forms)

    for is_fuzzy, word, quoted in _LINE.findall(text):
        if forms and word != "msgstr":  # the next message begins
            keep()
            context, fuzzy, forms = "", False, []
        if is_fuzzy:
            fuzzy = True
        elif word == "msgctxt":
            context = _unquoted(quoted)
        elif word == "msgid":
            message = _unquoted(quoted)
        elif word == "msgstr":
            forms.append(_unquoted(quoted))
    keep()
    return single, plural


def _unquoted(lines: str) -> str:
    text = lines.strip()[1:-1].replace('"\n"', "")
    if "\\" not in text:
        return text
    return _ESCAPED.sub(lambda it: _MEANT.get(it[1], it[1]), text)
