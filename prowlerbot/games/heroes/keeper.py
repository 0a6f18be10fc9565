"""The machine's keeping of a colony after building, by rehearsals of the invasion.

The machine keeps a colony when it populates it, in the walks of invaders, and in the later stages.
It compares options by coarse rehearsals of the rest of the invasion, the same ones for all options.
A rehearsal has random cards, simple choices, and the profit at the end, in gold.
"""

import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from prowlerbot.games.heroes import moves
from prowlerbot.games.heroes.cards import EVENTS, INVADERS, INVASIONS, MAPS
from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.moves import PASS, READY, Move
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import SOLO_GUARDS_FOR_GEM, tokens_worth
from prowlerbot.games.heroes.seat import GEM_WORTH, End, Seat, Stage, Tokens
from prowlerbot.games.heroes.stages import events
from prowlerbot.games.heroes.stages.invasion import routes

GUARDS_LOST = 0.35  # the mean number of guards that a colony loses to an invader
OPEN_GUARDS = 4
"""The width of the range of guards within which the prize for the most guards is uncertain."""
MIN_GUARDS_TO_BEAT = 0.5
"""The guards to beat at least: nobody gets the prize without a guard."""


class Card(NamedTuple):
    """An invader with its map, or an event; absent parts are 0."""

    invader: int = 0
    map: int = 0
    event: int = 0


Cards = tuple[Card, ...]


def cards_to_come(position: Position, rng: random.Random) -> Cards:
    """A random draw of the cards to come in this invasion; before it, all of its cards."""
    running = position.phase == "invasion"
    cards_left = position.invaders, position.events
    invaders, events_ = cards_left if running else INVASIONS[position.round]
    used = {card for card in position.used if running or card.kind != "map"}
    unused = [n for n in INVADERS if moves.INVADER_MOVES[n] not in used]
    invader_cards = rng.sample(unused, invaders)
    map_cards = rng.sample([n for n in MAPS if moves.MAP_MOVES[n] not in used], invaders)
    event_cards = rng.sample([n for n in EVENTS if moves.EVENT_MOVES[n] not in used], events_)
    beginning = [] if running else [True]  # the first card is an invader
    order = [True] * (invaders - len(beginning)) + [False] * events_
    rng.shuffle(order)
    latest_map = position.map if running else 0
    cards = []
    for is_invader in (*beginning, *order):
        if is_invader:
            latest_map = map_cards.pop()
            cards.append(Card(invader_cards.pop(), latest_map))
        else:
            cards.append(Card(0, latest_map, event_cards.pop()))
    return tuple(cards)


class GuardsToBeat(NamedTuple):
    """The guards that the best other seat will have, or those that a player alone needs."""

    enough: float
    alone: bool

    def expected_prize(self, guards: int) -> float:
        """The expected gold for this number of guards at the end."""
        if not guards:
            return 0.0
        if self.alone:
            return float(GEM_WORTH) if guards >= self.enough else 0.0
        return GEM_WORTH * max(0.0, min(1.0, 0.5 + (guards - self.enough) / OPEN_GUARDS))


def guards_to_beat(position: Position, number: int) -> GuardsToBeat:
    if position.setup.seats == 1:
        return GuardsToBeat(SOLO_GUARDS_FOR_GEM, alone=True)
    others = [seat for it, seat in enumerate(position.seats, 1) if it != number and seat.playing]
    most_guards = max((seat.tokens.guards.bit_count() for seat in others), default=0)
    coming = position.invaders if position.phase == "invasion" else INVASIONS[position.round][0]
    return GuardsToBeat(max(MIN_GUARDS_TO_BEAT, most_guards - GUARDS_LOST * coming), alone=False)


def profit_of_tokens(tokens: Tokens, to_beat: GuardsToBeat) -> float:
    """The gold that the tokens bring at the end of the invasion."""
    return tokens_worth(tokens) + to_beat.expected_prize(tokens.guards.bit_count())


def profit_after(seat: Seat, cards: Cards, to_beat: GuardsToBeat) -> float:
    """The profit of a seat at the end of a rehearsed invasion with these cards."""
    for number, card in enumerate(cards, 1):
        seat, stages = _after_card(seat, card)
        for stage in stages:
            if stage == "arm" and number == len(cards):
                continue
            rules = events.STAGES[stage]
            if legal := rules.options(seat):
                seat = rules.apply(seat, _arm_move(seat) if stage == "arm" else legal[0])
    return profit_of_tokens(seat.tokens, to_beat)


def _after_card(seat: Seat, card: Card) -> tuple[Seat, Sequence[Stage]]:
    """The seat after the automatic effect of a card, and the stages that follow."""
    # An invader walks, and so does a straggler, which is invader 0.
    if card.event and (effect := EVENTS[card.event]) != "straggler":
        if effect == "cave-in":  # a simplification: the lost piece costs some treasure
            return seat, ("pay",)
        return events.apply_effect(seat, effect), events.stages_of_event(seat, effect)
    if not card.map:
        return seat, ()
    end = routes(seat.colony, card.invader, card.map).hasty_end(seat.tokens)
    return seat._replace(tokens=end.tokens), events.stages_after_walk(seat, defeated=end.defeated)


def _arm_move(seat: Seat) -> Move:
    """Pay for several traps with the gold nearest to the entrance."""
    gold = seat.colony.nearest_squares(seat.tokens.gold)
    if gold and events.spent_traps(seat).bit_count() > 1:
        return moves.ARM_FOR_GOLD[(gold & -gold).bit_length() - 1]
    return PASS


# ---------------------------------------------------------------------- keeping a colony

