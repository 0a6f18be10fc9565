"""The machine's values of colonies, and its moves in some clear positions."""

import pickle
import random
import time
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any

import pytest

from prowlerbot.core.game import CHANCE, View
from prowlerbot.games.heroes import keeper, thinking
from prowlerbot.games.heroes.appraisal import Prospect, appraise_colony, edges_of
from prowlerbot.games.heroes.builder import Builder, Skill
from prowlerbot.games.heroes.moves import CHOOSE
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.stages.events import populate
from prowlerbot.games.heroes.thinking import HINTS
from prowlerbot.opponent.choice import LEVELS, choose_move
from prowlerbot.opponent.task import MoveTask, run_move
from prowlerbot.shell.duel_command import play_contest
from tests.games.heroes.matches import (
    HEROES,
    any_move,
    built,
    invaded,
    mask,
    play_out,
    preparing,
    started,
    texts,
    tokens,
)
from tests.games.play import play

LATE = Prospect(tiles=0, reserve=(), gems=0)
EARLY = Prospect(tiles=15, reserve=(), gems=0)


def chosen(position: Position, seat: int = 1, level: str = "expert", seed: int = 1) -> str:
    """The move of a level."""
    view: View[Any] = position.view(seat)
    rng, clock = random.Random(seed), time.perf_counter
    return str(choose_move(HINTS, view, seat, LEVELS[level], rng=rng, clock=clock))


ALONE = {
    "easy": [6, 2, 7, 16, 0, 0, 0, 0],
    "medium": [14, 1, 21, 17, 2, 5, 0, 12],
    "hard": [14, 24, 20, 10, 31, 12, 2, 0],
}
"""The treasure of levels in their first matches; write it anew when their play changes."""


@cache
def solo(level: str, seed: int, setup: str = "1/brisk/guided/full") -> int:
    """The treasure of a level at the end of a match alone."""
    players = [LEVELS[level]]
    played = play_contest(HEROES, HINTS, setup, players, seed=str(seed), clock=time.perf_counter)
    return played.outcome.totals[0]


def test_a_gem_vein_is_built_deep_enough() -> None:
    way = "45@J7r1 45@K7r1 45@L7r1 45@M7r1 45@N7r1 59@O7r2 45@O8r0 45@O9r0 45@O10r0"
    position = preparing("1/brisk/guided/full", {"colony": built(way), "reserve": ("I1",)})
    move = chosen(position)
    after = play(position, move)
    assert move.startswith("I1@")
    assert after.seats[0].tokens.gems.bit_count() == 1


def test_live_somebody_comes_to_an_end_before_the_pile_does() -> None:
    line = drafted(started("1/live/guided/full"), 2)
    begun = next(line)
    end = next(each for each in line if each.seats[0].stage != "live")
    assert begun.pile - end.pile == 25


def test_a_rehearsal_takes_what_an_invader_takes_and_arms_traps_only_for_cards_to_come() -> None:
    alone = keeper.guards_to_beat(HEROES.start(GUIDED), 1)
    chest = built("23@H9r2")
    seat = Seat(colony=chest, tokens=populate(chest))
    assert keeper.profit_after(seat, (), alone) == 1
    assert keeper.profit_after(seat, (keeper.Card(5, 1),), alone) == 0
    colony = built("53@H9r0 52@H10r0 51@H11r0 23@H12r2 1@J7r1")
    seat = Seat(colony=colony, tokens=tokens(traps="H9", gold="H10 H11 H12"))
    assert keeper.profit_after(seat, (keeper.Card(0, 0, 2),), alone) == 3, (
        "rust, and nothing comes after it"
    )


def test_cards_to_come_are_none_that_have_been_used_and_the_first_is_an_invader() -> None:
    running, before = invaded(["23@H9r2"], cards="v5 m1"), started("2/brisk/guided/full")
    for seed in range(20):
        cards = keeper.cards_to_come(running, random.Random(seed))
        invaders = [card for card in cards if card.invader]
        assert (len(invaders), len(cards)) == (3, 4)
        assert not {card.invader for card in invaders} & {5}
        assert not {card.map for card in invaders} & {1}
        cards = keeper.cards_to_come(before._replace(round=3), random.Random(seed))
        assert cards[0].invader
        assert len(cards) == 7


