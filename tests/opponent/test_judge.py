"""The appraisal of a decision for people: what its moves may bring, and how sure that is."""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

import pytest

from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import CHANCE, AnyState, Outcome, State, View
from prowlerbot.core.game_parts import NO_HINTS, AnyHints, Hints
from prowlerbot.core.record import Made, replay
from prowlerbot.games import GAMES
from prowlerbot.games.prowler.rules import Position as ProwlerPosition
from prowlerbot.opponent.budget import Budget, BudgetMeter
from prowlerbot.opponent.choice import MachineLevel, choose
from prowlerbot.opponent.judge import HINT, PROOF, RETRY, Effort, judge
from prowlerbot.opponent.judgement import Appraisal
from prowlerbot.opponent.reviewing import ReviewedMatch, events, piece_count, review_piece
from prowlerbot.opponent.search import next_seat, outcome_values, play_out, search_tree
from prowlerbot.opponent.task import AppraisalTask, consider, house
from prowlerbot.puzzles.puzzle import shipped_puzzles
from tests.cases import each_of
from tests.games.nim.rules import Position
from tests.opponent.games import CLIMB, Climb, Dice, Guess, determinise_guess, roster

ROSTER = roster()


def decision(key: str, plies: int, players: int, seed: int = 1) -> AnyState:
    """A position with a choice, after about so many random moves."""
    game, hints = ROSTER[key]
    rng = random.Random(seed)
    state = game.start(game.setup(rng, players, {}))
    while plies > 0 or CHANCE in state.to_move or len(state.moves(min(state.to_move))) < 2:
        seat = min(state.to_move)
        moves = state.moves(seat)
        if hints.candidates and seat and len(moves) > 1:
            moves = hints.candidates(state, seat, moves, rng)
        state = state.after(seat, rng.choice(moves))
        plies -= 1
    return state


def appraised(
    key: str, state: AnyState, playouts: int, *also: str, seed: int = 1, most: int = 3
) -> Appraisal:
    _, hints = ROSTER[key]
    seat = min(state.to_move)
    return judged(hints, state.view(seat), seat, *also, playouts=playouts, seed=seed, most=most)


def judged(
    hints: AnyHints,
    view: View[AnyState],
    seat: int,
    *moves: str,
    playouts: int,
    seed: int = 1,
    most: int = 3,
) -> Appraisal:
    effort = Effort(Budget(playouts=playouts), most)
    return judge(
        hints, view, seat, moves, effort, luck=str(seed), clock=time.perf_counter
    ).appraisal()


def seen(state: AnyState, seat: int) -> tuple[View[AnyState], int]:
    return state.view(seat), seat


def best(state: AnyState, seat: int) -> tuple[float, int]:
    """The result for a seat if both play for a win, then for points: every line played out."""
    outcome = state.outcome
    if outcome is not None:
        one, two = outcome.ranks[seat - 1], outcome.ranks[2 - seat]
        lead = outcome.totals[seat - 1] - outcome.totals[2 - seat]
        return (0.5 if one == two else float(one < two)), lead
    (mover,) = state.to_move
    results = [best(state.after(mover, move), seat) for move in state.moves(mover)]
    return max(results) if mover == seat else min(results)


@each_of("seed", range(6))
def test_near_the_end_options_have_their_exact_results(seed: int) -> None:
    state = decision("prowler", 24, 2, seed)
    (seat,) = state.to_move
    found = appraised("prowler", state, 2000, most=9)
    assert found.exact
    told = {
        option.move: (option.chance and option.chance.mean, option.margin.mean)
        for option in found.options
    }
    assert told == {str(move): best(state.after(seat, move), seat) for move in state.moves(seat)}
    assert [*told.values()] == sorted(told.values(), reverse=True)
    top = found.options[0].chance
    assert top is not None
    for option in found.options:
        assert option.chance is not None
        assert option.behind.mean == top.mean - option.chance.mean
        assert option.chance.error == option.margin.error == option.behind.error == 0


def test_an_exact_appraisal_compares_a_move_that_is_asked_for() -> None:
    state = decision("prowler", 22, 2)
    (seat,) = state.to_move
    worst = min(state.moves(seat), key=lambda move: best(state.after(seat, move), seat))
    found = appraised("prowler", state, 4000, str(worst), most=1)
    assert [option.move for option in found.options][1:] == [str(worst)]
    assert found.exact


