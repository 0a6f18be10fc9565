"""Nonces in the simulated Discord: as the real one, it answers a second message of a channel with
the same nonce with the first one, for a while. SimCord takes it as a new one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import simcord.http.routes.messages

from cogs.frame.outbox import _NONCE_HOLDS
from tests.discord.room import Room

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
            self.seen[channel, nonce] = first, self._clock() + _NONCE_HOLDS
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


# -------------------------------------------------- the users pinged by all messages of the bot


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
