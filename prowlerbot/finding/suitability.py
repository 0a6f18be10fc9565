"""Whether players suit each other, and how well.

Two suit each other if they have a game, a number of players, a pace and a kind of match in common,
may meet by their places, are near enough in rating, and are awake at the same hours. Nobody is put
together with a player whom either avoids. The numbers of the questions stand here, too: how long
players have to answer, and what becomes of those who do not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from prowlerbot.finding.wish import Wish
from prowlerbot.match.ratings import NEW, Rating

NEAR = 150
"""Points by which ratings may be apart at first."""
A_MINUTE = 10
"""Points that each minute of waiting adds."""
FAST = 60 * 60
"""The longest pace at which players have to be there at the same time."""
HOURS_TO_ANSWER = 3
"""The hours in which to say yes, at slower paces."""
_ANSWERING = frozenset(range(HOURS_TO_ANSWER + 1))
_HOURS_IN_COMMON = 4
"""The hours of a day at which both must be awake, at slower paces."""
_FOR_AN_HOUR = 10
"""Points of rating that an hour at which only one of two is awake is worth."""
_POINTS = 60 / 1_000_000
"""Shown points for a millionth of a rating."""
A_DAY = 24

Pair = frozenset[int]


@dataclass(frozen=True, slots=True)
class Seeker:
    """A player with a wish, waiting ``since`` then.

    ``home`` is the server where the player asked, 0 outside of servers. ``awake`` are the coming
    hours at which the player wants to be called; 0 is the present one. Whoever is ``there`` can be
    asked at any hour.
    """

    player: int
    wish: Wish
    since: int
    home: int = 0
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    awake: frozenset[int] = frozenset(range(A_DAY))
    there: bool = False

    def can_answer(self, pace: int) -> bool:
        """Whether the player is awake now, and for as long as there is time to answer."""
        return self.there or self.awake >= ({0} if is_fast(pace) else _ANSWERING)

    def rating(self, game: str) -> Rating:
        return self.ratings.get(game, NEW)

    def allowance(self, now: int) -> int:
        """The points by which a rival's rating may be apart."""
        return NEAR + A_MINUTE * max(0, now - self.since) // 60


def apart(one: Rating, other: Rating) -> int:
    """The points by which two ratings are surely apart: the distance of their lower bounds, less
    the width of the wider one. So newcomers are near to nearly everybody.
    """
    return max(0, _distance(one, other) - max(one.range, other.range))


def _distance(one: Rating, other: Rating) -> int:
    return round(abs(one.lower_bound - other.lower_bound) * _POINTS)


def cost(one: Seeker, other: Seeker, game: str, pace: int) -> int:
    """The worth of two for each other, less is better: the distance of their lower bounds in
    points, and at a slow pace ten points for each hour at which not both are awake.
    """
    points = _distance(one.rating(game), other.rating(game))
    lonely = 0 if is_fast(pace) else A_DAY - len(one.awake & other.awake)
    return points + _FOR_AN_HOUR * lonely


def is_fast(pace: int) -> bool:
    return 0 < pace <= FAST


def may_meet(one: Seeker, other: Seeker, kept_apart: Collection[Pair]) -> bool:
    """Whether two can be put together whatever they play."""
    if frozenset((one.player, other.player)) in kept_apart:
        return False
    both = one.wish.everywhere and other.wish.everywhere
    return both or (one.home == other.home != 0)


def near(one: Seeker, other: Seeker, game: str, now: int) -> bool:
    """Whether the ratings of two are near enough for whoever of them has waited longer."""
    most = max(one.allowance(now), other.allowance(now))
    return apart(one.rating(game), other.rating(game)) <= most


def awake_together(one: Seeker, other: Seeker, pace: int) -> bool:
    """Whether both can be asked now, and meet often enough at this pace."""
    often = is_fast(pace) or len(one.awake & other.awake) >= _HOURS_IN_COMMON
    return often and one.can_answer(pace) and other.can_answer(pace)


def terms_of(seekers: Collection[Seeker]) -> list[tuple[int, bool]]:
    """The paces and kinds that all of these want: the fastest first, no limit last, rated before
    friendly. Without a limit nothing is rated.
    """
    paces = set.intersection(*(set(each.wish.paces) for each in seekers))
    rated = all(each.wish.rated for each in seekers)
    friendly = all(each.wish.friendly for each in seekers)
    kinds = [kind for kind, wanted in ((True, rated), (False, friendly)) if wanted]
    ordered = sorted(paces, key=_without_limit_last)
    return [(pace, kind) for pace in ordered for kind in kinds if pace or not kind]


def _without_limit_last(pace: int) -> tuple[bool, int]:
    return not pace, pace


_FAST_ANSWER = 10 * 60
_SLOW_ANSWER = HOURS_TO_ANSWER * 60 * 60
ASKED_WITHIN = 5 * 60
"""Seconds within which players are asked; else they wait on, as nobody serves their server."""
MISSES = 2
"""Questions in a row without an answer after which a player is taken out."""
OUT = 24 * 60 * 60
"""Seconds for which that player cannot look again: else one who never answers holds up others."""
APART = 24 * 60 * 60
"""Seconds for which two are not put together again after one of them said no, or nothing."""
TOGETHER = 3
"""Open matches with each other, from which on two are not put together."""


def time_to_answer(pace: int) -> int:
    """Seconds to say yes: few where a match is played at once."""
    return _FAST_ANSWER if is_fast(pace) else _SLOW_ANSWER
