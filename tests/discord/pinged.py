"""The users pinged by all messages of the bot."""

from __future__ import annotations

from collections import Counter

from tests.discord.nonces import Nonces
from tests.discord.room import Room


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
