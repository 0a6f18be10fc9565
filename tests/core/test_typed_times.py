"""Times as people type them, in each language."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from prowlerbot.core.i18n import Language, speaking
from prowlerbot.core.typed_times import read_time, read_times
from tests.cases import each_of

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 23, 17, 30, tzinfo=BERLIN)
"""A Monday."""

MEANT = {
    "in 2 hours": "2026-11-23 19:30",
    "In an hour": "2026-11-23 18:30",
    "90 min": "2026-11-23 19:00",
    "+1d 2h": "2026-11-24 19:30",
    "in 3 Tagen": "2026-11-26 17:30",
    "dentro de 2 semanas": "2026-12-07 17:30",
    "dans une heure": "2026-11-23 18:30",
    "tra 2 ore": "2026-11-23 19:30",
    "over 2 weken": "2026-12-07 17:30",
    "za 3 dni": "2026-11-26 17:30",
    "em uma hora": "2026-11-23 18:30",
    "w sobotę 18:00": "2026-11-28 18:00",
    "samedi 18h30": "2026-11-28 18:30",
    "samedi prochain à 18 h": "2026-11-28 18:00",
    "aujourd’hui 20h": "2026-11-23 20:00",
    "après-demain 18h": "2026-11-25 18:00",
    "le 1er décembre 18:00": "2026-12-01 18:00",
    "domani alle 18:00": "2026-11-24 18:00",
    "18:00": "2026-11-23 18:00",
    "17:30": "2026-11-24 17:30",
    "7pm": "2026-11-23 19:00",
    "today 20:15": "2026-11-23 20:15",
    "tomorrow 12 am": "2026-11-24 00:00",
    "morgen um 18 Uhr": "2026-11-24 18:00",
    "morgen 18.30 Uhr": "2026-11-24 18:30",
    "mañana a las 18:00": "2026-11-24 18:00",
    "sat 18:00": "2026-11-28 18:00",
    "on Saturday at 6 pm": "2026-11-28 18:00",
    "Mon 17:00": "2026-11-30 17:00",
    "Sonnabend 18:00": "2026-11-28 18:00",
    "Samstag 18:00": "2026-11-28 18:00",
    "Mi 18:00": "2026-11-25 18:00",
    "do 18:00": "2026-11-26 18:00",
    "dom 18:00": "2026-11-29 18:00",
    "miércoles 18h": "2026-11-25 18:00",
    "2026-12-01 19:30": "2026-12-01 19:30",
    "2026-12-01T19:30": "2026-12-01 19:30",
    "1.12. 19:30": "2026-12-01 19:30",
    "1.12.2026 19:30": "2026-12-01 19:30",
    "1 Dec 19:30": "2026-12-01 19:30",
    "December 1 19:30": "2026-12-01 19:30",
    "3. März 2027 8:00": "2027-03-03 08:00",
    "1 de enero 8:00": "2027-01-01 08:00",
    "noon": "2026-11-24 12:00",
    "tomorrow noon": "2026-11-24 12:00",
    "demain midi": "2026-11-24 12:00",
    "8pm tomorrow": "2026-11-24 20:00",
    "20:00 sat": "2026-11-28 20:00",
    "12/01 18:00": "2026-12-01 18:00",
    "12/01/2027 18:00": "2027-12-01 18:00",
    "24/12 18:00": "2026-12-24 18:00",
    "yesterday 8:00": "2026-11-22 08:00",
    "13/13 8:00": None,
    "29.2. 8:00": None,
    "2020-01-01 08:00": "2020-01-01 08:00",
    "31 nov 8:00": None,
    "24:00": None,
    "13 pm": None,
    "sat": None,
    "2026-12-01": None,
    "soon": None,
    "": None,
}


@each_of(("typed", "meant"), MEANT.items())
def test_a_typed_time_is_the_next_one_in_the_time_zone_of_its_writer(
    typed: str, meant: str | None
) -> None:
    found = read_time(typed, int(NOW.timestamp()), BERLIN)
    told = None if found is None else datetime.fromtimestamp(found, BERLIN)
    assert (told and told.strftime("%Y-%m-%d %H:%M")) == meant


@each_of(
    ("language", "meant"),
    [("en", "2026-11-24 12:30"), ("fr", "2026-11-23 19:00"), ("pt-BR", "2026-11-23 19:00")],
)
def test_hours_alone_are_a_time_of_day_where_people_write_it_so(
    language: Language, meant: str
) -> None:
    with speaking(language):
        found = read_time("19h", int(NOW.timestamp()), BERLIN)
        assert read_time("+19h", int(NOW.timestamp()), BERLIN) == NOW.timestamp() + 19 * 3600
    assert found is not None
    assert datetime.fromtimestamp(found, BERLIN).strftime("%Y-%m-%d %H:%M") == meant


@each_of(("language", "first"), [("en", "2027-01-12 18:00"), ("de", "2026-12-01 18:00")])
def test_a_date_with_a_slash_is_read_both_ways_the_usual_one_first(
    language: Language, first: str
) -> None:
    with speaking(language):
        found = read_times("1/12 18:00", int(NOW.timestamp()), BERLIN)
    told = [datetime.fromtimestamp(at, BERLIN).strftime("%Y-%m-%d %H:%M") for at in found]
    assert told[0] == first
    assert {*told} == {"2027-01-12 18:00", "2026-12-01 18:00"}


def test_a_time_copied_from_discord_is_that_time() -> None:
    assert read_time("<t:1800000000:F>", 1_790_000_000, BERLIN) == 1_800_000_000


@each_of(
    "typed", ["9999w " * 60, "in 9999 weeks", "31.12.9999 18:00", "<t:99999999999>", "9999999d"]
)
def test_a_time_farther_away_than_ten_years_is_none(typed: str) -> None:
    assert read_time(typed, int(NOW.timestamp()), BERLIN) is None


WAYS: dict[Language, str] = {
    "en": """
