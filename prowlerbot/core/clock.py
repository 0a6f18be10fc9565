"""The time that the bot uses, and the outages in which it could answer nobody.

A deadline ends a match for good, so a clock that is wrong for a moment must not count. The bot uses
the machine's clock while Discord's answers agree with it. Else it uses the time of those answers,
and between two of them a clock that nobody sets. After a start or a change of the machine's clock
the time is uncertain until Discord answers. Until then this clock is never ahead of the right time.

The gap between two beats shows an outage; the bot notes a beat for a shard while it can answer
people in its servers. A deadline in an outage, or so shortly after it that nobody could act, moves
to a grace after its end. Only the host can stop the beats. A plain restart is only a pause, which
stops the clocks of live matches. Each installed game has beats, too: the time without it is an
outage for its matches. Memory has the outages, as every board and every claim needs them. They are
stored twice a minute, so that the next process knows the last beat.
"""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from prowlerbot.core.i18n import duration_words, mark

HOUR, DAY = 60 * 60, 24 * 60 * 60
CHECK_IN_GRACE = 15 * 60
"""The grace in seconds for a player who only has to check in."""
MIN_OUTAGE_SECONDS = 2 * 60
"""Seconds below which a pause is no outage: a restart takes as long, and players try again."""
_MAX_SKEW_SECONDS = 30
"""Seconds by which two clocks of a machine may differ between two beats."""
CLOCK_TOLERANCE = 5
"""Seconds by which two clocks that agree may differ, far fewer than a claim on a duty lasts."""
_MAX_REQUEST_SECONDS = 10
"""Seconds of a request beyond which its answer does not give the time closely enough."""
BEAT_SECONDS = 1
"""Seconds between two beats."""
_MIN_PAUSE_SECONDS = 6
"""Seconds without a beat after which the clocks of live matches stand still."""
_STORING_SECONDS = 30
"""Seconds between two beats that are stored, and between two looks at those of other processes."""
_REMEMBERED_SECONDS = 200 * DAY
"""Seconds for which outages are remembered, longer than a round of a competition lasts."""
_GUILD_BITS = 22
"""The lowest bits of an id, without the time at which Discord made it."""
_CLOCK_IS_RIGHT = mark("The clock of the bot's computer agrees with Discord's")
_NOT_COMPARED = mark(
    "The clock of the bot's computer is not compared yet: work that falls due waits for Discord"
)
_CLOCK_IS_AHEAD = mark(
    "The clock of the bot's computer is {length} ahead of Discord's: set it right. Until then the"
    " bot goes by Discord's"
)
_CLOCK_IS_BEHIND = mark(
    "The clock of the bot's computer is {length} behind Discord's: set it right. Until then the bot"
    " goes by Discord's"
)


class ClockReading(NamedTuple):
    """The machine's clock, in epoch seconds, and its clock that nobody sets."""

    wall: float
    steady: float


def steady_seconds() -> float:
    """Seconds of a clock that nobody can set; it runs while the process or the machine sleeps."""
    clock: int | None = getattr(time, "CLOCK_BOOTTIME", None)  # on Linux
    return time.monotonic() if clock is None else time.clock_gettime(clock)


def read_machine() -> ClockReading:
    return ClockReading(time.time(), steady_seconds())


