"""A Discord with many servers that keeps its messages, and knows the process behind each request.

It holds to Discord's rules that matter after a kill: an answer counts only within three seconds and
only once, and an event that no process hears is lost.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from aiohttp import web

from bench.discord_data import Json, Message, interaction
from bench.discord_stand_in import as_json, read_json
from prowlerbot.core.clock import shard_of
from tests.process.shared_discord import Session, SharedDiscord, door_of, guild_of, send

PATIENCE = 3.0  # seconds after which Discord tells a user that nobody answers
_TOKEN_LASTS = 15 * 60
_DISCORD_EPOCH = 1_420_070_400_000
_EPHEMERAL = 1 << 6
MESSAGE, DEFERRED, UPDATE = 4, 5, 7
"""Kinds of first answers."""


def _snowflakes() -> Iterator[int]:
    for number in count():
        at = int(time.time() * 1000) - _DISCORD_EPOCH
        yield (at << 22) + number % (1 << 22)


@dataclass
class Posted(Message):
    """A message in the channel of a server."""

    channel: int = 0
    content: str = ""

    def data(self) -> Json:
        return {**super().data(), "channel_id": str(self.channel), "content": self.content}


@dataclass(eq=False)
class Asked:
    """A press or command; ``kind`` is that of its first answer, 0 without one.

    ``finished`` is set once a deferred answer has come too.
    """

    number: int
    guild: int
    message: Message
    at: float
    door: int = 0
    kind: int = 0
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    finished: asyncio.Event = field(default_factory=asyncio.Event)


Watch = Callable[[str, int], None]
"""Told of each event that a process causes or gets, with its door."""


class Town(SharedDiscord):
    """``guilds`` servers over ``shards``; the server of a number has that number of its shard."""

    def __init__(self, shards: int, guilds: int) -> None:
        super().__init__(count=shards)
        self._ids = _snowflakes()
        self.guilds = [guild_of(number) for number in range(guilds)]
        self.messages: dict[int, Posted] = {}
        self.open: dict[int, Asked] = {}
        self.watch: Watch = lambda *_: None
        self.twice: list[str] = []
        """Presses that two processes have answered."""
        self.late = 0
        self.disturbed: dict[int, float] = dict.fromkeys(self.guilds, 0.0)
        """When the process of each server was last killed."""

    def guilds_of(self, shard: int) -> list[int]:
        return [guild for guild in self.guilds if shard_of(guild, self.count) == shard]

    def listening(self, guild: int) -> list[Session]:
        shard = shard_of(guild, self.count)
        return [each for each in self.sessions if each.shard == shard and not each.socket.closed]

    def doors(self, guild: int) -> set[int]:
        return {each.door for each in self.listening(guild)}

    def notice(self, guild: int) -> Posted:
        """A message that is nobody's board."""
        return Posted(next(self._ids), channel=guild + 1)

    # ------------------------------------------------------------------ people

    async def ask(
        self, guild: int, kind: int, user: int, data: Json, message: Message | None = None
    ) -> Asked:
        """Press a button or give a command; waits until it is answered, or never will be."""
        asked = Asked(next(self._ids), guild, message or self.notice(guild), _now())
        self.open[asked.number] = asked
        event = interaction(asked.number, kind, user, guild, data)
        event["token"] = f"{asked.number}".rjust(200, "x")
        if message is not None:
            event["message"] = message.data()
        for session in self.listening(guild):
            with suppress(ConnectionError):
                await send(session, "INTERACTION_CREATE", event)
                self.watch("press", session.door)
        with suppress(TimeoutError):
            await asyncio.wait_for(asked.answered.wait(), PATIENCE)
        asyncio.get_running_loop().call_later(_TOKEN_LASTS, self.open.pop, asked.number, None)
        return asked

    # ------------------------------------------------------------------ processes

    async def _begin(self, session: Session, url: str) -> None:
        self.watch("identify", session.door)
        with suppress(ConnectionError):
            await super()._begin(session, url)

    async def _answered(self, request: web.Request) -> web.Response:
        answer = await read_json(request)
        door, kind, data = door_of(request), int(answer["type"]), answer.get("data") or {}
        self.watch("answer", door)
        asked = self.open.get(int(request.match_info["id"]))
        if asked is None or (not asked.kind and _now() - asked.at > PATIENCE):
            self.late += 1
            return as_json({"code": 10062, "message": "Unknown interaction"}, status=404)
        if asked.kind:
            if asked.door != door:
                self.twice.append(f"{asked.number} by {asked.door} and {door}")
            return as_json({"code": 40060, "message": "already acknowledged"}, status=400)
        asked.door, asked.kind = door, kind
        if kind in {MESSAGE, UPDATE}:
            asked.message.components = data.get("components", asked.message.components)
        if kind == MESSAGE and not data.get("flags", 0) & _EPHEMERAL:
            assert isinstance(asked.message, Posted)
            self.messages[asked.message.id] = asked.message
        asked.answered.set()
        if request.query.get("with_response") not in {"1", "true"}:
            return web.Response(status=204)
        callback = {"id": str(asked.number), "type": 3}
        callback["response_message_id"] = str(asked.message.id)
        resource = {"type": kind, "message": asked.message.data()}
        return as_json({"interaction": callback, "resource": resource})

    async def _sent(self, request: web.Request) -> web.Response:
        sent = await read_json(request)
        message = Posted(next(self._ids), components=sent.get("components", []))
        message.content = sent.get("content") or ""
        asked = self.open.get(int(request.match_info.get("token", "0").strip("x")))
        if "token" in request.match_info and (asked is None or not asked.kind):
            return as_json({"code": 10015, "message": "Unknown Webhook"}, status=404)
        message.channel = asked.guild + 1 if asked else int(request.match_info.get("channel", 0))
        if message.channel and not sent.get("flags", 0) & _EPHEMERAL:
            self.messages[message.id] = message
        self.watch("message", door_of(request))
        return as_json({**message.data(), "flags": sent.get("flags", 0)})

    async def _edited(self, request: web.Request) -> web.Response:
        edit, number = await read_json(request), request.match_info["id"]
        place = request.match_info["path"].split("/")
        self.watch("edit", door_of(request))
        if place[0] == "webhooks":
            asked = self.open.get(int(place[-1].strip("x")))
            if asked is None or not asked.kind:
                return as_json({"code": 10015, "message": "Unknown Webhook"}, status=404)
            if number == "@original":
                asked.message.components = edit.get("components", asked.message.components)
                asked.finished.set()
            return as_json({**asked.message.data(), "flags": 0})
        if (message := self.messages.get(int(number))) is None:
            return as_json({"code": 10008, "message": "Unknown Message"}, status=404)
        message.components = edit.get("components", message.components)
        message.content = edit.get("content", message.content)
        return as_json(message.data())

    async def _deleted(self, request: web.Request) -> web.Response:
        match request.match_info["path"].split("/"):
            case ["channels", _, "messages", number]:
                self.messages.pop(int(number), None)
        return web.Response(status=204)

    async def _other(self, request: web.Request) -> web.Response:
        match request.method, request.match_info["path"].split("/"):
            case "GET", ["channels", channel, "messages"]:
                return as_json(self._history(int(channel), request.query))
            case "GET", ["webhooks", _, token, "messages", "@original"]:
                asked = self.open.get(int(token.strip("x")))
                if asked is not None and asked.kind == MESSAGE:
                    return as_json({**asked.message.data(), "flags": 0})
                return as_json({"code": 10008, "message": "Unknown Message"}, status=404)
        return await super()._other(request)

    def _history(self, channel: int, query: Any) -> list[Json]:
        """The messages of a channel as Discord lists them, the newest first."""
        after, before = int(query.get("after", 0)), int(query.get("before", 1 << 63))
        found = sorted(
            number
            for number, each in self.messages.items()
            if each.channel == channel and after < number < before
        )
        limit = int(query.get("limit", 50))
        found = found[:limit] if "after" in query else found[-limit:]
        return [self.messages[number].data() for number in reversed(found)]


def _now() -> float:
    return asyncio.get_running_loop().time()
