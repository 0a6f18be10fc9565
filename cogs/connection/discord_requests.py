"""Requests to Discord: their rate limit, the time in their answers, and retries after failures.

Discord takes 50 requests a second from all processes of a bot together, and each process waits for
its share. Requests about interactions are exempt: they are counted, but never wait. discord.py
keeps the limits of single routes. The bot retries after temporary failures; a permanent failure
ends it with a sentence. Discord's time is in the ``Date`` of its answers.
"""

import asyncio
import logging
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import InitVar, dataclass
from email.utils import parsedate_to_datetime
from functools import partial
from typing import Final, TypeVar

import discord
from prometheus_client import CollectorRegistry, Counter, Gauge

from cogs.discord_py import requests
from cogs.frame.replies import LOST
from prowlerbot.core.clock import CLOCK_TOLERANCE, Clock, ClockReading, clock_finding, read_machine
from prowlerbot.core.errors import Hopeless, Refused
from prowlerbot.core.i18n import speaking

log = logging.getLogger(__name__)

_WINDOW_SECONDS = 1.05  # Discord's second, and a little more: requests travel unequally long
_SCOPES = ("user", "global", "shared")  # of a 429: a route, the bot, or all users of a place
_INVALID_STATUSES = {401, 403, 429}
_OUTAGE_SECONDS = 60  # after an answer 5xx, unless another answer comes before
_INVALID_LIMIT, _INVALID_MINUTES = 1_000, 10
"""Invalid requests, and the minutes in which so many bring a warning; Discord bans at 10,000."""


@dataclass(eq=False)
class Requests:
    registry: InitVar[CollectorRegistry]
    allowed_a_second: Callable[[], int]  # this process's present share of the limit, at least 1
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    def __post_init__(self, registry: CollectorRegistry) -> None:
        self._sending_lock = asyncio.Lock()  # given in the order of arrival
        self._sent_at: deque[float] = deque()  # the times of the requests in the present window
        self._shut_until = self._failed_at = float("-inf")
        self._invalid_at: deque[float] = deque(maxlen=_INVALID_LIMIT)
        counter = partial(Counter, registry=registry)
        by_kind = counter(
            "prowler_requests",
            "Requests to Discord; only those of kind other count against its global limit",
            ["kind"],
        )
        self._exempt_count = by_kind.labels("interaction")
        self._limited_count = by_kind.labels("other")
        self._waited_seconds = counter(
            "prowler_request_wait_seconds",
            "Time in which requests waited for this process's part of the global limit",
        )
        self._rate_limited_count = counter(
            "prowler_requests_rate_limited", "Responses 429 of Discord by scope", ["scope"]
        )
        self._invalid_count = counter(
            "prowler_requests_invalid",
            "Responses 401, 403 and 429 that count towards Discord's ban of the address",
        )
        Gauge(
            "prowler_requests_a_second",
            "This process's part of Discord's global limit",
            registry=registry,
        ).set_function(self.allowed_a_second)

    async def begin_request(self, of_interaction: bool) -> None:  # noqa: FBT001 - a trace passes it
        """Count a request that is about to be sent, and wait until it may be sent."""
        if of_interaction:
            self._exempt_count.inc()
            return
        async with self._sending_lock:
            while (wait := self._seconds_to_wait()) > 0:
                self._waited_seconds.inc(wait)
                await self.sleep(wait)
            self._sent_at.append(self.clock())
        self._limited_count.inc()

    def end_request(self, status: int, headers: Mapping[str, str]) -> None:
        """Note the outcome of a request: an outage, a closed limit, or an invalid request."""
        self._failed_at = self.clock() if status >= 500 else float("-inf")
        if status not in _INVALID_STATUSES:
            return
        scope = headers.get("X-RateLimit-Scope", "")
        if status == 429:
            self._rate_limited_count.labels(scope if scope in _SCOPES else "unknown").inc()
            if scope == "shared":  # does not count towards the ban
                return
            if scope == "global":
                self._shut_until = self.clock() + float(headers.get("Retry-After", 1))
        self._invalid_count.inc()
        self._note_invalid()

    @property
    def are_failing(self) -> bool:
        """Whether Discord is out of order: its last answer was 5xx, and that was not long ago."""
        return self.clock() < self._failed_at + _OUTAGE_SECONDS

    def _seconds_to_wait(self) -> float:
        """Seconds until the next request may be sent."""
        now, sent_at, allowed = self.clock(), self._sent_at, self.allowed_a_second()
        while sent_at and sent_at[0] <= now - _WINDOW_SECONDS:
            sent_at.popleft()
        # The share may have shrunk, so the window can hold more than is allowed.
        is_full = len(sent_at) >= allowed
        until_free = sent_at[-allowed] + _WINDOW_SECONDS - now if is_full else 0.0
        return max(self._shut_until - now, until_free)

    def _note_invalid(self) -> None:
        """Warn if there were many invalid requests lately; after a warning, the count restarts."""
        now, invalid_at = self.clock(), self._invalid_at
        invalid_at.append(now)
        if len(invalid_at) == _INVALID_LIMIT and now - invalid_at[0] < _INVALID_MINUTES * 60:
            invalid_at.clear()
            log.warning(
                "Discord has refused %d requests (401, 403 or 429) within %d minutes; it bans the"
                " address of this machine at 10,000",
                _INVALID_LIMIT,
                _INVALID_MINUTES,
            )


