"""Lists and numbers in the current language."""

from __future__ import annotations

from collections.abc import Sequence

from babel.lists import format_list
from babel.numbers import format_decimal

from prowlerbot.core.i18n import spoken


def listed(words: Sequence[str]) -> str:
    """Some names as a list within a sentence."""
    language = spoken()
    return format_list(words, locale="en_GB" if language == "en" else language)


def signed(change: int) -> str:
    return f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "±0"


def decimal(number: float) -> str:
    return format_decimal(number, "#,##0.0", locale=spoken())
