"""The end of a match, searched through."""

from __future__ import annotations

import random

from prowlerbot.core.game import AnyState
from prowlerbot.core.game_parts import AnyHints, Hints
from prowlerbot.opponent.exact import best_move, near_end, win_and_lead
from prowlerbot.opponent.task import house
from tests.cases import each_of
from tests.games.tell import Tell
from tests.opponent.games import Climb

PROWLER, HINTS = house()["prowler"]


def before_the_end(seed: int, plies: int) -> AnyState:
    rng = random.Random(seed)
    state = PROWLER.start(PROWLER.setup(rng, 2, {}))
    for _ in range(27 - plies):
        (seat,) = state.to_move
        state = state.after(seat, rng.choice(state.moves(seat)))
    return state


def lead(state: AnyState, seat: int) -> float:
    """How far ``seat`` gets ahead if both play their best: every line, without any cleverness."""
    if state.outcome is not None:
        return win_and_lead(state.outcome) * (3 - 2 * seat)
    (mover,) = state.to_move
    leads = [lead(state.after(mover, move), seat) for move in state.moves(mover)]
    return max(leads) if mover == seat else min(leads)


@each_of("plies", [1, 2, 3, 4])
@each_of("seed", range(4))
@each_of("hints", [HINTS, Hints()])
def test_the_best_move_is_that_of_every_line_played_out(
    seed: int, plies: int, hints: AnyHints
) -> None:
    state = before_the_end(seed, plies)
    (seat,) = state.to_move
    found = best_move(state, seat, hints, lambda _: False)
    assert found is not None
    move, ahead = found
    assert ahead == lead(state, seat)
    assert lead(state.after(seat, move), seat) == ahead


@each_of("seed", range(3))
def test_positions_of_one_key_are_worth_the_same(seed: int) -> None:
    state = before_the_end(seed, 7)
    (seat,) = state.to_move
    with_key, without = (
        best_move(state, seat, hints, lambda _: False) for hints in (HINTS, Hints())
    )
    assert with_key is not None
    assert without is not None
    assert with_key[1] == without[1]


def test_a_search_that_would_take_too_long_is_given_up() -> None:
    state = before_the_end(1, 10)
    (seat,) = state.to_move
    assert best_move(state, seat, HINTS, lambda steps: steps > 500) is None


def test_what_is_no_match_of_two_in_turns_is_not_searched_through() -> None:
    assert best_move(Climb(), 1, Hints(), lambda _: False) is None
    assert best_move(Tell(), 1, Hints(), lambda _: False) is None


def test_the_end_is_near_when_so_many_plies_lead_to_it() -> None:
    state = before_the_end(1, 5)
    assert near_end(state, 5, random.Random(1))
    assert not near_end(state, 4, random.Random(1))
    assert not near_end(Tell(), 99, random.Random(1))
