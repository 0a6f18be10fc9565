"""Hints: the machine's appraisal of a player's present decision, with the steps taken.

The request holds only what the player's seat may know. The appraisal comes before the step is
stored, so a hint that cannot be given does not count.

The seats of the machine: its due moves, the search for each, and its commit.

The due moves follow from the match, so nothing else is stored and nothing can be lost. No process
claims a search for itself: that would cost two writes a move, and after a crash a claim would have
to expire. Instead, a search that had to wait checks whether its move is still due. If two processes
search at the same time, the commit accepts one move.

Estimates for people who decide whether to play: the usual duration of a match, and the hours at
which its players usually move.

None of them is stored. A player's hours are shown only if the player allows it.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace
from functools import partial

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match import machine_help
from prowlerbot.match.deadlines import offset, stopped_if_full
from prowlerbot.match.decisions import Decision
from prowlerbot.match.machine_help import HintRequest
from prowlerbot.match.match import Context, Match
from prowlerbot.match.play import move_of_machine
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.ratings import Hours, by_hour, usual_duration, usual_hours
from prowlerbot.opponent.judge import HINT
from prowlerbot.opponent.judgement import Appraisal
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.task import AppraisalTask, Task
from prowlerbot.service.fair_help_check import FairHelp
from prowlerbot.service.match_service import Service
from prowlerbot.storage.player_matches import Duration, HabitStore
from prowlerbot.workers.line import Place

_REMEMBERED = 500
"""The number of appraisals kept in memory, so that the next step of a hint needs no search."""

_Asked = tuple[str, AppraisalTask]
"""The match and the request; another match with the same moves is checked for fairness anew."""


@dataclass(eq=False)
class Hints:
    _service: Service
    _thinkers: Thinkers

    def __post_init__(self) -> None:
        self._appraisals: Recent[_Asked, Appraisal] = Recent(_REMEMBERED)
        self._searches: dict[_Asked, asyncio.Task[Appraisal]] = {}

    def known_appraisal(self, match: Match, asked: HintRequest) -> Appraisal | None:
        """The appraisal if it is in memory, or None. Raises Denied or Stale like ``appraisal``."""
        return self._appraisals.find((match.id, self._task(match, asked)))

    async def appraisal(self, match: Match, asked: HintRequest) -> Appraisal:
        """The appraisal of the player's decision. A second request waits for the first search.

        Raises Denied if the user may not ask for it, NoHelp if the same line is being played for a
        result, and Stale if the match has moved on.
        """
        task = self._task(match, asked)
        key = match.id, task
        if (known := self._appraisals.find(key)) is not None:
            return known
        search = self._searches.get(key)
        if search is None:
            search = self._searches[key] = asyncio.create_task(
                self._search(match, task, asked.user)
            )
            search.add_done_callback(partial(self._searched, key))
        return await asyncio.shield(search)

    async def take(self, match: Match, asked: HintRequest) -> Match:
        """Note a step, exactly once. Raises Stale if the match has moved on."""
        if machine_help.take_hint(match, self._service.context(match), asked) is match:
            return match
        return await self._service.apply(match, machine_help.take_hint, asked)

    def _searched(self, key: _Asked, search: asyncio.Task[Appraisal]) -> None:
        self._searches.pop(key, None)
        if not search.cancelled():
            search.exception()  # its asker may have gone

    async def _search(self, match: Match, task: AppraisalTask, asker: int) -> Appraisal:
        await FairHelp(self._service).check(match)
        appraisal = await self._thinkers.appraise(Place(asker, (match.id, "hint")), task)
        self._appraisals.keep((match.id, task), appraisal)
        return appraisal

    def _task(self, match: Match, asked: HintRequest) -> AppraisalTask:
        seat = machine_help.check_hint(match, self._service.context(match), asked)
        record = self._service.record_of_seat(match, seat)
        return AppraisalTask(match.game, match.setup, tuple(record.moves), seat, HINT)


_FRESH = 1.0
"""Seconds after the request for which a move is still due without a check."""


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

    def admit(self, server: ServerChoices) -> None:
        """Raise Denied, with the reason, if no match with the machine can begin."""
        self._thinkers.admit()
        if not server.machine:
            raise Denied("The machine does not play in this server; its admins have turned it off.")

    def admitted(self, server: ServerChoices) -> bool:
        """Whether the machine plays in a server at all."""
        return self.switched_on and server.machine

    def ahead(self, match: Match) -> int:
        """The number of other matches that the machine serves before this one."""
        return self._thinkers.ahead(_place(match))

    async def search_move(self, match: Match, seat: int) -> MachineMove:
        """Search for a move with the knowledge of the seat.

        Raises Stale if the match has moved on, NoHelp if the same line is being played for a
        result, and Denied if the search has no result.
        """
        await FairHelp(self._service).check(match)
        decision, asked = match.decision(seat), time.monotonic()
        moves = tuple(self._service.record_of_seat(match, seat).moves)
        task = Task(
            game=match.game,
            setup=match.setup,
            moves=moves,
            seat=seat,
            level=match.player(seat).level or "easy",
            seed=self._service.seed(),
        )

        async def check() -> None:
            if time.monotonic() - asked < _FRESH:
                return
            present = await self._service.match(match.id)
            due = self._service.machines_to_move(present)
            if seat not in due or present.decision(seat) != decision:
                raise Stale("The match moved on while the machine was thinking.")

        async def search(seed: int | None) -> str:
            steady = task if seed is None else replace(task, seed=seed, steady=True)
            return await self._thinkers.move(_place(match), steady, check)

        store = self._service.store
        for reply in store.contributions.replies:
            move = await reply(store.database, match, seat, moves, search)
            if move is not None:
                return MachineMove(match.id, seat, decision, move)
        return MachineMove(match.id, seat, decision, await search(None))

    async def make_move(self, chosen: MachineMove) -> Match:
        """Make the move once, even if several processes have one. Raises Stale if it is late."""

        def transition(match: Match, context: Context) -> Match:
            made = move_of_machine(match, context, chosen.seat, chosen.decision, chosen.move)
            return stopped_if_full(made, context)

        return await self._service.apply(chosen.match, transition)

    async def close(self) -> None:
        await self._thinkers.close()


def _place(match: Match) -> Place:
    """The place of a match in the machine's line, under the lowest id of its people."""
    return Place(min(match.people, default=0), match.id)


