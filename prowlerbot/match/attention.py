"""Attention: players who are at the board already, and the one player that a stage waits for.

Both follow from the match, so nothing is stored and a restart changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection

from prowlerbot.match.match import Match, Phase

THERE = 60
"""Seconds after their own press within which players need no call to their next turn."""
PAUSE = 2 * 60
"""Seconds without a move after which the bot calls such players too."""
_SEVERAL = 2
"""The number of other people who must be done before the last one is called as awaited."""


def is_there(match: Match, seat: int, now: int) -> bool:
    """Whether the player of a seat to move made a move within a minute before the turn began, and
    the turn has not paused since.

    A challenge counts as the first press of its host, except in competitions, where the bot makes
    the matches. A move made by a plan does not show that its player is there.
    """
    since = match.decision(seat).since
    if match.phase is not Phase.PLAYING or now >= since + PAUSE:
        return False
    plays = (play for play in reversed(match.plays) if play.seat == seat and not play.planned)
    own = (play.at for play in plays if play.moment >= 0)
    hosted = seat == match.challenger and not match.terms.competition
    first = match.created_at if hosted else since - THERE - 1
    return next(own, first) >= since - THERE


def last_awaited(match: Match, to_move: Collection[int], now: int) -> int:
    """The only seat that has not finished a stage, if several other people have finished it and
    nothing has happened for the length of a pause; 0 for none.
    """
    latest = match.plays[-1].at if match.plays else 0  # perhaps in secret
    if len(to_move) != 1 or now < max(match.changed_at, latest) + PAUSE:
        return 0
    (last,) = to_move
    people = [seat for seat in match.seats if match.player(seat).is_person and seat != last]
    done = sum(match.decision(seat).concealed > 0 for seat in people)
    return last if done >= _SEVERAL else 0