23 18:00: at 18h / at 6 pm / at 6 p.m. / at 18 / @ 18:00 / 6 o'clock tonight / today 6pm / 18:00h
23 18:00: in half an hour / tonight at 6 / this evening at 6 / from 18:00 / at 18.00
23 19:00: in 1:30 / in an hour and a half / in 1.5 hours / in 1h30 / in 90 minutes / 1h 30m
23 20:00: in 2h30 / in 2 hours 30 / +2:30 / in 2 hours and 30 minutes / 2.5h / at 8 tonight
23 20:30: 3 hours from now / in three hours / 3h
24 00:00: midnight / at midnight / tonight at midnight
24 09:00: tomorrow morning at 9 / tmrw 9:00 / 9am tomorrow
24 12:00: at noon tomorrow / noon
25 17:30: in two days / in 48 hours / 2d
25 20:00: the day after tomorrow at 20:00 / in 2 days at 8 pm
28 18:00: Saturday at 6 in the evening / this Saturday at 6pm / next Saturday 6pm
28 18:00: Sat, 28 Nov, 6:00 pm / Saturday, November 28th at 6pm / 11/28/26 6pm / at 6pm on 28 Nov
""",
    "de": """
23 18:00: um 18h / um 18 Uhr / um 18 / 18 Uhr
23 18:00: heute um 18 Uhr / um 18.00 / gegen 18 Uhr / ab 18 Uhr
23 18:00: in einer halben Stunde / heute Abend um 6
23 19:00: in 1:30 / in anderthalb Stunden / in 1,5 Stunden / in 90 Minuten / in 1 Std. 30 Min.
23 20:00: in 2h30 / in 2,5 Std / in 2 Stunden und 30 Minuten / heute Abend 20 Uhr / 8 Uhr abends
23 18:30: 18 Uhr 30 / um 18.30 Uhr / um 18:30 / in einer Stunde
24 00:00: um Mitternacht
24 08:00: morgen früh um 8 / um 8 Uhr morgens
24 12:00: morgen Mittag
25 17:30: in zwei Tagen / in 48 Stunden
25 20:00: übermorgen um 20 Uhr / in 2 Tagen um 20 Uhr
28 20:00: am Samstagabend um 8 / Sonnabend 20 Uhr / nächsten Samstag um 20:00 / Sa, 28.11., 20 Uhr
28 20:00: am 28. November um 20 Uhr / 28.11.26 20:00
""",
    "es": """
23 18:00: a las 18h / a 18h / a las 18 / a las 6 de la tarde / 18h / 18 hs / hoy a las 18 horas
23 18:00: en media hora / sobre las 18:00 / esta tarde a las 6
23 19:00: en 1:30 / en hora y media / en 1,5 horas / dentro de 90 minutos
23 20:00: en 2h30 / dentro de 2h30
23 20:00: en 2 horas y media / en 2 horas y 30 minutos / esta noche a las 8
23 18:30: a las 18.30 / a las 6 y media de la tarde / dentro de una hora
24 00:00: a medianoche
24 09:00: mañana por la mañana a las 9 / a las 9 de la mañana / mañana a las 9
24 12:00: a mediodía
25 17:30: en dos días / dentro de 48 horas
25 20:00: pasado mañana a las 20 / dentro de 2 días a las 20h
28 20:00: el sábado a las 8 de la noche / este sábado 20h / el sábado que viene a las 20:00
28 20:00: el sábado 28 de noviembre a las 20h / 28/11/2026 20:00
""",
    "fr": """
