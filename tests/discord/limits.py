"""Discord's limits for messages, checked on what the bot sends."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import simcord
import simcord.http.routes.messages
from simcord.components import walk_components

from cogs.frame.outbox import _NONCE_SECONDS
from tests.discord.message import BUTTON, GALLERY, ROW, TEXT, Wire
from tests.discord.room import Room

_RAW = re.compile(r"<a?:\w")
"""An emoji of the application where Discord shows it as it is written."""
_ALL_TEXTS = 4000
_COMPONENTS = 40
_SAYS = ("content", "components", "embeds", "attachments", "poll", "sticker_ids")
_MESSAGE = re.compile(r"/callback$|/messages(/[^/]+)?$|^/webhooks/")
"""Where messages are sent and edited."""
_RAW_FIELDS = ("label", "placeholder", "title", "name", "description")
_V2 = 1 << 15
Request = Any


def messages_sent(env: simcord.Env) -> list[tuple[Request, Wire]]:
    """Every message body that the bot has sent so far, with the request that carried it."""
    bodies: list[tuple[Request, Wire]] = []
    for request in env.http_requests:
        body = request.json
        if request.path.endswith("/callback") and isinstance(body, dict):
            if body["type"] in {4, 7}:
                bodies.append((request, body["data"]))
        elif isinstance(body, dict) and request.method in {"POST", "PATCH"}:
            bodies.append((request, body))
    return bodies


def violations(body: Wire, emoji: frozenset[str]) -> Iterable[str]:
    """The parts of a message that Discord would refuse; an empty ``emoji`` allows all emoji."""
    components = list(walk_components(body.get("components") or []))
    if len(components) > _COMPONENTS:
        yield f"{len(components)} components"
    if components and (body.get("content") or body.get("embeds")):
        yield "content beside components"
    if components and not body.get("flags", _V2) & _V2:
        yield "components without their flag"
    if len(body.get("content") or "") > 2000:
        yield "content too long"
    texts = [each["content"] for each in components if each["type"] == TEXT]
    if sum(map(len, texts)) > _ALL_TEXTS:
        yield f"{sum(map(len, texts))} characters of text"
    if not all(text.strip() for text in texts):
        yield "an empty text"
    for each in components:
        yield from _component_violations(each, emoji)
    ids = [each["custom_id"] for each in components if "custom_id" in each]
    if len(set(ids)) < len(ids):
        yield "two buttons alike"


def read_raw(body: Wire) -> Iterator[str]:
    """All of a message, a form or suggestions that Discord shows as it is written."""
    shown = walk_components(body.get("components") or [])
    for holder in (*shown, *(body.get("choices") or ()), body):
        for each in (holder, *(holder.get("options") or ())):
            yield from (str(each.get(name) or "") for name in _RAW_FIELDS)


def refused(env: simcord.Env) -> Iterable[str]:
    """What the bot has sent although Discord takes or shows it otherwise than it is meant."""
    for request, body in messages_sent(env):
        says_nothing = not any(body.get(each) for each in _SAYS)
        if says_nothing and _MESSAGE.search(request.path):  # Discord refuses it (50006)
            yield f"{request.path}: an empty message"
    for request in env.http_requests:
        if isinstance(request.json, dict):
            is_answer = request.path.endswith("/callback")
            body = request.json.get("data") or {} if is_answer else request.json
            yield from (f"raw: {each}" for each in read_raw(body) if _RAW.search(each))


def _component_violations(each: Wire, emoji: frozenset[str]) -> Iterable[str]:
    if each["type"] == ROW and not 1 <= len(each["components"]) <= 5:
        yield f"a row of {len(each['components'])}"
    if each["type"] == GALLERY:
        for item in each["items"]:
            if not 1 <= len(item["description"]) <= 1024:
                yield f"alt text of {len(item['description'])}"
    if each["type"] == BUTTON:
        label, sign = each.get("label") or "", each.get("emoji")
        if not 1 <= len(label) <= 80:
            yield f"label of {len(label)}"
        if "url" not in each and not 1 <= len(each["custom_id"]) <= 100:
            yield f"custom_id of {len(each['custom_id'])}"
        if sign and emoji and sign["name"].replace("\ufe0f", "") not in emoji:
            yield f"{sign['name']} is no emoji"


_TYPES: dict[str, list[type]] = {"object": [dict], "array": [list], "string": [str]}
_TYPES |= {"integer": [int], "boolean": [bool], "number": [int, float], "null": [type(None)]}
_SIZES = {str: "Length", list: "Items", dict: "Properties", int: "imum"}
_UNLISTED = {"nsfw", "tts"}
"""Fields that discord.py always sends and Discord takes, though its description lacks them."""


class Api:
    """``problems`` lists Discord's objections, each with its place."""

    def __init__(self, file: Path) -> None:
        self._schemas = json.loads(file.read_text("utf-8"))["components"]["schemas"]

    def problems(self, schema: str, value: object) -> list[str]:
        sent = json.loads(json.dumps(value))  # plain strings, as Discord receives them
        return list(self._check(self._schemas[schema], sent, schema))

    def _check(self, schema: dict[str, Any], value: Any, at: str) -> Iterator[str]:
        if named := schema.get("$ref", "").rsplit("/", 1)[-1]:
            if named == "SnowflakeType" and type(value) is int:
                return  # Discord takes an id as a number too, which is how discord.py sends it
            schema = self._schemas[named]
        for choice in (schema[each] for each in ("oneOf", "anyOf") if each in schema):
            found = [list(self._check(each, value, at)) for each in choice]
            yield from min(
                found, key=lambda it: (bool(it), bool(it) and it[0].startswith(f"{at}: "))
            )
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        if types and not any(type(value) in _TYPES[kind] for kind in types):
            yield f"{at}: {value!r:.60} is no {' or '.join(types)}"
        elif "enum" in schema and value not in schema["enum"]:
            yield f"{at}: {value!r:.60} is none of {schema['enum']}"
        kind = _SIZES.get(type(value), "")
        size = value if kind == "imum" else len(value) if kind else 0
        if kind and not schema.get(f"min{kind}", size) <= size <= schema.get(f"max{kind}", size):
            yield f"{at}: {size} is too small or too large"
        yield from self._check_within(schema, value, at)

    def _check_within(self, schema: Wire, value: Any, at: str) -> Iterator[str]:
        if isinstance(value, dict) and (known := schema.get("properties")):
            yield from (f"{at}: {it} is missing" for it in {*schema.get("required", [])} - {*value})
            for name, each in value.items():
                if name in known:
                    yield from self._check(known[name], each, f"{at}.{name}")
                elif each is not None and name not in _UNLISTED:
                    yield f"{at}: there is no {name}"
        for number, item in enumerate(value if isinstance(value, list) else ()):
            yield from self._check(schema.get("items", {}), item, f"{at}[{number}]")


