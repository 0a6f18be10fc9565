"""Hints: the machine's appraisals of a player's present decision.

The request holds only what the player's seat may know. The appraisal comes before the step is
stored, so a hint that cannot be given does not count.
"""

import asyncio
from dataclasses import dataclass
from functools import partial

from prowlerbot.core.recent_cache import Recent
from prowlerbot.match import machine_help
from prowlerbot.match.machine_help import HintRequest
from prowlerbot.match.match import Match
from prowlerbot.opponent.judge import HINT
from prowlerbot.opponent.judgement import Appraisal
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.task import AppraisalTask
from prowlerbot.service.match_service import Service
from prowlerbot.workers.line import QueuePlace

_APPRAISALS_REMEMBERED = 500
"""The number of appraisals kept in memory, so that the next step of a hint needs no search."""

_AskedHint = tuple[str, AppraisalTask]
"""The match and the request; another match with the same moves is checked for fairness anew."""


@dataclass(eq=False)
class HintService:
    _service: Service
    _thinkers: Thinkers

    def __post_init__(self) -> None:
        self._appraisals: Recent[_AskedHint, Appraisal] = Recent(_APPRAISALS_REMEMBERED)
        self._searches: dict[_AskedHint, asyncio.Task[Appraisal]] = {}

    def known_appraisal(self, match: Match, asked: HintRequest) -> Appraisal | None:
        """The appraisal if it is in memory, or None. Raises Denied or Stale like ``appraise``."""
        return self._appraisals.find((match.id, self._task(match, asked)))

    async def appraise(self, match: Match, asked: HintRequest) -> Appraisal:
        """The appraisal of the player's decision. A second request waits for the first search.
        Raises Denied if the user may not ask for it, NoHelp if the same line is being played for a
        result, and Stale if the match has moved on.
        """
        task = self._task(match, asked)
        key = match.id, task
        if (known := self._appraisals.find(key)) is not None:
            return known
        if (search := self._searches.get(key)) is None:
            searching = self._search(match, task, asked.user)
            search = self._searches[key] = asyncio.create_task(searching)
            search.add_done_callback(partial(self._forget_search, key))
        return await asyncio.shield(search)

    async def note_step(self, match: Match, asked: HintRequest) -> Match:
        """Note a step, exactly once. Raises Stale if the match has moved on."""
        if machine_help.take_hint(match, self._service.context(match), asked) is match:
            return match
        return await self._service.apply(match, machine_help.take_hint, asked)

    def _forget_search(self, key: _AskedHint, search: asyncio.Task[Appraisal]) -> None:
        self._searches.pop(key, None)
        if not search.cancelled():
            search.exception()  # its asker may have gone

    async def _search(self, match: Match, task: AppraisalTask, asker: int) -> Appraisal:
        await self._service.fair_help.check_may_help(match)
        appraisal = await self._thinkers.appraise(QueuePlace(asker, (match.id, "hint")), task)
        self._appraisals.keep((match.id, task), appraisal)
        return appraisal

    def _task(self, match: Match, asked: HintRequest) -> AppraisalTask:
        seat = machine_help.check_hint(match, self._service.context(match), asked)
        moves = tuple(self._service.facts.record_of_seat(match, seat).moves)
        return AppraisalTask(match.game, match.setup, moves, seat, HINT, also=asked.also)
