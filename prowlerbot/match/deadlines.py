"""How long a player may think: the deadline of a move, and what follows once it has passed.

The clock of a move starts with the turn. Time in which the player to move has said to be away does
not count, up to two weeks a move.
"""

from __future__ import annotations

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import Game
from prowlerbot.match.match import Ending, Match, Phase, only_while_playing, over, seat_at
from prowlerbot.match.play import states

LONGEST_AWAY = 14 * 24 * 60 * 60
"""Seconds by which being away can move the deadline of one move."""
LEFT_ALONE = 30 * 24 * 60 * 60
"""Seconds after the deadline at which a match that nobody touches is ended."""


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


def abandoned(match: Match, due_at: int | None, now: int) -> bool:
    """Whether the players have left a match alone for long after its deadline."""
    if match.phase is not Phase.PLAYING or due_at is None:
        return False
    return now >= max(due_at, match.changed_at) + LEFT_ALONE


def abandon(match: Match, due_at: int | None, now: int) -> Match:
    """End a match, without a result, that the players have left alone."""
    if not abandoned(match, due_at, now):
        raise Stale("This match has not been left alone for so long.")
    return over(match, Ending.ABANDONED, 0, now)


def claim(match: Match, game: Game, user: int, due_at: int | None, now: int) -> Match:
    """Win a match in which the others have let their time run out."""
    seat = seat_at(match, user)
    only_while_playing(match)
    if due_at is None:
        raise Denied("This match has no time limit, so there is no victory to claim.")
    if seat in states(match, game)[-1].to_move:
        raise Denied("It is your own turn, so there is no victory for you to claim.")
    if now < due_at:
        raise Denied("The time for this move has not run out yet.")
    return over(match, Ending.CLAIMED, seat, now)
