"""The figures of how fast and how well the bot answers, and log lines about frequent events.

Each process counts for itself, in memory. ``cogs/admin/health_address.py`` serves the figures to
Prometheus, and the doctor reports the latest ones.
"""

import logging
import time
from collections import deque
from functools import partial
from statistics import quantiles

import discord
import prometheus_client as prometheus

from cogs.discord_py.interactions import Event, watch_answer

log = logging.getLogger(__name__)

_LINE_EVERY = 60.0
"""The least seconds between two log lines about the same frequent event."""
_LATENCY_OF = 60 * 60.0
"""The seconds whose answers the doctor reports."""
_MOST_ANSWERS = 1_000
"""The most of these answers."""
_SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 10)
"""Upper bounds of the histogram in seconds; Discord gives up on an answer after three."""
_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "press",
    discord.InteractionType.autocomplete: "suggestion",
    discord.InteractionType.modal_submit: "form",
}
_RESULT = "result"
"""The key of the result in the extras of an interaction."""
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
        if 0 <= now - self._logged_at < _LINE_EVERY:
            return 0
        count, self._count, self._logged_at = self._count, 0, now
        return count


_answered_twice = LineAMinute()


class Meter:
    """Counts the interactions of this process, and measures how long they wait."""

    def __init__(self) -> None:
        self.registry = prometheus.CollectorRegistry()
        kinds = prometheus.ProcessCollector, prometheus.PlatformCollector, prometheus.GCCollector
        for collect in kinds:
            collect(registry=self.registry)
        self._seconds: deque[tuple[float, float]] = deque(maxlen=_MOST_ANSWERS)
        """The moments of the latest answers, each with the seconds that it took."""
        self.count = 0
        counter = partial(prometheus.Counter, registry=self.registry)
        histogram = partial(prometheus.Histogram, registry=self.registry, buckets=_SECONDS)
        self._arrived = counter("prowler_interactions_arrived", "Interactions received", ["kind"])
        self._answered = counter(
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
        kind = _KINDS.get(interaction.type, "other")
        self._arrived.labels(kind).inc()
        begun = time.perf_counter()

        def note(event: Event) -> None:
            if event == "before":
                if count := _answered_twice.count_event():
                    log.warning("answers that Discord had already: %d (%s)", count, _SECOND_PROCESS)
                return
            if event == "held":
                mark_result(interaction, "held")
            result = interaction.extras.get(_RESULT, "done")
            seconds = (now := time.perf_counter()) - begun
            self.count += 1
            self._seconds.append((now, seconds))
            self._latency.labels(kind).observe(seconds)
            self._answered.labels(kind, result).inc()

        watch_answer(interaction, note)

    def latency(self) -> tuple[int, int, int]:
        """The number of answers within the last hour, and their p50 and p95 in milliseconds."""
        since = time.perf_counter() - _LATENCY_OF
        measured = [seconds * 1000 for at, seconds in self._seconds if at > since]
        if len(measured) < 2:
            both = round(measured[0]) if measured else 0
            return len(measured), both, both
        cuts = quantiles(measured, n=20, method="inclusive")
        return len(measured), round(cuts[9]), round(cuts[18])


def mark_result(interaction: discord.Interaction, result: str) -> None:
    """Count the coming answer with this result instead of “done”."""
    interaction.extras[_RESULT] = result
