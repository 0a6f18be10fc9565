"""A position as data, with its set-up and standing orders; the stages and scoring share it.

A set-up is all chosen: ``SEATS/BUILD/HAND/LENGTH``, such as ``3/brisk/free/full``. Standing orders
are a player's answers to all questions of a kind. They cover questions about visible things, and
the reveal if no tile fits. They never choose the pieces to build or to plan.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, Self, TypeVar, cast, get_args

from prowlerbot.core.errors import BadSetup, reading_setup
from prowlerbot.core.game import CHANCE, NOBODY
from prowlerbot.games.heroes.moves import DONE, MEET, PASS, READY, Move
from prowlerbot.games.heroes.seat import FACE_DOWN, GEM_WORTH, Seat

Build = Literal["brisk", "turns", "live"]
Hand = Literal["guided", "free"]
Length = Literal["full", "short"]

OPTIONS = {"build": get_args(Build), "hand": get_args(Hand), "length": get_args(Length)}
"""The options; the first value of each is the default."""
SEATS = range(1, 5)
ROUNDS = 3


@dataclass(frozen=True)
class Setup:
    """A set-up that has been checked."""

    seats: int
    build: Build
    hand: Hand
    length: Length

    @property
    def rounds(self) -> range:
        """The numbers of the rounds; a short match begins with the second one."""
        return range(2 if self.length == "short" else 1, ROUNDS + 1)

    def __str__(self) -> str:
        return f"{self.seats}/{self.build}/{self.hand}/{self.length}"


def chosen_setup(seats: int, options: Mapping[str, str]) -> Setup:
    """The set-up with these options; the others have their defaults."""
    chosen = {option: options.get(option, values[0]) for option, values in OPTIONS.items()}
    for option, value in chosen.items():
        if value not in OPTIONS[option]:
            raise BadSetup(
                "The option “{option}” cannot be “{value}”. Possible: {known}.",
                option=option,
                value=value,
                known=OPTIONS[option],
            )
    build, hand = cast("Build", chosen["build"]), cast("Hand", chosen["hand"])
    return Setup(seats, build, hand, cast("Length", chosen["length"]))


def rematch_options(setup: Setup, options: Mapping[str, str]) -> Mapping[str, str]:
    """The options of a rematch: all of them, as none belongs to a seat."""
    return {"build": setup.build, "hand": setup.hand, "length": setup.length, **options}


@reading_setup()
def parse_setup(text: str) -> Setup:
    """Read a set-up; raise BadSetup, which names the impossible part."""
    parts = text.split("/")
    if len(parts) != 4:
        raise BadSetup(
            "it needs four parts {parts}; this has {count}",
            parts="SEATS/BUILD/HAND/LENGTH",
            count=len(parts),
        )
    seats, *rest = parts
    if seats not in map(str, SEATS):
        raise BadSetup("SEATS must be a number from 1 to 4, not “{seats}”", seats=seats)
    for (option, values), value in zip(OPTIONS.items(), rest, strict=True):
        if value not in values:
            raise BadSetup(
                "{part} must be one of these: {known}; not “{value}”",
                part=option.upper(),
                known=values,
                value=value,
            )
    return chosen_setup(int(seats), dict(zip(OPTIONS, rest, strict=True)))


Phase = Literal["build", "invasion", "planning", "over"]
Draw = Literal["", "tile", "card kind", "invader", "map", "event", "L", "I", "seat"]
"""The next decision of chance."""

_CHANCE_ALONE = frozenset({CHANCE})


class Profit(NamedTuple):
    """The profit of a colony by source, in gold; ``gems`` and ``most_guards`` are in gems."""

    gold: int
    prisoners: int
    gems: int
    most_guards: int

    @property
    def worth(self) -> int:
        return self.gold + self.prisoners + GEM_WORTH * (self.gems + self.most_guards)


class PositionData(NamedTuple):
    """The data of a position (a named tuple is made faster than a frozen dataclass).

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
    invaded: "PositionData | None" = None

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple([n for n, seat in enumerate(self.seats, 1) if seat.stage != "left"])

    @property
    def deciding(self) -> frozenset[int]:
        """The seats that have a move; those in live building always do."""
        seats = enumerate(self.seats, 1)
        return frozenset([n for n, seat in seats if seat.legal or seat.stage == "live"])

    def with_seat(self, number: int, seat: Seat) -> Self:
        return self._replace(seats=(*self.seats[: number - 1], seat, *self.seats[number:]))

    def with_each(self, change: Callable[[Seat], Seat]) -> Self:
        """The position with every seat changed that has not left."""
        seats = [change(seat) if seat.playing else seat for seat in self.seats]
        return self._replace(seats=tuple(seats))

    def await_seats(self) -> Self:
        """The position with ``to_move`` set: chance where it is due, else the deciding seats."""
        return self._replace(to_move=_CHANCE_ALONE if self.draw else self.deciding)

    def end_match(self) -> Self:
        waiting = self.with_each(Seat.let_wait)
        return waiting._replace(phase="over", to_move=NOBODY, shown=(), draw="")


P = TypeVar("P", bound=PositionData)
"""The rules return a position of the class that they get."""

NEVER_ARM = "arm-never-{round}"
"""Never re-arm traps in this round."""
FIGHT_FIRST = "fight-first"
"""Of several kinds of tokens, traps act first, then guards."""
ANY_PLACE = "any-place"
"""Prisoners go into the first cell, guards that join to the first campfire."""
NO_GUARDS = "no-guards"
"""Neither buy nor move guards. The order waits while a gem can be stored, which would be lost."""
REVEAL_STUCK = "reveal-stuck"
"""Turn up a queue if none of its tiles fits, and pass its last tile. The order waits if the reveal
turns up nothing. A player alone is done once no open edge is left; in a match of several, each
player still chooses the tile to pass. Every player begins with this order, so that nobody has to
press if only one answer helps."""
ORDERS = (
    *(NEVER_ARM.format(round=number) for number in (1, 2, 3)),
    *(FIGHT_FIRST, ANY_PLACE, NO_GUARDS, REVEAL_STUCK),
)


def move_by_orders(seat: Seat, round_: int, orders: Collection[str], *, alone: bool) -> Move | None:
    """The move of a seat by its orders; None if the player must choose."""
    never_arm = NEVER_ARM.format(round=round_)
    match seat.stage:
        case "draft" if REVEAL_STUCK in orders:
            done = DONE if DONE in seat.legal else None
            return done if alone and not seat.colony.frontier else reveal_of_stuck_queue(seat)
        case "walk" if FIGHT_FIRST in orders:
            return next((m for m in seat.legal if m in {MEET["trap"], MEET["guard"]}), None)
        case "cell" | "recruit" if ANY_PLACE in orders:
            return next(iter(seat.legal), None)
        case "arm" if never_arm in orders:
            return PASS if seat.legal else None
        case "populate" if NO_GUARDS in orders:
            can_store = any(move.kind == "store" for move in seat.legal)
            return READY if seat.legal and not can_store else None
    return None


def reveal_of_stuck_queue(seat: Seat) -> Move | None:
    """The reveal of the queue if none of its tiles fits, so only the reserve could be built."""
    if not seat.colony.frontier or any(move.kind == "queue" for move in seat.legal):
        return None
    last = [move for move in seat.legal if move.kind == "reveal"][-1:]
    return last[0] if last and FACE_DOWN in seat.queue[:-1] else None
