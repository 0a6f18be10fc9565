"""Who is put together with whom: who has waited longest chooses first, by the least cost."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from prowlerbot.finding.suitability import (
    Pair,
    Seeker,
    awake_together,
    cost,
    may_meet,
    near,
    terms_of,
)

_NEAREST = 12
"""The candidates among whom the players of a table of three or four are sought."""


@dataclass(frozen=True, slots=True)
class Table:
    """Players who suit each other, who has waited longest first, and what they are to play."""

    players: tuple[int, ...]
    game: str
    pace: int
    rated: bool
    cost: int


def find_tables(
    seekers: Collection[Seeker],
    games: Mapping[str, range],
    kept_apart: Collection[Pair],
    now: int,
) -> list[Table]:
    """All tables that can be made; ``games`` gives the numbers of players of each game.

    The same seekers in any order make the same tables.
    """
    waiting = sorted(seekers, key=lambda each: (each.since, each.player))
    found: list[Table] = []
    while len(waiting) > 1:
        first, *others = waiting
        met = [each for each in others if may_meet(first, each, kept_apart)]
        tables = _tables(first, met, games, kept_apart, now)
        best = min(tables, key=lambda table: (table.cost, -len(table.players)), default=None)
        seated = best.players if best is not None else (first.player,)
        waiting = [each for each in waiting if each.player not in seated]
        if best is not None:
            found.append(best)
    return found


def _tables(
    first: Seeker,
    others: Sequence[Seeker],
    games: Mapping[str, range],
    kept_apart: Collection[Pair],
    now: int,
) -> Iterator[Table]:
    """Tables at which the first one could sit, with the best terms for each set of players."""
    for game in first.wish.games:
        within = [it for it in others if game in it.wish.games and near(first, it, game, now)]
        suiting = [it for it in within if _at_best_terms((first, it), game)]
        for size in sorted({*first.wish.seats} & {*games.get(game, ())}, reverse=True):
            fitting = [each for each in suiting if size in each.wish.seats]
            if size > 2:
                fitting = _nearest(first, fitting, game)
            for rest in combinations(fitting, size - 1):
                if all(
                    may_meet(*pair, kept_apart) and near(*pair, game, now)
                    for pair in combinations(rest, 2)
                ) and (table := _at_best_terms((first, *rest), game)):
                    yield table


def _nearest(first: Seeker, others: Sequence[Seeker], game: str) -> list[Seeker]:
    ordered = sorted(others, key=lambda it: (cost(first, it, game, 0), it.since, it.player))
    return ordered[:_NEAREST]


def _at_best_terms(seated: tuple[Seeker, ...], game: str) -> Table | None:
    """The table of players whose ratings are near enough; None if they have no terms in common."""
    pairs = list(combinations(seated, 2))
    for pace, rated in terms_of(seated):
        if all(awake_together(*pair, pace) for pair in pairs):
            worst = max(cost(*pair, game, pace) for pair in pairs)
            return Table(tuple(it.player for it in seated), game, pace, rated, worst)
    return None
