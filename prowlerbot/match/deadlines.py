"""The time to think: deadlines, claims, reminders on the way, and weekends that do not count.

Each seat has its own clock, which starts when the seat is to move. The clock stops while the player
is away, for at most two weeks per decision. It does not stop if the decision was late, or had an
hour or less left, when the absence began. If the terms say so, it also stops on weekends.

All times are epoch seconds, and None stands for never.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

from prowlerbot.core.clock import Outage, forgive_outages, grace_after_outage, pass_time
from prowlerbot.core.errors import Stale
from prowlerbot.match import banks
from prowlerbot.match.match import Ending, Match, Phase, end_match
from prowlerbot.match.preferences import (
    MAX_AWAY_SECONDS,
    MIN_SECONDS_LEFT,
    Absence,
    PlayerChoices,
    end_of_peace,
    granted_absences,
    is_in_peace,
    start_of_quiet,
    time_zone,
)
from prowlerbot.match.terms import Terms

_MIN_SLACK_SECONDS, _MAX_SLACK_SECONDS = 10 * 60, 12 * 60 * 60
"""The bounds, in seconds, of the slack after which the bot claims a late move."""
_SHORT_DIVISOR = 10
"""The slack of a claim takes a tenth of the time, and the last reminder leaves a tenth."""
_FIRST_LOOK_DIVISOR = 4
"""The first look for a reminder comes after a quarter of the time."""
_QUICK_PACE_SECONDS = 5 * 60
"""A pace in seconds below which ``_MIN_SLACK_SECONDS`` does not count."""
MAX_IDLE_SECONDS = 30 * 24 * 60 * 60
"""Seconds after the deadline until an untouched match ends."""
_MAX_LAST_REMINDER_SECONDS = 2 * 60 * 60
"""The most seconds from the last reminder to the deadline."""
_SATURDAY, _DAYS_A_WEEK = 5, 7


def earliest_deadline(match: Match) -> int | None:
    """The earliest possible deadline if nobody is away; None without a limit."""
    if match.phase is not Phase.PLAYING or not match.terms.limit:
        return None
    seconds = banks.shortest_decision_time(match)
    return add_counted_seconds(match.turn_at, seconds, match.terms.weekend)


def first_reminder(match: Match) -> int | None:
    """The earliest time to look for a reminder.

    This is after a quarter of the time. A reminder is due at half time, but comes earlier if half
    time is in the player's night. In a live match its board warns when little is left.
    """
    if (deadline := earliest_deadline(match)) is None:
        return None
    if match.terms.is_timed:
        return deadline - banks.low_bank(match)
    first = banks.shortest_decision_time(match) // _FIRST_LOOK_DIVISOR
    return add_counted_seconds(match.turn_at, first, match.terms.weekend)


def slack_of_pace(pace: int) -> int:
    """Seconds after a deadline until the bot itself claims a move at a pace."""
    shortest = _MIN_SLACK_SECONDS if pace >= _QUICK_PACE_SECONDS else 0
    return min(max(pace // _SHORT_DIVISOR, shortest), _MAX_SLACK_SECONDS)


def claim_slack(terms: Terms) -> int:
    """Seconds after a deadline until the bot claims a move of a competition or a live match."""
    return banks.PRESS_DELAY_SECONDS if terms.is_timed else slack_of_pace(terms.pace)


def earliest_claim(match: Match) -> int | None:
    """The time at which the bot claims the earliest awaited move, if it claims in this match."""
    by_the_bot = match.terms.competition or match.terms.is_timed
    if not by_the_bot or (deadline := earliest_deadline(match)) is None:
        return None
    return deadline + claim_slack(match.terms)


def seat_deadline(
    match: Match, seat: int, absences: Sequence[Absence] = (), outages: Sequence[Outage] = ()
) -> int | None:
    """The deadline of a seat's decision; None without a limit. In a competition or a live match
    ``absences`` do not move the deadline, but outages do.
    """
    clock = _clock_of(match, seat, absences, outages)
    return clock.deadline if clock is not None and match.phase is Phase.PLAYING else None


def helpful_outage(
    match: Match, seat: int, absences: Sequence[Absence], outages: Sequence[Outage]
) -> Outage | None:
    """The outage that gives a seat more time for its decision, if there is one."""
    clock = _clock_of(match, seat, absences, outages)
    return clock.outage if clock is not None and match.phase is Phase.PLAYING else None


def seat_claim_time(match: Match, seat: int, outages: Sequence[Outage]) -> int | None:
    """The time at which the bot would claim a seat's move; None without a limit."""
    if (deadline := seat_deadline(match, seat, (), outages)) is None:
        return None
    claim, since = deadline + claim_slack(match.terms), match.decision(seat).since
    if match.terms.is_timed:  # a turn that was never shown starts as late as possible
        return claim + banks.turn_start(match, seat) - banks.turn_start(match, seat, 0)
    later_outages = [each for each in outages if each.ended > since]
    return forgive_outages(claim, later_outages, grace_after_outage(match.terms.pace))


