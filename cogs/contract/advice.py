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


def leading(merits: Sequence[Merit], than: Sequence[Merit]) -> list[str]:
    """The weightiest effects of a move, whether or not the move ``than`` has them too, and one that
    only this move has.
    """
    common = {merit.words for merit in than}
    ordered = list(dict.fromkeys(merit.words for merit in best_first(merits)))
    told, own = ordered[:MOST_REASONS], [words for words in ordered if words not in common]
    if own and not {*own} & {*told}:
        told.append(own[0])
    return told


def aims(several: Sequence[Sequence[Merit]]) -> list[list[str]]:
    """The purpose of each of several moves, without figures where that tells them apart. An aim
    that all of them have tells nothing.
    """
    common = set.intersection(*({merit.aim for merit in merits} for merits in several))
    told = []
    for merits in several:
        ordered = best_first(merits)
        own = [merit.aim for merit in ordered if merit.aim not in common or len(several) == 1]
        told.append(list(dict.fromkeys(own or [merit.words for merit in ordered]))[:MOST_REASONS])
    return told
