"""The good of a move in a player's words: what hints, reviews and puzzles say about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

MOST_REASONS = 2


class Merit(NamedTuple):
    """One good effect of a move, as the rules have it: never an opinion.

    ``words`` are a predicate of the move, such as “takes Market: 7 wealth”. ``aim`` names the same
    effect without any figure, such as “Market”. ``worth`` is its approximate gain in points of the
    game; it only orders merits.
    """

    words: str
    aim: str
    worth: float


def best_first(merits: Sequence[Merit]) -> list[Merit]:
    return sorted(merits, key=lambda merit: -merit.worth)


def reasons(merits: Sequence[Merit], than: Sequence[Merit] = ()) -> list[str]:
    """One or two phrases for a move, the weightiest first; ``than`` are the merits of another move,
    which explain nothing where both have them.
    """
    common = {merit.words for merit in than}
    ordered = [merit.words for merit in best_first(merits)]
    own = [words for words in ordered if words not in common]
    return list(dict.fromkeys(own or ordered[:1]))[:MOST_REASONS]


def aims(merits: Sequence[Merit]) -> list[str]:
    """The same effects without figures."""
    return list(dict.fromkeys(merit.aim for merit in best_first(merits)))[:MOST_REASONS]
