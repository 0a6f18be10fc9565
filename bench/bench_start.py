"""The start of the bot: the first one, and a start again on the same database.

``bot.py`` runs as a host runs it, with one process that draws, on a stand-in for Discord over real
sockets. The time counts from the start of Python. A start again includes the end of the process
before it: a press of a board is made three seconds after that one has ended.

``--bare`` measures the start without compiled files too, as in a folder that nobody may write to.
``--also FOLDER`` measures another checkout in the same turns.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from aiohttp import web

from bench.bots import HERE, OTHER, OURS, Pressing, Room, family, processor
from bench.discord_data import Size
from bench.discord_stand_in import StandIn
from bench.timing import wanted
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.address import open_database

TURNS = 3
SERVERS = (1, 2_500)
WANTED = 2.0
"""Seconds from the start of Python to the first request, with a database that exists."""
PRESSED = 3.0
"""Seconds from the end of the process before to a press."""
LOST = 3.0
"""Seconds after which Discord gives a press up."""
_TOKEN = "MTE0NTE0MTkxOTgxMDExNDUxNA.GhIjKl.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_"  # noqa: S105 - made up
_PROGRAM = """
import runpy, sys
class Patch:
    def find_spec(self, name, path=None, target=None):
        if name == "discord.ext":  # discord.http is imported by then, and no sooner than usual
            sys.modules["discord.http"].Route.BASE = api
_, api = sys.argv
sys.argv = ["bot.py"]
sys.meta_path.insert(0, Patch())
runpy.run_path("bot.py", run_name="__main__")
"""


class Begun(NamedTuple):
    """Seconds of one start."""

    request: float
    """From the start of Python to the first request."""
    listening: float
    """Likewise to the arrival of the servers."""
    work: float
    """Of processor time until then, with all processes."""
    pressed: bool
    answered: float | None
    """From the press to the answer; None where nobody answers in time."""


class Press(NamedTuple):
    """A press, and its time by this process's clock."""

    pressing: Pressing
    at: float


class Noting(StandIn):
    """Notes when the first request comes."""

    first: float | None = None

    async def _other(self, request: web.Request) -> web.Response:
        self.first = self.first or time.perf_counter()
        return await super()._other(request)

    def forget(self) -> None:
        self.first = None
        self._ready.clear()
        self._gateways.clear()


class Host:
    """One checkout with a database that lasts from start to start."""

    def __init__(self, checkout: Path, folder: Path, discord: Noting) -> None:
        self._checkout, self._folder, self._discord = checkout, folder, discord
        self._url = f"sqlite:///{folder}/prowler.db"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, *, bare: bool = False, press: Press | None = None) -> Begun:
        """Start the bot, and press a board meanwhile."""
        environment = os.environ | {
            "DISCORD_TOKEN": _TOKEN,
            "DATABASE_URL": self._url,
            "BACKUP_EVERY": "0",
            "DRAWING_PROCESSES": "1",
            "LOG_LEVEL": "ERROR",
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        if bare:
            nowhere = str(self._folder / "compiled")
            environment |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": nowhere}
        self._discord.forget()
        begin = time.perf_counter()
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _PROGRAM, self._discord.api),
            cwd=self._checkout,
            env=environment,
        )
        pressed = asyncio.create_task(self._press(press))
        ready = asyncio.create_task(self._discord.ready(_TOKEN))
        ended = asyncio.create_task(self._process.wait())
        await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
        if ended.done():
            raise RuntimeError("the bot has ended")
        listening = time.perf_counter() - begin
        work = sum(map(processor, family(self._process.pid)))
        first = self._discord.first or begin
        return Begun(first - begin, listening, work, press is not None, await pressed)

    async def _press(self, press: Press | None) -> float | None:
        if press is None:
            return None
        await asyncio.sleep(press.at - time.perf_counter())
        if not self._discord.open_shards(_TOKEN):
            return None  # Discord has nobody to tell of it
        with suppress(TimeoutError):
            async with asyncio.timeout(LOST):
                return await self._discord.press(_TOKEN, *press.pressing)
        return None

    async def board(self) -> Pressing:
        """A press of a new match."""
        database = await open_database(self._url)
        try:
            service = Service(open_store(database), games=GAMES)
            return next(await Room(service, self._discord).board(1))
        finally:
            await database.close()

    async def stop(self) -> float:
        """Stop the bot as a host does; the time of its end."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.terminate()
            await self._process.wait()
        return time.perf_counter()


async def measure(arguments: argparse.Namespace) -> None:
    checkouts = {OURS: HERE} | ({OTHER: arguments.also} if arguments.also else {})
    for servers in arguments.servers:
        found = defaultdict[str, list[Begun]](list)
        for _ in range(arguments.turns):
            for name, checkout in checkouts.items():
                await _turn(name, checkout, servers, found, bare=arguments.bare)
        print(f"median of {arguments.turns} starts:")
        for name, begun in found.items():
            _report(f"{name}, {servers} servers", begun)


async def _turn(
    name: str, checkout: Path, servers: int, found: dict[str, list[Begun]], *, bare: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with Noting(servers, Size()) as discord:
            host = Host(checkout, Path(folder), discord)
            try:
                found[f"{name}, first"].append(await host.start())
                for without in (False, True)[: 1 + bare]:
                    # Another checkout may have other tables.
                    board = await host.board() if checkout == HERE else None
                    at = await host.stop() + PRESSED
                    press = Press(board, at) if board is not None else None
                    begun = await host.start(bare=without, press=press)
                    found[f"{name}, again" + ", nothing compiled" * without].append(begun)
            finally:
                await host.stop()


def _report(name: str, begun: list[Begun]) -> None:
    request = statistics.median(each.request for each in begun)
    listening = statistics.median(each.listening for each in begun)
    work = statistics.median(each.work for each in begun)
    answered = [each.answered for each in begun if each.answered is not None]
    pressed = ""
    if begun[0].pressed:
        pressed = f"; pressed {PRESSED:.0f} s after the end: {len(answered)} of {len(begun)}"
        pressed += f" answered, within {max(answered):.2f} s" if answered else " answered"
    print(
        f"  {name:38} first request {request:5.2f} s {wanted(request, WANTED)}, listens"
        f" {listening:5.2f}, {work:5.2f} of processor time{pressed}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--also", type=Path, metavar="FOLDER", help="another checkout")
    parser.add_argument("--bare", action="store_true", help="also without compiled files")
    parser.add_argument("--servers", type=int, nargs="+", default=SERVERS)
    parser.add_argument("--turns", type=int, default=TURNS)
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
