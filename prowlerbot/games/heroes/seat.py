"""What belongs to one seat: its stash, reserve and colony, and where it stands in the round."""

from __future__ import annotations

from typing import Literal, NamedTuple

from .colony import NEW, Colony
from .moves import Move
from .pieces import PATCH, RANK
from .tokens import NO_TOKENS, Tokens
from .walk import Trace, Walk

FACE_DOWN, GONE = 0, -1
"""Stand in a queue for a tile that is not turned up, and for one that was built this turn."""

Stage = Literal[
    "wait", "draft", "live", "closing", "inspection", "populate",
    "walk", "cell", "recruit", "arm",
    "cave-in", "seepage", "pay", "jailbreak", "seam",
    "planning", "left",
]  # fmt: skip
"""What a seat has to decide: ``recruit`` is step 2 after an invader, ``arm`` step 3; from
``cave-in`` on it is the events that ask something. ``wait`` is for others or for chance."""


class Seat(NamedTuple):
    """A seat as it stands.

    ``legal`` is what it may do, empty unless it is to move; while building is live it is found
    when it is asked for. ``queue`` has the numbers of its tiles from the left, ``passing`` the
    place that a reveal chose, ``made`` how many moves of this turn nobody else has seen. ``hand``
    is the tile in hand, 0 for none. ``moved`` are the squares of guards that a mess hall has moved.
    ``pending`` are the stages of a card that are still to come after this one. ``walk`` is the
    invader in the colony, None when there is none; ``trace`` is how the latest one fared.
    """

    gold: int = 0
    gems: int = 0
    reserve: tuple[str, ...] = (PATCH,)
    colony: Colony = NEW
    tokens: Tokens = NO_TOKENS
    stage: Stage = "wait"
    legal: tuple[Move, ...] = ()
    queue: tuple[int, ...] = ()
    passing: int = 0
    made: int = 0
    done: bool = False
    hand: int = 0
    moved: int = 0
    pending: tuple[Stage, ...] = ()
    walk: Walk | None = None
    trace: Trace = ()

    @property
    def treasure(self) -> int:
        """What the stash is worth."""
        return self.gold + GEM * self.gems

    @property
    def playing(self) -> bool:
        """Whether it has not left."""
        return self.stage != "left"

    @property
    def built_now(self) -> int:
        """How many tiles of its queue it has built in this turn."""
        return self.queue.count(GONE)

    def waiting(self, stage: Stage = "wait") -> Seat:
        """The same with nothing to decide."""
        return self._replace(stage=stage, legal=())

    def with_reserve(self, *ids: str) -> Seat:
        """The same with these pieces in its reserve, which is in order."""
        return self._replace(reserve=tuple(sorted((*self.reserve, *ids), key=RANK.__getitem__)))

    def without_reserve(self, id_: str) -> Seat:
        """The same with one piece less in its reserve."""
        at = self.reserve.index(id_)
        return self._replace(reserve=self.reserve[:at] + self.reserve[at + 1 :])


GEM = 5
"""What a gem is worth."""
GONE_SEAT = Seat(reserve=(), stage="left")
"""What remains of a seat that has left."""
