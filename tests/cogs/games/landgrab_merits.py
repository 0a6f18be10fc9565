"""The checks of the merits of moves in Landgrab, by the rules or by playouts of their own."""

import random
import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import combinations
from typing import Any

from prowlerbot.core.game import CHANCE, find_move
from prowlerbot.games.landgrab.map import ADJACENT, SQUARE
from prowlerbot.games.landgrab.playouts import Course, play_out
from prowlerbot.games.landgrab.rules import Position as Land
from tests.cogs.games.shown import FACES

NAMES = ("Ann", "Ben", "Cem", "Dee")
Check = Callable[[re.Match[str], Any, int, str, str], bool]
"""Whether words agree with a position, a seat, its move and the other move."""

_SQUARE = r"([A-L]\d+)(?:-[A-L]\d+)?"
_STEPS = 3
_GAIN = r"(\d) points?(?: taken from (\w+))?(?:, nobody near)?, about (\d+) turns?"


@cache
def _rolls(left: int) -> float:
    """The mean number of rolls that take a building."""
    return 1 + sum(_rolls(left - shown) for shown in range(1, 13)) / 12 if left > 0 else 0


def _building(p: Land, name: str, worth: str) -> int:
    number = p.map.building_numbers[SQUARE[name]]
    assert p.map.buildings[number].worth == int(worth)
    return number


def _is_owned(m: re.Match[str], p: Land, seat: int, number: int, owner: str) -> bool:
    """Whether the owner is right, and whether other pawns are near a building of nobody."""
    pawns = [(it, at) for it, at in enumerate(p.pawns, 1) if it != seat and p.phase == "turn"]
    away = [_turns(p, at, number, it) for it, at in pawns if at >= 0]
    lonely = bool(away) and min(away) > _STEPS and not p.owners[number]
    told = NAMES[p.owners[number] - 1] if p.owners[number] else None
    return told == owner and lonely == (", nobody near" in m[0])


