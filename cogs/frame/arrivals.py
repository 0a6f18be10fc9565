"""Counts the unanswered interactions of each user and drops a surplus unread.

discord.py creates objects and a task for every interaction of a burst before any of those tasks
can refuse it, and all other presses wait behind them. So the surplus of one user is dropped while
it is still JSON: exactly the interactions that ``limits`` would leave unanswered.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import discord

from cogs.frame.throttles import LineAMinute
from prowlerbot.core.recent import Recent

log = logging.getLogger(__name__)

_WAITED_FOR = 3.0
"""Seconds for which Discord waits for an answer."""
_REMEMBERED = 10_000
"""Users; the least recently active one makes room."""

_Interaction = discord.Interaction[Any]


class _Arrival:
    """``interaction`` is set once its handling has begun."""

    __slots__ = ("at", "interaction")

    def __init__(self, at: float) -> None:
        self.at = at
        self.interaction: _Interaction | None = None

    def waits(self, now: float) -> bool:
        """Whether the user still waits for an answer."""
        if self.interaction is not None and self.interaction.response.is_done():
            return False
        return now - self.at < _WAITED_FOR


class Arrivals:
    """Lets in at most ``most`` unanswered interactions of one user."""

    def __init__(self, clock: Callable[[], float], most: int) -> None:
        self._clock = clock
        self._most = most
        self._users: Recent[int, dict[int, _Arrival]] = Recent(_REMEMBERED)
        self._dropped = LineAMinute()

    def let_in(self, event: Any) -> bool:
        """Whether to process an interaction, given as Discord sent it."""
        asker = event.get("user") or event.get("member", {}).get("user")
        if not asker:
            return True  # such as Discord's ping
        user, now = int(asker["id"]), self._clock()
        own = self._users.find(user) or {}
        if len(own) >= self._most:
            own = {number: each for number, each in own.items() if each.waits(now)}
        self._users.keep(user, own)
        if len(own) >= self._most:
            if count := self._dropped.add():
                log.warning("dropped, as one user has sent too many at once: %d", count)
            return False
        own[int(event["id"])] = _Arrival(now)
        return True

    @contextmanager
    def handling(self, interaction: _Interaction) -> Iterator[None]:
        """Mark the interaction as being handled; it stops counting on exit."""
        user = interaction.user.id
        if arrival := (self._users.find(user) or {}).get(interaction.id):
            arrival.interaction = interaction
        try:
            yield
        finally:
            own = self._users.find(user) or {}
            own.pop(interaction.id, None)
            if not own:
                self._users.drop(user)
