"""Times as people type them."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from prowlerbot.core.i18n import Language, speaking
from prowlerbot.core.typed_times import read_time

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
    "Sonnabend 18:00": None,
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
    "29.2. 8:00": None,
    "2020-01-01 08:00": None,
    "31 nov 8:00": None,
    "24:00": None,
    "13 pm": None,
    "sat": None,
    "2026-12-01": None,
    "soon": None,
    "": None,
}


@pytest.mark.parametrize(("typed", "meant"), MEANT.items())
def test_a_typed_time_is_the_next_one_in_the_time_zone_of_its_writer(
    typed: str, meant: str | None
) -> None:
    found = read_time(typed, int(NOW.timestamp()), BERLIN)
    told = None if found is None else datetime.fromtimestamp(found, BERLIN)
    assert (told and told.strftime("%Y-%m-%d %H:%M")) == meant


@pytest.mark.parametrize(
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


def test_a_time_copied_from_discord_is_that_time() -> None:
    assert read_time("<t:1800000000:F>", 0, BERLIN) == 1_800_000_000
