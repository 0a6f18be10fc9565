"""The machine's keeping of a colony: populate, the walks of invaders, and the later stages.

It compares options by rehearsals of the rest of the invasion, the same ones for all options.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.moves import PASS, READY, Move
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.stages import populate
from prowlerbot.games.heroes.stages.events import STAGES, after_walk, arming
from prowlerbot.games.heroes.stages.routes import routes
from prowlerbot.games.heroes.stages.walk import End
from prowlerbot.games.heroes.tokens import Tokens

from .rehearsal import Cards, cards_to_come, expected_profit, guards_to_beat, profit

MOST_ENDS = 24
"""The most ends of a walk in the close comparison."""
MOST_PLACES = 6
"""The most compared squares for a new guard, nearest to the entrance and farthest from it."""
MOST_MOVES = 24
"""The most compared moves of a guard."""
WORTH_MOVING = 0.15
"""The least gain that justifies moving a guard, in gold."""


class Keeper:
    """Chooses the moves of one seat, for one decision.

    Without rehearsals it compares only the present tokens.
    """

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
        known = self._worths.get(key)
        if known is None:
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

    def _choose_walk(self, moves: Sequence[Move]) -> Move:
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
        return profit(tokens, self._to_beat) + 2 * end.defeated + defence / 2

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
        return self.worth(populate.after(self._seat, move))

    def _nearest_and_farthest(self, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves nearest to the entrance, and those farthest from it."""
        if len(moves) <= 2 * MOST_PLACES:
            return moves
        distance = self._seat.colony.distance
        by_distance = sorted(moves, key=lambda move: distance.get(move.at, 0))
        return [*by_distance[:MOST_PLACES], *by_distance[-MOST_PLACES:]]
