"""Prowler's Passage: two thieves, six hexes, 27 pathways."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence

from prowlerbot.core.game import Game, Mark
from prowlerbot.games.prowler.board import pathways_in
from prowlerbot.games.prowler.position import FIRST, draw_setup, parse_setup
from prowlerbot.games.prowler.rules import Position, running_wealth, start_match, wealth_by_category


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
        board |= {f"card {card}" for card in seen.unclaimed}
        board |= {f"lies {number}{setup.tile(number)}" for number in pathways_in(seen.free)}
        groups = []
        for seats, side in (((1, 2), 1), ((2, 1), -1)):
            facts = {f"marker {at} {space * side}" for at, space in enumerate(seen.track)}
            for place, seat in enumerate(seats):
                facts |= {f"{place} {fact}" for fact in _facts_of_seat(seen, seat)}
            groups.append(frozenset(board | facts))
        return groups

    def start(self, setup: str) -> Position:
        return start_match(parse_setup(setup))

    def points(self, seen: Position) -> Sequence[int]:
        return [running_wealth(seen, seat) for seat in (1, 2)]

    def course(self, states: Sequence[Position], seat: int) -> Sequence[Mark]:
        """By category of the scorings, both together."""
        both = (wealth_by_category(states[-1], each) for each in (seat, 3 - seat))
        return [Mark.against(own, other) for own, other in zip(*both, strict=True)]


def _facts_of_seat(position: Position, seat: int) -> set[str]:
    dug = pathways_in(position.passages[seat - 1])
    held = Counter(position.setup.tile(number) for number in dug)
    facts = {f"dug {number}" for number in dug}
    facts |= {f"has {count} {tile}" for tile, count in held.items()}
    facts |= {f"stole {statue}" for statue in position.statues[seat - 1]}
    return facts | {f"card {card}" for card in position.achievements[seat - 1]}
