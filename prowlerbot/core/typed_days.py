"""Days as people type them: “sat”, “1 December”, “24/12/2026”, “in 3 days”, in any language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from functools import cache
from typing import Literal

from babel.dates import get_day_names, get_month_names

from prowlerbot.core.i18n import LANGUAGES, Language, babel_locale, spoken
from prowlerbot.core.time_words import COUNTS, DAYS, NEAR

_FIRST = re.compile(r"\b1er\b")
_ISO = re.compile(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})(?:\.(\d{4}|\d\d)?)?")
_SLASHED = re.compile(r"(\d{1,2})([/-])(\d{1,2})(?:\2(\d{4}|\d\d))?")
_COUNTED_DAYS = re.compile(
    r"(?:(?:in|dans|tra|fra|over|za|dentro|daqui(?: a)?) )?(?:(\d{1,3}) ?|([a-z]+) )([a-z]+)"
)


def plain(typed: str) -> str:
    """Lower case without accents; “1er” is 1, and an apostrophe of a phone is a plain one."""
    apart = unicodedata.normalize("NFKD", typed.casefold().replace("’", "'").replace("ł", "l"))
    bare = "".join(char for char in apart if not unicodedata.combining(char))
    return _FIRST.sub("1", bare)


def readings(words: list[str], today: date) -> Iterator[Iterable[date]]:
    """For each way to read some words the days that may be meant, the likeliest way first."""
    weekday = _named(words[0], "day") if len(words) > 1 else None
    if weekday is not None:  # “Sat 5 Dec”; but “mar 3” is a day of March as well
        for days in readings(words[1:], today):
            yield [day for day in days if day.weekday() == weekday]
    slashed = _SLASHED.fullmatch(" ".join(words))
    if slashed is None:
        yield _days(words, today)
        return
    years, orders = _years(slashed[4], today), [(int(slashed[1]), int(slashed[3]))]
    orders.append(orders[0][::-1])
    # Only English speakers write the month first.
    for month, day in orders if spoken() == "en" else orders[::-1]:
        yield _dates(years, month, day)


def _days(words: list[str], today: date) -> Iterator[date]:
    """The days that may be meant, the nearest first."""
    joined = " ".join(words)
    if not words:
        yield from (today, today + timedelta(days=1))
    elif joined in NEAR:
        yield today + timedelta(days=NEAR[joined])
    elif match := _ISO.fullmatch(joined):
        yield from _dates((int(match[1]),), int(match[2]), int(match[3]))
    elif match := _DOTTED.fullmatch(joined.replace(" ", "")):
        yield from _dates(_years(match[3], today), int(match[2]), int(match[1]))
    elif (counted := _counted_days(joined)) is not None:
        yield today + timedelta(days=counted)
    elif (weekday := _named(joined, "day")) is not None:
        ahead = (weekday - today.weekday()) % 7
        yield from (today + timedelta(days=ahead), today + timedelta(days=ahead + 7))
    else:
        yield from _with_month(words, today)


def _counted_days(words: str) -> int | None:
    """The days of “in 3 days” or “in a week”."""
    match = _COUNTED_DAYS.fullmatch(words)
    count = match and (match[1] or COUNTS.get(match[2]))
    return int(count) * DAYS[match[3]] if match and count and match[3] in DAYS else None


def _with_month(words: list[str], today: date) -> Iterator[date]:
    """The days of “1 December”, “Dec 1” or “1. Dezember 2026”."""
    numbers = [word.rstrip(".") for word in words if word.rstrip(".").isdecimal()]
    names = [word for word in words if not word.rstrip(".").isdecimal()]
    if len(names) != 1 or not 1 <= len(numbers) <= 2:
        return
    month = _named(names[0], "month")
    year = numbers[1] if len(numbers) > 1 else None
    if month is not None and len(numbers[0]) <= 2 and (year is None or len(year) == 4):
        yield from _dates(_years(year, today), month, int(numbers[0]))


def _years(written: str | None, today: date) -> tuple[int, ...]:
    if not written:
        return (today.year, today.year + 1)
    return (int(written) + (2000 if len(written) == 2 else 0),)


def _dates(years: Iterable[int], month: int, day: int) -> Iterator[date]:
    for year in years:
        try:
            yield date(year, month, day)
        except ValueError:
            continue


def _named(word: str, kind: Literal["day", "month"]) -> int | None:
    """The number of a weekday, Monday being 0, or of a month, in the reader's language first."""
    bare = word.rstrip(".")
    for language in sorted(LANGUAGES, key=lambda each: each != spoken()):
        for number, written in _names(language, kind):
            begun = len(bare) >= 3 and written.startswith(bare)
            inflected = len(bare) > 4 and written[:-1] == bare[:-1]
            if bare == written or begun or inflected:
                return number
    return None


@cache
def _names(language: Language, kind: Literal["day", "month"]) -> list[tuple[int, str]]:
    """The names of a kind, the short ones first, with their numbers."""
    find = get_day_names if kind == "day" else get_month_names
    short: Mapping[int, str] = find("abbreviated", locale=babel_locale(language))
    whole: Mapping[int, str] = find("wide", locale=babel_locale(language))
    return [(number, plain(name).rstrip(".")) for number, name in (*short.items(), *whole.items())]
