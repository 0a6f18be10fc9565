"""Plans of Landgrab: a way over several turns that ends as soon as something on it changes."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from cogs.board.match_message import with_earlier_moves
from cogs.contract.screen import Look
from cogs.games.landgrab import MANIFEST
from prowlerbot.core.errors import Denied, IllegalMove
from prowlerbot.games.landgrab.legal_places import NOWHERE
from prowlerbot.games.landgrab.map import NAME, SQUARE
from prowlerbot.games.landgrab.plans import write_plan
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.turns import begin_turn, replace_value
from prowlerbot.match import leaving, lobby, plans, play
from prowlerbot.match.match import Context, Match, Player, machine
from prowlerbot.match.plans import follow_plan, without_goal
from prowlerbot.match.terms import Terms
from prowlerbot.match.timeline import make_timeline
from tests.cases import each_of
from tests.games.landgrab.matches import LANDGRAB, small_setup
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


def present(match: Match) -> Position:
    state = play.replay_match(match, LANDGRAB)[-1]
    assert isinstance(state, Position)
    return state


def played(match: Match, *moves: str, seed: int = 1) -> Match:
    """The match after these moves, each by the seat to move; the rolls follow from the seed."""
    for move in moves:
        (seat,) = present(match).to_move
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
    assert play.planning_seats(planned, present(planned)) == play.planning_seats(
        match, present(match)
    )
    first, second, *_ = of(planned).split()
    begun = played(planned, first)
    assert begun.plays == played(match, first).plays
    assert of(begun) == of(planned).removeprefix(f"{first} ")
    last = played(begun, "K2").plays[-1]
    assert (last.move, last.planned, last.clock) == (second, True, 0)
    for other in {str(each) for each in present(planned).legal} - {first}:
        assert not of(played(planned, other)), "another move ends the plan"


def of(match: Match, seat: int = 1) -> str:
    return match.player(seat).plan


def test_a_way_is_found_and_gone_turn_by_turn() -> None:
    match = plan(two(), ADA, "go to F4")
    assert len(of(match).split()) == 4
    match = played(match, "K3", "K2", "K3")
    assert NAME[present(match).pawns[0]] == of(plan(two(), ADA, "F4")).split()[2]
    match = played(match, "K2")
    assert NAME[present(match).pawns[0]] == "F4"
    assert not of(match)
    assert present(match).to_move == {2}
    assert [each.planned for each in match.plays if each.seat == 1] == [False] * 2 + [True] * 4


def answered(match: Match, move: str) -> Match:
    it = Context(LANDGRAB, random.Random(1), match.changed_at + 1)
    return play.move_of_machine(match, it, 2, match.decision(2), move)


def told(match: Match) -> str:
    """The moves that the board of a match tells."""
    known, names = make_timeline(match, LANDGRAB, None), [player.name for player in match.players]
    return with_earlier_moves(match, known, FACE, Look(names, names), FACE.news(known.views, names))


def assert_ended(before: Match, match: Match) -> None:
    """The last move has ended Ada's plan before any of its moves was made."""
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
    assert NAME[present(match).pawns[0]] == "F4"
    assert not of(match)
    followed = follow_plan(planned, match, LANDGRAB, ADA.id)
    assert (followed.done, followed.moves) == (True, len(way)), "the first one, by hand, counts"


def test_a_plan_ends_with_its_reason_at_a_pawn_near_its_way_and_at_the_roll_of_a_claim() -> None:
    match = replace(played(begun(), "p:B2", "p:H2", "B3", "H3"), players=(ADA, machine("easy")))
    match = plan(match, ADA, "go to F4")
    before = played(match, of(match).split()[0])
    match = answered(before, "G3")
    assert (of(match), match.plays[-1].move, {*present(match).to_move}) == ("", "G3", {1})
    assert_ended(before, match)
    assert ended(match) == f"It has ended: {match.players[1].name} is near your way."
    before = plan(played(begun(), "p:B2", "p:F3", "B3"), ADA, "go to D4")
    match = played(before, "c:E3")
    assert_ended(before, match)
    assert ended(match) == "It has ended: Ben rolls for E3 at your way."
    rolled = [played(before, "c:E3", seed=seed) for seed in range(12)]
    taken = [each for each in rolled if 2 in present(each).owners]
    assert ended(taken[0]) == "It has ended: Ben has E3 now."


def test_a_building_is_claimed_until_it_is_the_players() -> None:
    match = plan(two(), ADA, "claim E3")
    assert of(match).endswith(" c:E3")
    for turn in range(20):
        if not of(match):
            break
        match = played(match, ("K3", "K2")[turn % 2], seed=turn)
    position = present(match)
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
    position = present(two("K3"))
    assert str(position.planned_move(1, "C3 D3")) == "C3"
    assert position.planned_move(1, "D3 E2") is None, "D3 is out of reach"
    assert position.foreseen(1, "C3 D3", 1, "C3") == "D3"
    assert not position.foreseen(1, "C3 D3", 1, "C4")
    monkeypatch.setattr(Position, "planned_move", lambda *_: None)
    match = played(plan(two(), ADA, "go to F4"), "K3")
    assert (of(match), {*present(match).to_move}) == ("", {1})


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
        position = present(match)
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
        for each in {*plans} & present(match).to_move:
            steps = plans.pop(each)
            assert present(match).phase != "turn" or steps[0] not in map(str, present(match).legal)
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
    before = present(two("K3"))
    state = before._replace(pawns=(NOWHERE, before.pawns[1]))
    for square in ("F4", "E3"):
        with pytest.raises(IllegalMove, match=f"no way to {square}"):
            write_plan(state, 1, square)
