"""Times as people type them: “in 2 hours”, “sat 18:00”, “2026-12-01 19:30”, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta, tzinfo
from typing import NamedTuple

from prowlerbot.core.i18n import spoken
from prowlerbot.core.time_words import (
    AT,
    CLOCK_WITH_H,
    COUNTS,
    DAYS,
    FROM_NOW,
    HALF,
    HOUR_WORDS,
    IN,
    JOINED,
    JOINING,
    LENGTHS,
    MIDNIGHT,
    NOON,
    ON,
    OTHER_DAYS,
    PARTS,
    SECONDS,
    TODAY,
    Part,
)
from prowlerbot.core.typed_days import plain, readings

_FARTHEST = 10 * 366 * 24 * 60 * 60
"""Seconds; calendars of programs end in the year 9999, and nobody plans for so long."""
_TWICE = 2 * 60 * 60
"""The most seconds between two times at which a clock that was put back shows the same."""

_LONGEST = 100
"""Characters; a longer text is no time."""

_DISCORDS = re.compile(r"<t:(\d{1,11})(?::\w)?>")
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th|ste|de|e|o)\b")
_HALF_DAY = re.compile(r"\b([ap])\.\s?m\b\.?")
_ISO_BREAK = re.compile(r"(?<=\d)t(?=\d)")
_COMMA = re.compile(r",(?!\d)|(?<!\d),")

_IN = re.compile(rf"(?:{IN})\s+|\+\s*")
_FROM_NOW = re.compile(rf"\s(?:{FROM_NOW})$")
_PART = re.compile(r"(\d{1,4}(?:[.,]\d)?)\s*([a-z]+)\.?\s*")
_COLON = re.compile(r"(\d{1,2}):([0-5]\d)")
_HOURS_MINUTES = re.compile(rf"(\d{{1,4}})\s*(?:{HOUR_WORDS})\s*([0-5]\d)(?:\s?min)?$")

_HALVES, _BETWEEN = "am|pm", r"[:hu]|uhr|uur|heures?|horas?"
_BEHIND = "uhr|uur|u|h|hs|hrs|o'clock|heures?|horas?|hours?"
_LOOSE = r"\d{1,2}(?:\.\d\d)?"
"""A time of day only with a word before it, or something beside it."""
_WRITTEN = (
    rf"\d{{1,2}}\s?(?:{_BETWEEN})\s?\d\d(?:\s?(?:{_HALVES}|{_BEHIND}|min))?"
    rf"|{_LOOSE}\s?(?:{_HALVES}|{_BEHIND})|midnight|{_LOOSE}"
)
_LAST_CLOCK = re.compile(rf"(?:^|(?<=\s))((?:(?:{AT})\s*){{0,2}})({_WRITTEN})$")
_FIRST_CLOCK = re.compile(rf"^((?:(?:{AT})\s*){{0,2}})({_WRITTEN})(?=\s)")
_CLOCK = re.compile(
    rf"(\d{{1,2}})(?:\s?(?:{_BETWEEN}|\.)\s?(\d\d))?\s?(?:({_HALVES})|{_BEHIND}|min)?"
)
_CLOCK_FIRST = re.compile(r"\d{1,2}\s?(?:uur|u|[hu]\s?\d\d)")
_H_CLOCK = re.compile(r"\d{1,2}\s?hs?")


def read_time(typed: str, now: int, zone: tzinfo) -> int | None:
    """The time that somebody in a time zone means, in epoch seconds; None if it is unreadable, is
    left out there as clocks change, or is more than ten years away.

    A time without a date, or a date without a year, is the next one; only a day that is named as a
    whole may be over.
    """
    return next(iter(read_times(typed, now, zone)), None)


def read_times(typed: str, now: int, zone: tzinfo) -> list[int]:
    """All times that may be meant, the likeliest first: “1/12” is the first of December or the
    twelfth of January, “20h” a time of day or a length, and a clock that is put back shows the same
    time twice.
    """
    times = list(_read(typed, now, zone)) if len(typed) <= _LONGEST else []
    return [at for at in dict.fromkeys(times) if abs(at - now) <= _FARTHEST]


def _read(typed: str, now: int, zone: tzinfo) -> Iterator[int]:
    text = _tidy(typed)
    if stamp := _DISCORDS.fullmatch(text):
        yield int(stamp[1])
        return
    length = _lasting(text)
    if length is None:
        yield from _at_a_clock(text, now, zone)
    elif length.surely:
        yield _after(length, now, zone)
    elif _CLOCK_FIRST.fullmatch(text) or (spoken() in CLOCK_WITH_H and _H_CLOCK.fullmatch(text)):
        yield from (*_at_a_clock(text, now, zone), _after(length, now, zone))
    else:
        yield from (_after(length, now, zone), *_at_a_clock(text, now, zone))


def _tidy(typed: str) -> str:
    """The text in plain letters, with one form for each word that has several."""
    text = _ISO_BREAK.sub(" ", _COMMA.sub(" ", plain(typed)))
    text = " ".join(_ORDINAL.sub("", _HALF_DAY.sub(r"\1m", text)).split())
    for named, length in LENGTHS:
        text = named.sub(length, text)
    text = HALF.sub(lambda match: f"{match[1]} h 30 min" if match[2] else f"{match[1]}:30", text)
    usual = {
        **OTHER_DAYS,
        **dict.fromkeys(NOON, "12:00"),
        **dict.fromkeys(MIDNIGHT, "midnight"),
    }
    return " ".join(usual.get(word, word) for word in text.split())


# ---------------------------------------------------------------------- lengths


class _Length(NamedTuple):
    """Days of the calendar and seconds of the clock; ``surely`` if it can be no time of day."""

    days: int
    seconds: int
    surely: bool


def _lasting(text: str) -> _Length | None:
    """The length of “in 2 hours”, “1d 12h” or “+90 min”; behind “in” that of “1:30” as well."""
    rest = _FROM_NOW.sub("", _IN.sub("", text, count=1) if _IN.match(text) else text)
    surely = rest != text
    match = (surely and _COLON.fullmatch(rest)) or _HOURS_MINUTES.search(rest)
    if match:
        rest = f"{rest[: match.start()]}{match[1]} h {match[2]} min"
    words = [word for word in rest.split() if word not in JOINING]
    rest = " ".join(COUNTS.get(word, word) for word in words)
    parts = _PART.findall(rest)
    if not parts or _PART.sub("", rest).strip():
        return None
    days = seconds = 0.0
    for written, unit in parts:
        count = float(written.replace(",", "."))
        if unit not in SECONDS and unit not in DAYS:
            return None
        seconds += count * SECONDS.get(unit, 0)
        days += count * DAYS.get(unit, 0)
    return _Length(int(days), round(seconds + days % 1 * 24 * 60 * 60), surely)


def _after(length: _Length, now: int, zone: tzinfo) -> int:
    """The time after a length: days later a clock shows the same, also if it is changed between."""
    if not length.days:
        return now + length.seconds
    at = datetime.fromtimestamp(now, zone)
    if length.days * 24 * 60 * 60 > _FARTHEST:
        return now + 2 * _FARTHEST
    return int((at + timedelta(days=length.days)).timestamp()) + length.seconds


# ---------------------------------------------------------------------- times of day


def _at_a_clock(text: str, now: int, zone: tzinfo) -> Iterator[int]:
    """The times of a text that ends or begins with a time of day."""
    text, part = _without_part(text.replace(",", " "))
    for pattern in (_LAST_CLOCK, _FIRST_CLOCK):
        if (match := pattern.search(text)) is None:
            continue
        rest = f"{text[: match.start()]} {text[match.end() :]}"
        words = [word for word in rest.split() if word not in ON]
        named = bool(match[1]) or part is not None
        times = [
            at
            for hour_minute in _clocks(match[2], part, named=named, alone=not words)
            for at in _on_days(words, hour_minute, now, zone)
        ]
        if times:
            yield from times
            return


def _without_part(text: str) -> tuple[str, Part | None]:
    """The text without “in the evening” and the like, and that part of the day."""
    today = TODAY.search(text)
    if today:
        part = next((part for part, words in PARTS.items() if words.search(today[0])), None)
        return " ".join(f"today {TODAY.sub(' ', text)}".split()), part
    text = JOINED.sub(" ", text)
    for part, words in PARTS.items():
        if words.search(text):
            return " ".join(words.sub(" ", text).split()), part
    return text, None


def _clocks(
    written: str, part: Part | None, *, named: bool, alone: bool
) -> Iterator[tuple[int, int]]:
    """The hours and minutes that a time of day may mean, the likeliest first; 24 hours are the end
    of a day. ``named`` by a word before it, ``alone`` without a date.
    """
    if written == "midnight":
        yield from ((24, 0), (0, 0))
        return
    match = _CLOCK.fullmatch(written)
    if match is None:
        return
    hour, minute, half = int(match[1]), int(match[2] or 0), match[3]
    loose = re.fullmatch(_LOOSE, written) is not None
    # “18.30” alone is no date, and “1.12.” is one; “sat 20” is the twentieth.
    if loose and not named and (match[2] is None or (alone and minute <= 12)):
        return
    if half:
        if not 1 <= hour <= 12:
            return
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour >= 24 or minute >= 60:
        return
    evening = part == "evening" and 0 < hour < 12
    late = part == "night" and 6 <= hour < 12
    if part == "night" and hour == 12:
        hour = 24
    yield hour + (12 if evening or late else 0), minute
    if loose and match[2] is None and part is None and 0 < hour < 12:
        yield hour + 12, minute


def _on_days(
    words: list[str], hour_minute: tuple[int, int], now: int, zone: tzinfo
) -> Iterator[int]:
    """The times at an hour and minute of the days that some words mean."""
    for days in readings(words, datetime.fromtimestamp(now, zone).date()):
        known: list[int] = []
        for day in days:
            stamps, exists = _stamps(day, hour_minute, zone)
            known += stamps if exists else []
            if words and not exists and max(stamps, default=0) > now:
                break  # this day is meant, though its clocks skip the time
        later = [at for at in known if at > now]
        if later:
            yield from (at for at in later if at - later[0] <= _TWICE)
        elif known:
            yield known[-1]


def _stamps(day: date, hour_minute: tuple[int, int], zone: tzinfo) -> tuple[list[int], bool]:
    """The times at which a clock shows that, two where it is put back; and whether it does, or
    skips that.
    """
    hour, minute = hour_minute
    try:
        there = datetime(day.year, day.month, day.day, hour % 24, minute, tzinfo=zone)
        there += timedelta(days=hour // 24)
        stamps = sorted({int(there.replace(fold=fold).timestamp()) for fold in (0, 1)})
        shown = datetime.fromtimestamp(stamps[0], zone)
    except (ValueError, OverflowError):
        return [], False
    return stamps, shown.replace(fold=0) == there.replace(fold=0)
