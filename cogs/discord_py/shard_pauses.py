"""The pauses of a shard before it reconnects.

Replaces ``_backoff`` of the shard at ``ShardInfo._parent``: discord.py's own pause grows to a
quarter of an hour, and no setting limits it. If these change, the bot reconnects late after an
outage.
"""

from __future__ import annotations

from typing import Any, Protocol

import discord


class Pauses(Protocol):
    def delay(self) -> float:
        """Seconds until the next attempt."""


def pause_shard(shard: discord.ShardInfo, pauses: Pauses) -> None:
    """Have a shard use these pauses."""
    parent: Any = shard._parent  # noqa: SLF001 - see above
    parent._backoff = pauses  # noqa: SLF001 - see above
