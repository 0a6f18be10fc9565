"""The profit phase: the yield of a colony, and its use."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .colony import NEW
from .seat import GEM, Seat
from .setup import ROUNDS
from .stages import planning
from .tokens import NO_TOKENS

if TYPE_CHECKING:
    from .rules import Position

PRISONER = 2
"""The value of a prisoner, in gold."""
SOLO_GUARDS = 3
"""The guards that bring the gem to a player alone."""


class Profit(NamedTuple):
    """The profit of a colony: its gold, the value of its prisoners, its gems, and the gem for the
    most guards.
    """

    gold: int
    prisoners: int
    gems: int
    most_guards: int


def taken(position: Position) -> Position:
    """The position after the last card of an invasion, with the profit taken."""
    enough = SOLO_GUARDS if position.setup.seats == 1 else 1
    most = max(seat.tokens.guards.bit_count() for seat in position.seats)
    last = position.round == ROUNDS
    seats = tuple(
        _profit(seat, gem=seat.tokens.guards.bit_count() >= max(most, enough), change=not last)
        if seat.playing
        else seat
        for seat in position.seats
    )
    rounds = (*position.rounds, tuple(seat.treasure for seat in seats))
    profits = tuple(
        _brought(seat, gem=seat.playing and seat.tokens.guards.bit_count() >= max(most, enough))
        for seat in position.seats
    )
    after = position._replace(
        seats=seats,
        rounds=rounds,
        profits=(*position.profits, profits),
        invaded=position._replace(invaded=None),
        invader=0,
        map=0,
        event=0,
    )
    return after.over() if last else planning.begin(after)


def _brought(seat: Seat, *, gem: bool) -> Profit:
    tokens = seat.tokens
    prisoners = PRISONER * tokens.prisoners.bit_count()
    return Profit(tokens.all_gold, prisoners, tokens.gems.bit_count(), int(gem))


def _profit(seat: Seat, *, gem: bool, change: bool) -> Seat:
    tokens = seat.tokens
    gold = seat.gold + tokens.all_gold + PRISONER * tokens.prisoners.bit_count()
    gems = seat.gems + tokens.gems.bit_count() + gem
    if change:
        gems += gold // GEM
        gold %= GEM
    special = [placed.id for placed in seat.colony.pieces if placed.piece.special]
    return seat.with_reserve(*special)._replace(
        gold=gold, gems=gems, colony=NEW, tokens=NO_TOKENS, trace=()
    )
