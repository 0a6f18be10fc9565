"""The merits of moves in Landgrab agree with the rules."""

import random
import re
from functools import cache

from cogs.games.landgrab import MANIFEST
from prowlerbot.core.game import CHANCE, find_move
from prowlerbot.games.landgrab.map import ADJACENT, NAME, SQUARE
from prowlerbot.games.landgrab.rules import Position
from tests.cogs.games.merits import NAMES, Check, told, unproved

FACE = MANIFEST.face
_LARGE = r"the (small|large) building (\w+)(?:-\w+)?"
_GAIN = r"(\d) points?, about (\d+) turns?"


@cache
def _rolls(left: int) -> float:
    """The mean number of rolls that take a building."""
    return 1 + sum(_rolls(left - shown) for shown in range(1, 13)) / 12 if left > 0 else 0


def _building(p: Position, size: str, name: str, worth: str) -> int:
    number = p.map.building_numbers[SQUARE[name]]
    each = p.map.buildings[number]
    assert (size == "large") == each.is_large
    assert each.worth == int(worth)
    return number


def _percent(good: int, all_: int) -> str:
    return f"{round(100 * good / all_)}%"


def _odds(p: Position, number: int, seat: int) -> float:
    """The chance, by all twelve rolls of a claim."""
    begun = p.after(seat, find_move(p, seat, f"c:{NAME[p.map.buildings[number].first]}"))
    rolls = begun.moves(CHANCE)
    return sum(begun.after(CHANCE, roll).owners[number] == seat for roll in rolls) / len(rolls)


def _rolled_for(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    number = _building(p, m[1], m[2], m[4])
    owner = NAMES[p.owners[number] - 1] if p.owners[number] else None
    right = round(_rolls(p.points[number])) == int(m[5])
    odds = f"{round(100 * _odds(p, number, seat))}%"
    return right and move == f"c:{m[2]}" and owner == m[3] and odds == m[6]


def _in_reach(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    """The seat could claim the building now if it were its turn once more."""
    number = _building(p, m[2], m[3], m[4])
    after, around = p.after(seat, find_move(p, seat, move)), p.map.buildings[number].around
    was, now = (around >> max(each.pawns[seat - 1], 0) & 1 for each in (p, after))
    right = p.owners[number] != seat and round(1 + _rolls(p.points[number])) == int(m[5])
    return bool(now) and right and (m[1] == "keeps") == bool(was)


def _turns(p: Position, square: int, number: int, seat: int) -> int:
    """The steps, of which the first may be a way around an own building beside the square."""
    found = [_steps(p, square, number)]
    for each, owner in zip(p.map.buildings, p.owners, strict=True):
        if owner == seat and each.around >> square & 1:
            beyond = [it for it in SQUARE.values() if each.around & p.map.free & 1 << it]
            found.append(1 + min(_steps(p, there, number) for there in beyond))
    return min(found)


def _steps(on: Position, start: int, number: int) -> int:
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


def _from(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    number = _building(p, m[2], m[3], m[4])
    there = SQUARE[move.removeprefix("p:")]
    here = p.pawns[seat - 1] if p.phase == "turn" else there
    steps, before = (_turns(p, square, number, seat) for square in (there, here))
    right = round(1 + steps + _rolls(p.points[number])) == int(m[5])
    nearer = m[1].startswith("comes")
    return right and nearer == (steps < before) and p.owners[number] != seat


def _gained(m: re.Match[str], p: Position, seat: int, move: str, than: str) -> bool:
    """The points a turn of the best building that each move promises."""
    found = []
    for each in (move, than):
        words = " ".join(
            it.words for it in FACE.merits(p.view(seat), seat, each, NAMES[: len(p.lives)])
        )
        named = re.findall(_LARGE + r"[^(]*\(", words)
        numbers = [p.map.building_numbers[SQUARE[name]] for _, name in named]
        at = SQUARE[each.partition(":")[2] or each] if numbers else 0
        steps = {it: each[0] != "c" and 1 + _turns(p, at, it, seat) for it in numbers}
        gains = [p.map.buildings[it].worth / (steps[it] + _rolls(p.points[it])) for it in numbers]
        found.append(round(max(gains), 1))
    return found[0] > found[1] and found == [float(m[1]), float(m[2])]


def _fight(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    """The chance, by all pairs of rolls."""
    target = int(move.partition(":")[2])
    begun = p.after(seat, find_move(p, seat, move))
    ends = [
        each.after(CHANCE, second)
        for first in begun.moves(CHANCE)
        for each in (begun.after(CHANCE, first),)
        for second in each.moves(CHANCE)
    ]
    won = sum(end.lives[target - 1] < p.lives[target - 1] for end in ends)
    assert NAMES[target - 1] in m[0] or "last pawn standing" in m[0]
    assert ("last life" in m[0] or "last pawn standing" in m[0]) == (p.lives[target - 1] == 1)
    if "nobody else" in m[0]:
        assert sum(end.end == "last" and end.lives[seat - 1] > 0 for end in ends) == won
    return m[1] == _percent(won, len(ends))


CHECKS: dict[str, Check] = {
    rf"rolls for {_LARGE}(?: of (\w+))? \({_GAIN}, (\d+%) with this roll\)": _rolled_for,
    rf"(keeps|brings) {_LARGE} (?:in|into) reach \({_GAIN}\)": _in_reach,
    rf"(comes nearer|can go on) to {_LARGE} \({_GAIN}\)": _from,
    r"gains about ([\d.]+) points a turn, not ([\d.]+)": _gained,
    r"takes a life from \w+ \((\d+%)\)": _fight,
    r"takes \w+'s last life \((\d+%)\)": _fight,
    r"leaves yours as the last pawn standing: 5 points \((\d+%)\)": _fight,
}


def test_every_merit_agrees_with_the_rules() -> None:
    used = set()
    small = "RB/1/F6,H6/F7/"  # two pawns meet often there
    for seed, seats in ((0, 2), (1, 3), (2, 4), (3, 2)):
        drawn = FACE.game.setup(random.Random(seed), seats, {"map": "drawn"})
        setup = small if seed == 3 else drawn
        wrong, known = unproved(told(FACE, setup, seats, seed, 2), CHECKS)
        assert not wrong
        used |= known
    assert used == set(CHECKS)


def test_each_step_of_a_match_has_a_purpose() -> None:
    setup = FACE.game.setup(random.Random(1), 3, {"map": "drawn"})
    rng, state = random.Random(1), FACE.game.start(setup)
    steps = 0
    while state.to_move and steps < 300:
        seat = min(state.to_move)
        legal = state.moves(seat)
        if isinstance(state, Position) and state.phase == "turn":
            for move in (str(each) for each in legal if not each.kind):
                steps += 1
                assert FACE.merits(state.view(seat), seat, move, NAMES[:3]), move
        state = state.after(seat, rng.choice(legal))
    assert steps >= 300
