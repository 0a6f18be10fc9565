"""The heartbeat of the bot, and the outages of each shard that follow from it.

The bot notes a beat for a shard while it can answer people in its servers. A gap between two beats
is an outage. The outages are kept in memory, as every board and every claim needs them. They are
stored twice a minute, so that the next process knows the time of the last beat. Only the host can
stop the beats, and a plain restart is too short to be an outage. Each game that is installed has
beats, too: the time without it is an outage for its matches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from prowlerbot.core.clock import DAY, Beat, Outage, join_outages, outage_between
from prowlerbot.core.posts import shard_of
from prowlerbot.storage.duty_store import BeatStore

PLANNED = 1
"""Seconds between two beats."""
_STORED_EVERY = 30
"""Seconds between two beats that are stored, and between two looks at those of other processes."""
_REMEMBERED = 200 * DAY
"""Seconds for which outages are remembered, longer than a round of a competition lasts."""


@dataclass(frozen=True, slots=True)
class _Pulse:
    """The last beat of a shard, one of ``count``, and its outages, the earliest first."""

    count: int
    last: Beat
    outages: tuple[Outage, ...] = ()

    def add_beat(self, now: Beat) -> _Pulse:
        """The pulse after a new beat, with the outage that this beat ends, if there was one."""
        stored = self.last.steady is None
        new = outage_between(self.last, now, _STORED_EVERY if stored else PLANNED)
        outages = self.outages
        if now.wall < self.last.wall:  # the clock was ahead, and outages may be, too
            outages = tuple(
                Outage(began, min(ended, now.wall)) for began, ended in outages if began < now.wall
            )
        if new is not None:
            outages = tuple(join_outages(outages, new, now.wall - _REMEMBERED))
        return _Pulse(self.count, now, outages)


@dataclass(eq=False)
class Heartbeat:
    """``_clock`` gives epoch seconds, ``_steady`` the seconds of a clock that nobody sets.
    ``games`` has the keys of the games that are installed.
    """

    _store: BeatStore
    _clock: Callable[[], int]
    _steady: Callable[[], float] = time.monotonic
    games: Collection[str] = ()

    def __post_init__(self) -> None:
        self._pulses: dict[int, _Pulse] = {}
        self._of_games: dict[str, _Pulse] = {}
        self._own: frozenset[int] = frozenset()
        """The shards whose beats this process has noted last."""
        self._count = 1
        self._stored = 0

    async def read(self) -> None:
        """Read the beats that earlier and other processes have stored, before the first answer."""
        for shard, stored in (await self._store.all_beats()).items():
            known = self._pulses.get(shard)
            if known is None or shard not in self._own or known.last.wall < stored["wall"]:
                outages = tuple(Outage(*each) for each in stored["outages"])
                self._pulses[shard] = _Pulse(stored["of"], Beat(stored["wall"]), outages)
        for game, stored in (await self._store.of_games()).items():
            if game not in self._of_games or game not in self.games:
                outages = tuple(Outage(*each) for each in stored["outages"])
                self._of_games[game] = _Pulse(1, Beat(stored["wall"]), outages)

    def outages(self, guild: int, game: str = "") -> Sequence[Outage]:
        """The outages, running ones included, of a server or with 0 of chats, and of a game."""
        pulses = self._pulse(shard_of(guild, self._count)), self._of_games.get(game)
        known = [pulse.add_beat(self._now()).outages for pulse in pulses if pulse is not None]
        return tuple(each for outages in known for each in outages)

    async def beat(self, shards: Collection[int], count: int) -> None:
        """Note that the bot can answer in the servers of these shards, of ``count`` shards.

        If this ends an outage, duties look at every clock. On a StoreError nothing is noted.
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
            pulses[shard] = _Pulse(count, now, before.add_beat(now).outages)
            ended = ended or pulses[shard].outages != before.outages
        games = dict[str, _Pulse]()
        for game in self.games:
            known = self._of_games.get(game) or _Pulse(1, now)
            games[game] = known.add_beat(now)
            ended = ended or games[game].outages != known.outages
        if ended or not now.wall - _STORED_EVERY < self._stored <= now.wall:
            beats = {
                shard: {"of": count, "wall": now.wall, "outages": pulse.outages}
                for shard, pulse in pulses.items()
            }
            played = {
                game: {"wall": now.wall, "outages": pulse.outages} for game, pulse in games.items()
            }
            await self._store.note(beats, played, ended=ended)
            self._stored = now.wall
            if len(pulses) < count:
                await self.read()
        self._own = frozenset(shards)
        self._pulses.update(pulses)
        self._of_games.update(games)

    def _pulse(self, shard: int) -> _Pulse | None:
        """The pulse of a shard. If the number of shards has changed, the latest pulse of all."""
        pulses = (
            pulse
            for number, pulse in self._pulses.items()
            if number == shard or pulse.count != self._count
        )
        return max(pulses, key=lambda pulse: pulse.last.wall, default=None)

    def _now(self) -> Beat:
        return Beat(self._clock(), self._steady())
