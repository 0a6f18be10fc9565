"""Plans of Landgrab, and the machine's moves: what it gives, where it stands, what it foresees."""

import random
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, product
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from bench.calibration import Foretold, binned, foretold
from cogs.board.views.match_boards import with_earlier_moves
from cogs.contract.screen import Look
from cogs.games.landgrab import MANIFEST
from prowlerbot.core.errors import Denied, IllegalMove
from prowlerbot.core.game import Outcome, View
from prowlerbot.core.game_parts import AnyHints
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.legal_places import NOWHERE, legal_in_turn
from prowlerbot.games.landgrab.machine import BUILDINGS_COMPARED, ROLLS_NEEDED, promises, ways_on
from prowlerbot.games.landgrab.map import ADJACENT, NAME, SQUARE, Move, square_distance
from prowlerbot.games.landgrab.plans import write_plan
from prowlerbot.games.landgrab.playouts import outlook
from prowlerbot.games.landgrab.position import Phase
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.thinking import HINTS, candidates, choose_claim
from prowlerbot.games.landgrab.turns import ROUNDS, begin_turn, replace_value
from prowlerbot.match import leaving, lobby, plans, play
from prowlerbot.match.match import Context, Match, Player, machine
from prowlerbot.match.plans import follow_plan, without_goal
from prowlerbot.match.terms import Terms
from prowlerbot.match.timeline import make_timeline
from prowlerbot.opponent.choice import LEVELS, MachineLevel, choose_move
from prowlerbot.opponent.search import Budget, Clock
from prowlerbot.shell.duel_command import ContestMatch, play_contest
from tests.cases import each_of
from tests.games.landgrab.matches import (
    LANDGRAB,
    any_move,
    position_of,
    small_setup,
    started,
    texts,
)
from tests.games.play import numbers_of_matches
from tests.life import ADA, BEN, CLEO, START

STRIP = "B2,D2,F2,H2,J2,B4,D4,F4,H4,J4/E3/I4-I5"
"""Ten columns, B to K, and four rows, 2 to 5, with a small building and a large one."""
DAN = Player(4, "Dan")
FACE = MANIFEST.face


def begun(setup: str = f"RB/1/{STRIP}", rng: random.Random | None = None) -> Match:
    players = (ADA, BEN, CLEO, DAN)[: len(setup.partition("/")[0])]
    asked = lobby.make_challenge("abc", LANDGRAB, players, {}, terms=Terms(), now=START)
    seated = replace(asked, players=tuple(replace(each, joined=True) for each in asked.players))
    return lobby.begin_match(seated, Context(LANDGRAB, rng or random.Random(1), START), setup)


def played(match: Match, *moves: str, seed: int = 1) -> Match:
    """The match after these moves, each by the seat to move; the rolls follow from the seed."""
    for move in moves:
        (seat,) = position_of(match).to_move
        it = Context(LANDGRAB, random.Random(seed), match.changed_at + 1)
        match = play.make_move(match, it, match.player(seat).id, match.moment, move)
    return match


def plan(match: Match, player: Player, typed: str) -> Match:
    it = Context(LANDGRAB, random.Random(1), match.changed_at)
    return plans.set_plan(match, it, player.id, match.moment, typed)


def two(*moves: str) -> Match:
    """Ada's pawn begins on B2, Ben's on K2; Ada has gone to B3 and Ben is to move."""
    return played(begun(), "p:B2", "p:K2", "B3", *moves)


def test_a_plan_in_ones_own_turn_moves_nothing_brings_no_time_and_is_seen_by_nobody() -> None:
    match = replace(two("K3"), terms=Terms(rated=True, bank=600, increment=30))
    planned = plan(match, ADA, "go to F4")
    assert planned == replace(match, players=planned.players, revision=planned.revision)
    for viewer in (2, None):
        assert make_timeline(planned, LANDGRAB, viewer) == make_timeline(match, LANDGRAB, viewer)
    assert play.planning_seats(planned, position_of(planned)) == play.planning_seats(
        match, position_of(match)
    )
    first, second, *_ = of(planned).split()
    begun = played(planned, first)
    assert begun.plays == played(match, first).plays
    assert of(begun) == of(planned).removeprefix(f"{first} ")
    last = played(begun, "K2").plays[-1]
    assert (last.move, last.planned, last.bank_change) == (second, True, 0)
    for other in {str(each) for each in position_of(planned).legal} - {first}:
        assert_ended(planned, played(planned, other))


