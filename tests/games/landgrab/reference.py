"""A slow, plain second implementation of Landgrab, to hold the fast one against.

Everything here follows the wording of the rules as directly as possible: squares are pairs of
column and row, the map is a set of them, every quantity is counted from scratch whenever it is
asked for. It shares no code and no table with the game it checks.

Moves are written as they stand in a record; `reference_record` has whole records.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

Entry = str | list[Any]
Square = tuple[int, int]

LETTERS = "ABCDEFGHIJKL"


def name(square: Square) -> str:
    column, row = square
    return LETTERS[column - 1] + str(row)


SPACE = [(column, row) for row in range(1, 13) for column in range(1, 13)]
BY_NAME = {name(square): square for square in SPACE}


def reading(square: Square) -> tuple[int, int]:
    column, row = square
    return row, column


@cache
def beside(square: Square) -> frozenset[Square]:
    """Sharing an edge."""
    column, row = square
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return frozenset(around) & frozenset(SPACE)


@cache
def adjacent(square: Square) -> frozenset[Square]:
    """Sharing an edge or a corner."""
    return frozenset(
        other
        for other in SPACE
        if other != square and abs(other[0] - square[0]) <= 1 and abs(other[1] - square[1]) <= 1
    )


@cache
def adjacent_to_building(building: frozenset[Square]) -> frozenset[Square]:
    return frozenset().union(*(adjacent(square) for square in building)) - building


def tile(upper_left: Square) -> list[Square]:
    column, row = upper_left
    return [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)]


@cache
def building_name(building: frozenset[Square]) -> str:
    return name(min(building, key=reading))


def hang_together(free: frozenset[Square]) -> bool:
    newly = frozenset(list(free)[:1])
    left = free - newly
    while newly and left:
        newly = frozenset().union(*map(adjacent, newly)) & left
        left -= newly
    return not left


def fit_for_a_spawn(buildings: Iterable[frozenset[Square]], free: frozenset[Square]) -> set[Square]:
    fit = set(free)
    for building in buildings:
        if len(building) == 2:
            fit -= adjacent_to_building(building)
    return fit


def conditions_hold(land: set[Square], buildings: list[frozenset[Square]], seats: int) -> bool:
    free = frozenset(land.difference(*buildings))
    return (
        all(adjacent_to_building(building) & free for building in buildings)
        and len(fit_for_a_spawn(buildings, free)) >= seats
        and hang_together(free)
    )


class Match:
    """A match that is played on move by move."""

    def __init__(self, setup: str) -> None:
        self.setup = setup
        colours, first, *map_ = setup.split("/")
        self.seats = list(range(1, len(colours) + 1))
        self.first = int(first)
        self.lives = dict.fromkeys(self.seats, 3)
        self.left: list[int] = []
        self.pawn: dict[int, Square] = {}
        self.spawn: dict[int, Square] = {}
        self.round = 0
        self.progress = 0
        self.land: set[Square] = set()
        self.tiles = 0
        self.buildings: list[frozenset[Square]] = []
        self.owner: dict[str, int] = {}
        self.points: dict[str, int] = {}
        self.end = ""
        self.attacked = 0
        self.claimed = ""
        self.attackers_roll = 0
        self.returning = 0
        self.aside = 0
        if map_ == ["together"]:
            self._lay("F6")
            self.phase = "tiles"
            self.turn = self._clockwise(self.first)
        else:
            tiles, small, large = map_
            for each in tiles.split(","):
                self._lay(each)
            for each in filter(None, small.split(",")):
                self._build(each)
            for each in filter(None, large.split(",")):
                self._build(each)
            self._begin_spawns()

    # The places of all things.

    def _lay(self, upper_left: str) -> None:
        self.land.update(tile(BY_NAME[upper_left]))
        self.tiles += 1

    def _build(self, squares: str) -> None:
        building = frozenset(BY_NAME[each] for each in squares.split("-"))
        self.buildings.append(building)
        self.points[building_name(building)] = 10 if len(building) == 1 else 25

    def _named(self, building: str) -> frozenset[Square]:
        return next(each for each in self.buildings if building_name(each) == building)

    def full_points(self, building: str) -> int:
        return 10 if len(self._named(building)) == 1 else 25

    def free(self) -> frozenset[Square]:
        return frozenset(self.land.difference(*self.buildings))

    def open(self) -> frozenset[Square]:
        return self.free() - set(self.pawn.values())

    def names_in_reading_order(self) -> list[str]:
        return sorted(self.points, key=lambda each: reading(BY_NAME[each]))

    # The seats still in, and their order.

    def in_(self, seat: int) -> bool:
        return self.lives[seat] > 0

    def still_in(self) -> list[int]:
        return [seat for seat in self.seats if self.in_(seat)]

    def _clockwise(self, seat: int) -> int:
        for step in range(1, len(self.seats) + 1):
            other = (seat - 1 + step) % len(self.seats) + 1
            if self.in_(other):
                return other
        raise AssertionError

    def _counter_clockwise(self, seat: int) -> int:
        for step in range(1, len(self.seats) + 1):
            other = (seat - 1 - step) % len(self.seats) + 1
            if self.in_(other):
                return other
        raise AssertionError

    def _first_still_in(self) -> int:
        return self.first if self.in_(self.first) else self._clockwise(self.first)

    def to_move(self) -> int | None:
        """A seat, 0 for chance, None if the match is over."""
        if self.phase == "over":
            return None
        if self.phase in {"claim", "attack", "defence"}:
            return 0
        if self.phase == "eviction":
            return self.aside
        return self.turn

    # Legal moves.

    def legal(self) -> list[str]:
        match self.phase:
            case "over":
                return []
            case "tiles":
                return [f"t:{name(square)}" for square in SPACE if self._tile_may_lie(square)]
            case "buildings":
                return self._legal_buildings()
            case "spawns":
                fit = fit_for_a_spawn(self.buildings, self.free()) - set(self.spawn.values())
                return [f"p:{name(square)}" for square in SPACE if square in fit]
            case "turn":
                return self._legal_in_turn()
            case "eviction":
                to = adjacent(self.pawn[self.aside]) & self.open()
                return [name(square) for square in SPACE if square in to]
            case _:
                return [f"d{number}" for number in range(1, 13)]

    def _tile_may_lie(self, upper_left: Square) -> bool:
        squares = tile(upper_left)
        if not set(squares) <= set(SPACE) or set(squares) & self.land:
            return False
        return any(beside(square) & self.land for square in squares)

    def _legal_buildings(self) -> list[str]:
        small = sum(len(each) == 1 for each in self.buildings)
        large = sum(len(each) == 2 for each in self.buildings)
        free = self.free()
        found = []
        if small < 10:
            found += [
                f"s:{name(square)}"
                for square in SPACE
                if square in free and self._may_build(frozenset([square]))
            ]
        if large < 5:
            found += [
                f"l:{name(one)}-{name(other)}"
                for one in SPACE
                if one in free
                for other in sorted(beside(one) & free, key=reading)
                if reading(one) < reading(other) and self._may_build(frozenset([one, other]))
            ]
        return found

    def _may_build(self, building: frozenset[Square]) -> bool:
        return conditions_hold(self.land, [*self.buildings, building], len(self.seats))

    def _legal_in_turn(self) -> list[str]:
        seat, at = self.turn, self.pawn[self.turn]
        reached = set(adjacent(at))
        claims = []
        for building in self.names_in_reading_order():
            squares = self._named(building)
            if adjacent_to_building(squares) & {at}:
                if self.owner.get(building) == seat:
                    reached |= adjacent_to_building(squares)
                else:
                    claims.append(f"c:{building}")
        reached &= self.open()
        attacks = [
            f"a:{other}"
            for other in self.seats
            if other != seat and other in self.pawn and self.pawn[other] in adjacent(at)
        ]
        return [name(square) for square in SPACE if square in reached] + claims + attacks

    # Moves.

    def play(self, entry: Entry) -> None:
        """Play a move; the caller makes sure that it is legal."""
        if isinstance(entry, list):
            seat, text = entry
            assert text == "leave"
            self._leave(seat)
            return
        match self.phase:
            case "tiles":
                self._lay(entry[2:])
                self._after_tile()
            case "buildings":
                self._build(entry[2:])
                self.turn = self._counter_clockwise(self.turn)
                self._go_on_building()
            case "spawns":
                self.spawn[self.turn] = self.pawn[self.turn] = BY_NAME[entry[2:]]
                self._go_on_spawning()
            case "turn" if entry.startswith("c:"):
                self.phase, self.claimed = "claim", entry[2:]
            case "turn" if entry.startswith("a:"):
                self.phase, self.attacked = "attack", int(entry[2:])
            case "turn":
                self.pawn[self.turn] = BY_NAME[entry]
                self._pass_on()
            case "claim":
                self._claim(int(entry[1:]))
            case "attack":
                self.phase, self.attackers_roll = "defence", int(entry[1:])
            case "defence":
                self._fight(self.attackers_roll, int(entry[1:]))
            case "eviction":
                self.pawn[self.aside] = BY_NAME[entry]
                self.pawn[self.returning] = self.spawn[self.returning]
                self._pass_on()

    def _after_tile(self) -> None:
        placer = self.turn
        self.turn = self._clockwise(placer)
        if self.tiles == 20 or not self.legal():
            self.phase = "buildings"
            self.turn = placer  # who placed last
            self._go_on_building()

    def _go_on_building(self) -> None:
        if len(self.buildings) == 15 or not self.legal():
            self._begin_spawns()

    def _begin_spawns(self) -> None:
        self.phase = "spawns"
        self._go_on_spawning()

    def _go_on_spawning(self) -> None:
        """From the first player clockwise, each seat still in."""
        for step in range(len(self.seats)):
            seat = (self.first - 1 + step) % len(self.seats) + 1
            if self.in_(seat) and seat not in self.spawn:
                self.turn = seat
                return
        self.round = 1
        self._begin_turn(self._first_still_in())

    def _begin_turn(self, seat: int) -> None:
        self.phase, self.turn = "turn", seat
        self.attacked = self.attackers_roll = self.returning = self.aside = 0
        self.claimed = ""

    def _pass_on(self) -> None:
        """The turn passes on; a round is over where it reaches or passes the first player."""
        goes_to = self._clockwise(self.turn)
        passed = []
        seat = self.turn
        while True:
            seat = seat + 1 if seat < len(self.seats) else 1
            passed.append(seat)
            if seat == goes_to:
                break
        if self.first in passed:
            if self.round - self.progress >= 20:
                self._finish("calm")
                return
            if self.round == 80:
                self._finish("rounds")
                return
            self.round += 1
        self._begin_turn(goes_to)

    def _finish(self, end: str) -> None:
        self.phase, self.end = "over", end

    def _claim(self, roll: int) -> None:
        self.points[self.claimed] -= roll
        if self.points[self.claimed] <= 0:
            if self.claimed not in self.owner:
                self.progress = self.round
            self.owner[self.claimed] = self.turn
            self.points[self.claimed] = self.full_points(self.claimed)
        self._pass_on()

    def _fight(self, attackers: int, defenders: int) -> None:
        if attackers == defenders:
            self._pass_on()
            return
        attacker, defender = self.turn, self.attacked
        loser = attacker if attackers < defenders else defender
        self.lives[loser] -= 1
        self.progress = self.round
        where = self.pawn.pop(loser)
        if loser == defender:
            self.pawn[attacker] = where
        if self.lives[loser] == 0:
            if len(self.still_in()) == 1:
                self._finish("last")
            else:
                self._pass_on()
            return
        on_it = [seat for seat, square in self.pawn.items() if square == self.spawn[loser]]
        if not on_it:
            self.pawn[loser] = self.spawn[loser]
            self._pass_on()
        elif adjacent(self.spawn[loser]) & self.open():
            self.phase, self.returning, self.aside = "eviction", loser, on_it[0]
        else:
            column, row = self.spawn[loser]
            self.pawn[loser] = min(
                self.open(),
                key=lambda at: (max(abs(at[0] - column), abs(at[1] - row)), reading(at)),
            )
            self._pass_on()

    def may_leave(self, seat: int) -> bool:
        return len(self.seats) > 2 and self.in_(seat) and self.to_move() not in {0, None}

    def _leave(self, seat: int) -> None:
        assert self.may_leave(seat)
        was_to_move = self.to_move() == seat
        self.lives[seat] = 0
        self.pawn.pop(seat, None)
        self.left.append(seat)
        self.progress = self.round
        if len(self.still_in()) == 1:
            self._finish("last")
        elif self.phase == "eviction" and was_to_move:
            self.pawn[self.returning] = self.spawn[self.returning]
            self._pass_on()
        elif self.phase == "eviction" and seat == self.returning:
            self._pass_on()
        elif was_to_move and self.phase == "tiles":
            self.turn = self._clockwise(seat)
        elif was_to_move and self.phase == "buildings":
            self.turn = self._counter_clockwise(seat)
        elif was_to_move and self.phase == "spawns":
            self._go_on_spawning()
        elif was_to_move:
            self._pass_on()

    # The facts in a record.

    def facts(self) -> dict[str, Any]:
        names = self.names_in_reading_order()
        return {
            "phase": self.phase,
            "round": self.round,
            "progress": self.progress,
            "pawns": [name(self.pawn[seat]) if seat in self.pawn else None for seat in self.seats],
            "lives": [self.lives[seat] for seat in self.seats],
            "owned": [[it for it in names if self.owner.get(it) == seat] for seat in self.seats],
            "damaged": {
                each: self.points[each]
                for each in names
                if self.points[each] != self.full_points(each)
            },
        }

    def scores(self) -> list[list[int]]:
        rows = []
        for seat in self.seats:
            owned = [self._named(each) for each, owner in self.owner.items() if owner == seat]
            small = sum(len(each) == 1 for each in owned)
            large = sum(len(each) == 2 for each in owned)
            last = 5 if self.end == "last" and self.in_(seat) else 0
            rows.append([small, 3 * large, last])
        return rows
