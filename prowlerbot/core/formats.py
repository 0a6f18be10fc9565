"""Lists and numbers in the current language."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal

from prowlerbot.core.i18n import spoken


def listed(words: Sequence[str]) -> str:
    """Some names as a list within a sentence."""
    return format_list(words, locale=_locale())


def dated(day: date) -> str:
    """A date in words, such as 23 November 2026."""
    return format_date(day, "long", locale=_locale())


def signed(change: int) -> str:
    return f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "±0"


def decimal(number: float) -> str:
    return format_decimal(number, "#,##0.0", locale=spoken())


def _locale() -> str:
    language = spoken()
    return "en_GB" if language == "en" else language
