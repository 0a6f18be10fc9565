"""The machine's moves are legal, never use hidden knowledge, and are good."""

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from prowlerbot.core.game import CHANCE, AnyState
from prowlerbot.core.game_parts import NO_HINTS, AnyHints, Hints
from prowlerbot.opponent.choice import LEVELS, MachineLevel, choose
from prowlerbot.opponent.contest import play
from prowlerbot.opponent.exact import best_move, near_end, win_and_lead
from prowlerbot.opponent.search import Budget, BudgetMeter, MoveStatistics, SearchedMove, spend
from prowlerbot.opponent.task import Task, house, think
from tests.cases import each_of
from tests.games.tell import HIDDEN, Tell, TellGame
from tests.opponent import games

PROWLER, PROWLER_HINTS = house()["prowler"]
SHORT = MachineLevel("short", Budget(playouts=40))
LONG = MachineLevel("long", Budget(playouts=600))


def no_clock() -> float:
    raise AssertionError("a budget in playouts needs no clock")


def chosen(game: Any, hints: AnyHints, state: AnyState, seat: int, **more: Any) -> Any:
    level = more.get("level", SHORT)
    rng = random.Random(more.get("seed", 1))
    return choose(game, hints, state.view(seat), seat, level, rng=rng, clock=no_clock)


@each_of("name", LEVELS)
@each_of("key", ["prowler", "tell"])
def test_every_level_plays_legal_moves_to_the_end(key: str, name: str) -> None:
    game, hints = (PROWLER, PROWLER_HINTS) if key == "prowler" else (TellGame(), games.TELL)
    level = replace(LEVELS[name], budget=Budget(playouts=20))
    rng = random.Random(5)
    state = game.start(game.setup(rng, game.seats[0], {}))
    while state.to_move:
        seat = rng.choice(sorted(state.to_move))
        moves = state.moves(seat)
        move = (
            rng.choice(moves) if seat == CHANCE else chosen(game, hints, state, seat, level=level)
        )
        assert move in moves
        state = state.after(seat, move)
    assert state.outcome is not None


def test_another_seed_may_give_another_move() -> None:
    state = PROWLER.start(PROWLER.setup(random.Random(2), 2, {}))
    (seat,) = state.to_move
    easy = LEVELS["easy"]
    one_budget = replace(easy, budget=Budget(playouts=20))
    moves = {
        chosen(PROWLER, PROWLER_HINTS, state, seat, seed=seed, level=one_budget)
        for seed in range(20)
    }
    assert len(moves) > 1


@each_of("seed", range(5))
def test_a_move_depends_on_nothing_that_the_seat_does_not_see(seed: int) -> None:
    positions = [Tell(hidden=(0, two, three)) for two in (1, 2, 3) for three in (1, 2, 3)]
    assert {position.view(1) for position in positions} == {positions[0].view(1)}
    moves = {chosen(TellGame(), games.TELL, position, 1, seed=seed) for position in positions}
    assert len(moves) == 1


def test_a_search_meets_only_positions_that_agree_with_what_is_seen() -> None:
    truth = Tell(hidden=(0, 3, 0), points=(1, 0, 0), round=1)
    drawn: list[Tell] = []

    def spy(view: Any, rng: random.Random) -> Tell:
        assert view.seen.hidden == (0, HIDDEN, 0)
        drawn.append(games.determinise(view, rng))
        return drawn[-1]

    chosen(TellGame(), Hints(determinise=spy), truth, 1)
    assert {position.hidden[1] for position in drawn} == {1, 2, 3}
    assert {position.view(1) for position in drawn} == {truth.view(1)}


@each_of("seed", range(4))
def test_nobody_in_the_tree_knows_what_is_chosen_at_the_same_time(seed: int) -> None:
    # Whoever hides a number wins four times of five. If seat 2 could see it in the machine's
    # thoughts, a draw would look best.
    hints: AnyHints = Hints(determinise=games.determinise_guess)
    assert chosen(games.GUESS, hints, games.Guess(), 1, seed=seed, level=LONG) != 0
    assert chosen(games.GUESS, hints, games.Guess(guess=3), 1, seed=seed, level=LONG) != 0


@each_of("seed", range(4))
def test_what_chance_may_bring_is_thought_of(seed: int) -> None:
    assert chosen(games.DICE, NO_HINTS, games.Dice(), 1, seed=seed, level=LONG) == 1, (
        "it has to dare"
    )
    thrown = games.Dice(total=1, step=2)
    assert chosen(games.DICE, NO_HINTS, thrown, 1, seed=seed, level=LONG) == 3


