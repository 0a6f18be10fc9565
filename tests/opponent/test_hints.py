"""The values of positions and outcomes, and the hints of a game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from prowlerbot.core.game import Outcome, View
from prowlerbot.core.game_parts import AnyHints, Hints
from prowlerbot.games.prowler.rules import Position
from prowlerbot.opponent.budget import Budget, BudgetMeter
from prowlerbot.opponent.choice import MachineLevel, choose
from prowlerbot.opponent.search import next_seat, outcome_values, play_out, search_tree
from prowlerbot.opponent.task import house
from tests.opponent.games import CLIMB, Climb, Dice

PROWLER, HINTS = house()["prowler"]


def outcome(ranks: tuple[int, ...], totals: tuple[int, ...]) -> Outcome:
    return Outcome(ranks, "points", totals)


def test_values_of_two_seats_add_up_to_one() -> None:
    for totals in ((70, 60), (60, 70), (3, 3), (-5, 20), (0, 0)):
        ranks = (1 + (totals[0] < totals[1]), 1 + (totals[1] < totals[0]))
        assert sum(outcome_values(outcome(ranks, totals))) == pytest.approx(1)


def test_any_win_is_worth_more_than_any_loss() -> None:
    narrow = outcome_values(outcome((1, 2), (50, 50)))
    assert narrow[0] > 0.75
    assert narrow[1] < 0.25


def test_a_higher_win_is_worth_more() -> None:
    assert (
        outcome_values(outcome((1, 2), (80, 40)))[0] > outcome_values(outcome((1, 2), (60, 58)))[0]
    )


def test_a_player_who_left_is_behind_all_others_whatever_the_points() -> None:
    values = outcome_values(outcome((1, 2, 3), (5, 4, 30)))
    assert values[0] > values[1] > values[2]


def test_values_lie_between_lost_and_won() -> None:
    for ranks, totals in (((1, 1, 1, 1), (0, 0, 0, 0)), ((4, 3, 2, 1), (-9, 0, 9, 900))):
        assert all(0 <= value <= 1 for value in outcome_values(outcome(ranks, totals)))


def test_alone_the_target_counts_most_and_then_the_points() -> None:
    won, more, lost = (
        outcome_values(outcome((rank,), (t,)))[0] for rank, t in ((1, 5), (1, 9), (2, 900))
    )
    assert more > won > lost


def test_prowlers_values_mirror_what_the_seats_have() -> None:
    assert HINTS.value is not None
    rng = random.Random(4)
    state = PROWLER.start(PROWLER.setup(rng, 2, {}))
    while state.to_move:
        (seat,) = state.to_move
        state = state.after(seat, rng.choice(state.moves(seat)))
        if state.to_move:
            one, two = HINTS.value(state)
            assert 0 < one < 1
            assert one + two == pytest.approx(1)


def test_seats_that_move_at_once_are_thought_of_in_turn() -> None:
    assert next_seat(frozenset({2}), 1) == 2
    assert next_seat(frozenset({1, 2, 3}), 1) == 2
    assert next_seat(frozenset({1, 2}), 2) == 1


def test_a_playout_is_valued_after_as_many_plies_as_the_game_wants() -> None:
    state = PROWLER.start(PROWLER.setup(random.Random(1), 2, {}))  # its ply is 0
    asked: list[int] = []

    def value(position: Position) -> tuple[float, float]:
        asked.append(position.ply)
        return 0.5, 0.5

    for plies in (0, 3):
        play_out(state, 1, Hints(horizon=plies, value=value), random.Random(1))
    assert asked == [0, 3]


def test_an_outlook_takes_the_place_of_playouts_once_rolls_are_made() -> None:
    asked: list[Dice] = []

    def outlook(position: Dice, seat: int, rng: random.Random) -> tuple[float]:
        assert seat == 1, "whose choice it is to judge"
        asked.append(position)
        return (rng.random(),)

    hints: AnyHints = Hints(outlook=outlook)
    for position in (Dice(), Dice(step=1)):
        assert play_out(position, 1, hints, random.Random(3))[0] <= 1
    assert asked[0] == Dice()
    assert asked[1].step == 2, "the die has been thrown"
    assert play_out(Dice(total=9, step=3), 1, hints, random.Random(1)) == outcome_values(
        Outcome((1,), "", (9,))
    )


def test_only_candidates_are_searched_and_a_single_one_is_played() -> None:
    def two(_: Climb, __: int, moves: Sequence[int], ___: random.Random) -> Sequence[int]:
        return moves[:2]

    searched = search_tree(
        Climb(),
        1,
        Hints(candidates=two),
        BudgetMeter(Budget(playouts=50), lambda: 0.0),
        random.Random(1),
    )
    assert {row.move for row in searched} == {1, 3}
    one: AnyHints = Hints(candidates=lambda *_: (2,))
    level = MachineLevel("none", Budget(playouts=0))
    view: View[Any] = Climb().view(1)
    assert choose(CLIMB, one, view, 1, level, rng=random.Random(1), clock=lambda: 0.0) == 2


def test_with_an_even_part_no_move_is_left_out_however_bad_it_looks() -> None:
    hints: AnyHints = Hints(prior=lambda _, __, moves: [0.0, *[-9.0] * (len(moves) - 1)])
    visits = []
    for even in (0.0, 0.3):
        meter = BudgetMeter(Budget(playouts=100), lambda: 0.0)
        searched = search_tree(Climb(), 1, replace(hints, even=even), meter, random.Random(1))
        visits.append(min(row.visits for row in searched))
    assert visits[0] == 0
    assert visits[1] >= 5


def test_a_playout_without_a_value_goes_to_the_end() -> None:
    state = PROWLER.start(PROWLER.setup(random.Random(1), 2, {}))
    hints: AnyHints = Hints(horizon=0)
    assert sum(play_out(state, 1, hints, random.Random(1))) == pytest.approx(1)
