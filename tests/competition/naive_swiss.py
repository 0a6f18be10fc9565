"""The costs of a Swiss round once more, as docs/notation.md tells them, and all its pairings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from prowlerbot.competition.swiss import Contender

Tables = Sequence[Sequence[int]]


def pairings(players: Sequence[int]) -> Iterator[list[list[int]]]:
    """Every way to pair the players; any number of them may have a bye."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for others in pairings(rest):
        yield [[first], *others]
    for mate in rest:
        for others in pairings([player for player in rest if player != mate]):
            yield [[first, mate], *others]


def is_allowed(contenders: Sequence[Contender], tables: Tables) -> bool:
    known = {each.player: each for each in contenders}
    pairs = [table for table in tables if len(table) == 2]
    return all(known[one].met.get(two, 0) < 2 for one, two in pairs)


def cost(contenders: Sequence[Contender], tables: Tables) -> tuple[Fraction, ...]:
    """The seven ranked costs of a round."""
    known = {each.player: each for each in contenders}
    ranking = sorted(contenders, key=lambda each: (-each.points, contenders.index(each)))
    place = {each.player: number for number, each in enumerate(ranking, 1)}
    byes = [known[table[0]] for table in tables if len(table) == 1]
    pairs = [(known[table[0]], known[table[1]]) for table in tables if len(table) == 2]
    fewest = min(each.points for each in contenders)
    seats = Fraction(0)
    order = Fraction(0)
    for one, two in pairs:
        if (one.lead > 0 and two.lead > 0) or (one.lead < 0 and two.lead < 0):
            seats += min(one.lead**2, two.lead**2)
        distance = 2 * abs(place[one.player] - place[two.player])
        if one.points == two.points:
            distance -= len([each for each in contenders if each.points == one.points])
        order += distance**2
    order += sum((len(contenders) + 1 - place[each.player]) ** 2 for each in byes)
    return (
        Fraction(len(byes)),
        Fraction(sum(each.byes for each in byes)),
        Fraction(sum(one.met.get(two.player, 0) for one, two in pairs)),
        sum((each.points - fewest for each in byes), Fraction(0)),
        sum(((one.points - two.points) ** 2 for one, two in pairs), Fraction(0)),
        seats,
        order,
    )
