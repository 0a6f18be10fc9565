"""How long a player may think: the deadline of a decision, and what follows once it has passed.

The clock of a decision starts when the seat is to move, each seat's for itself. Time for which its
player is marked as away does not count, up to two weeks a decision.
"""

from __future__ import annotations

from prowlerbot.core.errors import Stale
from prowlerbot.match.match import Ending, Match, Phase, over

LONGEST_AWAY = 14 * 24 * 60 * 60
"""Seconds by which being away can move the deadline of one decision."""
LEFT_ALONE = 30 * 24 * 60 * 60
"""Seconds after the deadline at which a match that nobody touches is ended."""


def due(match: Match) -> int:
    """When the first of the awaited decisions is due if nobody is away, in epoch seconds; 0 for no
    limit.
    """
    if match.phase is not Phase.PLAYING or not match.terms.pace:
        return 0
    return match.turn_at + match.terms.pace


def deadline(match: Match, seat: int, away_until: int = 0) -> int | None:
    """When the decision of a seat is due, in epoch seconds; None where there is no limit.

    ``away_until`` is when its player will be back.
    """
    if match.phase is not Phase.PLAYING or not match.terms.pace:
        return None
    since = match.decision(seat).since
    away = min(max(away_until - since, 0), LONGEST_AWAY)
    return since + match.terms.pace + away


def abandoned(match: Match, due_at: int | None, now: int) -> bool:
    """Whether the players have left a match alone for long after its deadline."""
    if match.phase is not Phase.PLAYING or due_at is None:
        return False
    return now >= max(due_at, match.changed_at) + LEFT_ALONE


def abandon(match: Match, due_at: int | None, now: int) -> Match:
    """End, without a result, a match that the players have left alone."""
    if not abandoned(match, due_at, now):
        raise Stale("This match has not been left alone for that long.")
    return over(match, Ending.ABANDONED, 0, now)
