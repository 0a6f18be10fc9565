"""The state of a seat: its stash, reserve, colony with tokens, queue, and the decision it is at.

An invader in its colony has a state too, and a trace of its walk; ``invasion`` has its way.
"""

from typing import Literal, NamedTuple

from prowlerbot.games.heroes.colony import NEW_COLONY, Colony
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import ENTRANCE, PATCH, RANK, SOUTH


class Tokens(NamedTuple):
    """Masks of squares. A square has at most three gold and one of each other kind; ``gold``,
    ``gold2`` and ``gold3`` are the squares with at least one, two and three gold.
    """

    gold: int = 0
    gold2: int = 0
    gold3: int = 0
    gems: int = 0
    guards: int = 0
    traps: int = 0
    prisoners: int = 0

    @property
    def all_gold(self) -> int:
        return self.gold.bit_count() + self.gold2.bit_count() + self.gold3.bit_count()

    @property
    def treasure_worth(self) -> int:
        return self.all_gold + GEM_WORTH * self.gems.bit_count()

    @property
    def anywhere(self) -> int:
        """The squares with any token."""
        return self.gold | self.gems | self.guards | self.traps | self.prisoners

    @property
    def counts(self) -> list[int]:
        """The numbers of gold, gems, guards, traps and prisoners."""
        others = self.gems, self.guards, self.traps, self.prisoners
        return [self.all_gold, *(mask.bit_count() for mask in others)]

    @property
    def treasure(self) -> int:
        return self.gold | self.gems

    def gold_on(self, square: int) -> int:
        return (self.gold >> square & 1) + (self.gold2 >> square & 1) + (self.gold3 >> square & 1)

    def with_gold(self, squares: int) -> "Tokens":
        """One more gold on each of these squares."""
        gold, gold2, gold3 = self.gold, self.gold2, self.gold3
        gold2, gold3 = gold2 | squares & gold, gold3 | squares & gold2
        return self._replace(gold=gold | squares, gold2=gold2, gold3=gold3)

    def without_gold(self, square: int) -> "Tokens":
        """One gold less on a square that has some."""
        bit = 1 << square
        if self.gold3 & bit:
            return self._replace(gold3=self.gold3 ^ bit)
        if self.gold2 & bit:
            return self._replace(gold2=self.gold2 ^ bit)
        return self._replace(gold=self.gold ^ bit)

    def only_on(self, squares: int) -> "Tokens":
        return Tokens(*[mask & squares for mask in self])


NO_TOKENS = Tokens()

Trace = tuple[tuple[int, str], ...]
"""The events of a walk: pairs of a square and ``""`` for its entry, the kind of token that acted
there (``trap``, ``guard``, ``gold``, ``gem``), ``prisoner`` for a freed one, and at the end one of
``WALK_ENDS``.
"""
WALK_ENDS = ("defeated", "left")


class Walk(NamedTuple):
    """An invader on its way, with the whole state that its further walk depends on.

    ``tokens`` are those of the colony. ``trap_free`` and ``guard_free`` count the next ones that do
    not hurt it, ``treated`` says whether a treasure has healed it, ``reached`` whether a tour has
    been to its goal. ``facing`` counts for maps of turns only. ``steps`` holds the steps taken, for
    maps of the kind ``walk``: bits of four times the square plus the direction. ``seen`` and
    ``back`` are for those of the kind ``search``: the visited squares, and the way back, H7 first.
    """

    tokens: Tokens
    hearts: int
    bags: int
    trap_free: int
    guard_free: int
    square: int = ENTRANCE
    facing: int = SOUTH
    treated: bool = False
    reached: bool = False
    steps: int = 0
    seen: int = 1 << ENTRANCE
    back: tuple[int, ...] = ()


class End(NamedTuple):
    """The end of a walk: the tokens of the colony, and whether the invader was defeated."""

    tokens: Tokens
    defeated: bool


def step_ends(trace: Trace) -> list[int]:
    """The lengths of the trace up to each step, its events included."""
    entries = [index for index, (_, event) in enumerate(trace) if not event]
    return [*entries[1:], len(trace)] if trace else []


_FIELDS_OF_EVENTS = {"trap": "traps", "guard": "guards", "gem": "gems", "prisoner": "prisoners"}
"""By the kind of an event in a trace: the field of ``Tokens`` with its squares."""


def without_lost(tokens: Tokens, trace: Trace) -> Tokens:
    """The tokens of a colony that remain after a walk."""
    for square, event in trace:
        if event == "gold":
            tokens = tokens.without_gold(square)
        elif event in _FIELDS_OF_EVENTS:
            field = _FIELDS_OF_EVENTS[event]
            tokens = tokens._replace(**{field: getattr(tokens, field) & ~(1 << square)})
    return tokens


GEM_WORTH = 5
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
    reveal chose, ``hidden_moves`` the number of moves of this turn that nobody else has seen.
    ``hand`` is the tile in hand, 0 for none. ``moved`` holds the squares of guards that a mess hall
    has moved. ``pending`` are the stages of a card after this one. ``walk`` is the invader in the
    colony, None when there is none; ``trace`` is the trace of the latest one.
    """

    gold: int = 0
    gems: int = 0
    reserve: tuple[str, ...] = (PATCH,)
    colony: Colony = NEW_COLONY
    tokens: Tokens = NO_TOKENS
    stage: Stage = "wait"
    legal: tuple[Move, ...] = ()
    queue: tuple[int, ...] = ()
    passing: int = 0
    hidden_moves: int = 0
    done: bool = False
    hand: int = 0
    moved: int = 0
    pending: tuple[Stage, ...] = ()
    walk: Walk | None = None
    trace: Trace = ()

    @property
    def treasure(self) -> int:
        """The worth of the stash."""
        return self.gold + GEM_WORTH * self.gems

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

    def without_reserve(self, piece_id: str) -> "Seat":
        """The seat with one piece of this id less. Raises ValueError if it has none."""
        at = self.reserve.index(piece_id)
        return self._replace(reserve=self.reserve[:at] + self.reserve[at + 1 :])


GONE_SEAT = Seat(reserve=(), stage="left")
