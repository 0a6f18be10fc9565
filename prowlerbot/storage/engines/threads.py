"""Threads that work for a database, each with a connection of its own, beside the event loop.

A file has the one thread of aiosqlite, a server as many as it has connections.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

import aiosqlite

_T = TypeVar("_T")
_C = TypeVar("_C")
_Job = tuple[Callable[[Any], Any], "asyncio.Future[Any]"]


class FileThread(aiosqlite.Connection, Generic[_C]):
    """The thread of aiosqlite, which does whole jobs with the connection to a file.

    aiosqlite has no public method for that, so this uses ``_execute``, which hands a function to
    the thread. A change of that method in aiosqlite would stop all storing.
    """

    def __init__(self, connection: _C, file: sqlite3.Connection) -> None:
        super().__init__(lambda: file, iter_chunk_size=64)
        self._ours = connection

    @classmethod
    async def start(cls, connection: _C, file: sqlite3.Connection) -> FileThread[_C]:
        thread = cls(connection, file)
        await thread
        return thread

    async def do(self, job: Callable[[_C], _T]) -> _T:
        """Have the thread do a job.

        If the caller is cancelled, the job is either done completely or never begun.
        """
        given_up = False

        def whole() -> _T | None:
            return None if given_up else job(self._ours)

        try:
            done: _T = await self._execute(whole)  # type: ignore[no-untyped-call]  # of aiosqlite
        except asyncio.CancelledError:
            given_up = True
            raise
        return done

    async def close(self) -> None:
        """Let all jobs end, then close the connection."""
        if (closed := self.stop()) is not None:
            await closed


class ServerThreads(Generic[_C]):
    """One thread for each connection; a job goes to the first thread that is free.

    This is leaner than an executor, whose locks cost a press more than its statements.
    """

    def __init__(self, connections: Iterable[_C]) -> None:
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._threads = [Thread(target=_serve, args=(each, self._jobs)) for each in connections]
        for thread in self._threads:
            thread.start()

    async def do(self, job: Callable[[_C], _T]) -> _T:
        done: _T = await self._put(job)
        return done

    async def close(self) -> None:
        """End all threads. They end even if the event loop stops first."""
        await asyncio.gather(*[self._put(_close) for _ in self._threads])

    def _put(self, job: Callable[[_C], Any]) -> asyncio.Future[Any]:
        future = asyncio.get_running_loop().create_future()
        self._jobs.put((job, future))
        return future


def _close(connection: Any) -> None:
    connection.close()


def _serve(connection: Any, jobs: SimpleQueue[_Job]) -> None:
    job = None
    while job is not _close:
        job, future = jobs.get()
        if future.cancelled() and job is not _close:
            continue
        try:
            tell = partial(_settle, future, job(connection))
        except BaseException as error:  # noqa: BLE001 - raised again where the job was given
            tell = partial(_settle, future, error=error)
        with suppress(RuntimeError):  # the loop has ended, so nobody waits
            future.get_loop().call_soon_threadsafe(tell)
        del tell, future  # while the thread waits, it keeps nothing alive


def _settle(
    future: asyncio.Future[Any], result: object = None, error: BaseException | None = None
) -> None:
    if error is not None and not future.done():
        future.set_exception(error)
    elif not future.done():
        future.set_result(result)
