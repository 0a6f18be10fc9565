"""The time to think: the deadline of a decision, reminders on the way, and the consequences.

The clock of a decision starts when its seat is to move; each seat has its own. Time during which
its player is marked as away does not count, up to two weeks per decision.
"""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from prowlerbot.core.errors import Stale
from prowlerbot.match.match import Ending, Match, Phase, over
from prowlerbot.match.preferences import PlayerChoices

LONGEST_AWAY = 14 * 24 * 60 * 60
"""The most seconds by which an absence can move the deadline of one decision."""
LEFT_ALONE = 30 * 24 * 60 * 60
"""Seconds after the deadline until an untouched match ends."""


def due(match: Match) -> int:
    """The earliest deadline if nobody is away, in epoch seconds; 0 for no limit."""
    if match.phase is not Phase.PLAYING or not match.terms.pace:
        return 0
    return match.turn_at + match.terms.pace


def first_reminder(match: Match) -> int:
    """The earliest time of a reminder, in epoch seconds; 0 for none."""
    return match.turn_at + match.terms.pace // 2 if due(match) else 0


def deadline(match: Match, seat: int, away_until: int = 0) -> int | None:
    """The deadline of a seat's decision, in epoch seconds; None where there is no limit.

    ``away_until`` is the time of its player's return.
    """
    if match.phase is not Phase.PLAYING or not match.terms.pace:
        return None
    since = match.decision(seat).since
    away = min(max(away_until - since, 0), LONGEST_AWAY)
    return since + match.terms.pace + away


def abandoned(match: Match, due_at: int | None, now: int) -> bool:
    """Whether nobody has touched a match for long after its deadline."""
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
    time.
    """

    TURN = "turn"
    OVER = "over"
    HALF = "half"
    LAST = "last"


def due_reminder(turn_at: int, deadline: int, now: int) -> Reminder | None:
    """The due reminder for a turn; None before half time and after the deadline."""
    half, last = _reminded_at(turn_at, deadline)
    if not half <= now < deadline:
        return None
    return Reminder.LAST if now >= last else Reminder.HALF


def next_reminder(turn_at: int, deadline: int, now: int) -> int:
    """When the next reminder of a turn will be due after those that are due by now; 0 for never."""
    return next((at for at in _reminded_at(turn_at, deadline) if at > now), 0)


def _reminded_at(turn_at: int, deadline: int) -> tuple[int, int]:
    """Half time, and shortly before the end."""
    span = deadline - turn_at
    return turn_at + span // 2, deadline - min(span // 10, _LAST_CALL)


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
    hour = datetime.fromtimestamp(now, zone(choices.timezone)).hour
    start, end = choices.quiet_from, choices.quiet_to
    if start <= end:
        return start <= hour < end
    return hour >= start or hour < end
