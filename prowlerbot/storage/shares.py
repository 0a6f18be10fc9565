"""How processes share the shards of Discord's gateway: evenly, and with as few moves as possible.

Pure: it knows the leases and the time, and decides for one process. Processes decide one after
another, each by what the others have left. Requests to Discord are shared by the shards, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

REQUESTS_A_SECOND = 50
"""Discord's limit for all processes of a bot together."""
_WITHOUT_SHARDS = 10
"""These are divided evenly among the processes, as spares make requests, too."""
_GUILD_BITS = 22


def shard_of(guild: int, count: int) -> int:
    """The shard of a server, as Discord computes it; all that has no server belongs to shard 0."""
    return (guild >> _GUILD_BITS) % count


@dataclass(frozen=True, slots=True)
class Lease:
    """``number`` rises with each new holder; a free lease has an empty ``holder``."""

    shard: int
    holder: str
    number: int
    held_until: int

    def is_held(self, now: int) -> bool:
        return self.holder != "" and self.held_until > now


@dataclass(frozen=True, slots=True)
class Shares:
    """What one process does: shards to keep, free ones to take, and those to give back.

    The shards to give back are among those to keep, until the process has let go of them.
    """

    keep: frozenset[int]
    take: frozenset[int]
    give_back: frozenset[int]
    due: int
    """The number of shards that the process should have."""


def share(leases: Sequence[Lease], processes: Collection[str], me: str, now: int) -> Shares:
    """Decide for the process ``me``, which is one of the living ``processes``.

    Where the shards cannot be divided evenly, the processes with the most keep one more.
    """
    held = Counter(each.holder for each in leases if each.is_held(now))
    least, over = divmod(len(leases), len(processes))
    order = sorted(processes, key=lambda process: (-held[process], process))
    due = least + (order.index(me) < over)
    mine = sorted(each.shard for each in leases if each.is_held(now) and each.holder == me)
    free = sorted(each.shard for each in leases if not each.is_held(now))
    return Shares(
        keep=frozenset(mine),
        take=frozenset(free[: max(0, due - len(mine))]),
        give_back=frozenset(mine[due:]),
        due=due,
    )


def requests_a_second(own: int, shards: int, processes: int) -> int:
    """The part of Discord's limit for a process with ``own`` shards; at least 1.

    No two processes have the same shard at once, so the parts also fit while shards move.
    """
    by_shards = (REQUESTS_A_SECOND - _WITHOUT_SHARDS) * own * processes
    return max(1, (by_shards + _WITHOUT_SHARDS * shards) // (shards * processes))
