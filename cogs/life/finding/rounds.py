"""The work of the search without presses: putting together, asking, ending."""

from __future__ import annotations

from dataclasses import dataclass

from prometheus_client import Counter, Histogram

from cogs.frame.duty_loop import DutyLoop
from cogs.frame.meter import Meter
from cogs.life.finding.questions import Questions
from prowlerbot.finding.wish import WAITS
from prowlerbot.service.finding import Finding
from prowlerbot.service.service import Service
from prowlerbot.storage.duties import Duty
from prowlerbot.storage.proposals import FindingDuty

_EVERY = 10
"""Seconds after which those who wait are compared again: more suits them the longer they wait."""


@dataclass(eq=False)
class Figures:
    """What Prometheus is told of the search; each process counts the proposals that it makes."""

    _meter: Meter

    def __post_init__(self) -> None:
        registry = self._meter.registry
        self.found = Counter(
            "prowler_finding_found", "Players put together", ["game"], registry=registry
        )
        self.waited = Histogram(
            "prowler_finding_seconds",
            "How long players waited until they were put together",
            buckets=(60, 300, *WAITS),
            registry=registry,
        )


@dataclass(eq=False)
class FindingRounds:
    _service: Service
    _finding: Finding
    _questions: Questions
    _figures: Figures
    _duty_loop: DutyLoop

    def __post_init__(self) -> None:
        self._duty_loop.add(FindingDuty.LOOK, self._look)
        self._duty_loop.add(FindingDuty.ASK, lambda duty: self._questions.tend(duty.subject))

    async def _look(self, _: Duty) -> int | None:
        """Put together all who suit each other."""
        for found in await self._finding.look():
            for seconds in found.waited:
                self._figures.found.labels(found.proposal.game).inc()
                self._figures.waited.observe(seconds)
        now = self._service.now()
        waiting = await self._finding.queue.count_waiting(now)
        return now + _EVERY if waiting > 1 else None
