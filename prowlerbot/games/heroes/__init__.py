"""Heroes Beware: one to four colonies underground, and invaders that walk through them."""

import random
from collections.abc import Mapping, Sequence

from prowlerbot.core.capabilities import StandingOrders
from prowlerbot.core.game import Game, Mark
from prowlerbot.games.heroes import position
from prowlerbot.games.heroes.rules import Position, start_match
from prowlerbot.games.heroes.scoring import medal_pace


class Heroes(StandingOrders, Game):
    key = "heroes"
    title = "Heroes Beware"
    seats = position.SEATS
    least_moves = 40
    shortest_clock = 20 * 60
    orders = position.ORDERS
    usual_orders = (position.REVEAL_STUCK,)

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:
        del rng  # nothing in a set-up is drawn
        self.check(players, options, *position.OPTIONS)
        return str(position.chosen_setup(players, options))

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:
        return position.rematch_options(position.parse_setup(setup), options)

    def start(self, setup: str) -> Position:
        return start_match(position.parse_setup(setup))

    def traits(self, seen: Position) -> Sequence[frozenset[str]]:
        """The colony, the tiles and the tokens of each seat; decisions depend on little else."""
        return [
            frozenset(f"{placed.id} {placed.at} {placed.turns}" for placed in seat.colony.pieces)
            | {f"tile {tile}" for tile in (*seat.queue, seat.hand) if tile > 0}
            | {f"{name} {mask}" for name, mask in seat.tokens._asdict().items() if mask}
            for seat in seen.seats
        ]

    def points(self, seen: Position) -> Sequence[int]:
        """The treasure after the latest round."""
        return seen.rounds[-1] if seen.rounds else ()

    def course(self, states: Sequence[Position], seat: int) -> Sequence[Mark]:
        """The treasure after each round, compared with the way to the medals or with the others."""
        last = states[-1]
        marks = []
        for number, treasures in enumerate(last.rounds, 1):
            own = treasures[seat - 1]
            if others := [each for other, each in enumerate(treasures, 1) if other != seat]:
                marks.append(Mark.against(own, max(others)))
                continue
            gold, bronze = medal_pace(last.setup.build, number, len(last.rounds))
            marks.append(Mark.GOOD if own >= gold else Mark.FAIR if own >= bronze else Mark.POOR)
        return marks
