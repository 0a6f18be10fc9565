"""The pauses of a shard before it reconnects.

Replaces ``_backoff`` of the shard at ``ShardInfo._parent``: discord.py's own pause grows to a
quarter of an hour, and no setting limits it. If these change, the bot reconnects late after an
outage.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import discord


def pause_shard(shard: discord.ShardInfo, delay: Callable[[], float]) -> None:
    """Have a shard wait for ``delay()`` seconds before each attempt."""
    parent: Any = shard._parent  # noqa: SLF001 - see above
    parent._backoff = SimpleNamespace(delay=delay)  # noqa: SLF001 - see above
