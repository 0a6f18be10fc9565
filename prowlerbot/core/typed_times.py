"""Times as people type them: “in 2 hours”, “sat 18:00”, “tomorrow 18:00”, “2026-12-01 19:30”.

A day is “sat”, “tomorrow”, “2026-12-24”, “24/12” or “1 December”.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime, time, timedelta, tzinfo
from functools import cache
from typing import Literal, get_args

from babel.dates import format_timedelta, get_day_names, get_month_names

from prowlerbot.core.i18n import Language, babel_locale, get_language, tr

_MAX_SECONDS_AWAY = 10 * 366 * 24 * 60 * 60
"""Seconds; nobody plans for so long."""
_MAX_REPEAT_SECONDS = 2 * 60 * 60
"""The most seconds between two times at which a clock that was put back shows the same."""
_MAX_TEXT_LENGTH = 100
"""Characters; a longer text is no time."""
_DISCORD_STAMP = re.compile(r"<t:(\d{1,11})(?::\w)?>")
_ISO_BREAK = re.compile(r"(?<=\d)t(?=\d)")
_CLOCK_TIME = re.compile(r"(?:(.+?),? )?([01]?\d|2[0-3]):([0-5]\d)")
_LENGTH = re.compile(
    r"(?:in )?(?:\d{1,4} ?(?:m|min|minutes?|h|hours?|d|days?|w|weeks?)(?: |(?=\d)|$))+"
)
_PART = re.compile(r"(\d+) ?([mhdw])")
_Unit = Literal["minute", "hour", "day", "week"]
_ONE_NUMBER = re.compile(r"\D*(\d{1,4})\D*")
_FRENCH_FIRST = re.compile(r"\b1er\b")
_DATES = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"),
    re.compile(r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})(?:\. ?(?P<year>\d{4})?)?"),
    re.compile(r"(?P<day>\d{1,2})\.? (?P<month>[a-z]+)\.?(?: (?P<year>\d{4}))?"),
    re.compile(r"(?P<month>[a-z]+)\.? (?P<day>\d{1,2})(?:,? (?P<year>\d{4}))?"),
)
_SLASHED_DATE = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}))?")


def read_time(typed: str, now: int, zone: tzinfo) -> int | None:
    """The time that somebody in a time zone means, in epoch seconds. It is None for an unreadable
    time, one that a change of the clocks leaves out, and one more than ten years away. A time
    without date or year is the next one; only a day that is named as a whole may be over.
    """
    return next(iter(read_times(typed, now, zone)), None)


def read_times(typed: str, now: int, zone: tzinfo) -> list[int]:
    """All times that may be meant, the likeliest first. “1/12” is the first of December or the
    twelfth of January. A clock that is put back shows the same time twice.
    """
    times = list(_read_times(typed, now, zone)) if len(typed) <= _MAX_TEXT_LENGTH else []
    return [at for at in dict.fromkeys(times) if abs(at - now) <= _MAX_SECONDS_AWAY]


def _read_times(typed: str, now: int, zone: tzinfo) -> Iterator[int]:
    text = " ".join(_ISO_BREAK.sub(" ", simplify(typed)).split())
    if stamp := _DISCORD_STAMP.fullmatch(text):
        yield int(stamp[1])
    elif clock := _CLOCK_TIME.fullmatch(text):
        yield from _times_on_days(clock[1] or "", time(int(clock[2]), int(clock[3])), now, zone)
    elif parts := _typed_lengths(text):
        count = Counter[str]()
        for number, unit in parts:
            count[unit[0]] += int(number)
        # Days later a clock shows the same, also if it is changed between.
        days = timedelta(days=count["d"], weeks=count["w"])
        at = int((datetime.fromtimestamp(now, zone) + days).timestamp()) if days else now
        yield at + count["h"] * 60 * 60 + count["m"] * 60


def _typed_lengths(text: str) -> list[tuple[str, str]]:
    """The numbers and units of “1d 12h” or “in 2 hours”, or of a length as suggestions tell it."""
    if _LENGTH.fullmatch(text):
        return _PART.findall(text)
    number = _ONE_NUMBER.fullmatch(text)
    count = int(number[1]) if number else 0
    return [(str(count), unit) for unit in get_args(_Unit) if text == _length_words(count, unit)]


def _length_words(count: int, unit: _Unit) -> str:
    """A length from now on in the reader's language."""
    length, most = timedelta(**{f"{unit}s": count}), float("inf")
    return simplify(format_timedelta(length, unit, most, add_direction=True, locale=babel_locale()))