class Clock:
    """A call gives epoch seconds. ``read`` reads the clocks of the machine."""

    def __init__(self, read: Callable[[], ClockReading]) -> None:
        self.read = read
        self._reference = read()
        """The time that this clock was set to, and when."""
        self._skew_at_answer: float | None = None
        """The ``skew`` at Discord's latest answer; None if it is unknown."""

    def __call__(self) -> int:
        return int(self._time_at(self.read()))

    def _time_at(self, at: ClockReading) -> float:
        return self._reference.wall + at.steady - self._reference.steady

    @property
    def skew(self) -> float:
        """Seconds by which the machine's clock is ahead of this one."""
        at = self.read()
        return at.wall - self._time_at(at)

    @property
    def is_compared(self) -> bool:
        """Whether Discord has answered since the start, and since the machine's clock was set."""
        known = self._skew_at_answer
        return known is not None and abs(self.skew - known) <= CLOCK_TOLERANCE

    def check_answer(self, answered_at: float, sent: ClockReading) -> None:
        """Compare with the time of an answer, in whole seconds, to a request ``sent`` then."""
        at = self.read()
        duration = max(at.wall - sent.wall, at.steady - sent.steady)
        if duration > _MAX_REQUEST_SECONDS:  # perhaps the machine slept after the answer
            return

        def distance(time_shown: float) -> float:
            return max(answered_at - time_shown, time_shown - answered_at - 1 - duration)

        # So a machine whose clock is off by about the tolerance does not change between the two.
        tolerance = CLOCK_TOLERANCE if abs(self.skew) <= CLOCK_TOLERANCE else CLOCK_TOLERANCE / 2
        if distance(at.wall) <= tolerance:
            self._reference = at
        elif distance(self._time_at(at)) > CLOCK_TOLERANCE:
            if self.is_compared:  # a second answer has to say the same
                self._skew_at_answer = None
                return
            self._reference = ClockReading(answered_at, at.steady)
        self._skew_at_answer = at.wall - self._time_at(at)

    def check_event(self, event_time: float) -> None:
        """Take note of an event at Discord, such as a press, whose time is not in the future."""
        at = self.read()
        if event_time > self._time_at(at) + CLOCK_TOLERANCE:  # this machine was suspended
            self._reference, self._skew_at_answer = ClockReading(event_time, at.steady), None


class Outage(NamedTuple):
    """A time in which the bot could answer nobody, in epoch seconds."""

    began: int
    ended: int


Outages = Sequence[Outage]


class Beat(NamedTuple):
    """A moment at which the bot could answer."""

    wall: int
    """Epoch seconds."""
    steady: float | None = None
    """Seconds of a clock that nobody sets and that stops in sleep; None from another process."""


def outage_between(before: Beat, now: Beat, planned: int) -> Outage | None:
    """The outage between two beats that should be ``planned`` seconds apart; None without one.

    The process was down or suspended, it could reach nobody, or the time of day was set forward:
    for players these are the same. A time that was set back costs nobody anything.
    """
    passed = now.wall - before.wall
    lost: float = passed - planned
    if before.steady is not None and now.steady is not None:
        # The machine slept, or its wall clock was set: the steady clock did not go on with it.
        skew = passed - (now.steady - before.steady)
        lost = max(lost, skew if skew > _MAX_SKEW_SECONDS else 0)
    return Outage(before.wall, now.wall) if lost >= MIN_OUTAGE_SECONDS else None


def grace_after_outage(granted_seconds: int) -> int:
    """The grace after an outage: a day for deadlines of days, as players may be asleep."""
    return DAY if granted_seconds >= DAY else HOUR


def forgive_outages(due: int, outages: Outages, grace: int) -> int:
    """The deadline; in an outage, or ``grace`` seconds after it, it moves to the end of these."""
    for outage in sorted(outages):
        if outage.began <= due < outage.ended + grace:
            due = outage.ended + grace
    return due


def moving_outage(due: int, outages: Outages, grace: int) -> Outage | None:
    """The outage that moved a deadline; None if none did."""
    moved = forgive_outages(due, outages, grace)
    return next((each for each in outages if moved > due and moved == each.ended + grace), None)


def pass_time(start: int, seconds: int, outages: Outages) -> int:
    """The time at which so many seconds outside of outages have passed since ``start``."""
    end = start + seconds
    for outage in sorted(outages):
        if start < outage.ended and outage.began < end:
            end += outage.ended - max(outage.began, start)
            start = outage.ended
    return end


def lost_seconds(outages: Outages, start: int, end: int) -> int:
    """The seconds of outages between two times; they count as idle for nobody."""
    total, until = 0, start
    for outage in sorted(outages):
        begins, ends = max(outage.began, until), min(outage.ended, end)
        if begins < ends:
            total, until = total + ends - begins, ends
    return total


