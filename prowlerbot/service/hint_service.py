"""The machine's part in matches: hints and the moves of its seats; and estimates for players.

A hint is the machine's appraisal of a player's present decision. ``match/machine_help.py`` has the
rule that forbids it; ``FairHelp`` checks it. The request holds only what the player's seat may
know. The appraisal comes before the step is stored, so a hint that cannot be given does not count.

The due moves of the machine follow from the match, so nothing can be lost. No process claims a
search for itself, which would cost two writes a move. Instead, a search that had to wait checks
whether its move is still due. If two processes search at once, the commit accepts one move.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from prowlerbot.core.capabilities import Secrets
from prowlerbot.core.clock import HOUR
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import CHANCE, AnyView
from prowlerbot.core.i18n import mark
from prowlerbot.core.recent_cache import Recent
from prowlerbot.core.record import Made
from prowlerbot.match import machine_help
from prowlerbot.match.machine_help import (
    AskedLine,
    CountingLine,
    HintRequest,
    NoHelp,
    beginning,
    is_counting,
)
from prowlerbot.match.match import Context, Decision, Match, is_imported
from prowlerbot.match.play import move_of_machine
from prowlerbot.match.player_statistics import Hours, count_by_hour, usual_duration, usual_hours
from prowlerbot.match.preferences import PlayerChoices, ServerChoices, seconds_ahead
from prowlerbot.match.stage_clock import finish_full_seats
from prowlerbot.opponent.judge import HINT, REPLY
from prowlerbot.opponent.judgement import Appraisal
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.task import AppraisalTask, Task
from prowlerbot.service.match_service import Service
from prowlerbot.storage.contributions import LineKey
from prowlerbot.storage.player_matches import Duration, HabitStore, matches_for_a_result
from prowlerbot.workers.line import QueuePlace

_verdicts: Final[Recent[tuple[str, int, frozenset[LineKey]], bool]] = Recent(5_000)
"""The answers whether a line is a copy; they hold until one of the matches changes."""
_known: Final[Recent[tuple[str, int], CountingLine]] = Recent(2_000)
"""The matches that count, as of their last change, so that a press replays none of them again.

