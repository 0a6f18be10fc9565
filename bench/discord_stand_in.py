"""As much of Discord as an interaction needs, over real sockets, so that only the bot is measured.

A bot logs in, gets servers with one channel each, and is sent presses, commands and what is typed
into their options; how long it takes to answer is measured here, in another process than the bot's.
Answers are taken as they come: what Discord would make of them is a matter of the tests.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

GUILD = 7_000
CHANNEL = 7_001
APPLICATION = 7_002
GUILDS = (GUILD, 8_000, 9_000, 10_000, 11_000)
"""The servers; the number of their one channel follows theirs."""
_FIRST_ID = 10**18
"""Ids of messages and interactions are as long as Discord's are now."""
_SILENT_FLAG = 1 << 12
_VIEW_FLAG = 1 << 15
_EVERYTHING = "9007199254740991"
_BEGINNING = "2026-01-01T00:00:00.000000+00:00"

Json = dict[str, Any]


@dataclass
class Message:
    """A message with buttons; ``components`` are those of the last answer."""

    id: int
    components: list[Json] = field(default_factory=list[Json])
    channel: int = CHANNEL

    def told(self) -> Json:
        return {
            "id": str(self.id),
            "channel_id": str(self.channel),
            "author": _user(APPLICATION, "bot", bot=True),
            "content": "",
            "timestamp": _BEGINNING,
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": _VIEW_FLAG,
            "components": self.components,
        }


@dataclass(frozen=True, slots=True)
class Typed:
    """A slash command as it was typed: its words, and its options by name.

    An option that is being typed, which asks for suggestions, is named by ``focused``.
    """

    words: tuple[str, ...]
    options: dict[str, object] = field(default_factory=dict[str, object])
    focused: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is named in an option."""

    id: int


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was attached to a command."""

    id: int
    url: str
    size: int


@dataclass(frozen=True, slots=True)
class Ping:
    """Somebody was called aloud, at so many seconds of this process's clock."""

    user: int
    at: float


class StandIn:
    """The same servers for any number of bots; the token tells them apart."""

    def __init__(self) -> None:
        self._ids = itertools.count(_FIRST_ID)
        self._gateways: dict[str, web.WebSocketResponse] = {}
        self._ready: dict[str, asyncio.Event] = {}
        self._asked: dict[int, tuple[Message, asyncio.Future[int]]] = {}
        self._files: dict[int, bytes] = {}
        self.pings: list[Ping] = []
        self._runner: web.AppRunner | None = None

    async def start(self) -> str:
        """Listen on a free port; returns the address of the API."""
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
        return f"http://{self._address}/api"

    async def close(self) -> None:
        if self._runner is not None:
            for socket in self._gateways.values():
                await socket.close()
            await self._runner.cleanup()

    async def ready(self, token: str) -> None:
        """Wait until the bot with this token listens."""
        await self._ready.setdefault(token, asyncio.Event()).wait()

    def message(self) -> Message:
        return Message(next(self._ids))

    def upload(self, data: bytes) -> Upload:
        """Have a file ready to be attached."""
        number = next(self._ids)
        self._files[number] = data
        return Upload(number, f"http://{self._address}/files/{number}", len(data))

    async def press(
        self, token: str, user: int, message: Message, custom_id: str, *, guild: int = GUILD
    ) -> float:
        """Press a button; returns the seconds until the whole answer has arrived."""
        more = {"message": message.told()}
        data = {"custom_id": custom_id, "component_type": 2}
        return await self._ask(token, user, 3, data, more, message=message, guild=guild)

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
        kind = 4 if typed.focused else 2
        data = _typed(typed)
        return await self._ask(token, user, kind, data, {}, message=message, guild=guild)

    async def _ask(
        self,
        token: str,
        user: int,
        kind: int,
        data: Json,
        more: Json,
        *,
        message: Message | None,
        guild: int,
    ) -> float:
        number = next(self._ids)
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._asked[number] = message or self.message(), done
        event = {
            "id": str(number),
            "application_id": str(APPLICATION),
            "type": kind,
            "token": "x" * 200,
            "version": 1,
            "guild_id": str(guild),
            "guild": {"id": str(guild), "locale": "en-US", "features": []},
            "channel_id": str(guild + 1),
            "channel": {**_channel(guild), "permissions": _EVERYTHING},
            "member": {"user": _user(user, f"player{user}"), **_MEMBER},
            "data": data,
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": _EVERYTHING,
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild)},
            "context": 0,
            "attachment_size_limit": 10 << 20,
            **more,
        }
        start = time.perf_counter()
        await self._tell(token, "INTERACTION_CREATE", event)
        await done
        return time.perf_counter() - start

    # --------------------------------------------------------------------------- what a bot calls

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41_250}})
        async for received in socket:
            said = json.loads(received.data)
            if said["op"] == 1:
                await socket.send_json({"op": 11})
            elif said["op"] == 2:
                await self._welcome(said["d"]["token"], socket)
        return socket

    async def _welcome(self, token: str, socket: web.WebSocketResponse) -> None:
        self._gateways[token] = socket
        await self._tell(
            token,
            "READY",
            {
                "v": 10,
                "user": _user(APPLICATION, "bot", bot=True),
                "guilds": [{"id": str(guild), "unavailable": True} for guild in GUILDS],
                "session_id": token,
                "shard": [0, 1],
                "resume_gateway_url": f"ws://{self._address}/gateway",
                "application": {"id": str(APPLICATION), "flags": 0},
            },
        )
        for guild in GUILDS:
            await self._tell(token, "GUILD_CREATE", _guild(guild))
        self._ready.setdefault(token, asyncio.Event()).set()

    async def _tell(self, token: str, event: str, data: Json) -> None:
        said = {"op": 0, "s": next(self._ids), "t": event, "d": data}
        await self._gateways[token].send_json(said)

    async def _answered(self, request: web.Request) -> web.Response:
        answer = await _read(request)
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
        resource = {"type": kind, "message": message.told()}
        return _json({"interaction": callback, "resource": resource})

    async def _sent(self, request: web.Request) -> web.Response:
        self._note_pings(await _read(request))
        return _json({**Message(next(self._ids)).told(), "flags": 0})

    async def _edited(self, request: web.Request) -> web.Response:
        await request.read()
        return _json({**Message(next(self._ids)).told(), "flags": 0})

    async def _deleted(self, _: web.Request) -> web.Response:
        return web.Response(status=204)

    async def _chat(self, request: web.Request) -> web.Response:
        user = (await request.json())["recipient_id"]
        recipients = [_user(int(user), f"player{user}")]
        return _json({"id": user, "type": 1, "recipients": recipients})

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
                return _json({"url": url, "shards": 1, "session_start_limit": limit})
            case "GET", ["users", "@me"]:
                return _json(_user(APPLICATION, "bot", bot=True))
            case "GET", [*_, "@me"]:
                return _json(_application())
            case "PUT", ["applications", _, "commands"]:
                return _json([_command(each, next(self._ids)) for each in json.loads(body)])
        return _json({"code": 0, "message": "not here"}, status=404)


