"""Starts bots as processes that have all modules loaded already, so the next one is there soon.

Run as a program, this is their parent: it forks one for each line that it reads, and when there are
no more lines, it ends with all of them.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Self

from tests.process.hosted_bot import PROGRAM, ROOT, environment_of


class Pace(NamedTuple):
    """Whether the leases of shards are short, and the seconds between two rounds of upkeep."""

    hurry: bool = False
    upkeep_every: float = 30.0


IN_A_HURRY = Pace(hurry=True)


class Child:
    """A bot that tells its log to a file."""

    def __init__(self, pid: int, log: Path) -> None:
        self._pid = pid
        self._log = log

    def send(self, sign: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._pid, sign)

    async def ended(self) -> None:
        with suppress(ProcessLookupError):
            while True:
                os.kill(self._pid, 0)
                await asyncio.sleep(0.02)

    @property
    def lines(self) -> list[str]:
        return self._log.read_text(encoding="utf-8").splitlines()


class Nursery:
    """The parent of all bots as seen from here."""

    def __init__(self, process: asyncio.subprocess.Process, folder: Path) -> None:
        self._process = process
        self._folder = folder
        self._number = 0

    @classmethod
    @asynccontextmanager
    async def opened(cls, folder: Path) -> AsyncIterator[Self]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.kills.nursery"),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            yield cls(process, folder)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()

    async def bear(self, api: str, pace: Pace, **settings: str) -> Child:
        """Start a bot on a Discord at this address."""
        self._number += 1
        log = self._folder / f"{self._number}.log"
        log.touch()
        environment = environment_of(self._folder, settings)
        arguments = [api, "in a hurry" if pace.hurry else "", str(pace.upkeep_every)]
        told = {"arguments": arguments, "environment": environment}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({**told, "log": str(log)}).encode() + b"\n")
        return Child(int(await self._process.stdout.readline()), log)


def main() -> None:
    import bot  # noqa: F401, PLC0415 - so that the children need not
    import prowlerbot.storage.engines.postgres  # noqa: F401, PLC0415 - likewise

    os.setpgid(0, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks for their statuses
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _live(json.loads(line))
        print(child, flush=True)  # noqa: T201 - the answer
    os.killpg(0, signal.SIGKILL)


def _live(told: dict[str, object]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    arguments, environment = told["arguments"], told["environment"]
    assert isinstance(arguments, list)
    assert isinstance(environment, dict)
    os.environ.update(environment)
    log = os.open(str(told["log"]), os.O_WRONLY | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.dup2(log, 2)
    os.chdir(Path(str(told["log"])).parent)
    sys.argv = ["-c", *arguments]
    status = 1
    try:
        exec(PROGRAM, {"__name__": "__main__"})  # noqa: S102 - the program of all hosted bots
    except SystemExit as end:
        status = int(end.code or 0)
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main()
