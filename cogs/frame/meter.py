"""Measures how fast and how well the bot answers, and limits log lines about frequent events.

Each process counts for itself, in memory. ``cogs/admin/health_address.py`` serves the figures to
Prometheus, and the doctor reports the latest ones.
"""

import logging
import time
from collections import deque
from functools import partial
from statistics import quantiles
from typing import NamedTuple

import discord
import prometheus_client as prometheus

from cogs.discord_py.interactions import AnswerEvent, watch_answer

log = logging.getLogger(__name__)

_LOG_SECONDS = 60.0  # between two log lines about the same frequent event
_LATENCY_SECONDS = 60 * 60.0  # the age in seconds up to which an answer counts in ``Meter.latency``
_MAX_ANSWERS = 1_000  # the maximum number of answers in that window; older ones are forgotten
_HISTOGRAM_BOUNDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 10)
"""Upper bounds in seconds; Discord gives up on an answer after three."""
_INTERACTION_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "press",
    discord.InteractionType.autocomplete: "suggestion",
    discord.InteractionType.modal_submit: "form",
}
_RESULT = "result"  # the key of the result in the extras of an interaction
_SECOND_PROCESS = "is a second process running with this token?"


class LineAMinute:
    """Counts frequent events, to log them at most once a minute."""

    def __init__(self) -> None:
        self._count = 0
        self._logged_at = float("-inf")

    def count_event(self) -> int:
        """Count one event; returns how many to log now, 0 if that has to wait."""
        self._count += 1
        now = time.monotonic()
        if 0 <= now - self._logged_at < _LOG_SECONDS:
            return 0
        count, self._count, self._logged_at = self._count, 0, now
        return count


_answered_twice = LineAMinute()


class Latency(NamedTuple):
    """A number of answers, and the percentiles of their times in milliseconds."""

    answers: int
    p50: int
    p95: int


class Meter:
    """Counts the interactions of this process, and measures how long they wait."""

    def __init__(self) -> None:
        self.registry = prometheus.CollectorRegistry()
        for collector in (prometheus.ProcessCollector, prometheus.PlatformCollector):
            collector(registry=self.registry)
        prometheus.GCCollector(registry=self.registry)
        self._seconds: deque[tuple[float, float]] = deque(maxlen=_MAX_ANSWERS)
        """The times of the latest answers, each with the seconds that it took."""
        self.count = 0
        counter = partial(prometheus.Counter, registry=self.registry)
        histogram = partial(prometheus.Histogram, registry=self.registry, buckets=_HISTOGRAM_BOUNDS)
        self._arrivals = counter("prowler_interactions_arrived", "Interactions received", ["kind"])
        self._answers = counter(
            "prowler_interactions_answered",
            "Interactions answered: done, refused in words, or failed",
            ["kind", "result"],
        )
        self._latency = histogram(
            "prowler_answer_seconds",
            "From the gateway's event to Discord's receipt of the answer",
            ["kind"],
        )
        self.rendering = histogram(
            "prowler_render_seconds",
            "Drawing the pictures of one message, the wait for a thread included",
        )
        self.redraws = counter("prowler_redraws", "Board messages edited without a press")

    def measure(self, interaction: discord.Interaction) -> None:
        """Count a new interaction, and measure its answer."""
        kind = _INTERACTION_KINDS.get(interaction.type, "other")
        self._arrivals.labels(kind).inc()
        arrived_at = time.perf_counter()

        def record_answer(event: AnswerEvent) -> None:
            if event == "before":  # Discord had an answer before; another event follows
                if count := _answered_twice.count_event():
                    log.warning("answers that Discord had already: %d (%s)", count, _SECOND_PROCESS)
                return
            if event == "held":  # so far the asker has read only that it takes longer
                mark_result(interaction, "held")
            result = interaction.extras.get(_RESULT, "done")
            seconds = (now := time.perf_counter()) - arrived_at
            self.count += 1
            self._seconds.append((now, seconds))
            self._latency.labels(kind).observe(seconds)
            self._answers.labels(kind, result).inc()

        watch_answer(interaction, record_answer)

    def latency(self) -> Latency:
        """The latency of the answers within the last hour; zeros if there was none."""
        since = time.perf_counter() - _LATENCY_SECONDS
        measured = [seconds * 1000 for answered_at, seconds in self._seconds if answered_at > since]
        if len(measured) < 2:  # too few for percentiles
            only = round(measured[0]) if measured else 0
            return Latency(len(measured), only, only)
        cuts = quantiles(measured, n=20, method="inclusive")  # 19 cuts, one at each 5 %
        return Latency(len(measured), round(cuts[9]), round(cuts[18]))


def mark_result(interaction: discord.Interaction, result: str) -> None:
    """Count the coming answer with this result instead of “done”."""
    interaction.extras[_RESULT] = result
