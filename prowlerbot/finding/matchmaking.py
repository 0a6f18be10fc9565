"""Matchmaking: the wishes of players, how well two suit each other, and the tables made of them.

The player who has waited longest chooses first, by the least cost. Two players must have a game, a
number of players, a pace and a kind of match in common. They must share a server if one of them
wants that, be near enough in rating, and be awake at the same hours. Nobody is put together with a
player if one avoids the other. A player who misses MAX_MISSED questions leaves the queue.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Self, TypeVar

from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.match.player_statistics import HOURS_A_DAY
from prowlerbot.match.preferences import PACES
from prowlerbot.match.ratings import NEW_RATING, Rating
from prowlerbot.match.terms import Terms

# What can be wished for.
SEATS = (2, 3, 4)  # numbers of players
WAITING_TIMES = (15 * 60, HOUR, 4 * HOUR, DAY, 3 * DAY)
"""Seconds for which a player can wait."""
NO_LIMIT = 0  # the pace of a match without a limit

# Who suits whom.
NEAR_POINTS = 150  # points by which ratings may be apart at first
POINTS_A_MINUTE = 10  # points that each minute of waiting adds
MAX_FAST_PACE_SECONDS = HOUR
"""The longest pace at which players have to be there at the same time."""
_HOURS_IN_COMMON = 4  # the hours of a day at which both must be awake, at slower paces
_POINTS_AN_HOUR = 10
"""The cost, in points of rating, of each hour at which only one of two is awake."""
MAX_RUNNING_TOGETHER = 3
"""The number of open matches with each other from which two are not put together."""
_MAX_CANDIDATES = 12
"""The candidates for a table of three or four, as their combinations are tried one by one."""

# Questions to players, and answers that do not come.
HOURS_TO_ANSWER = 3  # the hours that a player has to say yes, at slower paces
_HOURS_ANSWERING = frozenset(range(HOURS_TO_ANSWER + 1))
_FAST_ANSWER_SECONDS, _SLOW_ANSWER_SECONDS = 10 * 60, HOURS_TO_ANSWER * HOUR
MAX_SECONDS_TO_ASK = 5 * 60
"""Seconds within which players are asked. Else no process serves their server, and they wait on."""
MAX_MISSED = 2  # unanswered questions in a row after which a player leaves the queue
BAN_SECONDS = DAY
"""Seconds for which that player cannot look again; else they would hold up others."""
APART_SECONDS = DAY
"""Seconds for which two are not put together again after one of them said no or nothing."""

_Wished = TypeVar("_Wished", int, str)
Pair = frozenset[int]


@dataclass(frozen=True, slots=True)
class Wish:
    """The matches that a player accepts: any of the ``games``, ``seats`` and ``paces``."""

    games: tuple[str, ...]
    seats: tuple[int, ...] = SEATS
    paces: tuple[int, ...] = (DAY, 3 * DAY)
    rated: bool = True
    friendly: bool = True
    """Whether a match without a rating is accepted; with ``rated`` too, either kind."""
    everywhere: bool = True
    """Players of other servers are accepted."""
    lasts: int = 4 * HOUR
    """Seconds for which the player waits."""

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        """The wish of its JSON, whose lists were tuples."""
        lists = {name: tuple(value) for name, value in written.items() if isinstance(value, list)}
        return cls(**{**written, **lists})

    def restrict_to(self, games: Mapping[str, range]) -> "Wish | None":
        """The possible part of an unchecked wish with these games; None if nothing is left."""
        seats = _keep_possible(self.seats, SEATS)
        known = tuple(key for key in self.games if key in games and set(games[key]) & set(seats))
        paces = _keep_possible(self.paces, PACES)
        if not known or not paces or self.lasts not in WAITING_TIMES:
            return None
        either = not (self.rated or self.friendly)
        rated, friendly = self.rated or either, self.friendly or either
        return replace(self, games=known, seats=seats, paces=paces, rated=rated, friendly=friendly)


def _keep_possible(wished: Iterable[_Wished], possible: Iterable[_Wished]) -> tuple[_Wished, ...]:
    """The possible values that are wished for, in the order of the possible ones."""
    chosen = set(wished)
    return tuple(value for value in possible if value in chosen)


@dataclass(frozen=True, slots=True)
class Seeker:
    """A player with a wish, and all that decides who suits them."""

    player: int
    wish: Wish
    since: int
    home: int = 0
    """The server of the request; 0 outside of servers."""
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    awake: frozenset[int] = frozenset(range(HOURS_A_DAY))
    """The coming hours in which the player wants to be called; 0 is the present one."""
    present: bool = False
    """The player can be asked at any hour."""

    def can_answer(self, pace: int) -> bool:
        """Whether the player is awake now, and for as long as there is time to answer."""
        return self.present or self.awake >= ({0} if is_fast(pace) else _HOURS_ANSWERING)

    def rating(self, game: str) -> Rating:
        return self.ratings.get(game, NEW_RATING)

    def max_distance(self, now: int) -> int:
        """The points by which a rival's rating may be apart."""
        return NEAR_POINTS + POINTS_A_MINUTE * max(0, now - self.since) // 60


def certain_distance(one: Rating, other: Rating) -> int:
    """The points by which two ratings surely differ; newcomers are near to nearly everybody. It is
    the distance of the lower bounds, less the range of the less certain rating.
    """
    return max(0, one.distance(other) - max(one.range, other.range))


