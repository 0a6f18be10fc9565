"""The walk of an invader through a colony, step by step, and all the ways that it can end."""

from dataclasses import dataclass, field, replace
from typing import Any

from tests.games.heroes.reference_colony import BY_NAME, H7, Colony, Square, name, reading

SOUTH = 2
TURNS = {"straight": 0, "right": 1, "back": 2, "left": 3}
ACTING = ["trap", "guard", "gold", "gem"]

End = tuple[object, ...]


@dataclass
class Walk:
    """An invader on its way. ``state`` is "walking", "defeated" or "left"."""

    colony: Colony
    special: dict[str, Any]
    map: dict[str, Any]
    start_hearts: int
    hearts: int
    bags: int
    at: Square = H7
    facing: int = SOUTH
    state: str = "walking"
    traps: int = 0
    guards: int = 0
    treasures: int = 0
    reached: bool = False
    stepped: list[tuple[Square, Square]] = field(default_factory=list)
    came_from: dict[Square, Square] = field(default_factory=dict)

    def copy(self) -> "Walk":
        tokens = {square: dict(kinds) for square, kinds in self.colony.tokens.items()}
        return replace(
            self,
            colony=Colony(self.colony.pieces, tokens),
            stepped=list(self.stepped),
            came_from=dict(self.came_from),
        )

    # The choices of the owner.

    def options(self) -> list[str]:
        if self.state != "walking":
            return []
        here = [kind for kind in ACTING if self.colony.count(self.at, kind)]
        return here or [f">{name(square)}" for square in self.steps()]

    def steps(self) -> list[Square]:
        """North, east, south, west; none if the map names no further step."""
        match self.map["kind"]:
            case "targets":
                return self.towards(self.map["classes"])
            case "tour":
                return self.towards(self.map["then" if self.reached else "classes"])
            case "walk":
                return self.first_way()
            case _:
                return self.search()

    def towards(self, classes: list[str]) -> list[Square]:
        goals = next(filter(None, map(self.goals, classes)), [])
        from_here = self.colony.distances(self.at)
        if not goals:
            return []
        nearest = min(from_here[goal] for goal in goals)
        nearest_goals = [goal for goal in goals if from_here[goal] == nearest]
        return [
            square
            for _, square in sorted(self.colony.passages()[self.at].items())
            if any(self.colony.distances(square)[goal] == nearest - 1 for goal in nearest_goals)
        ]

    def goals(self, class_: str) -> list[Square]:
        colony, deep = self.colony, self.colony.distances()
        on = {each: [at for at, _ in colony.features(each)] for each in ("ore", "chest")}
        treasure = colony.where("gold", "gem")
        match class_:
            case "treasure":
                return treasure
            case "gold" | "gem" | "guard" | "prisoner":
                return colony.where(class_)
            case "ore gold":
                return [square for square in colony.where("gold") if square in on["ore"]]
            case "chest treasure":
                return [square for square in treasure if square in on["chest"]]
            case "deepest treasure":
                most = max((deep[square] for square in treasure), default=0)
                return [square for square in treasure if deep[square] == most]
            case "deepest square":
                most = max(deep.values())
                return [square for square in deep if deep[square] == most]
            case _:
                raise AssertionError(class_)

    def first_way(self) -> list[Square]:
        passages = self.colony.passages()[self.at]
        for turn in self.map["turns"]:
            direction = (self.facing + TURNS[turn]) % 4
            if direction in passages:
                step = (self.at, passages[direction])
                return [] if step in self.stepped else [passages[direction]]
        return []

    def search(self) -> list[Square]:
        passages = self.colony.passages()[self.at]
        ways = [(self.facing + TURNS[turn]) % 4 for turn in self.map["turns"]]
        for stone in (False, True):
            for direction in ways:
                to = passages.get(direction, H7)
                if (
                    to not in {H7, *self.came_from}
                    and self.colony.stone(self.at, direction) == stone
                ):
                    return [to]
        return [] if self.at == H7 else [self.came_from[self.at]]

    # The effects.

    def play(self, option: str) -> None:
        if option.startswith(">"):
            self.step(BY_NAME[option[1:]])
        else:
            self.colony.add(self.at, option, -1)
            self.act(option)
        if self.state == "walking" and not self.options():
            self.state = "left"

    def step(self, to: Square) -> None:
        ways = self.colony.passages()[self.at].items()
        (self.facing,) = [direction for direction, square in ways if square == to]
        self.stepped.append((self.at, to))
        if to != H7:
            self.came_from.setdefault(to, self.at)
        if self.map["kind"] == "tour" and to in self.goals(self.map["classes"][0]):
            self.reached = True
        self.at = to
        if self.special.get("frees") or self.map.get("frees"):
            prisoners = self.colony.count(to, "prisoner")
            if prisoners:
                self.colony.add(to, "prisoner", -prisoners)

    def act(self, kind: str) -> None:
        match kind:
            case "trap":
                self.traps += 1
                if self.traps > self.special.get("trap_free", 0):
                    self.damage(self.special.get("trap_damage", 1))
            case "guard":
                self.guards += 1
                if self.guards > self.special.get("guard_free", 0):
                    self.damage(self.special.get("guard_damage", 1))
            case "gold":
                self.treasure()
                chest = self.at in [square for square, _ in self.colony.features("chest")]
                self.fill(self.special.get("chest_bag", 1) if chest else 1)
            case _:
                self.treasure()
                if self.special.get("gem_bag"):
                    self.fill(1)
                else:
                    self.state = "left"

    def damage(self, hearts: int) -> None:
        self.hearts -= hearts
        if self.hearts <= 0:
            self.state = "defeated"
        elif self.hearts <= self.special.get("flee_at", 0):
            self.state = "left"

    def treasure(self) -> None:
        self.treasures += 1
        if self.treasures == 1:
            self.hearts = min(self.start_hearts, self.hearts + self.special.get("heal", 0))

    def fill(self, bags: int) -> None:
        self.bags -= bags
        if self.bags <= 0:
            self.state = "left"

    # How it can end.

    def lying(self) -> End:
        return tuple(
            (square, tuple(sorted(self.colony.tokens[square].items())))
            for square in sorted(self.colony.tokens, key=reading)
        )

    def end(self) -> End:
        return self.lying(), self.state == "defeated"

    def moment(self) -> End:
        """Everything on which the future depends."""
        return (
            self.at,
            self.facing,
            self.state,
            self.hearts,
            self.bags,
            self.traps,
            self.guards,
            self.treasures,
            self.reached,
            # Only these two kinds of maps look back, and with them nothing is chosen but the
            # order of tokens, so the list of steps stands for both memories.
            tuple(self.stepped) if self.map["kind"] in {"walk", "search"} else (),
            self.lying(),
        )


