"""The appraisal of a decision for people, and the review of a whole match."""

import json
import random
import re
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from prowlerbot.__main__ import main
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, Game, Outcome, State, View, find_move
from prowlerbot.core.game_parts import NO_HINTS, AnyHints, Forecast, Hints
from prowlerbot.core.record import MadeMove, Record, random_record, replay
from prowlerbot.core.record_json import to_json
from prowlerbot.games import GAMES
from prowlerbot.games.prowler.rules import Position as ProwlerPosition
from prowlerbot.opponent import reviewing, search
from prowlerbot.opponent.choice import MachineLevel, choose_move
from prowlerbot.opponent.judge import HINT, PROOF, RETRY, REVIEW, Effort, judge
from prowlerbot.opponent.judgement import Appraisal, Estimate, Review, review_from_text
from prowlerbot.opponent.task import AppraisalTask, house_roster, run_appraisal
from prowlerbot.puzzles.puzzle import shipped_puzzles
from tests.cases import each_of
from tests.games.nim.rules import Position
from tests.opponent.games import GUESS, Climb, Dice, Guess, Small, determinise_guess, roster

ROSTER = roster()


def decision(key: str, plies: int, players: int, seed: int = 1) -> AnyState:
    """A position with a choice, after about so many random moves."""
    game, hints = ROSTER[key]
    rng = random.Random(seed)
    state = game.start(game.setup(rng, players, {}))
    while plies > 0 or CHANCE in state.to_move or len(state.moves(min(state.to_move))) < 2:
        seat = min(state.to_move)
        state = state.after(seat, any_candidate(state, seat, hints, rng))
        plies -= 1
    return state


def any_candidate(state: AnyState, seat: int, hints: AnyHints, rng: random.Random) -> Any:
    moves = state.moves(seat)
    if hints.candidates and seat and len(moves) > 1:
        moves = hints.candidates(state, seat, moves, rng)
    return rng.choice(moves)


def appraised(key: str, state: AnyState, playouts: int, *also: str, most: int = 3) -> Appraisal:
    return judged(ROSTER[key][1], state, *also, playouts=playouts, most=most)


def judged(
    hints: AnyHints, state: AnyState, *moves: str, playouts: int, seed: int = 1, most: int = 3
) -> Appraisal:
    """The appraisal of the first seat to move."""
    seat, effort = min(state.to_move), Effort(search.Budget(playouts=playouts), most)
    view, clock = state.view(seat), time.perf_counter
    return judge(hints, view, seat, moves, effort, luck=str(seed), clock=clock).appraisal()


def best(state: AnyState, seat: int) -> tuple[float, int]:
    """The result for a seat if both play for a win, then for points: every line played out."""
    if (outcome := state.outcome) is not None:
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
    results = {str(move): best(state.after(seat, move), seat) for move in state.moves(seat)}
    assert told == results
    assert [*told.values()] == sorted(told.values(), reverse=True)
    top = found.options[0].chance
    assert top is not None
    for option in found.options:
        assert option.chance is not None
        assert option.loss.mean == top.mean - option.chance.mean
        assert option.chance.error == option.margin.error == option.loss.error == 0
    worst = min(results, key=lambda move: results[move])
    asked = appraised("prowler", state, 4000, worst, most=1)
    compared = [option.move for option in asked.options]
    assert (compared[-1], len(compared) <= 2, asked.exact) == (worst, True, True)
    with pytest.raises(IllegalMove, match="“99” is not a legal move"):
        appraised("prowler", state, 100, "99")


def test_a_game_without_hints_is_appraised_by_its_rules_and_by_what_can_be_seen_alone() -> None:
    for hints, exact in ((NO_HINTS, True), (replace(NO_HINTS, endgame=0), False)):
        found = judged(hints, Position((1, 2, 0)), playouts=4000)
        top = found.options[0]
        assert (top.move, found.exact) == ("B1", exact)
        assert top.chance is not None
        assert top.chance.mean > 0.9
    hints = Hints(determinise=determinise_guess)
    one, other = (judged(hints, Guess(hidden=it), playouts=600, seed=3) for it in (1, 4))
    assert one == other


