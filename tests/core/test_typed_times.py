"""Times as people type them, in each language."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from prowlerbot.core.i18n import LANGUAGES, Language, speaking, translate_or_none
from prowlerbot.core.typed_times import days_named_like, read_time, read_times
from tests.cases import each_of
from tests.catalogues import catalogue

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 23, 17, 30, tzinfo=BERLIN)  # a Monday

MEANT: dict[Language, dict[str, str]] = {
    "en": {
        "in 2 hours": "2026-11-23 19:30",
        "In 90 minutes": "2026-11-23 19:00",
        "1d 2h": "2026-11-24 19:30",
        "18:00": "2026-11-23 18:00",
        "17:30": "2026-11-24 17:30",
        "tomorrow 18:00": "2026-11-24 18:00",
        "sat 18:00": "2026-11-28 18:00",
        "Saturday, 18:00": "2026-11-28 18:00",
        "Mon 17:00": "2026-11-30 17:00",
        "2026-12-01 19:30": "2026-12-01 19:30",
        "2026-12-01T19:30": "2026-12-01 19:30",
        "1.12. 19:30": "2026-12-01 19:30",
        "1.12.2026 19:30": "2026-12-01 19:30",
        "1 Dec 19:30": "2026-12-01 19:30",
        "December 1, 2027 19:30": "2027-12-01 19:30",
        "24/12 18:00": "2026-12-24 18:00",
        "12/01/2027 18:00": "2027-12-01 18:00",
        "2020-01-01 08:00": "2020-01-01 08:00",
        "<t:1800000000:F>": "2027-01-15 09:00",
    },
    "de": {
        "morgen 18:00": "2026-11-24 18:00",
        "Mo 17:00": "2026-11-30 17:00",
        "3. März 2027 8:00": "2027-03-03 08:00",
        "in 3 Tagen": "2026-11-26 17:30",
        "tomorrow 18:00": "2026-11-24 18:00",
    },
    "fr": {"1er décembre 18:00": "2026-12-01 18:00", "dim. 18:00": "2026-11-29 18:00"},
    "pl": {"środa 18:00": "2026-11-25 18:00", "za 2 tygodnie": "2026-12-07 17:30"},
    "pt-BR": {"sáb 18:00": "2026-11-28 18:00", "amanhã 18:00": "2026-11-24 18:00"},
}
NOTHING = "13/13 8:00|29.2. 8:00|31 nov 8:00|18:00 18:00|24:00|s 18:00|sat|2026-12-01|in|in 2|"
NOTHING += "0001-01-01 18:00|9 bananas"
TOO_FAR = ["9999w " * 16, "in 9999 weeks", "31.12.9999 18:00", "<t:99999999999>"]
"""Farther away than ten years."""


@each_of("language", MEANT)
def test_a_typed_time_is_the_next_one_in_the_time_zone_and_the_language_of_its_writer(
    language: Language,
) -> None:
    meant = MEANT[language]
    assert {typed: told(typed, language)[0] for typed in meant} == meant


def told(typed: str, language: Language = "en") -> list[str]:
    with speaking(language):
        found = read_times(typed, int(NOW.timestamp()), BERLIN)
    return [datetime.fromtimestamp(at, BERLIN).strftime("%Y-%m-%d %H:%M") for at in found]


@each_of("typed", [*NOTHING.split("|"), "", *TOO_FAR])
def test_a_text_that_means_no_time_is_not_read_as_one(typed: str) -> None:
    assert told(typed) == []


def test_days_are_suggested_by_how_their_names_begin_for_the_reader_and_in_english() -> None:
    with speaking("de"):
        begun = {
            typed: days_named_like(typed, NOW.date()) for typed in ("", "Mo", "mor", "sat", "x")
        }
    assert {typed: [day.day for day in days] for typed, days in begun.items()} == {
        "": [*range(23, 31)],
        "Mo": [23, 24, 30],
        "mor": [24],
        "sat": [28],
        "x": [],
    }


@each_of("language", LANGUAGES)
def test_every_time_that_a_sentence_gives_as_an_example_is_read(language: Language) -> None:
    invites = [str(each.id) for each in catalogue("de") if "“sat 18:00”" in each.id]
    assert len(invites) == 4
    for sentence in invites:
        text = translate_or_none(sentence, language) or sentence
        examples = re.findall(r"[“„«]\s?([^“”„«»{}]+?)\s?[”“»]", text)
        assert len(examples) == 3
        for example in examples:
            assert told(example, language), f"{example} in {text}"


@each_of(("language", "first"), [("en", "2027-01-12 18:00"), ("de", "2026-12-01 18:00")])
def test_a_date_with_a_slash_is_read_both_ways_the_usual_one_first(
    language: Language, first: str
) -> None:
    assert told("1/12 18:00", language)[0] == first
    assert {*told("1/12 18:00", language)} == {"2027-01-12 18:00", "2026-12-01 18:00"}


def utc(day: str, hour: str) -> int:
    return int(datetime.fromisoformat(f"{day}T{hour}+00:00").timestamp())


AUTUMN, SPRING = "2026-10-25", "2026-03-29"
"""The days on which the clocks of Berlin change, at 1:00 UTC."""


def test_an_hour_that_exists_twice_is_the_next_one_of_both() -> None:
    first, second = utc(AUTUMN, "00:30"), utc(AUTUMN, "01:30")
    for typed in ("2:30", "25.10. 2:30", "Sunday 2:30"):
        assert read_times(typed, utc(AUTUMN, "00:10"), BERLIN) == [first, second]
        assert read_times(typed, utc(AUTUMN, "01:10"), BERLIN) == [second]
    lord_howe, second_time = ZoneInfo("Australia/Lord_Howe"), utc("2026-04-04", "15:10")
    assert read_time("1:45", second_time, lord_howe) == utc("2026-04-04", "15:15"), "half an hour"


def test_an_hour_that_the_clocks_skip_does_not_exist_that_day() -> None:
    now = utc(SPRING, "01:05")
    assert read_time("2:30", now, BERLIN) == utc("2026-03-30", "00:30")
    for typed in ("29.3. 2:30", "2026-03-29 02:30"):
        assert read_time(typed, now, BERLIN) is None
    assert read_time("29.3. 2:30", utc("2026-11-01", "00:00"), BERLIN) == utc("2027-03-29", "00:30")


def test_days_from_now_are_days_of_the_calendar() -> None:
    noon = utc("2026-10-24", "10:00")
    assert read_time("in 2 days", noon, BERLIN) == utc("2026-10-26", "11:00")
    assert read_time("in 48 hours", noon, BERLIN) == utc("2026-10-26", "10:00")
