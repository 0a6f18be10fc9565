"""The slow Heroes Beware, from the first invader to the pieces of the next round."""

from collections.abc import Sequence
from typing import Any

from tests.games.heroes.reference_building import Building
from tests.games.heroes.reference_colony import BY_NAME, GRID, Colony, Square, name
from tests.games.heroes.reference_table import MAPS, STRAGGLER, Seat
from tests.games.heroes.reference_walk import after, begin, distinct_options


class Invasion(Building):
    """A match, as far as colonies are invaded and the next round is planned."""

    def _begin_invasion(self) -> None:
        self.phase = "invasion"
        self.maps = list(MAPS)
        invaders, events = {1: (4, 1), 2: (4, 2), 3: (5, 2)}[self.round]
        self.cards = {"invader": invaders, "event": events}
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
                return at("gold", [it for it in chests if not colony.count(it, "gold", "gem")])
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
