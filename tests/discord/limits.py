"""Discord's limits for messages, checked on what the bot sends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import simcord
from simcord.components import walk_components

from tests.discord.message import BUTTON, GALLERY, ROW, TEXT, Wire

_ALL_TEXTS = 4000
_COMPONENTS = 40
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
    """What Discord would refuse in a message; an empty ``emoji`` list lets every emoji pass."""
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
    ids = [each["custom_id"] for each in components if each["type"] == BUTTON]
    if len(set(ids)) < len(ids):
        yield "two buttons alike"


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
        if not 1 <= len(each["custom_id"]) <= 100:
            yield f"custom_id of {len(each['custom_id'])}"
        if sign and emoji and sign["name"].replace("\ufe0f", "") not in emoji:
            yield f"{sign['name']} is no emoji"
