"""A coarse rehearsal of an invasion: random cards, simple choices, the profit at the end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from prowlerbot.games.heroes.cards import EVENTS, INVADERS, INVASIONS, MAPS
from prowlerbot.games.heroes.moves import (
    ARM_FOR_GOLD,
    EVENT_MOVES,
    INVADER_MOVES,
    MAP_MOVES,
    PASS,
    Move,
)
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER, SOLO_GUARDS
from prowlerbot.games.heroes.seat import GEM, Seat, Stage
from prowlerbot.games.heroes.stages import events
from prowlerbot.games.heroes.stages.events import STAGES, after_walk, spent_traps
from prowlerbot.games.heroes.stages.routes import routes
from prowlerbot.games.heroes.tokens import Tokens

GUARDS_LOST = 0.35
"""The mean number of guards that a colony loses to an invader."""


class Card(NamedTuple):
    """An invader with its map, or an event; absent parts are 0."""

    invader: int = 0
    map: int = 0
    event: int = 0


Cards = tuple[Card, ...]


def cards_to_come(position: Position, rng: random.Random) -> Cards:
    """A random draw of the cards to come in this invasion; before it, all of its cards."""
    running = position.phase == "invasion"
    invaders, events_ = INVASIONS[position.round]
    if running:
        invaders, events_ = position.invaders, position.events
    used = {card for card in position.used if running or card.kind != "map"}
    invader_cards = rng.sample([n for n in INVADERS if INVADER_MOVES[n] not in used], invaders)
    map_cards = rng.sample([n for n in MAPS if MAP_MOVES[n] not in used], invaders)
    event_cards = rng.sample([n for n in EVENTS if EVENT_MOVES[n] not in used], events_)
    order = [True] * invaders + [False] * events_
    if not running:  # the first card is an invader
        order.pop(0)
    rng.shuffle(order)
    if not running:
        order.insert(0, True)
    latest = position.map if running else 0
    cards = []
    for invader in order:
        if invader:
            latest = map_cards.pop()
            cards.append(Card(invader_cards.pop(), latest))
        else:
            cards.append(Card(0, latest, event_cards.pop()))
    return tuple(cards)


class GuardsToBeat(NamedTuple):
    """The guards that the best other seat will have, or those that a player alone needs."""

    enough: float
    alone: bool

    def expected_prize(self, guards: int) -> float:
        """The expected worth of this number of guards at the end."""
        if not guards:
            return 0.0
        if self.alone:
            return float(GEM) if guards >= self.enough else 0.0
        return GEM * max(0.0, min(1.0, 0.5 + (guards - self.enough) / 4))


def guards_to_beat(position: Position, number: int) -> GuardsToBeat:
    if position.setup.seats == 1:
        return GuardsToBeat(SOLO_GUARDS, alone=True)
    most = max(
        (
            seat.tokens.guards.bit_count()
            for at, seat in enumerate(position.seats, 1)
            if at != number and seat.playing
        ),
        default=0,
    )
    left = position.invaders if position.phase == "invasion" else INVASIONS[position.round][0]
    return GuardsToBeat(max(0.5, most - GUARDS_LOST * left), alone=False)


def profit(tokens: Tokens, to_beat: GuardsToBeat) -> float:
    """The profit of tokens."""
    return (
        tokens.all_gold
        + GEM * tokens.gems.bit_count()
        + PRISONER * tokens.prisoners.bit_count()
        + to_beat.expected_prize(tokens.guards.bit_count())
    )


def profit_after(seat: Seat, cards: Cards, to_beat: GuardsToBeat) -> float:
    """The profit of a seat's tokens after these cards."""
    for number, card in enumerate(cards, 1):
        seat, stages = _after_card(seat, card)
        for stage in stages:
            if stage == "arm" and number == len(cards):
                continue
            options, apply = STAGES[stage]
            if moves := options(seat):
                seat = apply(seat, _armed(seat) if stage == "arm" else moves[0])
    return profit(seat.tokens, to_beat)


def _after_card(seat: Seat, card: Card) -> tuple[Seat, Sequence[Stage]]:
    """The seat after the automatic effect of a card, and the stages that follow."""
    # An invader walks, and so does a straggler, which is invader 0.
    if card.event and (effect := EVENTS[card.event]) != "straggler":
        if effect == "cave-in":  # a simplification: the lost piece costs some treasure
            return seat, ("pay",)
        return events.happened(seat, effect), events.stages(seat, effect)
    if not card.map:
        return seat, ()
    end = routes(seat.colony, card.invader, card.map).hasty_end(seat.tokens)
    return seat._replace(tokens=end.tokens), after_walk(seat, defeated=end.defeated)


def _armed(seat: Seat) -> Move:
    """Pay for several traps with the gold nearest to the entrance."""
    gold = seat.colony.nearest(seat.tokens.gold)
    if gold and spent_traps(seat).bit_count() > 1:
        return ARM_FOR_GOLD[(gold & -gold).bit_length() - 1]
    return PASS


def expected_profit(seat: Seat, invasions: Sequence[Cards], to_beat: GuardsToBeat) -> float:
    """The mean profit of a seat's tokens over coarse playouts of some invasions.

    Owners choose by simple rules here; chance draws only the cards.
    """
    if not invasions:
        return profit(seat.tokens, to_beat)
    return sum([profit_after(seat, cards, to_beat) for cards in invasions]) / len(invasions)
