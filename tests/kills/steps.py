"""A competition while the processes that take its steps die again and again, at any statement."""

import asyncio
import multiprocessing
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.process import BaseProcess
from typing import Any

from prowlerbot.competitions.competition_record import CompetitionTerms, Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.competitions.course import Began, Called, Ended, Paired
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, StoreError
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Connection, Manner, Work
from prowlerbot.storage.engines.sqlite import SqliteConnection, SqliteWork, is_server
from tests.patience import HUNG
from tests.persistence.competitors import HOUR, Town, check
from tests.persistence.looks import claim_late, due, take_steps
from tests.persistence.matches import NOON, Clock, opened

PROCESSES = 3
_LIVES_FOR = 150
"""The statements of changes after which a process dies, in the mean."""
TERMS = [
    CompetitionTerms(
        each,
        "landgrab" if each.table(range(2, 3)) == 4 else "prowler",
        table=each.table(range(2, 3)),
        check_in=0 if each.has_seasons else DAY,
        round_time=2 * DAY,
        at_once=each.at_once,
        most=16,
        season=10 * DAY,
    )
    for each in FORMATS.values()
    if each.has_rounds
]
_PAUSE = 0.02
_FORKING = multiprocessing.get_context("forkserver")


class Steppers:
    """So many processes, in whose place others come until enough have died; then they live on.

    Each dies at a statement, a commit or right after one that ``points`` draws: the number of these
    from its start.
    """

    def __init__(
        self, url: str, now: int, count: int, points: Callable[[], int], kills: int
    ) -> None:
        _FORKING.set_forkserver_preload([__name__])
        # Whoever dies must hold no lock that others wait for.
        self.clock = _FORKING.RawValue("q", now)
        self._url, self._points, self._left = url, points, kills
        self._living: list[BaseProcess] = []
        self._stop = _FORKING.RawValue("b", 0)
        self._told = _FORKING.SimpleQueue()
        self.moments: Counter[str] = Counter()
        for _ in range(count):
            self._start()

    @property
    def killed(self) -> int:
        return self.moments.total()

    def _start(self) -> None:
        point = self._points() if self._left > 0 else 0
        self._left -= 1
        arguments = self._url, self.clock, self._stop, point, self._told
        process: BaseProcess = _FORKING.Process(target=run, args=arguments, daemon=True)
        process.start()
        self._living.append(process)

    def replace_dead(self) -> None:
        """Start another process for each one that has died."""
        for process in [each for each in self._living if not each.is_alive()]:
            assert process.exitcode == -signal.SIGKILL, "a process has ended by itself"
            self._living.remove(process)
            self.moments[self._told.get()] += 1
            self._start()

    def stop(self) -> None:
        self._stop.value = 1
        for process in self._living:
            process.join(10)
            process.kill()


def run(url: str, clock: Any, stop: Any, point: int, moments: Any) -> None:
    """Take the steps that are due until told to stop, or until the point of death; 0 is none."""
    if point:
        _arm(url, point, moments)
    asyncio.run(_serve(url, clock, stop))


def _arm(url: str, point: int, moments: Any) -> None:
    if is_server(url):
        from prowlerbot.storage.engines.postgres import PostgresConnection, PostgresWork  # noqa: PLC0415 - optional

        work: type[Work] = PostgresWork
        connection: type[Connection] = PostgresConnection
    else:
        work, connection = SqliteWork, SqliteConnection
    left, within = point, threading.local()

    def count(moment: str) -> None:
        nonlocal left
        left -= 1
        if not left:
            moments.put(moment)
            os.kill(os.getpid(), signal.SIGKILL)

    def counted(send: Callable[..., Any]) -> Callable[..., Any]:
        def deadly(self: Work, sql: str, *values: object) -> Any:
            if getattr(within, "change", False):
                count(" ".join(sql.split()[:3]).partition("(")[0])
            return send(self, sql, *values)

        return deadly

    transact = connection.transact

    def deadly_transact(self: Connection, manner: Manner, work: Callable[[Work], Any]) -> Any:
        within.change = manner is Manner.WRITING
        try:
            done = transact(self, manner, work)
        finally:
            within.change = False
        if manner is Manner.WRITING:
            count("after the commit")
        return done

    for name in ("execute", "change", "fetch"):
        setattr(work, name, counted(getattr(work, name)))
    connection.transact = deadly_transact  # type: ignore[method-assign] # in this process only


async def _serve(url: str, clock: Any, stop: Any) -> None:
    async with opened(url, _Shared(clock), seed=os.getpid()) as service:
        await service.store.duties.free_claims()  # the claims of the dead
        while not stop.value:
            try:
                await _round(service)
            except StoreError:  # the database was locked for too long
                continue
            await asyncio.sleep(_PAUSE)


class _Shared(Clock):
    """The clock of all processes."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self._value = value

    def __call__(self) -> int:
        return int(self._value.value)


async def _round(service: Service) -> None:
    competitions = Competitions(service)
    await claim_late(competitions)
    await take_steps(competitions)


@dataclass
class Watched(Town):
    """A town whose steps are left to other processes."""

    steppers: Steppers | None = None

    async def upkeep(self) -> None:
        """Wait until nothing is due."""
        assert self.steppers is not None
        self.steppers.clock.value = self.clock.now
        until = time.monotonic() + HUNG
        while await due(self.service, CompetitionDuty.STEP, MatchDuty.CLAIM):
            assert time.monotonic() < until, "a step was not taken"
            self.steppers.replace_dead()
            await asyncio.sleep(0.01)
        self.steppers.replace_dead()

    async def attempt(self, doing: Awaitable[None]) -> None:
        """Do something, unless a step has come first."""
        with suppress(Denied):
            await doing


async def play_while_they_die(
    url: str, kills: int, seed: int, people: int = 9
) -> tuple[int, Counter[str]]:
    """Play competitions until so many processes have died; returns how many, and the moments.

    Raises AssertionError where a step is lost or doubled.
    """
    rng, clock, count = random.Random(seed), Clock(), 0
    steppers = Steppers(
        url,
        NOON,
        count=PROCESSES,
        points=lambda: 1 + int(rng.expovariate(1 / _LIVES_FOR)),
        kills=kills,
    )
    try:
        async with opened(url, clock, seed) as service:
            while steppers.killed < kills:
                town = Watched(service, clock, rng, leave=0.1, whole=0, tick=12 * HOUR)
                town.steppers = steppers
                terms = TERMS[count % len(TERMS)]
                begins = replace(terms, starts=clock.now + 2 * DAY)
                it = await town.played(await town.create(begins, people))
                await check(service, it)
                await _check_steps(it, town)
                count += 1
    finally:
        steppers.stop()
    return count, steppers.moments


async def _check_steps(it: Stored, town: Town) -> None:
    """No step is there twice, and each match belongs to a pairing."""
    events = it.competition.events
    for kind in (Called, Began, Ended):
        assert sum(isinstance(event, kind) for event in events) <= 1
    paired = [event for event in events if isinstance(event, Paired)]
    assert [event.pairing for event in paired] == [*range(1, len(paired) + 1)]
    for event in paired:
        if it.competition.terms.table == 2 and it.competition.format.most_matches == 1:
            of_round = [each.players for each in paired if each.round == event.round]
            players = [player for players in of_round for player in players]
            assert len(players) == len({*players})
    rows = await town.service.store.database.read(
        "SELECT id FROM matches WHERE terms LIKE $1", f'%"competition": "{it.id}"%'
    )
    stored, known = {match for (match,) in rows}, {*it.matches.values()}
    assert stored == known, (stored ^ known, events)