_HOUR = 60 * 60
_HABITS_REMEMBERED = 100
"""The number of games whose latest durations are kept in memory."""


@dataclass(eq=False)
class Habits:
    _service: Service

    def __post_init__(self) -> None:
        self._store = HabitStore(self._service.store.database)
        self._durations: Recent[str, tuple[int, list[Duration]]] = Recent(_HABITS_REMEMBERED)

    async def duration(self, match: Match) -> int | None:
        """The usual seconds of matches with as many people at such a pace; None if too few have
        been played or the machine takes part.
        """
        if match.has_machine or match.origin is not None or len(match.players) < 2:
            return None
        return usual_duration(
            [
                each.seconds
                for each in await self._latest(match.game)
                if each.seats == len(match.players)
                and _is_quick(each.terms.pace) == _is_quick(match.terms.pace)
                and bool(each.terms.stopwatch) == bool(match.terms.stopwatch)
            ]
        )

    async def hours(self, player: int, choices: PlayerChoices, at: int) -> Hours | None:
        """The hours at which a player usually moves, as of a time. None without the player's
        consent, and if there are no such hours.
        """
        if not choices.hours_told:
            return None
        moves = await self._store.moves(player)
        return usual_hours(by_hour(moves, partial(offset, choices.zone_name), at))

    async def _latest(self, game: str) -> list[Duration]:
        """The durations of the latest matches of a game, read at most once an hour."""
        now = self._service.now()
        read_at, durations = self._durations.find(game) or (-_HOUR, [])
        if now - read_at >= _HOUR:
            durations = await self._store.durations(game)
            self._durations.keep(game, (now, durations))
        return durations


def _is_quick(pace: int) -> bool:
    return 0 < pace <= _HOUR