_Clock = Callable[[], int]
_messages = vars(simcord.http.routes.messages)
_new_message = _messages["bot_message"]


class Nonces:
    """The nonces that a Discord has seen, each with its message and until when it is known."""

    def __init__(self, clock: _Clock) -> None:
        self._clock = clock
        self.seen: dict[tuple[int, str], tuple[Any, int]] = {}
        self.repeated: Counter[str] = Counter()
        """How often a message was sent again to no effect."""

    def message(self, ctx: Any, channel: int, nonce: str) -> Any:
        """The message with a nonce, even if it has been deleted meanwhile."""
        first, until = self.seen.get((channel, nonce), (None, 0))
        if first is None or self._clock() >= until:
            first = _new_message(ctx, channel)
            self.seen[channel, nonce] = first, self._clock() + _NONCE_SECONDS
        else:
            self.repeated[nonce] += 1
        return first


def remember_nonces(backend: Any, clock: _Clock) -> Nonces:
    """Have a simulated Discord remember nonces by a clock, that of the bot."""
    backend.nonces = nonces = Nonces(clock)
    _messages["bot_message"] = _known_or_new
    return nonces


def _known_or_new(ctx: Any, channel: int) -> Any:
    body, nonces = ctx.body(), getattr(ctx.backend, "nonces", None)
    if nonces is None or not body.get("enforce_nonce"):
        return _new_message(ctx, channel)
    return nonces.message(ctx, channel, str(body["nonce"]))


def pings_at(room: Room, user: int) -> int:
    """How often somebody was called aloud so far, in all that the bot has sent."""
    found = 0
    nonces: Nonces = room.env.backend.nonces  # type: ignore[attr-defined]  # set by the room
    repeated = Counter(nonces.repeated)
    for request in room.env.http_requests:
        if request.method != "POST" or not isinstance(request.json, dict):
            continue
        data = request.json.get("data") or request.json
        if repeated[str(data.get("nonce"))]:
            repeated[str(data["nonce"])] -= 1
            continue
        silent = (data.get("flags") or 0) & 1 << 12
        called = (data.get("allowed_mentions") or {}).get("users", [])
        found += not silent and user in map(int, called)
    return found
