"""The effects of a step of a match, derived from the positions before and after it.

Views carry no moves, and one move of a player can have several effects: the end of a draft turn, a
card that all colonies meet, the profit of a round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from prowlerbot.core.game import CHANCE
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat

Line = Sequence[Position]
"""The positions of a match, as far as the viewer may see them."""

Kind = Literal[
    "left", "turn", "built", "removed", "flipped", "took", "dropped", "done",
    "stored", "bought", "moved", "ready",
    "card", "walked", "walking", "struck", "imprisoned", "recruited", "armed", "unarmed", "lost",
    "seam",
    "profit", "chose", "nothing",
]  # fmt: skip


class Happening(NamedTuple):
    """One effect; ``seat`` is 0 if it concerns all seats, ``square`` is the square concerned.

    ``pieces`` were built, removed or taken; ``before`` and ``after`` are states of the seat.
    """

    kind: Kind
    seat: int = 0
    square: int = -1
    pieces: tuple[Placed, ...] = ()
    before: Seat = Seat()
    after: Seat = Seat()


def burst(line: Line) -> int:
    """The index of the latest player move; the chance draws after it belong to it."""
    at = len(line) - 1
    while at > 1 and line[at - 1].to_move == {CHANCE}:
        at -= 1
    return at


def happened(line: Line, at: int) -> Iterator[Happening]:
    """The effects of the step to the position ``at``."""
    before, after = line[at - 1], line[at]
    for seat in after.left[len(before.left) :]:
        yield Happening("left", seat)
    if _turn_over(before, after):
        yield Happening("turn")
    elif before.phase == "build" and not before.shown:
        yield from _open_building(before, after)
    now = after if before.invaded else after.after_invasion or after
    if len(now.used) > len(before.used) and now.used[-1].kind in {"map", "event"}:
        yield Happening("card")
        for seat in now.playing:
            if now.seats[seat - 1].trace or finished(now, seat):
                yield Happening(
                    "walked" if now.seats[seat - 1].trace else "struck",
                    seat,
                    before=before.seats[seat - 1],
                    after=now.seats[seat - 1],
                )
    elif before.phase == "invasion" and before.to_move != {CHANCE}:
        yield from _answered(before, now)
    if len(after.rounds) > len(before.rounds):
        yield Happening("profit")
    if before.phase == "planning" and before.choosing and not after.left[len(before.left) :]:
        yield from _chosen(before, after)


def finished(position: Position, seat: int) -> bool:
    """Whether a seat has finished its decisions about the present card."""
    return position.seats[seat - 1].walk is None and seat not in position.to_move


def _turn_over(before: Position, after: Position) -> bool:
    return bool(before.shown) and (not after.shown or before.turn != after.turn)


def turn_began(line: Line, at: int) -> Position:
    """The first position of the draft turn that ended at ``at``."""
    first, turn = at - 1, (line[at - 1].round, line[at - 1].turn)
    while first and line[first - 1].shown and (line[first - 1].round, line[first - 1].turn) == turn:
        first -= 1
    return line[first]


def new_pieces(before: Seat, after: Seat) -> tuple[Placed, ...]:
    old = set(before.colony.pieces)
    return tuple(each for each in after.colony.pieces if each not in old)


# --------------------------------------------------------------------- building in the open


def _open_building(before: Position, after: Position) -> Iterator[Happening]:
    """Steps of building live, closing, inspection and populate."""
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True), 1):
        if old == new or not new.playing:
            continue
        kind, square = _in_the_open(old, new)
        pieces = new_pieces(old, new) if kind == "built" else new_pieces(new, old)
        yield Happening(kind, number, square, pieces, old, new)


def _in_the_open(old: Seat, new: Seat) -> tuple[Kind, int]:  # noqa: PLR0911 - one for each kind
    """A seat's action, derived from its states before and after."""
    if len(new.colony.pieces) < len(old.colony.pieces):
        return "removed", -1
    if new_pieces(old, new):
        return "built", -1
    if old.stage == "live":
        if new.hand and not old.hand:
            return "flipped", -1
        return ("done" if new.done or new.stage != "live" else "dropped"), -1
    if old.stage != "populate":
        return "nothing", -1
    guards = new.tokens.guards & ~old.tokens.guards
    if guards:
        gone = old.tokens.guards & ~new.tokens.guards
        return ("moved" if gone else "bought"), guards.bit_length() - 1
    if gems := new.tokens.gems & ~old.tokens.gems:
        return "stored", gems.bit_length() - 1
    return "ready", -1


# ------------------------------------------------------------------------- in the invasion


def _answered(before: Position, after: Position) -> Iterator[Happening]:
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True), 1):
        if old == new or not new.playing:
            continue
        kind, square = _answer(old, new)
        yield Happening(kind, number, square, new_pieces(new, old), old, new)


def _answer(old: Seat, new: Seat) -> tuple[Kind, int]:
    was, now = old.tokens, new.tokens
    match old.stage:
        case "walk":
            return ("walked" if new.walk is None else "walking"), -1
        case "cell":
            return "imprisoned", (now.prisoners & ~was.prisoners).bit_length() - 1
        case "recruit":
            return "recruited", (now.guards & ~was.guards).bit_length() - 1
        case "arm":
            return ("armed" if now.traps & ~was.traps else "unarmed"), -1
        case "seam":
            return "seam", (now.gold & ~was.gold).bit_length() - 1
        case _:
            return "lost", -1


def _chosen(before: Position, after: Position) -> Iterator[Happening]:
    """A piece taken in planning; the rest of the offer may disappear at once."""
    number = before.choosing[0]
    seat = before.seats[number - 1]
    had = Counter(seat.reserve)
    taken = tuple(
        Placed(id_, 0, 0) for id_ in (Counter(after.seats[number - 1].reserve) - had).elements()
    )
    if taken:
        yield Happening("chose", number, -1, taken, seat)