def join_outages(outages: Outages, new: Outage, since: int) -> list[Outage]:
    """The outages to store with a new one: those that ended since then, joined where they meet."""
    joined: list[Outage] = []
    for outage in sorted([*outages, new]):
        if joined and outage.began <= joined[-1].ended:
            joined[-1] = Outage(joined[-1].began, max(joined[-1].ended, outage.ended))
        elif outage.ended >= since:
            joined.append(outage)
    return joined


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
        was_stored = self.last.steady is None
        interval = _STORING_SECONDS if was_stored else BEAT_SECONDS
        new_outage = outage_between(self.last, now, interval)
        outages, pauses = self.outages, self.pauses
        if now.wall < self.last.wall:  # the clock was ahead, and outages may be, too
            outages, pauses = _cut_outages(outages, now.wall), _cut_outages(pauses, now.wall)
        if new_outage is not None:
            outages = tuple(join_outages(outages, new_outage, now.wall - _REMEMBERED_SECONDS))
        if was_stored or now.wall - self.last.wall >= _MIN_PAUSE_SECONDS:
            pauses = tuple(join_outages(pauses, Outage(self.last.wall, now.wall), now.wall - DAY))
        return _Pulse(self.count, now, outages, pauses)

    def as_json(self) -> dict[str, object]:
        return {"wall": self.last.wall, "outages": self.outages, "pauses": self.pauses}

    @classmethod
    def read(cls, stored: Mapping[str, Any], count: int) -> "_Pulse":
        """A pulse as ``as_json`` writes it; data from before there were pauses has none."""
        outages, pauses = (
            tuple(Outage(*pair) for pair in stored.get(name, ())) for name in ("outages", "pauses")
        )
        return cls(count, Beat(stored["wall"]), outages, pauses)


def _cut_outages(outages: Outages, at: int) -> tuple[Outage, ...]:
    """The parts of outages before a time."""
    return tuple(Outage(began, min(ended, at)) for began, ended in outages if began < at)


_Stored = Mapping[str, Any]
"""A pulse as ``_Pulse.as_json`` writes it; that of a shard has the number of all shards as “of”."""


class Beats(Protocol):
    """The stored beats, of this process and of others, with the outages that they ended."""

    async def beats_of_shards(self) -> dict[int, _Stored]: ...
    async def beats_of_games(self) -> dict[str, _Stored]: ...
    async def note_beats(
        self, beats: Mapping[int, _Stored], games: Mapping[str, _Stored], *, ended: bool
    ) -> None: ...


