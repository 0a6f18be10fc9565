"""The machine's values of positions of Landgrab, and its moves in some clear ones."""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, product
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from bench.calibration import Foretold, binned, foretold
from prowlerbot.core.game import Outcome, View
from prowlerbot.core.game_parts import AnyHints
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.legal_places import NOWHERE, legal_in_turn
from prowlerbot.games.landgrab.machine import BUILDINGS_COMPARED, ROLLS_NEEDED, promises, ways_on
from prowlerbot.games.landgrab.map import ADJACENT, SQUARE, Move, square_distance
from prowlerbot.games.landgrab.playouts import outlook
from prowlerbot.games.landgrab.position import Phase
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.thinking import HINTS, candidates, choose_claim
from prowlerbot.games.landgrab.turns import ROUNDS, begin_turn
from prowlerbot.opponent.choice import LEVELS, MachineLevel, choose_move
from prowlerbot.opponent.search import Budget, Clock
from prowlerbot.shell.duel_command import ContestMatch, play_contest
from tests.cases import each_of
from tests.games.landgrab.matches import LANDGRAB, any_move, started, texts

CAREFUL = MachineLevel("careful", Budget(playouts=400))
FIELD = "RB/1/F6,H6,J6,F8,H8,J8,F10,H10,J10/F6,K6,F11,K11/"
"""A square of six by six with a building in each corner."""


def standing(position: Position, **what: object) -> Position:
    """A position of a turn with some fields replaced, and its legal moves."""
    return begin_turn(position._replace(**what), position.turn, position.round)  # type: ignore[arg-type] # fields by name


def chosen(
    position: Position, seed: int, level: MachineLevel = CAREFUL, clock: Clock = time.process_time
) -> Move:
    (seat,) = position.to_move
    view: View[Any] = position.view(seat)
    move: Move = choose_move(HINTS, view, seat, level, rng=random.Random(seed), clock=clock)
    return move


def reaching(phase: Phase, seats: int, rng: random.Random) -> Position:
    """The first position of a random match with a map built together that is in this phase."""
    position = LANDGRAB.start(LANDGRAB.setup(rng, seats, {}))
    while position.phase != phase:
        (seat,) = position.to_move
        position = position.after(seat, any_move(rng, position, seat))
    return position


MIDDLE = "RB/1/F6,H6,J6,F8,H8,J8,F10,H10,J10/H8,H9/F6-G6,K10-K11"
"""The same square with two small buildings in its middle and large ones at two corners."""
SMALL = MachineLevel("small", Budget(playouts=20))


def there(setup: str, moves: str, round_: int = 0, **what: object) -> Position:
    """A position of a turn, in some round, with some fields replaced."""
    begun = started(setup, moves)
    return standing(begun._replace(round=round_ or begun.round, progress=round_), **what)


@each_of(
    ("setup", "moves", "round_", "fields", "level", "move"),
    [
        # A sure win in the last turn.
        (
            *(FIELD, "p:H8 p:G7 H9", ROUNDS),
            *({"owners": (1, 1, 2, 2), "points": (1, 10, 10, 10)}, CAREFUL, "c:F6"),
        ),
        # Behind in the last turn nothing but an attack can win.
        (
            *(FIELD, "p:I9 p:H8 I8", ROUNDS),
            *({"lives": (1, 3), "owners": (2, 1, 1, 1)}, CAREFUL, "a:1"),
        ),
        # Ahead and with lives to spare it attacks where that can end the match.
        (FIELD, "p:G7 p:H8", 9, {"lives": (2, 1), "owners": (0, 1, 1, 2)}, SMALL, "a:2"),
        (FIELD, "p:G7 p:H8", 9, {"lives": (3, 1), "owners": (0, 1, 1, 2)}, SMALL, "a:2"),
        # Ahead by more than the last one gets it does so with its last life.
        (MIDDLE, "p:G8 p:G9", 9, {"lives": (1, 1), "owners": (1, 1, 1, 0)}, CAREFUL, "a:2"),
    ],
)
def test_in_clear_cases_it_moves_as_anybody_would(  # noqa: PLR0917 - a table
    setup: str, moves: str, round_: int, fields: dict[str, Any], level: MachineLevel, move: str
) -> None:
    position = there(setup, moves, round_, **fields)
    assert {str(chosen(position, seed, level)) for seed in range(3)} == {move}