def pairing_cost(one: Seeker, other: Seeker, game: str, pace: int) -> int:
    """The cost of a pair in points of rating; at a slow pace, hours without both add to it."""
    points = one.rating(game).distance(other.rating(game))
    hours_apart = 0 if is_fast(pace) else HOURS_A_DAY - len(one.awake & other.awake)
    return points + _POINTS_AN_HOUR * hours_apart


def is_fast(pace: int) -> bool:
    return 0 < Terms().at_pace(pace).limit <= MAX_FAST_PACE_SECONDS


def may_meet(one: Seeker, other: Seeker, kept_apart: Collection[Pair]) -> bool:
    """Whether two players may be put together in any game at all."""
    if frozenset((one.player, other.player)) in kept_apart:
        return False
    return (one.wish.everywhere and other.wish.everywhere) or (one.home == other.home != 0)


def are_near(one: Seeker, other: Seeker, game: str, now: int) -> bool:
    """Whether two ratings are near enough for the player who has waited longer."""
    max_distance = max(one.max_distance(now), other.max_distance(now))
    return certain_distance(one.rating(game), other.rating(game)) <= max_distance


def are_awake_together(one: Seeker, other: Seeker, pace: int) -> bool:
    """Whether both can be asked now, and meet often enough at this pace."""
    is_often = is_fast(pace) or len(one.awake & other.awake) >= _HOURS_IN_COMMON
    return is_often and one.can_answer(pace) and other.can_answer(pace)


def common_terms(seekers: Collection[Seeker]) -> list[tuple[int, bool]]:
    """The paces and kinds that all accept: the fastest first, no limit last, rated before friendly.
    A match without a limit is never rated.
    """
    paces = set.intersection(*(set(seeker.wish.paces) for seeker in seekers))
    rated = all(seeker.wish.rated for seeker in seekers)
    friendly = all(seeker.wish.friendly for seeker in seekers)
    kinds = [*([True] if rated else []), *([False] if friendly else [])]
    return [
        (pace, is_rated)
        for pace in sorted(paces, key=_slowness)
        for is_rated in kinds
        if pace != NO_LIMIT or not is_rated
    ]


def _slowness(pace: int) -> tuple[bool, int, int]:
    """The order of paces: clocks for a whole match, the time for a move, and no limit last."""
    terms = Terms().at_pace(pace)
    return not terms.limit, terms.pace, terms.bank


def time_to_answer(pace: int) -> int:
    """Seconds to say yes: few for a match that is played at once."""
    return _FAST_ANSWER_SECONDS if is_fast(pace) else _SLOW_ANSWER_SECONDS


@dataclass(frozen=True, slots=True)
class MatchedTable:
    """Players who suit each other, the longest waiting one first, and the terms of their match."""

    players: tuple[int, ...]
    game: str
    pace: int
    rated: bool
    cost: int


def find_tables(
    seekers: Collection[Seeker], games: Mapping[str, range], kept_apart: Collection[Pair], now: int
) -> list[MatchedTable]:
    """All possible tables in any order of seekers; ``games`` has each game's numbers of players."""
    waiting = sorted(seekers, key=lambda each: (each.since, each.player))
    tables: list[MatchedTable] = []
    while len(waiting) > 1:
        first, *others = waiting
        candidates = [seeker for seeker in others if may_meet(first, seeker, kept_apart)]
        possible = _possible_tables(first, candidates, games, kept_apart, now)
        best = min(possible, key=lambda table: (table.cost, -len(table.players)), default=None)
        seated = best.players if best is not None else (first.player,)
        waiting = [seeker for seeker in waiting if seeker.player not in seated]
        if best is not None:
            tables.append(best)
    return tables


def _possible_tables(
    first: Seeker,
    others: Sequence[Seeker],
    games: Mapping[str, range],
    kept_apart: Collection[Pair],
    now: int,
) -> Iterator[MatchedTable]:
    """The possible tables of the first player, with the best terms for each set of players."""
    for game in first.wish.games:
        near_players = [
            other
            for other in others
            if game in other.wish.games and are_near(first, other, game, now)
        ]
        partners = [other for other in near_players if _table_at_best_terms((first, other), game)]
        for size in sorted({*first.wish.seats} & {*games.get(game, ())}, reverse=True):
            suitable = [seeker for seeker in partners if size in seeker.wish.seats]
            if size > 2:
                suitable = _nearest_seekers(first, suitable, game)
            for group in combinations(suitable, size - 1):
                if all(
                    may_meet(*pair, kept_apart) and are_near(*pair, game, now)
                    for pair in combinations(group, 2)
                ) and (table := _table_at_best_terms((first, *group), game)):
                    yield table


def _nearest_seekers(first: Seeker, others: Sequence[Seeker], game: str) -> list[Seeker]:
    def sort_key(other: Seeker) -> tuple[int, int, int]:
        # The pace is not chosen yet: NO_LIMIT counts the hours, as all slow paces do.
        return pairing_cost(first, other, game, NO_LIMIT), other.since, other.player

    return sorted(others, key=sort_key)[:_MAX_CANDIDATES]


def _table_at_best_terms(seated: tuple[Seeker, ...], game: str) -> MatchedTable | None:
    """The table of players whose ratings are near enough; None if they have no terms in common."""
    pairs = list(combinations(seated, 2))
    for pace, rated in common_terms(seated):
        if all(are_awake_together(*pair, pace) for pair in pairs):
            cost = max(pairing_cost(*pair, game, pace) for pair in pairs)
            return MatchedTable(tuple(seeker.player for seeker in seated), game, pace, rated, cost)
    return None
