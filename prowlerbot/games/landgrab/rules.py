"""The position as the contract wants it: the seats to move, their moves, the facts, and the winner.

``position`` has its data, and ``turns`` the effects of moves. The terms are those of
docs/rules/landgrab.md.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from prowlerbot.core.capabilities import DrawnByConsent, Elimination, Leaving, Planning
from prowlerbot.core.game import CHANCE, Outcome, ranked
from prowlerbot.games.landgrab import plans, turns
from prowlerbot.games.landgrab.legal_places import NOWHERE, legal_tiles
from prowlerbot.games.landgrab.map import NAME, Map, Move
from prowlerbot.games.landgrab.position import FIRST_TILE, PositionData, Setup

STARTING_LIVES = 3
LAST_REMAINING = 5
"""The points of the last player who is still in."""


class Score(NamedTuple):
    """The points of a seat, as a record states them."""

    small: int
    large: int
    last: int

    @property
    def total(self) -> int:
        return sum(self)


def score(position: PositionData, seat: int) -> Score:
    """The present points of a seat; those for the last remaining player only at the end."""
    owners = zip(position.map.buildings, position.owners, strict=True)
    owned = [each for each, owner in owners if owner == seat]
    large = sum(each.worth for each in owned if each.is_large)
    small = sum(each.worth for each in owned if not each.is_large)
    last = position.end == "last" and position.lives[seat - 1] > 0
    return Score(small, large, LAST_REMAINING if last else 0)


def outcome(position: PositionData) -> Outcome:
    """The ranks by points, then large buildings, then lives; a seat that left is behind all."""
    scores = [score(position, seat) for seat in position.seats]
    totals = tuple(each.total for each in scores)
    rules: dict[str, Sequence[int]] = {
        "left": [seat not in position.left for seat in position.seats],
        "points": totals,
        "large": [each.large for each in scores],
        "lives": position.lives,
    }
    merits = list(zip(*rules.values(), strict=True))
    return Outcome(ranked(merits), _deciding_rule(rules, merits), totals)


def _deciding_rule(rules: dict[str, Sequence[int]], merits: list[tuple[int, ...]]) -> str:
    """The first rule that puts one seat alone in front."""
    best = max(merits)
    for count, by in enumerate(rules, 1):
        if sum(merit[:count] == best[:count] for merit in merits) == 1:
            return by
    return "shared"


class Position(
    PositionData, DrawnByConsent[Move], Leaving[Move], Elimination[Move], Planning[Move]
):
    """A position of Landgrab as the contract wants it; its data are those of ``PositionData``."""

    __slots__ = ()

    @property
    def outcome(self) -> Outcome | None:
        return outcome(self) if self.end else None

    @property
    def out(self) -> frozenset[int]:
        return frozenset(seat for seat in self.seats if not self.is_in(seat)) - self.left

    @property
    def drawable(self) -> bool:
        """Whether the rest of the map can be drawn; players choose their spawns themselves."""
        return self.phase in {"tiles", "buildings"}

    @property
    def out_of_turn(self) -> bool:
        return self.phase == "eviction"

    def moves(self, seat: int) -> tuple[Move, ...]:
        return self.legal if seat in self.to_move else ()

    def after(self, seat: int, move: Move) -> "Position":
        match move.kind:
            case "":
                return turns.apply_arrival(self, seat, move)
            case "d":
                return turns.apply_roll(self, move.at)
            case "c":
                return turns.await_roll(self, "claim", self.map.building_numbers[move.at], move)
            case "a":
                return turns.await_roll(self, "attack", move.at, move)
            case "t" | "s" | "l" | "p":
                return turns.apply_placement(self, seat, move)

    def leave(self, seat: int) -> "Position | None":
        if len(self.lives) == 2 or not self.is_in(seat) or self.end or CHANCE in self.to_move:
            return None
        pawns = turns.replace_value(self.pawns, seat, NOWHERE)
        lives, left = turns.replace_value(self.lives, seat, 0), self.left | {seat}
        after = self._replace(pawns=pawns, lives=lives, left=left, progress=self.round, last=None)
        was_to_move = seat in self.to_move
        if after.decided:
            return turns.end_match(after, "last")
        if self.round:
            return turns.drop_left_seat(after, seat, due=was_to_move)
        return turns.place_after_leave(after, due=was_to_move)

    @property
    def plannable(self) -> bool:
        return self.phase == "turn"

    plans_own_turns = True
    planned = plans.write_plan
    foreseen = plans.rest_of_plan
    planned_move = plans.planned_move

    def facts(self) -> Mapping[str, object]:
        buildings = list(zip(self.map.buildings, self.owners, self.points, strict=True))
        return {
            "phase": self.phase,
            "round": self.round,
            "progress": self.progress,
            "pawns": [NAME[square] if square >= 0 else None for square in self.pawns],
            "lives": list(self.lives),
            "owned": [
                [NAME[each.first] for each, owner, _ in buildings if owner == seat]
                for seat in self.seats
            ],
            "damaged": {NAME[each.first]: left for each, _, left in buildings if left < each.full},
        }

    def summary(self) -> Mapping[str, object]:
        if not self.end:
            return {}
        return {"end": self.end, "scores": [list(score(self, seat)) for seat in self.seats]}


def start_match(setup: Setup) -> Position:
    seats = setup.seats
    map_ = setup.map or Map((FIRST_TILE,))
    position = Position(
        setup,
        map_,
        turn=setup.first,
        pawns=(NOWHERE,) * seats,
        spawns=(NOWHERE,) * seats,
        lives=(STARTING_LIVES,) * seats,
        owners=(0,) * len(map_.full_points),
        points=map_.full_points,
    )
    if setup.map is not None:
        return turns.await_spawn_or_begin_turns(position)
    return turns.await_placement(position, setup.first % seats + 1, legal_tiles(map_))
