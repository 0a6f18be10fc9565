"""The turning points of a running match, from what everybody may know: few, so each is news."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from prowlerbot.core.game import LEAVE
from prowlerbot.match.timeline import Timeline

_HELD = 3
"""The moves for which a seat has to stay ahead until it counts as the leader."""
_APART = 8
"""The least number of moves between two changes of the lead."""


class Turn(NamedTuple):
    """After ``at`` plays a seat took the lead with these ``points`` of all seats, or without points
    it left the match.
    """

    at: int
    seat: int
    points: tuple[int, ...] = ()


def turns(known: Timeline, points: Callable[[Any], Sequence[int]]) -> list[Turn]:
    """The turning points so far; ``points`` gives those of all seats in a position, or none."""
    found: list[Turn] = []
    leader = ahead = held = 0
    latest = -_APART
    for at, play in enumerate(known.plays, 1):
        if play.move == LEAVE:
            found.append(Turn(at, play.seat))
        present = points(known.views[at].seen)
        now = _leader(present)
        held = held + 1 if now == ahead else 1
        ahead = now
        if now in {0, leader} or held < _HELD or (leader and at - latest < _APART):
            continue
        if leader:  # the first lead is no change
            found.append(Turn(at, now, tuple(present)))
            latest = at
        leader = now
    return found


def _leader(points: Sequence[int]) -> int:
    """The seat with the most points; 0 for none or several."""
    if len(points) < 2:
        return 0
    best = max(points)
    return points.index(best) + 1 if list(points).count(best) == 1 else 0