The key is the id with the person who knows the match; 0 is what everybody knows.
"""


@dataclass(eq=False)
class FairHelp:
    """Refuses help in a match with the same line as one that counts."""

    _service: Service

    async def check(self, match: Match, *askers: int) -> None:
        """Raise NoHelp if a match that counts has the same line.

        For a branch this is the match that it comes from, whoever plays it. In all cases it is any
        match of the players, of those who have left them to the machine, and of the ``askers``.

        A try of the day's challenge has its own machine, the same for everybody.
        """
        if match.terms.day:
            return
        async for ancestor in self._ancestors(match):
            if is_counting(ancestor):
                raise NoHelp(_REFUSED)
        setup, _ = beginning(match)
        if not setup:
            return  # nothing has begun
        game = self._service.game(match)
        copied = match.origin is not None or is_imported(match.id)
        if game.drawn_parts(setup) and not copied:
            return  # drawn for this match alone: most moves of the machine need no look
        store, now = self._service.store, self._service.now()
        for feature in store.contributions if copied else ():
            contributed = await feature.counting_starts(store.database, game, now)
            if await self._is_copy(match, contributed.starts):
                raise NoHelp(contributed.refusal)
        leavers = {each.leaver for each in match.players} - {0}  # the machine plays for them
        people = {*match.people, *leavers, *askers}
        others = {key: line async for key, line in self._counting_matches(match, people)}
        if await self._is_copy(match, others):
            raise NoHelp(_REFUSED)

    async def _is_copy(self, match: Match, others: Mapping[LineKey, CountingLine]) -> bool:
        """Whether a match has the line of one of the others; kept until one of them changes."""
        if not others:
            return False
        key = match.id, match.revision, frozenset(others)
        if (copied := _verdicts.find(key)) is None:
            game = self._service.game(match)
            copied = await asyncio.to_thread(
                lambda: any(map(AskedLine.of_match(match, game).is_copy_of, others.values()))
            )
            _verdicts.keep(key, copied)
        return copied

    async def _ancestors(self, match: Match) -> AsyncIterator[Match]:
        """The match that this one plays on from, then the source of that match, and so on."""
        known = {match.id}
        while match.origin is not None and match.origin.source not in known:
            source = match.origin.source
            known.add(source)
            ancestor = None if is_imported(source) else await self._service.store.load(source)
            if ancestor is None:
                return
            match = ancestor
            yield match

    async def _counting_matches(
        self, match: Match, people: Collection[int]
    ) -> AsyncIterator[tuple[LineKey, CountingLine]]:
        """The other matches of these people that count.

        If one person asks alone, the comparison uses everything that this person knows. Otherwise
        it uses only what everybody knows, as a refusal could reveal a secret to the others.
        """
        store = self._service.store
        person = next(iter(people)) if len(people) == 1 else 0
        for match_id, revision in await matches_for_a_result(store.database, match.game, people):
            if match_id == match.id:
                continue
            known = _known.find((match_id, person))
            if known is None or known.revision != revision:
                other = await store.load(match_id)
                if other is None or not is_counting(other):
                    continue
                game, viewer = self._service.game(other), other.seat_of(person)
                known = await asyncio.to_thread(CountingLine.of_match, other, game, viewer)
                _known.keep((match_id, person), known)
            yield (match_id, revision, person), known


_REFUSED = mark(
    "This line is being played in a match that counts, so the machine does not help with it until"
    " that match is over."
)


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
        """The appraisal if it is in memory, or None. Raises Denied or Stale like ``appraisal``."""
        return self._appraisals.find((match.id, self._task(match, asked)))

    async def appraisal(self, match: Match, asked: HintRequest) -> Appraisal:
        """The appraisal of the player's decision. A second request waits for the first search.

        Raises Denied if the user may not ask for it, NoHelp if the same line is being played for a
        result, and Stale if the match has moved on.
        """
        return await self._appraise(match, self._task(match, asked), asked.user)

    async def reply(self, match: Match, after: AnyView, made: Made, user: int) -> Made | None:
        """The machine's answer to a move of its hint, which leads to ``after``."""
        if (task := reply_task(self._service, match, after, made)) is None:
            return None
        appraisal = await self._appraise(match, task, user)
        return Made(task.seat, appraisal.options[0].move)

    async def _appraise(self, match: Match, task: AppraisalTask, asker: int) -> Appraisal:
        key = match.id, task
        if (known := self._appraisals.find(key)) is not None:
            return known
        if (search := self._searches.get(key)) is None:
            searching = self._search(match, task, asker)
            search = self._searches[key] = asyncio.create_task(searching)
            search.add_done_callback(partial(self._forget_search, key))
        return await asyncio.shield(search)

    async def take(self, match: Match, asked: HintRequest) -> Match:
        """Note a step, exactly once. Raises Stale if the match has moved on."""
        if machine_help.take_hint(match, self._service.context(match), asked) is match:
            return match
        return await self._service.apply(match, machine_help.take_hint, asked)

    def _forget_search(self, key: _AskedHint, search: asyncio.Task[Appraisal]) -> None:
        self._searches.pop(key, None)
        if not search.cancelled():
            search.exception()  # its asker may have gone

    async def _search(self, match: Match, task: AppraisalTask, asker: int) -> Appraisal:
        await FairHelp(self._service).check(match)
        appraisal = await self._thinkers.appraise(QueuePlace(asker, (match.id, "hint")), task)
        self._appraisals.keep((match.id, task), appraisal)
        return appraisal

    def _task(self, match: Match, asked: HintRequest) -> AppraisalTask:
        seat = machine_help.check_hint(match, self._service.context(match), asked)
        record = self._service.record_of_seat(match, seat)
        moves = tuple(record.moves)
        return AppraisalTask(match.game, match.setup, moves, seat, HINT, asked.also)