def is_overdue(match: Match, seat: int, at: int, outages: Sequence[Outage]) -> bool:
    """Whether the clock of a seat's latest decision had run out at a time, absences aside."""
    clock = _clock_of(match, seat, (), outages)
    return clock is not None and at >= clock.deadline


def unaware_seats(match: Match, to_move: Collection[int], now: int) -> frozenset[int]:
    """The seats to move whose players cannot know of their turn yet (``wait_for_player``)."""
    people = (seat for seat in to_move if match.phase is Phase.PLAYING and seat in match.seats)
    return frozenset(
        seat for seat in people if match.player(seat).is_person and match.decision(seat).since > now
    )


def is_abandoned(match: Match, due_at: int | None, now: int) -> bool:
    """Whether nobody has touched a match for a long time after its deadline. This is not used for
    matches of a running competition, where the bot claims late moves.
    """
    if match.phase is not Phase.PLAYING or due_at is None:
        return False
    return now >= max(due_at, match.changed_at) + MAX_IDLE_SECONDS


def end_abandoned(match: Match, due_at: int | None, now: int) -> Match:
    if not is_abandoned(match, due_at, now):
        raise Stale("This match has not been left alone for that long.")
    return end_match(match, Ending.ABANDONED, 0, now)


class Reminder(StrEnum):
    HALF = "half"
    LAST = "last"


class ReminderLook(NamedTuple):
    """The reminder that is due now, and the time of the next look for one."""

    due: Reminder | None = None
    since: int = 0
    """The start of the clock that the reminder is about."""
    next_look: int | None = None


