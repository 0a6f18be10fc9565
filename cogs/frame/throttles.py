"""How much one user may ask for, and how often: all numbers, and the counts in memory behind them.

Each process counts for itself. Knows no Discord, as a worker process imports this file.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager

from prowlerbot.core.errors import Denied
from prowlerbot.core.recent import Recent
from prowlerbot.match.match import Player

AT_ONCE = 3
"""Presses and commands of one user waiting for an answer, wherever; a person never has more."""
EVERYWHERE_A_MINUTE = 120
"""Presses and commands of one user in all servers together, or more where a server allows more."""
LIVE_A_MINUTE = 360
"""The same, in a server too, for whoever is in a match that is played live: six a second."""
REFUSALS_A_MINUTE = 10
"""How often one user is told that they are too fast; anything beyond that gets no answer."""
UNREAD_AT_ONCE = AT_ONCE + REFUSALS_A_MINUTE
"""Whoever has so many on the way gets no answer to another one, so it is dropped unread."""
SUGGESTIONS_A_MINUTE = 240
"""One for each letter that somebody types fast."""
PINGS_A_MINUTE = 6
"""By one user at one person, by whatever means."""
LARGE_WORK_A_MINUTE = 3
"""Pieces of work of one user; each costs as much as many presses."""
JOBS_AT_ONCE = 8
"""Jobs of all users, one each, that wait for a worker process or are under way there."""

_MINUTE = 60.0
_REMEMBERED = 10_000
"""Buckets, and pairs of people; the one unused for longest makes room, and is full or nearly."""


class TooMuch(Denied):
    """A press or command beyond what one user may ask for."""


def clock() -> float:
    """Seconds, as the event loop counts them."""
    return asyncio.get_running_loop().time()


class Buckets:
    """Each key has a bucket that fills up within a minute; taking from an empty one is refused."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._buckets: Recent[Hashable, tuple[float, float]] = Recent(_REMEMBERED)

    def take(self, key: Hashable, a_minute: int) -> float:
        """Take one; returns 0, or the seconds until there is one again where none was left."""
        left, wait = self._look(key, a_minute)
        self._buckets.keep(key, (left if wait else left - 1, self._clock()))
        return wait

    def wait(self, key: Hashable, a_minute: int) -> float:
        """What ``take`` would return, without taking one."""
        return self._look(key, a_minute)[1]

    def _look(self, key: Hashable, a_minute: int) -> tuple[float, float]:
        """How many are left, and the seconds until there is one."""
        now = self._clock()
        left, at = self._buckets.find(key) or (float(a_minute), now)
        left = min(float(a_minute), left + (now - at) * a_minute / 60)
        return left, 0.0 if left >= 1 else (1 - left) * 60 / a_minute


class Pings:
    """Counts in memory the pings of one user at another, whatever brought them about.

    Once somebody has answered with a move of their own, the count begins anew: players who move
    fast are called to every turn.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._latest: Recent[tuple[int, int], deque[float]] = Recent(_REMEMBERED)

    def check(self, by: int, players: Iterable[Player]) -> None:
        """Raise TooMuch where one of these people has been pinged by this user too often."""
        for player in players:
            if wait := self._wait(by, player.id):
                raise TooMuch(
                    "You have pinged {player} {count} times in a minute. You can continue in"
                    " {seconds} s.",
                    player=player,
                    count=PINGS_A_MINUTE,
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
        latest = self._latest.find((by, user)) or deque[float](maxlen=PINGS_A_MINUTE)
        latest.append(self._clock())
        self._latest.keep((by, user), latest)
        return True

    def answered(self, user: int, others: Iterable[int]) -> None:
        """Somebody has done something in a match with these others."""
        for other in others:
            self._latest.drop((other, user))

    def _wait(self, by: int, user: int) -> float:
        """Seconds until this user may have that one pinged."""
        latest = self._latest.find((by, user))
        if latest is None or len(latest) < PINGS_A_MINUTE:
            return 0.0
        return max(0.0, latest[0] + _MINUTE - self._clock())


class LargeWork:
    """Large pieces of work, one at a time: each user waits behind nobody but themselves.

    ``line`` is held while one is done; users come to it in the order in which they asked.
    """

    def __init__(self) -> None:
        self._users: set[int] = set()
        self._asked = Buckets(clock)
        self.line = asyncio.Lock()

    @contextmanager
    def place(self, user: int) -> Iterator[None]:
        """For what this user asks for; raises Denied for a second one, and TooMuch."""
        if user in self._users:
            raise Denied("Your last request is still running; please wait for it.")
        if wait := self._asked.take(user, LARGE_WORK_A_MINUTE):
            raise TooMuch(
                "This is a lot of work, so you can do it {count} times a minute. You can continue"
                " in {seconds} s.",
                count=LARGE_WORK_A_MINUTE,
                seconds=math.ceil(wait),
            )
        self._users.add(user)
        try:
            yield
        finally:
            self._users.discard(user)


class LineAMinute:
    """Counts what happens often on a bad day, to be told in the log at most once a minute."""

    def __init__(self) -> None:
        self._count = 0
        self._told = float("-inf")

    def add(self) -> int:
        """Count one more; returns how many there are to tell of now, 0 if that has to wait."""
        self._count += 1
        now = time.monotonic()
        if 0 <= now - self._told < _MINUTE:
            return 0
        count, self._count, self._told = self._count, 0, now
        return count
