"""What an outage is, and what is forgiven because of it."""

from __future__ import annotations

import random

from prowlerbot.core.clock import (
    A_CHECK_IN,
    DAY,
    HOUR,
    SHORTEST,
    Beat,
    Outage,
    forgive_outages,
    grace,
    join_outages,
    lost_seconds,
    moved_by,
    outage_between,
    pass_time,
)
from tests.cases import each_of

ROUND = 30
AT = 1_700_000_000


@each_of(
    ("wall", "steady", "is_one"),
    [
        (ROUND, ROUND, False),
        (ROUND + SHORTEST - 1, ROUND + SHORTEST - 1, False),
        (ROUND + SHORTEST, ROUND + SHORTEST, True),  # nobody was reached
        (2 * DAY, ROUND, True),  # the machine slept, or its clock was set forward
        (-2 * DAY, ROUND, False),  # the clock was set back
        (2 * DAY, None, True),  # another process is up now
        (ROUND, None, False),
    ],
)
def test_an_outage_lies_between_beats_that_are_farther_apart_than_planned(
    wall: int, steady: int | None, *, is_one: bool
) -> None:
    before = Beat(AT, 50.0)
    now = Beat(AT + wall, None if steady is None else 50.0 + steady)
    found = outage_between(before, now, ROUND)
    assert found == (Outage(AT, AT + wall) if is_one else None)


def test_what_falls_due_in_an_outage_or_in_the_grace_after_it_gets_the_grace_to_all_alike() -> None:
    week = Outage(AT, AT + 7 * DAY)
    back = week.ended
    for due in (AT, AT + DAY, back - 1, back, back + 60, back + HOUR - 1):
        assert forgive_outages(due, [week], HOUR) == back + HOUR
    for due in (AT - 1, back + HOUR, back + DAY):
        assert forgive_outages(due, [week], HOUR) == due


def test_an_outage_in_the_grace_after_another_gives_it_again() -> None:
    two = [Outage(AT + HOUR + 60, AT + 2 * HOUR), Outage(AT, AT + HOUR)]
    assert forgive_outages(AT + 60, two, HOUR) == AT + 3 * HOUR


def test_days_are_forgiven_where_days_are_at_stake() -> None:
    assert [grace(it) for it in (600, HOUR, DAY - 1, DAY, 3 * DAY)] == [HOUR, HOUR, HOUR, DAY, DAY]
    assert A_CHECK_IN < HOUR


def test_nothing_comes_earlier_and_nothing_in_an_outage_or_its_grace() -> None:
    rng = random.Random(7)
    for _ in range(2000):
        starts = [AT + rng.randrange(10 * DAY) for _ in range(4)]
        outages = [Outage(it, it + rng.randrange(SHORTEST, 2 * DAY)) for it in starts]
        due, given = AT + rng.randrange(10 * DAY), rng.choice([A_CHECK_IN, HOUR, DAY])
        then = forgive_outages(due, outages, given)
        assert then >= due
        assert not any(each.began <= then < each.ended + given for each in outages)
        assert then == due or any(then == each.ended + given for each in outages)
        assert forgive_outages(then, outages, given) == then


def test_what_has_moved_is_due_a_grace_after_the_outage_that_moved_it_last() -> None:
    first, second = Outage(AT, AT + HOUR), Outage(AT + HOUR + 60, AT + 2 * HOUR)
    assert moved_by(AT + 60, [first], HOUR) == first
    assert moved_by(AT + 60, [first, second], HOUR) == second
    assert moved_by(AT - 1, [first, second], HOUR) is None


def test_a_clock_that_stands_still_in_outages_shows_what_was_left_before_them() -> None:
    outages = [Outage(AT + 10, AT + 100), Outage(AT + 150, AT + 200), Outage(AT + 999, AT + 1000)]
    assert pass_time(AT, 10, outages) == AT + 10
    assert pass_time(AT, 20, outages) == AT + 110
    assert pass_time(AT, 80, outages) == AT + 80 + 90 + 50
    assert pass_time(AT + 50, 10, outages) == AT + 110, "it began in an outage"


def test_time_lost_counts_once_where_outages_meet() -> None:
    outages = [Outage(AT, AT + 10), Outage(AT + 5, AT + 20), Outage(AT + 40, AT + 50)]
    assert lost_seconds(outages, AT - 5, AT + 45) == 25
    assert lost_seconds(outages, AT + 20, AT + 40) == 0
    joined = join_outages(outages[:2], outages[2], AT)
    assert joined == [Outage(AT, AT + 20), outages[2]]
    assert join_outages(joined, Outage(AT + 60, AT + 70), AT + 45) == [
        outages[2],
        Outage(AT + 60, AT + 70),
    ]
