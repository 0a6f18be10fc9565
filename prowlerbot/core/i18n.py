"""Texts, lists and numbers in the reader's language.

Texts come from the gettext catalogues in ``locales/``, here and in packages; the English sentence
is the key. Code that answers a person sets the language once (``speaking``). A context variable
holds it, so it follows the tasks and threads that start from there. Catalogues are read at first
use, not at import.
"""

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, timedelta
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from importlib.abc import Traversable
from typing import Literal, get_args

from babel import Locale
from babel.dates import format_date, format_interval, format_timedelta
from babel.lists import format_list
from babel.numbers import format_decimal

from prowlerbot.packages import package_folders

Language = Literal["en", "de", "es", "fr", "it", "nl", "pl", "pt-BR"]
"""The languages, as Discord's locales begin; all but English have a catalogue of that name."""
LANGUAGES: tuple[Language, ...] = get_args(Language)

COMMAND = "command"
"""The gettext context of the names of commands and options, whose form Discord restricts."""

_language: ContextVar[Language] = ContextVar("language", default="en")
_SPANISH_CONJUNCTIONS = (
    (" y ", " e ", re.compile(r"h?[ií](?![aeiouáéíóú])", re.IGNORECASE)),
    (" o ", " u ", re.compile(r"h?[oó]", re.IGNORECASE)),
)
"""“And” and “or”, each with its form before its own sound; Babel knows only the first."""
_BEFORE_LETTERS = re.compile(r"(?:<[^>]*>|\W)*")
"""Emoji and other signs before the letters of a name."""
_format_list = lru_cache(maxsize=512)(format_list)


def language_of(locale: str) -> Language:
    """The best language for a Discord locale such as ``es-419`` or ``pt-BR``."""
    candidates = locale, locale.partition("-")[0]
    return next((language for language in LANGUAGES if language in candidates), "en")


def babel_locale(language: Language | None = None) -> str:
    language = language or get_language()
    return "en_GB" if language == "en" else language.replace("-", "_")


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Set the language of messages inside."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def set_language(language: Language) -> None:
    """Set the language of messages in the current task from here on."""
    _language.set(language)


def get_language() -> Language:
    return _language.get()


def tr(message: str, **fields: object) -> str:
    """The message in the current language, with its ``{fields}`` filled in."""
    # gettext has the catalogue's header under the empty message.
    return message and _fill_in(_catalogue(_language.get()).gettext(message), message, fields)


def trn(singular: str, plural: str, count: int, **fields: object) -> str:
    """Like ``tr``, in the language's plural form for ``count``, which is also a field."""
    text = _catalogue(_language.get()).ngettext(singular, plural, count)
    return _fill_in(text, singular if count == 1 else plural, {"count": count, **fields})


def _fill_in(text: str, message: str, fields: Mapping[str, object]) -> str:
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


def translate_or_none(message: str, language: Language, context: str = "") -> str | None:
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
    name = f"{language}.po"
    catalogue = _read_catalogue(resources.files("prowlerbot") / "locales" / name, language)
    for file in (folder / "locales" / name for folder in package_folders()):
        if file.is_file():
            catalogue.add_fallback(_read_catalogue(file, language))
    return catalogue


def _read_catalogue(file: Traversable, language: Language) -> GNUTranslations:
    # Processes that translate nothing, such as the machine's, need not load Babel.
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - see above
    from babel.messages.pofile import read_po  # noqa: PLC0415 - see above

    compiled = io.BytesIO()
    catalogue = read_po(io.BytesIO(file.read_bytes()), locale=babel_locale(language))
    write_mo(compiled, catalogue)  # without the fuzzy ones, so they appear in English
    compiled.seek(0)
    return GNUTranslations(compiled)


def listing(words: Sequence[str], *, either: bool = False) -> str:
    """Some names as a list within a sentence, of which all are meant or ``either``."""
    language, style = get_language(), "or" if either else "standard"
    text = _format_list(tuple(words), style=style, locale=babel_locale(language))
    if language != "es" or len(words) < 2:
        return text
    last = words[-1]
    before, name = text.removesuffix(last), _BEFORE_LETTERS.sub("", last, count=1)
    for default, special, has_same_sound in _SPANISH_CONJUNCTIONS:
        if before.endswith(default) and has_same_sound.match(name):
            return before.removesuffix(default) + special + last
    return text


def percent_words(number: int | str) -> str:
    """A number of percent; no line break separates it from its sign."""
    return tr("{percent}%", percent=number).replace(" %", "\N{NO-BREAK SPACE}%")


def in_parts(words: Iterable[str]) -> str:
    """Parts of a sentence that have commas in themselves, one after the other."""
    return tr("; ").join(words)


def label_text(label: str, text: str) -> str:
    """A label with its text; French, for example, has a blank before the colon."""
    return tr("{label}: {text}", label=label, text=text)


def date_words(day: date) -> str:
    """A date in words, such as 23 November 2026."""
    words = format_date(day, "long", locale=babel_locale())
    # Babel does not know that French counts the first of a month.
    return words.replace("1 ", "1er ", 1) if get_language() == "fr" and day.day == 1 else words


def date_range_words(first: date, last: date) -> str:
    """The days from one to another in short, such as 3–17 Nov 2026."""
    return format_interval(first, last, "yMMMd", locale=babel_locale()).replace("\u2009", " ")


def duration_words(seconds: int) -> str:
    """A duration in its largest unit, rounded, such as 3 days."""
    return format_timedelta(timedelta(seconds=seconds), threshold=1.5, locale=babel_locale())


def time_ahead_words(seconds: int) -> str:
    """The distance of a time, rounded, such as in 3 days; never in weeks or months."""
    ahead = timedelta(seconds=seconds)
    at_least = max(1.5, ahead / timedelta(days=1))  # units of which there are fewer are too large
    return format_timedelta(ahead, threshold=at_least, add_direction=True, locale=babel_locale())


def whole_words(number: int) -> str:
    """A whole number, a negative one with a minus rather than a hyphen."""
    return str(number).replace("-", "−")


def signed_words(change: int) -> str:
    if not change:
        return "±0"
    return f"+{change}" if change > 0 else f"−{-change}"


def decimal_words(number: float, form: str = "#,##0.##") -> str:
    """A number with two decimals at most, or in another form of Babel."""
    return format_decimal(number, form, locale=babel_locale()).replace("-", "−")


def one_decimal_words(number: float) -> str:
    return decimal_words(number, "#,##0.0")


def language_name(language: Language) -> str:
    name = Locale.parse(language, sep="-").get_display_name() or language
    return name[0].upper() + name[1:]
