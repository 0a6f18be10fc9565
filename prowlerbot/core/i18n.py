"""Texts in the reader's language, from gettext catalogues in ``locales/``, here and in packages.

The English sentence is the key of its translations. Code that answers a person sets the language
once (``speaking``). A context variable holds it, so it follows the tasks and threads that start
from there. Catalogues are read at first use, not at import.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from importlib.abc import Traversable
from typing import Literal, get_args

from prowlerbot.package_folders import folders

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


def babel_locale(language: Language | None = None) -> str:
    """The name that Babel has for a language, or for the current one."""
    language = language or spoken()
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
    return message and _filled(_catalogue(_language.get()).gettext(message), message, fields)


def trn(singular: str, plural: str, count: int, **fields: object) -> str:
    """Like ``tr``, in the language's plural form for ``count``, which is also a field."""
    text = _catalogue(_language.get()).ngettext(singular, plural, count)
    return _filled(text, singular if count == 1 else plural, {"count": count, **fields})


def _filled(text: str, message: str, fields: Mapping[str, object]) -> str:
    """A translation with its fields; the message itself if the translation has a wrong one."""
    try:
        return text.format(**fields)
    except (KeyError, IndexError, ValueError):
        return message.format(**fields)


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
    own, *others = (
        folder / "locales" / f"{language}.po"
        for folder in (resources.files("prowlerbot"), *folders())
    )
    catalogue = _read(own, language)
    for file in others:
        if file.is_file():
            catalogue.add_fallback(_read(file, language))
    return catalogue


def _read(file: Traversable, language: Language) -> GNUTranslations:
    # Processes that translate nothing, such as the machine's, need not load Babel.
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - see above
    from babel.messages.pofile import read_po  # noqa: PLC0415 - see above

    compiled = io.BytesIO()
    read = read_po(io.BytesIO(file.read_bytes()), locale=babel_locale(language))
    write_mo(compiled, read)  # without the fuzzy ones, so they appear in English
    compiled.seek(0)
    return GNUTranslations(compiled)