def find_due_reminder(
    match: Match, seat: int, choices: PlayerChoices, now: int, outages: Sequence[Outage]
) -> ReminderLook:
    """The reminder of a seat's decision that is due now, if there is one.

    None is due before half time, after the deadline and on a weekend that does not count. Players
    who are away or in quiet hours get theirs right afterwards, if there is still time, of all their
    matches at once. The last reminder comes shortly before the end, or before the player's quiet
    hours if they last until the end. If an outage has moved the end, only the last reminder comes.
    """
    if match.phase is not Phase.PLAYING or not match.terms.pace:  # a live match needs none
        return ReminderLook()
    clock = _clock_of(match, seat, choices.absences, outages)
    if clock is None or now >= clock.deadline:
        return ReminderLook()
    if is_in_peace(choices, now):
        return ReminderLook(next_look=end_of_peace(choices, now))
    if is_free_weekend(now, match.terms.weekend):
        return ReminderLook(next_look=add_counted_seconds(now, 0, match.terms.weekend))
    since, seconds = clock.since, clock.seconds
    before_end = min(seconds // _SHORT_DIVISOR, _MAX_LAST_REMINDER_SECONDS)
    last = _add_seconds(match, since, max(0, seconds - before_end), clock.absences)
    half = last if clock.outage else _add_seconds(match, since, seconds // 2, clock.absences)
    quiet = start_of_quiet(choices, clock.deadline - 1)
    if quiet is not None and since < quiet <= last:
        last = max(quiet - before_end, (since + quiet) // 2)
    half = min(half, last)
    if now < half:
        return ReminderLook(None, since, next_look=half)
    due, next_look = (Reminder.HALF, last) if now < last else (Reminder.LAST, None)
    return ReminderLook(due, since, next_look)


class _Clock(NamedTuple):
    since: int
    seconds: int
    """The time from ``since`` to the deadline that counts."""
    absences: Sequence[Absence]
    """The parts of absences during which it stops."""
    deadline: int
    outage: Outage | None = None
    """The outage before it, if this is the time of grace after one; None for the ordinary clock."""


def _clock_of(
    match: Match, seat: int, absences: Sequence[Absence], outages: Sequence[Outage]
) -> _Clock | None:
    """The clock of a seat's latest decision, or a later grace; None without a limit."""

    def start_clock(start: int, seconds: int, outage: Outage | None = None) -> _Clock:
        stops = absences and not match.terms.competition
        stopping = _stopping_absences(match, start, seconds, absences) if stops else []
        deadline = _add_seconds(match, start, seconds, stopping)
        return _Clock(start, seconds, stopping, deadline, outage)

    if not match.terms.limit:
        return None
    since, seconds = match.decision(seat).since, match.terms.pace
    if match.terms.bank:
        since, seconds = banks.turn_start(match, seat, 0), banks.decision_time(match, seat)
    if match.terms.is_timed:  # it stops during an outage, and there is no grace
        deadline = pass_time(since, seconds, outages)
        during = (each for each in outages if each.ended > since and each.began < deadline)
        return _Clock(since, seconds, (), deadline, max(during, default=None))
    clock = start_clock(since, seconds)
    for outage in sorted(outages):
        if outage.ended > since and outage.began <= clock.deadline:
            grace = start_clock(outage.ended, grace_after_outage(seconds), outage)
            clock = max(clock, grace, key=attrgetter("deadline"))
    return clock


def _stopping_absences(
    match: Match, since: int, seconds: int, absences: Sequence[Absence]
) -> list[Absence]:
    """The times at which a clock stops because its player is away."""
    weekend, stopped_seconds = match.terms.weekend, 0
    stopping: list[Absence] = []
    for start, end in granted_absences(absences) if match.terms.rated else sorted(absences):
        begins = max([start, since, *(before for _, before in stopping)])
        ends = min(end, begins + MAX_AWAY_SECONDS - stopped_seconds)
        deadline = _add_seconds(match, since, seconds, stopping)
        if begins < ends and counted_seconds(begins, deadline, weekend) > MIN_SECONDS_LEFT:
            stopping.append((begins, ends))
            stopped_seconds += ends - begins
    return stopping


def _add_seconds(match: Match, since: int, seconds: int, absences: Sequence[Absence]) -> int:
    """The time at which so many seconds of a decision that count have passed."""
    weekend = match.terms.weekend
    for begins, ends in absences:
        if (end := add_counted_seconds(since, seconds, weekend)) <= begins:
            return end
        seconds -= counted_seconds(since, begins, weekend)
        since = ends
    return add_counted_seconds(since, seconds, weekend)


# ---------------------------------------------------------------------- weekends


def add_counted_seconds(start: int, seconds: int, weekend: str) -> int:
    """The time at which so many seconds that count have passed. Weekends in the time zone
    ``weekend`` do not count; if it is empty, all seconds do.
    """
    if not weekend:
        return start + seconds
    while True:
        begins, ends = _next_weekend(start, weekend)
        if start < begins and start + seconds <= begins:
            return start + seconds
        seconds -= max(begins - start, 0)
        start = ends


def counted_seconds(start: int, end: int, weekend: str) -> int:
    """The seconds that count between two times, as in ``add_counted_seconds``."""
    counted = end - start
    while weekend and start < end:
        begins, ends = _next_weekend(start, weekend)
        counted -= max(min(ends, end) - max(begins, start), 0)
        start = ends
    return counted


def is_free_weekend(now: int, weekend: str) -> bool:
    """Whether a weekend that does not count is running."""
    return bool(weekend) and _next_weekend(now, weekend)[0] <= now


def _next_weekend(at: int, zone_name: str) -> tuple[int, int]:
    """The start and end of the first weekend that is not over at that time. Days begin at midnight
    in the time zone, so some weekends are an hour longer or shorter.
    """
    zone = time_zone(zone_name)
    local = datetime.fromtimestamp(at, zone)
    midnight = local.replace(hour=0, minute=0, second=0, fold=0, tzinfo=None)
    saturday = midnight + timedelta(days=_SATURDAY - local.weekday())
    begins, ends = (
        int((saturday + timedelta(days=days)).replace(tzinfo=zone).timestamp())
        for days in (0, _DAYS_A_WEEK - _SATURDAY)
    )
    return begins, ends
