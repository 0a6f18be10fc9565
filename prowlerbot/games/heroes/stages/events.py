"""The effects on a colony besides walks: populate, events, and the stages after an invader."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes import moves
from prowlerbot.games.heroes.cards import Effect
from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.moves import LOSE, PASS, READY, Move
from prowlerbot.games.heroes.pieces import ENTRANCE, Feature
from prowlerbot.games.heroes.seat import Seat, Stage, Tokens
from prowlerbot.games.heroes.stages.building import without_piece

ORE_DISTANCE, GEM_DISTANCE = 6, 11
"""The least distance from H7 at which an ore vein and a gem vein bring anything."""
ORE_GOLD = 2
"""The gold on an ore square that deep."""
GUARD_PRICE = 2
"""The price of a guard in gold; the alternative is one gem."""


def deep_ore(colony: Colony) -> int:
    """The ore squares that bring gold."""
    return colony.sealed_with("ore") & colony.squares_from(ORE_DISTANCE)


def populate(colony: Colony) -> Tokens:
    """The tokens that a colony gets without a choice."""
    ore = deep_ore(colony)
    return Tokens(
        gold=colony.sealed_with("chest") | ore,
        gold2=ore,
        gems=colony.sealed_with("gem vein") & colony.squares_from(GEM_DISTANCE),
        guards=colony.sealed_with("campfire") | colony.sealed_with("mess hall"),
        traps=colony.sealed_with("trap"),
    )


def populate_moves(seat: Seat) -> tuple[Move, ...]:
    """The owner's legal moves in populate; READY alone if there is no other."""
    legal: list[Move] = []
    colony, tokens = seat.colony, seat.tokens
    if not seat.moved:
        free = squares_in(colony.area & ~tokens.anywhere & ~(1 << ENTRANCE))
        if seat.gems:
            chests = squares_in(colony.squares_with("chest") & tokens.gold)
            legal += [moves.STORE[square] for square in chests]
        if seat.gold >= GUARD_PRICE:
            legal += [moves.BUY_FOR_GOLD[square] for square in free]
        if seat.gems:
            legal += [moves.BUY_FOR_GEM[square] for square in free]
    halls = colony.sealed_with("mess hall")
    if halls:  # none is ever beside the entrance square: all its neighbours are the entrance's
        near_squares = squares_in(colony.squares_beside(halls) & ~tokens.guards)
        for square in squares_in(tokens.guards & ~seat.moved):
            by_square = moves.guard_moves(square)
            legal += [by_square[to] for to in near_squares]
    return (*legal, READY)


def apply_populate_move(seat: Seat, move: Move) -> Seat:
    """The seat after any move of populate but READY."""
    tokens, bit = seat.tokens, 1 << move.at
    match move.kind:
        case "store":
            tokens = tokens._replace(gold=tokens.gold ^ bit, gems=tokens.gems | bit)
            return seat._replace(gems=seat.gems - 1, tokens=tokens)
        case "buy for gold":
            tokens = tokens._replace(guards=tokens.guards | bit)
            return seat._replace(gold=seat.gold - GUARD_PRICE, tokens=tokens)
        case "buy for gem":
            tokens = tokens._replace(guards=tokens.guards | bit)
            return seat._replace(gems=seat.gems - 1, tokens=tokens)
        case "move":
            goal = 1 << move.to
            tokens = tokens._replace(guards=tokens.guards ^ bit | goal)
            return seat._replace(moved=seat.moved | goal, tokens=tokens)
        case kind:
            raise ValueError(f"“{kind}” is no move of populate.")


# ---------------------------------------------------------------------- events and stages


def apply_effect(seat: Seat, effect: Effect) -> Seat:
    """The seat after the part of an event that leaves no choice."""
    match effect:
        case "rust":
            return seat.with_tokens(traps=0)
        case "jailbreak":
            return seat.with_tokens(prisoners=0)
        case "seam":
            return seat._replace(tokens=seat.tokens.with_gold(deep_ore(seat.colony)))
        case "cave-in" | "seepage" | "pay" | "recruits" | "straggler":
            return seat  # its stages have the whole effect


def stages_of_event(seat: Seat, effect: Effect) -> tuple[Stage, ...]:
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
        case "cave-in" | "seepage" | "pay":
            return (effect,)


def stages_after_walk(seat: Seat, *, defeated: bool) -> tuple[Stage, ...]:
    infirmaries = seat.colony.sealed_with("infirmary").bit_count()
    cell: tuple[Stage, ...] = ("cell",) if defeated else ()
    recruit: Stage = "recruit"
    return (*cell, *[recruit] * infirmaries, "arm")


