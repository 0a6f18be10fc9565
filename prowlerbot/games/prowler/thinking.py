"""Hints to the machine: the values of positions and moves.

The weights below come from a least-squares fit to the rest of matches between machines.
"""

import random
from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import exp, log, sqrt
from typing import NamedTuple

from prowlerbot.core.game_parts import Hints
from prowlerbot.games.prowler.board import PATHWAYS, longest_passage, meeting_pathways
from prowlerbot.games.prowler.position import (
    PLACEMENTS,
    TILES,
    WILD,
    Move,
    PositionData,
    Setup,
    Track,
)
from prowlerbot.games.prowler.rules import WEALTH, Position, running_wealth, score_sheet, set_wealth


class Weights(NamedTuple):
    """The wealth that seat 1 will still gain over seat 2 for each unit of its lead."""

    section: float  # of the longest passage
    items: float  # of the wealth of all items
    districts: float  # of the immediate rewards of the districts
    cards: float  # of the wealth of achievements
    statue: float
    hold: float  # in districts that the seat can expect to control at the end
    turn: float  # for placing next, rather than after seat 2
    step: float  # of a marker on the seat's side
    shovel: float
    sure_lead: float
    """The lead in wealth that is sure to win: the scale of the values."""


# By the placements made, before mid-game scoring (its own wealth included) and after it.
_BEFORE = (
    *[Weights(0.6, 1.1, 0.2, 0.7, 0.3, 10.7, 6.6, 4.4, -9.0, 9.5)] * 8,
    *[Weights(1.9, 0.84, 0.34, 0.75, 0.48, 26.5, 6.8, 1.5, -7.6, 9.0)] * 4,
    *[Weights(2.37, 0.78, 0.47, 1.0, 0.77, 30.0, 8.3, 1.04, -7.2, 8.0)] * 4,
    *[Weights(2.3, 1.2, 1.0, 1.1, 2.0, 10.0, 14.0, 2.2, -5.0, 5.5)] * 12,
)
_AFTER = (
    *[Weights(1.0, 0.38, 0.36, 1.0, 0.8, 14.4, 3.7, 0.4, -4.1, 5.5)] * 18,
    *[Weights(1.09, 0.38, 0.28, 1.0, 0.95, 13.0, 4.6, 0.69, -4.0, 4.6)] * 3,
    *[Weights(1.19, 0.42, 0.37, 0.92, 1.0, 10.0, 3.7, 0.65, -3.4, 3.9)] * 3,
    *[Weights(1.47, 0.43, 0.57, 0.94, 0.85, 4.5, 4.85, 0.82, -3.1, 3.2)] * 4,
)

_MAX_STEPS = 5
"""An upper bound on the steps of a marker in one move."""
_TOUCHING = (0, *(meeting_pathways(pathway.number) for pathway in PATHWAYS))
"""By pathway: the pathways that meet it."""
_Effect = tuple[int, int, tuple[tuple[int, int], ...]]
"""The effect of a move: the tile taken, the pathways it meets, districts with steps gained."""
_SET_WEALTH = tuple(map(set_wealth, range(28)))
"""By the number of like items: the wealth of their set."""
_CENTRE = 40
"""The index of the centre in a row of ``_CONTROL``; no marker can be farther away from it."""
_CONTROL = tuple(
    tuple(1 / (1 + exp(-2.4 * at / sqrt(left + 1))) - 0.5 for at in range(-_CENTRE, _CENTRE + 1))
    for left in range(PLACEMENTS + 2)
)
"""By placements left and place of a marker: the chance of seat 1 to control it, less 1/2."""


def value(position: Position) -> tuple[float, float]:
    """The value of the position for seat 1 and for seat 2, between 0 and 1."""
    setup, ply, _, _, track, (one, two), statues, cards, _, _, half = position
    # Inlined rather than calling the rules: a search spends most of its time here.
    yellow, blue, purple, brown, dig, wild = setup.lying
    b1, p1 = (one & yellow).bit_count(), (one & blue).bit_count()
    m1, r1 = (one & purple).bit_count(), (one & brown).bit_count()
    b2, p2 = (two & yellow).bit_count(), (two & blue).bit_count()
    m2, r2 = (two & purple).bit_count(), (two & brown).bit_count()
    s1, s2 = (one & (dig | wild)).bit_count(), (two & (dig | wild)).bit_count()
    longest1, longest2 = longest_passage(one), longest_passage(two)
    statues1, statues2 = len(statues[0]), len(statues[1])
    b, p, m, r, c = track
    at = _CENTRE + b, _CENTRE + p, _CENTRE + m, _CENTRE + r, _CENTRE + c
    sets1 = b1 // 2 + p1 // 2 + m1 // 2 + r1 // 2
    sets2 = b2 // 2 + p2 // 2 + m2 // 2 + r2 // 2
    rewards = _reward_lead(
        track,
        (b1, p1, m1 + len(cards[0]) + statues1, r1 + max(0, longest1 - 2), 3 * sets1 - s1),
        (b2, p2, m2 + len(cards[1]) + statues2, r2 + max(0, longest2 - 2), 3 * sets2 - s2),
    )
    items1 = _SET_WEALTH[b1] + _SET_WEALTH[p1] + _SET_WEALTH[m1] + _SET_WEALTH[r1]
    items2 = _SET_WEALTH[b2] + _SET_WEALTH[p2] + _SET_WEALTH[m2] + _SET_WEALTH[r2]
    control = _CONTROL[PLACEMENTS + 1 - ply]
    hold = control[at[0]] + control[at[1]] + control[at[2]] + control[at[3]] + control[at[4]]
    weights, banked = (_BEFORE[ply], 0) if half is None else (_AFTER[ply], _banked_lead(half))
    lead = (
        banked
        + weights.section * (longest1 - longest2)
        + weights.items * (items1 - items2)
        + weights.districts * rewards
        + weights.statue * (statues1 - statues2)
        + weights.hold * hold
        + weights.step * (b + p + m + r + c)
        + weights.shovel * (s1 - s2)
        + (weights.turn if position.seat == 1 else -weights.turn)
    )
    if cards != ((), ()):
        claimed1, claimed2 = (sum([WEALTH[card] for card in held]) for held in cards)
        lead += weights.cards * (claimed1 - claimed2)
    expected = 1 / (1 + exp(-lead / weights.sure_lead))
    return expected, 1 - expected


