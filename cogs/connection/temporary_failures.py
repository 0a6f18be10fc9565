"""Outages: the bot waits out temporary failures; a permanent failure ends it with a sentence."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeVar

import discord

from cogs.discord_py.log_records import (
    CONNECTIONS,
    filter_records,
    is_failed_launch,
    reason,
    silence_voice,
)
from cogs.frame.replies import LOST
from prowlerbot.core.errors import Hopeless, Refused

log = logging.getLogger(__name__)

_T = TypeVar("_T")

LONGEST_PAUSE: Final = 60.0
"""The most seconds between two attempts, unless Discord itself asks for more."""
_LONGEST_WISH = 600.0
"""The most seconds that Discord may ask for."""

_PASSING = (*LOST, discord.GatewayNotFound, discord.LoginFailure, discord.RateLimited)


class Pauses:
    """The pause before the next attempt: twice as long each time, up to a limit.

    It replaces the pause of discord.py's shards, which grows to a quarter of an hour.
    """

    def __init__(self) -> None:
        self._next = 1.0
        self._asked = time.monotonic()

    def delay(self) -> float:
        """The next pause in seconds; it starts over after a long time without a failure."""
        now = time.monotonic()
        if now - self._asked > 4 * LONGEST_PAUSE:
            self._next = 1.0
        self._asked = now
        pause, self._next = self._next, min(2 * self._next, LONGEST_PAUSE)
        return pause * random.uniform(0.75, 1)


async def patiently(doing: str, step: Callable[[], Awaitable[_T]]) -> _T:
    """Repeat a step until Discord lets it succeed, with one line in the log for each failure.

    Raises Hopeless for a permanent failure.
    """
    pauses = Pauses()
    while True:
        try:
            return await step()
        except _PASSING as error:
            if isinstance(error, discord.LoginFailure) or getattr(error, "status", 0) == 401:
                raise bad_token() from None
            pause = max(pauses.delay(), _wish(error))
            log.warning("%s failed: %s; next try in %.0f s", doing, reason(error), pause)
        await asyncio.sleep(pause)


def bad_token() -> Hopeless:
    return Hopeless("Discord does not accept DISCORD_TOKEN; it may have been reset.")


def closed_for_good(code: int) -> Refused:
    """The error for a closed gateway to which discord.py does not connect again."""
    if code == 4004:
        return bad_token()
    if code in {4013, 4014}:
        return Hopeless(
            "Discord does not let the bot have the intents that it asks for (close code {code});"
            " the only one is “guilds”, so look at the application in Discord's developer portal.",
            code=code,
        )
    if code == 4012:
        return Hopeless(
            "Discord no longer speaks this version of its gateway (close code 4012); update"
            " the bot."
        )
    return Refused("Discord has closed the gateway for good (close code {code}).", code=code)


def _wish(error: BaseException) -> float:
    """The seconds for which Discord asks the bot to wait."""
    if isinstance(error, discord.RateLimited):
        return min(error.retry_after, _LONGEST_WISH)
    if isinstance(error, discord.HTTPException) and error.status == 429:
        with suppress(ValueError):
            return min(float(error.response.headers.get("Retry-After", 0)), _LONGEST_WISH)
    return 0.0


def _on_one_line(record: logging.LogRecord) -> bool:
    """Log a lost connection on one line, or not at all if ``patiently`` logs it."""
    if is_failed_launch(record):
        return False
    if record.exc_info and isinstance(record.exc_info[1], _PASSING):
        record.msg = f"{record.getMessage()}: {reason(record.exc_info[1])}"
        record.args, record.exc_info, record.exc_text = (), None, None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


def quieten_discord() -> None:
    """Keep discord.py from logging tracebacks of outages and warnings about unused voice."""
    filter_records(CONNECTIONS, _on_one_line)
    silence_voice()