class Choices(State[int]):
    """Some steps, each with its mover and its number of moves; the last one decides who wins."""

    steps: Sequence[tuple[int, int]]
    line: tuple[int, ...]

    @property
    def to_move(self) -> frozenset[int]:
        return frozenset(
            {self.steps[len(self.line)][0]} if len(self.line) < len(self.steps) else ()
        )

    @property
    def outcome(self) -> Outcome | None:
        return None if self.to_move else self.decided()

    def decided(self) -> Outcome:
        ranks = (1, 2) if self.line[-1] == 1 else (2, 1)
        return Outcome(ranks, "coin", (2 - ranks[0], 2 - ranks[1]))

    def moves(self, seat: int) -> tuple[int, ...]:
        if seat not in self.to_move:
            return ()
        return tuple(range(1, 1 + self.steps[len(self.line)][1]))

    def after(self, seat: int, move: int) -> "Choices":
        del seat
        return replace(self, line=(*self.line, move))  # type: ignore[type-var] # a dataclass each


@dataclass(frozen=True)
class Lots(Choices):
    """Seat 1 draws one of eight lots, all alike; then a coin decides."""

    steps = ((1, 8), (CHANCE, 2))
    line: tuple[int, ...] = ()


@dataclass(frozen=True)
class Coins(Choices):
    """Two coins for seat 1, then it bets on a third one, or calls, which loses a won match."""

    steps = ((CHANCE, 2), (CHANCE, 2), (1, 2))
    line: tuple[int, ...] = ()

    def decided(self) -> Outcome:
        heads = self.line[:2].count(1)
        won = heads > 1 and self.line[2] == 1
        return Outcome((1, 2) if won else (2, 1), "coins", (heads, 1))


@dataclass(frozen=True)
class Fork(Choices):
    """Seat 1 chooses one of two ways; then seat 2 decides, whichever it chose."""

    steps = ((1, 2), (2, 2))
    line: tuple[int, ...] = ()


COINS = Small("coins", Coins(), range(2, 3))
CASES = [
    ("prowler", 8, 2, 1200),
    ("landgrab", 60, 2, 300),
    ("landgrab", 60, 4, 300),
    ("heroes", 3, 1, 60),
    ("heroes", 40, 2, 60),
    ("tell", 0, 3, 300),
]


@each_of(("key", "plies", "players", "playouts"), CASES)
def test_a_seed_gives_one_appraisal_with_the_asked_move_and_a_larger_one_goes_on_from_it(
    key: str, plies: int, players: int, playouts: int
) -> None:
    state = decision(key, plies, players)
    seat = min(state.to_move)
    legal = [str(move) for move in state.moves(seat)]
    found = appraised(key, state, playouts, legal[-1])
    assert found == appraised(key, state, playouts, legal[-1])
    moves = [option.move for option in found.options]
    assert legal[-1] in moves
    assert len({*moves}) == len(moves) <= 4
    assert {*moves} <= {*legal}
    for option in found.options:
        assert (option.chance is None) == (key == "heroes")
        assert option.chance is None or 0 <= option.chance.mean <= 1
    assert found.options[0].loss.mean == 0
    if key == "prowler":
        return  # it may be searched through to its end
    view, clock = state.view(seat), time.perf_counter
    efforts = (RETRY.with_budget(search.Budget(playouts=each * playouts)) for each in (1, 3))
    small, large = (
        judge(ROSTER[key][1], view, seat, legal[:2], effort, luck="1", clock=clock).compared
        for effort in efforts
    )
    samples = {str(each.move): each.samples for each in large}
    for each in small:
        assert samples[str(each.move)][: len(each.samples)] == each.samples


def test_the_best_of_equal_moves_is_not_the_luckiest_and_errors_are_true() -> None:
    told, errors = [], []
    for seed in range(150):
        found = judged(Hints(flat=True), Lots(), playouts=450, seed=seed, most=8)
        chance = found.options[0].chance
        assert chance is not None
        told.append(chance.mean)
        errors.append(chance.error)
    assert statistics.mean(told) == pytest.approx(0.5, abs=0.025)
    assert statistics.stdev(told) == pytest.approx(statistics.mean(errors), rel=0.25)


