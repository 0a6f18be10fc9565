"""Processes that take the steps of competitions, each of which kills itself at some statement."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any

from prowlerbot.core.errors import StoreError
from prowlerbot.service.competitions import Competitions
from prowlerbot.service.service import Service
from prowlerbot.storage.engines.database import Connection, Manner, Work
from prowlerbot.storage.engines.sqlite import SqliteConnection, SqliteWork, is_server
from tests.persistence.matches import Clock, opened

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
        from prowlerbot.storage.engines.postgres import (  # noqa: PLC0415 - optional
            PostgresConnection,
            PostgresWork,
        )

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
    competitions = Competitions(service, up_since=0)
    await competitions.release_matches()
    await competitions.claim_late_moves()
    for competition_id in await competitions.due():
        await competitions.step(competition_id)