class Forced(games.Climb):
    """A game in which nothing may be tried out."""

    def moves(self, seat: int) -> tuple[int, ...]:  # noqa: ARG002 - the contract's
        return (2,)

    def after(self, seat: int, move: int) -> "Forced":
        raise AssertionError(f"{move} of seat {seat} was looked into")


def test_an_only_move_is_played_without_a_search() -> None:
    forced: Any = Forced()
    assert chosen(games.CLIMB, NO_HINTS, forced, 1) == 2


def test_one_who_has_nothing_to_choose_is_an_error() -> None:
    with pytest.raises(ValueError, match="Seat 1 of tell has nothing to choose"):
        chosen(TellGame(), games.TELL, Tell(hidden=(1, 0, 0)), 1)


@each_of("seed", range(5))
def test_alone_the_machine_finds_the_way_to_the_target(seed: int) -> None:
    state = games.Climb()
    while state.to_move:
        state = state.after(1, chosen(games.CLIMB, NO_HINTS, state, 1, seed=seed, level=LONG))
    assert state.total == 7


@each_of(("contrast", "kinds"), [(1.0, {"a", "b"}), (0.1, {"a"}), (10.0, {"a", "b", "c"})])
def test_little_care_takes_moves_for_good_that_are_close_by_the_contrast_of_the_game(
    contrast: float, kinds: set[str]
) -> None:
    tried = [
        SearchedMove("a", 9, 0.6),
        SearchedMove("b", 5, 0.5),
        SearchedMove("c", 3, 0.2),
        SearchedMove("d", 0, 0.9),
    ]
    careless = MachineLevel("careless", Budget(playouts=1), slack=0.15)
    rng = random.Random(1)
    assert {careless.choice(tried, rng, contrast=contrast) for _ in range(60)} == kinds


@each_of(("lapse", "kinds"), [(0.0, 1), (0.5, 3)])
def test_a_level_lapses_as_often_as_the_game_asks_for(lapse: float, kinds: int) -> None:
    """A lapse is any legal move, also one that is not worth a search."""

    def first(_: Any, __: int, moves: Sequence[Any], ___: random.Random) -> Sequence[Any]:
        return moves[:1]

    hints = Hints(candidates=first, lapses={"short": lapse})
    moves = [chosen(games.CLIMB, hints, games.Climb(), 1, seed=seed) for seed in range(60)]
    assert len({*moves}) == kinds
    assert moves.count(games.Climb().moves(1)[0]) >= 25


