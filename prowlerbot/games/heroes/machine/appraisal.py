"""The value of a colony in gold, and the machine's keeping of it after building.

A colony under construction counts the features of sealed pieces, and those of others by their
chance to be sealed. It also counts the traps and guards on the way to treasure.

The machine keeps a colony when it populates it, in the walks of invaders, and in the later stages.
It compares options by coarse rehearsals of the rest of the invasion, the same ones for all options.
A rehearsal has random cards, simple choices, and the profit at the end.
"""

import random
from collections.abc import Iterable, Sequence
from functools import cache
from math import prod
from typing import NamedTuple

from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.machine.prospect import (
    Edges,
    Prospect,
    edges_of,
    promised_gain,
    sites_of,
)
from prowlerbot.games.heroes.moves import (
    ARM_FOR_GOLD,
    EVENT_MOVES,
    INVADER_MOVES,
    MAP_MOVES,
    PASS,
    READY,
    Move,
)
from prowlerbot.games.heroes.pieces import (
    DIRECTIONS,
    ENTRANCE,
    EVENTS,
    INVADERS,
    INVASIONS,
    MAPS,
    PIECES,
    STEP,
    Tokens,
)
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER, SOLO_GUARDS
from prowlerbot.games.heroes.seat import GEM, End, Seat, Stage
from prowlerbot.games.heroes.stages import events
from prowlerbot.games.heroes.stages.invasion import routes

GROWING = 2
"""The fewest tiles to come with which depth counts."""
DEEP_ENOUGH = 11
MOST_LOST = 0.85
"""The largest mean share of the treasure that invaders take."""

Features = dict[str, list[tuple[int, float]]]
"""The squares of each feature, each with the probability that its piece is sealed."""

_STOPPED = (0.0, 0.07, 0.42, 0.64, 0.78, 0.87, 0.92, 0.95, 0.97, 0.98, 0.99)
"""The share of invaders that are stopped, by the number of hits."""


def appraise_colony(colony: Colony, prospect: Prospect) -> float:
    w = prospect.weights
    edges = edges_of(colony, prospect)
    features = _features(colony, edges)
    distance, hits = _distances_and_hearts(colony, features, prospect)
    total = w.trap * sum(sealed for _, sealed in features["trap"])
    total += w.infirmary * sum(sealed for _, sealed in features["infirmary"])
    total += w.hall * sum(sealed for _, sealed in features["mess hall"])
    total += _one_by_one(features["campfire"] + features["mess hall"], w.guards)
    total += _one_by_one(features["cell"], w.cells)
    total += _treasure(features, distance, hits, prospect)
    if sites := sites_of(edges, distance):
        total += promised_gain(colony, sites, prospect)
    if prospect.tiles > GROWING:
        total += w.deep * min(max(distance.values()), DEEP_ENOUGH)
    return total


def _features(colony: Colony, edges: Edges) -> Features:
    closed: dict[int, float] = {}
    for square, beyond, _ in edges.open:
        closed[square] = closed.get(square, 1.0) * edges.closing[beyond]
    for square in edges.hopeless:
        closed[square] = 0.0
    names = ("trap", "campfire", "cell", "mess hall", "infirmary", "chest", "ore", "gem vein")
    features: Features = {feature: [] for feature in names}
    for id_, at, turns in colony.pieces:
        parts, featured = _squares_of_piece(id_, turns)
        if featured:
            sealed = prod([closed.get(at + offset, 1.0) for offset in parts])
            for offset, feature in featured:
                features[feature].append((at + offset, sealed))
    return features


@cache
def _squares_of_piece(id_: str, turns: int) -> tuple[tuple[int, ...], tuple[tuple[int, str], ...]]:
    """The squares of a piece, from square a, and those with a feature."""
    cells = PIECES[id_].orientations[turns].cells
    featured = tuple((cell.offset, str(cell.feature)) for cell in cells if cell.feature)
    return tuple(cell.offset for cell in cells), featured


def _distances_and_hearts(
    colony: Colony, features: Features, prospect: Prospect
) -> tuple[dict[int, int], dict[int, float]]:
    """The distance of each square from H7, and the hearts that the way there costs."""
    w = prospect.weights
    hit = {square: w.trap_hit * sealed for square, sealed in features["trap"]}
    for square, sealed in features["campfire"] + features["mess hall"]:
        hit[square] = w.guard_hit * sealed
    distance, hits = {ENTRANCE: 0}, {ENTRANCE: 0.0}
    ways = [(colony.ways[d], STEP[d]) for d in DIRECTIONS]
    queue = [ENTRANCE]
    for square in queue:
        for mask, step in ways:
            to = square + step
            if mask >> square & 1 and to not in distance:
                distance[to] = distance[square] + 1
                hits[to] = hits[square] + hit.get(to, 0.0)
                queue.append(to)
    return distance, hits


