"""What the machine foresees after a move: the most frequent course of many coarse playouts.

A search adds up the values of such playouts. Their common course is the reason for its choice.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from statistics import fmean as mean
from typing import NamedTuple

from prowlerbot.core.game import CHANCE
from prowlerbot.games.landgrab.map import Move
from prowlerbot.games.landgrab.playouts import Course, play_out
from prowlerbot.games.landgrab.rules import Position

PLAYOUTS = 100
USUAL = 0.5
"""The share of the playouts from which on something is usual."""


class Foresight(NamedTuple):
    """Shares of the playouts, from 0 to 1. Rows of seats begin with 0, which is nobody."""

    owners: Sequence[Sequence[float]]
    """By the number of a building, how often each seat owns it."""
    lives: Sequence[float]
    """The mean number of lives of each seat, from 1."""
    ahead: Sequence[float]
    """How often each seat has most points at the end of a playout, alone or with others."""
    over: float
    """How often the match ends."""
    rounds: float
    """The mean number of rounds until then."""
    winner: int
    """The seat that most often has most points alone in these matches; 0 for none."""
    taken: Sequence[Sequence[int]]
    """By seat, the buildings that it usually takes, in order."""


@lru_cache(maxsize=64)
def foresee(position: Position, seat: int, move: Move) -> Foresight | None:
    """What follows a move of a seat, by the same luck for every move; None before any spawn."""
    after = position.after(seat, move)
    courses = [course for luck in range(PLAYOUTS) if (course := _course(after, seat, luck))]
    if len(courses) < PLAYOUTS:
        return None
    seats = range(len(position.lives) + 1)
    leads = [[0.0, *each.leads()] for each in courses]
    ended = [(each, lead) for each, lead in zip(courses, leads, strict=True) if each.over]
    won = Counter(own for _, lead in ended for own in seats if lead[own] > 0)
    held = [Counter(owners) for owners in zip(*(each.owners for each in courses), strict=True)]
    return Foresight(
        owners=[[each[own] / len(courses) for own in seats] for each in held],
        lives=[sum(each.lives[own - 1] for each in courses) / len(courses) for own in seats],
        ahead=[sum(lead[own] >= 0 for lead in leads) / len(courses) for own in seats],
        over=len(ended) / len(courses),
        rounds=sum(each.round - position.round for each, _ in ended) / max(1, len(ended)),
        winner=won.most_common(1)[0][0] if won else 0,
        taken=[_usually_taken(courses, own, position.owners) for own in seats],
    )


def _course(position: Position, seat: int, luck: int) -> Course | None:
    rng, rolled = random.Random(luck), position
    while CHANCE in rolled.to_move:
        rolls = rolled.moves(CHANCE)
        rolled = rolled.after(CHANCE, rolls[int(rng.random() * len(rolls))])
    course = play_out(rolled, seat, rng)
    if course and rolled.owners != position.owners:
        course.taken.insert(0, (seat, position.target))
    return course


def _usually_taken(courses: Sequence[Course], seat: int, owners: Sequence[int]) -> list[int]:
    """The buildings of others that a seat takes in most courses, in their usual order."""
    places: dict[int, list[int]] = {}
    for each in courses:
        taken = dict.fromkeys(it for own, it in each.taken if own == seat != owners[it])
        for place, number in enumerate(taken):
            places.setdefault(number, []).append(place)
    usual = {it: mean(at) for it, at in places.items() if len(at) > USUAL * len(courses)}
    return sorted(usual, key=usual.__getitem__)
