"""The clock of the bot is Discord's, whatever becomes of the machine's."""

import random

from prowlerbot.core.clock import (
    CHECK_IN_GRACE,
    CLOCK_TOLERANCE,
    DAY,
    HOUR,
    MIN_OUTAGE_SECONDS,
    Beat,
    Clock,
    Outage,
    forgive_outages,
    grace_after_outage,
    join_outages,
    lost_seconds,
    moving_outage,
    outage_between,
    pass_time,
)
from tests.cases import each_of
from tests.machine import Machine, answers

AT = 1_767_225_600
YEAR = 365 * DAY


def known(off: float = 0.0) -> tuple[Machine, Clock]:
    """A machine whose clock is so far ahead, and its bot, to which Discord has answered."""
    machine = Machine(AT, off)
    clock = Clock(machine)
    answers(machine, clock)
    return machine, clock


def is_right(machine: Machine, clock: Clock, *, sure: bool = True) -> bool:
    """Whether the time is right, and as sure as that."""
    return abs(clock() - machine.right) <= CLOCK_TOLERANCE + 1 and clock.is_compared is sure


def test_the_time_is_not_sure_before_discord_has_answered_soon_enough() -> None:
    machine = Machine(AT)
    clock = Clock(machine)
    assert not clock.is_compared
    answers(machine, clock)
    assert (clock.is_compared, clock(), clock.skew) == (True, int(machine.right), 0)
    for asleep, slow in ((HOUR, 0.0), (0, 30.0)):
        machine = Machine(AT, YEAR)
        clock = Clock(machine)
        asked, said = clock.read(), int(machine.right)
        machine.sleeps(asleep)
        machine.runs(slow)
        clock.check_answer(said, asked)
        assert not clock.is_compared, "an answer that was long under way tells nothing"


@each_of("off", [8.0, -8.0, 900.0, -2.0 * DAY, float(YEAR), -50.0 * YEAR])
def test_a_machine_whose_clock_is_wrong_goes_by_discords(off: float) -> None:
    machine, clock = known(off)
    assert is_right(machine, clock)
    assert abs(clock.skew - off) <= 2
    machine.runs(DAY)
    assert is_right(machine, clock), "without another answer too"


@each_of("by", [-float(YEAR), -5.0 * HOUR, 900.0, float(YEAR)])
def test_the_time_follows_no_clock_that_is_set_and_is_sure_again_with_an_answer(by: float) -> None:
    machine, clock = known()
    machine.runs(HOUR)
    machine.off += by
    assert is_right(machine, clock, sure=False)
    answers(machine, clock)
    assert is_right(machine, clock)
    assert abs(clock.skew - by) <= 2
    machine.off -= by
    assert not clock.is_compared
    answers(machine, clock)
    assert (clock.is_compared, clock.skew) == (True, 0)


def test_after_a_sleep_a_freeze_or_a_wrong_answer_the_time_is_late_until_it_is_sure_again() -> None:
    machine, clock = known()
    machine.sleeps(8 * HOUR)
    assert not clock.is_compared
    assert clock() <= machine.right
    answers(machine, clock)
    assert (clock.is_compared, clock()) == (True, int(machine.right))
    clock.check_answer(AT + YEAR, clock.read())
    assert is_right(machine, clock, sure=False), "one answer alone does not move it"
    answers(machine, clock)
    assert is_right(machine, clock)
    machine.freezes(2 * DAY)
    answers(machine, clock)
    assert not clock.is_compared
    answers(machine, clock)
    assert is_right(machine, clock)
    machine.freezes(2 * DAY)
    clock.check_event(machine.right)
    assert is_right(machine, clock, sure=False), "a press tells it, too"
    answers(machine, clock)
    clock.check_event(machine.right - HOUR)
    assert is_right(machine, clock), "but no press that comes late"


def test_a_clock_about_as_far_off_as_it_may_be_does_not_make_the_time_leap() -> None:
    machine, clock = known(CLOCK_TOLERANCE + 0.5)
    leaps: list[float] = []
    for step in range(200):
        machine.off = CLOCK_TOLERANCE + (0.7 if step % 2 else -0.7)
        answers(machine, clock)
        leaps.append(clock() - machine.right)
        machine.runs(30)
    assert max(leaps) - min(leaps) <= 3


def test_the_time_is_never_ahead_once_discord_has_answered() -> None:
    for seed in range(300):
        rng = random.Random(seed)
        machine, clock = known(rng.choice([0.0, 3.0, 40.0, -DAY, YEAR]))
        for _ in range(40):
            length = rng.choice([1.0, 30.0, HOUR, DAY])
            match rng.randrange(6):
                case 0:
                    machine.sleeps(length)
                case 1:
                    machine.freezes(length)
                case 2:
                    machine.off += rng.choice([-YEAR, -HOUR, -20.0, 2.0, 900.0, DAY, YEAR])
                case 3:
                    clock.check_event(machine.right - rng.choice([0.0, 2.0, 600.0]))
                case _:
                    machine.runs(length)
                    answers(machine, clock, rng.choice([0.1, 3.0, 60.0]))
            assert clock() <= machine.right + CLOCK_TOLERANCE, seed
        for _ in range(2):
            answers(machine, clock)
        assert is_right(machine, clock), seed