def _one_by_one(there: list[tuple[int, float]], worths: tuple[float, ...]) -> float:
    """The worth of several things, of which the first ones count differently from the others."""
    sure = sorted((sealed for _, sealed in there), reverse=True)
    last = len(worths) - 1
    return sum([sealed * worths[min(number, last)] for number, sealed in enumerate(sure)])


def _treasure(
    features: Features, distance: dict[int, int], hits: dict[int, float], prospect: Prospect
) -> float:
    """The worth of gold and gems on their squares, gems of the stash included."""
    w = prospect.weights
    chests = [(1.0, w.gold, *chest) for chest in features["chest"]]
    ore = [
        (2.0, 2 * w.gold, square, sealed)
        for square, sealed in features["ore"]
        if distance.get(square, 0) >= events.ORE_DISTANCE
    ]
    gems = [
        (float(GEM), w.gem, square, sealed)
        for square, sealed in features["gem vein"]
        if distance.get(square, 0) >= events.GEM_DISTANCE
    ]
    total = lost = most = 0.0
    stored = []
    for amount, worth, square, sealed in (*chests, *ore, *gems):
        passed = sealed * _unstopped_share(hits.get(square, 0.0))
        total += worth * sealed
        lost += w.risk * amount * passed
        most = max(most, passed)
        if amount == 1:
            stored.append(w.stored * sealed - w.risk * (GEM - 1) * passed)
    # Invaders take most of a small treasure, but never more than all.
    total -= min(lost + w.most * most, MOST_LOST * total)
    if prospect.gems:
        total += sum(sorted(stored, reverse=True)[: prospect.gems])
    return total


def _unstopped_share(hits: float) -> float:
    """The share of invaders that so many hits do not stop."""
    low = int(hits)
    if low >= len(_STOPPED) - 1:
        return 1 - _STOPPED[-1]
    part = hits - low
    return 1 - _STOPPED[low] * (1 - part) - _STOPPED[low + 1] * part


# ---------------------------------------------------------------------- rehearsals of an invasion

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
    seats = enumerate(position.seats, 1)
    others = [seat for at, seat in seats if at != number and seat.playing]
    most = max((seat.tokens.guards.bit_count() for seat in others), default=0)
    left = position.invaders if position.phase == "invasion" else INVASIONS[position.round][0]
    return GuardsToBeat(max(0.5, most - GUARDS_LOST * left), alone=False)


def profit(tokens: Tokens, to_beat: GuardsToBeat) -> float:
    return (
        tokens.all_gold
        + GEM * tokens.gems.bit_count()
        + PRISONER * tokens.prisoners.bit_count()
        + to_beat.expected_prize(tokens.guards.bit_count())
    )


def profit_after(seat: Seat, cards: Cards, to_beat: GuardsToBeat) -> float:
    for number, card in enumerate(cards, 1):
        seat, stages = _after_card(seat, card)
        for stage in stages:
            if stage == "arm" and number == len(cards):
                continue
            options, apply = events.STAGES[stage]
            if moves := options(seat):
                seat = apply(seat, _arm_move(seat) if stage == "arm" else moves[0])
    return profit(seat.tokens, to_beat)


def _after_card(seat: Seat, card: Card) -> tuple[Seat, Sequence[Stage]]:
    """The seat after the automatic effect of a card, and the stages that follow."""
    # An invader walks, and so does a straggler, which is invader 0.
    if card.event and (effect := EVENTS[card.event]) != "straggler":
        if effect == "cave-in":  # a simplification: the lost piece costs some treasure
            return seat, ("pay",)
        return events.apply_effect(seat, effect), events.stages(seat, effect)
    if not card.map:
        return seat, ()
    end = routes(seat.colony, card.invader, card.map).hasty_end(seat.tokens)
    return seat._replace(tokens=end.tokens), events.after_walk(seat, defeated=end.defeated)


def _arm_move(seat: Seat) -> Move:
    """Pay for several traps with the gold nearest to the entrance."""
    gold = seat.colony.nearest_squares(seat.tokens.gold)
    if gold and events.spent_traps(seat).bit_count() > 1:
        return ARM_FOR_GOLD[(gold & -gold).bit_length() - 1]
    return PASS