CASES = [
    ("prowler", 8, 2, 1200),
    ("landgrab", 60, 2, 300),
    ("landgrab", 60, 4, 300),
    ("heroes", 3, 1, 60),
    ("heroes", 40, 2, 60),
    ("tell", 0, 3, 300),
]


@each_of(("key", "plies", "players", "playouts"), CASES)
def test_a_seed_gives_one_appraisal_and_the_asked_move_is_in_it(
    key: str, plies: int, players: int, playouts: int
) -> None:
    state = decision(key, plies, players)
    seat = min(state.to_move)
    asked = str(state.moves(seat)[-1])
    found = appraised(key, state, playouts, asked)
    assert found == appraised(key, state, playouts, asked)
    moves = [option.move for option in found.options]
    assert asked in moves
    assert len({*moves}) == len(moves) <= 4
    assert {*moves} <= {str(move) for move in state.moves(seat)}
    for option in found.options:
        assert (option.chance is None) == (key == "heroes")
        assert option.chance is None or 0 <= option.chance.mean <= 1
    assert found.options[0].behind.mean == 0


def test_a_move_that_is_not_legal_cannot_be_compared() -> None:
    with pytest.raises(IllegalMove, match="“99” is not a legal move"):
        appraised("prowler", decision("prowler", 8, 2), 100, "99")


def test_a_game_without_hints_is_appraised_by_its_rules_alone() -> None:
    def found(hints: AnyHints) -> Appraisal:
        return judged(hints, *seen(Position((1, 2, 0)), 1), playouts=4000, seed=1)

    assert (found(NO_HINTS).options[0].move, found(NO_HINTS).exact) == ("B1", True)
    searched = found(replace(NO_HINTS, endgame=0))
    assert (searched.options[0].move, searched.exact) == ("B1", False)
    chance = searched.options[0].chance
    assert chance is not None
    assert chance.mean > 0.9


def test_two_positions_that_look_alike_are_appraised_alike() -> None:
    def found(hidden: int) -> Appraisal:
        return judged(
            Hints(determinise=determinise_guess),
            *seen(Guess(hidden=hidden), 2),
            playouts=600,
            seed=3,
        )

    assert found(1) == found(4)


@dataclass(frozen=True, slots=True)
class Lots(State[int]):
    """Seat 1 draws one of eight lots, all alike; then a coin decides."""

    lot: int = 0
    coin: int = 0

    @property
    def to_move(self) -> frozenset[int]:
        return frozenset() if self.coin else frozenset({CHANCE if self.lot else 1})

    @property
    def outcome(self) -> Outcome | None:
        ranks = (1, 2) if self.coin == 1 else (2, 1)
        return Outcome(ranks, "coin", (2 - ranks[0], 2 - ranks[1])) if self.coin else None

    def moves(self, seat: int) -> tuple[int, ...]:
        if seat not in self.to_move:
            return ()
        return tuple(range(1, 3 if self.lot else 9))

    def after(self, seat: int, move: int) -> "Lots":
        return replace(self, coin=move) if seat == CHANCE else replace(self, lot=move)


def test_the_best_of_equal_moves_is_not_the_luckiest_and_errors_are_true() -> None:
    told, errors = [], []
    for seed in range(150):
        found = judged(Hints(flat=True), *seen(Lots(), 1), playouts=450, seed=seed, most=8)
        chance = found.options[0].chance
        assert chance is not None
        told.append(chance.mean)
        errors.append(chance.error)
    assert statistics.mean(told) == pytest.approx(0.5, abs=0.025)
    assert statistics.stdev(told) == pytest.approx(statistics.mean(errors), rel=0.25)


@each_of(("key", "plies", "players", "playouts"), CASES[1:])
def test_a_larger_judgement_goes_on_where_a_smaller_one_of_the_same_decision_ended(
    key: str, plies: int, players: int, playouts: int
) -> None:
    _, hints = ROSTER[key]
    state = decision(key, plies, players)
    seat = min(state.to_move)
    moves = [str(move) for move in state.moves(seat)[:2]]
    small, large = (
        judge(
            hints,
            state.view(seat),
            seat,
            moves,
            RETRY.with_budget(Budget(playouts=effort * playouts)),
            luck="1",
            clock=time.perf_counter,
        ).compared
        for effort in (1, 3)
    )
    samples = {str(each.move): each.samples for each in large}
    for each in small:
        assert samples[str(each.move)][: len(each.samples)] == each.samples


