"""The machine in matches: the moves of its seats, and the hints that it gives to players.

The due moves of the machine follow from the match, so nothing can be lost. No process claims a
search for itself, which would cost two writes a move. Instead, a search that had to wait checks
whether its move is still due. If two processes search at once, the commit accepts one move.

A hint is the machine's appraisal of a player's present decision, from what their seat may know. The
appraisal comes before the step is stored, so a hint that cannot be given does not count.
"""

import asyncio
import time
from dataclasses import dataclass, replace
from functools import partial

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match import machine_help
from prowlerbot.match.clock_starts import finish_full_seats
from prowlerbot.match.match import Context, Decision, Match
from prowlerbot.match.play import move_of_machine
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.opponent.judge import HINT
from prowlerbot.opponent.judgement import Appraisal
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.task import AppraisalTask, MoveTask
from prowlerbot.service.match_service import Service
from prowlerbot.workers.fair_queue import QueuePlace

_FRESH_SECONDS = 1.0
"""Seconds after the request for which a move is still due without a check."""
_APPRAISALS_REMEMBERED = 500
"""The number of appraisals kept in memory, so that the next step of a hint needs no search."""

_AskedHint = tuple[str, AppraisalTask]
"""The match and the request; another match with the same moves is checked for fairness anew."""


@dataclass(frozen=True, slots=True)
class MachineMove:
    """A move of the machine, with the decision that it answers."""

    match: str
    seat: int
    decision: Decision
    move: str


@dataclass(eq=False)
class MachineSeats:
    _service: Service
    _thinkers: Thinkers

    @property
    def switched_on(self) -> bool:
        """Whether the host lets the machine play."""
        return self._thinkers.switched_on

    def check_allowed(self, server: ServerChoices) -> None:
        """Raise Denied, with the reason, if no match with the machine can begin."""
        self._thinkers.check_available()
        if not server.machine:
            raise Denied("The machine does not play in this server; its admins have turned it off.")

    def admits_machine(self, server: ServerChoices) -> bool:
        return self.switched_on and server.machine

    def count_ahead(self, match: Match) -> int:
        """The number of other matches that the machine serves before this one."""
        return self._thinkers.count_ahead(_queue_place(match))

    async def search_move(self, match: Match, seat: int) -> MachineMove:
        """Search for a move with the knowledge of the seat. Raises Stale if the match has moved on,
        NoHelp if the same line is being played for a result, and Denied without a result.
        """
        await self._service.fair_help.check_may_help(match)
        decision, requested_at = match.decision(seat), time.monotonic()
        moves = tuple(self._service.facts.record_of_seat(match, seat).moves)
        level, seed = match.player(seat).level or "easy", self._service.rng.getrandbits(32)
        task = MoveTask(match.game, match.setup, moves, seat=seat, level=level, seed=seed)

        async def check() -> None:
            if time.monotonic() - requested_at < _FRESH_SECONDS:
                return
            present = await self._service.match(match.id)
            due = self._service.facts.machines_to_move(present)
            if seat not in due or present.decision(seat) != decision:
                raise Stale("The match moved on while the machine was thinking.")

        async def search(seed: int | None) -> str:
            move_task = task if seed is None else replace(task, seed=seed, steady=True)
            return await self._thinkers.move(_queue_place(match), move_task, check)

        store = self._service.store
        for feature in store.contributions if match.terms.day else ():
            move = await feature.fixed_reply(store.database, match, seat, moves, search)
            if move is not None:
                return MachineMove(match.id, seat, decision, move)
        return MachineMove(match.id, seat, decision, await search(None))

    async def make_move(self, found: MachineMove) -> Match:
        """Make the move once, even if several processes have one. Raises Stale if it is late."""

        def transition(match: Match, context: Context) -> Match:
            made = move_of_machine(match, context, found.seat, found.decision, found.move)
            return finish_full_seats(made, context) if self._service.facts.is_live(made) else made

        return await self._service.apply(found.match, transition)

    async def close(self) -> None:
        await self._thinkers.close()


def _queue_place(match: Match) -> QueuePlace:
    """The place of a match in the machine's line, under the lowest id of its people."""
    return QueuePlace(min(match.people, default=0), match.id)


@dataclass(eq=False)
class HintService:
    _service: Service
    _thinkers: Thinkers

    def __post_init__(self) -> None:
        self._appraisals: Recent[_AskedHint, Appraisal] = Recent(_APPRAISALS_REMEMBERED)
        self._searches: dict[_AskedHint, asyncio.Task[Appraisal]] = {}

    def known_appraisal(self, match: Match, request: machine_help.HintRequest) -> Appraisal | None:
        """The appraisal if it is in memory, or None. Raises Denied or Stale like ``appraise``."""
        return self._appraisals.find((match.id, self._task(match, request)))

    async def appraise(self, match: Match, request: machine_help.HintRequest) -> Appraisal:
        """The appraisal of the player's decision. A second request waits for the first search.
        Raises Denied if the user may not ask for it, NoHelp if the same line is being played for a
        result, and Stale if the match has moved on.
        """
        task = self._task(match, request)
        key = match.id, task
        if (known := self._appraisals.find(key)) is not None:
            return known
        if (search := self._searches.get(key)) is None:
            searching = self._search(match, task, request.user)
            search = self._searches[key] = asyncio.create_task(searching)
            search.add_done_callback(partial(self._forget_search, key))
        return await asyncio.shield(search)

    async def note_step(self, match: Match, request: machine_help.HintRequest) -> Match:
        """Note a step, exactly once. Raises Stale if the match has moved on."""
        if machine_help.take_hint(match, self._service.context(match), request) is match:
            return match
        return await self._service.apply(match, machine_help.take_hint, request)

    def _forget_search(self, key: _AskedHint, search: asyncio.Task[Appraisal]) -> None:
        self._searches.pop(key, None)
        if not search.cancelled():
            search.exception()  # its asker may have gone

    async def _search(self, match: Match, task: AppraisalTask, asker: int) -> Appraisal:
        await self._service.fair_help.check_may_help(match)
        appraisal = await self._thinkers.appraise(QueuePlace(asker, (match.id, "hint")), task)
        self._appraisals.keep((match.id, task), appraisal)
        return appraisal

    def _task(self, match: Match, request: machine_help.HintRequest) -> AppraisalTask:
        seat = machine_help.seat_of_request(match, self._service.context(match), request)
        moves = tuple(self._service.facts.record_of_seat(match, seat).moves)
        return AppraisalTask(match.game, match.setup, moves, seat, HINT, request.asked_moves)
