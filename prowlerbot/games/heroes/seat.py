"""The state of a seat: its stash, reserve, colony and queue, and the decision that it is at."""

from typing import Literal, NamedTuple

from prowlerbot.games.heroes.colony import NEW, Colony
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import NO_TOKENS, PATCH, RANK, Tokens
from prowlerbot.games.heroes.stages.walk import Trace, Walk

GEM = 5
"""The worth of a gem."""
FACE_DOWN, GONE = 0, -1
"""In a queue: a tile that is not turned up, and one that was built this turn."""

Stage = Literal[
    "wait", "draft", "live", "closing", "inspection", "populate",
    "walk", "cell", "recruit", "arm",
    "cave-in", "seepage", "pay", "jailbreak", "seam",
    "planning", "left",
]  # fmt: skip
"""The decision of a seat: ``recruit`` is step 2 after an invader, ``arm`` step 3; from ``cave-in``
on come the choices of events. ``wait`` is for others or for chance."""


class Seat(NamedTuple):
    """The state of a seat.

    ``legal`` holds its legal moves, empty unless it is to move; in live building they are computed
    on demand. ``queue`` has the numbers of its tiles from the left, ``passing`` the place that a
    reveal chose, ``made`` the number of moves of this turn that nobody else has seen. ``hand`` is
    the tile in hand, 0 for none. ``moved`` holds the squares of guards that a mess hall has moved.
    ``pending`` are the stages of a card after this one. ``walk`` is the invader in the colony, None
    when there is none; ``trace`` is the trace of the latest one.
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
        """The worth of the stash."""
        return self.gold + GEM * self.gems

    @property
    def tokens_now(self) -> Tokens:
        """The tokens in the colony, those that an invader has left so far included."""
        return self.tokens if self.walk is None else self.walk.tokens

    @property
    def playing(self) -> bool:
        return self.stage != "left"

    @property
    def built_now(self) -> int:
        """The number of tiles of its queue that it has built this turn."""
        return self.queue.count(GONE)

    def let_wait(self) -> "Seat":
        return self._replace(stage="wait", legal=())

    def with_tokens(self, **masks: int) -> "Seat":
        """The seat with tokens of these kinds on these squares alone."""
        return self._replace(tokens=self.tokens._replace(**masks))

    def with_reserve(self, *ids: str) -> "Seat":
        """The seat with these pieces in its reserve, which stays sorted."""
        return self._replace(reserve=tuple(sorted((*self.reserve, *ids), key=RANK.__getitem__)))

    def without_reserve(self, id_: str) -> "Seat":
        at = self.reserve.index(id_)
        return self._replace(reserve=self.reserve[:at] + self.reserve[at + 1 :])


GONE_SEAT = Seat(reserve=(), stage="left")