def decisions(key: str, count: int) -> list[tuple[str, tuple[Made, ...], int]]:
    """Decisions in the matches of the puzzles of a game: in turns a puzzle, and one half-way."""
    found = []
    for number, puzzle in enumerate(shipped_puzzles(GAMES[key])[:count]):
        plies = len(puzzle.moves) if number % 2 else len(puzzle.moves) // 2
        states = replay(GAMES[key], puzzle.setup, puzzle.moves, again=False)
        while CHANCE in (to_move := states[plies].to_move) or len(to_move) > 1:
            plies -= 1
        found.append((puzzle.setup, puzzle.moves[:plies], min(to_move)))
    return found


REVIEWED = {"prowler": 0.5, "landgrab": 0.2, "heroes": 0.3}
"""The seconds that the review of a usual match has for a decision."""


def told_by_all(
    key: str, setup: str, moves: tuple[Made, ...], seat: int, seconds: float
) -> dict[str, Callable[[Sequence[str]], Appraisal]]:
    """All that judge moves, each with a part of its usual time as playouts."""
    game, hints = ROSTER[key]
    second = seconds * hints.a_second

    def judged(effort: Effort, playouts: float, asked: Sequence[str]) -> Appraisal:
        effort = effort.with_budget(Budget(playouts=int(playouts)))
        return consider(roster, AppraisalTask(key, setup, moves, seat, effort, tuple(asked)))

    def reviewed(asked: Sequence[str]) -> Appraisal:
        played = ReviewedMatch(key, setup, (*moves, (seat, asked[-1])))
        count = piece_count(len(events(game, played)))
        budget = Budget(playouts=count * int(REVIEWED[key] * second))
        review = review_piece(
            game, hints, played, count - 1, seed=1, budget=budget, clock=time.perf_counter
        )
        found = [each for each in review.judgements if each.ply == len(moves)]
        return Appraisal(found[0].options, found[0].exact) if found else Appraisal(())

    return {
        "hint": lambda asked: judged(HINT, 1.5 * second, asked),
        "review": reviewed,
        "retry": lambda asked: judged(RETRY, 1.2 * second, asked),
        "puzzle": lambda asked: judged(PROOF, 2 * second * len(asked), asked),
    }


WIDE = [
    pytest.param(*each, marks=pytest.mark.full)
    for each in (("prowler", 24, 1.0), ("landgrab", 12, 0.5), ("heroes", 12, 0.5))
]


@pytest.mark.parametrize(
    ("key", "count", "seconds"),
    [("prowler", 2, 0.5), ("landgrab", 2, 0.02), ("heroes", 2, 0.3), *WIDE],
)
def test_hints_reviews_tries_and_puzzles_have_the_same_best_move_or_none_is_sure_of_a_better_one(
    key: str, count: int, seconds: float
) -> None:
    hints = ROSTER[key][1]
    proved_by_all_lines = hints.endgame and hints.determinise is None
    for setup, moves, seat in decisions(key, count):
        judges = told_by_all(key, setup, moves, seat, seconds)
        asked: tuple[str, ...] = ()
        told: dict[str, Appraisal] = {}
        for name, judge_of in judges.items():
            if name == "puzzle" and proved_by_all_lines and not told["hint"].exact:
                continue  # there is none
            told[name] = judge_of(asked)
            asked = tuple(dict.fromkeys([*asked, *(each.move for each in told[name].options)]))
        if not told["review"].options:
            continue  # every move is the same to the machine
        if not any(each.behind.mean > each.behind.bound for each in told["review"].options):
            del told["review"]  # it names a better move only if the loss is sure
        for one, other in permutations(told, 2):
            bests = told[one].options[0].move, told[other].options[0].move
            if bests[0] != bests[1]:
                found = told[one].option(bests[1]) or judges[one](bests).option(bests[1])
                assert found is not None
                behind = found.behind
                assert behind.mean <= behind.bound, (one, other, bests, behind)


# --------------------------------- the values of positions and outcomes, and the hints of a game

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

    def value(position: ProwlerPosition) -> tuple[float, float]:
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
