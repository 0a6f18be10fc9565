"""Workers whose other end is a thread of the tests instead of a process, and a clock for them.

The thread does what the process does, ``loop.serve``; it dies where a process would, but starts at
once, and a test says when a job ends.
"""

import asyncio
import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from types import SimpleNamespace

import pytest

from prowlerbot.workers import loop, worker
from prowlerbot.workers.loop import Job


class Died(BaseException):
    """Ends such a thread, as a signal ends a process."""


class Here:
    """All that a worker asks of its process."""

    returncode = 1

    def __init__(self, end: socket.socket, ahead: Sequence[Job]) -> None:
        self._end = end
        self._thread = threading.Thread(target=self._serve, args=(ahead,), daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        return self._thread.native_id

    def _serve(self, ahead: Sequence[Job]) -> None:
        with self._end, suppress(Died):
            loop.serve(self._end, ahead, 0)

    def kill(self) -> None:
        with suppress(OSError):
            self._end.shutdown(socket.SHUT_RDWR)
        for gate in GATES.values():
            gate.set()  # no job keeps a process from its end

    def wait(self) -> None:
        self._thread.join()


GATES: dict[str, threading.Event] = {}
"""By name, for jobs that are sent; see ``shut``."""


def shut(*names: str) -> None:
    """Shut gates, so that jobs wait in front of them until ``GATES[name].set()``."""
    GATES.update({name: threading.Event() for name in names})


def waits(gate: str) -> bytes:
    """A job, or a drawing, that takes until its gate is open."""
    GATES[gate].wait()
    return b"done"


def opens(gate: str) -> None:
    GATES[gate].set()


def me() -> bytes:
    """Who has done a job."""
    return str(threading.get_native_id()).encode()


def dies() -> bytes:
    raise Died


class Clock:
    """The time of workers and of the event loop, which passes only when a test says."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now

    async def passes(self, seconds: float) -> None:
        self.now += seconds
        await turns()


async def turns() -> None:
    """Let all that is due in the event loop run, which takes several turns of it."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers start no process."""

    def start_work(ahead: Sequence[Job], *_: object) -> tuple[Here, socket.socket]:
        ours, theirs = socket.socketpair()
        return Here(theirs, ahead), ours

    GATES.clear()
    monkeypatch.setattr(worker, "start_work", start_work)
    monkeypatch.setattr(loop, "_IDLE_SECONDS", 0.0)
    monkeypatch.setattr(loop, "give_large_blocks_back", lambda: None)
    monkeypatch.setattr(
        loop, "signal", SimpleNamespace(signal=lambda *_: None, SIGINT=0, SIG_IGN=0)
    )


@pytest.fixture
async def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of workers and of the loop stands still."""
    made = Clock()
    monkeypatch.setattr(worker, "time", SimpleNamespace(monotonic=made))
    monkeypatch.setattr(asyncio.get_running_loop(), "time", made)
    return made