def test_it_takes_what_the_next_roll_nearly_surely_takes_and_keeps_its_last_life() -> None:
    careless = MachineLevel("careless", Budget(playouts=60), slack=0.12)
    for left, rival in product((1, 2, 3), ("I9", "I7", "G9")):
        begun = started(MIDDLE, f"p:G8 p:{rival}")
        points = list(begun.map.full_points)
        points[begun.map.building_numbers[SQUARE["H8"]]] = left
        position = standing(begun, points=tuple(points), round=5, progress=5)
        for level in (careless, SMALL, CAREFUL):
            assert str(chosen(position, 1, level)) == "c:H8", (left, rival)
    for rival, level in product(("I9", "J8", "H10"), (SMALL, CAREFUL)):
        position = there(FIELD, f"p:H8 p:{rival}", 5, lives=(1, 2), owners=(1, 1, 1, 2))
        move = chosen(position, 1, level)
        assert move.kind == "", (rival, level)
        apart = square_distance(move.at, position.pawns[1])
        assert apart > 1, "with a lead it neither stays nor steps beside a pawn"


def test_it_starts_where_buildings_are_near_and_apart_from_a_pawn_at_a_place_like_that() -> None:
    for seed in range(3):
        position = reaching("spawns", 4, random.Random(seed))
        promised = promises(position.map, position.spawns)
        assert promised[chosen(position, seed).at] > 0.5 * max(promised.values()), seed
        assert square_distance(chosen(started(FIELD, "p:G7"), seed).at, SQUARE["G7"]) > 2, seed


def test_it_moves_in_its_time_in_every_phase_with_four_seats() -> None:
    phases: tuple[Phase, ...] = ("tiles", "buildings", "spawns", "turn", "eviction")
    for phase in phases:
        position = _evicting() if phase == "eviction" else reaching(phase, 4, random.Random(2))
        (seat,) = position.to_move
        looks = count()
        move = chosen(position, 1, MachineLevel("quick", Budget(seconds=40)), clock=looks.__next__)
        assert move in position.moves(seat), phase
        assert next(looks) < 60, f"in {phase} it goes on when its 40 seconds are over"


def _evicting() -> Position:
    rng = random.Random(5)
    while True:
        position = LANDGRAB.start("RBGY/1/F6,H6,F8,H8//")
        while position.to_move:
            (seat,) = position.to_move
            moves = position.moves(seat)
            if position.phase == "eviction" and len(moves) > 1:
                return position
            attacks = [move for move in moves if move.kind == "a"]
            position = position.after(seat, rng.choice(attacks or moves))


def test_the_easy_level_beats_a_player_that_moves_at_random() -> None:
    def anyhow(_: Position, __: int, moves: Sequence[Move], rng: random.Random) -> Move:
        return rng.choice(moves)

    easy = replace(LEVELS["easy"], budget=Budget(playouts=60))
    seatings: list[list[Any]] = [[anyhow, easy], [easy, anyhow]]
    for number, seats in enumerate(seatings):
        setup = LANDGRAB.setup(random.Random(number), 2, {"map": "duel"})
        played = play_contest(
            LANDGRAB, HINTS, setup, seats, seed=str(number), clock=time.process_time
        )
        assert played.outcome.winner == seats.index(easy) + 1


def test_a_map_does_not_become_a_thread() -> None:
    rng = random.Random(1)
    position = reaching("tiles", 2, rng)
    while position.phase == "tiles":
        (seat,) = position.to_move
        (move,) = candidates(position, seat, position.moves(seat), rng)
        position = position.after(seat, move)
    squares = position.map.squares
    inner = sum(
        1 for at in range(squares.bit_length()) if squares >> at & 1 and not ADJACENT[at] & ~squares
    )
    assert inner >= 20, "squares of the map with map all around"