def _json(data: object, status: int = 200) -> web.Response:
    """discord.py reads JSON only where the type is nothing but that, without a charset."""
    body = json.dumps(data).encode()
    headers = {"Content-Type": "application/json"}
    return web.Response(body=body, status=status, headers=headers)


async def _read(request: web.Request) -> Json:
    """What was sent as JSON, alone or beside files."""
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


_KINDS: dict[type, int] = {str: 3, int: 4, bool: 5}
"""Discord's number for what an option takes."""
_MEMBER: Json = {
    "roles": [],
    "joined_at": _BEGINNING,
    "permissions": _EVERYTHING,
    "deaf": False,
    "mute": False,
    "flags": 0,
}


def _typed(typed: Typed) -> Json:
    """A command as Discord sends it: its options are inside of the last of its words."""
    resolved: Json = {}
    options = [_option(name, value, typed, resolved) for name, value in typed.options.items()]
    first, *groups = typed.words
    for word in reversed(groups):
        options = [{"type": 1, "name": word, "options": options}]
    return {"id": "1", "name": first, "type": 1, "options": options, "resolved": resolved}


def _option(name: str, value: object, typed: Typed, resolved: Json) -> Json:
    if isinstance(value, Person):
        key = str(value.id)
        resolved.setdefault("users", {})[key] = _user(value.id, f"player{value.id}")
        resolved.setdefault("members", {})[key] = _MEMBER
        return {"type": 6, "name": name, "value": key}
    if isinstance(value, Upload):
        resolved.setdefault("attachments", {})[str(value.id)] = {
            "id": str(value.id),
            "filename": "record.jsonl",
            "size": value.size,
            "url": value.url,
            "proxy_url": value.url,
        }
        return {"type": 11, "name": name, "value": str(value.id)}
    option = {"type": _KINDS[type(value)], "name": name, "value": value}
    return {**option, "focused": True} if name == typed.focused else option


def _user(user: int, name: str, *, bot: bool = False) -> Json:
    return {
        "id": str(user),
        "username": name,
        "discriminator": "0",
        "global_name": name.title(),
        "avatar": None,
        "bot": bot,
        "public_flags": 0,
    }


def _channel(guild: int) -> Json:
    return {
        "id": str(guild + 1),
        "type": 0,
        "name": "games",
        "position": 0,
        "guild_id": str(guild),
        "permission_overwrites": [],
        "parent_id": None,
        "nsfw": False,
    }


def _guild(guild: int) -> Json:
    everyone = {
        "id": str(guild),
        "name": "@everyone",
        "permissions": _EVERYTHING,
        "position": 0,
        "color": 0,
        "hoist": False,
        "managed": False,
        "mentionable": False,
    }
    return {
        "id": str(guild),
        "name": "bench",
        "owner_id": "1",
        "roles": [everyone],
        "channels": [_channel(guild)],
        "members": [],
        "threads": [],
        "emojis": [],
        "stickers": [],
        "features": [],
        "member_count": 3,
        "preferred_locale": "en-US",
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
        "unavailable": False,
    }


def _application() -> Json:
    return {
        "id": str(APPLICATION),
        "name": "bot",
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "",
        "flags": 0,
        "owner": _user(1, "owner"),
    }


def _command(sent: Json, number: int) -> Json:
    return {
        "description": "",
        **sent,
        "id": str(number),
        "application_id": str(APPLICATION),
        "version": "1",
    }
