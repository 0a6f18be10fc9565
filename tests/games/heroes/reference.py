"""A slow, plain second implementation of Heroes Beware, to hold the fast one against.

Everything here follows the wording of the rules as directly as possible; it shares no code with
the game it checks, only the contents of the box. `reference_colony` has pieces and colonies,
`reference_walk` what an invader does in one.

Use `replay(setup, moves)` for the whole JSON record. Moves are written as they stand in a record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .reference_colony import (
    ALL_I,
    ALL_L,
    BY_NAME,
    CONTENTS,
    GRID,
    H7,
    PATCHES,
    TILES,
    Colony,
    Square,
    name,
    reserve_order,
)
from .reference_walk import Known, Walk, after, begin, distinct_options

Entry = str | list[Any]

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


class Match:
    """A match that is played on move by move."""

    def __init__(self, setup: str) -> None:
        self.setup = setup
        seats, self.build, hand, length = setup.split("/")
        self.guided = hand == "guided"
        self.seats = {seat: Seat() for seat in range(1, int(seats) + 1)}
        self.supply = PATCHES - len(self.seats)
        self.left: list[int] = []
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
        if length == "short":
            for each in self.seats.values():
                each.gems = 1
            self._begin_planning()
        else:
            self._begin_build()

    # The seats still in, and those to move.

    def playing(self) -> list[int]:
        return [seat for seat, each in self.seats.items() if not each.left]

    def players(self) -> list[Seat]:
        return [self.seats[seat] for seat in self.playing()]

    def to_move(self) -> list[int]:
        """Seats, [0] for chance; nobody if the match is over."""
        if self.phase == "over":
            return []
        if self.due:
            return [0]
        return [seat for seat in self.playing() if self._is_awaited(seat)]

    def _is_awaited(self, seat: int) -> bool:
        each = self.seats[seat]
        match self.phase:
            case "draft":
                return not (each.done or each.finished)
            case "live":
                return not each.done
            case "settling":
                return each.stage != "ready"
            case "invasion":
                return bool(each.steps)
            case _:
                return seat == self.choosing[0]

    # Legal moves.

    def legal(self, seat: int) -> list[str]:
        if seat not in self.to_move():
            return []
        if seat == 0:
            return self._legal_chance()
        each = self.seats[seat]
        match self.phase:
            case "draft":
                return self._legal_draft(each)
            case "live":
                return self._legal_live(each)
            case "settling" if each.stage == "closing":
                return [*self._legal_reserve(each), "end"]
            case "settling" if each.stage == "inspection":
                return self._legal_inspection(each)
            case "settling":
                return self._legal_populate(each)
            case "invasion":
                return self._legal_step(each)
            case _:
                return reserve_order(set(self.offered))

    def _legal_chance(self) -> list[str]:
        match self.due[0][0]:
            case "queue" | "hand":
                return [f"t{tile}" for tile in sorted(self.unseen)]
            case "kind":
                return [f"d{card}" for card in range(1, sum(self.cards.values()) + 1)]
            case "invader":
                return sorted(self.invaders, key=number)
            case "map":
                return sorted(self.maps, key=number)
            case "event":
                return sorted(self.events, key=number)
            case "order":
                return [f"s{seat}" for seat in self._next_in_order()]
            case kind:
                return sorted(self.never_dealt[kind], key=number)

    # ------------------------------------------------------------------------------- moves

    def play(self, seat: int, text: str) -> None:
        """Play a move; the caller makes sure that it is legal."""
        self.plies += 1
        if text == "leave":
            self._leave(seat)
            return
        each = self.seats.get(seat, Seat())
        if seat == 0:
            self._chance(text)
        elif self.phase == "draft":
            self.concealed.setdefault(seat, []).append(self.plies)
            self._play_draft(each, text)
        elif self.phase == "live":
            self._play_live(seat, each, text)
        elif self.phase == "settling":
            self._play_settling(each, text)
        elif self.phase == "invasion":
            self._play_step(each, text)
        else:
            self._take_piece(each, text)
        self._go_on()

    def _go_on(self) -> None:
        """All events that now happen by themselves."""
        if self.due or self.phase == "over":
            return
        match self.phase:
            case "draft":
                self._go_on_drafting()
            case "live":
                tiles_left = self.pile or self.face_up or any(each.hand for each in self.players())
                if not tiles_left or all(each.done for each in self.players()):
                    self._building_is_over()
            case "settling":
                for each in self.players():
                    self._settle(each)
                if all(each.stage == "ready" for each in self.players()):
                    self._begin_invasion()
            case "invasion":
                for each in self.players():
                    self._go_through_steps(each)
                if not any(each.steps for each in self.players()):
                    self._next_card()
            case _:
                if not self.choosing:
                    self._planning_is_over()

    def _chance(self, text: str) -> None:
        what, whom = self.due.pop(0)
        match what:
            case "queue":
                queue = self.seats[whom].queue
                # The first face-down place of those that were to be turned up.
                queue[self.to_turn_up[whom].pop(0)] = self._turn_up(text)
            case "hand":
                self.seats[whom].hand = self._turn_up(text)
            case "kind":
                kind = "invader" if number(text) <= self.cards["invader"] else "event"
                self.due = [(kind, 0)] + ([("map", 0)] if kind == "invader" else [])
            case "invader":
                self.invaders.remove(text)
                self.cards["invader"] -= 1
                self.invader = text
            case "map":
                self.maps.remove(text)
                self.map = text
                for each in self.players():
                    self._invade(each, INVADERS[self.invader])
            case "event":
                self.events.remove(text)
                self.cards["event"] -= 1
                for each in self.players():
                    self._event(each, EVENTS[text])
            case "order":
                self.order.append(number(text))
                self._settle_order()
            case _:
                self.never_dealt[what].remove(text)
                self.offered.append(text)
                if not self.due:
                    self._settle_order()

    def _turn_up(self, text: str) -> int:
        self.unseen.remove(number(text))
        return number(text)

    # --------------------------------------------------------------------------- building

    def _begin_build(self) -> None:
        self.unseen = list(TILES)
        self.pile = 24 + 20 * len(self.playing())
        self.face_up = []
        self.turn = 1
        self.last_turn = False
        for each in self.players():
            each.colony = Colony()
            each.done = each.finished = False
            each.built, each.revealed, each.hand, each.stage = 0, None, None, ""
            each.guards_moved = []
        if self.build == "live":
            self.phase = "live"
            return
        self.phase = "draft"
        self._note_what_others_see()
        for each in self.players():
            each.queue = [None] * 5
            self.pile -= 5
        self._turn_up_all({seat: list(range(5)) for seat in self.playing()})

    def _turn_up_all(self, places: dict[int, list[int]]) -> None:
        self.to_turn_up = places
        self.due = [("queue", seat) for seat in sorted(places) for _ in places[seat]]

    def _legal_reserve(self, each: Seat) -> list[str]:
        return [
            id_ + where
            for id_ in reserve_order(set(each.reserve))
            for where in each.colony.placements(id_, guided=self.guided)
        ]

    def _build_from_reserve(self, each: Seat, text: str) -> None:
        id_, where = text.split("@")
        each.reserve.remove(id_)
        each.colony.build(id_, where)

    # The draft.

    def _legal_draft(self, each: Seat) -> list[str]:
        found = []
        if each.built < 3:
            for place, tile in enumerate(each.queue, 1):
                if tile:
                    found += [
                        f"b{place}{where}"
                        for where in each.colony.placements(str(tile), guided=self.guided)
                    ]
        if each.built:
            return [*found, "end"]
        found += [*self._legal_reserve(each), "end"]
        if not self.last_turn:
            found += [f"reveal{place}" for place in range(1, len(each.queue) + 1)]
            found.append("done")
        return found

    def _play_draft(self, each: Seat, text: str) -> None:
        if text == "end":
            each.finished = True
        elif text == "done":
            each.done = True
        elif text.startswith("reveal"):
            each.revealed = int(text.removeprefix("reveal")) - 1
            each.finished = True
        elif text.startswith("b"):
            place, where = text[1:].split("@")
            each.colony.build(str(each.queue[int(place) - 1]), where)
            each.queue[int(place) - 1] = ""
            each.built += 1
        else:
            self._build_from_reserve(each, text)
            each.finished = True

    def _go_on_drafting(self) -> None:
        for each in self.players():
            # Before a seat has built it could at least reveal, but not in the last turn.
            may_be_stuck = each.built or self.last_turn
            if may_be_stuck and not each.done and self._legal_draft(each) == ["end"]:
                each.finished = True
        if all(each.done for each in self.players()):
            self._building_is_over()
        elif all(each.done or each.finished for each in self.players()):
            if self.last_turn:
                self._building_is_over()
            else:
                self._pass_on()

    def _pass_on(self) -> None:
        for each in self.players():
            each.queue = [tile for tile in each.queue if tile != ""]
            filled = min(each.built, self.pile)
            self.pile -= filled
            each.queue = [None] * filled + each.queue
        passed = {}
        for seat in self.playing():
            chosen = self.seats[seat].revealed
            passed[seat] = self.seats[seat].queue.pop(-1 if chosen is None else chosen)
        seats = self.playing()
        for seat, right in zip(seats, seats[1:] + seats[:1], strict=True):
            self.seats[right].queue.insert(0, passed[seat])
        face_down = {
            seat: [place for place, tile in enumerate(each.queue) if tile is None and place > 0]
            for seat, each in self.seats.items()
            if not each.left and each.revealed is not None
        }
        turns_over = self.turn
        most = TURNS_BEFORE_THE_LAST[self.build][self.round - 1]
        self.last_turn = self.pile < len(seats) or turns_over == most
        self.turn += 1
        for each in self.players():
            each.built, each.finished, each.revealed = 0, False, None
        self.concealed = {}
        self._note_what_others_see()
        self._turn_up_all(face_down)
        self._go_on()

    def _note_what_others_see(self) -> None:
        self.turn_began = {
            seat: (len(each.colony.sides()), reserve_order(each.reserve))
            for seat, each in self.seats.items()
        }

    # Live.

    def _legal_live(self, each: Seat) -> list[str]:
        reserve = self._legal_reserve(each)
        if each.hand:
            placements = each.colony.placements(str(each.hand), guided=self.guided)
            return [*(f"h{where}" for where in placements), *reserve, "drop", "done"]
        flip = ["flip"] if self.pile else []
        return [*reserve, *flip, *(f"take{tile}" for tile in self.face_up), "done"]

    def _play_live(self, seat: int, each: Seat, text: str) -> None:
        if text == "flip":
            self.pile -= 1
            self.due = [("hand", seat)]
        elif text.startswith("take"):
            each.hand = int(text.removeprefix("take"))
            self.face_up.remove(each.hand)
        elif text in {"drop", "done"}:
            self._drop(each)
            each.done = text == "done"
        elif text.startswith("h"):
            each.colony.build(str(each.hand), text[1:])
            each.hand = None
        else:
            self._build_from_reserve(each, text)

    def _drop(self, each: Seat) -> None:
        if each.hand:
            self.face_up.append(each.hand)
        each.hand = None

    # Closing, inspection, populate.

    def _building_is_over(self) -> None:
        self.concealed = {}
        self.phase = "settling"
        for each in self.players():
            each.queue, each.hand = [], None
            each.stage = "closing"
        self._go_on()

    def _settle(self, each: Seat) -> None:
        if each.stage == "closing" and not self._legal_reserve(each):
            each.stage = "inspection"
        if each.stage == "inspection" and not each.colony.invalid_pieces():
            each.stage = "populate"
            self._populate(each.colony)
        if each.stage == "populate" and self._legal_populate(each) == ["ready"]:
            self._be_ready(each)

    def _legal_inspection(self, each: Seat) -> list[str]:
        pieces = each.colony.invalid_pieces()
        found = [f"remove@{piece.name}" for piece in pieces]
        if "P" in each.reserve or (self.supply and each.gems):
            found += [f"patch@{piece.name}" for piece in pieces if piece.id.isdigit()]
        return found

    def _play_settling(self, each: Seat, text: str) -> None:
        if each.stage == "closing":
            if text == "end":
                each.stage = "inspection"
            else:
                self._build_from_reserve(each, text)
        elif each.stage == "inspection":
            verb, where = text.split("@")
            piece = each.colony.named(where)
            if verb == "remove":
                self._remove(each, where)
            else:
                if "P" in each.reserve:
                    each.reserve.remove("P")
                else:
                    each.gems -= 1
                    self.supply -= 1
                each.colony.pieces.remove(piece)
                each.colony.build("P", f"@{where}r0")
        else:
            self._play_populate(each, text)

    def _remove(self, each: Seat, where: str) -> None:
        gone = each.colony.take_away(each.colony.named(where))
        each.reserve += [id_ for id_ in gone if not id_.isdigit()]

    def _populate(self, colony: Colony) -> None:
        for square in colony.sealed("chest"):
            colony.add(square, "gold")
        for square in colony.sealed("campfire", "mess hall"):
            colony.add(square, "guard")
        for square in colony.sealed("trap"):
            colony.add(square, "trap")
        for square in colony.productive_ore():
            colony.add(square, "gold", 2)
        for square in colony.sealed("gem vein"):
            if colony.distances()[square] >= 11:
                colony.add(square, "gem")

    def _legal_populate(self, each: Seat) -> list[str]:
        colony, found = each.colony, []
        sides = colony.sides()
        squares = [square for square in GRID if square in sides and square != H7]
        if not each.guards_moved:
            empty = [name(square) for square in squares if square not in colony.tokens]
            if each.gems:
                chests = [
                    square for square in colony.sealed("chest") if colony.count(square, "gold")
                ]
                found += [f"store@{name(square)}" for square in chests]
            if each.gold >= 2:
                found += [f"buy2@{square}" for square in empty]
            if each.gems:
                found += [f"buyg@{square}" for square in empty]
        halls = colony.sealed("mess hall")
        passages = colony.passages()
        found += [
            f"{name(guard)}>{name(square)}"
            for guard in colony.where("guard")
            if guard not in each.guards_moved
            for square in squares
            if any(hall in passages[square].values() for hall in halls)
            and not colony.count(square, "guard")
        ]
        return [*found, "ready"]

    def _play_populate(self, each: Seat, text: str) -> None:
        colony = each.colony
        if text == "ready":
            self._be_ready(each)
        elif ">" in text:
            start, to = (BY_NAME[square] for square in text.split(">"))
            colony.add(start, "guard", -1)
            colony.add(to, "guard")
            each.guards_moved.append(to)
        else:
            verb, where = text.split("@")
            square = BY_NAME[where]
            if verb == "store":
                each.gems -= 1
                colony.add(square, "gold", -1)
                colony.add(square, "gem")
            else:
                if verb == "buy2":
                    each.gold -= 2
                else:
                    each.gems -= 1
                colony.add(square, "guard")

    def _be_ready(self, each: Seat) -> None:
        each.stage = "ready"
        each.gold = each.gems = 0

    # --------------------------------------------------------------------------- invasion

    def _begin_invasion(self) -> None:
        self.phase = "invasion"
        self.maps = list(MAPS)
        self.cards = {
            1: {"invader": 4, "event": 1},
            2: {"invader": 4, "event": 2},
            3: {"invader": 5, "event": 2},
        }[self.round].copy()
        self.due = [("invader", 0), ("map", 0)]

    def _next_card(self) -> None:
        if self.cards["invader"] and self.cards["event"]:
            self.due = [("kind", 0)]
        elif self.cards["invader"]:
            self.due = [("invader", 0), ("map", 0)]
        elif self.cards["event"]:
            self.due = [("event", 0)]
        else:
            self._profit()

    def _invade(self, each: Seat, invader: dict[str, Any]) -> None:
        each.walk = begin(each.colony, invader, MAPS[self.map])
        each.known = {}
        each.steps = ["walk"]

    def _event(self, each: Seat, effect: str) -> None:
        colony = each.colony
        match effect:
            case "rust":
                for square in colony.where("trap"):
                    colony.add(square, "trap", -colony.count(square, "trap"))
                each.steps = ["arm"]
            case "jailbreak":
                prisoners = colony.where("prisoner")
                for square in prisoners:
                    colony.add(square, "prisoner", -colony.count(square, "prisoner"))
                each.steps = [] if prisoners else ["nearest guard"]
            case "seam":
                ore = colony.productive_ore()
                for square in ore:
                    colony.add(square, "gold")
                each.steps = [] if ore else ["chest"]
            case "straggler":
                self._invade(each, STRAGGLER)
            case _:
                each.steps = [effect]

    def _legal_step(self, each: Seat) -> list[str]:
        """The options of the step that is due; at least two unless it is about to be skipped."""
        colony = each.colony

        def at(verb: str, squares: Sequence[Square]) -> list[str]:
            return [f"{verb}@{name(square)}" for square in squares]

        match each.steps[0]:
            case "walk":
                assert each.walk is not None
                return distinct_options(each.walk, each.known)
            case "cell":
                cells = colony.sealed("cell")
                return at("cell", [cell for cell in cells if not colony.count(cell, "prisoner")])
            case "recruits":
                fires = colony.sealed("campfire")
                return at("guard", [fire for fire in fires if not colony.count(fire, "guard")])
            case "arm":
                unarmed = [trap for trap in colony.sealed("trap") if not colony.count(trap, "trap")]
                if not unarmed or not sum(self.cards.values()):
                    return []
                gold, guards = colony.where("gold"), colony.where("guard")
                return [*at("armg", gold), *at("armw", guards), "pass"]
            case "pay":
                return [*at("payg", colony.where("gold")), *at("payw", colony.where("guard"))]
            case "cave-in":
                open_ = [piece for piece in colony.pieces if colony.has_open_edge(piece)]
                lost = [BY_NAME[piece.name] for piece in open_ or colony.pieces]
                return at("lose", [square for square in GRID if square in lost])
            case "seepage":
                gold, deep = colony.where("gold"), colony.distances()
                most = max((deep[square] for square in gold), default=0)
                return at("lose", [square for square in gold if deep[square] == most])
            case "nearest guard":
                guards, deep = colony.where("guard"), colony.distances()
                least = min((deep[square] for square in guards), default=0)
                return at("lose", [square for square in guards if deep[square] == least])
            case "chest":
                chests = colony.sealed("chest")
                return at(
                    "gold", [each for each in chests if not colony.count(each, "gold", "gem")]
                )
            case step:
                raise AssertionError(step)

    def _go_through_steps(self, each: Seat) -> None:
        while each.steps:
            options = self._legal_step(each)
            if len(options) > 1:
                return
            if options:
                self._play_step(each, options[0])
            else:
                self._step_is_over(each)

    def _step_is_over(self, each: Seat) -> None:
        step = each.steps.pop(0)
        if step == "walk":
            assert each.walk is not None
            if each.walk.state == "defeated":
                each.steps.append("cell")
            each.steps += ["recruits"] * len(each.colony.sealed("infirmary"))
            each.steps.append("arm")
            each.walk = None

    def _play_step(self, each: Seat, text: str) -> None:
        step, colony = each.steps[0], each.colony
        if step == "walk":
            assert each.walk is not None
            each.walk = after(each.walk, text)
            colony.tokens = each.walk.copy().colony.tokens
            if each.walk.state == "walking":
                return
        elif text != "pass":
            verb, where = text.split("@")
            square = BY_NAME[where]
            if step == "cave-in":
                self._remove(each, where)
            else:
                kind, more = {
                    "cell": ("prisoner", 1),
                    "guard": ("guard", 1),
                    "gold": ("gold", 1),
                    "armg": ("gold", -1),
                    "armw": ("guard", -1),
                    "payg": ("gold", -1),
                    "payw": ("guard", -1),
                    "lose": ("gold" if step == "seepage" else "guard", -1),
                }[verb]
                colony.add(square, kind, more)
            if step == "arm":
                for trap in colony.sealed("trap"):
                    if not colony.count(trap, "trap"):
                        colony.add(trap, "trap")
        self._step_is_over(each)

    # ---------------------------------------------------------------- profit and planning

    def _profit(self) -> None:
        players = self.players()
        most = max(each.colony.total("guard") for each in players)
        for each in players:
            colony = each.colony
            if colony.total("guard") == most >= (1 if len(self.seats) > 1 else 3):
                each.gems += 1
            each.gold += colony.total("gold") + 2 * colony.total("prisoner")
            each.gems += colony.total("gem")
            each.reserve += [piece.id for piece in colony.pieces if not piece.id.isdigit()]
            each.colony = Colony()
            if self.round < 3:
                each.gems += each.gold // 5
                each.gold %= 5
        self.rounds.append([0 if each.left else each.treasure for each in self.seats.values()])
        if self.round < 3:
            self._begin_planning()
        else:
            self.phase = "over"

    def _begin_planning(self) -> None:
        self.phase = "planning"
        seats = len(self.playing())
        patches = min(seats, self.supply)
        self.supply -= patches
        self.offered = ["P"] * patches
        self.order, self.choosing = [], []
        self.due = [("L", 0)] * min(seats, len(self.never_dealt["L"]))
        self.due += [("I", 0)] * min(seats + 1, len(self.never_dealt["I"]))

    def _next_in_order(self) -> list[int]:
        waiting = [seat for seat in self.playing() if seat not in self.order]
        least = min(self.seats[seat].treasure for seat in waiting)
        return [seat for seat in waiting if self.seats[seat].treasure == least]

    def _settle_order(self) -> None:
        while len(self.order) < len(self.playing()):
            equals = self._next_in_order()
            if len(equals) > 1:
                self.due = [("order", 0)]
                return
            self.order += equals
        self.choosing = self.order * 2

    def _take_piece(self, each: Seat, text: str) -> None:
        self.offered.remove(text)
        each.reserve.append(text)
        self.choosing.pop(0)

    def _planning_is_over(self) -> None:
        self.supply += self.offered.count("P")
        self.offered = []
        # The first planning of a short match stands for the one after round 1.
        self.round += 1
        self._begin_build()

    # ----------------------------------------------------------------------------- leaving

    def may_leave(self, seat: int) -> bool:
        return (
            len(self.seats) > 1 and seat in self.playing() and self.phase != "over" and not self.due
        )

    def _leave(self, seat: int) -> None:
        assert self.may_leave(seat)
        each = self.seats[seat]
        if self.phase == "live":
            self._drop(each)
        self.seats[seat] = Seat(left=True, reserve=[])
        self.left.append(seat)
        self.choosing = [other for other in self.choosing if other != seat]
        if len(self.playing()) == 1:
            self.phase = "over"
        self._go_on()

    # ------------------------------------------------------------------ the facts in a record

    def hidden(self) -> dict[int, list[int]]:
        """The numbers of the plays that are shown to their seat alone."""
        return {} if self.phase == "over" else self.concealed

    def seen_by(self, viewer: int | None) -> dict[str, Any]:
        """The facts that a seat (None: a spectator) may know."""
        facts = self.facts()
        if self.phase == "draft":
            for seat in self.playing():
                if seat != viewer:
                    built, reserve = self.turn_began[seat]
                    facts["built"][seat - 1], facts["reserve"][seat - 1] = built, reserve
        return facts

    def facts(self) -> dict[str, Any]:
        seats = self.seats.values()
        kinds = ["gold", "gem", "guard", "trap", "prisoner"]
        phase = "build" if self.phase in {"draft", "live", "settling"} else self.phase
        return {
            "round": self.round,
            "phase": phase,
            "turn": self.turn,
            "pile": self.pile,
            "to_move": self.to_move(),
            "built": [0 if each.left else len(each.colony.sides()) for each in seats],
            "tokens": [[each.colony.total(kind) for kind in kinds] for each in seats],
            "stash": [[each.gold, each.gems] for each in seats],
            "reserve": [reserve_order(each.reserve) for each in seats],
        }

    def summary(self) -> dict[str, Any]:
        """The outcome that a record states."""
        ranks = []
        for seat, each in self.seats.items():
            if each.left:
                behind = self.left[self.left.index(seat) + 1 :]
                ranks.append(1 + len(self.playing()) + len(behind))
            else:
                ranks.append(1 + sum(other.merit > each.merit for other in self.players()))
        totals = [each.treasure for each in self.seats.values()]
        winner = ranks.index(1) + 1 if ranks.count(1) == 1 else None
        result = {"winner": winner, "by": self._by(), "totals": totals}
        return {"ranks": ranks, "rounds": self.rounds, "result": result}

    def _by(self) -> str:
        if len(self.seats) == 1:
            treasure = self.seats[1].treasure
            for medal, least in zip(("gold", "silver", "bronze"), MEDALS[self.build], strict=True):
                if treasure >= least:
                    return medal
            return "none"
        if len(self.playing()) == 1:
            return "left"
        first, second, *_ = sorted((each.merit for each in self.players()), reverse=True)
        if first[0] != second[0]:
            return "treasure"
        return "gems" if first != second else "shared"


# ------------------------------------------------------------------------- records


class Recorder:
    """A match, and the record with all states that its moves make.

    ``secrets`` has, before the first move and after each one, what a record does not state: how
    many of its latest moves each seat has made in secret, who may leave, and the facts as a
    spectator and each seat may know them.
    """

    def __init__(self, setup: str) -> None:
        self.match = Match(setup)
        self.moves: list[Entry] = []
        self.states: list[dict[str, Any]] = []
        self.secrets: list[dict[str, Any]] = []
        self._note_secrets()

    def _note_secrets(self) -> None:
        match = self.match
        self.secrets.append(
            {
                "concealed": {seat: len(plies) for seat, plies in match.hidden().items()},
                "may leave": [seat for seat in match.seats if match.may_leave(seat)],
                "seen": [match.seen_by(viewer) for viewer in (None, *match.seats)]
                if match.hidden()
                else [],
            }
        )

    def play(self, seat: int, text: str, legal: list[str] | None = None) -> None:
        """Play a move; ``legal`` are the legal moves, if the caller has found them already."""
        match = self.match
        alone = len(match.to_move()) == 1 and text != "leave"
        legal = match.legal(seat) if legal is None else legal
        assert text in legal or text == "leave", (seat, text, legal)
        match.play(seat, text)
        self.moves.append(text if alone else [seat, text])
        self.states.append({"seat": seat, "legal": legal, **match.facts()})
        self._note_secrets()

    def record(self) -> dict[str, Any]:
        record = {
            "game": "heroes",
            "setup": self.match.setup,
            "moves": self.moves,
            "states": self.states,
        }
        return record | self.match.summary() if self.match.phase == "over" else record


def replay(setup: str, moves: Sequence[Entry]) -> dict[str, Any]:
    """The record with all its states."""
    recorder = Recorder(setup)
    for entry in moves:
        if isinstance(entry, list):
            recorder.play(*entry)
        else:
            (seat,) = recorder.match.to_move()
            recorder.play(seat, entry)
    return recorder.record()