OPENED = ["t1", "t30", "t60", "t85", "t104", "t2", "t31", "t61", "t84", "t103"]


# -------------------------------------------------------------------------- whole matches


@pytest.mark.parametrize("seeds", [2, pytest.param(8, marks=pytest.mark.full)])
def test_alone_the_levels_play_as_they_did(seeds: int) -> None:
    for level, treasures in ALONE.items():
        assert [solo(level, seed) for seed in range(seeds)] == treasures[:seeds]


@pytest.mark.full
def test_alone_the_machine_has_far_more_than_random_moves_and_its_levels_differ() -> None:
    matches = {"easy": 12, "medium": 12, "hard": 12, "expert": 4}
    mean = {
        level: sum(solo(level, seed) for seed in range(seeds)) / seeds
        for level, seeds in matches.items()
    }
    rng = random.Random(1)
    outcomes = (play_out("1/brisk/guided/full", rng, any_move)[1][-1].outcome for _ in range(12))
    at_random = sum(outcome.totals[0] for outcome in outcomes if outcome) / 12
    assert at_random < 2
    assert mean["easy"] > at_random
    assert mean["medium"] > mean["easy"] + 2
    assert mean["hard"] > mean["medium"] + 2
    assert mean["expert"] > mean["hard"] + 2


def test_three_seats_answer_every_question_of_a_match() -> None:
    players = [LEVELS[level] for level in ("medium", "easy", "hard")]
    clock = count().__next__
    played = play_contest(HEROES, HINTS, "3/live/free/short", players, seed="1", clock=clock)
    assert len(played.outcome.totals) == 3


@pytest.mark.full
@pytest.mark.parametrize("setup", ["4/brisk/guided/short", "4/live/free/short"])
def test_four_seats_answer_every_question_in_time(setup: str) -> None:
    players = [LEVELS[level] for level in ("expert", "medium", "easy", "hard")]
    played = play_contest(HEROES, HINTS, setup, players, seed="1", clock=time.process_time)
    assert max(map(max, played.think_seconds)) < 2
    assert len(played.outcome.totals) == 4


def test_what_others_do_in_a_running_turn_changes_no_decision() -> None:
    """Equal views are equal for the machine; a determinised view shows the same as the view."""
    position = started("2/brisk/guided/full", " ".join(OPENED))
    rng = random.Random(3)
    moved = position.after(2, rng.choice(position.moves(2)))
    assert position.view(1).moves() == moved.view(1).moves()
    assert chosen(position) == chosen(moved)
    drawn = thinking.determinise(moved.view(1), rng)
    assert drawn.seats[1].colony == position.seats[1].colony
    assert drawn.moves(1) == position.moves(1)
    hidden: list[tuple[int, str | None]] = [*((CHANCE, text) for text in OPENED), (2, None)]
    task = MoveTask("heroes", "2/brisk/guided/full", (*hidden, (2, None)), 1, "hard", 7)
    move = run_move(lambda: {"heroes": (HEROES, HINTS)}, task)
    assert move in texts(position, 1), "also in a process that gets the moves that can be seen"
    assert move == run_move(lambda: {"heroes": (HEROES, HINTS)}, task)


def test_what_is_thought_up_follows_from_the_seed_also_in_another_process() -> None:
    """Errors of judgement come from the luck that is handed in."""
    assert set(thinking.WANTED) == set(CHOOSE) == {i for i, p in PIECES.items() if p.special}
    position = started(GUIDED, "t1 t30 t60 t85 t104")
    again = pickle.loads(pickle.dumps(position))  # noqa: S301 - what this test has made
    skill = Skill(width=2, error=2.0)
    builders = [Builder(each, 1, skill, random.Random(5)) for each in (position, again)]
    assert len({str(each.choose_in_draft(position.moves(1))) for each in builders}) == 1
    position = invaded(["53@H9r0 23@H10r2 1@J7r1"], cards="v4 m1")
    worths = {
        keeper.Keeper(position, 1, 5, random.Random(4)).expected_profit(position.seats[0])
        for _ in range(3)
    }
    assert len(worths) == 1


