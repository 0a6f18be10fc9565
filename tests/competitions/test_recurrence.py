"""Tournaments that come back: the same hour of the clocks in any time zone, for a year."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import Competition, Format
from prowlerbot.competitions.course import Ended
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.competitions.recurrence import AHEAD, Every, next_start
from tests.competitions import kinds
from tests.competitions.building import DAY, START, begun, better_wins, settled, terms
from tests.competitions.lived import read_again

_2026 = 1767225600
ZONES = sorted(each for each in available_timezones() if "/" in each)
DAYS = {Every.DAY: 1, Every.WEEK: 7, Every.FORTNIGHT: 14}


def series(first: int, every: Every, timezone: str) -> list[int]:
    """The starts of a year, each found from the one before."""
    starts = [first]
    while starts[-1] < first + 366 * DAY:
        starts.append(next_start(first, every, timezone, starts[-1]))
    return starts


@settings(max_examples=30, deadline=None)
@given(
    first=st.integers(_2026, _2026 + 365 * DAY).map(lambda at: at // 60 * 60),
    timezone=st.sampled_from(ZONES),
    every=st.sampled_from([Every.DAY, Every.WEEK, Every.FORTNIGHT]),
)
def test_each_start_is_so_many_days_later_at_the_same_hour_of_the_clocks(
    first: int, timezone: str, every: Every
) -> None:
    zone = ZoneInfo(timezone)
    begin = datetime.fromtimestamp(first, zone).replace(tzinfo=None, fold=0)
    starts = series(first, every, timezone)
    for number, at in enumerate(starts[1:], 1):
        there = datetime.fromtimestamp(at, zone)
        wanted = begin + timedelta(days=DAYS[every] * number)
        if there.replace(tzinfo=None) != wanted:
            # The clocks leave this hour out, or the whole day.
            again = wanted.replace(tzinfo=zone).timestamp()
            assert datetime.fromtimestamp(again, zone).replace(tzinfo=None) != wanted
            assert at == again
    assert all(one < two for one, two in pairwise(starts))


@settings(max_examples=60, deadline=None)
@given(
    first=st.integers(_2026, _2026 + 365 * DAY).map(lambda at: at // 3600 * 3600 + 43200),
    timezone=st.sampled_from(ZONES),
)
def test_a_month_later_is_the_same_day_or_the_last_one_of_a_short_month(
    first: int, timezone: str
) -> None:
    zone = ZoneInfo(timezone)
    begin = datetime.fromtimestamp(first, zone)
    for number, at in enumerate(series(first, Every.MONTH, timezone)):
        there = datetime.fromtimestamp(at, zone)
        assert (there.year * 12 + there.month) == begin.year * 12 + begin.month + number
        tomorrow = there + timedelta(days=1)
        assert there.day == begin.day or (there.day < begin.day and tomorrow.day == 1)


def test_summer_time_moves_no_hour() -> None:
    zone = ZoneInfo("Europe/Berlin")
    first = int(datetime(2026, 3, 25, 20, tzinfo=zone).timestamp())
    after = next_start(first, Every.WEEK, "Europe/Berlin", first)
    assert after - first == 7 * DAY - 3600
    assert datetime.fromtimestamp(after, zone).hour == 20


def test_an_hour_that_comes_twice_counts_once() -> None:
    zone = ZoneInfo("Europe/Berlin")
    first = int(datetime(2026, 10, 24, 2, 30, tzinfo=zone).timestamp())
    starts = [next_start(first, Every.DAY, "Europe/Berlin", first)]
    starts.append(next_start(first, Every.DAY, "Europe/Berlin", starts[0]))
    assert starts[0] - first == DAY
    assert starts[1] - starts[0] == DAY + 3600


@pytest.mark.parametrize(
    "kind", [each for each in FORMATS.values() if not each.has_seasons], ids=str
)
def test_a_tournament_of_any_format_comes_back_with_its_terms_and_without_its_players(
    kind: Format,
) -> None:
    weekly = terms(
        kind,
        table=kind.table(range(2, 5)),
        every=Every.WEEK,
        first=START,
        zone="Europe/Berlin",
        season=3600,
    )
    competition, now = begun(weekly, range(1, 6)), START
    while not competition.course.ended:
        now += 60
        competition = settled(better_wins(competition, now), now)
    season = kind.next_season(competition, now, 0, {})
    assert season is not None
    following = season.competition
    assert following.terms.starts == next_start(START, Every.WEEK, "Europe/Berlin", now + AHEAD)
    assert following.terms.every is Every.WEEK
    assert following.events == ()
    assert read_again(following) == following


def test_the_end_has_the_start_of_the_next_or_the_reason_for_none() -> None:
    over = Competition(terms(kinds.SWISS), (Ended(START),))
    assert over.with_successor(START + DAY).events == (Ended(START, next=START + DAY),)
    assert over.with_successor(0, "left").events == (Ended(START, by="left"),)


def test_a_tournament_that_comes_once_has_no_next_one() -> None:
    competition = begun(terms(kinds.SWISS), [1])
    assert competition.course.ended
    assert kinds.SWISS.next_season(competition, START, 0, {}) is None
    assert competition_steps.due_at(competition) is None