@dataclass(eq=False)
class Heartbeat:
    """``_clock`` gives epoch seconds, ``_steady`` the seconds of a clock that nobody sets.
    ``games`` has the keys of the games that are installed.
    """

    _store: Beats
    _clock: Callable[[], int]
    _steady: Callable[[], float] = time.monotonic
    games: Collection[str] = ()

    def __post_init__(self) -> None:
        self._shard_pulses: dict[int, _Pulse] = {}
        self._game_pulses: dict[str, _Pulse] = {}
        self._own_shards: frozenset[int] = frozenset()
        """The shards whose beats this process has noted last."""
        self._shard_count = 1
        """The number of all shards."""
        self._stored_at = 0

    async def read_beats(self) -> None:
        """Read the beats that earlier and other processes have stored, before the first answer."""
        for shard, stored in (await self._store.beats_of_shards()).items():
            known = self._shard_pulses.get(shard)
            if known is None or shard not in self._own_shards or known.last.wall < stored["wall"]:
                self._shard_pulses[shard] = _Pulse.read(stored, stored["of"])
        for game, stored in (await self._store.beats_of_games()).items():
            if game not in self._game_pulses or game not in self.games:
                self._game_pulses[game] = _Pulse.read(stored, 1)

    def outages(self, guild: int, game: str = "") -> Sequence[Outage]:
        """The outages, running ones included, of a server or with 0 of chats, and of a game."""
        pulses = [pulse.add_beat(self._now()) for pulse in self._pulses_for(guild, game)]
        return tuple(outage for pulse in pulses for outage in pulse.outages)

    def pauses(self, guild: int, game: str = "") -> Sequence[Outage]:
        """The same with the shorter pauses of the last day, which stop live clocks."""
        pulses = [
            # A beat without a time of our clock comes from another process, which notes its pauses.
            pulse if self._own_shards and pulse.last.steady is None else pulse.add_beat(self._now())
            for pulse in self._pulses_for(guild, game)
        ]
        return tuple(pause for pulse in pulses for pause in pulse.pauses)

    def _pulses_for(self, guild: int, game: str) -> list[_Pulse]:
        shard_pulse = self._shard_pulse(shard_of(guild, self._shard_count))
        return [each for each in (shard_pulse, self._game_pulses.get(game)) if each is not None]

    async def note_beat(self, shards: Collection[int], count: int) -> None:
        """Note that the bot can answer in the servers of these shards, of ``count`` shards. If this
        ends an outage, duties look at every clock. On a StoreError nothing is noted.
        """
        self._shard_count = count
        if not shards:
            return
        if {*shards} - self._own_shards:  # others have noted their beats until now
            await self.read_beats()
        now = self._now()
        pulses = {shard: self._shard_pulse(shard) or _Pulse(count, now) for shard in shards}
        games = {game: self._game_pulses.get(game) or _Pulse(1, now) for game in self.games}
        outages_before = [pulse.outages for pulse in (*pulses.values(), *games.values())]
        pulses = {key: replace(pulse.add_beat(now), count=count) for key, pulse in pulses.items()}
        games = {key: pulse.add_beat(now) for key, pulse in games.items()}
        ended = outages_before != [pulse.outages for pulse in (*pulses.values(), *games.values())]
        if ended or not now.wall - _STORING_SECONDS < self._stored_at <= now.wall:
            of_shards = {shard: {"of": count, **pulse.as_json()} for shard, pulse in pulses.items()}
            of_games = {game: pulse.as_json() for game, pulse in games.items()}
            await self._store.note_beats(of_shards, of_games, ended=ended)
            self._stored_at = now.wall
            if len(pulses) < count:  # other processes have the other shards
                await self.read_beats()
        # Last: after a StoreError the next beat has to find the same gap.
        self._own_shards = frozenset(shards)
        self._shard_pulses.update(pulses)
        self._game_pulses.update(games)

    def _shard_pulse(self, shard: int) -> _Pulse | None:
        """The pulse of a shard. If the number of shards has changed, the latest pulse of all."""
        pulses = (
            pulse
            for number, pulse in self._shard_pulses.items()
            if number == shard or pulse.count != self._shard_count
        )
        return max(pulses, key=lambda pulse: pulse.last.wall, default=None)

    def _now(self) -> Beat:
        return Beat(self._clock(), self._steady())


class Finding:
    """A fact as an English template. It is not ``ok`` if somebody has to do something about it, and
    ``neutral`` if it is neither good nor bad.
    """

    def __init__(
        self, template: str, *, ok: bool = True, neutral: bool = False, **fields: object
    ) -> None:
        self.template = template
        self.ok = ok
        self.neutral = neutral
        self.fields = fields

    def __str__(self) -> str:
        return self.template.format(**self.fields)


def clock_finding(clock: Clock) -> Finding:
    """Whether the clock of this machine is right, or by how much it is off."""
    skew = round(clock.skew)
    if abs(skew) > CLOCK_TOLERANCE:
        sentence = _CLOCK_IS_AHEAD if skew > 0 else _CLOCK_IS_BEHIND
        return Finding(sentence, ok=False, length=duration_words(abs(skew)))
    return Finding(_CLOCK_IS_RIGHT) if clock.is_compared else Finding(_NOT_COMPARED, ok=False)
