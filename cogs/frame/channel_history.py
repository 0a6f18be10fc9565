"""The one reader of channels: finds a message of the bot that may stand there without a note."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeAlias

import discord

from cogs.frame.rate_limits import clock
from prowlerbot.core.recent_cache import Recent

Fits: TypeAlias = Callable[[discord.Message], bool]
"""Whether a message of the bot is the one that is looked for."""

_LOOKED_THROUGH = 200
"""The most messages to read in a channel, from the time of a post on."""
_REMEMBERED = 100
_READ_AGAIN = 10
"""Seconds; a post is looked for long after it was sent, so it is in every reading."""
_CLOCKS_DIFFER = timedelta(minutes=5)
"""The most by which Discord's clock may be behind."""


class _Reading(NamedTuple):
    since: int
    at: float
    own: Sequence[discord.Message]


class History:
    """A channel that is asked about several posts at a time is read once."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._readings: Recent[int, _Reading] = Recent(_REMEMBERED)

    def is_open(self, guild: int, channel: int) -> bool:
        """Whether the bot can read messages in a place; else Discord shows an empty channel."""
        if not guild:
            return True
        server = self._client.get_guild(guild)
        place = server.get_channel_or_thread(channel) if server is not None else None
        if server is None or place is None:
            return False
        may = place.permissions_for(server.me)
        return may.view_channel and may.read_message_history

    async def find(self, channel: int, since: int, fits: Fits) -> discord.Message | None:
        """The bot's latest message in a channel that fits. The search begins at the time of the
        post, so many later messages do not matter. Raises one of LOST.
        """
        found = [message for message in await self._own(channel, since) if fits(message)]
        return found[-1] if found else None

    async def _own(self, channel: int, since: int) -> Sequence[discord.Message]:
        """The messages of the bot since then, the oldest first."""
        reading, now = self._readings.find(channel), clock()
        if reading is not None and reading.since <= since and now < reading.at + _READ_AGAIN:
            return reading.own
        place, own = self._client.get_partial_messageable(channel), self._client.user
        all_ = place.history(limit=_LOOKED_THROUGH, after=_after(since), oldest_first=True)
        messages = [it async for it in all_ if own and it.author.id == own.id]
        self._readings.keep(channel, _Reading(since, now, messages))
        return messages


def _after(since: int) -> datetime | None:
    return datetime.fromtimestamp(since, UTC) - _CLOCKS_DIFFER if since else None


def custom_ids(components: Any) -> Iterator[str]:
    """The custom_ids of the components of a message, including nested ones."""
    for each in components:
        if isinstance(custom_id := getattr(each, "custom_id", None), str):
            yield custom_id
        yield from custom_ids(getattr(each, "children", ()))
