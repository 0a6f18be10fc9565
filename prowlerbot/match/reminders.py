"""The times of reminders to a player, and the times without any. Pure."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from prowlerbot.match.preferences import PlayerChoices

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
    span = deadline - turn_at
    if not turn_at + span // 2 <= now < deadline:
        return None
    return Reminder.LAST if now >= deadline - min(span // 10, _LAST_CALL) else Reminder.HALF


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
