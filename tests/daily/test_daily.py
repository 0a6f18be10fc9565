"""The challenge of the day: its days and streaks, its luck, and the order of its results."""

import random
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from prowlerbot.core.clock import DAY
from prowlerbot.core.game import Mark, Outcome
from prowlerbot.daily.daily_days import (
    POST_WINDOW_SECONDS,
    DayLuck,
    HistogramBar,
    Score,
    coloured_squares,
    date_of,
    day_of,
    histogram_bars,
    line_key,
    longest_streak,
    place_among,
    post_due,
    post_time,
    score_of,
    start_of_day,
    streak_length,
)
from tests.cases import each_of


def day(text: str) -> int:
    return day_of(int(datetime.fromisoformat(f"{text}T00:00Z").timestamp()))


TODAY = day("2026-11-23")


def test_a_streak_ends_with_a_day_without_a_try_and_the_longest_may_be_an_earlier_one() -> None:
    assert streak_length([], TODAY) == 0
    assert streak_length([TODAY], TODAY) == 1
    assert streak_length([TODAY - 2, TODAY - 1], TODAY) == 2
    assert streak_length([TODAY - 3, TODAY - 2], TODAY) == 0
    assert streak_length([TODAY - 4, TODAY - 3, TODAY - 1, TODAY], TODAY) == 2
    days = [1, 2, 3, 7, 8]
    assert longest_streak(days) == 3
    assert longest_streak(days, [range(4, 7)]) == 5
    assert longest_streak([]) == 0
    away = [range(TODAY - 5, TODAY)]  # such days neither count nor break it
    for ago, length in (((7, 6), 2), ((7, 6, 0), 3), ((7, 6, 3, 0), 4), ((8, 7, 0), 1)):
        assert streak_length([TODAY - each for each in ago], TODAY, away) == length


def test_a_challenge_is_posted_at_the_hour_of_the_servers_clocks_on_each_day() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    assert post_time(TODAY, 9, berlin) == start_of_day(TODAY) + 8 * 3600
    summer = day("2026-07-01")
    assert post_time(summer, 9, berlin) == start_of_day(summer) + 7 * 3600
    assert post_time(TODAY, 20, ZoneInfo("America/New_York")) == start_of_day(TODAY) + 3600
    london, march = ZoneInfo("Europe/London"), day("2026-03-25")
    assert [post_time(march + after, 0, london) for after in range(9)] == [
        start_of_day(march + after) for after in range(9)
    ]
    for name in ("Australia/Sydney", "Pacific/Auckland"):  # where the hour is late in the day
        assert post_time(TODAY, 9, ZoneInfo(name)) == start_of_day(TODAY)
    assert (day_of(start_of_day(TODAY)), day_of(start_of_day(TODAY) - 1)) == (TODAY, TODAY - 1)
    assert date_of(TODAY).isoformat() == "2026-11-23"


def test_a_look_at_the_times_that_are_told_misses_no_hour_and_meets_each_once() -> None:
    rng = random.Random(5)
    for _ in range(30):
        hour, zone = rng.randrange(24), ZoneInfo(rng.choice(ZONES))
        now = start_of_day(TODAY + rng.randrange(365)) + rng.randrange(DAY)
        _, now = post_due(now, hour, zone)
        for _ in range(4):
            due, again = post_due(now, hour, zone)
            assert due
            assert now == post_time(day_of(now), hour, zone)
            assert day_of(again) == day_of(now) + 1
            early = rng.randrange(now + POST_WINDOW_SECONDS, again)
            assert post_due(early, hour, zone) == (False, again), "a look at any time is in vain"
            now = again


ZONES = [
    *("Europe/Berlin", "Europe/London", "America/New_York", "America/Los_Angeles", "Asia/Kolkata"),
    *("Australia/Lord_Howe", "Australia/Sydney", "Pacific/Auckland", "Asia/Kathmandu", "UTC"),
    *("Pacific/Kiritimati", "Africa/Cairo"),
]


@each_of("name", ZONES)
def test_each_challenge_is_posted_once_at_its_hour_early_in_its_day(name: str) -> None:
    zone = ZoneInfo(name)
    for hour in range(ZONES.index(name) % 4, 24, 4):  # each hour in a quarter of the zones
        before = post_time(TODAY - 401, hour, zone)
        for day in range(TODAY - 400, TODAY):
            at = post_time(day, hour, zone)
            assert start_of_day(day) <= at <= start_of_day(day + 1) - DAY // 4
            assert 23 <= (at - before) / 3600 <= 25, "the next day, when clocks change too"
            there, before = datetime.fromtimestamp(at, UTC).astimezone(zone), at
            if there.hour != hour and at != start_of_day(day):  # the clocks have skipped this hour
                assert there.utcoffset() != (there - timedelta(days=1)).utcoffset()


