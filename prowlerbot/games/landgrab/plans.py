"""Plans: a way over several turns, which ends as soon as something on it changes.

A plan is the moves to come, such as ``F6 G7 c:H8``: squares to arrive at, each within reach from
the one before, and buildings to claim until they are the player's. It never attacks. Its own rolls
are foreseen, whatever they show. It ends with anything that its player has to know: a pawn that
comes within reach of the way, a claim of a building that is on it or the player's, a fight, and
somebody who leaves.
"""

import re
from collections.abc import Iterable

from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import CHANCE
from prowlerbot.core.i18n import mark
from prowlerbot.core.squares import mask_of, unite
from prowlerbot.games.landgrab.legal_places import legal_in_turn
from prowlerbot.games.landgrab.map import ARRIVAL, CLAIM, NAME, SQUARE, Move, with_adjacent
from prowlerbot.games.landgrab.position import P, PositionData
from prowlerbot.games.landgrab.turns import replace_value

MAX_PLANNED_MOVES = 24
"""The most moves of a plan; all rolls for one building count as one move."""
MAX_PLAN_LENGTH = 400
"""The most characters of a typed plan."""

_TARGET = re.compile(r"(c:|claim )?([a-l]\d{1,2})", re.IGNORECASE)
_FILLER_WORDS = {"go", "to", "then", "and", "until", "it", "is", "mine"}
EXAMPLE = mark("go to {square}, claim {building} until it is mine")
"""A plan in words, which can be typed in the words of each translation."""


def example(position: PositionData, seat: int) -> dict[str, str]:
    """The fields of the example: the nearest building to claim, and a square beside it."""
    start = position.pawns[seat - 1]
    owned = zip(position.map.buildings, position.owners, strict=True)
    foreign = [each for each, owner in owned if owner != seat]
    beside = unite([each.around for each in foreign])
    way = _way_to(position, seat, beside & ~(1 << start)) if start >= 0 else []
    if not way:
        return {"square": "G7", "building": "E5"}
    at = way[-1].at
    building = next(each for each in foreign if each.around >> at & 1)
    return {"square": NAME[at], "building": NAME[building.first]}


def write_plan(position: PositionData, seat: int, typed: str) -> str:
    """The moves of a plan that names squares and buildings, with the shortest ways to them. Raises
    IllegalMove for a place that is out of reach or does not exist.
    """
    moves: list[Move] = []
    if not (targets := _targets(typed)):
        like = IllegalMove(EXAMPLE, **example(position, seat))
        raise IllegalMove("Write a plan like this: `{example}`.", example=like)
    for claims, square in targets:
        numbered = enumerate(position.map.buildings)
        number = next((number for number, each in numbered if each.squares >> square & 1), None)
        if number is None and claims:
            raise IllegalMove("There is no building on {square}.", square=NAME[square])
        if number is None:
            way = _way_to(position, seat, 1 << square)
        else:
            way = _way_to_claim(position, seat, number)
        if not way:
            raise IllegalMove("There is no way to {square}.", square=NAME[square])
        moves += way
        if len(moves) > MAX_PLANNED_MOVES:
            raise IllegalMove("A plan has at most {most} moves.", most=MAX_PLANNED_MOVES)
        position = look_ahead(position, seat, way)
    return " ".join(map(str, moves))


def steps_of(plan: str) -> list[Move]:
    """The moves of a plan: arrivals and claims."""
    return [_read_step(step) for step in plan.split()]


def _read_step(step: str) -> Move:
    claim, _, square = step.rpartition(":")
    return (CLAIM if claim else ARRIVAL)[SQUARE[square]]


def look_ahead(position: P, seat: int, moves: Iterable[Move]) -> P:
    """The position with the pawn and buildings of a seat at the end of its plan, all else as is."""
    for move in moves:
        if move.kind:
            number = position.map.building_numbers[move.at]
            owners = (*position.owners[:number], seat, *position.owners[number + 1 :])
            position = position._replace(owners=owners)
        else:
            position = position._replace(pawns=replace_value(position.pawns, seat, move.at))
    return position


def _targets(typed: str) -> list[tuple[bool, int]]:
    """Each square that a plan names, and whether it claims a building; nothing if it is no plan."""
    plan = " ".join(re.split(r"[\s,;]+", typed.strip()))
    other_words = {word.casefold() for word in _TARGET.sub(" ", plan).split()}
    found = _TARGET.finditer(plan)
    targets = [(bool(match[1]), SQUARE.get(match[2].upper(), -1)) for match in found]
    is_plan = all(square >= 0 for _, square in targets) and other_words <= _FILLER_WORDS
    return targets if is_plan and len(typed) <= MAX_PLAN_LENGTH else []


def _way_to_claim(position: PositionData, seat: int, number: int) -> list[Move]:
    building = position.map.buildings[number]
    if position.owners[number] == seat:
        raise IllegalMove("The building on {square} is yours by then.", square=NAME[building.first])
    claim, at = CLAIM[building.first], position.pawns[seat - 1]
    if at >= 0 and building.around >> at & 1:
        return [claim]
    way = _way_to(position, seat, building.around)
    return [*way, claim] if way else []


def _way_to(position: PositionData, seat: int, squares: int) -> list[Move]:
    """The fewest arrivals at one of these squares while nobody else moves; empty without a way."""
    start = position.pawns[seat - 1]
    ways: dict[int, list[Move]] = {start: []}
    reached = [start] if start >= 0 else []
    for square in reached:
        if squares >> square & 1:
            return ways[square]
        pawns = replace_value(position.pawns, seat, square)
        for move in legal_in_turn(position.map, pawns, position.owners, seat):
            if not move.kind and move.at not in ways:
                ways[move.at] = [*ways[square], move]
                reached.append(move.at)
    return []


def rest_of_plan(position: PositionData, seat: int, plan: str, mover: int, move: str) -> str:
    """The rest of a plan after a move from this position; "" if it ends."""
    steps = plan.split()
    if mover == seat:
        if move != steps[0] or position.phase != "turn":
            return ""
        return plan if move.startswith("c:") else " ".join(steps[1:])
    if mover == CHANCE:
        claims = position.phase == "claim" and position.turn == seat
        is_claimed = claims and position.points[position.target] <= int(move.removeprefix("d"))
        return " ".join(steps[1:]) if is_claimed else plan
    if position.phase != "turn" or move.startswith("a:"):
        return ""
    way = mask_of(step.at for step in steps_of(plan) if not step.kind)
    changed = _changes_way(position, seat, way | 1 << position.pawns[seat - 1], _read_step(move))
    return "" if changed else plan


def _changes_way(position: PositionData, seat: int, way: int, move: Move) -> bool:
    """Whether a step or claim of another player changes something on a way, or for its player."""
    if move.kind != "c":
        return bool(with_adjacent(way) >> move.at & 1)
    number = position.map.building_numbers[move.at]
    return position.owners[number] == seat or bool(position.map.buildings[number].around & way)


def planned_move(position: PositionData, seat: int, plan: str) -> Move | None:
    """The next move of a plan, where it is still legal in the seat's own turn."""
    if position.phase != "turn" or seat not in position.to_move:
        return None
    step = plan.split(maxsplit=1)[0]
    return next((move for move in position.legal if str(move) == step), None)
