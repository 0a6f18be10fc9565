"""A Discord with several shards for several processes with one token."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field

from aiohttp import web

from bench.discord_data import APPLICATION, BOT, Json, guild_data, interaction
from tests.process.hosted_bot import BadDays

COUNT = 4
_PLACE = 7_000


def guild_of(shard: int) -> int:
    """The only server of a shard."""
    return (shard << 22) + _PLACE


@dataclass(eq=False)
class Session:
    """A connection that a process has opened for a shard."""

    shard: int
    socket: web.WebSocketResponse


@dataclass
class SharedDiscord(BadDays):
    """``sessions`` are the open ones, in the order in which they began."""

    sessions: list[Session] = field(default_factory=list[Session])

    def shards(self, *without: Session) -> list[int]:
        return sorted(each.shard for each in self.sessions if each not in without)

    async def press(self, session: Session) -> bool:  # type: ignore[override]  # by session, not user
        """Press a button in the server of a shard; whether anybody answers."""
        number = next(self._ids)
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        message = self.message()
        self._asked[number] = message, done
        data = {"custom_id": "m:unknown:0:1", "component_type": 2}
        event = interaction(number, 3, 7, guild_of(session.shard), data)
        await _send(session, "INTERACTION_CREATE", event | {"message": message.data()})
        answered, _ = await asyncio.wait({done}, timeout=1.0)
        return bool(answered)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41_250}})
        session: Session | None = None
        async for received in socket:
            said = json.loads(received.data)
            if said["op"] == 1:
                await socket.send_json({"op": 11})
            elif said["op"] == 2:
                session = Session(said["d"]["shard"][0], socket)
                await self._begin(session)
        if session is not None:
            self.sessions.remove(session)
        return socket

    async def _begin(self, session: Session) -> None:
        guild = guild_of(session.shard)
        await _send(
            session,
            "READY",
            {
                "v": 10,
                "user": BOT,
                "guilds": [{"id": str(guild), "unavailable": True}],
                "session_id": str(next(self._ids)),
                "shard": [session.shard, COUNT],
                "resume_gateway_url": f"ws://{self._address}/gateway",
                "application": {"id": str(APPLICATION), "flags": 0},
            },
        )
        await _send(session, "GUILD_CREATE", guild_data(guild))
        self.sessions.append(session)

    async def _other(self, request: web.Request) -> web.Response:
        if request.match_info["path"] != "gateway/bot":
            return await super()._other(request)
        limit = {"total": 1000, "remaining": 90, "reset_after": 0, "max_concurrency": COUNT}
        url = f"ws://{self._address}/gateway"
        told = {"url": url, "shards": COUNT, "session_start_limit": limit}
        return web.Response(body=json.dumps(told), headers={"Content-Type": "application/json"})


async def _send(session: Session, event: str, data: Json) -> None:
    await session.socket.send_json({"op": 0, "s": 1, "t": event, "d": data})