def _played_out() -> Iterator[tuple[str, ContestMatch]]:
    """Matches among the machine's levels, as ``python -m bench.calibration`` plays them."""
    for line in (Path(__file__).parent / "played_out.txt").read_text().splitlines():
        setup, totals, ranks, *moves = line.split()
        points, places = (tuple(map(int, each.split(":"))) for each in (totals, ranks))
        made = tuple((int(move[0]), move[1:]) for move in moves)
        yield setup, ContestMatch(Outcome(places, "", points), (), moves=made)


def _told(hints: AnyHints) -> list[Foretold]:
    return [
        each
        for number, (setup, played) in enumerate(_played_out())
        for each in foretold(LANDGRAB, hints, setup, played, every=12, seed=str(number))
    ]


@pytest.mark.full
def test_of_seats_that_were_told_a_chance_to_win_about_that_share_won() -> None:
    told, raw = _told(HINTS), _told(replace(HINTS, calibrated=None))
    assert all(0.01 <= each.chance <= 0.99 for each in told), "a running match is never decided"
    for chance, won, many in binned(told):
        assert abs(chance - won) < 0.08, f"told {chance:.0%}, won {won:.0%} of {many}"

    def missed(found: Sequence[Foretold]) -> float:
        return fmean((each.chance - each.won) ** 2 for each in found)

    assert missed(told) < missed(raw), "playouts alone overrate what they foresee"


def test_few_places_are_looked_at_where_there_are_many() -> None:
    rng = random.Random(1)
    position = reaching("buildings", 4, rng)
    (seat,) = position.to_move
    assert len(position.moves(seat)) > BUILDINGS_COMPARED
    assert len(candidates(position, seat, position.moves(seat), rng)) == 1
    position = reaching("spawns", 4, rng)
    (seat,) = position.to_move
    assert len(candidates(position, seat, position.moves(seat), rng)) <= 20


def test_values_lie_between_lost_and_won_and_follow_from_the_seed() -> None:
    for seats in (2, 3, 4):
        position = reaching("turn", seats, random.Random(6))
        for seed in range(20):
            values = outlook(position, 1, random.Random(seed))
            assert len(values) == seats, seats
            assert seats > 2 or sum(values) == pytest.approx(1)
            assert all(0 < value < 1 for value in values), seats
            assert values == outlook(position, 1, random.Random(seed)), seats


def test_a_position_is_worth_more_with_more_and_nothing_to_a_player_who_has_left() -> None:
    def worth(position: Position) -> float:
        rng = random.Random(1)
        return fmean(outlook(position, 1, rng)[0] for _ in range(300))

    three, four = (reaching("turn", seats, random.Random(6)) for seats in (3, 4))
    pawns = (three.pawns[0], NOWHERE, three.pawns[2])
    for better in (
        {"owners": (1,) * len(three.owners)},
        {"lives": (3, 1, 1)},
        {"lives": (3, 0, 3), "left": frozenset({2}), "pawns": pawns},
    ):
        assert worth(standing(three, **better)) > worth(three) + 0.02, better
    gone = four._replace(
        lives=(3, 0, 0, 3),
        left=frozenset({2, 3}),
        owners=(2,) * len(four.owners),
        pawns=(four.pawns[0], NOWHERE, NOWHERE, four.pawns[3]),
    )
    values = outlook(standing(gone, turn=1), 1, random.Random(1))
    assert max(values[1:3]) < min(values[0], values[3]), "whatever the points"


def test_no_step_is_weighed_that_undoes_one_that_was_weighed() -> None:
    """So a pawn does not go back and forth between squares that seem alike."""
    for seed in range(6):
        rng = random.Random(f"steps {seed}")
        seats = 2 + seed % 3
        position = LANDGRAB.start(LANDGRAB.setup(rng, seats, {"map": "drawn"}))
        looked = 0
        while position.outcome is None and looked < 60:
            (seat,) = position.to_move
            if position.phase == "turn":
                looked += _no_way_back(position, seat, rng)
            position = position.after(seat, any_move(rng, position, seat))
        assert looked > 20, seed


