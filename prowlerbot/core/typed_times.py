"""Times as people type them: “in 2 hours”, “sat 18:00”, “2026-12-01 19:30”, in any language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta, tzinfo
from typing import Literal

from babel.dates import get_day_names, get_month_names

from prowlerbot.core.i18n import LANGUAGES, Language, babel_locale, spoken

_SECONDS = {
    "m min mins minute minutes minuten minuto minutos minuti minut minuty": 60,
    "h hr hrs hour hours std stunde stunden hora horas heure heures ora ore uur uren"
    " godzine godziny godzin": 60 * 60,
    "d day days tag tage tagen dia dias j jour jours giorno giorni dag dagen dzien dni": 86_400,
    "w wk week weeks woche wochen semana semanas semaine semaines settimana settimane weken"
    " tydzien tygodnie tygodni": 7 * 86_400,
}
_UNITS = {word: seconds for words, seconds in _SECONDS.items() for word in words.split()}
_ONE = {"a", "an", "one", "ein", "eine", "einem", "einer", "un", "una", "une", "een", "um", "uma"}
_DAYS = {
    "today heute hoy aujourd'hui oggi vandaag dzis dzisiaj hoje": 0,
    "tomorrow morgen manana demain domani jutro amanha": 1,
    "yesterday gestern ayer hier ieri gisteren wczoraj ontem": -1,
    "ubermorgen apres-demain dopodomani overmorgen pojutrze": 2,
}
_NEAR = {word: days for words, days in _DAYS.items() for word in words.split()}
_FILLERS = {"in", "on", "next", "at", "and", "of", "the", "am", "um", "den", "und"}
_FILLERS |= {"en", "dentro", "de", "del", "el", "a", "la", "las", "y", "dans", "le", "et"}
_FILLERS |= {"nachsten", "proximo", "prochain", "prochaine", "prossimo", "prossima", "volgende"}
_FILLERS |= {"tra", "fra", "il", "alle", "over", "op", "om", "za", "o", "w", "em", "as"}

_NOON = {"noon", "midday", "mittag", "mittags", "mediodia", "midi", "mezzogiorno", "middag"}
_NOON |= {"poludnie", "meio-dia"}
_FARTHEST = 10 * 366 * 24 * 60 * 60
"""Seconds; calendars of programs end in the year 9999, and nobody plans for so long."""
_CLOCK_WITH_H: tuple[Language, ...] = ("es", "fr", "pt-BR")
"""Where “18h” alone is a time of day; elsewhere it is 18 hours from now."""

_DISCORDS = re.compile(r"<t:(\d{1,11})(?::\w)?>")
_LASTING = re.compile(r"(\d{1,4})\s*([a-z]+)\s*")
_CLOCK = re.compile(r"(\d{1,2})(?:[:h.](\d\d))?\s?(am|pm|uhr|uur|h)?")
_WRITTEN = r"(\d{1,2}[:h]\d\d|\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|uhr|uur|h))"
_LAST_CLOCK = re.compile(rf"(?:^|(?<=\s)){_WRITTEN}$")
_FIRST_CLOCK = re.compile(rf"^{_WRITTEN}(?=\s)")
_FIRST = re.compile(r"\b1er\b")
_H_CLOCK = re.compile(r"\d{1,2}\s?h")
_ISO_BREAK = re.compile(r"(?<=\d)t(?=\d)")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.?(\d{4})?")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}))?")


def read_time(typed: str, now: int, zone: tzinfo) -> int | None:
    """The time that somebody in a time zone means, in epoch seconds; None if it is unreadable, or
    more than ten years away.

    A time without a date, or a date without a year, is the next one; only a day that is named as a
    whole may be over.
    """
    return next(iter(read_times(typed, now, zone)), None)


def read_times(typed: str, now: int, zone: tzinfo) -> list[int]:
    """All times that may be meant, the likeliest first: “1/12” is the first of December or the
    twelfth of January, and “20h” a time of day or a length.
    """
    found = list(_read(typed, now, zone))
    return [at for at in dict.fromkeys(found) if abs(at - now) <= _FARTHEST]


def _read(typed: str, now: int, zone: tzinfo) -> Iterator[int]:
    text = _ISO_BREAK.sub(" ", " ".join(plain(typed).replace(",", " ").split()))
    text = " ".join("12:00" if word in _NOON else word for word in text.split())
    if found := _DISCORDS.fullmatch(text):
        yield int(found[1])
        return
    lasting, at = _lasting(text), list(_at_a_clock(text, now, zone))
    later = [] if lasting is None else [now + lasting]
    clock_first = spoken() in _CLOCK_WITH_H and _H_CLOCK.fullmatch(text)
    yield from (*at, *later) if clock_first else (*later, *at)


def _at_a_clock(text: str, now: int, zone: tzinfo) -> Iterator[int]:
    """The times of a text that ends or begins with a time of day."""
    clock = _LAST_CLOCK.search(text) or _FIRST_CLOCK.search(text)
    hour_minute = None if clock is None else _clock(clock[1])
    if clock is None or hour_minute is None:
        return
    rest = text[: clock.start(1)] + text[clock.end(1) :]
    words = [word for word in rest.split() if word not in _FILLERS]
    for days in _readings(words, datetime.fromtimestamp(now, zone).date()):
        stamps = [_stamp(day, hour_minute, zone) for day in days]
        known = [at for at in stamps if at is not None]
        if known:
            yield next((at for at in known if at > now), known[-1])


def _stamp(day: date, hour_minute: tuple[int, int], zone: tzinfo) -> int | None:
    try:
        at = datetime(day.year, day.month, day.day, *hour_minute, tzinfo=zone)
    except ValueError:
        return None
    return int(at.timestamp())


def plain(typed: str) -> str:
    """Lower case without accents; “1er” is 1, and an apostrophe of a phone is a plain one."""
    apart = unicodedata.normalize("NFKD", typed.casefold().replace("’", "'"))
    bare = "".join(char for char in apart if not unicodedata.combining(char))
    return _FIRST.sub("1", bare)


def _lasting(text: str) -> int | None:
    """The seconds of “in 2 hours”, “1d 12h” or “+90 min”."""
    first, *others = text.removeprefix("+").split() or [""]
    words = [*([] if first in _FILLERS and others else [first]), *others]
    spelled = ["1" if word in _ONE else word for word in words if word not in {"de", "y", "and"}]
    rest = " ".join(spelled)
    parts = _LASTING.findall(rest)
    if not parts or _LASTING.sub("", rest).strip():
        return None
    if any(unit not in _UNITS for _, unit in parts):
        return None
    return sum(int(count) * _UNITS[unit] for count, unit in parts)


def _clock(written: str) -> tuple[int, int] | None:
    found = _CLOCK.fullmatch(written)
    if found is None:
        return None
    hour, minute, half = int(found[1]), int(found[2] or 0), found[3]
    if half in {"am", "pm"}:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    return (hour, minute) if hour < 24 and minute < 60 else None


def _readings(words: list[str], today: date) -> Iterator[Iterable[date]]:
    """For each way to read some words the days that may be meant, the likeliest way first."""
    found = _SLASHED.fullmatch(" ".join(words))
    if found is None:
        yield _days(words, today)
        return
    years, orders = _years(found[3], today), [(int(found[1]), int(found[2]))]
    orders.append(orders[0][::-1])
    # Only English speakers write the month first.
    for month, day in orders if spoken() == "en" else orders[::-1]:
        yield _dates(years, month, day)


def _days(words: list[str], today: date) -> Iterator[date]:
    """The days that may be meant, the nearest first."""
    joined = " ".join(words)
    if not words:
        yield from (today, today + timedelta(days=1))
    elif joined in _NEAR:
        yield today + timedelta(days=_NEAR[joined])
    elif found := _ISO.fullmatch(joined):
        yield from _dates((int(found[1]),), int(found[2]), int(found[3]))
    elif found := _DOTTED.fullmatch(joined.replace(" ", "")):
        yield from _dates(_years(found[3], today), int(found[2]), int(found[1]))
    elif (weekday := _named(joined, "day")) is not None:
        ahead = (weekday - today.weekday()) % 7
        yield from (today + timedelta(days=ahead), today + timedelta(days=ahead + 7))
    else:
        yield from _with_month(words, today)


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
    return (int(written),) if written else (today.year, today.year + 1)


def _dates(years: Iterable[int], month: int, day: int) -> Iterator[date]:
    for year in years:
        try:
            yield date(year, month, day)
        except ValueError:
            continue


def _named(word: str, kind: Literal["day", "month"]) -> int | None:
    """The number of a weekday, Monday being 0, or of a month, in the reader's language first."""
    find = get_day_names if kind == "day" else get_month_names
    bare = word.rstrip(".")
    for language in sorted(LANGUAGES, key=lambda each: each != spoken()):
        short: Mapping[int, str] = find("abbreviated", locale=babel_locale(language))
        whole: Mapping[int, str] = find("wide", locale=babel_locale(language))
        for number, name in (*short.items(), *whole.items()):
            written = plain(name).rstrip(".")
            begun = len(bare) >= 3 and written.startswith(bare)
            inflected = len(bare) > 4 and written[:-1] == bare[:-1]
            if bare == written or begun or inflected:
                return number
    return None
