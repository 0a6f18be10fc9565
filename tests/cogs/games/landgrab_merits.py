"""The checks of the merits of moves in Landgrab, by the rules or by playouts of their own."""

import random
import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import combinations, product
from typing import Any

from prowlerbot.core.game import CHANCE, find_move
from prowlerbot.games.landgrab.map import ADJACENT, SQUARE
from prowlerbot.games.landgrab.playouts import Course, play_out
from prowlerbot.games.landgrab.rules import Position as Land
from prowlerbot.games.landgrab.rules import score
from tests.cogs.games.shown import FACES

NAMES = ("Ann", "Ben", "Cem", "Dee")
Check = Callable[[re.Match[str], Any, int, str, str], bool]
"""Whether words agree with a position, a seat, its move and the other move."""

_SQUARE = r"([A-L]\d+)(?:-[A-L]\d+)?"
_STEPS = 3
_POINTS = r"(?P<double>2 × )?(?P<worth>\d) points?(?: from (?P<owner>\w+))?"
_GAIN = (
    rf"{_POINTS} (?:in about (?P<turns>[\d½]+) turns?|now, surely)"
    r"(?: \((?P<first>\w+) can take it first: (?P<odds>\d+)%\))?(?:, nobody near)?"
    r"(?:; cuts (?P<cut>\w+)'s chance of it from (?P<before>\d+)% to (?P<after>\d+)%)?"
    r"(?: \(a race: (?P<rival>\w+) is nearer\))?"
)
_LIVES = r"(?:, with (?P<lives>\d) lives left)?"
_Goal = tuple[int, float, float, int]
"""The lead, the turns, the lead a turn and the strength."""


@cache
def _rolls(left: int) -> float:
    """The mean number of rolls that take a building."""
    return 1 + sum(_rolls(left - shown) for shown in range(1, 13)) / 12 if left > 0 else 0


def _number(p: Land, name: str) -> int:
    return p.map.building_numbers[SQUARE[name]]


def _as_told(turns: float) -> str:
    """Turns with a half only below two, however a half of a half is rounded."""
    if turns >= 1.75:
        return str(round(turns))
    return "1½" if turns > 1.25 else "1"


def _lead(p: Land, number: int) -> int:
    """The points of a building count twice if another seat loses them."""
    return p.map.buildings[number].worth * (1 + bool(p.owners[number]))


def _is_gain(m: re.Match[str], p: Land, seat: int, number: int, way: int) -> bool:
    """Whether the owner, the points and the turns are right, and whether other pawns are near a
    building of nobody.
    """
    assert (p.phase == "turn" and _is_alone(p, seat, number)) == (", nobody near" in m[0])
    turns, first = way + _rolls(p.points[number]), _taken_first(p, seat, number, way)
    assert round(100 * first) == int(m["odds"] or 0)
    assert not first or NAMES.index(m["first"]) + 1 in _beside(p, number, seat)
    if m["cut"]:
        claim = f"c:{_name(p, number)}"
        odds = [_odds(p.points[number]), _odds_of_others(p, seat, claim, number)]
        assert [*map(round, odds)] == [int(m["before"]), int(m["after"])]
        assert NAMES.index(m["cut"]) + 1 in _beside(p, number, seat, p.owners[number])
    if m["rival"]:
        rival = NAMES.index(m["rival"]) + 1
        away = _turns(p, p.pawns[rival - 1], number, rival)
        assert 0 < away < way
    return (m["turns"] or "1") == _as_told(turns) and _is_worth(m, p, number)


def _is_alone(p: Land, seat: int, number: int) -> bool:
    pawns = [(it, at) for it, at in enumerate(p.pawns, 1) if it != seat and at >= 0]
    away = [_turns(p, at, number, it) for it, at in pawns]
    return min(away, default=0) > _STEPS and not p.owners[number]


def _taken_first(p: Land, seat: int, number: int, way: int) -> float:
    """The chance of a pawn beside a building before another one's first roll, from 15% up."""
    others = p.phase == "turn" and _beside(p, number, seat, p.owners[number])
    chance = _within(p.points[number], way) if others else 0
    return chance if 100 * chance >= _LEAST else 0


@cache
def _within(left: int, rolls: int) -> float:
    after = (_within(left - shown, rolls - 1) for shown in range(1, 13) if rolls)
    return 1 if left <= 0 else sum(after) / 12


