"""The time to think: the deadline of a decision, reminders on the way, and the consequences.

The clock of a decision starts when its seat is to move; each seat has its own. Time during which
its player is marked as away does not count, up to two weeks per decision, unless the decision was
late or had an hour or less as that began. Nor do weekends, if the terms say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from prowlerbot.core.errors import Stale
from prowlerbot.match.match import Ending, Match, Phase, over
from prowlerbot.match.preferences import PlayerChoices

LONGEST_AWAY = 14 * 24 * 60 * 60
"""The most seconds by which an absence can move the deadline of one decision."""
TOO_LATE = 60 * 60
"""Seconds that a decision must have left for an absence to move its deadline: else whoever is late
could take that back, and a quick match would stand still.
"""
LEAST_GRACE, MOST_GRACE = 10 * 60, 12 * 60 * 60
LEFT_ALONE = 30 * 24 * 60 * 60
"""Seconds after the deadline until an untouched match ends."""


def due(match: Match) -> int:
    """The earliest deadline if nobody is away, in epoch seconds; 0 for no limit."""
    if match.phase is not Phase.PLAYING or not match.terms.pace:
        return 0
    return counted_on(match.turn_at, match.terms.pace, match.terms.weekend)


def first_reminder(match: Match) -> int:
    """The earliest time of a reminder, in epoch seconds; 0 for none."""
    terms = match.terms
    return counted_on(match.turn_at, terms.pace // 2, terms.weekend) if due(match) else 0


def grace(pace: int) -> int:
    """Seconds after a deadline until the bot itself claims a move in a competition."""
    return min(max(pace // 10, LEAST_GRACE), MOST_GRACE)


def claim_at(match: Match) -> int:
    """When the bot itself claims the earliest awaited move, in epoch seconds; 0 for never."""
    if not match.terms.competition or not due(match):
        return 0
    return due(match) + grace(match.terms.pace)


def deadline(
    match: Match, seat: int, away_until: int = 0, absences: Sequence[tuple[int, int]] = ()
) -> int | None:
    """The deadline of a seat's decision, in epoch seconds; None where there is no limit.

    ``absences`` are the starts and ends of its player's absences, ``away_until`` is the end of one
    that nobody knows the start of. In a competition nobody waits for any of them.
    """
    if match.phase is not Phase.PLAYING or not match.terms.pace:
        return None
    since, pace, weekend = match.decision(seat).since, match.terms.pace, match.terms.weekend
    due, away = counted_on(since, pace, weekend), 0
    for start, end in () if match.terms.competition else sorted([(0, away_until), *absences]):
        begins = max(start, since)
        if begins < end and counted_between(begins, due, weekend) > TOO_LATE:
            away = min(away + end - begins, LONGEST_AWAY)
            due = counted_on(since + away, pace, weekend)
    return due


_SATURDAY = 5
_WEEK = 7


def counted_on(start: int, seconds: int, weekend: str) -> int:
    """The time at which so many seconds that count have passed, all but those of weekends in the
    time zone ``weekend``; if that is empty, all count.
    """
    if not weekend:
        return start + seconds
    while True:
        begins, ends = _next_weekend(start, weekend)
        if start < begins and start + seconds <= begins:
            return start + seconds
        seconds -= max(begins - start, 0)
        start = ends


def counted_between(start: int, end: int, weekend: str) -> int:
    """The seconds between two times that count."""
    counted = end - start
    while weekend and start < end:
        begins, ends = _next_weekend(start, weekend)
        counted -= max(min(ends, end) - max(begins, start), 0)
        start = ends
    return counted


def is_paused(now: int, weekend: str) -> bool:
    """Whether a weekend that does not count is running."""
    return bool(weekend) and _next_weekend(now, weekend)[0] <= now


def _next_weekend(at: int, timezone: str) -> tuple[int, int]:
    """The start and end of the first weekend that is not over at that time. Days begin at midnight
    there, so some weekends are an hour longer or shorter.
    """
    there = zone(timezone)
    local = datetime.fromtimestamp(at, there)
    midnight = local.replace(hour=0, minute=0, second=0, fold=0, tzinfo=None)
    saturday = midnight + timedelta(days=_SATURDAY - local.weekday())
    begins, ends = (
        int((saturday + timedelta(days=days)).replace(tzinfo=there).timestamp())
        for days in (0, _WEEK - _SATURDAY)
    )
    return begins, ends


def abandoned(match: Match, due_at: int | None, now: int) -> bool:
    """Whether nobody has touched a match for long after its deadline.

    Nobody asks this of a match of a running competition, where the bot claims late moves.
    """
    if match.phase is not Phase.PLAYING or due_at is None:
        return False
    return now >= max(due_at, match.changed_at) + LEFT_ALONE


def abandon(match: Match, due_at: int | None, now: int) -> Match:
    if not abandoned(match, due_at, now):
        raise Stale("This match has not been left alone for that long.")
    return over(match, Ending.ABANDONED, 0, now)


_LAST_CALL = 2 * 60 * 60
"""Seconds from the last reminder to the deadline; at a quick pace a tenth of the time."""


class Reminder(StrEnum):
    """``TURN`` and ``OVER`` are calls to a turn and to the end of a match that did not go out in
    time; ``AWAITED`` says that all others wait, ``SEAT`` calls others to take the seat of
    somebody who has left.
    """

    TURN = "turn"
    OVER = "over"
    AWAITED = "awaited"
    SEAT = "seat"
    HALF = "half"
    LAST = "last"


def due_reminder(turn_at: int, deadline: int, now: int, weekend: str = "") -> Reminder | None:
    """The due reminder for a turn; None before half time, after the deadline and on a weekend that
    does not count.
    """
    half, last = _reminded_at(turn_at, deadline, weekend)
    if not half <= now < deadline or is_paused(now, weekend):
        return None
    return Reminder.LAST if now >= last else Reminder.HALF


def next_reminder(turn_at: int, deadline: int, now: int, weekend: str = "") -> int:
    """When the next reminder of a turn will be due after those that are due by now; 0 for never."""
    if is_paused(now, weekend):
        return counted_on(now, 0, weekend)
    return next((at for at in _reminded_at(turn_at, deadline, weekend) if at > now), 0)


def _reminded_at(turn_at: int, deadline: int, weekend: str) -> tuple[int, int]:
    """Half time, and shortly before the end."""
    span = counted_between(turn_at, deadline, weekend)
    near = span - min(span // 10, _LAST_CALL)
    return counted_on(turn_at, span // 2, weekend), counted_on(turn_at, near, weekend)


def zone(name: str) -> tzinfo:
    """The time zone of a name such as Europe/Berlin; UTC for an unknown one."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def in_peace(choices: PlayerChoices, now: int) -> bool:
    """Whether the player is away, or it is within their quiet hours."""
    if now < choices.away_until:
        return True
    hour = datetime.fromtimestamp(now, zone(choices.zone_name)).hour
    start, end = choices.quiet_from, choices.quiet_to
    if start <= end:
        return start <= hour < end
    return hour >= start or hour < end
