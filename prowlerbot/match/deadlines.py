"""The time to think: the deadline of a decision, and the consequences once it has passed.

The clock of a decision starts when its seat is to move; each seat has its own. Time during which
its player is marked as away does not count, up to two weeks per decision.
"""

from __future__ import annotations

from prowlerbot.core.errors import Stale
from prowlerbot.match.match import Ending, Match, Phase, over

LONGEST_AWAY = 14 * 24 * 60 * 60
"""The most seconds by which an absence can move the deadline of one decision."""
LEFT_ALONE = 30 * 24 * 60 * 60
"""Seconds after the deadline until an untouched match ends."""


def due(match: Match) -> int:
    """The earliest deadline of the awaited decisions if nobody is away, in epoch seconds; 0 for no
    limit.
    """
    if match.phase is not Phase.PLAYING or not match.terms.pace:
        return 0
    return match.turn_at + match.terms.pace


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
    """End an abandoned match without a result."""
    if not abandoned(match, due_at, now):
        raise Stale("This match has not been left alone for that long.")
    return over(match, Ending.ABANDONED, 0, now)