def _rolled_for(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    number = _building(p, m[1], m[2])
    right = round(_rolls(p.points[number])) == int(m[4])
    return right and move == f"c:{m[1]}" and _is_owned(m, p, seat, number, m[3])


def _in_reach(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    """The seat could claim the building if it were its turn once more, but not now."""
    number = _building(p, m[1], m[2])
    after, around = p.after(seat, find_move(p, seat, move)), p.map.buildings[number].around
    was, now = (around >> max(each.pawns[seat - 1], 0) & 1 for each in (p, after))
    spent = 1 if p.phase == "turn" else 0
    right = p.owners[number] != seat and round(spent + _rolls(p.points[number])) == int(m[4])
    right = right and _is_owned(m, p, seat, number, m[3])
    return bool(now) and right and not was


@cache
def _turns(p: Land, square: int, number: int, seat: int) -> int:
    """The steps, of which the first may be a way around an own building beside the square."""
    found = [_steps(p, square, number)]
    for each, owner in zip(p.map.buildings, p.owners, strict=True):
        if owner == seat and each.around >> square & 1:
            beyond = [it for it in SQUARE.values() if each.around & p.map.free & 1 << it]
            found.append(1 + min(_steps(p, there, number) for there in beyond))
    return min(found)


def _steps(on: Land, start: int, number: int) -> int:
    """The steps until a building is adjacent, by a search of its own."""
    seen, edge, count = {start}, {start}, 0
    around = on.map.buildings[number].around
    while not any(around >> square & 1 for square in edge):
        edge = {
            there
            for square in edge
            for there in SQUARE.values()
            if ADJACENT[square] >> there & 1 and on.map.free >> there & 1 and there not in seen
        }
        seen |= edge
        count += 1
    return count


def _from(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    number = _building(p, m[2], m[3])
    there = SQUARE[move.removeprefix("p:")]
    here = p.pawns[seat - 1] if p.pawns[seat - 1] >= 0 else there
    steps, before = (_turns(p, square, number, seat) for square in (there, here))
    spent = 1 if p.phase == "turn" else 0
    right = round(spent + steps + _rolls(p.points[number])) == int(m[5])
    right = right and _is_owned(m, p, seat, number, m[4])
    nearer = m[1].startswith("comes")
    return right and nearer == (steps < before) and p.owners[number] != seat


def _points_near(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    near = _points_within(p, seat, SQUARE[move.removeprefix("p:")])
    return near == int(m[1])


def _points_within(p: Land, seat: int, square: int) -> int:
    """The points near a square of buildings to which no pawn is as near."""
    pawns = [(it, at) for it, at in enumerate(p.pawns, 1) if at >= 0]
    found = 0
    for number, each in enumerate(p.map.buildings):
        own = _turns(p, square, number, seat)
        nearest = all(_turns(p, at, number, it) > own for it, at in pawns)
        found += each.worth * (own <= _STEPS and nearest)
    return found


def _most_near(m: re.Match[str], p: Land, seat: int, _: str, __: str) -> bool:
    return p.phase == "spawns" and _most_within(p, seat) == int(m[1])


@cache
def _most_within(p: Land, seat: int) -> int:
    return max(_points_within(p, seat, each.at) for each in p.moves(seat))


def _sooner(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    told = partial(FACES["landgrab"].merits, p.view(seat), seat, names=NAMES[: len(p.lives)])
    words = (" ".join(it.words for it in told(each)) for each in (move, than))
    own, other = (min(map(int, re.findall(r"about (\d+) turn", each))) for each in words)
    return [own, other] == [*map(int, m.groups())] and own < other


def _ends(p: Land, seat: int, move: str, *, won: bool) -> list[Land]:
    """The positions after a fight, whatever the pair of rolls that wins or loses it."""
    begun = p.after(seat, find_move(p, seat, move))
    pairs = combinations(sorted(begun.moves(CHANCE), reverse=won), 2)
    return [begun.after(CHANCE, first).after(CHANCE, second) for first, second in pairs]


def _returns(ends: Sequence[Land], loser: int, square: str) -> bool:
    """Whether a pawn is back on a square after a lost fight, or waits until somebody makes room."""
    return all(SQUARE[square] in {it.pawns[loser - 1], it.spawns[loser - 1]} for it in ends)


def _fight(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    target = int(move.partition(":")[2])
    ends = _ends(p, seat, move, won=True)
    wins = "wins the match" in m[0]
    assert NAMES[target - 1] in m[0]
    assert ("last life" in m[0]) == (p.lives[target - 1] == 1)
    assert all(end.lives[target - 1] == p.lives[target - 1] - 1 for end in ends)
    winners = {end.outcome.winner if end.outcome else None for end in ends}
    return wins == (winners == {seat})


def _sends_back(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    target = int(move.partition(":")[2])
    right = _fight(m, p, seat, move, than)
    if m[1]:  # the building that the pawn can no longer claim
        around = p.map.buildings[p.map.building_numbers[SQUARE[m[1]]]].around
        beside = [bool(around >> at & 1) for at in (p.pawns[target - 1], SQUARE[m[2]])]
        right = right and beside == [True, False]
    return right and _returns(_ends(p, seat, move, won=True), target, m[2])


def _risks_life(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    ends = _ends(p, seat, move, won=False)
    assert all(end.lives[seat - 1] == p.lives[seat - 1] - 1 for end in ends)
    return _returns(ends, seat, m[1]) if m[1] else p.lives[seat - 1] == 1


@cache
def courses_after(p: Land, seat: int, move: str) -> list[Course]:
    """Playouts after a move, by other luck than that of the face."""
    found = []
    for seed in range(40):
        rng, after = random.Random(f"other {seed}"), p.after(seat, find_move(p, seat, move))
        while CHANCE in after.to_move:
            after = after.after(CHANCE, rng.choice(after.moves(CHANCE)))
        if (course := play_out(after, seat, rng)) is not None:
            found.append(course)
    return found


def _share(p: Land, seat: int, move: str, is_so: Callable[[Course], float]) -> float:
    courses = courses_after(p, seat, move)
    return 100 * sum(map(is_so, courses)) / len(courses)


_WITHIN = 35
"""A difference of two shares of 100 playouts that luck alone does not bring."""


def _differ(
    p: Land, seat: int, moves: Sequence[str], told: Sequence[str], is_so: Callable[[Course], float]
) -> bool:
    """Whether the shares of two moves are about as they are told, the first one larger."""
    pairs = zip(map(int, told), (_share(p, seat, move, is_so) for move in moves), strict=True)
    more, less = map(int, told)
    return more > less and all(abs(one - other) < _WITHIN for one, other in pairs)


def _goes_on(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    ended = [it for it in courses_after(p, seat, than) if it.over]
    rounds = sum(it.round - p.round for it in ended) / len(ended)
    right = max(it.leads()[NAMES.index(m[1])] for it in ended) > 0
    own, other = (_share(p, seat, each, lambda it: it.over) for each in (move, than))
    return right and own < other and abs(max(1, rounds) - int(m[2])) <= 1


def _last_life(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    shares = (m[1], m[2])
    return _differ(p, seat, (move, than), shares, lambda it: it.lives[seat - 1])


def _keeps(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    number = p.map.building_numbers[SQUARE[m[1]]]
    shares = _differ(p, seat, (move, than), m.group(2, 3), lambda it: it.owners[number] == seat)
    return shares and p.owners[number] == seat


def _beside(p: Land, number: int, *but: int) -> list[int]:
    """The seats with a pawn beside a building, but these and its owner."""
    around, there = p.map.buildings[number].around, enumerate(p.pawns, 1)
    return [it for it, at in there if at >= 0 and around >> at & 1 and it not in but]


def _odds_of_others(p: Land, seat: int, move: str, number: int) -> float:
    """The part of 100 next rolls by which another seat takes a building after a move, by the rules:
    after each roll of the seat itself if it claims that building.
    """
    after = [p.after(seat, find_move(p, seat, move))]
    if move == f"c:{_name(p, number)}":
        after = [after[0].after(CHANCE, roll) for roll in after[0].moves(CHANCE)]
    taken = [sum(roll >= each.points[number] for roll in range(1, 13)) for each in after]
    beside = _beside(p, number, seat, p.owners[number])
    return 100 * sum(taken) / 12 / len(after) if beside else 0


def _name(p: Land, number: int) -> str:
    (name,) = (name for name, it in p.map.building_numbers.items() if it == number)
    return next(square for square, at in SQUARE.items() if at == name)


_LEAST = 15
"""Lower odds of an opponent are not told."""


def _leaves_odds(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    number = p.map.building_numbers[SQUARE[m[2]]]
    claims = [str(each) for each in p.moves(seat) if each.kind == "c"]
    numbers = [p.map.building_numbers[SQUARE[each[2:]]] for each in claims]
    most = max(_odds_of_others(p, seat, move, each) for each in numbers)
    assert f"c:{m[2]}" in claims
    assert int(m[1]) >= _LEAST
    return round(_odds_of_others(p, seat, move, number)) == int(m[1]) == round(most)


def _leaves_less(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    claims = [str(it) for it in p.moves(seat) if it.kind == "c"]
    numbers = [p.map.building_numbers[SQUARE[claim[2:]]] for claim in claims]
    most = [max(_odds_of_others(p, seat, each, it) for it in numbers) for each in (move, than)]
    return [*map(int, m.groups())] == [*map(round, most)] and most[0] < most[1]


def _could_be_attacked(p: Land, seat: int, move: str) -> bool:
    at = p.after(seat, find_move(p, seat, move)).pawns[seat - 1]
    others = [there for other, there in enumerate(p.pawns, 1) if other != seat and there >= 0]
    return any(ADJACENT[at] >> there & 1 for there in others)


def _most_points(p: Land, seat: int, move: str) -> int:
    """The most points among the buildings that the merits of a move name."""
    told = FACES["landgrab"].merits(p.view(seat), seat, move, NAMES[: len(p.lives)])
    found = (re.search(_GAIN, each.words) for each in told if re.search(_SQUARE, each.words))
    return max((int(each[1]) for each in found if each), default=0)


def _more_points(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    both = [_most_points(p, seat, each) for each in (move, than)]
    return both == [*map(int, m.groups())] and both[0] > both[1]


def _this_roll(_: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    """Some roll of the move takes a building, and none of the other one does."""
    taken = []
    for each in (move, than):
        begun = p.after(seat, find_move(p, seat, each))
        rolls = begun.moves(CHANCE) if each.startswith("c:") else ()
        taken.append(any(begun.after(CHANCE, roll).owners != p.owners for roll in rolls))
    return taken == [True, False]


def _more_lead(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    for told, each in zip(m.groups(), (move, than), strict=True):
        least, most = _lead_a_turn(p, seat, each)
        assert least - 0.05 <= float(told) <= most + 0.05
    return float(m[1]) > float(m[2])


def _lead_a_turn(p: Land, seat: int, move: str) -> tuple[float, float]:
    """The least and most lead a turn, as a told number of turns is not exact. The points of a
    building count twice if another seat loses them.
    """
    words = FACES["landgrab"].merits(p.view(seat), seat, move, NAMES[: len(p.lives)])
    found = [hit for it in words if (hit := re.search(_GAIN, it.words))]
    leads = [(int(it[1]) * (1 + bool(it[2])), int(it[3])) for it in found]
    least = max((lead / (turns + 0.5) for lead, turns in leads), default=0)
    return least, max((lead / (turns - 0.5) for lead, turns in leads), default=0)


def _more_near(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    within, wanted = _STEPS if "within" in m[0] else 0, range(len(p.owners))
    both = []
    for each in (move, than):
        at, owners = SQUARE.get(each.removeprefix("p:"), p.pawns[seat - 1]), p.owners
        both.append(sum(_turns(p, at, it, seat) <= within for it in wanted if owners[it] != seat))
    return both == [*map(int, m.groups())] and both[0] > both[1]


def _lone_claim(m: re.Match[str], p: Land, seat: int, _: str, __: str) -> bool:
    (claim,) = (it for it in p.moves(seat) if it.kind == "c")
    left = p.points[p.map.building_numbers[claim.at]]
    right = m[2] == f"{round(100 * max(0, 13 - left) / 12)}" and round(_rolls(left)) == int(m[3])
    fights = any(it.kind == "a" for it in p.moves(seat))
    if "walk" in m[0]:  # to a goal that may bring more lead a turn
        steps = [str(each) for each in p.moves(seat) if not each.kind]
        least = _lead_a_turn(p, seat, str(claim))[0]
        right = right and any(_lead_a_turn(p, seat, each)[1] > least for each in steps)
    return right and str(claim) == f"c:{m[1]}" and ("attack" in m[0]) == fights


def _last_fight(m: re.Match[str], p: Land, seat: int, _: str, __: str) -> bool:
    """Either end of a fight is that of the match."""
    attack = f"a:{NAMES.index(m[1]) + 1}"
    return all(end.outcome for won in (True, False) for end in _ends(p, seat, attack, won=won))


def _odds_of_any(p: Land, seat: int, number: int) -> float:
    """The part of 100 next rolls by which another seat can take a building as it stands."""
    beside = _beside(p, number, seat, p.owners[number])
    return 100 * max(0, 13 - p.points[number]) / 12 if beside else 0


_LOST = 25
"""The odds from which on the loss of an own building is told."""


def _may_take(m: re.Match[str], p: Land, seat: int, _: str, __: str) -> bool:
    """The building is not theirs, and as near and as weak as it is told."""
    other, number = NAMES.index(m[1]) + 1, p.map.building_numbers[SQUARE[m[3]]]
    steps, left = _turns(p, p.pawns[other - 1], number, other), p.points[number]
    right = p.owners[number] != other and bool(m[2]) == (p.owners[number] == seat)
    own = p.pawns[seat - 1]
    near = [it for it in range(len(p.owners)) if own >= 0 and _turns(p, own, it, seat) <= 1]
    lost = p.owners[number] == seat and _odds_of_any(p, seat, number) >= _LOST
    right = right and (lost or number in near)
    # What is told of own buildings comes first, and once.
    near = [it for it in near if p.owners[it] != seat or _odds_of_any(p, seat, it) < _LOST]
    if m[4]:
        right = right and (
            lost or round(max(_odds_of_any(p, seat, it) for it in near)) == int(m[4])
        )
        return right and not steps and round(100 * (13 - left) / 12) == int(m[4])
    assert not any(_odds_of_any(p, seat, it) for it in near)
    right = right and round(steps + _rolls(left)) == int(m[5]) <= _STEPS
    return right and (steps > 0 or left > 12)


LANDGRAB: dict[str, Check] = {
    rf"leaves an opponent (\d+)% to take {_SQUARE} next turn": _leaves_odds,
    r"leaves opponents less chance of a building beside you: (\d+) of 100, not (\d+)": _leaves_less,
    r"is nearest to (\d+) points? within 3 turns": _points_near,
    r"Find the square that is nearest to .* within 3 turns: (\d+) at most\.": _most_near,
    rf"(?:sends|drives) \w+ (?:away from {_SQUARE}, )?back to (\w+), a life less": _sends_back,
    r"sends you back to (\w+), a life less, if you lose \(46%\)": _risks_life,
    r"costs your last life if you lose \(46%\)()": _risks_life,
    r"gets away from every pawn that could attack": lambda _m, p, s, move, _: (
        not _could_be_attacked(p, s, move)
    ),
    r"leaves your pawn where no other can attack it": lambda _m, p, s, move, than: (
        _could_be_attacked(p, s, than) > _could_be_attacked(p, s, move)
    ),
    r"aims at more points: (\d), not (\d)": _more_points,
    r"can take its building with this roll": _this_roll,
    r"gets ahead faster: about ([\d.]+) points a turn, not ([\d.]+)": _more_lead,
    rf"more often keeps your {_SQUARE}: in (\d+) of 100 matches, not (\d+)": _keeps,
    r"has more buildings (?:in reach next turn|within 3 turns): (\d+), not (\d+)": _more_near,
    rf"(?:First decide|Decide|Only one .*): (?:roll for )?the \w+ building {_SQUARE} \((\d+)% now,"
    r" about (\d+) rolls?\)(?:\.|, or walk\?|, or attack \(46%\)\? .*)": _lone_claim,
    r"You and (\w+) have one life each: a lost fight ends the match\.": _last_fight,
    r"(\w+)'s pawn stands next to yours: each of you can attack\.": lambda m, p, s, _, __: (
        f"a:{NAMES.index(m[1]) + 1}" in [str(each) for each in p.moves(s)]
    ),
    rf"(\w+) may take (your )?{_SQUARE}: (?:(\d+)% next turn|about (\d+) turns?)\.": _may_take,
    rf"rolls for {_SQUARE} \({_GAIN}\)": _rolled_for,
    rf"brings {_SQUARE} into reach \({_GAIN}\)": _in_reach,
    rf"(comes nearer|can go on) to {_SQUARE} \({_GAIN}\)": _from,
    r"(?:keeps|a lost) .*, (?:after )?which (\w+) would win in about (\d+) rounds?": _goes_on,
    r"keeps the last life in (\d+) of 100 matches, not (\d+)": _last_life,
    r"needs fewer turns to its points: about (\d+), not (\d+)": _sooner,
    r"with the higher roll, takes \w+'s last life": _fight,
    r"with the higher roll, wins the match at once: it is \w+'s last life": _fight,
}