def _no_way_back(position: Position, seat: int, rng: random.Random) -> bool:
    moves = candidates(position, seat, position.legal, rng)
    here, steps = position.pawns[seat - 1], [move for move in moves if not move.kind]
    if not steps or moves is position.legal:
        return False
    for step in steps:
        pawns = list(position.pawns)
        pawns[seat - 1] = step.at
        there = standing(position, pawns=tuple(pawns))
        onward = candidates(there, seat, there.legal, rng)
        assert onward is there.legal or here not in {move.at for move in onward if not move.kind}
    return True


# ------- how far it is to each building, and the simple player that the machine is measured against


def walked(position: Position, square: int, number: int, own: frozenset[int]) -> int:
    """The turns of a lone pawn until it is adjacent to a building; it goes around the buildings of
    ``own`` in the first turn alone.
    """
    on = position.map
    goal = on.buildings[number].around
    reached, turns = {square}, 0
    while not any(goal >> at & 1 for at in reached):
        owners = [1 if at in own and not turns else 2 for at in range(len(on.buildings))]
        moves = [move for at in reached for move in legal_in_turn(on, (at,), owners, 1)]
        reached |= {move.at for move in moves if move.kind == ""}
        turns += 1
    return turns


def test_ways_take_as_many_turns_as_walking_there_by_the_rules() -> None:
    for seed in range(3):
        rng = random.Random(seed)
        position = LANDGRAB.start(LANDGRAB.setup(rng, 2, {"map": "drawn"}))
        on = position.map
        count = len(on.buildings)
        for square in rng.sample(squares_in(on.free), 12):
            own = frozenset(rng.sample(range(count), 6))
            mask = sum(1 << number for number in own)
            way, plain = ways_on(on).way_from(square, mask), ways_on(on).way_from(square)
            for number in range(count):
                assert way.turns[number] == walked(position, square, number, own), seed
                assert plain.turns[number] == walked(position, square, number, frozenset()), seed
                assert on.buildings[number].around >> way.ends[number] & 1, seed


def test_a_small_building_takes_two_rolls_and_a_large_one_four_on_average() -> None:
    for points, rolls in ((1, 1), (2, 1 + 1 / 12), (10, 2.1), (25, 4.4)):
        assert ROLLS_NEEDED[points] == pytest.approx(rolls, abs=0.05 if points > 2 else 1e-6)
    position = started("RB/1/F6,H6/F7/", "p:G6 p:I6")
    near, far = (ways_on(position.map).way_from(square) for square in position.pawns)
    assert (near.turns, far.turns) == ((0,), (2,))
    assert near.threats[0] == 1, "a building at hand is threatened most"
    assert far.threats[0] < near.threats[0]


TWO_HOUSES = "RB/1/F6,H6,J6/G7,I7/"
"""Two rows of six squares, with buildings in the lower one."""


@each_of(
    ("moves", "fields", "claims"),
    [
        ("p:H6 p:K6", {"points": (10, 4)}, {"c:I7"}),  # what has the fewest points left
        ("p:H6 p:K6", {"points": (3, 4)}, {"c:G7"}),
        ("p:H6 p:K6", {"owners": (2, 1)}, {"c:G7"}),  # it steals, too
        ("p:K6 p:F6", {}, {"J6", "J7"}),  # with nothing in reach it goes to the nearest one
        ("p:F6 p:K6", {"owners": (1, 0)}, {"H6", "H7"}),  # around its own building
        ("p:K6 p:J6", {}, {"J7"}),  # it does not attack while it has a goal
        ("", {}, {"p:H6", "p:H7"}),  # it starts beside as many buildings as it can
    ],
)
def test_the_simple_player_goes_for_what_is_nearest_to_be_its_own(
    moves: str, fields: dict[str, Any], claims: set[str]
) -> None:
    position = started(TWO_HOUSES, moves)
    position = standing(position, **fields) if fields else position
    assert "J6" not in moves or "a:2" in texts(position)
    (seat,) = position.to_move
    for seed in range(9):
        move = choose_claim(position, seat, position.moves(seat), random.Random(seed))
        assert str(move) in claims
