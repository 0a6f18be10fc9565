"""Landgrab: two to four pawns, a map of tiles, and buildings that go to the last roll."""

import random
from collections.abc import Mapping, Sequence
from itertools import combinations

from prowlerbot.core.capabilities import SeatChoices
from prowlerbot.core.game import Game, Mark
from prowlerbot.games.landgrab import position
from prowlerbot.games.landgrab.rules import Position, score, start_match

_ENOUGH_OWNED = 3
"""The owned buildings that are enough to recognise a position."""
_ENOUGH_PIECES = 8
"""The tiles and buildings that are enough to recognise a map."""


class Landgrab(SeatChoices, Game):
    key = "landgrab"
    title = "Landgrab"
    seats = position.SEATS
    least_moves = 20
    choices = tuple(position.COLOURS)

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:
        self.check(players, options, *position.OPTIONS)
        return str(position.draw_setup(rng, players, options))

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:
        return position.rematch_options(position.parse_setup(setup), options)

    def drawn_parts(self, setup: str) -> frozenset[str]:
        lists = enumerate(position.text_of_drawn_map(position.parse_setup(setup)).split("/"))
        found = ((kind, each) for kind, written in lists for each in written.split(","))
        return frozenset(f"{kind}{each}" for kind, each in found if each)

    def traits(self, seen: Position) -> Sequence[frozenset[str]]:
        """The map, unless it is a fixed one; pawns, owned buildings, and which belong together."""
        groups, pieces = [], position.map_parts_of(seen.setup, seen.map)
        if len(pieces) >= _ENOUGH_PIECES:
            groups.append(pieces)
        owners = zip(seen.map.buildings, seen.owners, strict=True)
        owned = [(building.first, owner) for building, owner in owners if owner]
        if len(owned) >= _ENOUGH_OWNED:
            pairs = {
                f"{one}{'=' if owner == other else '≠'}{two}"
                for (one, owner), (two, other) in combinations(owned, 2)
            }
            pawns = {f"pawn {square}" for square in seen.pawns}
            groups.append(frozenset(pawns | pairs | {f"owned {at}" for at, _ in owned}))
        return groups

    def chosen(self, options: Mapping[str, str], choices: Sequence[str]) -> Mapping[str, str]:
        return position.options_with_colours(options, choices)

    def given(self, setup: str) -> Sequence[str]:
        return position.parse_setup(setup).colours

    def start(self, setup: str) -> Position:
        return start_match(position.parse_setup(setup))

    def of_the_day(self, rng: random.Random) -> tuple[int, Mapping[str, str]]:
        """A drawn map, as players do not want to build one every day."""
        return rng.choice(position.SEATS), {"map": position.DRAWN}

    def points(self, seen: Position) -> Sequence[int]:
        return [score(seen, seat).total for seat in seen.seats]

    def course(self, states: Sequence[Position], seat: int) -> Sequence[Mark]:
        """The points by quarters of the match, against the best of the others."""
        marks = []
        for quarter in range(1, 5):
            state = states[(len(states) - 1) * quarter // 4]
            totals = {each: score(state, each).total for each in state.seats}
            marks.append(Mark.against(totals.pop(seat), max(totals.values())))
        return marks