SECRET = bytes(range(32))
LUCK = DayLuck(SECRET, "landgrab", 20_000)
MOVES = [(1, "e4"), (0, "3")]


def drawn(luck: DayLuck, moves: list[tuple[int, str]]) -> list[float]:
    rng = luck.chance("x", moves)
    return [rng.random() for _ in range(3)]


def test_the_same_moves_meet_the_same_luck_and_others_on_other_days_games_or_hosts_do_not() -> None:
    assert drawn(LUCK, MOVES) == drawn(DayLuck(SECRET, "landgrab", 20_000), [*MOVES])
    assert LUCK.beginning().random() == LUCK.beginning().random()
    assert LUCK.thinking_seed("x", MOVES, 2) == LUCK.thinking_seed("x", MOVES, 2)
    others = [
        drawn(LUCK, MOVES),
        drawn(LUCK, [(1, "e4"), (0, "4")]),
        drawn(LUCK, [(2, "e4"), (0, "3")]),
        drawn(LUCK, MOVES[:1]),
        drawn(DayLuck(SECRET, "landgrab", 20_001), MOVES),
        drawn(DayLuck(SECRET, "heroes", 20_000), MOVES),
        drawn(DayLuck(bytes(32), "landgrab", 20_000), MOVES),
    ]
    assert len({tuple(each) for each in others}) == len(others)
    lines: tuple[list[tuple[int, str | None]], ...]
    lines = [(1, "a"), (1, "b")], [(1, "a b")], [(1, "a")], [(1, None)]
    keys = [line_key("x", each) for each in lines]
    assert len({*keys}) == len(keys), "no line can be read as another one"
    assert line_key("x\n1 a", []) == keys[2], "a set-up has no line of its own"


def test_nothing_shows_the_secret_which_the_key_of_a_deleted_try_needs() -> None:
    assert SECRET.hex() not in repr(LUCK)
    assert repr(SECRET) not in repr(LUCK)
    assert "secret" not in repr(LUCK)
    others = [
        LUCK.deleted_key(7),
        LUCK.deleted_key(8),
        DayLuck(SECRET, "landgrab", 20_001).deleted_key(7),
        DayLuck(SECRET, "heroes", 20_000).deleted_key(7),
        DayLuck(bytes(32), "landgrab", 20_000).deleted_key(7),
    ]
    assert len({*others}) == len(others)


def test_results_are_ordered_by_rank_then_the_lead_over_the_best_other_seat() -> None:
    assert score_of(Outcome((2, 1, 3), "points", (20, 26, 4)), 1) == Score(2, -6, 20)
    assert score_of(Outcome((2, 1, 3), "points", (20, 26, 4)), 2) == Score(1, 6, 26)
    assert score_of(Outcome((1,), "gold", (25,)), 1) == Score(1, 25, 25)
    best, drawn, lost = Score(1, 3, 30), Score(1, 0, 41), Score(2, -4, 50)
    assert sorted([lost, drawn, best], key=lambda each: each.order) == [best, drawn, lost]
    others = {best: 2, drawn: 1, lost: 1}
    assert [place_among(each, others) for each in (best, drawn, lost)] == [1, 3, 4]
    assert coloured_squares([Mark.GOOD, Mark.GOOD, Mark.FAIR, Mark.POOR]) == "🟩🟩🟨🟥"
    assert [Mark.against(own, 1) for own in (2, 1, 0)] == [Mark.GOOD, Mark.FAIR, Mark.POOR]


def test_bars_are_few_even_and_hold_every_result() -> None:
    found = histogram_bars({-23: 1, -4: 2, 0: 1, 7: 3, 31: 1})
    assert len(found) <= 6
    assert sum(bar.count for bar in found) == 8
    assert {bar.last - bar.first for bar in found} == {19}
    assert [bar for bar in found if bar.holds(7)] == [HistogramBar(0, 19, 4)]
    assert histogram_bars({5: 2}) == [HistogramBar(5, 5, 2)]
    assert histogram_bars({}) == []