def _is_worth(m: re.Match[str], p: Land, number: int) -> bool:
    owner = p.owners[number]
    told = m["double"] is not None, int(m["worth"]), m["owner"]
    return told == (owner > 0, p.map.buildings[number].worth, NAMES[owner - 1] if owner else None)


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
    right = _is_gain(m, p, seat, number, int(p.phase == "turn") + steps)
    return right and (steps < before if "heads" in m[0] else steps == before == 0)


def _first_at(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    points, names = _first_near(p, seat, SQUARE[move[2:]]), re.findall(_SQUARE, m[2])
    whole, named = sum(points.values()), [points.pop(_number(p, it)) for it in names]
    assert len(named) == 2 or not points
    return whole == int(m[1]) and min(named) >= max(points.values(), default=0)


def _first_near(p: Land, seat: int, square: int) -> dict[int, int]:
    """The points of the buildings near a square to which no pawn is as near."""
    pawns, found = [(it, at) for it, at in enumerate(p.pawns, 1) if at >= 0], {}
    for number, each in enumerate(p.map.buildings):
        own = _turns(p, square, number, seat)
        if own <= _STEPS and all(_turns(p, at, number, it) > own for it, at in pawns):
            found[number] = each.worth
    return found


def _first_at_more(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    points = [sum(_first_near(p, seat, SQUARE[it[2:]]).values()) for it in (move, than)]
    return points == [*map(int, m.groups())] and points[0] > points[1]


def _goals(p: Land, seat: int, move: str) -> list[_Goal]:
    """The claimed building of a move, or the told one and those that it reaches, or all."""
    wanted, found = [it for it, owner in enumerate(p.owners) if owner != seat], []
    ways = {it: _turns(p, SQUARE[move], it, seat) for it in wanted if move in SQUARE}
    merits = FACES["landgrab"].merits(p.view(seat), seat, move, NAMES[: len(p.lives)])
    words = "; ".join(it.words for it in merits)
    told = [_number(p, it) for it in re.findall(rf"(?:heads for|stays next to) {_SQUARE}", words)]
    if move.startswith("c:"):
        told, ways = [], {_number(p, move[2:]): -1}
    for number, way in ways.items():
        if number in told or not (told and way):
            lead, spent = _lead(p, number), way + (p.phase == "turn")
            turns, first = spent + _rolls(p.points[number]), _taken_first(p, seat, number, spent)
            found.append((lead, turns, lead * (1 - first) / turns, p.points[number]))
    return found


def _is_more(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    """Whether two goals have the told figures and agree with the verdict."""
    if lives := m["lives"]:
        safe = [not _could_be_attacked(p, seat, each) for each in (move, than)]
        assert [int(lives), *safe] == [p.lives[seat - 1], False, True]
    return any(_agree(m[1], *it) for it in product(_goals(p, seat, move), _goals(p, seat, than)))


def _agree(words: str, goal: _Goal, second: _Goal) -> bool:
    (lead, turns, rate, left), (least, later, other, more) = goal, second
    soon, late, sooner = _as_told(turns), _as_told(later), turns < later
    nearly, both = abs(rate - other) < 0.15 * max(rate, other), [str(lead), soon, str(least), late]
    verdicts = {
        "same time": ([str(lead), str(least)], soon == late and lead > least),
        "roll": ([f"{_odds(it):.0f}" for it in (left, more)], lead == least and soon == late),
        "the same": ([str(lead), soon, late], lead == least and sooner),
        "walk": ([], sooner and soon != late),
        "brings points sooner (": (both, nearly and sooner),
        "more points, and sooner": (both, lead > least and sooner),
        "as much": (both, nearly and sooner),
        "more points a turn": (both, rate > other and not nearly),
        "points a turn, not": ([f"{rate:.1f}", f"{other:.1f}", *both], rate > other),
    }
    figures, right = next(it for part, it in verdicts.items() if part in words)
    return right and re.findall(r"[\d.½]+", words) == figures


def _over_fight(_m: re.Match[str], p: Land, _s: int, move: str, than: str) -> bool:
    return move[:2] != "a:" == than[:2] and p.lives[int(than[2:]) - 1] > 1


def _prolongs(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    assert {e.progress for won in (0, 1) for e in _ends(p, seat, move, won=won > 0)} == {p.round}
    points = [score(p, it).total for it in range(1, len(p.lives) + 1)]
    right = [*map(int, m.groups())] == [points[seat - 1], max(points)]
    return right and points[seat - 1] < max(points) and p.round - p.progress >= 10


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


_LEAST = 15  # lower odds of an opponent are not told


def _leaves_odds(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    number = p.map.building_numbers[SQUARE[m[2]]]
    claims = [str(each) for each in p.moves(seat) if each.kind == "c"]
    numbers = [p.map.building_numbers[SQUARE[each[2:]]] for each in claims]
    most = max(_odds_of_others(p, seat, move, each) for each in numbers)
    assert move != f"c:{m[2]}" in claims
    assert int(m[1]) >= _LEAST
    return round(_odds_of_others(p, seat, move, number)) == int(m[1]) == round(most)


def _leaves_less(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    numbers = [p.map.building_numbers[it.at] for it in p.moves(seat) if it.kind == "c"]
    named = p.map.building_numbers[SQUARE[m[2]]]
    less, more = (round(_odds_of_others(p, seat, each, named)) for each in (move, than))
    most = max(_odds_of_others(p, seat, than, it) for it in numbers)
    assert NAMES.index(m[1]) + 1 in _beside(p, named, seat, p.owners[named])
    return [less, more] == [*map(int, m.group(3, 4))] and less < more == round(most)


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
    kinds = {(_lead(p, it), p.points[it]) for it in (_number(p, each) for each in claims)}
    assert not m[2] or len(claims) > len(kinds) == 1
    taken = partial(_odds_of_others, p, seat)
    odds = [max(taken(f"c:{it}", _number(p, by)) for by in claims) for it in claims]
    assert not m[2] or max(odds) - min(odds) <= 5
    told = [*re.finditer(rf"{_SQUARE} \({_POINTS}, (?:about (\d+) rolls?|(\d+)%)\)", m[1])]
    for each in told:
        number = _number(p, each[1])
        left = p.points[number]
        assert int(each[5] or each[6]) == round(_rolls(left) if left > 12 else _odds(left))
        assert _is_worth(each, p, number)
    return [it[1] for it in told] == claims


def _walks(m: re.Match[str], p: Land, seat: int, _: str, __: str) -> bool:
    """The turns to each building, and its points, are right, and no pawn is beside it."""
    told = [*re.finditer(rf"{_SQUARE} \({_POINTS}, (\d+) turns?\)", m[1])]
    ways = [_turns(p, p.pawns[seat - 1], _number(p, each[1]), seat) for each in told]
    assert all(_is_worth(each, p, _number(p, each[1])) for each in told)
    return [int(each[5]) for each in told] == sorted(ways) and min(ways) > 0


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
    rf"leaves (?:an|your) opponent (\d+)% to take {_SQUARE} next turn": _leaves_odds,
    rf"leaves (\w+) less chance of {_SQUARE} next turn: (\d+)%, not (\d+)%": _leaves_less,
    r"gets first to (\d+) points? of buildings within 3 turns, such as (.*)": _first_at,
    r"gets first to more points within 3 turns: (\d+), not (\d+)": _first_at_more,
    r"if won, \w+ loses a life and goes back to (\w+)": _sends_back,
    r"if lost \(46%\), you lose a life and go back to (\w+) \(8%: a tie\)": _risks_life,
    r"if lost \(46%\), you are out \(8%: a tie\)()": _risks_life,
    r"risks an attack: 46% to lose (a|your last) life": _risks_attack,
    r"risks no attack next turn, instead of 46% to lose (a|your last) life": _risks_none,
    r"gets away from every attacker": lambda _m, p, s, move, _: not _could_be_attacked(p, s, move),
    rf"((?:brings (?:as|the same|more|points sooner|\d)|a roll takes).*?){_LIVES}": _is_more,
    r"brings points; a fight is as likely lost as won, and brings none at once": _over_fight,
    r"a lost life prolongs the match, which soon ends .* behind: (\d+) : (\d+)": _prolongs,
    rf"nobody is near {_SQUARE}": lambda m, p, s, _, __: _is_alone(p, s, _number(p, m[1])),
    r"has more buildings in reach next turn: (\d+), not (\d+)": _more_near,
    r"A walk away: (.*)\.": _walks,
    r"In reach: (.*?)\.( .*)?": _claims,
    r"You and (\w+) have one life each: a lost fight ends the match\.": _last_fight,
    r"(\w+) is next to you: attack, get away, or risk it\? 46% to lose a life\.": _next_to,
    r"⚠️ Next turn (\w+) can take (.+?)(; no move stops it)?\.": _may_take,
    _GAIN: lambda m, p, s, it, _: it[:2] == "c:" and _is_gain(m, p, s, _number(p, it[2:]), 0),
    rf"(?:heads for|stays next to) {_SQUARE}, {_GAIN}": _heads_for,
    r"if won, it is \w+'s last life": _fight,
    r"if won, wins the match at once: it is \w+'s last life": _fight,
}
