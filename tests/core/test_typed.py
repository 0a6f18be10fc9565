"""Times and plans as people type them, in each language."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from prowlerbot.core import replies
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.core.typed_plans import in_english, words
from prowlerbot.core.typed_times import read_time, read_times
from prowlerbot.games.landgrab import premoves
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


# ------------------------------------------------------------------ plans

EXAMPLES = (replies.EXAMPLE, premoves.EXAMPLE)

languages = each_of("language", LANGUAGES)


@languages
@each_of("example", EXAMPLES)
def test_an_example_has_the_same_words_between_the_same_moves(
    language: Language, example: str
) -> None:
    with speaking(language):
        assert len(words(tr(example))) == len(words(example))


@languages
def test_the_example_of_replies_means_the_same_in_each_language(language: Language) -> None:
    with speaking(language):
        read = replies.read(in_english(tr(replies.EXAMPLE), replies.EXAMPLE))
    assert read == replies.read("9: 12 (3: 7); 4/5: 8")


@languages
def test_the_example_of_a_way_means_the_same_in_each_language(language: Language) -> None:
    with speaking(language):
        typed = in_english(tr(premoves.EXAMPLE), premoves.EXAMPLE)
    assert list(premoves._goals(typed)) == list(premoves._goals("g7, claim e5"))


@each_of(
    ("language", "typed"),
    [
        ("de", "Wenn 9: 12;  WENN 4  oder 5: 8; sonst frag  mich"),
        ("de", "9: 12; if 4 or 5: 8"),
        ("es", "Si 9: 12; 4 o 5: 8; en otro caso preguntame"),
        ("fr", "9 : 12 ; 4 ou 5 : 8"),
        ("pl", "jesli 9: 12; jeśli 4 lub 5: 8"),
        ("pt-BR", "se 9: 12; 4 ou 5: 8; senao pergunte a mim"),
        ("en", "If 9: 12; if 4 or 5: 8; else ask me"),
        ("en", "if 9 then 12; if 4 or 5: then 8"),
    ],
)
def test_words_may_lack_capitals_and_accents_and_may_be_english(
    language: Language, typed: str
) -> None:
    with speaking(language):
        assert replies.written(replies.read(in_english(typed, replies.EXAMPLE))) == (
            "9: 12; 4/5: 8"
        )


def test_the_words_of_another_language_are_unknown() -> None:
    with speaking("fr"):
        typed = in_english("wenn 9: 12", replies.EXAMPLE)
    assert typed == "wenn 9: 12"
