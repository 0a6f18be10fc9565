"""Interactions of a shard that passes from one process to another; both get each event.

The old process answers until it offers the shard; the offer lists the interactions that it has
begun. The new process holds interactions until the shard is its own, and then handles those that
are not in the list. If no process takes the offer, the old one handles the interactions that it
held meanwhile.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from cogs.discord_py.shard_set import SHARD


@dataclass(eq=False)
class PassingPresses:
    """The interactions that a process holds and has begun, each as Discord sent it.

    ``handle`` gets the interactions that were held.
    """

    held_for = 2.5
    """Seconds after which an interaction can no longer be answered in the three that it has."""
    most = 1_000
    """Interactions of a shard that are held at once."""
    remembered_for = 10.0
    """Seconds in which both processes surely get an event."""

    _handle: Callable[[Any], None]
    _clock: Callable[[], float]

    def __post_init__(self) -> None:
        self._begun: deque[tuple[float, int, int]] = deque()
        """The interactions of the last seconds: when they began, their shard and their id."""
        self._held: dict[int, deque[tuple[float, Any]]] = {}
        self._theirs: dict[int, tuple[float, Collection[int]]] = {}
        """For each shard, the time until which its last process may still answer interactions."""

    def begin_interaction(self, event: Any) -> bool:
        """Note that an interaction is handled; False if another process has begun it."""
        shard, number, now = event[SHARD], int(event["id"]), self._clock()
        until, theirs = self._theirs.get(shard, (now, ()))
        if now < until and number in theirs:
            return False
        while self._begun and self._begun[0][0] < now - self.remembered_for:
            self._begun.popleft()
        self._begun.append((now, shard, number))
        return True

    def begun(self, shard: int) -> list[int]:
        """The interactions of a shard that this process has begun lately, by their ids."""
        return [number for _, its, number in self._begun if its == shard]

    def hold(self, event: Any) -> None:
        """Keep an interaction until one process has the shard."""
        held = self._held.setdefault(event[SHARD], deque(maxlen=self.most))
        held.append((self._clock(), event))
        self._drop_late(held)

    def release(self, shard: int, begun: Collection[int]) -> None:
        """Handle the held interactions that no other process has begun."""
        self._theirs[shard] = self._clock() + self.remembered_for, begun
        held = self._held.pop(shard, deque())
        self._drop_late(held)
        for _, event in held:
            if self.begin_interaction(event):
                self._handle(event)

    def drop(self, shard: int) -> None:
        """Leave the held interactions to another process."""
        self._held.pop(shard, None)

    def _drop_late(self, held: deque[tuple[float, Any]]) -> None:
        while held and held[0][0] < self._clock() - self.held_for:
            held.popleft()
