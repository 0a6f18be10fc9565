"""A fair queue: one place per match, regardless of the number of its requests."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from typing import Generic, TypeVar

R = TypeVar("R")


class Line(Generic[R]):
    """Matches wait in order of arrival; a served match with more requests goes to the end."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, deque[R]] = {}
        self._served: set[Hashable] = set()

    def join(self, match: Hashable, request: R) -> None:
        self._waiting.setdefault(match, deque()).append(request)

    def take(self) -> tuple[Hashable, R] | None:
        """Take the next request; skip a match while another request of its own is served."""
        for match, requests in self._waiting.items():
            if match not in self._served:
                request = requests.popleft()
                del self._waiting[match]
                if requests:
                    self._waiting[match] = requests
                self._served.add(match)
                return match, request
        return None

    def done(self, match: Hashable) -> None:
        """Mark the request taken for this match as served."""
        self._served.discard(match)

    def withdraw(self, match: Hashable, request: R) -> None:
        """Remove a request that nobody waits for any longer."""
        requests = self._waiting.get(match)
        if requests is not None and request in requests:
            requests.remove(request)
            if not requests:
                del self._waiting[match]

    def ahead(self, match: Hashable) -> int:
        """The number of matches that are served before this one, also if it arrived only now."""
        if match in self._served:
            return 0
        waiting = list(self._waiting)
        place = waiting.index(match) if match in self._waiting else len(waiting)
        return len(self._served) + place

    def clear(self) -> list[R]:
        """Remove and return all waiting requests."""
        sent = [request for requests in self._waiting.values() for request in requests]
        self._waiting.clear()
        return sent

    @property
    def served(self) -> int:
        return len(self._served)