MAX_ENDS_TRIED = 24  # the most ends of a walk in the close comparison
MAX_PLACES_TRIED = 6
"""The most compared squares for a new guard, nearest to the entrance and farthest from it."""
MAX_MOVES = 24  # the most compared moves of a guard
MIN_MOVE_GAIN = 0.15  # the least gain that justifies moving a guard, in gold
DEFEAT_GAIN = 2  # at a first look: the gain of a defeated invader, in gold
DEFENDER_GAIN = 0.5  # at a first look: the gain of each trap and guard, in gold


class Keeper:
    """Chooses the moves of one seat; without rehearsals it compares only the present tokens."""

    def __init__(
        self, position: Position, number: int, rehearsals: int, rng: random.Random
    ) -> None:
        self._position = position
        self._seat = position.seats[number - 1]
        self._to_beat = guards_to_beat(position, number)
        drawn: list[Cards] = [cards_to_come(position, rng) for _ in range(rehearsals)]
        self._invasions = drawn or [()]  # without rehearsals no card comes
        self._profits: dict[tuple[Colony, Tokens], float] = {}

    def expected_profit(self, seat: Seat) -> float:
        """The mean profit of a seat's tokens over coarse playouts of some invasions. Owners choose
        by simple rules here; chance draws only the cards.
        """
        key = seat.colony, seat.tokens
        if (profit := self._profits.get(key)) is None:
            profits = [profit_after(seat, cards, self._to_beat) for cards in self._invasions]
            profit = self._profits[key] = sum(profits) / len(profits)
        return profit

    def choose(self, legal: Sequence[Move]) -> Move:
        """The move in a stage from inspection to the end of the invasion."""
        seat = self._seat
        match seat.stage:
            case "walk":  # the owner alone decides
                ends = self._ends_of_moves(legal)
                reachable = frozenset[End]().union(*ends.values())
                best = max(self._promising_ends(reachable), key=self._profit_of_end)
                return next(move for move in legal if best in ends[move])
            case "populate":
                return self._choose_populating(legal)
            case "inspection":  # a patch is better than a hole
                return next((move for move in legal if move.kind == "patch"), legal[0])
        apply = events.STAGES[seat.stage].apply
        return max(legal, key=lambda move: self.expected_profit(apply(seat, move)))

    def profits(self, legal: Sequence[Move]) -> list[float]:
        """The expected profit after each move."""
        seat = self._seat
        if seat.stage == "walk":
            return [
                max([self._profit_of_end(end) for end in self._promising_ends(ends)])
                for ends in self._ends_of_moves(legal).values()
            ]
        apply = events.STAGES[seat.stage].apply
        return [self.expected_profit(apply(seat, move)) for move in legal]

    def _ends_of_moves(self, legal: Sequence[Move]) -> dict[Move, frozenset[End]]:
        """By move, the ends of the walk that the owner can still reach."""
        if (walk := self._seat.walk) is None:
            raise ValueError("Nobody walks.")
        walk_routes = routes(self._seat.colony, self._position.invader, self._position.map)
        return {move: walk_routes.ends_after(walk, move) for move in legal}

    def _promising_ends(self, ends: Iterable[End]) -> list[End]:
        promising = sorted(ends)
        promising.sort(key=self._quick_profit, reverse=True)
        return promising[:MAX_ENDS_TRIED]

    def _quick_profit(self, end: End) -> float:
        """The worth of an end at a first look, without any rehearsal."""
        tokens = end.tokens
        defenders = tokens.traps.bit_count() + tokens.guards.bit_count()
        gain = DEFEAT_GAIN * end.defeated + DEFENDER_GAIN * defenders
        return profit_of_tokens(tokens, self._to_beat) + gain

    def _profit_of_end(self, end: End) -> float:
        """The expected profit, if the owner takes the first options and re-arms when it pays."""
        seat = self._seat._replace(tokens=end.tokens)
        for stage in events.stages_after_walk(seat, defeated=end.defeated):
            rules = events.STAGES[stage]
            if stage != "arm" and (legal := rules.options(seat)):
                seat = rules.apply(seat, legal[0])
        arm = events.STAGES["arm"]
        if not (self._position.invaders or self._position.events) or not arm.options(seat):
            return self.expected_profit(seat)
        choices = arm.options(seat)[0], PASS
        return max(self.expected_profit(arm.apply(seat, move)) for move in choices)

    def _choose_populating(self, legal: Sequence[Move]) -> Move:
        """Store gems in chests and spend the rest on guards, as the stash loses its remainder."""
        for kind in ("store", "buy for gold", "buy for gem"):
            if of_kind := [move for move in legal if move.kind == kind]:
                return max(self._nearest_and_farthest(of_kind), key=self._profit_populated)
        guard_moves = [move for move in legal if move.kind == "move"]
        guard_moves = guard_moves[:: 1 + len(guard_moves) // MAX_MOVES]
        best = max(guard_moves, key=self._profit_populated, default=READY)
        least_profit = self.expected_profit(self._seat) + MIN_MOVE_GAIN
        return READY if best == READY or self._profit_populated(best) < least_profit else best

    def _profit_populated(self, move: Move) -> float:
        return self.expected_profit(events.apply_populate_move(self._seat, move))

    def _nearest_and_farthest(self, legal: Sequence[Move]) -> Sequence[Move]:
        """The moves nearest to the entrance, and those farthest from it."""
        if len(legal) <= 2 * MAX_PLACES_TRIED:
            return legal
        distance = self._seat.colony.distance
        by_distance = sorted(legal, key=lambda move: distance.get(move.at, 0))
        return [*by_distance[:MAX_PLACES_TRIED], *by_distance[-MAX_PLACES_TRIED:]]
