"""bot.py as a process of its own, and a Discord over real sockets that can have bad days."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import web

from bench.discord_stand_in import StandIn
from prowlerbot.service.service import Service
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.store import Store

ROOT = Path(__file__).parents[2]
TOKEN = "MTE0NTE0MTkxOTgxMDExNDUxNA.GhIjKl.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_"  # noqa: S105 - made up
CLOUDFLARE = "<!DOCTYPE html>\n<html><head><title>Access denied | 1015</title></head></html>"

PROGRAM = """
import asyncio, os, sys, types, discord, yarl, bot
import cogs.board.rendering, cogs.board.upkeep, cogs.composition, cogs.frame.outage
import prowlerbot.match.attention
from cogs.connection.passing_presses import PassingPresses
from cogs.connection.shard_connections import ShardConnections
from cogs.connection.shared_shards import SharedShards
if sys.argv[2] == "in a hurry":
    SharedShards.lease = float(os.environ.get("LEASE", 3.0))
    SharedShards.margin, SharedShards.renew_every = 0.5, 0.5
    SharedShards.hurry, SharedShards.brisk = 0.2, 0.05
    SharedShards.patience, PassingPresses.held_for = 3.0, 20.0  # on a busy machine
    prowlerbot.match.attention.THERE = -1  # all press within a minute, and calls are wanted
    ShardConnections.identify_every = ShardConnections.look_every = 0.1
cogs.board.upkeep._EVERY = float((*sys.argv, 30)[3])
discord.http.Route.BASE = sys.argv[1]
gateway = sys.argv[1].replace("http", "ws", 1).replace("/api", "/gateway")
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
cogs.frame.outage.Pauses.delay = lambda pauses: 0.05  # so that no test has to wait for long
async def nap(seconds): await asyncio.sleep(min(seconds, 0.05))
discord.shard.asyncio = types.SimpleNamespace(**{**vars(asyncio), "sleep": nap})
state = discord.AutoShardedClient._get_state
discord.AutoShardedClient._get_state = lambda client, **options: state(
    client, **options, guild_ready_timeout=0.05
)
async def nothing(*parts): pass
cogs.composition.warm_up = nothing  # the same
cogs.board.rendering.do_ahead = lambda piece: None  # it would take most of the time of a test
sys.argv = ["bot.py"]
sys.exit(bot.main())
"""


@dataclass
class Bad:
    """How often requests to a path fail, and how."""

    times: int
    status: int
    body: str = '{"code": 0, "message": "no"}'
    content: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict[str, str])


@dataclass
class BadDays(StandIn):
    """``failing`` names requests such as “GET users/@me”; a ``close_code`` ends each session."""

    failing: dict[str, Bad] = field(default_factory=dict[str, Bad])
    close_code: int = 0
    shut: int = 0
    """Connections to the gateway that are refused before one is let in."""
    asked: Counter[str] = field(default_factory=Counter[str])

    def __post_init__(self) -> None:
        super().__init__()
        self.let_in = asyncio.Event()

    async def _other(self, request: web.Request) -> web.Response:
        path = request.match_info["path"]
        name = "PUT commands" if path.endswith("/commands") else f"{request.method} {path}"
        self.asked[name] += 1
        bad = self.failing.get(name)
        if bad is not None and bad.times:
            bad.times -= 1
            headers = {"Content-Type": bad.content, **bad.headers}
            return web.Response(body=bad.body.encode(), status=bad.status, headers=headers)
        return await super()._other(request)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        if self.shut:
            self.shut -= 1
            raise web.HTTPServiceUnavailable
        self.let_in.set()
        return await super()._gateway(request)

    async def _welcome(
        self, token: str, shard: int, count: int, socket: web.WebSocketResponse
    ) -> None:
        if self.close_code:
            await socket.close(code=self.close_code)
            return
        await super()._welcome(token, shard, count, socket)

    async def cut_off(self, tries: int) -> None:
        """Lose all connections, and refuse so many new ones."""
        self.shut = tries
        self.let_in.clear()
        for socket in self._gateways.values():
            await socket.close(code=1001)


class HostedBot:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[str] = []
        self._more = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stderr is not None
        async for line in self.process.stderr:
            self.lines.append(line.decode().rstrip("\n"))
            self._more.set()

    @property
    def told(self) -> str:
        return "\n".join(self.lines)

    async def says(self, words: str, seconds: float = 60) -> None:
        async with asyncio.timeout(seconds):
            while words not in self.told:
                self._more.clear()
                await self._more.wait()

    @property
    def children(self) -> list[int]:
        """The processes that it has started, where the system tells."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text().split()]

    async def ended(self, seconds: float = 60) -> int:
        """Wait until it has ended; returns its exit status."""
        async with asyncio.timeout(seconds):
            status = await self.process.wait()
            await self._reading
        return status


@asynccontextmanager
async def hosting(discord: StandIn, folder: Path, **settings: str) -> AsyncIterator[HostedBot]:
    """bot.py on a Discord of its own, with the database ``prowler.db`` in a folder."""
    async with discord, joining(discord, folder, **settings) as bot:
        yield bot


@asynccontextmanager
async def joining(discord: StandIn, folder: Path, **settings: str) -> AsyncIterator[HostedBot]:
    """bot.py on a Discord that runs already, perhaps beside other processes."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        PROGRAM,
        discord.api,
        "in a hurry",
        cwd=folder,
        env=environment_of(folder, settings),
        stderr=asyncio.subprocess.PIPE,
    )
    bot = HostedBot(process)
    try:
        yield bot
    finally:
        if process.returncode is None:
            process.kill()
        await bot.ended()


def environment_of(folder: Path, settings: dict[str, str]) -> dict[str, str]:
    """The environment of a hosted bot."""
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_URL": f"sqlite:///{folder}/prowler.db",
        "BACKUP_EVERY": "0",
        "DRAWING_PROCESSES": "0",  # they draw ahead too
        **settings,
    }


@asynccontextmanager
async def stored(folder: Path) -> AsyncIterator[Service]:
    """The database of a hosted bot, opened by the side of it."""
    from prowlerbot.games import GAMES  # noqa: PLC0415 - the registry is handed down

    database = await open_database(f"sqlite:///{folder}/prowler.db")
    try:
        yield Service(Store(database), games=GAMES)
    finally:
        await database.close()
