"""Times as people type them: “in 2 hours”, “sat 18:00”, “tomorrow 18:00”, “2026-12-01 19:30”."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, timedelta, tzinfo
from typing import Literal, get_args

from babel.dates import format_timedelta

from prowlerbot.core.i18n import babel_locale
from prowlerbot.core.typed_days import readings, simplify

_FARTHEST = 10 * 366 * 24 * 60 * 60
"""Seconds; nobody plans for so long."""
_TWICE = 2 * 60 * 60
"""The most seconds between two times at which a clock that was put back shows the same."""
_LONGEST = 100
"""Characters; a longer text is no time."""

_DISCORDS = re.compile(r"<t:(\d{1,11})(?::\w)?>")
_ISO_BREAK = re.compile(r"(?<=\d)t(?=\d)")
_CLOCK = re.compile(r"(?:(.+?),? )?([01]?\d|2[0-3]):([0-5]\d)")
_LENGTH = re.compile(
    r"(?:in )?(?:\d{1,4} ?(?:m|min|minutes?|h|hours?|d|days?|w|weeks?)(?: |(?=\d)|$))+"
)
_PART = re.compile(r"(\d+) ?([mhdw])")
_Unit = Literal["minute", "hour", "day", "week"]
_TOLD = re.compile(r"\D*(\d{1,4})\D*")


def read_time(typed: str, now: int, zone: tzinfo) -> int | None:
    """The time that somebody in a time zone means, in epoch seconds; None if it is unreadable, is
    left out there as clocks change, or is more than ten years away.

    A time without date or year is the next one; only a day that is named as a whole may be over.
    """
    return next(iter(read_times(typed, now, zone)), None)


def read_times(typed: str, now: int, zone: tzinfo) -> list[int]:
    """All times that may be meant, the likeliest first: “1/12” is the first of December or the
    twelfth of January, and a clock that is put back shows the same time twice.
    """
    times = list(_read(typed, now, zone)) if len(typed) <= _LONGEST else []
    return [at for at in dict.fromkeys(times) if abs(at - now) <= _FARTHEST]


def _read(typed: str, now: int, zone: tzinfo) -> Iterator[int]:
    text = " ".join(_ISO_BREAK.sub(" ", simplify(typed)).split())
    if stamp := _DISCORDS.fullmatch(text):
        yield int(stamp[1])
    elif clock := _CLOCK.fullmatch(text):
        yield from _on_days(clock[1] or "", (int(clock[2]), int(clock[3])), now, zone)
    elif parts := _parts(text):
        count = Counter[str]()
        for number, unit in parts:
            count[unit[0]] += int(number)
        # Days later a clock shows the same, also if it is changed between.
        days = timedelta(days=count["d"], weeks=count["w"])
        at = int((datetime.fromtimestamp(now, zone) + days).timestamp()) if days else now
        yield at + count["h"] * 60 * 60 + count["m"] * 60


def _parts(text: str) -> list[tuple[str, str]]:
    """The numbers and units of “1d 12h” or “in 2 hours”, or of a length as suggestions tell it."""
    if _LENGTH.fullmatch(text):
        return _PART.findall(text)
    told = _TOLD.fullmatch(text)
    count = int(told[1]) if told else 0
    return [(str(count), unit) for unit in get_args(_Unit) if text == _length_words(count, unit)]


def _length_words(count: int, unit: _Unit) -> str:
    """A length from now on in the reader's language."""
    length, most = timedelta(**{f"{unit}s": count}), float("inf")
    return simplify(format_timedelta(length, unit, most, add_direction=True, locale=babel_locale()))


def _on_days(typed: str, hour_minute: tuple[int, int], now: int, zone: tzinfo) -> Iterator[int]:
    """The times at an hour and minute of the days that a text means."""
    for days in readings(typed, datetime.fromtimestamp(now, zone).date()):
        known: list[int] = []
        for day in days:
            stamps, exists = _stamps(day, hour_minute, zone)
            known += stamps if exists else []
            if typed and not exists and max(stamps, default=0) > now:
                break  # this day is meant, though its clocks skip the time
        later = [at for at in known if at > now]
        if later:
            yield from (at for at in later if at - later[0] <= _TWICE)
        elif known:
            yield known[-1]


def _stamps(day: date, hour_minute: tuple[int, int], zone: tzinfo) -> tuple[list[int], bool]:
    """The times, two where a clock is put back, at which it shows that; and whether it does."""
    hour, minute = hour_minute
    there = datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone)
    try:
        stamps = sorted({int(there.replace(fold=fold).timestamp()) for fold in (0, 1)})
        shown = datetime.fromtimestamp(stamps[0], zone)
    except (ValueError, OverflowError):
        return [], False
    return stamps, shown.replace(fold=0) == there