def test_more_thought_and_care_win_more() -> None:
    weak = MachineLevel("weak", Budget(playouts=20), slack=0.5)
    strong = MachineLevel("strong", Budget(playouts=150))
    won = 0
    for number in range(10):
        setup = PROWLER.setup(random.Random(number // 2), 2, {})
        seats = (strong, weak) if number % 2 else (weak, strong)
        played = play(PROWLER, PROWLER_HINTS, setup, seats, seed=str(number), clock=lambda: 0.0)
        won += played.outcome.winner == seats.index(strong) + 1
    assert won >= 8


@each_of("effort", [1, 3])
def test_a_level_makes_as_many_playouts_as_the_game_asks_for(effort: int) -> None:
    asked: list[games.Climb] = []

    def value(state: Any) -> tuple[float]:
        asked.append(state)
        return (0.5 + 0.01 * len(asked) % 0.1,)

    hints: AnyHints = Hints(value=value, horizon=0, effort=effort, endgame=0, even=1.0, flat=True)
    chosen(
        games.CLIMB,
        hints,
        games.Climb(),
        1,
        level=MachineLevel("some", Budget(playouts=30), endgame=False),
    )
    assert 20 * effort < len(asked) <= 30 * effort + 1


def test_a_level_of_the_games_own_takes_the_place_of_a_search() -> None:
    """It gets the view of its seat; other levels search."""
    given: list[Tell] = []

    def last(state: Tell, seat: int, moves: Sequence[Any], rng: random.Random) -> Any:  # noqa: ARG001 - the interface
        given.append(state)
        return moves[-1]

    hints = replace(games.TELL, levels={"easy": last})
    state = TellGame().start(TellGame().setup(random.Random(1), 3, {}))
    while CHANCE in state.to_move:
        state = state.after(CHANCE, state.moves(CHANCE)[0])
    seat = min(state.to_move)
    assert chosen(TellGame(), hints, state, seat, level=LEVELS["easy"]) == state.moves(seat)[-1]
    assert given == [state.view(seat).seen]
    chosen(TellGame(), hints, state, seat)
    assert len(given) == 1


# ---------------------------------------------------------- the end of a match, searched through


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
@each_of("hints", [PROWLER_HINTS, Hints()])
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
        best_move(state, seat, hints, lambda _: False) for hints in (PROWLER_HINTS, Hints())
    )
    assert with_key is not None
    assert without is not None
    assert with_key[1] == without[1]


def test_a_search_that_would_take_too_long_is_given_up() -> None:
    state = before_the_end(1, 10)
    (seat,) = state.to_move
    assert best_move(state, seat, PROWLER_HINTS, lambda steps: steps > 500) is None


def test_what_is_no_match_of_two_in_turns_is_not_searched_through() -> None:
    assert best_move(games.Climb(), 1, Hints(), lambda _: False) is None
    assert best_move(Tell(), 1, Hints(), lambda _: False) is None


def test_the_end_is_near_when_so_many_plies_lead_to_it() -> None:
    state = before_the_end(1, 5)
    assert near_end(state, 5, random.Random(1))
    assert not near_end(state, 4, random.Random(1))
    assert not near_end(Tell(), 99, random.Random(1))


# ----------------- how long a search goes on, and that a steady one does not depend on the clock


class Clock:
    """Stands still unless it is told how long something took."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def playouts(budget: Budget, *, each: float, moves: int = 20, even: bool = True) -> int:
    """How many playouts a search makes, each of which takes so long."""
    clock = Clock()
    meter = BudgetMeter(budget, clock)
    statistics = MoveStatistics(1, range(moves), [0.5] * moves)

    def playout() -> None:
        clock.now += each
        statistics.add_visit(meter.done % moves if even else 0, 0.5)

    spend(meter, statistics, playout)
    return meter.done


def test_a_search_has_to_end() -> None:
    with pytest.raises(ValueError, match="without an end"):
        Budget()


def test_a_budget_in_playouts_is_met_exactly() -> None:
    assert playouts(Budget(playouts=250), each=0.01) == 250


@each_of("each", [0.00002, 0.001, 0.03, 0.4])
def test_a_budget_in_seconds_is_overrun_by_no_more_than_a_hundredth_or_a_playout(
    each: float,
) -> None:
    spent = each * playouts(Budget(seconds=1.0), each=each)
    assert 1.0 - 1e-9 <= spent <= 1.0 + max(0.01, each)


def test_what_ends_first_ends_the_search() -> None:
    assert playouts(Budget(playouts=50, seconds=1.0), each=0.001) == 50
    assert playouts(Budget(playouts=5000, seconds=1.0), each=0.125) == 8


def test_a_search_ends_when_the_best_move_cannot_be_overtaken() -> None:
    assert 500 <= playouts(Budget(playouts=1000), each=0.001, even=False) <= 510
    assert playouts(Budget(seconds=1.0), each=0.001, even=False) <= 520


def test_a_full_width_search_gets_a_share_of_the_budget() -> None:
    clock = Clock()
    beyond = BudgetMeter(Budget(seconds=1.0), clock).is_share_used(0.5)
    assert not beyond(10**9)
    clock.now += 0.6
    assert beyond(1)
    counted = BudgetMeter(Budget(playouts=100), clock).is_share_used(0.5)
    assert not counted(500)
    assert counted(501)


# ------------------------------------------------------------------ steady searches

ASKED = Task("nim", "2", (), 1, "hard", 5, steady=True)


@each_of("level", ["hard", "expert"])
def test_the_clock_changes_no_move(monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    game, hints = games.roster()["nim"]
    quick = {"nim": (game, replace(hints, a_second=200))}
    found = []
    for step in (0.0, 0.001, 100.0):
        clock = (step * tick for tick in itertools.count())
        monkeypatch.setattr("time.perf_counter", lambda clock=clock: next(clock))
        found += [think(lambda: quick, replace(ASKED, level=level, seed=seed)) for seed in range(5)]
    assert found[:5] == found[5:10] == found[10:]


def test_a_level_that_counts_playouts_stays_as_it_is() -> None:
    calm, steady = (replace(ASKED, level="easy", steady=each) for each in (False, True))
    assert think(games.roster, calm) == think(games.roster, steady)