def reply_task(service: Service, then: Match, after: AnyView, made: Made) -> AppraisalTask | None:
    """The request for the machine's answer to a move of ``then``, which leads to ``after``. None if
    chance or the end follows; nobody knows the answer in a game with secret plans.
    """
    seats = after.to_move
    if not seats or CHANCE in seats or isinstance(after.seen, Secrets):
        return None
    seat = min(seats)
    moves = (*service.record_of_seat(then, seat).moves, made)
    return AppraisalTask(then.game, then.setup, moves, seat, REPLY)


_FRESH_SECONDS = 1.0
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
    """The seats that the machine holds: where it may play, and its moves."""

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

    def admits_machine(self, server: ServerChoices) -> bool:
        return self.switched_on and server.machine

    def count_ahead(self, match: Match) -> int:
        """The number of other matches that the machine serves before this one."""
        return self._thinkers.count_ahead(_queue_place(match))

    async def search_move(self, match: Match, seat: int) -> MachineMove:
        """Search for a move with the knowledge of the seat.

        Raises Stale if the match has moved on, NoHelp if the same line is being played for a
        result, and Denied if the search has no result.
        """
        await FairHelp(self._service).check(match)
        decision, asked = match.decision(seat), time.monotonic()
        moves = tuple(self._service.record_of_seat(match, seat).moves)
        level, seed = match.player(seat).level or "easy", self._service.rng.getrandbits(32)
        task = Task(match.game, match.setup, moves, seat, level, seed)

        async def check() -> None:
            if time.monotonic() - asked < _FRESH_SECONDS:
                return
            present = await self._service.match(match.id)
            due = self._service.machines_to_move(present)
            if seat not in due or present.decision(seat) != decision:
                raise Stale("The match moved on while the machine was thinking.")

        async def search(seed: int | None) -> str:
            steady = task if seed is None else replace(task, seed=seed, steady=True)
            return await self._thinkers.move(_queue_place(match), steady, check)

        store = self._service.store
        for feature in store.contributions if match.terms.day else ():
            move = await feature.fixed_reply(store.database, match, seat, moves, search)
            if move is not None:
                return MachineMove(match.id, seat, decision, move)
        return MachineMove(match.id, seat, decision, await search(None))

    async def make_move(self, chosen: MachineMove) -> Match:
        """Make the move once, even if several processes have one. Raises Stale if it is late."""

        def transition(match: Match, context: Context) -> Match:
            made = move_of_machine(match, context, chosen.seat, chosen.decision, chosen.move)
            return finish_full_seats(made, context) if self._service.live(made) else made

        return await self._service.apply(chosen.match, transition)

    async def close(self) -> None:
        await self._thinkers.close()


def _queue_place(match: Match) -> QueuePlace:
    """The place of a match in the machine's line, under the lowest id of its people."""
    return QueuePlace(min(match.people, default=0), match.id)


_HABITS_REMEMBERED = 100
"""The number of games whose latest durations are kept in memory."""


@dataclass(eq=False)
class Habits:
    """Estimates for people who decide whether to play; a player's hours only with their consent."""

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
                for each in await self._latest_durations(match.game)
                if each.seats == len(match.players)
                and _is_quick(each.terms.limit) == _is_quick(match.terms.limit)
                and bool(each.terms.stopwatch) == bool(match.terms.stopwatch)
            ]
        )

    async def hours(self, player: int, choices: PlayerChoices, at: int) -> Hours | None:
        """A player's usual hours, as of a time; None without their consent or such hours."""
        if not choices.hours_told:
            return None
        moves = await self._store.moves(player)
        return usual_hours(count_by_hour(moves, partial(seconds_ahead, choices.zone_name), at))

    async def _latest_durations(self, game: str) -> list[Duration]:
        """The durations of the latest matches of a game, read at most once an hour."""
        now = self._service.now()
        read_at, durations = self._durations.find(game) or (-HOUR, [])
        if now - read_at >= HOUR:
            durations = await self._store.durations(game)
            self._durations.keep(game, (now, durations))
        return durations


def _is_quick(pace: int) -> bool:
    return 0 < pace <= HOUR