# ----------------------------------------- what an outage is, and what is forgiven because of it

ROUND = 30
THEN = 1_700_000_000


@each_of(
    ("wall", "steady", "is_one"),
    [
        (ROUND, ROUND, False),
        (ROUND + MIN_OUTAGE_SECONDS - 1, ROUND + MIN_OUTAGE_SECONDS - 1, False),
        (ROUND + MIN_OUTAGE_SECONDS, ROUND + MIN_OUTAGE_SECONDS, True),  # nobody was reached
        (2 * DAY, ROUND, True),  # the machine slept, or its clock was set forward
        (-2 * DAY, ROUND, False),  # the clock was set back
        (2 * DAY, None, True),  # another process is up now
        (ROUND, None, False),
    ],
)
def test_an_outage_lies_between_beats_that_are_farther_apart_than_planned(
    wall: int, steady: int | None, *, is_one: bool
) -> None:
    before = Beat(THEN, 50.0)
    now = Beat(THEN + wall, None if steady is None else 50.0 + steady)
    found = outage_between(before, now, ROUND)
    assert found == (Outage(THEN, THEN + wall) if is_one else None)


def test_what_falls_due_in_an_outage_or_in_the_grace_after_it_gets_the_grace_to_all_alike() -> None:
    week = Outage(THEN, THEN + 7 * DAY)
    back = week.ended
    for due in (THEN, THEN + DAY, back - 1, back, back + 60, back + HOUR - 1):
        assert forgive_outages(due, [week], HOUR) == back + HOUR
    for due in (THEN - 1, back + HOUR, back + DAY):
        assert forgive_outages(due, [week], HOUR) == due
    first, second = Outage(THEN, THEN + HOUR), Outage(THEN + HOUR + 60, THEN + 2 * HOUR)
    assert forgive_outages(THEN + 60, [second, first], HOUR) == THEN + 3 * HOUR, "again"
    for due, outages, moving in (
        (THEN + 60, [first], first),
        (THEN + 60, [first, second], second),
        (THEN - 1, [first, second], None),
    ):
        assert moving_outage(due, outages, HOUR) == moving
    graces = [grace_after_outage(it) for it in (600, HOUR, DAY - 1, DAY, 3 * DAY)]
    assert graces == [HOUR] * 3 + [DAY] * 2, "days are forgiven where days are at stake"
    assert CHECK_IN_GRACE < HOUR


def test_nothing_comes_earlier_and_nothing_in_an_outage_or_its_grace() -> None:
    rng = random.Random(7)
    for _ in range(2000):
        starts = [THEN + rng.randrange(10 * DAY) for _ in range(4)]
        outages = [Outage(it, it + rng.randrange(MIN_OUTAGE_SECONDS, 2 * DAY)) for it in starts]
        due, given = THEN + rng.randrange(10 * DAY), rng.choice([CHECK_IN_GRACE, HOUR, DAY])
        then = forgive_outages(due, outages, given)
        assert then >= due
        assert not any(each.began <= then < each.ended + given for each in outages)
        assert then == due or any(then == each.ended + given for each in outages)
        assert forgive_outages(then, outages, given) == then


def test_a_clock_that_stands_still_in_outages_shows_what_was_left_before_them() -> None:
    outages = [
        Outage(THEN + 10, THEN + 100),
        Outage(THEN + 150, THEN + 200),
        Outage(THEN + 999, THEN + 1000),
    ]
    assert pass_time(THEN, 10, outages) == THEN + 10
    assert pass_time(THEN, 20, outages) == THEN + 110
    assert pass_time(THEN, 80, outages) == THEN + 80 + 90 + 50
    assert pass_time(THEN + 50, 10, outages) == THEN + 110, "it began in an outage"


def test_time_lost_counts_once_where_outages_meet() -> None:
    outages = [Outage(THEN, THEN + 10), Outage(THEN + 5, THEN + 20), Outage(THEN + 40, THEN + 50)]
    assert lost_seconds(outages, THEN - 5, THEN + 45) == 25
    assert lost_seconds(outages, THEN + 20, THEN + 40) == 0
    joined = join_outages(outages[:2], outages[2], THEN)
    assert joined == [Outage(THEN, THEN + 20), outages[2]]
    assert join_outages(joined, Outage(THEN + 60, THEN + 70), THEN + 45) == [
        outages[2],
        Outage(THEN + 60, THEN + 70),
    ]
