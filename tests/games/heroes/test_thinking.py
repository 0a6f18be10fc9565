"""The machine's values of colonies, and its moves in some clear positions."""

import pickle
import random
import time
from functools import cache
from itertools import count
from typing import Any

import pytest

from prowlerbot.core.game import CHANCE, View
from prowlerbot.games.heroes import thinking
from prowlerbot.games.heroes.machine.appraisal import (
    Card,
    Keeper,
    appraise_colony,
    cards_to_come,
    guards_to_beat,
    profit_after,
)
from prowlerbot.games.heroes.machine.builder import Builder, Skill
from prowlerbot.games.heroes.machine.prospect import Prospect, edges_of
from prowlerbot.games.heroes.moves import CHOOSE
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.stages.events import populate
from prowlerbot.games.heroes.thinking import HINTS
from prowlerbot.opponent.choice import LEVELS, choose
from prowlerbot.opponent.contest import play as play_contest
from prowlerbot.opponent.task import Task, think
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
    return str(choose(HEROES, HINTS, view, seat, LEVELS[level], rng=rng, clock=clock))


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


# --------------------------------------------------------------------------- appraising


def test_at_the_end_only_sealed_features_count() -> None:
    sealed, open_ = built("23@H9r2"), built("51@H9r0")  # chests under the entrance
    assert appraise_colony(sealed, LATE) > appraise_colony(built(""), LATE)
    assert appraise_colony(open_, LATE) == appraise_colony(built(""), LATE)


def test_earlier_a_feature_counts_as_far_as_it_may_yet_be_sealed() -> None:
    edges = edges_of(built("51@H9r0"), EARLY)
    below = next(edge.beyond for edge in edges.open if edge.square == mask("H9").bit_length() - 1)
    assert 0 < edges.closing[below] < 1
    assert set(edges_of(built("51@H9r0"), LATE).closing.values()) == {0.0}


def test_an_edge_against_the_rim_is_never_closed() -> None:
    colony = built("50@H9r0 50@H10r0 50@H11r0 50@H12r0 50@H13r0")
    assert edges_of(colony, EARLY).hopeless == (mask("H13").bit_length() - 1,)


def test_ore_counts_from_its_distance_on() -> None:
    # J7 to M7 are straight on; the vein is at distance 6, or a square nearer.
    far = built("45@J7r1 45@K7r1 45@L7r1 45@M7r1 1@N7r1")
    near = built("45@J7r1 45@K7r1 45@L7r1 1@M7r1")
    assert populate(far).all_gold == 2
    assert appraise_colony(far, LATE) > appraise_colony(near, LATE) == 0


# -------------------------------------------------------------------------------- building


def test_a_chest_that_is_left_open_is_sealed_with_the_patch() -> None:
    position = preparing("1/brisk/guided/full", {"colony": built("51@H9r0")})
    assert chosen(position) == "P@H10r0"


def test_a_gem_vein_is_built_deep_enough() -> None:
    way = " ".join(
        f"{tile}@{at}"
        for tile, at in zip(
            ("45", "45", "45", "45", "45", "59", "45", "45", "45"),
            ("J7r1", "K7r1", "L7r1", "M7r1", "N7r1", "O7r2", "O8r0", "O9r0", "O10r0"),
            strict=True,
        )
    )
    position = preparing("1/brisk/guided/full", {"colony": built(way), "reserve": ("I1",)})
    move = chosen(position)
    after = play(position, move)
    assert move.startswith("I1@")
    assert after.seats[0].tokens.gems.bit_count() == 1


def test_what_would_never_be_useful_is_left_in_the_reserve() -> None:
    position = preparing("1/brisk/guided/full", {"colony": built("23@H9r2"), "reserve": ("P",)})
    assert chosen(position) in {"P@F7r0", "P@J7r0", "end"}
    assert play(position, chosen(position)).seats[0].tokens.all_gold == 1


def test_a_dead_end_is_not_put_where_it_ends_the_colony() -> None:
    """Early in a round the last two ways on are kept open."""
    position = started("1/brisk/guided/full", "t23 t34 t1 t2 t45")
    after = position
    while after.turn == 1 and after.to_move == {1}:
        after = play(after, chosen(after))
    edges = edges_of(after.seats[0].colony, EARLY)
    assert len(edges.open) >= 2