def of(match: Match, seat: int = 1) -> str:
    return match.player(seat).plan


def test_a_way_is_found_and_gone_turn_by_turn() -> None:
    match = plan(two(), ADA, "go to F4")
    assert len(of(match).split()) == 4
    match = played(match, "K3", "K2", "K3")
    assert NAME[position_of(match).pawns[0]] == of(plan(two(), ADA, "F4")).split()[2]
    match = played(match, "K2")
    assert NAME[position_of(match).pawns[0]] == "F4"
    assert not of(match)
    assert position_of(match).to_move == {2}
    assert [each.planned for each in match.plays if each.seat == 1] == [False] * 2 + [True] * 4


def answered(match: Match, move: str) -> Match:
    it = Context(LANDGRAB, random.Random(1), match.changed_at + 1)
    return play.move_of_machine(match, it, 2, match.decision(2), move)


def told(match: Match) -> str:
    """The moves that the board of a match tells."""
    known, names = make_timeline(match, LANDGRAB, None), [player.name for player in match.players]
    return with_earlier_moves(match, known, FACE, Look(names, names), FACE.news(known.views, names))


def assert_ended(before: Match, match: Match) -> None:
    """A move has ended Ada's plan before any of its moves was made; the whole plan is left."""
    followed = follow_plan(before, match, LANDGRAB, ADA.id)
    assert followed == (len(before.plays), 0, True, match.ply, False, of(before))


def ended(match: Match) -> str:
    """Why the last move has ended Ada's plan."""
    known, names = make_timeline(match, LANDGRAB, 1), [player.name for player in match.players]
    return FACE.plan_end(known.views_until(match.ply), names)


def test_against_the_machine_each_of_its_moves_is_shown_and_takes_a_plan_one_move_on() -> None:
    match = replace(two("K3"), players=(ADA, machine("easy")))
    planned = match = plan(match, ADA, "go to F4")
    way = of(match).split()
    match = played(match, way[0])
    for move, step in zip(("K2", "K3", "K2"), way[1:], strict=True):
        match = answered(match, move)
        assert [each.move for each in match.plays[-2:]] == [move, step]
        assert re.findall(r"\b[A-L]\d+\b", told(match))[-2:] == [move, step], told(match)
    assert NAME[position_of(match).pawns[0]] == "F4"
    assert not of(match)
    followed = follow_plan(planned, match, LANDGRAB, ADA.id)
    assert (followed.completed, followed.moves) == (True, len(way)), "the first, by hand, counts"


def test_a_plan_ends_with_its_reason_at_a_pawn_near_its_way_and_at_the_roll_of_a_claim() -> None:
    match = replace(played(begun(), "p:B2", "p:H2", "B3", "H3"), players=(ADA, machine("easy")))
    match = plan(match, ADA, "go to F4")
    before = played(match, of(match).split()[0])
    match = answered(before, "G3")
    assert (of(match), match.plays[-1].move, {*position_of(match).to_move}) == ("", "G3", {1})
    assert_ended(before, match)
    assert ended(match) == f"It has ended: {match.players[1].name} is near your way."
    before = plan(played(begun(), "p:B2", "p:F3", "B3"), ADA, "go to D4")
    match = played(before, "c:E3")
    assert_ended(before, match)
    assert ended(match) == "It has ended: Ben rolls for E3 at your way."
    rolled = [played(before, "c:E3", seed=seed) for seed in range(12)]
    taken = [each for each in rolled if 2 in position_of(each).owners]
    assert ended(taken[0]) == "It has ended: Ben has E3 now."


def test_a_building_is_claimed_until_it_is_the_players() -> None:
    match = plan(two(), ADA, "claim E3")
    assert of(match).endswith(" c:E3")
    for turn in range(20):
        if not of(match):
            break
        match = played(match, ("K3", "K2")[turn % 2], seed=turn)
    position = position_of(match)
    assert position.owners[position.map.building_numbers[SQUARE["E3"]]] == 1
    assert [each.move for each in match.plays if each.seat == 1][-1] == "c:E3"
    with pytest.raises(IllegalMove, match="yours by then"):
        plan(match, ADA, "claim E3")


