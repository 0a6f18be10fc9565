"""The stages after an invader: a prisoner, new guards, and re-armed traps.

Each stage has a function for its options and one for the effect of an option on the seat.
"""

from __future__ import annotations

from prowlerbot.games.heroes.grid import squares_in
from prowlerbot.games.heroes.moves import ARM_FOR_GOLD, ARM_FOR_GUARD, CELL, GUARD, PASS, Move
from prowlerbot.games.heroes.seat import Seat


def cells(seat: Seat) -> list[Move]:
    """The cells without a prisoner."""
    free = seat.colony.sealed_with("cell") & ~seat.tokens.prisoners
    return [CELL[square] for square in squares_in(free)]


def imprisoned(seat: Seat, move: Move) -> Seat:
    tokens = seat.tokens
    return seat._replace(tokens=tokens._replace(prisoners=tokens.prisoners | 1 << move.at))


def campfires(seat: Seat) -> list[Move]:
    """The campfires without a guard."""
    free = seat.colony.sealed_with("campfire") & ~seat.tokens.guards
    return [GUARD[square] for square in squares_in(free)]


def recruited(seat: Seat, move: Move) -> Seat:
    tokens = seat.tokens
    return seat._replace(tokens=tokens._replace(guards=tokens.guards | 1 << move.at))


def spent_traps(seat: Seat) -> int:
    """The trap squares that re-arming would restore."""
    return seat.colony.sealed_with("trap") & ~seat.tokens.traps


def arming(seat: Seat) -> list[Move]:
    """The gold and the guards that can pay for re-arming all traps."""
    if not spent_traps(seat):
        return []
    gold = [ARM_FOR_GOLD[square] for square in squares_in(seat.tokens.gold)]
    guards = [ARM_FOR_GUARD[square] for square in squares_in(seat.tokens.guards)]
    return [*gold, *guards, PASS]


def armed(seat: Seat, move: Move) -> Seat:
    if move == PASS:
        return seat
    tokens = seat.tokens
    if move.kind == "arm for gold":
        tokens = tokens.without_gold(move.at)
    else:
        tokens = tokens._replace(guards=tokens.guards ^ 1 << move.at)
    return seat._replace(tokens=tokens._replace(traps=tokens.traps | spent_traps(seat)))
