"""The moves and their notation; docs/notation.md explains them to players.

All moves exist once: a look-up is faster than a new one.
"""

from functools import cache
from typing import Literal, NamedTuple

from prowlerbot.games.heroes.pieces import LAST_TILE, NAME, PIECES, SQUARES

Kind = Literal[
    # building
    "queue", "hand", "reserve", "end", "reveal", "done", "flip", "take", "drop",
    # inspection and populate
    "remove", "patch", "store", "buy for gold", "buy for gem", "move", "ready",
    # invasion
    "step", "meet", "cell", "guard", "gold", "arm for gold", "arm for guard", "pass",
    "pay gold", "pay guard", "lose",
    # planning
    "choose",
    # chance
    "tile", "card kind", "invader", "map", "event", "deal", "seat",
]  # fmt: skip


class Move(NamedTuple):
    """A move. ``at`` is its square (square a of a placement); ``to`` the quarter turns of a
    placement or the second square of a guard's move; ``number`` a place of the queue, a tile, a
    card or a seat; ``piece`` the id of a piece of the reserve, or the kind of token to act next.
    """

    text: str
    kind: Kind
    at: int = -1
    to: int = 0
    number: int = 0
    piece: str = ""

    def __str__(self) -> str:
        return self.text


@cache
def placements(prefix: str) -> tuple[Move, ...]:
    """All placements of the tile on a place of the queue (``b2``), of the tile in hand (``h``) or
    of a piece of the reserve, by four times the number of the square plus the quarter turns.
    """
    kind: Kind = "reserve" if prefix in PIECES else "hand" if prefix == "h" else "queue"
    piece = prefix if kind == "reserve" else ""
    number = int(prefix[1:]) if kind == "queue" else 0
    return tuple(
        Move(f"{prefix}@{NAME[square]}r{turns}", kind, square, turns, number, piece)
        for square in range(len(NAME))
        for turns in range(4)
    )


def _moves_by_square(kind: Kind, prefix: str) -> tuple[Move, ...]:
    return tuple(Move(f"{prefix}{name}", kind, at) for at, name in enumerate(NAME))


REMOVE, PATCH_MOVES = _moves_by_square("remove", "remove@"), _moves_by_square("patch", "patch@")
STORE = _moves_by_square("store", "store@")
BUY_FOR_GOLD = _moves_by_square("buy for gold", "buy2@")
BUY_FOR_GEM = _moves_by_square("buy for gem", "buyg@")
STEP_MOVES, CELL = _moves_by_square("step", ">"), _moves_by_square("cell", "cell@")
GUARD, GOLD = _moves_by_square("guard", "guard@"), _moves_by_square("gold", "gold@")
ARM_FOR_GOLD = _moves_by_square("arm for gold", "armg@")
ARM_FOR_GUARD = _moves_by_square("arm for guard", "armw@")
PAY_GOLD, PAY_GUARD = _moves_by_square("pay gold", "payg@"), _moves_by_square("pay guard", "payw@")
LOSE = _moves_by_square("lose", "lose@")

END, DONE, FLIP = Move("end", "end"), Move("done", "done"), Move("flip", "flip")
DROP, READY, PASS = Move("drop", "drop"), Move("ready", "ready"), Move("pass", "pass")
REVEAL: tuple[Move, ...] = tuple(Move(f"reveal{n}", "reveal", number=n) for n in range(6))
TAKE: tuple[Move, ...] = tuple(Move(f"take{n}", "take", number=n) for n in range(LAST_TILE + 1))
MEET = {token: Move(token, "meet", piece=token) for token in ("trap", "guard", "gold", "gem")}
"""The kinds of tokens that act on a square, in the order of lists."""
CHOOSE = {id_: Move(id_, "choose", piece=id_) for id_, piece in PIECES.items() if piece.special}

TILE_MOVES: tuple[Move, ...] = tuple(Move(f"t{n}", "tile", number=n) for n in range(LAST_TILE + 1))
CARD_KINDS: tuple[Move, ...] = tuple(Move(f"d{n}", "card kind", number=n) for n in range(1, 8))
INVADER_MOVES: tuple[Move, ...] = tuple(Move(f"v{n}", "invader", number=n) for n in range(18))
MAP_MOVES: tuple[Move, ...] = tuple(Move(f"m{n}", "map", number=n) for n in range(12))
EVENT_MOVES: tuple[Move, ...] = tuple(Move(f"e{n}", "event", number=n) for n in range(9))
SEAT_MOVES: tuple[Move, ...] = tuple(Move(f"s{n}", "seat", number=n) for n in range(5))
DEAL: dict[str, Move] = {id_: Move(id_, "deal", piece=id_) for id_ in CHOOSE}


@cache
def guard_moves(square: int) -> tuple[Move, ...]:
    """The moves of the guard on a square, by the number of the second one."""
    return tuple(
        Move(f"{NAME[square]}>{NAME[to]}", "move", square, to) for to in range(SQUARES[-1] + 1)
    )


MOVES_BY_TEXT: dict[str, Move] = {
    str(move): move
    for moves in (
        (END, DONE, FLIP, DROP, READY, PASS),
        *(REMOVE, PATCH_MOVES, STORE, BUY_FOR_GOLD, BUY_FOR_GEM, STEP_MOVES, CELL, GUARD, GOLD),
        *(ARM_FOR_GOLD, ARM_FOR_GUARD, PAY_GOLD, PAY_GUARD, LOSE, REVEAL, TAKE),
        *(MEET.values(), CHOOSE.values()),
    )
    for move in moves
}
"""The moves of players by their text, except placements and moves of guards."""
DRAWS_BY_TEXT: dict[str, Move] = {
    str(move): move
    for moves in (TILE_MOVES, CARD_KINDS, INVADER_MOVES, MAP_MOVES, EVENT_MOVES, SEAT_MOVES)
    for move in moves
}
"""The draws of chance by their text, except pieces: a player chooses these by the same text."""
