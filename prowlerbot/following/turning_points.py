"""The turning points of a running match that everybody may know. They are few, so each is news."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from prowlerbot.core.game import LEAVE
from prowlerbot.match.timeline import Timeline

_LEAD_HELD = 3
"""The moves for which a seat has to stay ahead before it counts as the leader."""
_TURNS_APART = 8
"""The least number of moves between two changes of the lead."""


class Turn(NamedTuple):
    """After ``at`` plays a seat took the lead with these ``points`` or, without, left."""

    at: int
    seat: int
    points: tuple[int, ...] = ()


def public_turns(known: Timeline, points: Callable[[Any], Sequence[int]]) -> list[Turn]:
    """The turning points so far; ``points`` gives the points of all seats in a position, if any."""
    turning_points: list[Turn] = []
    leader = ahead = held = 0
    latest = -_TURNS_APART
    for at, play in enumerate(known.plays, 1):
        if play.move == LEAVE:
            turning_points.append(Turn(at, play.seat))
        current = points(known.views[at].seen)
        now = _leader(current)
        held = held + 1 if now == ahead else 1
        ahead = now
        if now in {0, leader} or held < _LEAD_HELD or (leader and at - latest < _TURNS_APART):
            continue
        if leader:  # the first lead is no change
            turning_points.append(Turn(at, now, tuple(current)))
            latest = at
        leader = now
    return turning_points


def _leader(points: Sequence[int]) -> int:
    """The seat with the most points; 0 for none or several."""
    if len(points) < 2:
        return 0
    best = max(points)
    return points.index(best) + 1 if list(points).count(best) == 1 else 0