def test_a_plan_that_leads_nowhere_is_refused_with_an_example_that_can_be_played() -> None:
    hopeless = "nonsense; go to; Z9; A1; go to B3; claim D5; attack 2; d7; p:C3"
    for typed in hopeless.split("; "):
        with pytest.raises(IllegalMove) as refused:
            plan(two(), ADA, typed)
        if "like this" in str(refused.value):
            _, example, _ = str(refused.value).split("`")
            assert of(plan(two(), ADA, example)).endswith(" c:E3")
    match, there_and_back = two(), "D3 B3 " * 6
    assert len(of(plan(match, ADA, there_and_back)).split()) == 24
    with pytest.raises(IllegalMove, match="24 moves"):
        plan(match, ADA, f"{there_and_back} D3")
    with pytest.raises(Denied):
        plan(begun(), BEN, "F4")


def test_a_plan_has_only_the_move_that_it_begins_with_and_ends_in_a_turn_without_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = position_of(two("K3"))
    assert str(position.planned_move(1, "C3 D3")) == "C3"
    assert position.planned_move(1, "D3 E2") is None, "D3 is out of reach"
    assert position.foreseen(1, "C3 D3", 1, "C3") == "D3"
    assert not position.foreseen(1, "C3 D3", 1, "C4")
    monkeypatch.setattr(Position, "planned_move", lambda *_: None)
    match = played(plan(two(), ADA, "go to F4"), "K3")
    assert (of(match), {*position_of(match).to_move}) == ("", {1})


@each_of("takeover", [False, True])
def test_who_leaves_ends_the_plans_of_all(*, takeover: bool) -> None:
    match = played(begun(f"RBG/1/{STRIP}"), "p:B2", "p:K2", "p:G5", "B3")
    match = plan(replace(match, terms=Terms(takeover=takeover)), ADA, "go to F2")
    gone = leaving.resign(match, Context(LANDGRAB, random.Random(1), START + 9), CLEO.id)
    assert not of(gone)
    assert FACE.plan_end((), ()) == "It has ended.", "the last move has nothing to do with it"
    with pytest.raises(Denied, match="do not play" if takeover else "left this match"):
        plan(gone, CLEO, "go to F2")


# ------------------------------------------------------------------ a reference


def near(one: str, other: str) -> bool:
    """Whether two squares are the same or touch, by their names."""
    columns = abs(ord(one[0]) - ord(other[0]))
    return columns <= 1 and abs(int(one[1:]) - int(other[1:])) <= 1


def squares_of(position: Position, building: str) -> list[str]:
    first, pairs = SQUARE[building], dict(position.map.large)
    return [building, NAME[pairs[first]]] if first in pairs else [building]


def still_foreseen(  # noqa: PLR0917 - it depends on all of them
    before: Position, after: Position, seat: int, steps: list[str], mover: int, move: str
) -> list[str]:
    """The rest of a plan after a move, from what anybody sees on the board; [] if it ends."""
    pawn = before.facts()["pawns"][seat - 1]  # type: ignore[index]
    way = [pawn, *(step for step in steps if ":" not in step)]
    if after.end or move.startswith("a:") or before.phase == "eviction":
        return []
    if mover == seat:
        if move != steps[0]:
            return []
        return steps if move.startswith("c:") else steps[1:]
    if mover == 0:
        mine = steps[0].removeprefix("c:") in after.facts()["owned"][seat - 1]  # type: ignore[index]
        return steps[1:] if before.turn == seat and mine else steps
    if not move.startswith("c:"):
        return [] if any(near(move, square) for square in way) else steps
    name = move.removeprefix("c:")
    mine = name in before.facts()["owned"][seat - 1]  # type: ignore[index]
    beside = any(near(s, square) for s in squares_of(before, name) for square in way)
    return [] if mine or beside else steps


@numbers_of_matches(range(12), 40, pieces=1)
def test_a_plan_makes_the_moves_that_were_foreseen_and_no_others(numbers: Sequence[int]) -> None:
    for seed in numbers:
        assert moves_made_as_planned(seed) or seed % 2, "maps of the usual size have ways"


