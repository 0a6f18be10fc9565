"""The time as Discord sends it: the ``Date`` of its answers, and the ids of interactions."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from email.utils import parsedate_to_datetime

from discord.utils import snowflake_time
from prometheus_client import CollectorRegistry, Gauge

from prowlerbot.core.clock import AGREE, Clock, Reading
from prowlerbot.core.findings import clock_finding
from prowlerbot.core.i18n import speaking

log = logging.getLogger(__name__)


def steady() -> float:
    """Seconds of a clock that nobody can set; it runs while the process or the machine sleeps."""
    clock: int | None = getattr(time, "CLOCK_BOOTTIME", None)  # on Linux
    return time.monotonic() if clock is None else time.clock_gettime(clock)


def read_machine() -> Reading:
    return Reading(time.time(), steady())


class DiscordClock(Clock):
    def __init__(
        self, registry: CollectorRegistry, read: Callable[[], Reading] = read_machine
    ) -> None:
        super().__init__(read)
        self._told = 0.0
        Gauge(
            "prowler_clock_ahead_seconds",
            "By how much the clock of this machine is ahead of Discord's",
            registry=registry,
        ).set_function(lambda: self.ahead)

    def end(self, asked: Reading, headers: Mapping[str, str]) -> None:
        """Read the time of a response to a request sent at ``asked``; log changes of the clock."""
        with suppress(ValueError):  # without a date, the response has no time
            self.hear(parsedate_to_datetime(headers.get("Date", "")).timestamp(), asked)
        if not self.is_sure or abs(self.ahead - self._told) <= AGREE:
            return
        self._told = self.ahead if abs(self.ahead) > AGREE else 0.0
        with speaking("en"):
            finding = clock_finding(self)
        log.log(logging.INFO if finding.well else logging.WARNING, "%s", finding)

    def arrive(self, interaction: int) -> None:
        """Read the time from the id of an interaction."""
        self.hear_of(snowflake_time(interaction).timestamp())