def expected_profit(seat: Seat, invasions: Sequence[Cards], to_beat: GuardsToBeat) -> float:
    """The mean profit of a seat's tokens over coarse playouts of some invasions. Owners choose by
    simple rules here; chance draws only the cards.
    """
    if not invasions:
        return profit(seat.tokens, to_beat)
    return sum([profit_after(seat, cards, to_beat) for cards in invasions]) / len(invasions)


# ---------------------------------------------------------------------- keeping a colony

MOST_ENDS = 24
"""The most ends of a walk in the close comparison."""
MOST_PLACES = 6
"""The most compared squares for a new guard, nearest to the entrance and farthest from it."""
MOST_MOVES = 24
"""The most compared moves of a guard."""
WORTH_MOVING = 0.15
"""The least gain that justifies moving a guard, in gold."""


class Keeper:
    """Chooses the moves of one seat; without rehearsals it compares only the present tokens."""

    def __init__(
        self, position: Position, number: int, rehearsals: int, rng: random.Random
    ) -> None:
        self._position = position
        self._seat = position.seats[number - 1]
        self._to_beat = guards_to_beat(position, number)
        self._invasions: list[Cards] = [cards_to_come(position, rng) for _ in range(rehearsals)]
        self._worths: dict[tuple[Colony, Tokens], float] = {}

    def worth(self, seat: Seat) -> float:
        """The expected profit of a seat's tokens."""
        key = seat.colony, seat.tokens
        if (known := self._worths.get(key)) is None:
            known = self._worths[key] = expected_profit(seat, self._invasions, self._to_beat)
        return known

    def choose(self, moves: Sequence[Move]) -> Move:
        """The move in a stage from inspection to the end of the invasion."""
        seat = self._seat
        match seat.stage:
            case "walk":
                return self._choose_walk(moves)
            case "populate":
                return self._choose_populating(moves)
            case "inspection":  # a patch is better than a hole
                return next((move for move in moves if move.kind == "patch"), moves[0])
        _, apply = events.STAGES[seat.stage]
        return max(moves, key=lambda move: self.worth(apply(seat, move)))

    def worths(self, moves: Sequence[Move]) -> list[float]:
        seat = self._seat
        if seat.stage == "walk":
            return [
                max([self._after_end(end) for end in self._promising_ends(ends)])
                for ends in self._ends(moves).values()
            ]
        _, apply = events.STAGES[seat.stage]
        return [self.worth(apply(seat, move)) for move in moves]

    # ------------------------------------------------------------------------------ walks

    def _choose_walk(self, moves: Sequence[Move]) -> Move:
        """An option that leads to the best reachable end: the owner alone decides."""
        ends = self._ends(moves)
        reachable = frozenset[End]().union(*ends.values())
        best = max(self._promising_ends(reachable), key=self._after_end)
        return next(move for move in moves if best in ends[move])

    def _ends(self, moves: Sequence[Move]) -> dict[Move, frozenset[End]]:
        if (walk := self._seat.walk) is None:
            raise ValueError("Nobody walks.")
        leading = routes(self._seat.colony, self._position.invader, self._position.map)
        return {move: leading.ends_after(walk, move) for move in moves}

    def _promising_ends(self, ends: Iterable[End]) -> list[End]:
        promising = sorted(ends)
        promising.sort(key=self._first_look, reverse=True)
        return promising[:MOST_ENDS]

    def _first_look(self, end: End) -> float:
        tokens = end.tokens
        defence = tokens.traps.bit_count() + tokens.guards.bit_count()
        return profit(tokens, self._to_beat) + 2 * end.defeated + defence / 2

    def _after_end(self, end: End) -> float:
        """The worth of an end, if the owner takes the first options and re-arms when it pays."""
        seat = self._seat._replace(tokens=end.tokens)
        for stage in events.after_walk(seat, defeated=end.defeated)[:-1]:
            options, apply = events.STAGES[stage]
            if moves := options(seat):
                seat = apply(seat, moves[0])
        if not (self._position.invaders or self._position.events) or not events.arming_moves(seat):
            return self.worth(seat)
        _, armed = events.STAGES["arm"]
        return max(self.worth(armed(seat, move)) for move in (events.arming_moves(seat)[0], PASS))

    # --------------------------------------------------------------------------- populate

    def _choose_populating(self, moves: Sequence[Move]) -> Move:
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
        return self.worth(events.apply_move(self._seat, move))

    def _nearest_and_farthest(self, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves nearest to the entrance, and those farthest from it."""
        if len(moves) <= 2 * MOST_PLACES:
            return moves
        distance = self._seat.colony.distance
        by_distance = sorted(moves, key=lambda move: distance.get(move.at, 0))
        return [*by_distance[:MOST_PLACES], *by_distance[-MOST_PLACES:]]
