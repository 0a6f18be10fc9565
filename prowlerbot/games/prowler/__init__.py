"""Prowler's Passage: two thieves, six hexes, 27 pathways."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence

from prowlerbot.core.game import Game, Mark
from prowlerbot.games.prowler.board import PATHWAYS
from prowlerbot.games.prowler.position import FIRST, draw_setup, parse_setup
from prowlerbot.games.prowler.rules import Position, by_category, running_wealth, start_match


class Prowler(Game):
    key = "prowler"
    title = "Prowler's Passage"
    seats = range(2, 3)
    least_moves = 8
    keeps_seats = True

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:
        self.check(players, options, FIRST)
        return str(draw_setup(rng, options))

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:
        """Fix the first seat: the player who placed second starts, on the same side as before."""
        return {**options, FIRST: str(3 - parse_setup(setup).start)}

    def drawn_parts(self, setup: str) -> frozenset[str]:
        drawn = parse_setup(setup)
        placed = (*"".join(drawn.hexes), *drawn.tiles, *map(str, drawn.cards))
        return frozenset(f"{place}{piece}" for place, piece in enumerate(placed))

    def traits(self, seen: Position) -> Sequence[frozenset[str]]:
        """The pathways, tiles, statues and cards of each player, the remaining tiles, and the
        districts with their markers: one group for each way to seat the players.
        """
        setup = seen.setup
        board = {f"hex {at}{district}" for at, district in enumerate("".join(setup.hexes))}
        groups = []
        for seats in ((0, 1), (1, 0)):
            facts = {*board, *(f"card {card}" for card in seen.unclaimed)}
            side = 1 if seats == (0, 1) else -1
            facts |= {f"marker {at} {space * side}" for at, space in enumerate(seen.track)}
            for place, seat in enumerate(seats):
                dug = [each.number for each in PATHWAYS if seen.passages[seat] >> each.number & 1]
                held = Counter(setup.tile(number) for number in dug)
                facts |= {f"{place} dug {number}" for number in dug}
                facts |= {f"{place} has {count} {tile}" for tile, count in held.items()}
                facts |= {f"{place} stole {statue}" for statue in seen.statues[seat]}
                facts |= {f"{place} card {card}" for card in seen.achievements[seat]}
            lying = ~(seen.passages[0] | seen.passages[1])
            facts |= {
                f"lies {each.number}{setup.tile(each.number)}"
                for each in PATHWAYS
                if lying >> each.number & 1
            }
            groups.append(frozenset(facts))
        return groups

    def start(self, setup: str) -> Position:
        return start_match(parse_setup(setup))

    def points(self, seen: Position) -> Sequence[int]:
        return [running_wealth(seen, seat) for seat in (1, 2)]

    def course(self, states: Sequence[Position], seat: int) -> Sequence[Mark]:
        """By category of the scorings, both together."""
        pairs = zip(by_category(states[-1], seat), by_category(states[-1], 3 - seat), strict=True)
        return [Mark.against(own, other) for own, other in pairs]