def begin(colony: Colony, invader: dict[str, Any], map_: dict[str, Any]) -> Walk:
    walk = Walk(
        Colony(colony.pieces, {square: dict(kinds) for square, kinds in colony.tokens.items()}),
        invader["special"],
        map_,
        invader["hearts"],
        invader["hearts"],
        invader["bags"],
    )
    if not walk.options():
        walk.state = "left"
    return walk


Known = dict[End, frozenset[End]]


def ends(walk: Walk, known: Known) -> frozenset[End]:
    """All ends of the walk; ``known`` keeps those of moments met before."""
    moment = walk.moment()
    if moment not in known:
        going = walk.copy()
        while len(going.options()) == 1:
            going.play(going.options()[0])
        if going.state == "walking":
            known[moment] = frozenset().union(
                *(ends(after(going, option), known) for option in going.options())
            )
        else:
            known[moment] = frozenset([going.end()])
    return known[moment]


def after(walk: Walk, option: str) -> Walk:
    copy = walk.copy()
    copy.play(option)
    return copy


def distinct_options(walk: Walk, known: Known) -> list[str]:
    """Of options that can lead to exactly the same set of ends only the first."""
    options = walk.options()
    if len(options) < 2:
        return options
    found: dict[frozenset[End], str] = {}
    for option in options:
        found.setdefault(ends(after(walk, option), known), option)
    return list(found.values())
