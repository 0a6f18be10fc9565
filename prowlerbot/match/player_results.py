"""The results of finished matches for one player: pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from prowlerbot.match.match import Ending, Player
from prowlerbot.match.ratings import Rating, Verdict


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match; tuples hold seat 1 first.

    ``totals`` is empty if the match was not played out, for example because the last opponents
    left. ``left`` has the ids of the players who left while others played on.
    ``matches`` counts the rated matches of each player up to this one. It is empty unless the
    caller asked for it and the match counted.
    """

    match: str
    ended_at: int
    ending: Ending
    ended_by: int
    verdict: Verdict
    players: tuple[Player, ...]
    ranks: tuple[int, ...]
    totals: tuple[int, ...]
    before: tuple[Rating, ...] = ()
    after: tuple[Rating, ...] = ()
    matches: tuple[int, ...] = ()
    left: frozenset[int] = frozenset()

    def played_out(self, *players: int) -> bool:
        """Whether these players stayed to the end of a match that was played out."""
        return bool(self.totals) and self.left.isdisjoint(players)


class Won(StrEnum):
    WON = "won"
    SHARED = "shared"
    LOST = "lost"


def seat_of(finished: Finished, player: int) -> int:
    """The index of a player in the tuples of a finished match."""
    return [each.id for each in finished.players].index(player)


def result_for(finished: Finished, player: int) -> Won:
    if finished.ranks[seat_of(finished, player)] > 1:
        return Won.LOST
    return Won.WON if finished.ranks.count(1) == 1 else Won.SHARED


@dataclass(frozen=True, slots=True)
class Tally:
    """``results`` and ``totals`` have the latest match first; a match has a total only if the
    player, and the one they are compared with, played it out.
    """

    results: tuple[Won, ...]
    totals: tuple[int, ...]

    @property
    def won(self) -> int:
        return self.results.count(Won.WON)

    @property
    def shared(self) -> int:
        return self.results.count(Won.SHARED)

    @property
    def lost(self) -> int:
        return self.results.count(Won.LOST)

    @property
    def best(self) -> int | None:
        return max(self.totals, default=None)

    @property
    def average(self) -> float | None:
        return sum(self.totals) / len(self.totals) if self.totals else None

    @property
    def streak(self) -> int:
        """The number of consecutive matches, up to the latest, with the latest result."""
        length = 0
        for result in self.results:
            if result is not self.results[0]:
                break
            length += 1
        return length


def result_between(finished: Finished, player: int, other: int) -> Won:
    """The result of a finished match for one player against another, regardless of the winner."""
    own, their = (finished.ranks[seat_of(finished, each)] for each in (player, other))
    if own == their:
        return Won.SHARED
    return Won.WON if own < their else Won.LOST


def tally(matches: Sequence[Finished], player: int, other: int | None = None) -> Tally:
    """Add up the matches of a player, latest first; against another player if given."""
    return Tally(
        results=tuple(
            result_for(each, player) if other is None else result_between(each, player, other)
            for each in matches
        ),
        totals=tuple(
            each.totals[seat_of(each, player)]
            for each in matches
            if each.played_out(player, player if other is None else other)
        ),
    )