# --------------------------------------------------------------------------------- options

Options = Callable[[Seat], list[Move]]


def spent_traps(seat: Seat) -> int:
    """The trap squares that re-arming would restore."""
    return seat.colony.sealed_with("trap") & ~seat.tokens.traps


def arming_moves(seat: Seat) -> list[Move]:
    """The gold and the guards that can pay for re-arming all traps."""
    if not spent_traps(seat):
        return []
    return [*_payments(seat, moves.ARM_FOR_GOLD, moves.ARM_FOR_GUARD), PASS]


def _cave_in_moves(seat: Seat) -> list[Move]:
    """The pieces with an open edge; if there is none, all pieces."""
    return [LOSE[placed.first] for placed in (seat.colony.open_pieces or seat.colony.by_name)]


def _payments(seat: Seat, gold: Sequence[Move], guards: Sequence[Move]) -> list[Move]:
    """A move for each square with gold, and one for each guard, both by square."""
    tokens = seat.tokens
    by_guard = [guards[square] for square in squares_in(tokens.guards)]
    return [gold[square] for square in squares_in(tokens.gold)] + by_guard


def _loss_moves(squares: Callable[[Seat], int]) -> Options:
    return lambda seat: [LOSE[square] for square in squares_in(squares(seat))]


def _room_for(
    feature: Feature, taken: Callable[[Tokens], int], by_square: Sequence[Move]
) -> Options:
    """A move for each sealed square with a feature that is not taken by tokens of a kind."""

    def options(seat: Seat) -> list[Move]:
        free = seat.colony.sealed_with(feature) & ~taken(seat.tokens)
        return [by_square[square] for square in squares_in(free)]

    return options


# --------------------------------------------------------------------------------- effects


def _arm_traps(seat: Seat, move: Move) -> Seat:
    if move == PASS:
        return seat
    return _pay_cost(seat, move).with_tokens(traps=seat.tokens.traps | spent_traps(seat))


def _lose_piece(seat: Seat, move: Move) -> Seat:
    seat = without_piece(seat, seat.colony.piece_at[move.at])
    return seat._replace(tokens=seat.tokens.only_on(seat.colony.area))


def _lose_gold(seat: Seat, move: Move) -> Seat:
    return seat._replace(tokens=seat.tokens.without_gold(move.at))


def _gain_gold(seat: Seat, move: Move) -> Seat:
    return seat._replace(tokens=seat.tokens.with_gold(1 << move.at))


def _imprison(seat: Seat, move: Move) -> Seat:
    return seat.with_tokens(prisoners=seat.tokens.prisoners | 1 << move.at)


def _toggle_guard(seat: Seat, move: Move) -> Seat:
    """The seat after a guard comes to a square or leaves it."""
    return seat.with_tokens(guards=seat.tokens.guards ^ 1 << move.at)


def _pay_cost(seat: Seat, move: Move) -> Seat:
    with_gold = move.kind in {"pay gold", "arm for gold"}
    return _lose_gold(seat, move) if with_gold else _toggle_guard(seat, move)


class StageRules(NamedTuple):
    """The options of a seat in a stage, and the seat after one of them."""

    options: Options
    apply: Callable[[Seat, Move], Seat]


_FARTHEST_GOLD = _loss_moves(lambda seat: seat.colony.farthest_squares(seat.tokens.gold))
_NEAREST_GUARDS = _loss_moves(lambda seat: seat.colony.nearest_squares(seat.tokens.guards))
STAGES: dict[Stage, StageRules] = {
    "cell": StageRules(_room_for("cell", lambda tokens: tokens.prisoners, moves.CELL), _imprison),
    "recruit": StageRules(
        _room_for("campfire", lambda tokens: tokens.guards, moves.GUARD), _toggle_guard
    ),
    "arm": StageRules(arming_moves, _arm_traps),
    "cave-in": StageRules(_cave_in_moves, _lose_piece),
    "seepage": StageRules(_FARTHEST_GOLD, _lose_gold),
    "pay": StageRules(lambda seat: _payments(seat, moves.PAY_GOLD, moves.PAY_GUARD), _pay_cost),
    "jailbreak": StageRules(_NEAREST_GUARDS, _toggle_guard),
    "seam": StageRules(_room_for("chest", lambda tokens: tokens.treasure, moves.GOLD), _gain_gold),
}
"""The stages in which the seats decide about a card, besides walks."""
