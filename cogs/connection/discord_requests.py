"""Requests to Discord: they wait for this process's part of Discord's limit, and are counted.

Discord takes 50 requests a second from all processes of a bot together. Requests about interactions
are exempt: they are counted, but never wait. discord.py keeps the limits of single routes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import InitVar, dataclass
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge

log = logging.getLogger(__name__)

_SECOND = 1.05
"""Discord's second, and a little more because not all requests travel equally long."""
_SCOPES = ("user", "global", "shared")
"""Scopes of a 429: the limit of a route, of the bot, or of all users of a place."""
_INVALID = {401, 403, 429}
_AWAY = 60
"""Seconds after an answer 5xx after which Discord may be back, if nothing was asked meanwhile."""
_MINUTES = 10
_MANY = 1_000
"""Invalid requests in 10 minutes about which the log warns; at 10,000 Discord bans the address."""


@dataclass(eq=False)
class Requests:
    """``part`` gives the number of requests a second that this process may make at the moment."""

    registry: InitVar[CollectorRegistry]
    part: Callable[[], int]
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    def __post_init__(self, registry: CollectorRegistry) -> None:
        self._line = asyncio.Lock()
        """Requests that have to wait get the lock in the order of their arrival."""
        self._latest: deque[float] = deque()
        """The times of the requests of the last second."""
        self._shut_until = self._failed = float("-inf")
        self._invalid_latest: deque[float] = deque(maxlen=_MANY)
        counter = partial(Counter, registry=registry)
        counted = counter(
            "prowler_requests",
            "Requests to Discord; only those of kind other count against its global limit",
            ["kind"],
        )
        self._answers, self._others = counted.labels("interaction"), counted.labels("other")
        self._waited = counter(
            "prowler_request_wait_seconds",
            "Time in which requests waited for this process's part of the global limit",
        )
        self._refused = counter(
            "prowler_requests_rate_limited", "Responses 429 of Discord by scope", ["scope"]
        )
        self._invalid = counter(
            "prowler_requests_invalid",
            "Responses 401, 403 and 429 that count towards Discord's ban of the address",
        )
        Gauge(
            "prowler_requests_a_second",
            "This process's part of Discord's global limit",
            registry=registry,
        ).set_function(self.part)

    async def begin_request(self, of_interaction: bool) -> None:  # noqa: FBT001 - a trace passes it
        """Count a request that is about to be sent, and wait until it may be sent."""
        if of_interaction:
            self._answers.inc()
            return
        async with self._line:
            while (pause := self._pause()) > 0:
                self._waited.inc(pause)
                await self.sleep(pause)
            self._latest.append(self.clock())
        self._others.inc()

    def end_request(self, status: int, headers: Mapping[str, str]) -> None:
        """Count a response."""
        self._failed = self.clock() if status >= 500 else float("-inf")
        if status not in _INVALID:
            return
        scope = headers.get("X-RateLimit-Scope", "")
        if status == 429:
            self._refused.labels(scope if scope in _SCOPES else "unknown").inc()
            if scope == "shared":
                return
            if scope == "global":
                self._shut_until = self.clock() + float(headers.get("Retry-After", 1))
        self._invalid.inc()
        self._note_invalid()

    @property
    def are_failing(self) -> bool:
        """Whether Discord is out of order: its last answer was 5xx, and that was not long ago."""
        return self.clock() < self._failed + _AWAY

    def _pause(self) -> float:
        """Seconds until the next request may be sent."""
        now, latest, most = self.clock(), self._latest, self.part()
        while latest and latest[0] <= now - _SECOND:
            latest.popleft()
        full = len(latest) >= most
        return max(self._shut_until - now, latest[-most] + _SECOND - now if full else 0.0)

    def _note_invalid(self) -> None:
        """Warn if there were many invalid requests lately; after a warning, the count restarts."""
        now, latest = self.clock(), self._invalid_latest
        latest.append(now)
        if len(latest) == _MANY and now - latest[0] < _MINUTES * 60:
            latest.clear()
            log.warning(
                "Discord has refused %d requests (401, 403 or 429) within %d minutes; it bans the"
                " address of this machine at 10,000",
                _MANY,
                _MINUTES,
            )
