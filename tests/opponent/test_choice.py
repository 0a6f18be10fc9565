"""The machine's moves are legal, never use hidden knowledge, and are good."""

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from prowlerbot.core.game import CHANCE, AnyState
from prowlerbot.core.game_parts import NO_HINTS, AnyHints, Hints
from prowlerbot.opponent import search
from prowlerbot.opponent.choice import LEVELS, MachineLevel, choose_move
from prowlerbot.opponent.exact import best_move, is_near_end, win_and_lead
from prowlerbot.opponent.task import MoveTask, house_roster, run_move
from prowlerbot.shell.duel_command import play_contest
from tests.cases import each_of
from tests.games.tell import HIDDEN, Tell, TellGame
from tests.opponent import games

PROWLER, PROWLER_HINTS = house_roster()["prowler"]
SHORT = MachineLevel("short", search.Budget(playouts=40))
LONG = MachineLevel("long", search.Budget(playouts=600))


def no_clock() -> float:
    raise AssertionError("a budget in playouts needs no clock")


def chosen(hints: AnyHints, state: AnyState, seat: int, **more: Any) -> Any:
    level = more.get("level", SHORT)
    rng = random.Random(more.get("seed", 1))
    return choose_move(hints, state.view(seat), seat, level, rng=rng, clock=no_clock)


def test_every_level_plays_legal_moves_to_the_end() -> None:
    for (game, hints), name in product(
        ((PROWLER, PROWLER_HINTS), (TellGame(), games.TELL)), LEVELS
    ):
        level = replace(LEVELS[name], budget=search.Budget(playouts=20))
        rng = random.Random(5)
        state = game.start(game.setup(rng, game.seats[0], {}))
        while state.to_move:
            seat = rng.choice(sorted(state.to_move))
            moves = state.moves(seat)
            chance = seat == CHANCE
            move = rng.choice(moves) if chance else chosen(hints, state, seat, level=level)
            assert move in moves
            state = state.after(seat, move)
        assert state.outcome is not None


@each_of("seed", range(5))
def test_a_long_search_reckons_with_what_others_hide_with_chance_and_with_its_own_later_moves(
    seed: int,
) -> None:
    # Whoever hides a number wins four times of five. If seat 2 could see it in the machine's
    # thoughts, a draw would look best.
    hints: AnyHints = Hints(determinise=games.determinise_guess)
    for guess in (games.Guess(), games.Guess(guess=3)):
        assert chosen(hints, guess, 1, seed=seed, level=LONG) != 0
    for dice, move in ((games.Dice(), 1), (games.Dice(total=1, step=2), 3)):  # it has to dare
        assert chosen(NO_HINTS, dice, 1, seed=seed, level=LONG) == move
    state = games.Climb()
    while state.to_move:
        state = state.after(1, chosen(NO_HINTS, state, 1, seed=seed, level=LONG))
    assert state.total == 7


def test_an_only_move_is_played_without_a_search_and_none_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(ValueError, match="Seat 1 has nothing to choose"):
        chosen(games.TELL, Tell(hidden=(1, 0, 0)), 1)
    monkeypatch.setattr(games.Climb, "moves", lambda *_: (2,))
    monkeypatch.setattr(games.Climb, "after", None)  # nothing may be tried out
    assert chosen(NO_HINTS, games.Climb(), 1) == 2


@each_of("seed", range(5))
def test_a_move_depends_on_nothing_that_the_seat_does_not_see(seed: int) -> None:
    positions = [Tell(hidden=(0, two, three)) for two in (1, 2, 3) for three in (1, 2, 3)]
    assert {position.view(1) for position in positions} == {positions[0].view(1)}
    moves = {chosen(games.TELL, position, 1, seed=seed) for position in positions}
    assert len(moves) == 1


def test_a_search_meets_only_positions_that_agree_with_what_is_seen() -> None:
    truth = Tell(hidden=(0, 3, 0), points=(1, 0, 0), round=1)
    drawn: list[Tell] = []

    def spy(view: Any, rng: random.Random) -> Tell:
        assert view.seen.hidden == (0, HIDDEN, 0)
        drawn.append(games.determinise(view, rng))
        return drawn[-1]

    chosen(Hints(determinise=spy), truth, 1)
    assert {position.hidden[1] for position in drawn} == {1, 2, 3}
    assert {position.view(1) for position in drawn} == {truth.view(1)}


@each_of(("contrast", "kinds"), [(1.0, {"a", "b"}), (0.1, {"a"}), (10.0, {"a", "b", "c"})])
def test_little_care_takes_moves_for_good_that_are_close_by_the_contrast_of_the_game(
    contrast: float, kinds: set[str]
) -> None:
    worths = (("a", 9, 0.6), ("b", 5, 0.5), ("c", 3, 0.2), ("d", 0, 0.9))
    tried = [search.SearchedMove(*each) for each in worths]
    careless = MachineLevel("careless", search.Budget(playouts=1), slack=0.15)
    rng = random.Random(1)
    assert {careless.choose_searched(tried, rng, contrast=contrast) for _ in range(60)} == kinds


@each_of(("lapse", "kinds"), [(0.0, 1), (0.5, 3)])
def test_a_level_lapses_as_often_as_the_game_asks_for(lapse: float, kinds: int) -> None:
    """A lapse is any legal move, also one that is not worth a search."""

    def first(_: Any, __: int, moves: Sequence[Any], ___: random.Random) -> Sequence[Any]:
        return moves[:1]

    hints = Hints(candidates=first, lapses={"short": lapse})
    moves = [chosen(hints, games.Climb(), 1, seed=seed) for seed in range(60)]
    assert len({*moves}) == kinds
    assert moves.count(games.Climb().moves(1)[0]) >= 25


