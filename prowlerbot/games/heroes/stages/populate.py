"""Populate: the tokens of a colony, and the moves of its owner with them."""

from __future__ import annotations

from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes.colony import Colony, Seat
from prowlerbot.games.heroes.grid import ENTRANCE
from prowlerbot.games.heroes.moves import BUY_FOR_GEM, BUY_FOR_GOLD, READY, STORE, Move, guard_moves
from prowlerbot.games.heroes.pieces import Tokens

ORE_DISTANCE, GEM_DISTANCE = 6, 11
"""The least distance from H7 at which an ore vein and a gem vein bring anything."""
GUARD_PRICE = 2
"""The price of a guard in gold; the alternative is one gem."""


def deep_ore(colony: Colony) -> int:
    """The ore squares that bring gold."""
    return colony.sealed_with("ore") & colony.at_least(ORE_DISTANCE)


def populated(colony: Colony) -> Tokens:
    """The tokens that a colony gets without a choice."""
    ore = deep_ore(colony)
    return Tokens(
        gold=colony.sealed_with("chest") | ore,
        gold2=ore,
        gems=colony.sealed_with("gem vein") & colony.at_least(GEM_DISTANCE),
        guards=colony.sealed_with("campfire") | colony.sealed_with("mess hall"),
        traps=colony.sealed_with("trap"),
    )


def legal(seat: Seat) -> tuple[Move, ...]:
    """The legal moves of the owner; READY alone if there is no other."""
    moves: list[Move] = []
    colony, tokens = seat.colony, seat.tokens
    if not seat.moved:
        free = squares_in(colony.area & ~tokens.anywhere & ~(1 << ENTRANCE))
        if seat.gems:
            chests = squares_in(colony.squares_with("chest") & tokens.gold)
            moves += [STORE[square] for square in chests]
        if seat.gold >= GUARD_PRICE:
            moves += [BUY_FOR_GOLD[square] for square in free]
        if seat.gems:
            moves += [BUY_FOR_GEM[square] for square in free]
    halls = colony.sealed_with("mess hall")
    if halls:  # none is ever beside the entrance square: all its neighbours are the entrance's
        near = squares_in(colony.beside(halls) & ~tokens.guards)
        for square in squares_in(tokens.guards & ~seat.moved):
            by_square = guard_moves(square)
            moves += [by_square[to] for to in near]
    return (*moves, READY)


def after(seat: Seat, move: Move) -> Seat:
    """The seat after any move but READY."""
    tokens, one = seat.tokens, 1 << move.at
    match move.kind:
        case "store":
            tokens = tokens._replace(gold=tokens.gold ^ one, gems=tokens.gems | one)
            return seat._replace(gems=seat.gems - 1, tokens=tokens)
        case "buy for gold":
            tokens = tokens._replace(guards=tokens.guards | one)
            return seat._replace(gold=seat.gold - GUARD_PRICE, tokens=tokens)
        case "buy for gem":
            tokens = tokens._replace(guards=tokens.guards | one)
            return seat._replace(gems=seat.gems - 1, tokens=tokens)
        case _:
            there = 1 << move.to
            tokens = tokens._replace(guards=tokens.guards ^ one | there)
            return seat._replace(moved=seat.moved | there, tokens=tokens)
