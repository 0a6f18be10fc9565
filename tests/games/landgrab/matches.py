"""Set-ups, moves and whole matches that the tests of Landgrab share."""

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from prowlerbot.core.game import CHANCE, LEAVE
from prowlerbot.core.record import MadeMove, Record
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.legal_places import NOWHERE, legal_buildings, legal_tiles
from prowlerbot.games.landgrab.map import ADJACENT, SQUARE, WIDTH, Map, Move, map_text
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.match.match import Match
from prowlerbot.match.play import replay_match
from tests.games.play import play

LANDGRAB = Landgrab()

EXAMPLE = "RB/1/F6,H6/F7/"  # the set-up that the notation is explained with

Choice = Callable[[random.Random, Position, int], Move]


def texts(position: Position) -> list[str]:
    """The legal moves of the seat to move."""
    return [str(move) for seat in position.to_move for move in position.moves(seat)]


def started(setup: str, *entries: str | tuple[int, str]) -> Position:
    return play(LANDGRAB.start(setup), *entries)


def position_of(match: Match) -> Position:
    state = replay_match(match, LANDGRAB)[-1]
    assert isinstance(state, Position)
    return state


def first_legal(position: Position, phase: str) -> list[tuple[int, Position]]:
    """The first legal moves while a phase lasts: each seat, and the position after its move."""
    placed = []
    while position.phase == phase:
        (seat,) = position.to_move
        position = position.after(seat, position.moves(seat)[0])
        placed.append((seat, position))
    return placed


def pawns(position: Position) -> list[object]:
    listed = position.facts()["pawns"]
    assert isinstance(listed, list)
    return listed


def points(position: Position, name: str) -> int:
    """The points that are left of a building."""
    return position.points[position.map.building_numbers[SQUARE[name]]]


def owner(position: Position, name: str) -> int:
    return position.owners[position.map.building_numbers[SQUARE[name]]]


def any_move(rng: random.Random, position: Position, seat: int) -> Move:
    return rng.choice(position.moves(seat))


def _preferring(kind: str) -> Choice:
    def choose(rng: random.Random, position: Position, seat: int) -> Move:
        moves = position.moves(seat)
        preferred = [move for move in moves if move.kind == kind]
        return rng.choice(preferred if preferred and rng.random() < 0.7 else moves)

    return choose


fighting, claiming = _preferring("a"), _preferring("c")


def crowding(rng: random.Random, position: Position, seat: int) -> Move:
    """Spawns in dead ends, walks onto the spawns of others and stays there: so it happens that a
    pawn returns to a spawn that nobody can leave.
    """
    moves = position.moves(seat)
    home = {spawn for other, spawn in enumerate(position.spawns, 1) if other != seat}
    if position.phase == "spawns":
        ways_out = {move: (ADJACENT[move.at] & position.map.free).bit_count() for move in moves}
        wanted = [move for move in moves if ways_out[move] == min(ways_out.values())]
    elif seat and position.pawns[seat - 1] in home:
        wanted = [move for move in moves if move.kind == "c"]
    else:
        there = [move for move in moves if move.kind == "" and move.at in home]
        wanted = there or [move for move in moves if move.kind == "a"]
    return rng.choice(wanted if wanted and rng.random() < 0.8 else moves)


CHOICES: Mapping[str, Choice] = {
    "any": any_move,
    "fighting": fighting,
    "claiming": claiming,
    "crowding": crowding,
}
WIDE = "RBG/1/F6,H6,F8,H8//"  # sixteen free squares, F6 to I9, for three
JAM = "RBG/1/D6,F6,H6/D7,E7,F7,G7,H7,I7/"
"""A corridor, D6 to I6, which seat 1 and seat 3 soon walk around each other in …"""
INTO_JAM = "p:D6 p:E6 p:G6 c:E7 d12 c:D7 d1 c:F7 d12 F6 D6 E6"
"""… until seat 2 stands on the spawn of seat 1, D6, and seat 3 on its only way out, E6."""


def play_out(
    setup: str,
    rng: random.Random,
    choose: Choice = any_move,
    *,
    opening: str = "",
    leaving: float = 0,
) -> tuple[Record, list[Position]]:
    """A whole match and its positions; before each move somebody leaves with this probability,
    more often when a pawn must step aside, which is rare.
    """
    positions = [LANDGRAB.start(setup)]
    made: list[MadeMove] = []
    for text in opening.split():
        (seat,) = positions[-1].to_move
        made.append(MadeMove(seat, text))
        positions.append(play(positions[-1], text))
    while positions[-1].to_move:
        position = positions[-1]
        (seat,) = position.to_move
        often = 10 if position.phase == "eviction" else 1
        if leaving and seat != CHANCE and rng.random() < often * leaving:
            # Half of the time the seat to move, for which there are most rules.
            who = rng.choice((seat, rng.choice(position.seats)))
            if (left := position.leave(who)) is not None:
                made.append(MadeMove(who, LEAVE))
                positions.append(left)
                continue
        move = choose(rng, position, seat)
        made.append(MadeMove(seat, str(move)))
        positions.append(position.after(seat, move))
    return Record(LANDGRAB, setup, tuple(made)), positions


def entries(record: Record) -> list[str | list[object]]:
    """The moves as they stand in a record."""
    return [[made.seat, made.text] if made.text == LEAVE else made.text for made in record.moves]


def small_setup(rng: random.Random, seats: int) -> str:
    """A stated map of few tiles and many buildings, where pawns are in each other's way."""
    ground = _corridor(rng, seats) if rng.random() < 0.6 else _crowded(rng, seats)
    colours = "".join(rng.sample("RBGY", seats))
    return f"{colours}/{rng.randrange(seats) + 1}/{map_text(ground)}"


def _crowded(rng: random.Random, seats: int) -> Map:
    """Few tiles, and buildings as long as there is room for pawns."""
    ground = Map((SQUARE[rng.choice(("A1", "F6", "K11"))],))
    for _ in range(rng.randrange(1, 4)):
        ground = ground.with_tile(rng.choice(legal_tiles(ground)).at)
    room = seats + rng.randrange(1, 5)
    while ground.free.bit_count() > room:
        small, large = len(ground.small) < 10, len(ground.large) < 2
        places = legal_buildings(ground, seats, small=small, large=large and rng.random() < 0.2)
        if not places:
            break
        move = rng.choice(places)
        ground = ground.with_building(move.at, move.to)
    return ground


def _corridor(rng: random.Random, seats: int) -> Map:
    """Tiles in a row or a column with buildings along one side: the ends have one way out, so
    whoever stands there often cannot step aside.
    """
    length = rng.randrange(max(2, (seats + 1) // 2), 5)
    along, across = rng.choice(((1, WIDTH), (WIDTH, 1)))
    corner = SQUARE[rng.choice(("A1", "C3", "E5"))]
    side = [corner + across + step * along for step in range(2 * length)]
    # Both ends stay closed; one square in the middle may be open.
    gap = side[rng.randrange(2, len(side) - 1)] if length > 2 and rng.random() < 0.5 else None
    return Map(
        tuple(corner + 2 * step * along for step in range(length)),
        tuple(square for square in side if square != gap),
    )


def stuck_evictions(positions: Sequence[Position]) -> int:
    """How often a pawn returned to a square that is not its spawn, as nobody could step aside."""
    count = 0
    for before, after in pairwise(positions):
        if before.phase == "defence" and after.phase == "turn":
            for seat in after.seats:
                lost = after.lives[seat - 1] < before.lives[seat - 1]
                count += lost and after.pawns[seat - 1] not in {NOWHERE, after.spawns[seat - 1]}
    return count
