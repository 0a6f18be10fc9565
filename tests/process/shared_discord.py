"""A Discord with several shards for processes with one token, each by a door of its own."""

import asyncio
import json
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

from aiohttp import web

from bench.discord_data import APPLICATION, BOT, Json, guild_data, interaction
from tests.patience import HUNG
from tests.process.hosted_bot import BadDays

COUNT = 4
_PLACE = 7_000


def guild_of(shard: int) -> int:
    """The only server of a shard."""
    return (shard << 22) + _PLACE


@dataclass(eq=False)
class Session:
    """A connection that a process has opened for a shard, through a door of Discord."""

    shard: int
    socket: web.WebSocketResponse
    door: int = 0


@dataclass
class SharedDiscord(BadDays):
    """``sessions`` are the open ones, in the order in which they began."""

    count: int = COUNT
    sessions: list[Session] = field(default_factory=list[Session])
    answers: Counter[int] = field(default_factory=Counter[int])
    """How often each interaction was answered."""

    def guilds_of(self, shard: int) -> list[int]:
        return [guild_of(shard)]

    def shards(self, *without: Session) -> list[int]:
        return sorted(each.shard for each in self.sessions if each not in without)

    async def press(self, *sessions: Session, seconds: float = HUNG) -> bool:  # type: ignore[override]  # by session, not user
        """Press a button in the server of a shard; whether one of these sessions answers."""
        number = next(self._ids)
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        message = self.message()
        self._asked[number] = message, done
        data = {"custom_id": "m:unknown:0:1", "component_type": 2}
        # Each press is another user's, so none of them is too many.
        event = interaction(number, 3, number, guild_of(sessions[0].shard), data)
        for session in sessions:
            with suppress(ConnectionError):  # it ends just now
                await send(session, "INTERACTION_CREATE", event | {"message": message.data()})
        answered, _ = await asyncio.wait({done}, timeout=seconds)
        return bool(answered)

    async def press_all(self, shard: int) -> bool:
        """Press a button in the server of a shard as Discord does: all its sessions hear of it."""
        its = [each for each in self.sessions if each.shard == shard]
        return bool(its) and await self.press(*its)

    async def _answered(self, request: web.Request) -> web.Response:
        number = int(request.match_info["id"])
        self.answers[number] += 1
        if self.answers[number] > 1:
            told = {"code": 40060, "message": "Interaction has already been acknowledged."}
            return web.json_response(told, status=400)
        return await super()._answered(request)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        if self.shut:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41_250}})
        session: Session | None = None
        async for received in socket:
            said = json.loads(received.data)
            if said["op"] == 1:
                await socket.send_json({"op": 11})
            elif said["op"] == 2:
                session = Session(said["d"]["shard"][0], socket, door_of(request))
                await self._begin(session, f"ws://{request.host}/gateway")
        if session in self.sessions:  # its process may have died as it began
            self.sessions.remove(session)
        return socket

    async def _begin(self, session: Session, url: str) -> None:
        guilds = self.guilds_of(session.shard)
        await send(
            session,
            "READY",
            {
                "v": 10,
                "user": BOT,
                "guilds": [{"id": str(guild), "unavailable": True} for guild in guilds],
                "session_id": str(next(self._ids)),
                "shard": [session.shard, self.count],
                "resume_gateway_url": url,
                "application": {"id": str(APPLICATION), "flags": 0},
            },
        )
        for guild in guilds:
            await send(session, "GUILD_CREATE", guild_data(guild))
        self.sessions.append(session)

    async def _other(self, request: web.Request) -> web.Response:
        if request.match_info["path"] != "gateway/bot":
            return await super()._other(request)
        limit = {"total": 1000, "remaining": 90, "reset_after": 0, "max_concurrency": self.count}
        url = f"ws://{request.host}/gateway"
        told = {"url": url, "shards": self.count, "session_start_limit": limit}
        return web.Response(body=json.dumps(told), headers={"Content-Type": "application/json"})


def door_of(request: web.Request) -> int:
    """The port through which a request came in."""
    transport = request.transport
    return 0 if transport is None else int(transport.get_extra_info("sockname")[1])


async def send(session: Session, event: str, data: Json) -> None:
    await session.socket.send_json({"op": 0, "s": 1, "t": event, "d": data})
