"""Sends and deletes the messages that call players, each once, and finds follow-ups again.

Discord accepts only a few messages a second in a channel, and discord.py queues the rest. A queued
call may become outdated, so calls wait here instead, and each is checked again before it is sent.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import discord

from cogs.frame.interaction import AnyInteraction
from cogs.frame.replies import LOST, error_code
from prowlerbot.core.recent import Recent
from prowlerbot.storage.calls import Call

_REMEMBERED = 1_000
_UNKNOWN_CHANNEL = 10003


class CallPosts:
    """The calls that the bot sends by its own rights, one at a time in a channel."""

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


class CallKey(NamedTuple):
    """The subject of a call: a seat's decision that began at ``moment``; seat 0 stands for a
    question to all, a negative seat for the end of the match, one above FREE for a free seat.
    """

    seat: int
    moment: int

    @classmethod
    def of(cls, call: Call) -> CallKey:
        return cls(call.seat, call.moment)


class FollowUp(NamedTuple):
    match: str
    key: CallKey
    interaction: AnyInteraction
    message: discord.WebhookMessage


class FollowUps:
    """Calls without membership: follow-ups to the bot's answers, deleted with the next one.

    They are kept in memory only, because nobody can change them once their interaction expires.
    """

    def __init__(self) -> None:
        self._sent: list[FollowUp] = []

    def keep(self, sent: FollowUp) -> None:
        self._sent.append(sent)

    def standing(self, match_id: str) -> set[CallKey]:
        """The subjects of the calls in a match."""
        return {it.key for it in self._alive() if it.match == match_id}

    def take(
        self, match_id: str, which: Callable[[CallKey], bool] = lambda _: True
    ) -> list[discord.WebhookMessage]:
        """Remove and return those calls of a match that can still be deleted."""
        alive = self._alive()
        taken = [it for it in alive if it.match == match_id and which(it.key)]
        self._sent = [it for it in alive if it not in taken]
        return [it.message for it in taken]

    def _alive(self) -> list[FollowUp]:
        return [it for it in self._sent if not it.interaction.is_expired()]
