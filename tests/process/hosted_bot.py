"""bot.py as a process of its own, and a Discord over real sockets that can have bad days."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import pytest
from aiohttp import web

from bench.discord_stand_in import StandIn
from prowlerbot.feature_list import open_store
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.address import open_database
from tests.patience import HUNG
from tests.process.nursery import ENDED, bear

TOKEN = "MTE0NTE0MTkxOTgxMDExNDUxNA.GhIjKl.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_"  # noqa: S105 - made up
CLOUDFLARE = "<!DOCTYPE html>\n<html><head><title>Access denied | 1015</title></head></html>"
PROGRAM = """
import asyncio, os, sys, types, discord, yarl, bot
import cogs.board.rendering, cogs.composition
import cogs.connection.discord_requests, cogs.frame.interaction_gate
import prowlerbot.match.call_rules
from cogs.admin.health_address import Health
from cogs.connection.shared_shards import HeldInteractions
from cogs.connection.shared_shards import ShardConnections
from cogs.connection.shared_shards import SharedShards
if sys.argv[2] == "in a hurry":
    SharedShards.lease_seconds = float(os.environ.get("LEASE", 6.0))
    SharedShards.safety_margin, SharedShards.renew_every = 0.5, 0.5
    SharedShards.poll_every, SharedShards.fast_poll_every = 0.2, 0.05
    Health.port_timeout = float(os.environ.get("PORT_PATIENCE", 0.1))
    SharedShards.handover_timeout, HeldInteractions.held_for = 3.0, 20.0  # on a busy machine
    # All press within a minute, and calls are wanted.
    prowlerbot.match.call_rules.AT_BOARD_SECONDS = -1
    ShardConnections.identify_every = ShardConnections.identify_retry_every = 0.1
    cogs.frame.interaction_gate.Shutdown.begin_shutdown.__defaults__ = 100.0, 0.0  # likewise
discord.http.Route.BASE = sys.argv[1]
gateway = sys.argv[1].replace("http", "ws", 1).replace("/api", "/gateway")
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
cogs.connection.discord_requests.Backoff.delay = lambda backoff: 0.05  # no test waits long
async def nap(seconds): await asyncio.sleep(min(seconds, 0.05))
discord.shard.asyncio = types.SimpleNamespace(**{**vars(asyncio), "sleep": nap})
state = discord.AutoShardedClient._get_state
discord.AutoShardedClient._get_state = lambda client, **options: state(
    client, **options, guild_ready_timeout=0.05
)
async def nothing(*parts): pass
cogs.composition.WarmUp.run = nothing  # the same
# Drawing ahead takes most of the time of a test.
cogs.board.rendering.Rendering._submit_next_piece = lambda self, pieces: None
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
    """``lines`` is what it has told so far."""

    def __init__(self, pid: int, told: asyncio.StreamReader) -> None:
        self.lines: list[str] = []
        self._pid = pid
        self._more = asyncio.Event()
        self._ended = asyncio.create_task(self._read(told))

    async def _read(self, told: asyncio.StreamReader) -> int:
        while not (line := await told.readline()).startswith(ENDED):
            assert line, "the nursery has ended"
            self.lines.append(line.decode().rstrip("\n"))
            self._more.set()
        self._more.set()
        return int(line.removeprefix(ENDED))

    @property
    def told(self) -> str:
        return "\n".join(self.lines)

    def send(self, sign: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._pid, sign)

    async def says(self, words: str) -> None:
        async with patience(self):
            while words not in self.told:
                assert not self._ended.done(), self.told
                self._more.clear()
                await self._more.wait()

    async def ended(self) -> int:
        """Wait until it has ended; returns its exit status."""
        async with patience(self):
            return await asyncio.shield(self._ended)

    @property
    def children(self) -> list[int]:
        """The processes that it has started, where the system tells."""
        tasks = Path(f"/proc/{self._pid}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text().split()]


@asynccontextmanager
async def patience(*bots: HostedBot) -> AsyncIterator[None]:
    """Fail with what the bots have told if something never comes."""
    try:
        async with asyncio.timeout(HUNG):
            yield
    except TimeoutError:
        pytest.fail("\n\n".join(each.told for each in bots))


class Pace(NamedTuple):
    """Whether the leases of shards are short."""

    hurry: bool = False


IN_A_HURRY = Pace(hurry=True)


@asynccontextmanager
async def hosting(discord: StandIn, folder: Path, **settings: str) -> AsyncIterator[HostedBot]:
    """bot.py on a Discord of its own, with the database ``prowler.db`` in a folder."""
    async with discord, joining(discord.api, folder, **settings) as bot:
        yield bot


@asynccontextmanager
async def joining(
    api: str, folder: Path, pace: Pace = IN_A_HURRY, /, **settings: str
) -> AsyncIterator[HostedBot]:
    """bot.py on a Discord that runs already, perhaps beside other processes."""
    environment = {
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_URL": f"sqlite:///{folder}/prowler.db",
        "BACKUP_EVERY": "0",
        "DRAWING_PROCESSES": "0",  # they draw ahead too
        **settings,
    }
    arguments = api, "in a hurry" if pace.hurry else ""
    pid, told, writer = await bear(PROGRAM, *arguments, folder=folder, **environment)
    bot = HostedBot(pid, told)
    try:
        yield bot
    finally:
        bot.send(signal.SIGKILL)
        await bot.ended()
        writer.close()


@asynccontextmanager
async def stored(folder: Path) -> AsyncIterator[Service]:
    """The database of a hosted bot, opened by the side of it."""
    from prowlerbot.games import GAMES  # noqa: PLC0415 - the registry is handed down

    database = await open_database(f"sqlite:///{folder}/prowler.db")
    try:
        yield Service(open_store(database), games=GAMES)
    finally:
        await database.close()
