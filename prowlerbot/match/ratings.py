"""Ratings: the results of finished matches, and the effect of each on its players.

A player has one rating for each game. Results enter one by one, in the order in which the matches
ended. openskill's Plackett-Luce model computes the effect of each. Its numbers are rounded to
millionths after every match, so they are the same to the digit with every library and Python.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from openskill.models import PlackettLuce

from prowlerbot.core.clock import DAY
from prowlerbot.core.game import LEAVE, Game
from prowlerbot.match.match import FIRST_RULES, RULES_VERSION, Match
from prowlerbot.match.play import ranks_of, replay_match

PROVISIONAL = 10
"""A rating of fewer rated matches is provisional: the first match moves it by 158 points."""
NEW_FOR_DAYS = 30
"""The number of days (UTC) for which a player is new to a game, from their first result."""
MIN_PLAYS = 3
"""The moves that each seat must have made for an unfinished match to count."""
MAX_RATED_A_DAY = 5
"""The most rated matches of a game per day (UTC) between the same players."""

_MEDALS = 3
"""Gold, silver and bronze."""
_MILLION = 1_000_000
_POINTS_SHOWN = 60
"""The shown points for one point of the model; a new player has 1500."""
_DEVIATIONS_OF_RANGE = 2
"""The standard deviations on either side of the shown range, which holds in 19 of 20 cases."""

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """``mu`` is the expected strength of a player, ``sigma`` its uncertainty; in millionths."""

    mu: int = round(_MODEL.mu * _MILLION)
    sigma: int = round(_MODEL.sigma * _MILLION)

    @property
    def points(self) -> int:
        return _round_millionths(self.mu * _POINTS_SHOWN)

    @property
    def range(self) -> int:
        """The likely error of the points, up or down."""
        return _round_millionths(self.sigma * _POINTS_SHOWN * _DEVIATIONS_OF_RANGE)

    def __str__(self) -> str:
        return f"{self.mu / _MILLION:.6f} ± {self.sigma / _MILLION:.6f}"

    @property
    def lower_bound(self) -> int:
        """The sort key of players: the lower end of the range, in millionths."""
        return self.mu - _DEVIATIONS_OF_RANGE * self.sigma

    def distance(self, other: "Rating") -> int:
        """The points between the lower bounds of two ratings."""
        return _round_millionths(abs(self.lower_bound - other.lower_bound) * _POINTS_SHOWN)


NEW_RATING = Rating()
"""The rating of a player before the first rated match."""


def _round_millionths(millionths: int) -> int:
    return (millionths + _MILLION // 2) // _MILLION


def is_provisional(matches: int) -> bool:
    """Whether so many rated matches are too few for a reliable rating."""
    return matches < PROVISIONAL


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """The rating of a player after so many rated matches."""

    player: int
    rating: Rating
    matches: int


def medal_of_place(place: int, places: int, matches: int) -> int | None:
    """The medal for a place on a leaderboard, 1 for gold to 3 for bronze; None without one. A medal
    means that the player is ahead of more than half of all, by a settled rating.
    """
    is_deserved = place <= _MEDALS and place * 2 < places and not is_provisional(matches)
    return place if is_deserved else None


class Verdict(StrEnum):
    """Whether a match counted for ratings, or the reason why it did not."""

    COUNTED = "counted"
    FRIENDLY = "friendly"
    SHORT = "short"
    OFTEN = "often"


class CountedMatch(NamedTuple):
    """An earlier match that counted for the ratings."""

    ended_at: int
    players: Collection[int]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match. Tuples hold one number per seat, seat 1 first."""

    match: str
    game: str
    ended_at: int
    players: tuple[int, ...]
    ranks: tuple[int, ...]
    totals: tuple[int, ...] = ()
    """Empty if the match was not played out."""
    rated: bool = True
    short: bool = False
    rules: int = RULES_VERSION
    stored_repeats: int | None = None
    """The ``repeats`` of its entry as they were stored; None if they never were."""

    @property
    def day(self) -> int:
        return self.ended_at // DAY

    @property
    def may_count(self) -> bool:
        """Whether it counts unless the same players have had too many that day."""
        return self.rated and not self.short

    @property
    def new_since(self) -> int:
        """The time before which a newcomer has no result of the game."""
        return (self.day - NEW_FOR_DAYS + 1) * DAY

    def has_same_people(self, players: Collection[int], newcomers: Collection[int] = ()) -> bool:
        """Whether the players of another match are the same people, for the limit per day. All
        deleted players count as one opponent. Their ids are gone, so each of the ``newcomers`` may
        be one of them who has returned. Nobody else can be.
        """
        if self.rules <= FIRST_RULES:
            return sorted(players) == sorted(self.players)
        own, others = set(self.players), set(players)
        shared = {player for player in own & others if player > 0}
        if not shared or len(players) != len(self.players):
            return False
        unmatched = {player for player in own ^ others if player > 0}
        deleted_here, deleted_there = (sum(id_ < 0 for id_ in ids) for ids in (own, others))
        fits = len(unmatched & own) <= deleted_there and len(unmatched & others) <= deleted_here
        return fits and unmatched <= {*newcomers}

    def count_repeats(
        self, earlier: Iterable[CountedMatch], newcomers: Collection[int] = ()
    ) -> int:
        """The number of these matches, of the last NEW_FOR_DAYS, that fill the limit per day: those
        of the day, or of all days if a newcomer of this match may be a deleted opponent.
        """
        same_people = [each for each in earlier if self.has_same_people(each.players, newcomers)]
        people = {player for player in self.players if player > 0}
        if self.rules > FIRST_RULES and any(not people <= {*each.players} for each in same_people):
            return len(same_people)
        return sum(each.ended_at // DAY == self.day for each in same_people)


@dataclass(frozen=True, slots=True)
class Entry:
    """A result with its effect; ``before`` and ``after`` are empty unless it counted."""

    result: Result
    verdict: Verdict
    before: tuple[Rating, ...] = ()
    after: tuple[Rating, ...] = ()
    repeats: int | None = None
    """The ``count_repeats`` of the result. It is None if it makes no difference, and by the first
    version of the rules, where it always follows from the results.
    """


def result_of(match: Match, game: Game) -> Result | None:
    """The result of a match as it counts for ratings; None where it has none."""
    if (ranks := ranks_of(match, game)) is None:
        return None
    outcome = replay_match(match, game)[-1].outcome
    totals = outcome.totals if outcome is not None else ()
    return Result(
        match=match.id,
        game=match.game,
        ended_at=match.changed_at,
        players=tuple(player.id for player in match.players),
        ranks=ranks,
        totals=totals,
        rated=match.terms.rated and not match.has_machine and len(match.players) > 1,
        short=_is_short(match, played_out=bool(totals)),
        rules=match.rules,
    )


def _is_short(match: Match, *, played_out: bool) -> bool:
    """Whether a match was too short to count.

    A match counts although a player leaves, if at least two others play on; the player who left has
    lost. By the first version of the rules every seat must have made three moves.
    """
    if match.rules <= FIRST_RULES:
        move_counts = Counter(play.seat for play in match.plays)
        is_cut_short = not played_out or bool(match.left)
        return is_cut_short and min(move_counts[seat] for seat in match.seats) < MIN_PLAYS
    move_counts = Counter(play.seat for play in match.plays if play.move != LEAVE)
    staying = {*match.seats}.difference(match.left)
    if len(staying) < 2:
        staying |= {*match.left[-1:]}  # the one who ended it by leaving
    elif played_out:
        return False
    return min(move_counts[seat] for seat in staying) < MIN_PLAYS


def entry_of(result: Result, ratings: Sequence[Rating], repeats: int) -> Entry:
    """The entry of a result, with the ratings of its players by seat and its ``count_repeats``."""
    if not result.rated:
        return Entry(result, Verdict.FRIENDLY)
    if result.short:
        return Entry(result, Verdict.SHORT)
    stored = None if result.rules <= FIRST_RULES else repeats
    if repeats >= MAX_RATED_A_DAY:
        return Entry(result, Verdict.OFTEN, repeats=stored)
    before = tuple(ratings)
    return Entry(result, Verdict.COUNTED, before, rate_ranks(before, result.ranks), stored)


def entries_of(results: Iterable[Result]) -> Iterator[Entry]:
    """The entries of all results from the beginning, in the order in which the matches ended. The
    number of repeats is the stored one; if none is stored, it is counted from the results.
    """
    ratings: dict[tuple[str, int], Rating] = {}
    first_results: dict[tuple[str, int], int] = {}
    counted: defaultdict[tuple[str, int], list[CountedMatch]] = defaultdict(list)
    for result in results:
        keys = [(result.game, player) for player in result.players]
        repeats = result.stored_repeats
        if repeats is None and result.may_count:
            since = result.day if result.rules <= FIRST_RULES else result.new_since // DAY
            days = range(since, result.day + 1)
            earlier = [each for day in days for each in counted.get((result.game, day), ())]
            people = {*result.players, *(player for each in earlier for player in each.players)}
            newcomers = {
                player
                for player in people
                if first_results.get((result.game, player), result.ended_at) >= result.new_since
            }
            repeats = result.count_repeats(earlier, newcomers)
        entry = entry_of(result, [ratings.get(key, NEW_RATING) for key in keys], repeats or 0)
        if entry.after:
            ratings.update(zip(keys, entry.after, strict=True))
        for key in keys:
            first_results[key] = min(first_results.get(key, result.ended_at), result.ended_at)
        if entry.verdict is Verdict.COUNTED:
            counted[result.game, result.day].append(CountedMatch(result.ended_at, result.players))
        yield entry


def rate_ranks(ratings: Sequence[Rating], ranks: Sequence[int]) -> tuple[Rating, ...]:
    """The ratings after a meeting with these ranks; rank 1 is best."""
    teams = [[_MODEL.rating(each.mu / _MILLION, each.sigma / _MILLION)] for each in ratings]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return tuple(Rating(round(new.mu * _MILLION), round(new.sigma * _MILLION)) for (new,) in rated)