def test_tiles_are_turned_up_where_none_that_lies_open_helps() -> None:
    position = started("1/brisk/guided/full", "t34 t35 t36 t37 t38")  # cells alone
    while position.turn == 1 and position.to_move == {1}:
        position = play(position, chosen(position))
    assert chosen(position).startswith("reveal")


def test_a_free_hand_builds_nothing_that_the_inspection_would_remove() -> None:
    rng = random.Random(3)
    position = HEROES.start("1/brisk/free/full")
    while position.phase == "build":
        (seat,) = position.to_move
        move = rng.choice(position.moves(seat)) if seat == CHANCE else None
        position = play(position, chosen(position) if move is None else str(move))
        assert not position.seats[0].colony.invalid


def test_live_a_tile_beside_the_pile_is_taken_if_it_helps() -> None:
    position = started("1/live/guided/full", "flip t83 drop")  # three stone sides and a trap
    assert chosen(position) == "take83"
    assert chosen(play(position, "take83")).startswith("h@H9")


def test_live_somebody_comes_to_an_end_before_the_pile_does() -> None:
    position = HEROES.start("1/live/guided/full")
    rng, flips = random.Random(2), 0
    for _ in range(500):
        if position.phase != "build" or position.seats[0].stage != "live":
            break
        (seat,) = position.to_move
        text = str(rng.choice(position.moves(0))) if seat == CHANCE else chosen(position)
        flips += text == "flip"
        position = play(position, text)
    assert position.seats[0].stage != "live"
    assert flips == 25


# --------------------------------------------------------------------------------- keeping


def test_no_gem_of_the_stash_is_lost_while_a_chest_can_take_it() -> None:
    position = preparing(
        "1/brisk/guided/full", {"colony": built("23@H9r2"), "gems": 1, "reserve": ()}
    )
    assert chosen(position) == "store@H9"


def test_no_gold_of_the_stash_is_lost_while_it_buys_a_guard() -> None:
    for level in LEVELS:
        position = preparing(
            "1/brisk/guided/full", {"colony": built("23@H9r2"), "gold": 4, "reserve": ()}
        )
        for _ in range(2):
            assert chosen(position, level=level).startswith("buy2@"), level
            position = play(position, chosen(position, level=level))
        assert position.phase == "invasion", level


def test_a_rehearsal_takes_what_an_invader_takes() -> None:
    colony = built("23@H9r2")
    seat = Seat(colony=colony, tokens=populate(colony))
    alone = guards_to_beat(HEROES.start("1/brisk/guided/full"), 1)
    assert profit_after(seat, (), alone) == 1
    assert profit_after(seat, (Card(5, 1),), alone) == 0


def test_a_rehearsal_arms_traps_only_for_cards_to_come() -> None:
    colony = built("53@H9r0 52@H10r0 51@H11r0 23@H12r2 1@J7r1")
    there = tokens(traps="H9", gold="H10 H11 H12")
    seat = Seat(colony=colony, tokens=there)
    alone = guards_to_beat(HEROES.start("1/brisk/guided/full"), 1)
    assert profit_after(seat, (Card(0, 0, 2),), alone) == 3, "rust, and nothing comes after it"


def test_cards_to_come_are_none_that_have_been_used() -> None:
    position = invaded(["23@H9r2"], cards="v5 m1")
    for seed in range(20):
        cards = cards_to_come(position, random.Random(seed))
        invaders = [card for card in cards if card.invader]
        assert len(invaders) == 3
        assert len(cards) == 4
        assert not {card.invader for card in invaders} & {5}
        assert not {card.map for card in invaders} & {1}


def test_before_an_invasion_its_first_card_is_an_invader() -> None:
    position = started("2/brisk/guided/full")._replace(round=3)
    for seed in range(20):
        cards = cards_to_come(position, random.Random(seed))
        assert cards[0].invader
        assert len(cards) == 7