class DiscordClock(Clock):
    """The bot's clock, set by Discord's answers."""

    def __init__(
        self, registry: CollectorRegistry, read: Callable[[], ClockReading] = read_machine
    ) -> None:
        super().__init__(read)
        self._logged_skew = 0.0
        Gauge(
            "prowler_clock_ahead_seconds",
            "By how much the clock of this machine is ahead of Discord's",
            registry=registry,
        ).set_function(lambda: self.skew)

    def end(self, sent_at: ClockReading, headers: Mapping[str, str]) -> None:
        """Read the time of a response to a request sent at a time; log changes of the clock."""
        with suppress(ValueError):  # without a date, the response has no time
            self.check_answer(parsedate_to_datetime(headers.get("Date", "")).timestamp(), sent_at)
        if not self.is_compared or abs(self.skew - self._logged_skew) <= CLOCK_TOLERANCE:
            return
        self._logged_skew = self.skew if abs(self.skew) > CLOCK_TOLERANCE else 0.0
        with speaking("en"):  # the language of the log
            finding = clock_finding(self)
        log.log(logging.INFO if finding.ok else logging.WARNING, "%s", finding)


_T = TypeVar("_T")

MAX_BACKOFF: Final = 60.0  # seconds between two attempts, unless Discord asks for more
_MAX_RETRY_AFTER = 600.0  # the most seconds that Discord may ask for

_RETRIED_ERRORS = (*LOST, discord.GatewayNotFound, discord.LoginFailure, discord.RateLimited)


class Backoff:
    """The delay before the next attempt: twice as long each time, up to ``MAX_BACKOFF``."""

    def __init__(self) -> None:
        self._next = 1.0
        self._asked_at = time.monotonic()

    def delay(self) -> float:
        """The next delay in seconds; it starts over after a long time without a failure."""
        now = time.monotonic()
        if now - self._asked_at > 4 * MAX_BACKOFF:
            self._next = 1.0
        self._asked_at = now
        delay, self._next = self._next, min(2 * self._next, MAX_BACKOFF)
        return delay * random.uniform(0.75, 1)  # so that processes do not retry in step


async def retry_until_done(doing: str, step: Callable[[], Awaitable[_T]]) -> _T:
    """Repeat a step, with a log line for each failure. Raises Hopeless for a permanent one."""
    backoff = Backoff()
    while True:
        try:
            return await step()
        except _RETRIED_ERRORS as error:
            if isinstance(error, discord.LoginFailure) or getattr(error, "status", 0) == 401:
                raise bad_token_error() from None
            delay, reason = max(backoff.delay(), _retry_after(error)), requests.error_text(error)
            log.warning("%s failed: %s; next try in %.0f s", doing, reason, delay)
        await asyncio.sleep(delay)


def bad_token_error() -> Hopeless:
    return Hopeless("Discord does not accept DISCORD_TOKEN; it may have been reset.")


def closed_gateway_error(code: int) -> Refused:
    """The error for a closed gateway to which discord.py does not connect again."""
    if code == 4004:
        return bad_token_error()
    if code in {4013, 4014}:
        return Hopeless(
            "Discord does not let the bot have the intents that it asks for (close code {code});"
            " the only one is “guilds”, so look at the application in Discord's developer portal.",
            code=code,
        )
    if code == 4012:
        return Hopeless(
            "Discord no longer speaks this version of its gateway (close code 4012); update"
            " the bot."
        )
    return Refused("Discord has closed the gateway for good (close code {code}).", code=code)


def _retry_after(error: BaseException) -> float:
    """The seconds for which Discord asks the bot to wait; 0 if it asks for none."""
    if isinstance(error, discord.RateLimited):
        return min(error.retry_after, _MAX_RETRY_AFTER)
    if isinstance(error, discord.HTTPException) and error.status == 429:
        with suppress(ValueError):
            return min(float(error.response.headers.get("Retry-After", 0)), _MAX_RETRY_AFTER)
    return 0.0


def _shorten_record(record: logging.LogRecord) -> bool:
    """A filter that logs a lost connection on one line, or not if ``retry_until_done`` logs it."""
    if requests.is_failed_launch(record):
        return False
    if record.exc_info and isinstance(record.exc_info[1], _RETRIED_ERRORS):
        record.msg = f"{record.getMessage()}: {requests.error_text(record.exc_info[1])}"
        record.args, record.exc_info, record.exc_text = (), None, None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


def quieten_discord() -> None:
    """Keep discord.py from logging tracebacks of outages and warnings about unused voice."""
    requests.filter_records(requests.CONNECTIONS, _shorten_record)
    requests.silence_voice()
