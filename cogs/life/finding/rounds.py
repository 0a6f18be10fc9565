"""The work of the search without presses: putting together, asking, ending."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from prometheus_client import Counter, Gauge, Histogram

from cogs.frame.features import every
from cogs.frame.meter import Meter
from cogs.life.finding.questions import Questions
from prowlerbot.core.errors import Unusable
from prowlerbot.finding.wish import WAITS
from prowlerbot.service.finding import Finding
from prowlerbot.service.service import Service
from prowlerbot.storage.proposals import Proposal

log = logging.getLogger(__name__)

_EVERY = 10
"""Seconds."""


@dataclass(eq=False)
class Figures:
    """What Prometheus is told of the search; each process counts the proposals that it makes."""

    _meter: Meter

    def __post_init__(self) -> None:
        registry = self._meter.registry
        self.waiting = Gauge(
            "prowler_finding_waiting", "Players who look for a match", registry=registry
        )
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

    @every(_EVERY, "finding")
    async def next_round(self) -> None:
        """Put together all who suit each other, and see to every open question."""
        for found in await self._finding.look():
            for seconds in found.waited:
                self._figures.found.labels(found.proposal.game).inc()
                self._figures.waited.observe(seconds)
        queue = self._service.store.finding
        self._figures.waiting.set(await queue.count_waiting(self._service.now()))
        for proposal in await queue.proposals():
            if self._service.serves(_home(proposal)):
                await self._tend(proposal)

    async def _tend(self, proposal: Proposal) -> None:
        try:
            await self._questions.tend(proposal.id)
        except Unusable:
            raise  # the same for all of them
        except Exception:  # the others still go on
            log.exception("proposal %s cannot go on", proposal.id)


def _home(proposal: Proposal) -> int:
    """The server whose process asks the players of a proposal."""
    return proposal.guild or next((seat.guild for seat in proposal.seats), 0)