def decisions(key: str, count: int) -> list[tuple[str, tuple[MadeMove, ...], int]]:
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
    key: str, setup: str, moves: tuple[MadeMove, ...], seat: int, seconds: float
) -> dict[str, Callable[[Sequence[str]], Appraisal]]:
    """All that judge moves, each with a part of its usual time as playouts."""
    game, hints = ROSTER[key]
    second = seconds * hints.a_second

    def judged(effort: Effort, playouts: float, asked: Sequence[str]) -> Appraisal:
        effort = effort.with_budget(search.Budget(playouts=int(playouts)))
        return run_appraisal(roster, AppraisalTask(key, setup, moves, seat, effort, tuple(asked)))

    def looked_back(asked: Sequence[str]) -> Appraisal:
        played = reviewing.ReviewedMatch(key, setup, (*moves, (seat, asked[-1])))
        count = reviewing.piece_count(len(reviewing.find_events(game, played)))
        playouts = count * int(REVIEWED[key] * second)
        review = reviewed(game, hints, played, playouts, [count - 1])
        found = [each for each in review.judgements if each.ply == len(moves)]
        return Appraisal(found[0].options, found[0].exact) if found else Appraisal(())

    return {
        "hint": lambda asked: judged(HINT, 1.5 * second, asked),
        "review": looked_back,
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
        if not any(each.loss.mean > each.loss.bound for each in told["review"].options):
            del told["review"]  # it names a better move only if the loss is sure
        for one, other in permutations(told, 2):
            bests = told[one].options[0].move, told[other].options[0].move
            if bests[0] != bests[1]:
                found = told[one].option(bests[1]) or judges[one](bests).option(bests[1])
                assert found is not None
                behind = found.loss
                assert behind.mean <= behind.bound, (one, other, bests, behind)


# --------------------------------- the values of positions and outcomes, and the hints of a game

PROWLER, HINTS = house_roster()["prowler"]


def worth(ranks: tuple[int, ...], totals: tuple[int, ...]) -> Sequence[float]:
    return search.outcome_values(Outcome(ranks, "points", totals))


def test_values_of_outcomes_lie_between_lost_and_won_and_rise_with_ranks_and_then_points() -> None:
    for totals in ((70, 60), (60, 70), (3, 3), (-5, 20), (0, 0)):
        ranks = (1 + (totals[0] < totals[1]), 1 + (totals[1] < totals[0]))
        assert sum(worth(ranks, totals)) == pytest.approx(1)
    won, lost = worth((1, 2), (50, 50))
    assert won > 0.75, "any win is worth more than any loss"
    assert lost < 0.25
    assert worth((1, 2), (80, 40))[0] > worth((1, 2), (60, 58))[0]
    first, second, left = worth((1, 2, 3), (5, 4, 30))
    assert first > second > left, "whatever the points"
    for values in (worth((1, 1, 1, 1), (0, 0, 0, 0)), worth((4, 3, 2, 1), (-9, 0, 9, 900))):
        assert all(0 <= value <= 1 for value in values)
    target, more, missed = (worth((rank,), (it,))[0] for rank, it in ((1, 5), (1, 9), (2, 900)))
    assert more > target > missed, "alone the target counts most and then the points"


def test_two_estimates_make_a_surer_one_and_an_exact_one_stays() -> None:
    both = Estimate(1.0, 0.3).combine_with(Estimate(3.0, 0.3))
    assert (both.mean, round(both.error, 3)) == (2.0, 0.212)
    for other in (Estimate(3.0, 0.3), Estimate(3.0)):
        assert Estimate(1.0).combine_with(other) == Estimate(1.0)


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


def test_a_playout_is_valued_by_a_value_or_an_outlook_or_else_at_the_end() -> None:
    state = PROWLER.start(PROWLER.setup(random.Random(1), 2, {}))  # its ply is 0
    asked: list[int] = []

    def value(position: ProwlerPosition) -> tuple[float, float]:
        asked.append(position.ply)
        return 0.5, 0.5

    for plies in (0, 3):
        search.play_out(state, 1, Hints(horizon=plies, value=value), random.Random(1))
    assert asked == [0, 3]
    hints: AnyHints = Hints(horizon=0)
    assert sum(search.play_out(state, 1, hints, random.Random(1))) == pytest.approx(1)
    looked: list[Dice] = []

    def outlook(position: Dice, seat: int, rng: random.Random) -> tuple[float]:
        assert seat == 1, "whose choice it is to judge"
        looked.append(position)
        return (rng.random(),)

    hints = Hints(outlook=outlook)
    for position in (Dice(), Dice(step=1)):
        assert search.play_out(position, 1, hints, random.Random(3))[0] <= 1
    assert (looked[0], looked[1].step) == (Dice(), 2), "the die has been thrown"
    over = search.play_out(Dice(total=9, step=3), 1, hints, random.Random(1))
    assert over == worth((1,), (9,))


def climbed(hints: AnyHints, playouts: int) -> Sequence[search.SearchedMove]:
    meter = search.BudgetMeter(search.Budget(playouts=playouts), lambda: 0.0)
    return search.search_tree(Climb(), 1, hints, meter, random.Random(1))


def test_only_candidates_are_searched_in_turn_and_with_an_even_part_none_is_left_out() -> None:
    two: AnyHints = Hints(candidates=lambda _, __, moves, ___: moves[:2])
    assert {row.move for row in climbed(two, 50)} == {1, 3}
    one: AnyHints = Hints(candidates=lambda *_: (2,))
    level = MachineLevel("none", search.Budget(playouts=0))
    view: View[Any] = Climb().view(1)
    assert choose_move(one, view, 1, level, rng=random.Random(1), clock=lambda: 0.0) == 2
    bad: AnyHints = Hints(prior=lambda _, __, moves: [0.0, *[-9.0] * (len(moves) - 1)])
    none, some = (
        min(row.visits for row in climbed(replace(bad, even=even), 100)) for even in (0.0, 0.3)
    )
    assert none == 0
    assert some >= 5, "however bad it looks"
    for seats, after, following in (({2}, 1, 2), ({1, 2, 3}, 1, 2), ({1, 2}, 2, 1)):
        assert search.next_to_choose(frozenset(seats), after) == following


@cache
def match(
    key: str, players: int, seed: int = 1, *, leaves: int = 0, most: int = 10_000
) -> tuple[Game, AnyHints, reviewing.ReviewedMatch]:
    """A match of random candidates; seat ``leaves`` leaves it as soon as it can after 40 moves."""
    game, hints = ROSTER[key]
    rng = random.Random(seed)
    setup = game.setup(rng, players, {})
    state, moves = game.start(setup), list[tuple[int, str]]()
    while state.to_move and len(moves) < most:
        left = state.leave(leaves) if leaves and len(moves) > 40 else None
        if left is not None:
            moves.append((leaves, LEAVE))
            state, leaves = left, 0
            continue
        seat = min(state.to_move)
        move = any_candidate(state, seat, hints, rng)
        moves.append((seat, str(move)))
        state = state.after(seat, move)
    return game, hints, reviewing.ReviewedMatch(key, setup, tuple(moves))


def reviewed(
    game: Game,
    hints: AnyHints,
    played: reviewing.ReviewedMatch,
    playouts: int,
    numbers: Sequence[int] | None = None,
) -> Review:
    if numbers is None:
        numbers = range(reviewing.piece_count(len(reviewing.find_events(game, played))))
    budget = search.Budget(playouts=playouts)
    review = partial(reviewing.review_piece, game, hints, played, seed=1, budget=budget)
    return reviewing.join_reviews([review(each, clock=time.perf_counter) for each in numbers])


def test_a_review_is_the_same_in_any_order_of_its_pieces_whose_number_is_limited() -> None:
    game, hints, played = match("landgrab", 2, most=40)
    count = reviewing.piece_count(len(reviewing.find_events(game, played)))
    forth = reviewed(game, hints, played, 800, range(count))
    back = [reviewed(game, hints, played, 800, [number]) for number in reversed(range(count))]
    assert reviewing.join_reviews(back[::-1]) == forth
    assert (reviewing.piece_count(0), reviewing.piece_count(7), reviewing.piece_count(700)) == (
        1,
        7,
        reviewing.MOST_PIECES,
    )
    without = reviewed(COINS, NO_HINTS, reviewing.ReviewedMatch("coins", "2", ()), 100)
    assert (without.judgements, without.luck, without.course) == ((), (), ()), "one empty piece"


def cases(landgrab: int, heroes: int) -> list[tuple[str, int, dict[str, Any]]]:
    """Beginnings of matches with at most so many moves, in some of which a player leaves."""
    return [
        ("prowler", 2, {"most": 11}),
        ("landgrab", 2, {"most": landgrab}),
        ("landgrab", 4, {"leaves": 2, "most": landgrab}),
        ("heroes", 1, {"most": heroes}),
        ("heroes", 3, {"leaves": 3, "most": heroes}),
    ]


def test_a_step_of_a_secret_turn_is_not_blamed_for_one_that_the_turn_makes_later() -> None:
    game, hints = ROSTER["heroes"]
    setup, draws = "1/brisk/guided/full", ("t55", "t99", "t20", "t62", "t1")
    state = game.start(setup)
    for draw in draws:
        state = state.after(0, find_move(state, 0, draw))
    best = hints.levels["expert"](state, 1, state.moves(1), random.Random(1))
    first = next(
        move
        for move in state.moves(1)
        if move.kind == "queue" and best in state.after(1, move).moves(1)
    )
    made = [*((0, draw) for draw in draws), (1, str(first)), (1, str(best))]
    effort = REVIEW.with_budget(search.Budget(playouts=60))
    alone = judge(
        hints, state.view(1), 1, (str(first),), effort, luck="", clock=time.perf_counter
    ).appraisal()
    assert str(best) in [each.move for each in alone.options]
    review = reviewed(game, hints, reviewing.ReviewedMatch("heroes", setup, tuple(made)), 120)
    blamed = [each for each in review.judgements if each.ply == len(draws)]
    assert not [each for each in blamed if str(best) in {it.move for it in each.options}]
    assert [each.played for each in review.judgements if each.ply > len(draws)] == [str(best)]


WHOLE: list[tuple[str, int, dict[str, Any]]] = [("prowler", 2, {}), ("tell", 3, {}), ("nim", 2, {})]
LONG = [pytest.param(*each, marks=pytest.mark.full) for each in cases(170, 120)]


@pytest.mark.parametrize(("key", "players", "more"), [*cases(50, 46), *WHOLE, *LONG])
def test_a_review_judges_choices_only_and_all_its_moves_were_legal(
    key: str, players: int, more: dict[str, Any]
) -> None:
    game, hints, played = match(key, players, **more)
    review = reviewed(game, hints, played, 150)
    choices = {event.ply: event for event in reviewing.find_events(game, played)}
    plies = [each.ply for each in review.judgements]
    assert plies == sorted({*plies})
    assert plies
    for each in review.judgements:
        event = choices[each.ply]
        legal = {str(move) for move in event.state.moves(event.seat)}
        assert (each.seat, each.played) == (event.seat, event.move)
        moves = [option.move for option in each.options]
        assert each.played in moves
        assert {*moves} <= legal
        assert each.options[0].loss.mean == 0
    for luck in review.luck:
        assert choices[luck.ply].seat == CHANCE
        assert len(luck.worth) == players
    assert all(len(each.margins) == players for each in review.course)
    for outlook in review.course:
        if key == "heroes":
            assert outlook.chances == ()
        else:
            assert sum(each.mean for each in outlook.chances) == pytest.approx(1)


@pytest.mark.parametrize(
    ("key", "playouts"),
    [pytest.param("landgrab", 40_000, marks=pytest.mark.full), ("prowler", 20_000)],
)
def test_a_review_takes_no_more_playouts_than_it_may(key: str, playouts: int) -> None:
    game, hints, played = match(key, 2, most=220)
    taken = 0

    def counted(state: AnyState, last: int, rng: random.Random) -> Forecast:
        nonlocal taken
        taken += 1
        assert hints.forecast is not None
        return hints.forecast(state, last, rng)

    review = reviewed(game, replace(hints, forecast=counted), played, playouts)
    assert len(review.judgements) > 20
    assert playouts / 20 < taken <= 1.05 * playouts


def test_luck_is_what_came_less_the_mean_of_what_could_have_come() -> None:
    def forecast(state: Coins, last: int, rng: random.Random) -> Forecast:
        del last, rng
        won = float(state.line == (1, 1))
        return (won, 1 - won), (won, -won)

    played = reviewing.ReviewedMatch("coins", "2", ((CHANCE, "1"), (CHANCE, "1"), (1, "2")))
    hints: AnyHints = Hints(forecast=forecast)
    review = reviewed(COINS, hints, played, 4000)
    first, second = (luck.worth[0] for luck in review.luck)
    assert first.mean == pytest.approx(0.25, abs=0.06)
    assert second == Estimate(0.5, 0.0)
    assert [luck.worth[1].mean for luck in review.luck] == [-first.mean, -0.5]
    (judged,) = review.judgements
    assert [option.move for option in judged.options] == ["1", "2"]
    assert judged.options[1].loss == Estimate(1.0)
    assert [each.ply for each in review.course] == [1, 2, 3]
    assert review.course[-1].chances == (Estimate(0.0), Estimate(1.0))


def test_a_decision_is_judged_with_what_its_seat_knew() -> None:
    hints: AnyHints = Hints(determinise=determinise_guess)
    lines = (reviewing.ReviewedMatch("guess", "2", ((1, hidden), (2, "3"))) for hidden in "35")
    one, other = (reviewed(GUESS, hints, played, 800, [1]).judgements for played in lines)
    assert one == other


def test_the_end_of_prowlers_passage_is_judged_exactly() -> None:
    game, hints, played = match("prowler", 2)
    review = reviewed(game, hints, played, 60_000, [25, 26])
    assert [each.exact for each in review.judgements] == [True, True]
    assert all(option.margin.error == 0 for option in review.judgements[0].options)
    outcome = replay(game, played.setup, [MadeMove(*made) for made in played.moves])[-1].outcome
    assert outcome is not None
    one, two = outcome.totals
    assert [each.mean for each in review.course[-1].margins] == [one - two, two - one]


@pytest.mark.parametrize(("key", "players", "more"), [*cases(50, 46)[::2], *WHOLE])
def test_the_order_of_the_work_has_each_piece_once_and_large_swings_first(
    key: str, players: int, more: dict[str, Any]
) -> None:
    game, hints, played = match(key, players, **more)
    arranged = reviewing.piece_order(game, hints, played, rng=random.Random(1), clock=lambda: 0.0)
    assert sorted(arranged) == [
        *range(reviewing.piece_count(len(reviewing.find_events(game, played))))
    ]
    if key == "prowler":
        lost = {
            each.ply: option.loss.mean
            for each in reviewed(game, hints, played, 300).judgements
            for option in each.options
            if option.move == each.played
        }
        half = len(arranged) // 2
        plies = [event.ply for event in reviewing.find_events(game, played)]
        swings = [lost.get(plies[number], 0.0) for number in arranged]
        assert sum(swings[:half]) > sum(swings[half:])


@each_of(("playouts", "loss", "within"), [(40_000, 0.0, 0.08), (600, 0.8, 0.15)])
def test_a_loss_of_coarse_playouts_is_sure_only_if_matches_played_on_agree(
    playouts: int, loss: float, within: float
) -> None:
    """Coarse playouts take the second way for lost, and wrongly so; with few there is no check."""

    def forecast(state: Fork, last: int, rng: random.Random) -> Forecast:
        del last
        won = float(state.line == (1,) and rng.random() < 0.8)
        return (won, 1 - won), (won, -won)

    hints: AnyHints = Hints(
        flat=True, endgame=0, forecast=forecast, playout=lambda _, __, moves, rng: rng.choice(moves)
    )
    game, played = Small("fork", Fork(), range(2, 3)), ((1, "2"), (2, "1"))
    review = reviewed(game, hints, reviewing.ReviewedMatch("fork", "2", played), playouts)
    behind = review.judgements[0].options[-1].loss
    assert behind.mean == pytest.approx(loss, abs=within)
    assert behind.error > behind.mean / 2


def test_the_command_reviews_a_whole_match_or_its_beginning_in_words_or_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def printed(*arguments: str) -> str:
        assert main(["review", str(file), *arguments, "--seconds", "1"]) == 0
        return capsys.readouterr().out

    whole, file = random_record(GAMES["prowler"], random.Random(2)), tmp_path / "records.jsonl"
    records = (
        Record(whole.game, whole.setup, whole.moves[:9]),
        replace(whole, players=("Ann", "Ben")),
    )
    lines = [json.dumps(to_json(each, states=False)) for each in records]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    first, *rest = (out := printed("--line", "2")).splitlines()
    assert first.startswith("Prowler's Passage, 27 moves. Ann ")
    for name in ("Ann", "Ben"):
        assert any(line.startswith(f"{name}: accuracy ") for line in rest)
    assert ": played " in out
    assert "; better " in out
    assert not re.search(r"played (\S+); better \1,", out)
    assert "Where the match turned:" in rest
    assert "Luck" not in out
    out = printed()
    assert out.startswith("Prowler's Passage, 9 moves. It was not played to its end.")
    assert "Player 2: accuracy " in out
    review = review_from_text(printed("--json"))
    assert [each.ply for each in review.judgements] == [*range(9)]
    assert review.course
    assert main(["review", str(file), "--seconds", "0"]) == 1
    assert "needs some time" in capsys.readouterr().err
