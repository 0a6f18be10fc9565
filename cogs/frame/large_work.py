"""Large pieces of work, one at a time: who asks for many waits behind nobody but themselves."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from contextlib import contextmanager

from cogs.frame.buckets import Buckets, clock
from cogs.frame.limits import TooMuch
from prowlerbot.core.errors import Denied

A_MINUTE = 3
"""Pieces of work of one user; each costs as much as many presses."""


class LargeWork:
    """``line`` is held while one is done; users come to it in the order in which they asked."""

    def __init__(self) -> None:
        self._users: set[int] = set()
        self._asked = Buckets(clock)
        self.line = asyncio.Lock()

    @contextmanager
    def place(self, user: int) -> Iterator[None]:
        """For what this user asks for; raises Denied for a second one, and TooMuch."""
        if user in self._users:
            raise Denied("Your last request is still running; please wait for it.")
        if wait := self._asked.take(user, A_MINUTE):
            raise TooMuch(
                "This is a lot of work, so you can do it {count} times a minute. You can continue"
                " in {seconds} s.",
                count=A_MINUTE,
                seconds=math.ceil(wait),
            )
        self._users.add(user)
        try:
            yield
        finally:
            self._users.discard(user)