23 18:00: à 18h / à 18 h / à 18 heures / 18h
23 18:00: aujourd'hui à 18h / vers 18h / ce soir à 18h / à 18 h 00
23 18:00: dans une demi-heure / dès 18h
23 19:00: dans 1:30 / dans une heure et demie / dans 1,5 heure / dans 1h30 / dans 90 minutes
23 20:00: dans 2h30 / dans 2 h 30 / dans 2 heures 30 / dans 2 heures et demie / ce soir 8h
23 18:30: à 18h30 / à 18 h 30 / 18h30 / dans une heure
24 00:00: à minuit
24 09:00: demain matin à 9h / demain 9h / à 9h du matin
24 12:00: demain midi / à midi
25 17:30: dans deux jours / d'ici 48 heures
25 20:00: après-demain à 20h / dans 2 jours à 20h
28 20:00: samedi à 20h / samedi soir à 8h / ce samedi 20h / samedi prochain à 20 heures
28 20:00: le samedi 28 novembre à 20h / 28/11 20h
""",
    "it": """
23 18:00: alle 18h / alle 18 / alle ore 18
23 18:00: ore 18 / oggi alle 18.00 / alle 6 di sera / stasera alle 6
23 18:00: tra mezz'ora / dalle 18
23 19:00: tra 1:30 / tra un'ora e mezza / tra 1,5 ore / in 90 minuti
23 20:00: tra 2h30 / fra 2h30 / tra 2 ore e mezza / tra 2 ore e 30 minuti / stasera alle 20
23 18:30: alle 18.30 / 18.30 / fra un'ora / oggi 18.30
24 00:00: a mezzanotte
24 09:00: domani mattina alle 9 / alle 9 di mattina / domani 9:00
24 12:00: a mezzogiorno
25 17:30: tra due giorni / tra 48 ore
25 20:00: dopodomani alle 20 / tra 2 giorni alle 20
28 20:00: sabato alle 20 / sabato sera alle 8 / sabato prossimo alle 20:00 / questo sabato alle 20
28 20:00: sabato 28 novembre alle 20 / il 28 novembre alle ore 20
""",
    "nl": """
23 18:00: om 18 uur / 18 uur / om 18h / om 18
23 18:00: 18u / om 18u / vandaag om 18 uur / vanavond om 6 uur
23 18:00: over een half uur / vanaf 18 uur / om 18.00 uur
23 19:00: over 1:30 / over anderhalf uur / over 1,5 uur / over 90 minuten
23 20:00: over 2h30 / over 2u30
23 20:00: over 2 uur en 30 minuten / vanavond om 8 uur / om 8 uur 's avonds
23 18:30: om 18u30 / om 18.30 / 18u30 / over een uur
24 00:00: om middernacht
24 09:00: morgenochtend om 9 uur / morgen 9 uur
24 11:30: over 18 uur
25 17:30: over twee dagen / over 48 uur
25 20:00: overmorgen om 20 uur / over 2 dagen om 20 uur
28 20:00: zaterdagavond om 8 uur / zaterdag om 20 uur
28 20:00: aanstaande zaterdag 20:00 / za 28-11 20 uur
28 20:00: op 28 november om 20 uur
""",
    "pl": """
23 18:00: o 18h / o 18 / o godz. 18
23 18:00: o godzinie 18 / godz. 18:00 / dziś o 18 / dzisiaj o 6 wieczorem
23 18:00: za pół godziny / od 18:00 / o 6 po południu
23 19:00: za 1:30 / za półtorej godziny / za 1,5 godziny / za 90 minut
23 20:00: za 2h30 / za 2 godziny i 30 minut / za 2 godz. 30 min. / dziś wieczorem o 8
23 18:30: o 18.30 / o 18:30 / za godzinę
24 00:00: o północy
24 09:00: jutro rano o 9 / jutro o 9
24 12:00: jutro w południe
25 17:30: za dwa dni / za 48 godzin
25 20:00: pojutrze o 20 / za 2 dni o 20
28 20:00: w sobotę o 20 / w sobotę wieczorem o 8 / najbliższą sobotę 20:00
28 20:00: w sobotę 28 listopada o 20 / 28.11 o 20:00
""",
    "pt-BR": """
