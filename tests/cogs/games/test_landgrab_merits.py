"""The merits of moves in Landgrab agree with the rules."""

from __future__ import annotations

import random
import re

from cogs.games.landgrab import MANIFEST
from prowlerbot.core.game import CHANCE, find_move
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import ADJACENT, NAME, SQUARE
from tests.cogs.games.merits import NAMES, Check, told, unproved
from tests.games.play import play

FACE = MANIFEST.face
_LARGE = r"the (small|large) building (\w+)"
_ODDS = r"\((\d+%|about \d rolls)\)"


def _building(p: Position, size: str, name: str, worth: str) -> int:
    number = p.map.number[SQUARE[name]]
    each = p.map.buildings[number]
    assert (size == "large") == each.is_large
    assert each.worth == int(worth)
    return number


def _percent(good: int, all_: int) -> str:
    return f"{round(100 * good / all_)}%"


def _odds_right(p: Position, number: int, odds: str, seat: int) -> bool:
    """The chance, by all twelve rolls of a claim."""
    move = f"c:{NAME[p.map.buildings[number].first]}"
    begun = p.after(seat, find_move(p, seat, move)) if move in map(str, p.moves(seat)) else None
    if begun is None or "rolls" in odds:
        return True
    rolls = begun.moves(CHANCE)
    taken = sum(begun.after(CHANCE, roll).owners[number] == seat for roll in rolls)
    return odds == _percent(taken, len(rolls))


def _takes(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    number = _building(p, m[1], m[2], m[5])
    owner = NAMES[p.owners[number] - 1] if p.owners[number] else None
    return move == f"c:{m[2]}" and owner == m[3] and _odds_right(p, number, m[4], seat)


def _next_to(m: re.Match[str], p: Position, seat: int, move: str, _: str) -> bool:
    """The seat could claim the building now if it were its turn once more."""
    number = _building(p, m[1], m[2], m[4])
    after = p.after(seat, find_move(p, seat, move))
    touching = p.map.buildings[number].around >> after.pawns[seat - 1] & 1
    return bool(touching) and p.owners[number] != seat


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
    here, there = p.pawns[seat - 1], SQUARE[move]
    steps = _steps(p, there, number)
    return steps == int(m[1]) < _steps(p, here, number) and p.owners[number] != seat


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


def _alone(_: re.Match[str], p: Position, seat: int, move: str, _than: str) -> bool:
    square = SQUARE[move]
    others = [at for other, at in enumerate(p.pawns, 1) if other != seat and at >= 0]
    here = p.pawns[seat - 1]
    near = any(ADJACENT[here] >> at & 1 for at in others)
    return near and not any(ADJACENT[square] >> at & 1 for at in others)


def _spawn_buildings(m: re.Match[str], p: Position, move: str, *, nearest: bool) -> bool:
    square = SQUARE[move.removeprefix("p:")]
    rivals = [spawn for spawn in p.spawns if spawn >= 0]
    found = []
    for number, each in enumerate(p.map.buildings):
        steps = _steps(p, square, number)
        closer = all(steps < _steps(p, rival, number) for rival in rivals)
        if closer if nearest else steps <= 3:
            found.append(each.worth)
    return [len(found), sum(found)] == [int(m[1]), int(m[2])]


def _apart(m: re.Match[str], p: Position, _seat: int, move: str, _: str) -> bool:
    name = move.removeprefix("p:")
    others = [NAME[spawn] for spawn in p.spawns if spawn >= 0]
    apart = [
        max(abs(ord(name[0]) - ord(each[0])), abs(int(name[1:]) - int(each[1:]))) for each in others
    ]
    return min(apart) == int(m[1])


CHECKS: dict[str, Check] = {
    rf"(?:takes|steals) {_LARGE}(?: from (\w+))? {_ODDS}, worth (\d) points?": _takes,
    rf"next to {_LARGE} {_ODDS}, worth (\d) points?": _next_to,
    rf"(\d+) steps? from {_LARGE}, worth (\d) points?": _from,
    r"takes a life from \w+ \((\d+%)\)": _fight,
    r"takes \w+'s last life \((\d+%)\)": _fight,
    r"leaves yours as the last pawn standing: 5 points \((\d+%)\)": _fight,
    r"next to no other pawn": _alone,
    r"(\d+) buildings? within 3 steps, worth (\d+) points?": lambda m, p, _s, move, _: (
        _spawn_buildings(m, p, move, nearest=False)
    ),
    r"the nearest spawn to (\d+) buildings?, worth (\d+) points?": lambda m, p, _s, move, _: (
        _spawn_buildings(m, p, move, nearest=True)
    ),
    r"(\d+) squares? from the next spawn": _apart,
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


def test_a_claim_says_its_chance_and_its_worth() -> None:
    position = play(FACE.game.start("RB/1/F6,H6/F7/"), "p:G6", "p:H6")
    found = FACE.reasons(position.view(1), 1, "c:F7", NAMES[:2])
    assert found == ["takes the small building F7 (25%), worth 1 point"]
    assert FACE.region(position.view(1), 1, "c:F7") == "the buildings next to your pawn"
    assert FACE.region(position.view(1), 1, "a:2") == "the pawns next to yours"


def test_the_region_of_a_spawn_is_the_quarter_of_the_map_with_its_square() -> None:
    position = FACE.game.start(FACE.game.setup(random.Random(1), 2, {"map": "duel"}))
    (seat,) = position.to_move
    for move in map(str, position.moves(seat)):
        square = move.removeprefix("p:")
        region = FACE.region(position.view(seat), seat, move)
        assert ("A to F" in region) == (square[0] <= "F")
        assert ("1 to 6" in region) == (int(square[1:]) <= 6)


def test_the_region_of_a_step_is_a_side_of_the_pawn() -> None:
    position = play(FACE.game.start("RB/1/F6,H6/F7/"), "p:G6", "p:I6")
    told = {
        move: FACE.region(position.view(1), 1, move)
        for move in map(str, position.moves(1))
        if ":" not in move
    }
    assert {move[0]: words for move, words in told.items()} == {
        "F": "the squares west of your pawn",
        "G": "the squares due north and south of your pawn",
        "H": "the squares east of your pawn",
    }
