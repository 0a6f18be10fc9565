"""The invasion: the cards, and the encounter of each colony with the present one.

All seats meet a card at the same time; the next one is drawn when all have finished.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from prowlerbot.games.heroes import profit
from prowlerbot.games.heroes.cards import EVENTS, INVASIONS
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.seat import Seat, Stage

from . import aftermath, events
from .routes import routes
from .walk import End, Trace, Walk

if TYPE_CHECKING:
    from prowlerbot.games.heroes.rules import Position

_Stage = tuple[Callable[[Seat], list[Move]], Callable[[Seat, Move], Seat]]
STAGES: dict[Stage, _Stage] = {
    "cell": (aftermath.cells, aftermath.imprisoned),
    "recruit": (aftermath.campfires, aftermath.recruited),
    "arm": (aftermath.arming, aftermath.armed),
    "cave-in": (events.caving_in, events.caved_in),
    "seepage": (events.seeping, events.without_gold),
    "pay": (events.paying, events.paid),
    "jailbreak": (events.breaking_out, events.without_guard),
    "seam": (events.seams, events.with_seam),
}
"""By stage: the function for its options, and the one for the effect of an option."""


def begin(position: Position) -> Position:
    invaders, events_ = INVASIONS[position.round]
    used = tuple(card for card in position.used if card.kind != "map")
    return position._replace(
        phase="invasion", invaders=invaders, events=events_, used=used, draw="invader"
    ).awaited()


# ---------------------------------------------------------------------------------- cards


def drawn(position: Position, move: Move) -> Position:
    """The position after a decision of chance about the cards."""
    used = (*position.used, move)
    match move.kind:
        case "card kind":
            event = move.number > position.invaders
            return position._replace(draw="event" if event else "invader")
        case "invader":
            left = position.invaders - 1
            return position._replace(
                invader=move.number, map=0, event=0, invaders=left, used=used, draw="map"
            )
        case "map":
            return _met(position._replace(map=move.number, used=used, draw=""))
        case _:
            left = position.events - 1
            return _met(
                position._replace(invader=0, event=move.number, events=left, used=used, draw="")
            )


def _met(position: Position) -> Position:
    """Let every colony meet the card."""
    seats = tuple(_meeting(position, seat) if seat.playing else seat for seat in position.seats)
    return without(position._replace(seats=seats))


def _meeting(position: Position, seat: Seat) -> Seat:
    seat = seat._replace(trace=())
    if position.event:
        effect = EVENTS[position.event]
        stages = events.stages(seat, effect)
        if stages != ("walk",):
            return _at_next_choice(position, events.happened(seat, effect), stages)
    leading = routes(seat.colony, position.invader, position.map)
    return _walked(position, seat, *leading.on(leading.start(seat.tokens), ()))


def _next_card(position: Position) -> Position:
    if position.invaders and position.events:
        return position._replace(draw="card kind").awaited()
    if position.invaders:
        return position._replace(draw="invader").awaited()
    if position.events:
        return position._replace(draw="event").awaited()
    return profit.taken(position)


# ---------------------------------------------------------------------------------- seats


def moved(position: Position, number: int, move: Move) -> Position:
    seat = position.seats[number - 1]
    if seat.walk is not None:
        leading = routes(seat.colony, position.invader, position.map)
        after = _walked(position, seat, *leading.after(seat.walk, move, seat.trace))
    else:
        _, apply = STAGES[seat.stage]
        after = _at_next_choice(position, apply(seat, move), seat.pending)
    return without(position.with_seat(number, after))


def without(position: Position) -> Position:
    """The position after a move, or after a seat has left."""
    return position.awaited() if position.deciding else _next_card(position)


def _walked(
    position: Position, seat: Seat, now: Walk | End, legal: list[Move], trace: Trace
) -> Seat:
    """The seat after an invader has walked to the owner's next choice, or to its end."""
    if isinstance(now, Walk):
        return seat._replace(
            tokens=now.tokens, walk=now, stage="walk", legal=tuple(legal), trace=trace
        )
    seat = seat._replace(tokens=now.tokens, walk=None, trace=trace)
    return _at_next_choice(position, seat, after_walk(seat, defeated=now.defeated))


def after_walk(seat: Seat, *, defeated: bool) -> tuple[Stage, ...]:
    """The stages that follow an invader."""
    infirmaries = seat.colony.sealed_with("infirmary").bit_count()
    cell: tuple[Stage, ...] = ("cell",) if defeated else ()
    recruit: Stage = "recruit"
    return (*cell, *[recruit] * infirmaries, "arm")


def _at_next_choice(position: Position, seat: Seat, stages: tuple[Stage, ...]) -> Seat:
    """The seat at the first of these stages that leaves it a choice."""
    for at, stage in enumerate(stages):
        if stage == "arm" and not (position.invaders or position.events):
            continue  # no card follows
        options, apply = STAGES[stage]
        moves = options(seat)
        if len(moves) > 1:
            return seat._replace(stage=stage, legal=tuple(moves), pending=stages[at + 1 :])
        if moves:
            seat = apply(seat, moves[0])
    return seat._replace(stage="wait", legal=(), pending=())