def test_waiting_costs_a_turn_at_most_while_the_tiles_stay_in_the_queue() -> None:
    position = started(GUIDED)
    while CHANCE in position.to_move:
        position = position.after(CHANCE, position.moves(CHANCE)[0])
    legal = {str(move): move for move in position.moves(1)}
    waiting = next(move for text, move in legal.items() if text.startswith("reveal"))
    compared = [legal[chosen(position)], waiting]
    build, wait = thinking.rehearse(position, 1, compared, random.Random(1))
    assert build - wait <= Skill(width=3).turn_cost
    assert HINTS.doubt is not None
    assert build - wait < 2 * HINTS.doubt(position, 1, build - wait)


GUIDED = "1/brisk/guided/full"


def test_a_feature_counts_sealed_and_before_the_end_as_far_as_it_may_yet_be_sealed() -> None:
    sealed, open_ = built("23@H9r2"), built("51@H9r0")  # chests under the entrance
    assert appraise_colony(sealed, LATE) > appraise_colony(built(""), LATE)
    assert appraise_colony(open_, LATE) == appraise_colony(built(""), LATE)
    edges = edges_of(open_, EARLY)
    h9 = mask("H9").bit_length() - 1
    below = next(each.beyond for each in edges.closable if each.square == h9)
    assert 0 < edges.closing[below] < 1
    assert set(edges_of(open_, LATE).closing.values()) == {0.0}
    rim = built("50@H9r0 50@H10r0 50@H11r0 50@H12r0 50@H13r0")
    assert edges_of(rim, EARLY).hopeless == (mask("H13").bit_length() - 1,), "it is never closed"
    # J7 to M7 are straight on; the vein of ore is at distance 6, or a square nearer.
    far = built("45@J7r1 45@K7r1 45@L7r1 45@M7r1 1@N7r1")
    near = built("45@J7r1 45@K7r1 45@L7r1 1@M7r1")
    assert populate(far).all_gold == 2
    assert appraise_colony(far, LATE) > appraise_colony(near, LATE) == 0


def prepared(pieces: str, **seat: object) -> Position:
    return preparing(GUIDED, {"colony": built(pieces), **seat})


def test_in_clear_positions_it_moves_as_anybody_would() -> None:
    """It seals, keeps what would never be useful, and loses nothing that could be stored."""
    assert chosen(prepared("51@H9r0")) == "P@H10r0"
    useless = prepared("23@H9r2", reserve=("P",))
    assert chosen(useless) in {"P@F7r0", "P@J7r0", "end"}
    assert play(useless, chosen(useless)).seats[0].tokens.all_gold == 1
    assert chosen(prepared("23@H9r2", gems=1, reserve=())) == "store@H9"
    for level in LEVELS:
        position = prepared("23@H9r2", gold=4, reserve=())
        for _ in range(2):
            assert chosen(position, level=level).startswith("buy2@"), level
            position = play(position, chosen(position, level=level))
        assert position.phase == "invasion", level
    position = started("1/live/guided/full", "flip t83 drop")  # three stone sides and a trap
    assert chosen(position) == "take83"
    assert chosen(play(position, "take83")).startswith("h@H9")


def drafted(position: Position, seed: int = 0) -> Iterator[Position]:
    """The positions from here on while the machine builds alone."""
    rng = random.Random(seed)
    while position.phase == "build":
        yield position
        (seat,) = position.to_move
        text = str(rng.choice(position.moves(0))) if seat == CHANCE else chosen(position)
        position = play(position, text)
    yield position


def test_what_it_builds_stays_open_early_turns_up_tiles_in_need_and_is_sealed_at_the_end() -> None:
    line = drafted(started(GUIDED, "t23 t34 t1 t2 t45"))
    after = next(each for each in line if each.turn > 1 or each.to_move != {1})
    assert len(edges_of(after.seats[0].colony, EARLY).closable) >= 2, "ways on are kept open"
    cells = drafted(started(GUIDED, "t34 t35 t36 t37 t38"))  # cells alone
    after = next(each for each in cells if each.turn > 1 or each.to_move != {1})
    assert chosen(after).startswith("reveal")
    for each in drafted(started("1/brisk/free/full"), 3):
        assert not each.seats[0].colony.invalid, "the inspection would remove that"
    ends = [[*drafted(started(GUIDED), seed)][-1] for seed in range(5)]
    colonies = [end.seats[0].colony for end in ends]
    pieces = sum(len(each.pieces) for each in colonies)
    assert pieces >= 5 * 11
    assert sum(len(each.open_pieces) for each in colonies) <= pieces / 4
