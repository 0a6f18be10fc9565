"""A fair line: one place for each match, however much it asks for at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from typing import Generic, TypeVar

R = TypeVar("R")


class Line(Generic[R]):
    """Matches wait in the order they came; one that is served and wants more goes to the end."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, deque[R]] = {}
        self._served: set[Hashable] = set()

    def join(self, match: Hashable, request: R) -> None:
        self._waiting.setdefault(match, deque()).append(request)

    def take(self) -> tuple[Hashable, R] | None:
        """Who is next; a match is passed over while another request of its own is served."""
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
        """What was taken for this match is served."""
        self._served.discard(match)

    def withdraw(self, match: Hashable, request: R) -> None:
        """Nobody waits for this request any more."""
        requests = self._waiting.get(match)
        if requests is not None and request in requests:
            requests.remove(request)
            if not requests:
                del self._waiting[match]

    def ahead(self, match: Hashable) -> int:
        """How many other matches are served before this one, or would be if it came now."""
        if match in self._served:
            return 0
        waiting = list(self._waiting)
        place = waiting.index(match) if match in self._waiting else len(waiting)
        return len(self._served) + place

    def clear(self) -> list[R]:
        """All who wait, sent away."""
        sent = [request for requests in self._waiting.values() for request in requests]
        self._waiting.clear()
        return sent

    @property
    def served(self) -> int:
        return len(self._served)