def moves_made_as_planned(seed: int) -> int:
    """How many, in a match in which players plan at random; asserts that they were foreseen."""
    rng = random.Random(seed)
    seats = rng.choice((2, 3, 4))
    match = begun(
        small_setup(rng, seats) if seed % 2 else LANDGRAB.setup(rng, seats, {"map": "drawn"}), rng
    )
    plans: dict[int, list[str]] = {}
    made = 0
    for _ in range(120):
        if match.ending is not None:
            break
        position = position_of(match)
        (seat,) = position.to_move
        if position.phase == "turn":
            for other in {*match.seats} - {seat}:
                if position.is_in(other) and rng.random() < 0.4:
                    goal = rng.choice(
                        [NAME[each.first] for each in position.map.buildings]
                        + [str(move) for move in position.legal if not move.kind]
                    )
                    try:
                        match = plan(match, match.player(other), goal)
                    except IllegalMove:
                        continue
                    plans[other] = of(match, other).split()
        before = match.ply
        it = Context(LANDGRAB, rng, match.changed_at + 1)
        move = str(rng.choice(position.moves(seat)))
        match = play.make_move(match, it, match.player(seat).id, match.moment, move)
        line = play.replay_match(match, LANDGRAB)
        for ply in range(before, match.ply):
            entry = match.plays[ply]
            at, then = line[ply], line[ply + 1]
            assert isinstance(at, Position)
            assert isinstance(then, Position)
            assert entry.planned == (ply > before and entry.seat != 0)
            if entry.planned:
                assert plans.get(entry.seat, [""])[:1] == [entry.move], "nobody else has planned it"
                made += 1
            plans = {
                each: rest
                for each, steps in plans.items()
                if (rest := still_foreseen(at, then, each, steps, entry.seat, entry.move))
            }
        waiting = {each: of(match, each).split() for each in match.seats if of(match, each)}
        now = position_of(match)
        for each in {*plans} & now.to_move:
            steps = plans.pop(each)
            assert now.phase != "turn" or steps[0] not in map(str, now.legal)
        assert waiting == (plans if match.ending is None else {})
    return made


def test_the_goal_after_a_dropped_one_has_a_way_of_its_own() -> None:
    goals = FACE.plan_goals("C4 D3 c:E3 F4 G4 c:I4 J3")
    assert goals == ["C4 D3 c:E3", "F4 G4 c:I4", "J3"]
    dropped = [without_goal(goals, number) for number in (1, 2, 3)]
    assert dropped == ["c:I4 J3", "C4 D3 c:E3 J3", "C4 D3 c:E3 F4 G4 c:I4"]


def _fewest_turns(state: Position, seat: int) -> dict[int, int]:
    """The turns to each square while nobody else moves."""
    turns, places = {state.pawns[seat - 1]: 0}, [state.pawns[seat - 1]]
    for at in places:
        moved = state._replace(pawns=replace_value(state.pawns, seat, at))
        for move in begin_turn(moved, seat, state.round).moves(seat):
            if not move.kind and move.at not in turns:
                turns[move.at] = turns[at] + 1
                places.append(move.at)
    return turns


@each_of("seed", range(3))
def test_a_way_has_as_few_turns_as_a_plain_search_through_legal_moves_finds(seed: int) -> None:
    rng, ways = random.Random(seed), 0
    begun = LANDGRAB.start(LANDGRAB.setup(rng, 2 + seed, {"map": "drawn"}))
    assert isinstance(begun, Position)
    state = begun
    while ways < 100 and state.to_move:
        (seat,) = state.to_move
        if state.phase == "turn":
            turns = _fewest_turns(state, seat)
            for square in rng.sample([*turns], min(9, len(turns))):
                if turns[square]:
                    assert len(write_plan(state, seat, NAME[square]).split()) == turns[square]
                    ways += 1
        state = state.after(seat, rng.choice(state.moves(seat)))
    assert ways >= 50


def test_a_pawn_off_the_map_has_no_way_to_a_square_or_a_building() -> None:
    before = position_of(two("K3"))
    state = before._replace(pawns=(NOWHERE, before.pawns[1]))
    for square in ("F4", "E3"):
        with pytest.raises(IllegalMove, match=f"no way to {square}"):
            write_plan(state, 1, square)


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
