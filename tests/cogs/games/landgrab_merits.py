"""The checks of the merits of moves in Landgrab, by the rules or by playouts of their own."""

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
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
_POINTS = r"(?P<double>2 × )?(?P<worth>\d) points?(?: from (?P<owner>\w+))?"
_GAIN = rf"{_POINTS} in about (?P<turns>[\d.]+) turns \((?P<rate>[\d.]+) a turn\)(?:, nobody near)?"
_MORE = r"([\d.]+)"


@cache
def _rolls(left: int) -> float:
    """The mean number of rolls that take a building."""
    return 1 + sum(_rolls(left - shown) for shown in range(1, 13)) / 12 if left > 0 else 0


def _number(p: Land, name: str) -> int:
    return p.map.building_numbers[SQUARE[name]]


def _is_about(told: str, number: float) -> bool:
    """Whether a number with one decimal is right, however a half is rounded."""
    return abs(float(told) - number) < 0.051


def _lead(p: Land, number: int) -> int:
    """The points of a building count twice if another seat loses them."""
    return p.map.buildings[number].worth * (1 + bool(p.owners[number]))


def _is_gain(m: re.Match[str], p: Land, seat: int, number: int, way: int) -> bool:
    """Whether the owner, the points and both figures are right, and whether other pawns are near a
    building of nobody.
    """
    pawns = [(it, at) for it, at in enumerate(p.pawns, 1) if it != seat and p.phase == "turn"]
    away = [_turns(p, at, number, it) for it, at in pawns if at >= 0]
    lonely = bool(away) and min(away) > _STEPS and not p.owners[number]
    assert lonely == (", nobody near" in m[0])
    turns = way + _rolls(p.points[number])
    right = _is_about(m["turns"], turns) and _is_about(m["rate"], _lead(p, number) / turns)
    return right and _is_worth(m, p, number)


def _is_worth(m: re.Match[str], p: Land, number: int) -> bool:
    owner = p.owners[number]
    told = m["double"] is not None, int(m["worth"]), m["owner"]
    return told == (owner > 0, p.map.buildings[number].worth, NAMES[owner - 1] if owner else None)


