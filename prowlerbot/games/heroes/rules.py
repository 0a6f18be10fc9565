"""The position: the seats to move, their legal moves, and the facts of the match.

The effects of moves are in one module per phase: ``draft`` or ``live``, then ``preparing``,
``invasion``, ``scoring``, ``planning``. The terms are those of docs/rules/heroes.md.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Literal, NamedTuple

from prowlerbot.core.capabilities import ConcealedMoves, Leaving, LiveStages, Ordered
from prowlerbot.core.game import CHANCE, NO_CONCEALED_MOVES, NOBODY, NOT_LIVE, Outcome, View

from . import cards, scoring
from .moves import CARD_KINDS, EVENTS, INVADERS, MAPS, TILES, Move
from .orders import ordered
from .pieces import LAST_TILE, PATCHES
from .scoring import Profit
from .seat import GONE_SEAT, Seat
from .setup import Setup
from .stages import draft, invasion, live, planning, preparing
from .stages.building import PILE

Phase = Literal["build", "invasion", "planning", "over"]
Draw = Literal["", "tile", "card kind", "invader", "map", "event", "L", "I", "seat"]
"""The next decision of chance."""

_CARDS = {
    "invader": INVADERS[1 : len(cards.INVADERS) + 1],
    "map": MAPS[1 : len(cards.MAPS) + 1],
    "event": EVENTS[1 : len(cards.EVENTS) + 1],
}
"""By kind: the moves that draw a card."""
_CHANCE = frozenset({CHANCE})


class _Fields(NamedTuple):
    """The fields of a position (a named tuple is made faster than a frozen dataclass)."""

    setup: Setup
    seats: tuple[Seat, ...]
    round: int
    phase: Phase = "build"
    to_move: frozenset[int] = NOBODY
    draw: Draw = ""
    turn: int = 0
    pile: int = 0
    seen: int = 0
    last: bool = False
    shown: tuple[Seat, ...] = ()
    face_up: tuple[int, ...] = ()
    turning: tuple[tuple[int, int], ...] = ()
    invaders: int = 0
    events: int = 0
    invader: int = 0
    map: int = 0
    event: int = 0
    used: tuple[Move, ...] = ()
    supply: int = 0
    dealt: tuple[str, ...] = ()
    offer: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    choosing: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    rounds: tuple[tuple[int, ...], ...] = ()
    profits: tuple[tuple[Profit, ...], ...] = ()
    invaded: Position | None = None


class Position(_Fields, ConcealedMoves[Move], LiveStages[Move], Leaving[Move], Ordered[Move]):
    """A position of Heroes Beware.

    Tuples of seats hold seat 1 first. While a draft turn lasts, ``shown`` holds the seats at its
    start, which is all that others see; it is empty at other times. ``left`` holds the seats that
    have left, in that order; ``rounds`` the treasure of every seat after each profit phase,
    ``profits`` the profit of every colony in it. ``invaded`` is the position after the last card of
    an invasion, until the next round begins.

    ``pile`` counts the face-down tiles, ``seen`` has a bit for each tile turned up this round,
    ``face_up`` holds the tiles dropped beside the pile, in that order, ``turning`` the tiles to
    turn up next: pairs of seat and place, 0 for the hand. ``last`` marks the last draft turn.

    ``invaders`` and ``events`` count the cards still to come in this invasion; ``invader``, ``map``
    and ``event`` are the present card, 0 for none (a straggler walks by ``map``), and ``used`` the
    moves of chance for the cards that do not come back.

    ``supply`` counts the remaining patches, ``dealt`` holds all I and L dealt in this match,
    ``offer`` the pieces on offer in planning, ``order`` the seats in the order of choosing as far
    as it is settled, ``choosing`` those still to choose, once for each piece.
    """

    __slots__ = ()

    # ------------------------------------------------------------------------- the contract

    @property
    def outcome(self) -> Outcome | None:
        return scoring.outcome(self) if self.phase == "over" else None

    @property
    def concealed(self) -> Mapping[int, int]:
        if not self.shown:
            return NO_CONCEALED_MOVES
        return {number: seat.made for number, seat in enumerate(self.seats, 1) if seat.made}

    @property
    def live(self) -> str:
        """The live stage: building from the shared pile, until the last seat is done."""
        return "done" if any(seat.stage == "live" for seat in self.seats) else NOT_LIVE

    @property
    def building(self) -> bool:
        """Whether at least one seat is still in the draft or builds live."""
        return bool(self.shown or self.turning) or self.live != NOT_LIVE

    def moves(self, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_move:
            return ()
        if seat == CHANCE:
            return self._draws()
        if self.seats[seat - 1].stage == "live":
            return live.legal(self, seat)
        return self.seats[seat - 1].legal

    def after(self, seat: int, move: Move) -> Position:
        if seat == CHANCE:
            return self._drawn(move)
        match self.phase:
            case "invasion":
                return invasion.moved(self, seat, move)
            case "planning":
                return planning.chosen(self, seat, move)
        match self.seats[seat - 1].stage:
            case "draft":
                return draft.moved(self, seat, move)
            case "live":
                return live.moved(self, seat, move)
            case _:
                return preparing.moved(self, seat, move)

    def _draws(self) -> tuple[Move, ...]:
        """The moves of chance, by number."""
        match self.draw:
            case "tile":
                return tuple([TILES[n] for n in range(1, LAST_TILE + 1) if not self.seen >> n & 1])
            case "card kind":
                return CARD_KINDS[: self.invaders + self.events]
            case "seat":
                return tuple(planning.equals(self))
            case "L" | "I":
                return tuple(planning.to_deal(self, self.draw))
            case kind:
                return tuple([card for card in _CARDS[kind] if card not in self.used])

    def _drawn(self, move: Move) -> Position:
        match self.draw:
            case "tile":
                turned_up = live.turned_up if self.setup.build == "live" else draft.turned_up
                return turned_up(self, move.number)
            case "L" | "I" | "seat":
                return planning.drawn(self, move)
            case _:
                return invasion.drawn(self, move)

    def ordered(self, seat: int, orders: Collection[str]) -> Move | None:
        if seat not in self.to_move or seat == CHANCE:
            return None
        alone = self.setup.seats == 1
        return ordered(self.seats[seat - 1], self.round, orders, alone=alone)

    def leave(self, seat: int) -> Position | None:
        """Remove its colony, queue, reserve and stash from the match; drop the tile in its hand.

        Nobody leaves a match alone, nor while chance is due.
        """
        if self.setup.seats == 1 or seat not in self.playing or self.draw or not self.to_move:
            return None
        leaving = self.seats[seat - 1]
        gone = GONE_SEAT._replace(made=leaving.made)  # the start of its turn stays concealed
        dropped = (leaving.hand,) if leaving.hand else ()
        after = self.with_seat(seat, gone)._replace(
            left=(*self.left, seat),
            face_up=self.face_up + dropped,
            shown=(*self.shown[: seat - 1], GONE_SEAT, *self.shown[seat:]) if self.shown else (),
        )
        return after.over() if len(after.playing) == 1 else after.going_on()

    def view(self, viewer: int | None) -> View[Position]:
        """While a draft turn lasts, show the other seats in their state at its start.

        They can still move there: a move that the viewer previews never ends a turn that the
        viewer knows only in part. ``to_move`` tells that they have finished.
        """
        if not self.shown:
            return View(self, viewer)
        known = zip(self.seats, self.shown, strict=True)
        seats = (seat if at == viewer else shown for at, (seat, shown) in enumerate(known, 1))
        return View(self._replace(seats=tuple(seats)), viewer)

    def facts(self) -> Mapping[str, object]:
        return {
            "round": self.round,
            "phase": self.phase,
            "turn": self.turn,
            "pile": self.pile,
            "to_move": sorted(self.to_move),
            "built": [seat.colony.area.bit_count() if seat.playing else 0 for seat in self.seats],
            "tokens": [seat.tokens.counts for seat in self.seats],
            "stash": [[seat.gold, seat.gems] for seat in self.seats],
            "reserve": [list(seat.reserve) for seat in self.seats],
        }

    def summary(self) -> Mapping[str, object]:
        outcome = self.outcome
        if outcome is None:
            return {}
        return {"ranks": list(outcome.ranks), "rounds": [list(each) for each in self.rounds]}

    # ---------------------------------------------------------------------------- the seats

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple([n for n, seat in enumerate(self.seats, 1) if seat.stage != "left"])

    @property
    def deciding(self) -> frozenset[int]:
        return frozenset(
            [n for n, seat in enumerate(self.seats, 1) if seat.legal or seat.stage == "live"]
        )

    def with_seat(self, number: int, seat: Seat) -> Position:
        return self._replace(seats=(*self.seats[: number - 1], seat, *self.seats[number:]))

    def with_each(self, change: Callable[[Seat], Seat]) -> Position:
        """The position with every seat changed that has not left."""
        seats = [change(seat) if seat.playing else seat for seat in self.seats]
        return self._replace(seats=tuple(seats))

    def awaited(self) -> Position:
        """The position with ``to_move`` set: chance where it is due, else the deciding seats."""
        return self._replace(to_move=_CHANCE if self.draw else self.deciding)

    # --------------------------------------------------------------------------- the phases

    def going_on(self) -> Position:
        """The position after a seat has left."""
        match self.phase:
            case "invasion":
                return invasion.without(self)
            case "planning":
                return planning.without(self)
        if self.shown:
            return draft.without(self)
        if any(seat.stage == "live" or seat.done for seat in self.seats):
            return live.without(self)
        return preparing.without(self)

    def next_round(self) -> Position:
        """Put the tiles back face down, and begin building."""
        begun = self._replace(
            phase="build",
            round=self.round + 1,
            turn=1,
            pile=PILE[len(self.playing)],
            seen=0,
            last=False,
            invaded=None,
        )
        return live.begin(begun) if self.setup.build == "live" else draft.begin(begun)

    def over(self) -> Position:
        """End the match; no seat is to move."""
        waiting = self.with_each(Seat.waiting)
        return waiting._replace(phase="over", to_move=NOBODY, shown=(), draw="")


def start(setup: Setup) -> Position:
    short = setup.length == "short"
    position = Position(
        setup,
        seats=(Seat(gems=int(short)),) * setup.seats,
        round=int(short),
        supply=PATCHES - setup.seats,
    )
    return planning.begin(position) if short else position.next_round()
