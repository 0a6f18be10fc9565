"""Sends and deletes the messages that call players: one at a time in a channel, each once.

Discord accepts only a few messages a second in a channel, and discord.py queues the rest. A queued
call may become outdated, so calls wait here instead, and each is checked again before it is sent.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable

import discord

from cogs.frame.replies import LOST, error_code
from prowlerbot.core.recent import Recent

_REMEMBERED = 1_000
_UNKNOWN_CHANNEL = 10003


class CallPosts:
    def __init__(self) -> None:
        self._turns: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()
        self._closed: Recent[int, bool] = Recent(_REMEMBERED)
        """Channels that are gone."""
        self._gone: Recent[int, bool] = Recent(_REMEMBERED)
        """Messages that are gone."""
        self._going: set[int] = set()

    def close(self, channel: int) -> None:
        """Note that a channel and all its messages are gone."""
        self._closed.keep(channel, True)

    async def send(
        self,
        channel: int,
        send: Callable[[], Awaitable[discord.Message]],
        is_due: Callable[[], Awaitable[bool]],
    ) -> discord.Message | None:
        """Send a message in its turn; None if it is no longer due or nobody can read it. Raises one
        of LOST if Discord did not accept it.
        """
        turn = self._turns.setdefault(channel, asyncio.Lock())
        waits = turn.locked()
        async with turn:
            if self._closed.find(channel) or (waits and not await is_due()):
                return None
            try:
                return await send()
            except discord.NotFound as error:
                if error_code(error) == _UNKNOWN_CHANNEL:
                    self.close(channel)
                raise

    async def remove(
        self, channel: int, message: int, delete: Callable[[], Awaitable[None]]
    ) -> bool:
        """Delete a message, once for all callers; returns whether it is gone now."""
        if self._closed.find(channel) or self._gone.find(message):
            return True
        if message in self._going:
            return False
        self._going.add(message)
        try:
            await delete()
        except discord.NotFound as error:  # it is deleted already
            if error_code(error) == _UNKNOWN_CHANNEL:
                self.close(channel)
        except discord.Forbidden:
            pass  # the bot can no longer reach it
        except LOST:
            return False
        finally:
            self._going.discard(message)
        self._gone.keep(message, True)
        return True
