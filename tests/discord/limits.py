"""Discord's limits for messages, checked on what the bot sends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import simcord
from simcord.components import walk_components

from tests.discord.message import BUTTON, GALLERY, ROW, TEXT, Wire

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


def is_empty(body: Wire) -> bool:
    """Whether a message says and shows nothing, which Discord refuses (50006)."""
    return not any(body.get(each) for each in _SAYS)


def read_raw(body: Wire) -> Iterator[str]:
    """All of a message, a form or suggestions that Discord shows as it is written."""
    shown = walk_components(body.get("components") or [])
    for holder in (*shown, *(body.get("choices") or ()), body):
        for each in (holder, *(holder.get("options") or ())):
            yield from (str(each.get(name) or "") for name in _RAW_FIELDS)


def refused(env: simcord.Env) -> Iterable[str]:
    """What the bot has sent although Discord takes or shows it otherwise than it is meant."""
    for request, body in messages_sent(env):
        if is_empty(body) and _MESSAGE.search(request.path):
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
