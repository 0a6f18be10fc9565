"""How processes share the shards of Discord's gateway: evenly, and with as few moves as possible.

Pure: it knows the leases and the time, and decides for one process. Processes decide one after
another, each by what the others have left. Requests to Discord are shared by the shards, too.

A free shard is taken at once. A shard of a living process is claimed: the claimant becomes its heir
and connects beside the holder, who goes on answering. Once the heir is ready the holder offers the
shard, and the heir takes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum

REQUESTS_A_SECOND = 50
"""Discord's limit for all processes of a bot together."""
_WITHOUT_SHARDS = 10
"""These are divided evenly among the processes, as spares make requests, too."""
_GUILD_BITS = 22


def shard_of(guild: int, count: int) -> int:
    """The shard of a server, as Discord computes it; all that has no server belongs to shard 0."""
    return (guild >> _GUILD_BITS) % count


class Stage(IntEnum):
    """How far the handover of a shard to its heir is."""

    CLAIMED = 0
    READY = 1
    """The heir is connected and knows all servers."""
    OFFERED = 2
    """The holder begins nothing any more, and waits for the heir to take the shard."""


@dataclass(frozen=True, slots=True)
class Lease:
    """``number`` rises with each new holder; a free lease has an empty ``holder``."""

    shard: int
    holder: str
    number: int
    held_until: int
    heir: str = ""
    stage: int = Stage.CLAIMED
    begun: frozenset[int] = frozenset()
    """The interactions that its holder had begun by the time it offered the shard."""

    def is_held(self, now: int) -> bool:
        return self.holder != "" and self.held_until > now

    def is_for(self, heir: str, now: int) -> bool:
        """Whether the heir may take it now."""
        return self.heir == heir and (not self.is_held(now) or self.stage == Stage.OFFERED)


@dataclass(frozen=True, slots=True)
class Shares:
    """What one process does: shards to keep, those to take now, and those of others to claim.

    The claims include earlier ones; a claim that is no longer among them is dropped.
    """

    keep: frozenset[int]
    take: frozenset[int]
    claim: frozenset[int]
    due: int
    """The number of shards that the process should have."""


def share(leases: Sequence[Lease], staying: Collection[str], me: str, now: int) -> Shares:
    """Decide for the process ``me``. ``staying`` are the living processes without those that are
    about to end, which keep their shards until others have claimed and taken them.

    Where the shards cannot be divided evenly, the processes with the most keep one more.
    """
    mine = {each.shard for each in leases if each.is_held(now) and each.holder == me}
    if me not in staying:
        return Shares(frozenset(mine), frozenset(), frozenset(), 0)
    taken = {each.shard for each in leases if each.is_for(me, now)}
    owners = {each.shard: _owner(each, staying, now) for each in leases}
    counts = Counter(owners.values())
    least, over = divmod(len(leases), len(staying))
    order = sorted(staying, key=lambda process: (-counts[process], process))
    due = {process: least + (rank < over) for rank, process in enumerate(order)}
    room = due[me] - counts[me]
    claims = sorted(
        shard for shard, owner in owners.items() if owner == me and shard not in mine | taken
    )
    if room < 0:
        claims = claims[: max(0, len(claims) + room)]
    free = [each.shard for each in leases if not owners[each.shard] and not each.is_held(now)]
    taken |= {*sorted(free)[: max(0, room)]}
    room -= len(free)
    claims += _surplus(leases, owners, due, now)[: max(0, room)]
    return Shares(frozenset(mine), frozenset(taken), frozenset(claims), due[me])


def _owner(lease: Lease, staying: Collection[str], now: int) -> str:
    """The process that has a shard once all handovers are done, if it is known."""
    if lease.heir in staying:
        return lease.heir
    return lease.holder if lease.is_held(now) and lease.holder in staying else ""


def _surplus(
    leases: Sequence[Lease], owners: dict[int, str], due: dict[str, int], now: int
) -> list[int]:
    """The held shards that others may claim: all of a process that is about to end come first."""
    ending = [each.shard for each in leases if each.is_held(now) and not owners[each.shard]]
    found = sorted(ending)
    for process, count in sorted(due.items()):
        own = sorted(shard for shard, owner in owners.items() if owner == process)
        held = {each.shard for each in leases if each.is_held(now) and each.holder == process}
        found += [shard for shard in own[count:] if shard in held]
    return found


def requests_a_second(own: int, shards: int, processes: int) -> int:
    """The part of Discord's limit for a process with ``own`` shards; at least 1.

    No two processes have the same shard at once, so the parts also fit while shards move.
    """
    by_shards = (REQUESTS_A_SECOND - _WITHOUT_SHARDS) * own * processes
    return max(1, (by_shards + _WITHOUT_SHARDS * shards) // (shards * processes))
