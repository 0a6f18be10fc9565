"""Lists and numbers in the current language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from babel import Locale
from babel.dates import format_date, format_interval, format_timedelta
from babel.lists import format_list
from babel.numbers import format_decimal

from prowlerbot.core.i18n import Language, babel_locale, spoken, tr

_SPANISH = (
    (" y ", " e ", re.compile(r"h?[ií](?![aeiouáéíóú])", re.IGNORECASE)),
    (" o ", " u ", re.compile(r"h?[oó]", re.IGNORECASE)),
)
"""“And” and “or”, each with its form before a word that begins with its own sound; Babel knows
only the first."""
_BEFORE_LETTERS = re.compile(r"(?:<[^>]*>|\W)*")
"""Emoji and the like before the letters of a name."""


def listed(words: Sequence[str], *, either: bool = False) -> str:
    """Some names as a list within a sentence, of which all are meant or ``either``."""
    text = format_list(words, style="or" if either else "standard", locale=babel_locale())
    if spoken() != "es" or len(words) < 2:
        return text
    last = words[-1]
    before, name = text.removesuffix(last), _BEFORE_LETTERS.sub("", last, count=1)
    for usual, special, begins in _SPANISH:
        if before.endswith(usual) and begins.match(name):
            return before.removesuffix(usual) + special + last
    return text


def either(words: Sequence[str]) -> str:
    """Some things of which one applies, within a sentence."""
    return listed(words, either=True)


def in_percent(number: int | str) -> str:
    """A number of percent; no line break separates it from its sign."""
    return tr("{percent}%", percent=number).replace(" %", "\N{NO-BREAK SPACE}%")


def in_parts(words: Iterable[str]) -> str:
    """Parts of a sentence that have commas in themselves, one after the other."""
    return tr("; ").join(words)


def labelled(label: str, text: str) -> str:
    """A label with its text; French, for example, has a blank before the colon."""
    return tr("{label}: {text}", label=label, text=text)


def dated(day: date) -> str:
    """A date in words, such as 23 November 2026."""
    words = format_date(day, "long", locale=babel_locale())
    # Babel does not know that French counts the first of a month.
    return words.replace("1 ", "1er ", 1) if spoken() == "fr" and day.day == 1 else words


def dated_from(first: date, last: date) -> str:
    """The days from one to another in short, such as 3–17 Nov 2026."""
    return format_interval(first, last, "yMMMd", locale=babel_locale()).replace("\u2009", " ")


def in_words(seconds: int) -> str:
    """A duration in its largest unit, rounded, such as 3 days."""
    return format_timedelta(timedelta(seconds=seconds), threshold=1.5, locale=babel_locale())


def from_now(seconds: int) -> str:
    """How far away a time is, rounded, such as in 3 days; never in weeks or months."""
    ahead = timedelta(seconds=seconds)
    at_least = max(1.5, ahead / timedelta(days=1))  # units of which there are fewer are too large
    return format_timedelta(ahead, threshold=at_least, add_direction=True, locale=babel_locale())


def whole(number: int) -> str:
    """A whole number, a negative one with a minus rather than a hyphen."""
    return str(number).replace("-", "−")


def signed(change: int) -> str:
    return f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "±0"


def decimal(number: float) -> str:
    return format_decimal(number, "#,##0.0", locale=babel_locale()).replace("-", "−")


def exact(number: float) -> str:
    """A number with two decimals at most."""
    return format_decimal(number, "#,##0.##", locale=babel_locale()).replace("-", "−")


def own_name(language: Language) -> str:
    """The name of a language in that language."""
    name = Locale.parse(language, sep="-").get_display_name() or language
    return name[0].upper() + name[1:]
