"""A day of a small server, simulated: who looks, who is found, after how long, how near.

``python -m tests.finding.day`` prints it for servers of several sizes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles

from prowlerbot.core.clock import DAY
from prowlerbot.finding.matchmaking import SEATS, WAITS, Seeker, Wish, find_tables, is_fast
from prowlerbot.match.preferences import PACES
from prowlerbot.match.ratings import NEW, Rating

GAMES = {"prowler": range(2, 3), "landgrab": range(2, 5), "heroes": range(1, 5)}
MINUTE = 60
_MILLION = 1_000_000


@dataclass
class Day:
    """What came of the wishes of a day: seconds of waiting, and points between rivals."""

    wishes: int = 0
    seated: int = 0
    waited: list[int] = field(default_factory=list)
    apart: list[int] = field(default_factory=list)

    def __str__(self) -> str:
        minutes = sorted(it / MINUTE for it in self.waited)
        last = quantiles(minutes, n=10)[-1]
        return (
            f"{self.wishes} wishes, {self.seated} of them found; waited {median(minutes):.0f} min"
            f" (median), {last:.0f} (9 of 10); {median(self.apart):.0f} points apart (median),"
            f" {quantiles(self.apart, n=10)[-1]:.0f} (9 of 10)"
        )


def day(people: int, rng: random.Random) -> Day:
    """A day and night in which every second one of so many people looks for a match once.

    All sleep for eight hours around an hour of their own; a fifth are newcomers.
    """
    told, waiting = Day(), dict[int, Seeker]()
    sleep = {player: rng.choice([21, 22, 23, 0, 1, 6]) for player in range(people)}
    strength = {player: _rating(rng) for player in range(people)}
    asking = _asking(people, sleep, rng)
    for minute in range(24 * 60):
        now = minute * MINUTE
        for player in asking.get(minute, ()):
            told.wishes += 1
            ratings = dict.fromkeys(GAMES, strength[player])
            waiting[player] = Seeker(player, _wish(rng), now, 1, ratings)
        hour = minute // 60
        seekers = [
            Seeker(it.player, it.wish, it.since, 1, it.ratings, _awake(sleep[it.player], hour))
            for it in waiting.values()
        ]
        for table in find_tables(seekers, GAMES, set(), now):
            ratings_there = [strength[player].points for player in table.players]
            told.apart.append(max(ratings_there) - min(ratings_there))
            for player in table.players:
                told.seated += 1
                told.waited.append(now - waiting.pop(player).since)
        waiting = {it.player: it for it in waiting.values() if now < it.since + it.wish.lasts}
    return told


def _rating(rng: random.Random) -> Rating:
    if rng.random() < 0.2:
        return NEW
    return Rating(round(rng.gauss(25, 4) * _MILLION), round(rng.uniform(1, 3) * _MILLION))


def _asking(people: int, sleep: dict[int, int], rng: random.Random) -> dict[int, list[int]]:
    """The minutes at which players ask, while they are awake."""
    asked: dict[int, list[int]] = {}
    for player in rng.sample(range(people), people // 2):
        awake = sorted(_awake(sleep[player], 0))
        asked.setdefault(rng.choice(awake) * 60 + rng.randrange(60), []).append(player)
    return asked


def _awake(sleep: int, hour: int) -> frozenset[int]:
    return frozenset(ahead for ahead in range(24) if (hour + ahead - sleep) % 24 >= 8)


def _wish(rng: random.Random) -> Wish:
    fast = rng.random() < 0.3
    paces = [it for it in PACES if is_fast(it) == fast]
    return Wish(
        games=tuple(_some(rng, [*GAMES])),
        seats=tuple(_some(rng, SEATS)) if rng.random() < 0.5 else SEATS,
        paces=tuple(_some(rng, paces)),
        lasts=rng.choice(WAITS[1:3] if fast else (4 * 3600, DAY)),
    )


def _some(rng: random.Random, of: Sequence[str] | Sequence[int]) -> Iterator:  # type: ignore[type-arg] # of either
    return iter(sorted(rng.sample([*of], rng.randint(1, len(of)))))


if __name__ == "__main__":
    for size in (20, 60, 200):
        print(f"{size} people: {day(size, random.Random(1))}")  # noqa: T201 - it is for a person