def test_more_thought_and_care_win_more() -> None:
    weak = MachineLevel("weak", search.Budget(playouts=20), slack=0.5)
    strong = MachineLevel("strong", search.Budget(playouts=150))
    won = 0
    for number in range(10):
        setup = PROWLER.setup(random.Random(number // 2), 2, {})
        seats = (strong, weak) if number % 2 else (weak, strong)
        played = play_contest(
            PROWLER, PROWLER_HINTS, setup, seats, seed=str(number), clock=lambda: 0.0
        )
        won += played.outcome.winner == seats.index(strong) + 1
    assert won >= 8


@each_of("effort", [1, 3])
def test_a_level_makes_as_many_playouts_as_the_game_asks_for(effort: int) -> None:
    asked: list[games.Climb] = []

    def value(state: Any) -> tuple[float]:
        asked.append(state)
        return (0.5 + 0.01 * len(asked) % 0.1,)

    hints: AnyHints = Hints(value=value, horizon=0, effort=effort, endgame=0, even=1.0, flat=True)
    some = MachineLevel("some", search.Budget(playouts=30), endgame=False)
    chosen(hints, games.Climb(), 1, level=some)
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
    assert chosen(hints, state, seat, level=LEVELS["easy"]) == state.moves(seat)[-1]
    assert given == [state.view(seat).seen]
    chosen(hints, state, seat)
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


@each_of(("seed", "plies"), product(range(4), [1, 2, 3, 4, 7]))
def test_the_best_move_is_that_of_every_line_played_out(seed: int, plies: int) -> None:
    state = before_the_end(seed, plies)
    (seat,) = state.to_move
    worths = set()
    for hints in (PROWLER_HINTS, Hints()):
        found = best_move(state, seat, hints, lambda _: False)
        assert found is not None
        move, ahead = found
        worths.add(ahead)
        if plies < 7:
            assert lead(state, seat) == lead(state.after(seat, move), seat) == ahead
    assert len(worths) == 1, "positions of one key are worth the same"


def test_only_the_near_end_of_a_match_of_two_is_searched_through_while_there_is_time() -> None:
    state = before_the_end(1, 10)
    (seat,) = state.to_move
    assert best_move(state, seat, PROWLER_HINTS, lambda steps: steps > 500) is None
    for other in (games.Climb(), Tell()):
        assert best_move(other, 1, Hints(), lambda _: False) is None
    state = before_the_end(1, 5)
    assert is_near_end(state, 5, random.Random(1))
    assert not is_near_end(state, 4, random.Random(1))
    assert not is_near_end(Tell(), 99, random.Random(1))


# ----------------- how long a search goes on, and that a steady one does not depend on the clock


def playouts(each: float, *, even: bool = True, **budget: float) -> int:
    """How many playouts a search makes, each of which takes so long."""
    now, moves = [100.0], 20
    meter = search.BudgetMeter(search.Budget(**budget), lambda: now[0])  # type: ignore[arg-type] # by name
    statistics = search.MoveStatistics(1, range(moves), [0.5] * moves)

    def playout() -> None:
        now[0] += each
        statistics.add_visit(meter.done % moves if even else 0, 0.5)

    search.spend_budget(meter, statistics, playout)
    return meter.done


def test_a_search_ends_with_its_budget_or_when_the_best_move_cannot_be_overtaken() -> None:
    with pytest.raises(ValueError, match="without an end"):
        search.Budget()
    assert playouts(0.01, playouts=250) == 250
    assert playouts(0.001, playouts=50, seconds=1.0) == 50
    assert playouts(0.125, playouts=5000, seconds=1.0) == 8, "what ends first ends it"
    assert 500 <= playouts(0.001, playouts=1000, even=False) <= 510
    assert playouts(0.001, seconds=1.0, even=False) <= 520
    for each in (0.00002, 0.001, 0.03, 0.4):
        spent = each * playouts(each, seconds=1.0)
        assert 1.0 - 1e-9 <= spent <= 1.0 + max(0.01, each), "overrun by a playout at most"


def test_a_full_width_search_gets_a_share_of_the_budget() -> None:
    now = [100.0]
    beyond = search.BudgetMeter(search.Budget(seconds=1.0), lambda: now[0]).make_share_check(0.5)
    assert not beyond(10**9)
    now[0] += 0.6
    assert beyond(1)
    counted = search.BudgetMeter(search.Budget(playouts=100), lambda: now[0]).make_share_check(0.5)
    assert [counted(steps) for steps in (500, 501)] == [False, True]


ASKED = MoveTask("nim", "2", (), 1, "hard", 5, steady=True)


@each_of("level", ["hard", "expert"])
def test_the_clock_changes_no_move_of_a_steady_search(
    monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    game, hints = games.roster()["nim"]
    quick = {"nim": (game, replace(hints, a_second=200))}
    found = []
    for step in (0.0, 0.001, 100.0):
        clock = (step * tick for tick in itertools.count())
        monkeypatch.setattr("time.perf_counter", lambda clock=clock: next(clock))
        found += [
            run_move(lambda: quick, replace(ASKED, level=level, seed=seed)) for seed in range(5)
        ]
    assert found[:5] == found[5:10] == found[10:]


def test_a_level_that_counts_playouts_stays_as_it_is() -> None:
    calm, steady = (replace(ASKED, level="easy", steady=each) for each in (False, True))
    assert run_move(games.roster, calm) == run_move(games.roster, steady)
