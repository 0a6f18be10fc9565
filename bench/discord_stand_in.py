"""As much of Discord as an interaction needs, over real sockets, so that only the bot is measured.

A bot logs in, gets servers with one channel each, and receives presses, commands and requests for
suggestions. The time until it answers is measured here, in another process than the bot's. The
stand-in takes every answer as it comes: the tests check what Discord would make of it.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from aiohttp import BodyPartReader, web

from bench.discord_data import (
    APPLICATION,
    BOT,
    GUILD,
    GUILD_STEP,
    GUILDS,
    SHARD_STEP,
    SMALL,
    Json,
    Message,
    Size,
    Typed,
    Upload,
    application_data,
    command_data,
    guild_data,
    interaction,
    typed_data,
    user_data,
)

_FIRST_ID = 10**18
"""Ids of messages and interactions are as long as Discord's are now."""
_SILENT_FLAG = 1 << 12


@dataclass(frozen=True, slots=True)
class Ping:
    """A call with sound, and its time in seconds of this process's clock."""

    user: int
    at: float


class StandIn:
    """The same servers for any number of bots; the token tells them apart.

    A bot may have several shards, in as many processes; each shard has servers of its own.
    """

    def __init__(self, servers: int = len(GUILDS), size: Size = SMALL) -> None:
        """``servers`` is the number of servers of each shard."""
        self._guilds = [GUILD + GUILD_STEP * number for number in range(servers)]
        self._size = size
        self._ids: Iterator[int] = itertools.count(_FIRST_ID)
        self._gateways: dict[tuple[str, int], web.WebSocketResponse] = {}
        self._shards: dict[str, int] = {}
        self._ready: dict[str, asyncio.Event] = {}
        self._asked: dict[int, tuple[Message, asyncio.Future[int]]] = {}
        self._files: dict[int, bytes] = {}
        self.pings: list[Ping] = []
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        """Listen on a free port; ``api`` is then the address of the API."""
        app = web.Application(client_max_size=1 << 24)
        app.router.add_get("/gateway", self._gateway)
        app.router.add_post("/api/interactions/{id}/{token}/callback", self._answered)
        app.router.add_post("/api/channels/{channel}/messages", self._sent)
        app.router.add_post("/api/webhooks/{application}/{token}", self._sent)
        app.router.add_patch("/api/{path:.*}/messages/{id}", self._edited)
        app.router.add_delete("/api/{path:.*}", self._deleted)
        app.router.add_post("/api/users/@me/channels", self._chat)
        app.router.add_get("/files/{id}", self._file)
        app.router.add_route("*", "/api/{path:.*}", self._other)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self._address = f"{host}:{port}"
        self.api = f"http://{self._address}/api"
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner is not None:
            for socket in self._gateways.values():
                await socket.close()
            await self._runner.cleanup()

    async def open_door(self) -> str:
        """Another address of the API."""
        if self._runner is None:
            raise RuntimeError("it does not listen yet")
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[-1][:2]
        return f"http://{host}:{port}/api"

    async def ready(self, token: str) -> None:
        """Wait until the bot with this token listens."""
        await self._ready.setdefault(token, asyncio.Event()).wait()

    def open_shards(self, token: str) -> int:
        """The number of shards of a bot that are connected."""
        return sum(not socket.closed for (it, _), socket in self._gateways.items() if it == token)

    def message(self, guild: int = GUILD) -> Message:
        return Message(next(self._ids), guild)

    def upload(self, data: bytes) -> Upload:
        """Store a file, to attach it to a command."""
        number = next(self._ids)
        self._files[number] = data
        return Upload(number, f"http://{self._address}/files/{number}", len(data))

    async def press(self, token: str, user: int, message: Message, custom_id: str) -> float:
        """Press a button; returns the seconds until the whole answer has arrived."""
        number, data = next(self._ids), {"custom_id": custom_id, "component_type": 2}
        event = interaction(number, 3, user, message.guild, data) | {"message": message.data()}
        return await self._ask(token, number, event, message)

    async def command(
        self,
        token: str,
        user: int,
        typed: Typed,
        *,
        guild: int = GUILD,
        message: Message | None = None,
    ) -> float:
        """Send a command, or ask for suggestions; returns the seconds until the first answer.

        Its components are then those of the ``message``.
        """
        number, kind = next(self._ids), 4 if typed.focused else 2
        event = interaction(number, kind, user, guild, typed_data(typed))
        return await self._ask(token, number, event, message or self.message())

    async def _ask(self, token: str, number: int, event: Json, message: Message) -> float:
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._asked[number] = message, done
        start = time.perf_counter()
        shard = int(event["guild_id"]) // SHARD_STEP % self._shards[token]
        await self._tell(self._gateways[token, shard], "INTERACTION_CREATE", event)
        await done
        return time.perf_counter() - start

    # ------------------------------------------------------------------ requests of a bot

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41_250}})
        async for received in socket:
            said = json.loads(received.data)
            if said["op"] == 1:
                await socket.send_json({"op": 11})
            elif said["op"] == 2:
                shard, count = said["d"].get("shard", (0, 1))
                await self._welcome(said["d"]["token"], shard, count, socket)
        return socket

    async def _welcome(
        self, token: str, shard: int, count: int, socket: web.WebSocketResponse
    ) -> None:
        self._gateways[token, shard], self._shards[token] = socket, count
        guilds = [guild + shard * SHARD_STEP for guild in self._guilds]
        await self._tell(
            socket,
            "READY",
            {
                "v": 10,
                "user": BOT,
                "guilds": [{"id": str(guild), "unavailable": True} for guild in guilds],
                "session_id": token,
                "shard": [shard, count],
                "resume_gateway_url": f"ws://{self._address}/gateway",
                "application": {"id": str(APPLICATION), "flags": 0},
            },
        )
        for guild in guilds:
            await self._tell(socket, "GUILD_CREATE", guild_data(guild, self._size))
        self._ready.setdefault(token, asyncio.Event()).set()

    async def _tell(self, socket: web.WebSocketResponse, event: str, data: Json) -> None:
        said = {"op": 0, "s": next(self._ids), "t": event, "d": data}
        await socket.send_json(said)

    async def _answered(self, request: web.Request) -> web.Response:
        answer = await read_json(request)
        kind = answer["type"]
        number = int(request.match_info["id"])
        message, done = self._asked.pop(number)
        data = answer.get("data") or {}
        self._note_pings(data)
        if kind in {4, 7}:
            message.components = data.get("components", message.components)
        if not done.done():
            done.set_result(kind)
        if request.query.get("with_response") not in {"1", "true"}:
            return web.Response(status=204)
        callback = {"id": str(number), "type": 3, "response_message_id": str(message.id)}
        resource = {"type": kind, "message": message.data()}
        return as_json({"interaction": callback, "resource": resource})

    async def _sent(self, request: web.Request) -> web.Response:
        self._note_pings(await read_json(request))
        return as_json({**Message(next(self._ids)).data(), "flags": 0})

    async def _edited(self, request: web.Request) -> web.Response:
        await request.read()
        return as_json({**Message(next(self._ids)).data(), "flags": 0})

    async def _deleted(self, _: web.Request) -> web.Response:
        return web.Response(status=204)

    async def _chat(self, request: web.Request) -> web.Response:
        user = (await request.json())["recipient_id"]
        recipients = [user_data(int(user))]
        return as_json({"id": user, "type": 1, "recipients": recipients})

    def _note_pings(self, sent: Json) -> None:
        if not sent.get("flags", 0) & _SILENT_FLAG:
            called = (sent.get("allowed_mentions") or {}).get("users", [])
            self.pings += [Ping(int(user), time.perf_counter()) for user in called]

    async def _file(self, request: web.Request) -> web.Response:
        return web.Response(body=self._files[int(request.match_info["id"])])

    async def _other(self, request: web.Request) -> web.Response:
        path = request.match_info["path"]
        body = await request.read()
        match request.method, path.split("/"):
            case "GET", ["gateway", "bot"]:
                limit = {"total": 9, "remaining": 9, "reset_after": 0, "max_concurrency": 1}
                url = f"ws://{self._address}/gateway"
                return as_json({"url": url, "shards": 1, "session_start_limit": limit})
            case "GET", ["users", "@me"]:
                return as_json(BOT)
            case "GET", [*_, "@me"]:
                return as_json(application_data())
            case "PUT", ["applications", _, "commands"]:
                return as_json([command_data(each, next(self._ids)) for each in json.loads(body)])
        return as_json({"code": 0, "message": "not here"}, status=404)


def as_json(data: object, status: int = 200) -> web.Response:
    """discord.py reads JSON only if the type has no charset."""
    body = json.dumps(data).encode()
    headers = {"Content-Type": "application/json"}
    return web.Response(body=body, status=status, headers=headers)


async def read_json(request: web.Request) -> Json:
    """The JSON of a request, alone or beside files."""
    try:
        return await _read(request)
    except ConnectionError as error:  # its sender has died
        raise web.HTTPBadRequest from error


async def _read(request: web.Request) -> Json:
    told: Json = {}
    if request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            if isinstance(part, BodyPartReader):
                read = await part.read()
                if part.name == "payload_json":
                    told = json.loads(read)
    else:
        told = await request.json()
    return told
