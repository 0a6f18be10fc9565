"""The machine's keeping of a colony: populate, the walks of invaders, and the later stages.

It compares options by rehearsals of the rest of the invasion, the same ones for all options.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from prowlerbot.games.heroes.cards import EVENTS, INVADERS, INVASIONS, MAPS
from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.moves import (
    ARM_FOR_GOLD,
    EVENT_MOVES,
    INVADER_MOVES,
    MAP_MOVES,
    PASS,
    READY,
    Move,
)
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER, SOLO_GUARDS
from prowlerbot.games.heroes.seat import GEM, Seat, Stage
from prowlerbot.games.heroes.stages import events, populate
from prowlerbot.games.heroes.stages.events import STAGES, after_walk, arming, spent_traps
from prowlerbot.games.heroes.stages.routes import routes
from prowlerbot.games.heroes.stages.walk import End
from prowlerbot.games.heroes.tokens import Tokens

MOST_ENDS = 24
"""The most ends of a walk in the close comparison."""
MOST_PLACES = 6
"""The most compared squares for a new guard, nearest to the entrance and farthest from it."""
MOST_MOVES = 24
"""The most compared moves of a guard."""
WORTH_MOVING = 0.15


class Keeper:
    """The judgement of one seat, for one decision; without rehearsals it counts the tokens."""

    def __init__(
        self, position: Position, number: int, rehearsals: int, rng: random.Random
    ) -> None:
        self._position = position
        self._seat = position.seats[number - 1]
        self._crowd = crowd(position, number)
        self._invasions: list[Cards] = [cards_to_come(position, rng) for _ in range(rehearsals)]
        self._worths: dict[tuple[Colony, Tokens], float] = {}

    def worth(self, seat: Seat) -> float:
        """The expected profit of a seat's tokens."""
        key = seat.colony, seat.tokens
        known = self._worths.get(key)
        if known is None:
            known = self._worths[key] = expected(seat, self._invasions, self._crowd)
        return known

    def kept(self, moves: Sequence[Move]) -> Move:
        """The move in a stage from inspection to the end of the invasion."""
        seat = self._seat
        match seat.stage:
            case "walk":
                return self._best_option(moves)
            case "populate":
                return self._populated(moves)
            case "inspection":  # a patch is better than a hole
                return next((move for move in moves if move.kind == "patch"), moves[0])
        _, apply = STAGES[seat.stage]
        return max(moves, key=lambda move: self.worth(apply(seat, move)))

    def worths(self, moves: Sequence[Move]) -> list[float]:
        """The worth of each move of a card."""
        seat = self._seat
        if seat.stage == "walk":
            return [
                max([self._after_end(end) for end in self._promising(ends)])
                for ends in self._ends(moves).values()
            ]
        _, apply = STAGES[seat.stage]
        return [self.worth(apply(seat, move)) for move in moves]

    # ------------------------------------------------------------------------------ walks

    def _best_option(self, moves: Sequence[Move]) -> Move:
        """An option that leads to the best reachable end: the owner alone decides."""
        ends = self._ends(moves)
        best = max(self._promising(frozenset[End]().union(*ends.values())), key=self._after_end)
        return next(move for move in moves if best in ends[move])

    def _ends(self, moves: Sequence[Move]) -> dict[Move, frozenset[End]]:
        """The ends to which each option can lead."""
        walk = self._seat.walk
        if walk is None:
            raise ValueError("Nobody walks.")
        leading = routes(self._seat.colony, self._position.invader, self._position.map)
        return {move: leading.ends_after(walk, move) for move in moves}

    def _promising(self, ends: Iterable[End]) -> list[End]:
        """The ends that deserve a close comparison."""
        promising = sorted(ends)
        promising.sort(key=self._first_look, reverse=True)
        return promising[:MOST_ENDS]

    def _first_look(self, end: End) -> float:
        tokens = end.tokens
        defence = tokens.traps.bit_count() + tokens.guards.bit_count()
        return standing(tokens, self._crowd) + 2 * end.defeated + defence / 2

    def _after_end(self, end: End) -> float:
        """The worth of an end, if the owner takes the first options and re-arms when it pays."""
        seat = self._seat._replace(tokens=end.tokens)
        for stage in after_walk(seat, defeated=end.defeated)[:-1]:
            options, apply = STAGES[stage]
            if moves := options(seat):
                seat = apply(seat, moves[0])
        if not (self._position.invaders or self._position.events) or not arming(seat):
            return self.worth(seat)
        _, armed = STAGES["arm"]
        return max(self.worth(armed(seat, move)) for move in (arming(seat)[0], PASS))

    # --------------------------------------------------------------------------- populate

    def _populated(self, moves: Sequence[Move]) -> Move:
        """Store gems in chests and spend the rest on guards, as the stash loses its remainder."""
        for kind in ("store", "buy for gold", "buy for gem"):
            of_kind = [move for move in moves if move.kind == kind]
            if of_kind:
                return max(self._nearest_and_farthest(of_kind), key=self._after_populating)
        moved = [move for move in moves if move.kind == "move"]
        moved = moved[:: 1 + len(moved) // MOST_MOVES]
        best = max(moved, key=self._after_populating, default=READY)
        if best == READY or self._after_populating(best) < self.worth(self._seat) + WORTH_MOVING:
            return READY
        return best

    def _after_populating(self, move: Move) -> float:
        return self.worth(populate.after(self._seat, move))

    def _nearest_and_farthest(self, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves nearest to the entrance, and those farthest from it."""
        if len(moves) <= 2 * MOST_PLACES:
            return moves
        distance = self._seat.colony.distance
        by_distance = sorted(moves, key=lambda move: distance.get(move.at, 0))
        return [*by_distance[:MOST_PLACES], *by_distance[-MOST_PLACES:]]


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
        """The expected worth of this number of guards at the end."""
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
    """The mean profit of a seat's tokens over coarse playouts of some invasions.

    Owners choose by simple rules here; chance draws only the cards.
    """
    if not invasions:
        return standing(seat.tokens, guards)
    return sum([played_on(seat, cards, guards) for cards in invasions]) / len(invasions)
