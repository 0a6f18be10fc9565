"""Days as people type them: “sat”, “tomorrow”, “2026-12-24”, “24/12”, “1 December”."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, timedelta
from functools import cache
from typing import Literal

from babel.dates import get_day_names, get_month_names

from prowlerbot.core.i18n import Language, babel_locale, get_language, tr

_FIRST = re.compile(r"\b1er\b")
_DATES = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"),
    re.compile(r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})(?:\. ?(?P<year>\d{4})?)?"),
    re.compile(r"(?P<day>\d{1,2})\.? (?P<month>[a-z]+)\.?(?: (?P<year>\d{4}))?"),
    re.compile(r"(?P<month>[a-z]+)\.? (?P<day>\d{1,2})(?:,? (?P<year>\d{4}))?"),
)
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}))?")


def simplify(typed: str) -> str:
    """Lower case without accents; “1er” is 1, and an apostrophe of a phone is a plain one."""
    apart = unicodedata.normalize("NFKD", typed.casefold().replace("’", "'").replace("ł", "l"))
    bare = "".join(char for char in apart if not unicodedata.combining(char))
    return _FIRST.sub("1", bare)


def readings(typed: str, today: date) -> list[list[date]]:
    """For each way to read a plain text the days that may be meant, the likeliest way and the
    nearest day first. Without a text it is today, or else tomorrow.
    """
    if not typed:
        return [[today, today + timedelta(days=1)]]
    for pattern in _DATES:
        if match := pattern.fullmatch(typed):
            return [_dates(match["year"], _month(match["month"]), match["day"], today)]
    if match := _SLASHED.fullmatch(typed):
        one, other, year = match.groups()
        ways = [_dates(year, int(one), other, today), _dates(year, int(other), one, today)]
        return ways if get_language() == "en" else ways[::-1]  # only English has the month first
    name = typed.rstrip(".")
    exact = [day for day in _week(today) if name in _names_of(day, today)]
    return [exact or (days_begun(name, today) if len(name) >= 3 else [])]


def days_begun(typed: str, today: date) -> list[date]:
    """The days up to a week ahead whose names begin so, in the reader's language or English."""
    return [
        day
        for day in _week(today)
        if any(name.startswith(simplify(typed)) for name in _names_of(day, today))
    ]


def _week(today: date) -> list[date]:
    return [today + timedelta(days=ahead) for ahead in range(8)]


def _names_of(day: date, today: date) -> list[str]:
    near = ["tomorrow", simplify(tr("tomorrow"))] if (day - today).days == 1 else []
    named = (name for name, number in _names("day") if number == day.weekday())
    return [*near, *named]


def _month(written: str) -> int:
    """The month of a number, a name or its first three letters; 0 if there is none."""
    if written.isdecimal():
        return int(written)
    begun = (n for name, n in _names("month") if len(written) >= 3 and name.startswith(written))
    return next(begun, 0)


def _names(kind: Literal["day", "month"]) -> list[tuple[str, int]]:
    return [*_names_in(get_language(), kind), *_names_in("en", kind)]


@cache
def _names_in(language: Language, kind: Literal["day", "month"]) -> list[tuple[str, int]]:
    """The names of weekdays, Monday being 0, or of months, with their numbers."""
    find = get_day_names if kind == "day" else get_month_names
    short: Mapping[int, str] = find("abbreviated", locale=babel_locale(language))
    whole: Mapping[int, str] = find("wide", locale=babel_locale(language))
    return [(simplify(name).rstrip("."), n) for n, name in (*short.items(), *whole.items())]


def _dates(year: str | None, month: int, day: str, today: date) -> list[date]:
    """A day of a year, else of this year and the next one; nothing if there is no such day."""
    years: Iterable[int] = (int(year),) if year else (today.year, today.year + 1)
    found = list[date]()
    for each in years:
        with suppress(ValueError):
            found.append(date(each, month, int(day)))
    return found
