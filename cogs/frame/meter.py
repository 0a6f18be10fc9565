"""Measures how fast and how well the bot answers all interactions.

Each process counts for itself. ``health`` serves the figures to Prometheus, and the doctor reports
the latest ones.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from contextlib import AbstractContextManager
from functools import partial
from statistics import quantiles

import discord
from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)

from cogs.discord_py.interactions import Event, watch_answer
from cogs.frame.rate_limits import LineAMinute

_LATEST = 1_000
"""The number of interactions whose latency the doctor reports."""
_SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 10)
"""Upper bounds of the histogram in seconds; Discord gives up on an answer after three."""
_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "press",
    discord.InteractionType.autocomplete: "suggestion",
    discord.InteractionType.modal_submit: "form",
}
_RESULT = "result"
_SECOND = "is a second process running with this token?"

log = logging.getLogger(__name__)

_twice = LineAMinute()


class Meter:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        for collect in (ProcessCollector, PlatformCollector, GCCollector):
            collect(registry=self.registry)
        self._seconds: deque[float] = deque(maxlen=_LATEST)
        self.count = 0
        counter = partial(Counter, registry=self.registry)
        histogram = partial(Histogram, registry=self.registry, buckets=_SECONDS)
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
        self._rendering = histogram(
            "prowler_render_seconds",
            "Drawing the pictures of one message, the wait for a thread included",
        )
        self.redraws = counter("prowler_redraws", "Board messages edited without a press")

    def arrive(self, interaction: discord.Interaction) -> None:
        """Start the stopwatch of an interaction that has just arrived."""
        kind = _KINDS.get(interaction.type, "other")
        self._arrived.labels(kind).inc()
        begun = time.perf_counter()

        def note(event: Event) -> None:
            if event == "before":
                if count := _twice.count_event():
                    log.warning("answers that Discord had already: %d (%s)", count, _SECOND)
                return
            if event == "held":
                mark_result(interaction, "held")
            result = interaction.extras.get(_RESULT, "done")
            self.answered(kind, result, time.perf_counter() - begun)

        watch_answer(interaction, note)

    def answered(self, kind: str, result: str, seconds: float) -> None:
        self.count += 1
        self._seconds.append(seconds)
        self._latency.labels(kind).observe(seconds)
        self._answered.labels(kind, result).inc()

    def rendering(self) -> AbstractContextManager[object]:
        """Measures the drawing of the pictures of one message."""
        return self._rendering.time()

    def latency(self) -> tuple[int, int, int]:
        """The number of recent interactions, and their p50 and p95 in milliseconds."""
        measured = [seconds * 1000 for seconds in self._seconds]
        if len(measured) < 2:
            both = round(measured[0]) if measured else 0
            return len(measured), both, both
        cuts = quantiles(measured, n=20, method="inclusive")
        return len(measured), round(cuts[9]), round(cuts[18])


def mark_result(interaction: discord.Interaction, result: str) -> None:
    """Count the coming answer with this result instead of “done”."""
    interaction.extras[_RESULT] = result
