"""The position as the contract wants it: the seats to move, their moves, and the facts.

``position`` has its data, ``placing`` the effects of moves until the map is built and every seat
has its spawn, and ``turns`` those afterwards. The terms are those of docs/rules/landgrab.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from prowlerbot.core.capabilities import DrawnByConsent, Elimination, Leaving, Planning
from prowlerbot.core.game import CHANCE, Outcome

from . import placing, plans, scoring, turns
from .legal_places import legal_tiles
from .map import Map
from .moves import Move
from .position import PositionData
from .prepared_maps import FIRST_TILE
from .reach import NOWHERE
from .setup import Setup
from .space import NAME

STARTING_LIVES = 3


class Position(
    PositionData, DrawnByConsent[Move], Leaving[Move], Elimination[Move], Planning[Move]
):
    """A position of Landgrab as the contract wants it; its data are those of ``PositionData``."""

    __slots__ = ()

    # ------------------------------------------------------------------------- the contract

    @property
    def outcome(self) -> Outcome | None:
        return scoring.outcome(self) if self.end else None

    @property
    def out(self) -> frozenset[int]:
        return frozenset(seat for seat in self.seats if not self.is_in(seat)) - self.left

    @property
    def drawable(self) -> bool:
        """Whether the rest of the map can be drawn; players choose their spawns themselves."""
        return self.phase in {"tiles", "buildings"}

    def moves(self, seat: int) -> tuple[Move, ...]:
        return self.legal if seat in self.to_move else ()

    def after(self, seat: int, move: Move) -> Position:
        match move.kind:
            case "":
                return turns.arrived(self, seat, move)
            case "d":
                return turns.rolled(self, move.at)
            case "c":
                return turns.awaiting(self, "claim", self.map.number[move.at], move)
            case "a":
                return turns.awaiting(self, "attack", move.at, move)
            case _:
                return placing.placed(self, seat, move)

    def leave(self, seat: int) -> Position | None:
        if len(self.lives) == 2 or not self.is_in(seat) or self.end or CHANCE in self.to_move:
            return None
        gone = self._replace(
            pawns=turns.changed(self.pawns, seat, NOWHERE),
            lives=turns.changed(self.lives, seat, 0),
            left=self.left | {seat},
            progress=self.round,
            last=None,
        )
        due = seat in self.to_move
        if gone.decided:
            return turns.over(gone, "last")
        if self.round:
            return turns.without(gone, seat, due=due)
        return placing.without(gone, due=due)

    @property
    def plannable(self) -> bool:
        return self.phase == "turn"

    planned = plans.planned
    foreseen = plans.foreseen
    planned_move = plans.planned_move

    def facts(self) -> Mapping[str, object]:
        buildings = self.map.buildings
        standing = list(zip(buildings, self.owners, self.points, strict=True))
        return {
            "phase": self.phase,
            "round": self.round,
            "progress": self.progress,
            "pawns": [NAME[square] if square >= 0 else None for square in self.pawns],
            "lives": list(self.lives),
            "owned": [
                [NAME[each.first] for each, owner, _ in standing if owner == seat]
                for seat in self.seats
            ],
            "damaged": {
                NAME[each.first]: points for each, _, points in standing if points < each.full
            },
        }

    def summary(self) -> Mapping[str, object]:
        if not self.end:
            return {}
        scores = [list(scoring.score(self, seat)) for seat in self.seats]
        return {"end": self.end, "scores": scores}


def start(setup: Setup) -> Position:
    seats = setup.seats
    map_ = setup.map or Map((FIRST_TILE,))
    nothing = Position(
        setup,
        map_,
        turn=setup.first,
        pawns=(NOWHERE,) * seats,
        spawns=(NOWHERE,) * seats,
        lives=(STARTING_LIVES,) * seats,
        owners=(0,) * len(map_.full),
        points=map_.full,
    )
    if setup.map is not None:
        return placing.to_spawns(nothing)
    return placing.to_place(nothing, setup.first % seats + 1, legal_tiles(map_))
