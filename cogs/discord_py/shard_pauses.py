"""How long a shard waits before it connects anew.

Replaces ``_backoff`` of the shard, which is at ``ShardInfo._parent``: discord.py's own pause grows
to a quarter of an hour, and no setting bounds it. If these change, the bot is back late after an
outage.
"""

from __future__ import annotations

from typing import Any, Protocol

import discord


class Pauses(Protocol):
    def delay(self) -> float:
        """Seconds until the next try."""


def pause_shard(shard: discord.ShardInfo, pauses: Pauses) -> None:
    """Have a shard wait for these pauses."""
    parent: Any = shard._parent  # noqa: SLF001 - see above
    parent._backoff = pauses  # noqa: SLF001 - see above
