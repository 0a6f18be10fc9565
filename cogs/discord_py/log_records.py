"""Log records of discord.py, filtered.

Replaces the tracebacks that discord.py writes for each outage, by filters on its loggers, which are
known by name; one record is known by how it begins. Warnings about voice, which the bot has not,
are switched off in ``VoiceClient``. If these change, the log of an outage is long and nothing else
is wrong.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord

CONNECTIONS = ("discord.shard", "discord.client")
SUGGESTIONS = ("discord.app_commands.tree",)
_VOICE = ("warn_nacl", "warn_dave")


def is_failed_launch(record: logging.LogRecord) -> bool:
    """Whether it says that a shard was not launched."""
    return str(record.msg).startswith("Failed to connect for shard_id")


def filter_records(names: tuple[str, ...], keep: Callable[[logging.LogRecord], bool]) -> None:
    """Have these loggers pass each record to ``keep``, which may change it or say no."""
    for name in names:
        logger = logging.getLogger(name)
        if keep not in logger.filters:
            logger.addFilter(keep)


def silence_voice() -> None:
    for warning in _VOICE:
        setattr(discord.VoiceClient, warning, False)
