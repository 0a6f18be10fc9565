"""The standings again, from the JSON lines alone, as docs/notation.md describes them: naive, and
without a line of the product.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

Line = Mapping[str, Any]


def standings(terms: Line, events: Sequence[Line]) -> list[dict[str, Any]]:
    if terms["format"] == "ladder":
        return [
            {"division": 1, "place": place, "player": player, "points": 0}
            for place, player in enumerate(ladder(events), 1)
        ]
    return Reference(terms, events).lines()


class Reference:
    def __init__(self, terms: Line, events: Sequence[Line]) -> None:
        self.terms, self.events = terms, events
        self.format, self.win = terms["format"], 1 if terms["table"] == 2 else 3
        self.divisions: list[list[int]] = []
        self.late: dict[int, int] = {}
        self.left: dict[int, None] = {}
        self.waiting: set[int] = set()
        self.out: set[int] = set()
        self.paired: dict[int, Line] = {}
        self.results: dict[int, Line] = {}
        for event in events:
            self.read(event)
        self.known: dict[int, list[dict[str, Any]]] = {}
        self.latest = max((each["round"] for each in self.paired.values()), default=0)

    def read(self, event: Line) -> None:
        match event["event"]:
            case "began":
                self.divisions = [list(each) for each in event["divisions"]]
            case "entered" if self.divisions and self.format == "league":
                self.waiting.add(event["player"])  # for the next season
            case "withdrew" if event["player"] in self.waiting:
                self.waiting.remove(event["player"])
            case "entered":
                self.left.pop(event["player"], None)
                if self.divisions:
                    rounds = [each["round"] for each in self.paired.values()]
                    self.late[event["player"]] = max(rounds, default=0)
            case "withdrew":
                self.leave(event["player"])
            case "paired":
                self.paired[event["pairing"]] = event
            case "decided":
                self.results[event["pairing"]] = event

    def leave(self, player: int) -> None:
        self.left[player] = None
        for members in self.divisions:
            if player in members and self.format in {"round-robin", "league"}:
                matches = len(members) - 1 if self.terms["table"] == 2 else len(members)
                done = [
                    number
                    for number, result in self.results.items()
                    if player in self.paired[number]["players"] and player not in result["absent"]
                ]
                if len(done) < matches / 2:
                    self.out.add(player)

    @property
    def players(self) -> list[int]:
        seeded = [player for members in self.divisions for player in members]
        return [p for p in [*seeded, *self.late] if p not in self.out]

    def rounds(self, player: int) -> list[dict[str, Any]]:
        """For each round: the points, the results against others, whether it was played."""
        if player not in self.known:
            self.known[player] = self.found(player)
        return self.known[player]

    def found(self, player: int) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = [
            {"points": Fraction(self.win, 2), "against": {}, "played": False, "margin": 0}
            for _ in range(self.late.get(player, 0))
        ]
        for number, pairing in self.paired.items():
            if player not in pairing["players"]:
                continue
            if len(pairing["players"]) == 1:
                bye = {"points": Fraction(self.win), "against": {}, "played": False, "margin": 0}
                found.append(bye)
            elif number in self.results:
                self.add(found, player, pairing["players"], self.results[number])
        return found

    def add(self, found: list[dict[str, Any]], player: int, seats: list[int], result: Line) -> None:
        rank = dict(zip(seats, result["ranks"], strict=True))
        total = dict(zip(seats, result["totals"], strict=False))
        absent = set(result["absent"])
        if not (mates := [mate for mate in seats if mate != player and mate not in self.out]):
            return
        against = {}
        for mate in mates:
            if player in absent:
                against[mate] = Fraction(0)
            elif mate in absent or rank[mate] > rank[player]:
                against[mate] = Fraction(1)
            elif rank[mate] == rank[player]:
                against[mate] = Fraction(1, 2)
            else:
                against[mate] = Fraction(0)
        alone = bool(absent) and all(mate in absent for mate in mates)
        found.append(
            {
                "points": self.win * sum(against.values()) / len(mates),
                "against": against,
                "played": player not in absent and not alone,
                "margin": total[player] - max(total[mate] for mate in mates) if total else 0,
            }
        )

    def points(self, player: int) -> Fraction:
        return Fraction(sum(each["points"] for each in self.rounds(player)))

    def adjusted(self, player: int) -> Fraction:
        rounds = len(self.rounds(player))
        missing = self.latest - rounds if player in self.left else 0
        return self.points(player) + Fraction(self.win, 2) * max(0, missing)

    def number_of_rounds(self) -> int:
        seeds = len(self.divisions[0])
        if self.terms["rounds"]:
            return int(self.terms["rounds"])
        if self.format == "pods":
            return 4
        power = 0
        while 2**power < seeds:
            power += 1
        return max(1, min(max(3, power), seeds - 1))

    def dummy(self, player: int, each: Mapping[str, Any]) -> Fraction:
        if each["against"]:
            others = [self.adjusted(mate) for mate in each["against"]]
            return min(self.points(player), sum(others, Fraction(0)) / len(others))
        return min(self.points(player), Fraction(self.number_of_rounds() * self.win, 2))

    def buchholz(self, player: int) -> Fraction:
        total = Fraction(0)
        for each in self.rounds(player):
            if each["played"]:
                total += sum(map(self.adjusted, each["against"])) / Fraction(len(each["against"]))
            else:
                total += self.dummy(player, each)
        return total

    def sonneborn_berger(self, player: int) -> Fraction:
        total = Fraction(0)
        for each in self.rounds(player):
            if self.format in {"round-robin", "league"} or each["played"]:
                value = self.points if self.format in {"round-robin", "league"} else self.adjusted
                products = [value(mate) * won for mate, won in each["against"].items()]
                total += sum(products) / Fraction(len(products))
            else:
                total += self.dummy(player, each) * each["points"] / self.win
        return total

    def lines(self) -> list[dict[str, Any]]:
        made = []
        for number, members in enumerate(self.divisions, 1):
            mine = [p for p in self.players if p in members or (number == 1 and p in self.late)]
            made += self.division(number, mine)
        return made

    def division(self, number: int, mine: list[int]) -> list[dict[str, Any]]:
        if self.format == "knockout":
            values = {player: {"points": Fraction(self.reached(player))} for player in mine}
        else:
            values = {player: self.values(player, mine) for player in mine}
        better = {
            player: sum(
                list(other.values()) > list(values[player].values()) for other in values.values()
            )
            for player in mine
        }
        return [
            {
                "division": number,
                "place": better[player] + 1,
                "player": player,
                **{name: rounded(value) for name, value in values[player].items()},
                **({"left": True} if player in self.left else {}),
            }
            for player in sorted(mine, key=lambda player: better[player])
        ]

    def values(self, player: int, mine: list[int]) -> dict[str, Fraction]:
        own = self.points(player)
        if self.format in {"round-robin", "league"}:
            tied = [mate for mate in mine if mate != player and self.points(mate) == own]
            first = {
                "head_to_head": Fraction(
                    sum(
                        won
                        for each in self.rounds(player)
                        for mate, won in each["against"].items()
                        if mate in tied
                    )
                )
            }
        else:
            first = {"buchholz": self.buchholz(player)}
        return {
            "points": own,
            **first,
            "sonneborn_berger": self.sonneborn_berger(player),
            "margin": Fraction(sum(each["margin"] for each in self.rounds(player))),
        }

    def reached(self, player: int) -> int:
        """The last round of a player, one more for the winner of the final."""
        rounds: list[int] = [
            each["round"] for each in self.paired.values() if player in each["players"]
        ]
        final = 0
        while 2**final < len(self.divisions[0]):
            final += 1
        finals = [each for each in self.paired.values() if each["round"] == final]
        latest = max(rounds, default=0)
        if latest < final or not finals:
            return latest
        return latest + (self.champion(finals) == player)

    def champion(self, finals: list[Line]) -> int | None:
        last = finals[-1]
        if len(last["players"]) == 1:
            return int(last["players"][0])
        if last["pairing"] not in self.results:
            return None
        result = self.results[last["pairing"]]
        there: list[int] = [p for p in last["players"] if p not in result["absent"]]
        if not there:
            return None
        ranks = dict(zip(last["players"], result["ranks"], strict=True))
        best = [player for player in there if ranks[player] == min(ranks[p] for p in there)]
        if len(best) == 1 or len(finals) == 2:
            return min(best, key=self.divisions[0].index)
        if not (staying := [player for player in best if player not in self.left]):
            staying = [player for player in self.left if player in best][-1:]
        return staying[0] if len(staying) == 1 else None


def rounded(value: Fraction) -> float | int:
    return int(value) if value == int(value) else round(float(value), 4)


def ladder(events: Sequence[Line]) -> list[int]:
    order: list[int] = []
    paired: dict[int, Line] = {}
    for event in events:
        match event["event"]:
            case "entered":
                order += [event["player"]]
            case "withdrew":
                order = [player for player in order if player != event["player"]]
            case "paired":
                paired[event["pairing"]] = event
            case "decided":
                order = climbed(order, paired[event["pairing"]], event)
                for player in [*event["absent"], *event["late"]]:
                    order = dropped(order, [player])
            case "dropped":
                order = dropped(order, event["players"])
    return order


def climbed(order: list[int], pairing: Line, result: Line) -> list[int]:
    rank = dict(zip(pairing["players"], result["ranks"], strict=True))
    up = pairing["challenger"]
    (other,) = set(pairing["players"]) - {up}
    won = other in result["absent"] or rank[up] < rank[other]
    if not won or up in result["absent"] or not {up, other} <= set(order):
        return order
    if order.index(up) < order.index(other):
        return order
    rest = [player for player in order if player != up]
    at = rest.index(other)
    return [*rest[:at], up, *rest[at:]]


def dropped(order: list[int], players: Iterable[int]) -> list[int]:
    staying: list[int] = []
    for player in [each for each in reversed(order) if each in set(players)]:
        at = order.index(player)
        below = order[at + 1 : at + 2]
        if not below or below[0] in staying:
            staying.append(player)
        else:
            order = [*order[:at], below[0], player, *order[at + 2 :]]
    return order
