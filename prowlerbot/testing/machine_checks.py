"""Checks of the hints to the machine, which gets them with positions of random matches."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any

from prowlerbot.core.game import CHANCE, AnyState
from prowlerbot.core.game_parts import NoPart, hints_to_machine, puzzle_rules
from prowlerbot.core.machine_hints import AnyHints, Policy
from prowlerbot.opponent.budget import Budget
from prowlerbot.opponent.choice import Level, choose
from prowlerbot.testing import limits
from prowlerbot.testing.random_matches import Played, Trial

_SOME = 4
_QUICK = Level("easy", Budget(playouts=4), slack=0.06, endgame=False)


def _hints(played: Played) -> Iterator[str]:
    try:
        hints, rules = hints_to_machine(played.game), puzzle_rules(played.game)
    except NoPart as error:
        yield str(error)
        return
    rng = random.Random(played.seed)
    for place, trial, state in played.positions(_SOME):
        hash(rules.likeness(state))
        for seat in state.to_move - {CHANCE}:
            yield from _valued(hints, trial, state, seat, rng)
            moves = state.moves(seat)
            if hints.candidates is not None:
                some = hints.candidates(state, seat, moves, rng)
                if not some or not {*some} <= {*moves}:
                    yield f"`candidates` gives no move, or one that is not legal, {place}."
            if hints.prior is not None:
                prior = hints.prior(state, seat, moves)
                yield from limits.one_each(f"`prior` {place}", prior, len(moves), "move")
            for name, policy in _policies(hints):
                if (move := policy(state, seat, moves, rng)) not in moves:
                    yield f"`{name}` plays “{move}”, which is not legal, {place}."
            if hints.key is not None:
                hash(hints.key(state))


def _policies(hints: AnyHints) -> Iterator[tuple[str, Policy[AnyState, Any]]]:
    if hints.playout is not None:
        yield "playout", hints.playout
    yield from {**hints.levels, **hints.players}.items()


def _valued(
    hints: AnyHints, trial: Trial, state: AnyState, seat: int, rng: random.Random
) -> Iterator[str]:
    values: dict[str, Sequence[float]] = {}
    if hints.value is not None:
        values["value"] = hints.value(state)
    if hints.outlook is not None:
        values["outlook"] = hints.outlook(state, seat, rng)
    for name, each in values.items():
        yield from limits.one_each(f"`{name}`", each, trial.players)
        if not all(0 <= one <= 1 for one in each):
            yield f"`{name}` gives {tuple(each)}: a value goes from 0, lost, to 1, won."


def _plays(played: Played) -> Iterator[str]:
    """The machine finds a move from its view alone."""
    hints, rng = hints_to_machine(played.game), random.Random(played.seed)
    for trial in played.matches[:: max(1, len(played.matches) // 2)]:
        for _, state in trial.positions(_SOME):
            for seat in state.to_move - {CHANCE}:
                view = state.view(seat)
                choose(played.game, hints, view, seat, _QUICK, rng=rng, clock=perf_counter)
    yield from ()


CHECKS = (_hints, _plays)
