"""The events of an invasion: their automatic effects, and the choices of a colony's owner."""

from __future__ import annotations

from prowlerbot.games.heroes.cards import Effect
from prowlerbot.games.heroes.grid import squares_in
from prowlerbot.games.heroes.moves import GOLD, LOSE, PAY_GOLD, PAY_GUARD, Move
from prowlerbot.games.heroes.seat import Seat, Stage

from .building import without_piece
from .populate import deep_ore


def happened(seat: Seat, effect: Effect) -> Seat:
    """The seat after the automatic effect of an event."""
    tokens = seat.tokens
    match effect:
        case "rust":
            tokens = tokens._replace(traps=0)
        case "jailbreak":
            tokens = tokens._replace(prisoners=0)
        case "seam":
            tokens = tokens.with_gold(deep_ore(seat.colony))
    return seat._replace(tokens=tokens)


def stages(seat: Seat, effect: Effect) -> tuple[Stage, ...]:
    """The stages of an event for a seat, before its effect; a straggler is an invader."""
    match effect:
        case "rust":
            return ("arm",)
        case "recruits":
            return ("recruit",)
        case "straggler":
            return ("walk",)
        case "jailbreak":
            return () if seat.tokens.prisoners else (effect,)
        case "seam":
            return () if deep_ore(seat.colony) else (effect,)
        case _:
            return (effect,)


def caving_in(seat: Seat) -> list[Move]:
    pieces = seat.colony.open_pieces or seat.colony.by_name
    return [LOSE[placed.first] for placed in pieces]


def caved_in(seat: Seat, move: Move) -> Seat:
    seat = without_piece(seat, seat.colony.piece_at[move.at])
    return seat._replace(tokens=seat.tokens.only_on(seat.colony.area))


def seeping(seat: Seat) -> list[Move]:
    return [LOSE[square] for square in squares_in(seat.colony.farthest(seat.tokens.gold))]


def without_gold(seat: Seat, move: Move) -> Seat:
    return seat._replace(tokens=seat.tokens.without_gold(move.at))


def paying(seat: Seat) -> list[Move]:
    gold = [PAY_GOLD[square] for square in squares_in(seat.tokens.gold)]
    return gold + [PAY_GUARD[square] for square in squares_in(seat.tokens.guards)]


def paid(seat: Seat, move: Move) -> Seat:
    return without_gold(seat, move) if move.kind == "pay gold" else without_guard(seat, move)


def breaking_out(seat: Seat) -> list[Move]:
    """The guards that may run away, where there is no prisoner."""
    return [LOSE[square] for square in squares_in(seat.colony.nearest(seat.tokens.guards))]


def without_guard(seat: Seat, move: Move) -> Seat:
    tokens = seat.tokens
    return seat._replace(tokens=tokens._replace(guards=tokens.guards ^ 1 << move.at))


def seams(seat: Seat) -> list[Move]:
    """The chests that may get a gold, where no ore is deep enough."""
    empty = seat.colony.sealed_with("chest") & ~seat.tokens.treasure
    return [GOLD[square] for square in squares_in(empty)]


def with_seam(seat: Seat, move: Move) -> Seat:
    return seat._replace(tokens=seat.tokens.with_gold(1 << move.at))
