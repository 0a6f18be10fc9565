"""The seats of the slow Heroes Beware, and all that lies on the table."""

from dataclasses import dataclass, field
from typing import Any

from tests.games.heroes.reference_colony import ALL_I, ALL_L, CONTENTS, PATCHES, Colony, Square
from tests.games.heroes.reference_walk import Known, Walk

INVADERS = {each["id"]: each for each in CONTENTS["invaders"]}
MAPS = {each["id"]: each for each in CONTENTS["maps"]}
EVENTS = {each["id"]: each["effect"] for each in CONTENTS["events"]}
STRAGGLER: dict[str, Any] = {"hearts": 1, "bags": 1, "special": {}}
TURNS_BEFORE_THE_LAST = {"turns": [39, 39, 39], "brisk": [13, 15, 17]}
MEDALS = {"brisk": [24, 16, 9], "turns": [40, 25, 14], "live": [28, 20, 12]}


def number(id_: str) -> int:
    return int(id_[1:])


@dataclass
class Seat:
    """The possessions of a seat, and its stage."""

    colony: Colony = field(default_factory=Colony)
    gold: int = 0
    gems: int = 0
    reserve: list[str] = field(default_factory=lambda: ["P"])
    left: bool = False
    # Draft: the queue has a tile's number or None for each place, "" where one has been built.
    queue: list[int | str | None] = field(default_factory=list)
    built: int = 0
    finished: bool = False
    revealed: int | None = None
    done: bool = False
    # Live.
    hand: int | None = None
    # After building.
    stage: str = ""
    guards_moved: list[Square] = field(default_factory=list)
    # The steps left for a card of the invasion, in order.
    steps: list[str] = field(default_factory=list)
    walk: Walk | None = None
    known: Known = field(default_factory=dict)

    @property
    def treasure(self) -> int:
        return self.gold + 5 * self.gems

    @property
    def merit(self) -> tuple[int, int]:
        return self.treasure, self.gems


class Table:
    """The state of a match."""

    def __init__(self, setup: str) -> None:
        self.setup = setup
        seats, self.build, hand, _ = setup.split("/")
        self.guided = hand == "guided"
        self.seats = {seat: Seat() for seat in range(1, int(seats) + 1)}
        self.supply = PATCHES - len(self.seats)
        self.left: list[int] = []
        self.phase = ""
        self.round = 1
        self.turn = 0
        self.pile = 0
        self.plies = 0
        self.concealed: dict[int, list[int]] = {}
        self.turn_began: dict[int, tuple[int, list[str]]] = {}
        self.unseen: list[int] = []
        self.face_up: list[int] = []
        self.last_turn = False
        self.rounds: list[list[int]] = []
        self.never_dealt = {"L": list(ALL_L), "I": list(ALL_I)}
        self.offered: list[str] = []
        self.order: list[int] = []
        self.choosing: list[int] = []
        self.invaders = list(INVADERS)
        self.events = list(EVENTS)
        self.maps: list[str] = []
        self.cards = {"invader": 0, "event": 0}
        self.invader = ""
        self.map = ""
        # The next draws of chance, in order: a word for the draw, then the seat.
        self.due: list[tuple[str, int]] = []
        self.to_turn_up: dict[int, list[int]] = {}

    def playing(self) -> list[int]:
        return [seat for seat, each in self.seats.items() if not each.left]

    def players(self) -> list[Seat]:
        return [self.seats[seat] for seat in self.playing()]

    def _go_on(self) -> None:
        """All events that now happen by themselves."""
        raise NotImplementedError