def _times_on_days(typed: str, clock: time, now: int, zone: tzinfo) -> Iterator[int]:
    """The times at which a clock shows this, on the days that a text means."""
    for days in _read_days(typed, datetime.fromtimestamp(now, zone).date()):
        stamps_of_days: list[int] = []
        for day in days:
            stamps, exists = _stamps_of_clock(day, clock, zone)
            stamps_of_days += stamps if exists else []
            if typed and not exists and max(stamps, default=0) > now:
                break  # this day is meant, though its clocks skip the time
        if ahead := [at for at in stamps_of_days if at > now]:
            yield from (at for at in ahead if at - ahead[0] <= _MAX_REPEAT_SECONDS)
        elif stamps_of_days:
            yield stamps_of_days[-1]


def _stamps_of_clock(day: date, clock: time, zone: tzinfo) -> tuple[list[int], bool]:
    """The times at which a clock shows that, two if it is put back; and whether it really does."""
    local = datetime.combine(day, clock, zone)
    try:
        stamps = sorted({int(local.replace(fold=fold).timestamp()) for fold in (0, 1)})
        shown = datetime.fromtimestamp(stamps[0], zone)
    except (ValueError, OverflowError):
        return [], False
    return stamps, shown.replace(fold=0) == local


def simplify(typed: str) -> str:
    """Lower case without accents; “1er” is 1, and an apostrophe of a phone is a plain one."""
    decomposed = unicodedata.normalize("NFKD", typed.casefold().replace("’", "'").replace("ł", "l"))
    letters = "".join(char for char in decomposed if not unicodedata.combining(char))
    return _FRENCH_FIRST.sub("1", letters)


def _read_days(typed: str, today: date) -> list[list[date]]:
    """The days that a plain text may mean, in a list for each way to read it: the likeliest way and
    the nearest day first. Without a text it is today, or else tomorrow.
    """
    if not typed:
        return [[today, today + timedelta(days=1)]]
    for pattern in _DATES:
        if match := pattern.fullmatch(typed):
            return [_dates_of(match["year"], _month_number(match["month"]), match["day"], today)]
    if match := _SLASHED_DATE.fullmatch(typed):
        first, second, year = match.groups()
        month_first = _dates_of(year, int(first), second, today)
        day_first = _dates_of(year, int(second), first, today)
        is_english = get_language() == "en"  # the only language with the month first
        return [month_first, day_first] if is_english else [day_first, month_first]
    name = typed.rstrip(".")
    exact = [day for day in _week_ahead(today) if name in _names_of(day, today)]
    return [exact or (days_named_like(name, today) if len(name) >= 3 else [])]


def days_named_like(typed: str, today: date) -> list[date]:
    """The days up to a week ahead whose names begin so, in the reader's language or English."""
    return [
        day
        for day in _week_ahead(today)
        if any(name.startswith(simplify(typed)) for name in _names_of(day, today))
    ]


def _week_ahead(today: date) -> list[date]:
    return [today + timedelta(days=ahead) for ahead in range(8)]


def _names_of(day: date, today: date) -> list[str]:
    near = ["tomorrow", simplify(tr("tomorrow"))] if (day - today).days == 1 else []
    named = (name for name, number in _calendar_names("day") if number == day.weekday())
    return [*near, *named]


def _month_number(written: str) -> int:
    """The month of a number, a name or its first three letters; 0 if there is none."""
    if written.isdecimal():
        return int(written)
    if len(written) < 3:
        return 0
    months = (number for name, number in _calendar_names("month") if name.startswith(written))
    return next(months, 0)


def _calendar_names(kind: Literal["day", "month"]) -> list[tuple[str, int]]:
    return [*_names_in(get_language(), kind), *_names_in("en", kind)]


@cache
def _names_in(language: Language, kind: Literal["day", "month"]) -> list[tuple[str, int]]:
    """The names of weekdays, Monday being 0, or of months, with their numbers."""
    find = get_day_names if kind == "day" else get_month_names
    short: Mapping[int, str] = find("abbreviated", locale=babel_locale(language))
    whole: Mapping[int, str] = find("wide", locale=babel_locale(language))
    return [(simplify(name).rstrip("."), n) for n, name in (*short.items(), *whole.items())]


def _dates_of(year: str | None, month: int, day: str, today: date) -> list[date]:
    """A day of a year, else of this year and the next one; nothing if there is no such day."""
    years: Iterable[int] = (int(year),) if year else (today.year, today.year + 1)
    found = list[date]()
    for year_number in years:
        with suppress(ValueError):
            found.append(date(year_number, month, int(day)))
    return found
