"""How often one user may have somebody pinged: a few times a minute, by whatever means."""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable

from cogs.frame.limits import TooMuch
from prowlerbot.match.match import Player

A_MINUTE = 6
_MINUTE = 60.0
_REMEMBERED = 10_000
"""Pairs of people; the one without a ping for longest makes room."""


class Pings:
    """Counts in memory the pings of one user at another, whatever brought them about.

    Once somebody has answered with a move of their own, the count begins anew: players who move
    fast are called to every turn.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._latest: OrderedDict[tuple[int, int], deque[float]] = OrderedDict()

    def check(self, by: int, players: Iterable[Player]) -> None:
        """Raise TooMuch where one of these people has been pinged by this user too often."""
        for player in players:
            if wait := self._wait(by, player.id):
                raise TooMuch(
                    "You have pinged {player} {count} times in a minute. You can continue in"
                    " {seconds} s.",
                    player=player,
                    count=A_MINUTE,
                    seconds=math.ceil(wait),
                )

    def take(self, by: int, user: int) -> bool:
        """Count a ping by somebody; False where it would be one too many.

        What the bot does by itself, ``by`` 0, is done once for each occasion, so it may.
        """
        if not by or by == user:
            return True
        if self._wait(by, user):
            return False
        latest = self._latest.pop((by, user), deque[float](maxlen=A_MINUTE))
        latest.append(self._clock())
        self._latest[by, user] = latest
        if len(self._latest) > _REMEMBERED:
            self._latest.popitem(last=False)
        return True

    def answered(self, user: int, others: Iterable[int]) -> None:
        """Somebody has done something in a match with these others."""
        for other in others:
            self._latest.pop((other, user), None)

    def _wait(self, by: int, user: int) -> float:
        """Seconds until this user may have that one pinged."""
        latest = self._latest.get((by, user))
        if latest is None or len(latest) < A_MINUTE:
            return 0.0
        return max(0.0, latest[0] + _MINUTE - self._clock())
