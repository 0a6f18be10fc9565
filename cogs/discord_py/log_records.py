"""Filters log records of discord.py, and states errors on one line.

Replaces discord.py's tracebacks of outages by means of filters on its named loggers; one record is
recognised by its beginning. Warnings about voice, which the bot does not use, are switched off in
``VoiceClient``. If these change, the log of an outage is long, but nothing else breaks.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord

from cogs.discord_py.hooked_bot import GatewayShut

CONNECTIONS = ("discord.shard", "discord.client")
SUGGESTIONS = ("discord.app_commands.tree",)
_LONGEST_REASON = 200
_VOICE = ("warn_nacl", "warn_dave")


def is_failed_launch(record: logging.LogRecord) -> bool:
    """Whether the record reports a shard that failed to launch."""
    return str(record.msg).startswith("Failed to connect for shard_id")


def filter_records(names: tuple[str, ...], keep: Callable[[logging.LogRecord], bool]) -> None:
    """Have these loggers pass each record to ``keep``, which may change or drop it."""
    for name in names:
        logger = logging.getLogger(name)
        if keep not in logger.filters:
            logger.addFilter(keep)


def silence_voice() -> None:
    for warning in _VOICE:
        setattr(discord.VoiceClient, warning, False)


def reason(error: BaseException) -> str:
    """The error on one line, without the web page that may come with it."""
    if error.__cause__ is not None and isinstance(error, (discord.GatewayNotFound, GatewayShut)):
        return reason(error.__cause__)
    if isinstance(error, discord.HTTPException):
        status = f"Discord answers {error.status} {error.response.reason or ''}".rstrip()
        text = " ".join(error.text.split())
        return status if text in {"", "0"} or text.startswith("<") else f"{status}: {_cut(text)}"
    return _cut(" ".join(str(error).split())) or type(error).__name__


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_REASON else f"{text[:_LONGEST_REASON]}…"