def test_a_keeper_of_the_same_seed_thinks_the_same() -> None:
    position = invaded(["53@H9r0 23@H10r2 1@J7r1"], cards="v4 m1")
    worths = {Keeper(position, 1, 5, random.Random(4)).worth(position.seats[0]) for _ in range(3)}
    assert len(worths) == 1


# -------------------------------------------------------------------------- whole matches


def test_every_special_piece_has_a_place_in_the_order() -> None:
    assert set(thinking.WANTED) == set(CHOOSE) == {i for i, p in PIECES.items() if p.special}


def test_alone_the_levels_play_as_they_did() -> None:
    played = {level: [solo(level, seed) for seed in range(8)] for level in ALONE}
    assert played == ALONE


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


def test_most_of_what_it_builds_is_sealed() -> None:
    built_, open_ = 0, 0
    for seed in range(5):
        position = HEROES.start("1/brisk/guided/full")
        rng = random.Random(seed)
        while position.phase == "build":
            (seat,) = position.to_move
            text = str(rng.choice(position.moves(0))) if seat == CHANCE else chosen(position)
            position = play(position, text)
        colony = position.seats[0].colony
        built_ += len(colony.pieces)
        open_ += len(colony.open_pieces)
    assert built_ >= 5 * 11
    assert open_ <= built_ / 4


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
    assert max(map(max, played.thought)) < 2
    assert len(played.outcome.totals) == 4


def test_what_others_do_in_a_running_turn_changes_no_decision() -> None:
    """Equal views are equal for the machine; a determinised view shows the same as the view."""
    opened = "t1 t30 t60 t85 t104 t2 t31 t61 t84 t103"
    position = started("2/brisk/guided/full", opened)
    rng = random.Random(3)
    moved = position.after(2, rng.choice(position.moves(2)))
    assert position.view(1).moves() == moved.view(1).moves()
    assert chosen(position) == chosen(moved)
    drawn = thinking.determinise(moved.view(1), rng)
    assert drawn.seats[1].colony == position.seats[1].colony
    assert drawn.moves(1) == position.moves(1)


def test_what_is_thought_up_can_be_sent_to_another_process() -> None:
    """Errors of judgement come from the luck that is handed in."""
    position = started("1/brisk/guided/full", "t1 t30 t60 t85 t104")
    again = pickle.loads(pickle.dumps(position))  # noqa: S301 - what this test has made
    skill = Skill(width=2, error=2.0)
    moves = {
        str(Builder(each, 1, skill, random.Random(5)).choose_in_draft(each.moves(1)))
        for each in (position, again)
    }
    assert len(moves) == 1


def test_in_its_process_a_machine_answers_though_moves_of_others_are_hidden() -> None:
    opened = ["t1", "t30", "t60", "t85", "t104", "t2", "t31", "t61", "t84", "t103"]
    hidden = [(2, None), (2, None)]
    moves = (*((CHANCE, text) for text in opened), *hidden)
    task = Task("heroes", "2/brisk/guided/full", moves, 1, "hard", 7)
    move = think(lambda: {"heroes": (HEROES, HINTS)}, task)
    position = started("2/brisk/guided/full", " ".join(opened))
    assert move in texts(position, 1)
    assert move == think(lambda: {"heroes": (HEROES, HINTS)}, task)


def worths(position: Position, *moves: str, seat: int = 1, seed: int = 1) -> list[float]:
    """What moves are worth in one course of the round."""
    legal = {str(move): move for move in position.moves(seat)}
    rng = random.Random(seed)
    return [*thinking.rehearse(position, seat, [legal[move] for move in moves], rng)]


def test_waiting_costs_a_turn_at_most_while_the_tiles_stay_in_the_queue() -> None:
    position = started("1/brisk/guided/full")
    while CHANCE in position.to_move:
        position = position.after(CHANCE, position.moves(CHANCE)[0])
    best, passing = chosen(position), texts(position)
    assert best in passing
    waiting = next(move for move in passing if move.startswith("reveal"))
    build, wait = worths(position, best, waiting)
    assert build - wait <= Skill(width=3).turn_cost
    assert HINTS.doubt is not None
    assert build - wait < 2 * HINTS.doubt(position, 1, build - wait)
