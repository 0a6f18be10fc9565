"""A coarse playout of the rest of an invasion, to value tokens on their squares.

Owners choose by simple rules here; chance draws only the cards.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from prowlerbot.games.heroes.cards import EVENTS, INVADERS, INVASIONS, MAPS
from prowlerbot.games.heroes.moves import ARM_FOR_GOLD, PASS, Move
from prowlerbot.games.heroes.moves import EVENTS as EVENT_MOVES
from prowlerbot.games.heroes.moves import INVADERS as INVADER_MOVES
from prowlerbot.games.heroes.moves import MAPS as MAP_MOVES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER, SOLO_GUARDS
from prowlerbot.games.heroes.seat import GEM, Seat, Stage
from prowlerbot.games.heroes.stages import events
from prowlerbot.games.heroes.stages.events import STAGES, after_walk, spent_traps
from prowlerbot.games.heroes.stages.routes import routes
from prowlerbot.games.heroes.tokens import Tokens


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


LOST = 0.35
"""The mean number of guards that a colony loses to an invader."""


class Crowd(NamedTuple):
    """The guards that the best other seat will have, or those that a player alone needs."""

    enough: float
    alone: bool

    def gem(self, guards: int) -> float:
        """The expected worth of so many guards at the end."""
        if not guards:
            return 0.0
        if self.alone:
            return float(GEM) if guards >= self.enough else 0.0
        return GEM * max(0.0, min(1.0, 0.5 + (guards - self.enough) / 4))


def crowd(position: Position, number: int) -> Crowd:
    if position.setup.seats == 1:
        return Crowd(SOLO_GUARDS, alone=True)
    most = max(
        (
            seat.tokens.guards.bit_count()
            for at, seat in enumerate(position.seats, 1)
            if at != number and seat.playing
        ),
        default=0,
    )
    left = position.invaders if position.phase == "invasion" else INVASIONS[position.round][0]
    return Crowd(max(0.5, most - LOST * left), alone=False)


def standing(tokens: Tokens, guards: Crowd) -> float:
    """The profit of tokens."""
    return (
        tokens.all_gold
        + GEM * tokens.gems.bit_count()
        + PRISONER * tokens.prisoners.bit_count()
        + guards.gem(tokens.guards.bit_count())
    )


def played_on(seat: Seat, cards: Cards, guards: Crowd) -> float:
    """The profit of a seat's tokens after these cards."""
    for number, card in enumerate(cards, 1):
        seat, stages = _after_card(seat, card)
        for stage in stages:
            if stage == "arm" and number == len(cards):
                continue
            options, apply = STAGES[stage]
            if moves := options(seat):
                seat = apply(seat, _armed(seat) if stage == "arm" else moves[0])
    return standing(seat.tokens, guards)


def _after_card(seat: Seat, card: Card) -> tuple[Seat, Sequence[Stage]]:
    """The seat after the automatic effect of a card, and the stages that follow."""
    effect = EVENTS[card.event] if card.event else "straggler"
    if effect == "cave-in":  # a simplification: the lost piece costs some treasure
        return seat, ("pay",)
    if effect != "straggler":
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


def expected(seat: Seat, invasions: Sequence[Cards], guards: Crowd) -> float:
    """The mean profit of a seat's tokens over some invasions."""
    if not invasions:
        return standing(seat.tokens, guards)
    return sum([played_on(seat, cards, guards) for cards in invasions]) / len(invasions)
