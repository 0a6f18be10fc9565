"""The statistics of players: tallies of their finished matches, usual hours, and who may read them.

Lists about another player (history, statistics, card, leaderboards) cover only matches played in
the place of the request. A player can choose to be seen everywhere or nowhere instead. A head to
head has all matches of its reader with a player who can be seen anywhere.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from itertools import takewhile
from statistics import median
from typing import NamedTuple

from prowlerbot.core.clock import HOUR
from prowlerbot.match.match import Ending, Player
from prowlerbot.match.preferences import Visibility
from prowlerbot.match.ratings import Rating, Verdict

HOURS_A_DAY = 24
_MIN_MOVES = 30
"""The fewest moves from which hours are estimated."""
_USUAL_SHARE = 0.8
"""The share of a player's moves that their usual hours contain."""
_MAX_HOURS = 12
"""The most usual hours; more would be no help to a reader."""
_MIN_MATCHES = 5
"""The fewest matches from which a duration is estimated."""


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match with a result; tuples hold seat 1 first."""

    match: str
    ended_at: int
    ending: Ending
    ended_by: int
    verdict: Verdict
    players: tuple[Player, ...]
    ranks: tuple[int, ...]
    totals: tuple[int, ...]
    """Empty if the match was not played out, as when the last opponents left."""
    ratings_before: tuple[Rating, ...] = ()
    ratings_after: tuple[Rating, ...] = ()
    rated_counts: tuple[int, ...] = ()
    """The rated matches of each player up to this one. It is empty unless the reader of the store
    asks for them, and if the match did not count.
    """
    leavers: frozenset[int] = frozenset()
    """The ids of the players who left while others played on."""

    def index_of(self, player: int) -> int:
        return [each.id for each in self.players].index(player)

    def played_out(self, *players: int) -> bool:
        """Whether these players stayed to the end of a match that was played out."""
        return bool(self.totals) and self.leavers.isdisjoint(players)


class WonOrLost(StrEnum):
    WON = "won"
    SHARED = "shared"
    LOST = "lost"


def result_for(finished: FinishedMatch, player: int) -> WonOrLost:
    if finished.ranks[finished.index_of(player)] > 1:
        return WonOrLost.LOST
    return WonOrLost.WON if finished.ranks.count(1) == 1 else WonOrLost.SHARED


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of a player, the latest first. A match not played out has no total."""

    results: tuple[WonOrLost, ...]
    totals: tuple[int, ...]

    @property
    def won(self) -> int:
        return self.results.count(WonOrLost.WON)

    @property
    def shared(self) -> int:
        return self.results.count(WonOrLost.SHARED)

    @property
    def lost(self) -> int:
        return self.results.count(WonOrLost.LOST)

    @property
    def best(self) -> int | None:
        return max(self.totals, default=None)

    @property
    def average(self) -> float | None:
        return sum(self.totals) / len(self.totals) if self.totals else None

    @property
    def streak(self) -> int:
        """The number of consecutive matches, up to the latest, with the latest result."""
        return len(list(takewhile(lambda result: result is self.results[0], self.results)))


def result_between(finished: FinishedMatch, player: int, other: int) -> WonOrLost:
    """The result of a finished match for one player against another, regardless of the winner."""
    rank, other_rank = (finished.ranks[finished.index_of(each)] for each in (player, other))
    if rank == other_rank:
        return WonOrLost.SHARED
    return WonOrLost.WON if rank < other_rank else WonOrLost.LOST


def tally_matches(matches: Sequence[FinishedMatch], player: int, other: int | None = None) -> Tally:
    """Add up the matches of a player, latest first; against another player if given."""
    return Tally(
        results=tuple(
            result_for(each, player) if other is None else result_between(each, player, other)
            for each in matches
        ),
        totals=tuple(
            each.totals[each.index_of(player)]
            for each in matches
            if each.played_out(player, player if other is None else other)
        ),
    )


class Hours(NamedTuple):
    """``length`` hours of a day in UTC, from the start of the hour ``first``."""

    first: int
    length: int

    @property
    def all(self) -> frozenset[int]:
        return frozenset((self.first + past) % HOURS_A_DAY for past in range(self.length))


def count_by_hour(
    moves: Iterable[tuple[int, int]], offset: Callable[[int], int], now: int
) -> list[int]:
    """The number of moves in each hour of the day, in UTC as of now.

    A player who moves at 20:00 local time does so in summer and in winter, so older hours are
    shifted. ``moves`` has pairs of an hour since 1970 and the number of moves in it. ``offset``
    gives the seconds that the player's clock is ahead of UTC at a time.
    """
    counts = [0] * HOURS_A_DAY
    for hour, count in moves:
        shift = offset(hour * HOUR) - offset(now)
        counts[(hour * HOUR + shift) // HOUR % HOURS_A_DAY] += count
    return counts


def usual_hours(moves: Sequence[int]) -> Hours | None:
    """The shortest part of the day in which a player made most moves; None if there are few moves
    or no such part. ``moves`` has the number of moves in each hour.
    """
    if sum(moves) < _MIN_MOVES:
        return None
    for length in range(1, _MAX_HOURS + 1):
        day_parts = (Hours(first, length) for first in range(HOURS_A_DAY))
        counts = {hours: sum(moves[hour] for hour in hours.all) for hours in day_parts}
        best = max(counts, key=lambda hours: counts[hours])
        if counts[best] >= sum(moves) * _USUAL_SHARE:
            return best
    return None


def usual_duration(seconds: Sequence[int]) -> int | None:
    """The time or turns that half of these matches took at most; None for few matches."""
    return round(median(seconds)) if len(seconds) >= _MIN_MATCHES else None


class Extent(Enum):
    """The part of a player's finished matches that a list may show."""

    ALL = "all"
    HERE = "here"
    """The matches played in this server or, outside of one, in this very chat."""
    NOTHING = "nothing"


def extent_of_list(asker: int, about: int, chosen: Visibility) -> Extent:
    """The part of a list about a player that one user may see; user 0 is everybody here."""
    if asker == about or chosen == "everywhere":
        return Extent.ALL
    return Extent.HERE if chosen == "server" else Extent.NOTHING


def extent_of_leaderboard(asker: int, player: int, chosen: Visibility) -> Extent:
    """The same for leaderboards. A player who is seen nowhere does not see themselves either."""
    return Extent.NOTHING if chosen == "nowhere" else extent_of_list(asker, player, chosen)


def is_named(
    asker: int, player: int, chosen: Visibility, *, players: Collection[int], played_here: bool
) -> bool:
    """Whether a list may name this player of a match; its players know everybody in it anyway."""
    if asker in players:
        return True
    extent = extent_of_list(asker, player, chosen)
    return extent is Extent.ALL or (extent is Extent.HERE and played_here)