def _rolled_for(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    return move.startswith("c:") and _is_gain(m, p, seat, _number(p, move[2:]), 0)


@cache
def _way(p: Land, start: int, number: int, seat: int) -> tuple[int, list[int]]:
    """The turns until a building is adjacent, and the squares there, by a search of its own. The
    first turn may be a way around an own building beside the square.
    """
    seen, edge, count = {start}, {start}, 0
    around, owned = p.map.buildings[number].around, zip(p.map.buildings, p.owners, strict=True)
    sides = [it.around for it, owner in owned if owner == seat and it.around >> start & 1]
    while not (ends := [square for square in edge if around >> square & 1]):
        next_to = [*(ADJACENT[square] for square in edge), *([] if count else sides)]
        free = (square for square in SQUARE.values() if p.map.free >> square & 1)
        edge = {square for square in free if any(it >> square & 1 for it in next_to)} - seen
        seen |= edge
        count += 1
    return count, ends


def _turns(p: Land, square: int, number: int, seat: int) -> int:
    return _way(p, square, number, seat)[0]


def _heads_for(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    number, there = _number(p, m[1]), SQUARE[move]
    steps, before = (_turns(p, at, number, seat) for at in (there, p.pawns[seat - 1]))
    spent = 1 if p.phase == "turn" else 0
    return _is_gain(m, p, seat, number, spent + steps) and steps < before


def _points_near(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    at = SQUARE[move.removeprefix("p:")]
    return _points_within(p, seat, at) == int(m[1])


def _points_within(p: Land, seat: int, square: int) -> int:
    """The points near a square of buildings to which no pawn is as near."""
    pawns = [(it, at) for it, at in enumerate(p.pawns, 1) if at >= 0]
    found = 0
    for number, each in enumerate(p.map.buildings):
        own = _turns(p, square, number, seat)
        nearest = all(_turns(p, at, number, it) > own for it, at in pawns)
        found += each.worth * (own <= _STEPS and nearest)
    return found


def _nearer_to_more(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    points = [_points_within(p, seat, SQUARE[each[2:]]) for each in (move, than)]
    return points == [*map(int, m.groups())] and points[0] > points[1]


def _goals(p: Land, seat: int, move: str) -> list[tuple[float, float]]:
    """The lead a turn and the turns of the best told goal of a move, else those of all goals."""
    words = FACES["landgrab"].merits(p.view(seat), seat, move, NAMES[: len(p.lives)])
    found = [hit for it in words if (hit := re.search(_GAIN, it.words))]
    if told := [(float(it["rate"]), float(it["turns"])) for it in found]:
        return [it for it in told if it[0] > max(told)[0] - 0.051]
    if move not in SQUARE:
        return []
    wanted = [number for number, owner in enumerate(p.owners) if owner != seat]
    spent = int(p.phase == "turn")
    ways = [spent + _turns(p, SQUARE[move], it, seat) + _rolls(p.points[it]) for it in wanted]
    return [(_lead(p, it) / way, way) for it, way in zip(wanted, ways, strict=True)]


def _more_a_turn(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    both = ([rate for rate, _ in _goals(p, seat, each)] for each in (move, than))
    pairs = list(zip(both, m.group(1, 2), strict=True))
    right = all(any(abs(float(told) - it) < 0.11 for it in found) for found, told in pairs)
    return right and float(m[1]) > float(m[2])


def _over_fight(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    target = NAMES.index(m[2]) + 1
    right = any(abs(float(m[1]) - rate) < 0.11 for rate, _ in _goals(p, seat, move))
    return right and than == f"a:{target}" and p.lives[target - 1] > 1


def _sooner(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    both = ([turns for _, turns in _goals(p, seat, each)] for each in (move, than))
    pairs = list(zip(both, m.group(1, 2), strict=True))
    right = all(any(abs(float(told) - it) < 0.11 for it in found) for found, told in pairs)
    return right and float(m[1]) < float(m[2])


def _both_taken(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    """The turns for two buildings one after the other, from a square beside the first one."""
    numbers = [_number(p, name) for name in m.group(1, 2)]
    rolls, spent = sum(_rolls(p.points[it]) for it in numbers), int(p.phase == "turn")
    orders = zip((move, than), (numbers, numbers[::-1]), m.group(3, 4), strict=True)
    for each, (first, second), told in orders:
        at = SQUARE.get(each, p.pawns[seat - 1])
        way, ends = _way(p, at, first, seat)
        owners = [seat if it == first else owner for it, owner in enumerate(p.owners)]
        later = p._replace(owners=tuple(owners))
        onward = {_turns(later, end, second, seat) for end in ([at] if not way else ends)}
        begun = rolls + way + (spent if each in SQUARE else 0)
        assert any(_is_about(told, begun + it) for it in onward)
    return float(m[3]) < float(m[4])


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
    return right and _returns(_ends(p, seat, move, won=True), target, m[1])


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
    numbers = [p.map.building_numbers[it.at] for it in p.moves(seat) if it.kind == "c"]
    named = p.map.building_numbers[SQUARE[m[2]]]
    less, more = (round(_odds_of_others(p, seat, each, named)) for each in (move, than))
    most = max(_odds_of_others(p, seat, than, it) for it in numbers)
    assert NAMES.index(m[1]) + 1 in _beside(p, named, seat, p.owners[named])
    return [less, more] == [*map(int, m.group(3, 4))] and less < more == round(most)


def _stays(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    """The odds of a second roll after a first one."""
    begun = p.after(seat, find_move(p, seat, move))
    left = begun.after(CHANCE, find_move(begun, CHANCE, f"d{m[1]}"))
    return round(_odds(left.points[_number(p, move[2:])])) == int(m[2]) and left.owners == p.owners


def _odds(left: int) -> float:
    return 100 * min(12, max(0, 13 - left)) / 12


def _could_be_attacked(p: Land, seat: int, move: str) -> bool:
    pawns = p.after(seat, find_move(p, seat, move)).pawns
    at = pawns[seat - 1]
    others = [there for other, there in enumerate(pawns, 1) if other != seat and there >= 0]
    return any(ADJACENT[at] >> there & 1 for there in others)


def _risks_none(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    return _risks_attack(m, p, seat, than, move) and not _could_be_attacked(p, seat, move)


def _next_to(m: re.Match[str], p: Land, seat: int, _: str, __: str) -> bool:
    return f"a:{NAMES.index(m[1]) + 1}" in [str(each) for each in p.moves(seat)]


def _risks_attack(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    assert (m[1] == "your last") == (p.lives[seat - 1] == 1)
    return _could_be_attacked(p, seat, move)


def _more_near(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    both, wanted = [], range(len(p.owners))
    for each in (move, than):
        at, owners = SQUARE.get(each.removeprefix("p:"), p.pawns[seat - 1]), p.owners
        both.append(sum(not _turns(p, at, it, seat) for it in wanted if owners[it] != seat))
    return both == [*map(int, m.groups())] and both[0] > both[1]


def _claims(m: re.Match[str], p: Land, seat: int, _: str, __: str) -> bool:
    """Each building that can be claimed is told, with its owner, points, and rolls."""
    claims = [str(it)[2:] for it in p.moves(seat) if it.kind == "c"]
    assert not m[2] or ("Which" in m[2]) == (len(claims) > 1)
    told = [*re.finditer(rf"{_SQUARE} \({_POINTS}, ([\d.]+) rolls\)", m[1])]
    for each in told:
        number = _number(p, each[1])
        assert _is_about(each[5], _rolls(p.points[number]))
        assert _is_worth(each, p, number)
    return [it[1] for it in told] == claims


def _last_fight(m: re.Match[str], p: Land, seat: int, _: str, __: str) -> bool:
    """Either end of a fight is that of the match."""
    attack = f"a:{NAMES.index(m[1]) + 1}"
    return all(end.outcome for won in (True, False) for end in _ends(p, seat, attack, won=won))


def _may_take(m: re.Match[str], p: Land, seat: int, _: str, __: str) -> bool:
    """The pawn stands beside each building, which is not its own, and the odds are right."""
    other, told = NAMES.index(m[1]) + 1, re.findall(rf"(your )?{_SQUARE} \((\d+)%\)", m[2])
    helpless = f"a:{other}" not in [str(it) for it in p.moves(seat)]
    assert bool(m[3]) == (helpless and all(own for own, *_ in told))
    for own, name, odds in told:
        number = _number(p, name)
        assert other in _beside(p, number, seat, p.owners[number])
        assert bool(own) == (p.owners[number] == seat)
        near = not _turns(p, p.pawns[seat - 1], number, seat)
        assert round(_odds(p.points[number])) == int(odds) >= (_LEAST if near else 25)
    return bool(told)


LANDGRAB: dict[str, Check] = {
    rf"leaves an opponent (\d+)% to take {_SQUARE} next turn": _leaves_odds,
    rf"leaves (\w+) less chance of {_SQUARE} next turn: (\d+)%, not (\d+)%": _leaves_less,
    r"is nearest to buildings worth (\d+) points? within 3 turns": _points_near,
    r"is nearest to buildings worth more within 3 turns: (\d+), not (\d+)": _nearer_to_more,
    r"if won, \w+ loses a life and goes back to (\w+)": _sends_back,
    r"if lost \(46%\), you lose a life and go back to (\w+) \(8%: a tie\)": _risks_life,
    r"if lost \(46%\), you are out \(8%: a tie\)()": _risks_life,
    r"risks an attack: 46% to lose (a|your last) life": _risks_attack,
    r"risks no attack next turn, instead of 46% to lose (a|your last) life": _risks_none,
    r"gets away from every attacker": lambda _m, p, s, move, _: not _could_be_attacked(p, s, move),
    rf"brings {_MORE} points a turn, not {_MORE}": _more_a_turn,
    rf"brings {_MORE} points a turn; a fight costs you or (\w+) a life \(46% each\)": _over_fight,
    rf"takes {_SQUARE} and {_SQUARE} in about {_MORE} turns, not {_MORE}": _both_taken,
    rf"needs about {_MORE} turns for its points, not {_MORE}": _sooner,
    r"has more buildings in reach next turn: (\d+), not (\d+)": _more_near,
    r"No building is in reach: .*": lambda _m, p, s, _, __: (
        not {"c", "a"} & {it.kind for it in p.moves(s)}
    ),
    r"In reach: (.*?)\.( Does a walk .*\?| Which brings most .*\?)?": _claims,
    r"If it fails, damage stays: after a (\d+), the next roll takes it with (\d+)%\.": _stays,
    r"You and (\w+) have one life each: a lost fight ends the match\.": _last_fight,
    r"(\w+) is next to you: attack, get away, or risk it\? 46% to lose a life\.": _next_to,
    r"⚠️ Next turn (\w+) can take (.+?)(; no move stops it)?\.": _may_take,
    _GAIN: _rolled_for,
    rf"heads for {_SQUARE}, {_GAIN}": _heads_for,
    r"if won, it is \w+'s last life": _fight,
    r"if won, wins the match at once: it is \w+'s last life": _fight,
}