23 18:00: às 18h / às 18 / às 6 da tarde / 18h / hoje às 18h / às 18 horas / a partir das 18h
23 18:00: em meia hora / daqui a 30 minutos / hoje à tarde às 6
23 19:00: em 1:30 / em uma hora e meia / em 1,5 hora / daqui a 90 minutos
23 20:00: em 2h30 / daqui a 2h30
23 20:00: dentro de 2 horas e 30 minutos / hoje à noite às 8 / às 8 da noite
23 18:30: às 18h30 / às 18:30 / 18h30 / em uma hora
24 00:00: à meia-noite
24 09:00: amanhã de manhã às 9 / às 9 da manhã / amanhã 9h
24 12:00: ao meio-dia
25 17:30: em dois dias / daqui a 48 horas
25 20:00: depois de amanhã às 20h / em 2 dias às 20h
28 20:00: no sábado às 20h / sábado à noite às 8 / próximo sábado 20h / sábado que vem às 20h
28 20:00: sábado, 28 de novembro, às 20h / dia 28 de novembro às 20h
""",
}


def ways() -> Iterator[tuple[Language, str, str]]:
    """All ways with the day of November and the hour that they mean."""
    for language, lines in WAYS.items():
        for line in lines.strip().splitlines():
            meant, _, typed = line.partition(": ")
            yield from ((language, each.strip(), meant) for each in typed.split(" / "))


@each_of(("language", "typed", "meant"), ways())
def test_a_time_is_read_as_the_speakers_of_its_language_mean_it(
    language: Language, typed: str, meant: str
) -> None:
    with speaking(language):
        found = read_time(typed, int(NOW.timestamp()), BERLIN)
    assert found is not None
    assert datetime.fromtimestamp(found, BERLIN).strftime("%d %H:%M") == meant


def utc(day: str, hour: str) -> int:
    return int(datetime.fromisoformat(f"{day}T{hour}+00:00").timestamp())


AUTUMN, SPRING = "2026-10-25", "2026-03-29"
"""The days on which the clocks of Berlin change, at 1:00 UTC."""


@each_of("typed", ["2:30", "today 2:30", "25.10. 2:30", "Sunday 2:30"])
def test_an_hour_that_exists_twice_is_the_next_one_of_both(typed: str) -> None:
    first, second = utc(AUTUMN, "00:30"), utc(AUTUMN, "01:30")
    assert read_times(typed, utc(AUTUMN, "00:10"), BERLIN) == [first, second]
    assert read_times(typed, utc(AUTUMN, "01:10"), BERLIN) == [second]


def test_half_an_hour_that_exists_twice_is_the_next_one_of_both() -> None:
    lord_howe, second_time = ZoneInfo("Australia/Lord_Howe"), utc("2026-04-04", "15:10")
    assert read_time("today 1:45", second_time, lord_howe) == utc("2026-04-04", "15:15")


def test_an_hour_that_the_clocks_skip_does_not_exist_that_day() -> None:
    now = utc(SPRING, "01:05")
    assert read_time("2:30", now, BERLIN) == utc("2026-03-30", "00:30")
    for typed in ("today 2:30", "29.3. 2:30", "2026-03-29 02:30"):
        assert read_time(typed, now, BERLIN) is None
    assert read_time("29.3. 2:30", utc("2026-11-01", "00:00"), BERLIN) == utc("2027-03-29", "00:30")


def test_days_from_now_are_days_of_the_calendar() -> None:
    noon = utc("2026-10-24", "10:00")
    assert read_time("in 2 days", noon, BERLIN) == utc("2026-10-26", "11:00")
    assert read_time("in 48 hours", noon, BERLIN) == utc("2026-10-26", "10:00")


@each_of(
    "typed",
    [
        "um halb 8",
        "in 1:75",
        "at 25",
        "fri 5 dec 18:00",
        "in 18 Uhr",
        "9 bananas",
        "at",
        "um",
        "à 18h dans",
        "in",
        "3 in 4 h",
        "18:00 18:00",
    ],
)
def test_a_text_that_means_no_time_is_not_read_as_one(typed: str) -> None:
    assert read_times(typed, int(NOW.timestamp()), BERLIN) == []


@each_of(
    ("language", "typed", "second"),
    [
        ("fr", "18h", "24 11:30"),
        ("en", "18h", "23 18:00"),
        ("nl", "18 uur", "24 11:30"),
        ("es", "2h30", "23 20:00"),
        ("en", "at 6", "23 18:00"),
        ("de", "um 9", "23 21:00"),
    ],
)
def test_the_other_reading_of_a_time_comes_second(
    language: Language, typed: str, second: str
) -> None:
    with speaking(language):
        found = read_times(typed, int(NOW.timestamp()), BERLIN)
    assert len(found) == 2
    assert datetime.fromtimestamp(found[1], BERLIN).strftime("%d %H:%M") == second
