"""The invasion: the cards, and the encounter of each colony with the present one.

All seats meet a card at the same time; the next one is drawn when all have finished.
"""

from __future__ import annotations

from prowlerbot.games.heroes import scoring
from prowlerbot.games.heroes.cards import EVENTS, INVASIONS
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.position import P, PositionData
from prowlerbot.games.heroes.seat import Seat, Stage

from . import events
from .routes import routes
from .walk import End, Trace, Walk


def begin(position: P) -> P:
    invaders, events_ = INVASIONS[position.round]
    used = tuple(card for card in position.used if card.kind != "map")
    return position._replace(
        phase="invasion", invaders=invaders, events=events_, used=used, draw="invader"
    ).awaited()


# ---------------------------------------------------------------------------------- cards


def drawn(position: P, move: Move) -> P:
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


def _met(position: P) -> P:
    """Let every colony meet the card."""
    return without(position.with_each(lambda seat: _meeting(position, seat)))


def _meeting(position: PositionData, seat: Seat) -> Seat:
    seat = seat._replace(trace=())
    if position.event:
        effect = EVENTS[position.event]
        stages = events.stages(seat, effect)
        if stages != ("walk",):
            return _at_next_choice(position, events.happened(seat, effect), stages)
    leading = routes(seat.colony, position.invader, position.map)
    return _walked(position, seat, *leading.on(leading.start(seat.tokens), ()))


def _next_card(position: P) -> P:
    if position.invaders and position.events:
        return position._replace(draw="card kind").awaited()
    if position.invaders:
        return position._replace(draw="invader").awaited()
    if position.events:
        return position._replace(draw="event").awaited()
    return scoring.taken(position)


# ---------------------------------------------------------------------------------- seats


def moved(position: P, number: int, move: Move) -> P:
    seat = position.seats[number - 1]
    if seat.walk is not None:
        leading = routes(seat.colony, position.invader, position.map)
        after = _walked(position, seat, *leading.after(seat.walk, move, seat.trace))
    else:
        _, apply = events.STAGES[seat.stage]
        after = _at_next_choice(position, apply(seat, move), seat.pending)
    return without(position.with_seat(number, after))


def without(position: P) -> P:
    """The position after a move, or after a seat has left."""
    return position.awaited() if position.deciding else _next_card(position)


def _walked(
    position: PositionData, seat: Seat, now: Walk | End, legal: list[Move], trace: Trace
) -> Seat:
    """The seat after an invader has walked to the owner's next choice, or to its end."""
    if isinstance(now, Walk):
        return seat._replace(
            tokens=now.tokens, walk=now, stage="walk", legal=tuple(legal), trace=trace
        )
    seat = seat._replace(tokens=now.tokens, walk=None, trace=trace)
    return _at_next_choice(position, seat, events.after_walk(seat, defeated=now.defeated))


def _at_next_choice(position: PositionData, seat: Seat, stages: tuple[Stage, ...]) -> Seat:
    """The seat at the first of these stages that leaves it a choice."""
    for at, stage in enumerate(stages):
        if stage == "arm" and not (position.invaders or position.events):
            continue  # no card follows
        options, apply = events.STAGES[stage]
        moves = options(seat)
        if len(moves) > 1:
            return seat._replace(stage=stage, legal=tuple(moves), pending=stages[at + 1 :])
        if moves:
            seat = apply(seat, moves[0])
    return seat._replace(stage="wait", legal=(), pending=())
