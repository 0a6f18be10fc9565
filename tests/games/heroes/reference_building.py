"""The slow Heroes Beware, until all colonies are built and populated."""

from tests.games.heroes.reference_colony import (
    BY_NAME,
    GRID,
    H7,
    TILES,
    Colony,
    name,
    reserve_order,
)
from tests.games.heroes.reference_table import TURNS_BEFORE_THE_LAST, Seat, Table


class Building(Table):
    """A match, as far as colonies are built."""

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
                chests = [it for it in colony.sealed("chest") if colony.count(it, "gold")]
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
