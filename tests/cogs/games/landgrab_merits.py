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
_GAIN = r"(\d) points?(?: taken from (\w+))? in about (\d+) turns?(?:, nobody near)?"
_PACE = r"(\d) points?(?: taken from (\w+))?(?: in about (\d+) turns?)?"


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
    name = move.removeprefix("c:")
    number = _building(p, name, m[1])
    right = round(_rolls(p.points[number])) == int(m[3])
    return right and move == f"c:{name}" and _is_owned(m, p, seat, number, m[2])


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
    number = _building(p, m[1], m[2])
    there = SQUARE[move]
    steps, before = (_turns(p, at, number, seat) for at in (there, p.pawns[seat - 1]))
    spent = 1 if p.phase == "turn" else 0
    right = round(spent + steps + _rolls(p.points[number])) == int(m[4])
    right = right and _is_owned(m, p, seat, number, m[3])
    return right and steps < before and p.owners[number] != seat


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


def _last_life(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    shares = (m[1], m[2])
    return _differ(p, seat, (move, than), shares, lambda it: it.lives[seat - 1])


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


def _stays_damaged(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    """The odds of a second roll after a first one, and the buildings still beside the pawn then."""
    right, at = True, SQUARE.get(move, p.pawns[seat - 1])
    if m[1]:
        begun = p.after(seat, find_move(p, seat, move))
        left = begun.after(CHANCE, find_move(begun, CHANCE, f"d{m[1]}"))
        number = p.map.building_numbers[SQUARE[move[2:]]]
        right = round(_odds(left.points[number])) == int(m[2]) and left.owners == p.owners
    named = {p.map.building_numbers[SQUARE[it]] for it in re.findall(_SQUARE, m[3] or "")}
    return right and all(p.map.buildings[it].around >> at & 1 for it in named)


def _odds(left: int) -> float:
    return 100 * min(12, max(0, 13 - left)) / 12


def _could_be_attacked(p: Land, seat: int, move: str) -> bool:
    at = p.after(seat, find_move(p, seat, move)).pawns[seat - 1]
    others = [there for other, there in enumerate(p.pawns, 1) if other != seat and there >= 0]
    return any(ADJACENT[at] >> there & 1 for there in others)


def _more_lead(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    """Each pace is that of the building that brings a move most, and the first is the higher."""
    told = [m.groups()[at : at + 3] for at in range(0, len(m.groups()), 3)]
    for (points, owner, turns), each in zip(told, (move, than), strict=False):
        lead, when = int(points) * (1 + bool(owner)), int(turns or told[0][2])
        least, most = _lead_a_turn(p, seat, each)
        assert lead / (when + 0.5) <= most
        assert least <= lead / max(0.5, when - 0.5)
    return len({*told}) > 1 or (than.startswith("a:") and p.lives[int(than[2:]) - 1] > 1)


def _likely_now(m: re.Match[str], p: Land, _: int, move: str, than: str) -> bool:
    """The roll may well bring the points, and more lead on average than that of the other move."""
    leads = []
    for each in (it for it in (move, than) if it.startswith("c:")):
        number = p.map.building_numbers[SQUARE[each[2:]]]
        owner, odds = p.owners[number], _odds(p.points[number])
        leads.append(odds * p.map.buildings[number].worth * (1 + bool(owner)))
        if each == move:
            assert (NAMES[owner - 1] if owner else None) == m[2]
            assert (p.map.buildings[number].worth, round(odds)) == (int(m[1]), int(m[3]))
    return int(m[3]) >= 40 and (leads[0] > leads[-1] or not than.startswith("c:"))


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
    both, wanted = [], range(len(p.owners))
    for each in (move, than):
        at, owners = SQUARE.get(each.removeprefix("p:"), p.pawns[seat - 1]), p.owners
        both.append(sum(not _turns(p, at, it, seat) for it in wanted if owners[it] != seat))
    return both == [*map(int, m.groups())] and both[0] > both[1]


def _claims(m: re.Match[str], p: Land, seat: int, _: str, __: str) -> bool:
    """Each building that can be claimed is told, with its owner, points, and odds."""
    claims = [str(it)[2:] for it in p.moves(seat) if it.kind == "c"]
    points = r"(\d) points?(?: taken from (\w+))?"
    pattern = rf"{_SQUARE} \({points}, (?:(\d+)% now, )?(?:sure|about (\d+) rolls?)\)"
    told = re.findall(pattern, m[1])
    for name, worth, owner, odds, rolls in told:
        number = _building(p, name, worth)
        assert owner == (NAMES[p.owners[number] - 1] if p.owners[number] else "")
        assert (round(_odds(p.points[number])), round(_rolls(p.points[number]))) == (
            int(odds or (0 if rolls else 100)),
            int(rolls or 1),
        )
    return [it[0] for it in told] == claims


def _last_fight(m: re.Match[str], p: Land, seat: int, _: str, __: str) -> bool:
    """Either end of a fight is that of the match."""
    attack = f"a:{NAMES.index(m[1]) + 1}"
    return all(end.outcome for won in (True, False) for end in _ends(p, seat, attack, won=won))


def _may_take(m: re.Match[str], p: Land, seat: int, _: str, __: str) -> bool:
    """The pawn stands beside the building, which is not its own, and the odds are right."""
    other, number = NAMES.index(m[1]) + 1, p.map.building_numbers[SQUARE[m[3]]]
    assert other in _beside(p, number, seat, p.owners[number])
    assert bool(m[2]) == (p.owners[number] == seat)
    assert bool(m[5]) == bool(m[2] and f"a:{other}" not in [str(it) for it in p.moves(seat)])
    near = _turns(p, p.pawns[seat - 1], number, seat) <= 1
    assert int(m[4]) >= (_LEAST if near else 25)
    return round(_odds(p.points[number])) == int(m[4])


LANDGRAB: dict[str, Check] = {
    rf"leaves an opponent (\d+)% to take {_SQUARE} next turn": _leaves_odds,
    rf"leaves (\w+) less chance of {_SQUARE} next turn: (\d+)%, not (\d+)%": _leaves_less,
    r"gets you first to (\d+) points? within 3 turns": _points_near,
    r"gets you first to more points within 3 turns: (\d+), not (\d+)": _nearer_to_more,
    r"sends \w+ back to (\w+), a life less, if won": _sends_back,
    r"sends you back to (\w+), a life less, if lost \(46%\)": _risks_life,
    r"costs your last life if lost \(46%\)()": _risks_life,
    r"gets away from every pawn that could attack": lambda _m, p, s, move, _: (
        not _could_be_attacked(p, s, move)
    ),
    r"leaves your pawn where no other can attack it": lambda _m, p, s, move, than: (
        _could_be_attacked(p, s, than) > _could_be_attacked(p, s, move)
    ),
    rf"brings {_PACE}, not {_PACE}": _more_lead,
    r"brings (\d) points?(?: taken from (\w+))? now with (\d+)%": _likely_now,
    rf"brings {_PACE}; a won fight brings no points": _more_lead,
    r"has more buildings in reach next turn: (\d+), not (\d+)": _more_near,
    r"No building is in reach: .*": lambda _m, p, s, _, __: (
        not {"c", "a"} & {it.kind for it in p.moves(s)}
    ),
    r"In reach: (.*?)\.(?: Does a roll or a walk bring most points a turn\?)?": _claims,
    r"(?:Damage stays: after a roll of (\d+), the next one takes it with (\d+)%\.)? ?"
    r"(?:Then also in reach: (.*)\.)?": _stays_damaged,
    r"You and (\w+) have one life each: a lost fight ends the match\.": _last_fight,
    r"(\w+) stands next to you: attack \(46%\), get away, .*": lambda m, p, s, _, __: (
        f"a:{NAMES.index(m[1]) + 1}" in [str(each) for each in p.moves(s)]
    ),
    rf"⚠️ (\w+) can take (your )?{_SQUARE} next turn: (\d+)%(; no move stops it)?\.": _may_take,
    rf"brings {_GAIN}": _rolled_for,
    rf"brings {_SQUARE} into reach \({_GAIN}\)": _in_reach,
    rf"is on the way to {_SQUARE} \({_GAIN}\)": _from,
    r"keeps the last life in (\d+) of 100 matches, not (\d+)": _last_life,
    r"needs fewer turns to its points: about (\d+), not (\d+)": _sooner,
    r"with the higher roll, takes \w+'s last life": _fight,
    r"with the higher roll, wins the match at once: it is \w+'s last life": _fight,
}
