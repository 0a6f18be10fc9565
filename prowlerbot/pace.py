"""How long a player may think: the deadline of a move, and what follows once it has passed.

The clock of a move starts with the turn. Time in which the player to move has said to be away does
not count, up to two weeks a move.
"""

from __future__ import annotations

from prowlerbot.match import Match, Phase

LONGEST_AWAY = 14 * 24 * 60 * 60
"""Seconds by which being away can move the deadline of one move."""


def due(match: Match) -> int:
    """When the present move is due if nobody is away, in epoch seconds; 0 for no limit."""
    if match.phase is not Phase.PLAYING or not match.terms.pace:
        return 0
    return match.turn_at + match.terms.pace


def deadline(match: Match, away_until: int = 0) -> int | None:
    """When the present move is due, in epoch seconds; None where there is no limit.

    ``away_until`` is the time until which a player to move has said to be away.
    """
    if not due(match):
        return None
    away = min(max(away_until - match.turn_at, 0), LONGEST_AWAY)
    return due(match) + away