@lru_cache(maxsize=4096)
def _banked_lead(half: PositionData) -> int:
    """The lead of seat 1 in wealth from mid-game scoring, cached: a search meets it everywhere."""
    one, two = score_sheet(half, final=False)
    return one.total - two.total


_MIN_CHANCE = 1e-12
"""The least chance to win from which a lead is computed: a chance of 0 has no logarithm."""


def forecast(
    position: Position, _last: int, _rng: random.Random
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The chances to win, and the leads in wealth at the end."""
    chances = one, two = value(position)
    weights = (_BEFORE if position.half is None else _AFTER)[position.ply]
    # The inverse of ``value``, which leaves the lead out, as a search spends its time there.
    lead = weights.sure_lead * log(max(one, _MIN_CHANCE) / max(two, _MIN_CHANCE))
    return chances, (lead, -lead)


def doubt(_position: Position, _seat: int, difference: float) -> float:
    """The error of a difference in chance, measured by searches that took ten times as long."""
    return 0.03 + 0.1 * abs(difference)


def _reward_lead(track: Track, one: Track, two: Track) -> int:
    """The immediate rewards of the districts for seat 1, less those for seat 2. ``one`` and ``two``
    hold the counts of each seat in each district, without the track itself.
    """
    b, p, m, r, c = track
    lead = 0
    if b:
        lead += 5 + one[0] if b > 0 else -5 - two[0]
    if p > 0:
        lead += one[1] + 2 * ((b > 0) + 1 + (m > 0) + (r > 0) + (c > 0))
    elif p:
        lead -= two[1] + 2 * ((b < 0) + 1 + (m < 0) + (r < 0) + (c < 0))
    if m:
        lead += m + (one[2] if m > 0 else -two[2])
    if r:
        lead += one[3] if r > 0 else -two[3]
    if c:
        lead += one[4] if c > 0 else -two[4]
    return lead


def prior(position: Position, seat: int, moves: Sequence[Move]) -> list[float]:
    """The gain of each move over the mean, by its immediate effects, to order a search."""
    setup, ply, _, _, track, passages, _, _, _, _, half = position
    own = passages[seat - 1]
    weights = (_BEFORE if half is None else _AFTER)[ply]
    control = _CONTROL[PLACEMENTS - ply]
    steps = []  # by district: the gain of moving its marker by so many steps
    for space in track if seat == 1 else [-space for space in track]:
        present = control[_CENTRE + space]
        ahead = control[_CENTRE + space : _CENTRE + space + _MAX_STEPS]
        steps.append([weights.hold * (chance - present) for chance in ahead])
    tiles = [weights.items * ((own & pathways).bit_count() + 1) for pathways in setup.lying]
    tiles[-2:] = weights.shovel / 2, weights.shovel / 2
    effects = _effects_of_moves(setup)
    gains = []
    for move in moves:
        tile, touching, moved = effects[move]
        gain = tiles[tile]
        for district, by in moved:
            gain += steps[district][by]
        if own & touching:
            gain += 1.0
        gains.append(gain)
    mean = sum(gains) / len(gains)
    scale = 0.25 / weights.sure_lead  # the scale of ``value`` where neither seat leads
    return [scale * (gain - mean) for gain in gains]


@lru_cache(maxsize=64)
def _effects_of_moves(setup: Setup) -> dict[tuple[int, int | None], _Effect]:
    """The effect of each move in a match with this set-up."""
    return {
        (number, marker): (
            TILES.index(setup.tile(number) if number else WILD),
            _TOUCHING[number],
            tuple((district, by) for district, by in enumerate(pull) if by),
        )
        for (number, marker), pull in setup.pulls[0].items()
    }


def position_key(position: Position) -> Hashable:
    """A key of everything that the rest depends on; the order of past moves is not part of it."""
    _, ply, _, _, track, passages, statues, cards, _, _, half = position
    held = len(statues[0]), len(statues[1]), frozenset(cards[0]), frozenset(cards[1])
    scored = half and (half.passages, half.track, half.statues, half.achievements)
    return passages, track, held, ply, scored


def choose_gain(position: Position, seat: int, moves: Sequence[Move], rng: random.Random) -> Move:
    """Choose the move with the largest lead if the final scoring came right after it."""
    leads = []
    for move in moves:
        after = position.after(seat, move)
        leads.append(running_wealth(after, seat) - running_wealth(after, 3 - seat))
    best_lead = max(leads)
    return rng.choice([move for move, lead in zip(moves, leads, strict=True) if lead == best_lead])


HINTS: Hints[Position, Move] = Hints(
    value=value,
    forecast=forecast,
    doubt=doubt,
    horizon=0,
    prior=prior,
    key=position_key,
    curiosity=0.3,
    lapses={"look": 0.0, "easy": 0.2},
    endgame=9,  # one second is enough for an exhaustive search from there
    players={"gatherer": choose_gain},  # looks one move ahead
)
