"""Hints: the machine's appraisal of a player's present decision, with the steps taken.

The request holds only what the player's seat may know. The appraisal comes before the step is
stored, so a hint that cannot be given does not count.
"""

from __future__ import annotations

import asyncio
import zlib
from dataclasses import dataclass
from functools import partial

from prowlerbot.core.recent_cache import Recent
from prowlerbot.match import hint_rules
from prowlerbot.match.hint_rules import Asked
from prowlerbot.match.match import Match
from prowlerbot.opponent.budget import Budget
from prowlerbot.opponent.judgement import Appraisal
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.task import AppraisalTask
from prowlerbot.service.fair_help_check import FairHelp
from prowlerbot.service.match_service import Service
from prowlerbot.workers.line import Place

BUDGET = Budget(seconds=1.5)
_REMEMBERED = 500
"""Appraisals: the next step of a hint then needs no search of its own."""


@dataclass(eq=False)
class Hints:
    _service: Service
    _thinkers: Thinkers

    def __post_init__(self) -> None:
        self._found: Recent[AppraisalTask, Appraisal] = Recent(_REMEMBERED)
        self._searches: dict[AppraisalTask, asyncio.Task[Appraisal]] = {}

    def known(self, match: Match, asked: Asked) -> Appraisal | None:
        """The appraisal, if there is one from before. Raises Denied or Stale like ``find``."""
        return self._found.find(self._task(match, asked))

    async def find(self, match: Match, asked: Asked) -> Appraisal:
        """The appraisal of the player's decision; a second request waits for the first one's.

        Raises Denied to a user who may not ask for it, NoHelp where the same line is being played
        for a result, Stale where the match has moved on.
        """
        task = self._task(match, asked)
        if (found := self._found.find(task)) is not None:
            return found
        search = self._searches.get(task)
        if search is None:
            search = self._searches[task] = asyncio.create_task(
                self._search(match, task, asked.user)
            )
            search.add_done_callback(partial(self._searched, task))
        return await asyncio.shield(search)

    async def take(self, match: Match, asked: Asked) -> Match:
        """Note a step, exactly once. Raises Stale where the match has moved on."""
        if hint_rules.take(match, self._service.context(match), asked) is match:
            return match
        return await self._service.apply(match, hint_rules.take, asked)

    def _searched(self, task: AppraisalTask, search: asyncio.Task[Appraisal]) -> None:
        self._searches.pop(task, None)
        if not search.cancelled():
            search.exception()  # its asker may have gone

    async def _search(self, match: Match, task: AppraisalTask, asker: int) -> Appraisal:
        await FairHelp(self._service).check(match)
        found = await self._thinkers.appraise(Place(asker, (match.id, "hint")), task)
        self._found.keep(task, found)
        return found

    def _task(self, match: Match, asked: Asked) -> AppraisalTask:
        seat = hint_rules.check(match, self._service.context(match), asked)
        record = self._service.record_of_seat(match, seat)
        # The seed depends on what the player knows alone.
        seed = zlib.crc32(f"{match.id} {seat} {asked.moment} {asked.own}".encode())
        moves = tuple(record.moves)
        return AppraisalTask(match.game, match.setup, moves, seat, BUDGET, seed)
