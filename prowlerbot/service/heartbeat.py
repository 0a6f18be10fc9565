"""The heartbeat of the bot, and the outages of each shard that follow from it.

The bot notes a beat for a shard while it can answer people in its servers. A gap between two beats
is an outage. The outages are kept in memory, as every board and every claim needs them. They are
stored twice a minute, so that the next process knows the time of the last beat. Only the host can
stop the beats, and a plain restart is too short to be an outage. It is a pause, which stops the
clocks of live matches. Each game that is installed has beats, too: the time without it is an outage
for its matches.
"""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from prowlerbot.core.clock import DAY, Beat, Outage, join_outages, outage_between
from prowlerbot.storage.duty_store import BeatStore

BEAT_SECONDS = 1
"""Seconds between two beats."""
_SHORTEST_PAUSE = 6
"""Seconds between two beats from which on the clocks of live matches stand still."""
_STORED_EVERY = 30
"""Seconds between two beats that are stored, and between two looks at those of other processes."""
_REMEMBERED = 200 * DAY
"""Seconds for which outages are remembered, longer than a round of a competition lasts."""
_GUILD_BITS = 22


def shard_of(guild: int, count: int) -> int:
    """The shard of a server, as Discord computes it; all that has no server belongs to shard 0."""
    return (guild >> _GUILD_BITS) % count


@dataclass(frozen=True, slots=True)
class _Pulse:
    """The last beat of a shard, one of ``count``, and its outages, the earliest first."""

    count: int
    last: Beat
    outages: tuple[Outage, ...] = ()
    pauses: tuple[Outage, ...] = ()

    def add_beat(self, now: Beat) -> "_Pulse":
        """The pulse after a new beat, with the outage that this beat ends, if there was one."""
        stored = self.last.steady is None
        new = outage_between(self.last, now, _STORED_EVERY if stored else BEAT_SECONDS)
        outages, pauses = self.outages, self.pauses
        if now.wall < self.last.wall:  # the clock was ahead, and outages may be, too
            outages, pauses = _cut_outages(outages, now.wall), _cut_outages(pauses, now.wall)
        if new is not None:
            outages = tuple(join_outages(outages, new, now.wall - _REMEMBERED))
        if stored or now.wall - self.last.wall >= _SHORTEST_PAUSE:
            pause = Outage(self.last.wall, now.wall)
            pauses = tuple(join_outages(pauses, pause, now.wall - DAY))
        return _Pulse(self.count, now, outages, pauses)

    def as_json(self) -> dict[str, object]:
        return {"wall": self.last.wall, "outages": self.outages, "pauses": self.pauses}

    @classmethod
    def read(cls, stored: Mapping[str, Any], count: int) -> "_Pulse":
        """A pulse as ``as_json`` writes it; data from before there were pauses has none."""
        outages, pauses = (
            tuple(Outage(*each) for each in stored.get(name, ())) for name in ("outages", "pauses")
        )
        return cls(count, Beat(stored["wall"]), outages, pauses)


def _cut_outages(outages: Sequence[Outage], at: int) -> tuple[Outage, ...]:
    """The parts of outages before a time."""
    return tuple(Outage(began, min(ended, at)) for began, ended in outages if began < at)


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
        self._shard_pulses: dict[int, _Pulse] = {}
        self._game_pulses: dict[str, _Pulse] = {}
        self._own: frozenset[int] = frozenset()
        """The shards whose beats this process has noted last."""
        self._count = 1
        """The number of all shards."""
        self._stored_at = 0

    async def read_beats(self) -> None:
        """Read the beats that earlier and other processes have stored, before the first answer."""
        for shard, stored in (await self._store.beats_of_shards()).items():
            known = self._shard_pulses.get(shard)
            if known is None or shard not in self._own or known.last.wall < stored["wall"]:
                self._shard_pulses[shard] = _Pulse.read(stored, stored["of"])
        for game, stored in (await self._store.beats_of_games()).items():
            if game not in self._game_pulses or game not in self.games:
                self._game_pulses[game] = _Pulse.read(stored, 1)

    def outages(self, guild: int, game: str = "") -> Sequence[Outage]:
        """The outages, running ones included, of a server or with 0 of chats, and of a game."""
        known = [pulse.add_beat(self._now()) for pulse in self._pulses_for(guild, game)]
        return tuple(each for pulse in known for each in pulse.outages)

    def pauses(self, guild: int, game: str = "") -> Sequence[Outage]:
        """The same with the shorter pauses of the last day, which stop live clocks."""
        known = [
            # A beat without a time of our clock comes from another process, which notes its pauses.
            pulse if self._own and pulse.last.steady is None else pulse.add_beat(self._now())
            for pulse in self._pulses_for(guild, game)
        ]
        return tuple(each for pulse in known for each in pulse.pauses)

    def _pulses_for(self, guild: int, game: str) -> list[_Pulse]:
        both = self._shard_pulse(shard_of(guild, self._count)), self._game_pulses.get(game)
        return [pulse for pulse in both if pulse is not None]

    async def note_beat(self, shards: Collection[int], count: int) -> None:
        """Note that the bot can answer in the servers of these shards, of ``count`` shards. If this
        ends an outage, duties look at every clock. On a StoreError nothing is noted.
        """
        self._count = count
        if not shards:
            return
        if {*shards} - self._own:  # others have noted their beats until now
            await self.read_beats()
        now = self._now()
        pulses = {shard: self._shard_pulse(shard) or _Pulse(count, now) for shard in shards}
        games = {game: self._game_pulses.get(game) or _Pulse(1, now) for game in self.games}
        before = [each.outages for each in (*pulses.values(), *games.values())]
        pulses = {key: replace(each.add_beat(now), count=count) for key, each in pulses.items()}
        games = {key: each.add_beat(now) for key, each in games.items()}
        ended = before != [each.outages for each in (*pulses.values(), *games.values())]
        if ended or not now.wall - _STORED_EVERY < self._stored_at <= now.wall:
            beats = {shard: {"of": count, **pulse.as_json()} for shard, pulse in pulses.items()}
            played = {game: pulse.as_json() for game, pulse in games.items()}
            await self._store.note_beats(beats, played, ended=ended)
            self._stored_at = now.wall
            if len(pulses) < count:
                await self.read_beats()
        self._own = frozenset(shards)
        self._shard_pulses.update(pulses)
        self._game_pulses.update(games)

    def _shard_pulse(self, shard: int) -> _Pulse | None:
        """The pulse of a shard. If the number of shards has changed, the latest pulse of all."""
        pulses = (
            pulse
            for number, pulse in self._shard_pulses.items()
            if number == shard or pulse.count != self._count
        )
        return max(pulses, key=lambda pulse: pulse.last.wall, default=None)

    def _now(self) -> Beat:
        return Beat(self._clock(), self._steady())
