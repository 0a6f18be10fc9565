"""The heartbeat of the bot: the outages that it has had, those of each shard's servers apart.

A beat is noted for a shard while its servers can be answered; where none comes, nobody can be. What
follows from the beats is kept in memory, as every board and every claim asks for it, and stored
twice a minute, so that the next process knows since when nobody was answered. Nobody but the host
can stop the beats, and a plain restart is too short to be an outage.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from prowlerbot.core.outages import DAY, Beat, Outage, between, kept
from prowlerbot.storage.beats import BeatStore
from prowlerbot.storage.shard_shares import shard_of

PLANNED = 1
"""Seconds between two beats."""
_STORED_EVERY = 30
"""Seconds between two beats that are stored, and between two looks at those of other processes."""
_REMEMBERED = 40 * DAY
"""The time in seconds for which outages are remembered: matches are left alone for less."""


@dataclass(frozen=True, slots=True)
class _Pulse:
    """The last beat of a shard, one of ``count``, and its outages, the earliest first."""

    count: int
    last: Beat
    outages: tuple[Outage, ...] = ()

    def at(self, now: Beat) -> _Pulse:
        """The same with a new beat, and the outage that has ended with it, if there was one."""
        stored = self.last.steady is None
        new = between(self.last, now, _STORED_EVERY if stored else PLANNED)
        outages = self.outages
        if now.wall < self.last.wall:  # the clock was ahead, and outages may be, too
            outages = tuple(
                Outage(began, min(ended, now.wall)) for began, ended in outages if began < now.wall
            )
        if new is not None:
            outages = tuple(kept(outages, new, now.wall - _REMEMBERED))
        return _Pulse(self.count, now, outages)


class Heartbeat:
    """``clock`` gives epoch seconds, ``steady`` the seconds of a clock that nobody sets."""

    def __init__(
        self,
        store: BeatStore,
        clock: Callable[[], int],
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._clock = clock
        self._steady = steady
        self._pulses: dict[int, _Pulse] = {}
        self._own: frozenset[int] = frozenset()
        """The shards whose beats this process has noted last."""
        self._count = 1
        self._stored = 0

    async def read(self) -> None:
        """Read what earlier processes have stored, and other ones: before anybody is answered."""
        for shard, it in (await self._store.all()).items():
            known = self._pulses.get(shard)
            if known is None or shard not in self._own or known.last.wall < it["wall"]:
                outages = tuple(Outage(*each) for each in it["outages"])
                self._pulses[shard] = _Pulse(it["of"], Beat(it["wall"]), outages)

    def outages(self, guild: int) -> Sequence[Outage]:
        """The outages of a server, or with 0 of what is in none, the one that goes on included."""
        pulse = self._pulse(shard_of(guild, self._count))
        return pulse.at(self._now()).outages if pulse is not None else ()

    async def beat(self, shards: Collection[int], count: int) -> None:
        """Note that the servers of these shards, of so many, can be answered now; whatever has a
        clock is looked at if an outage has ended with that. Raises StoreError, and notes nothing.
        """
        self._count = count
        if not shards:
            return
        if {*shards} - self._own:  # others have noted their beats until now
            await self.read()
        now, ended = self._now(), False
        pulses = dict[int, _Pulse]()
        for shard in shards:
            before = self._pulse(shard) or _Pulse(count, now)
            pulses[shard] = _Pulse(count, now, before.at(now).outages)
            ended = ended or pulses[shard].outages != before.outages
        if ended or not now.wall - _STORED_EVERY < self._stored <= now.wall:
            told = {
                shard: {"of": count, "wall": now.wall, "outages": it.outages}
                for shard, it in pulses.items()
            }
            await self._store.note(told, ended=ended)
            self._stored = now.wall
            if len(pulses) < count:
                await self.read()
        self._own = frozenset(shards)
        self._pulses.update(pulses)

    def _pulse(self, shard: int) -> _Pulse | None:
        """The pulse of a shard; if there were more or fewer shards, that of the latest beat."""
        pulses = self._pulses.items()
        found = [it for each, it in pulses if each == shard or it.count != self._count]
        return max(found, key=lambda it: it.last.wall, default=None)

    def _now(self) -> Beat:
        return Beat(self._clock(), self._steady())
