"""The machine's moves are legal, blind to secrets and good; duels and ladders of machines."""

import argparse
import itertools
import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bench.learners import share_won
from prowlerbot.core.errors import BadSetup, NotFound, Refused
from prowlerbot.core.game import CHANCE, AnyState, Outcome
from prowlerbot.core.game_parts import NO_HINTS, AnyHints, Hints
from prowlerbot.opponent import search
from prowlerbot.opponent.choice import LEVELS, MachineLevel, choose_move
from prowlerbot.opponent.exact import best_move, is_near_end, win_and_lead
from prowlerbot.opponent.search import Budget
from prowlerbot.opponent.task import MoveTask, house_roster, run_move
from prowlerbot.shell import duel_command
from prowlerbot.shell.duel_command import ContestMatch, named_player, play_contest
from tests.cases import each_of
from tests.games.snatch import SnatchGame
from tests.games.tell import HIDDEN, Tell, TellGame
from tests.opponent import games
from tests.opponent.games import TELL
from tools.elo import Meeting, Rating, Ratings
from tools.ladder import Round, Settings, add_ladder_arguments, arrangements, play_round, share
from tools.ladder import ladder as run_ladder

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


def expected_lead(state: AnyState, seat: int) -> float:
    """How far ``seat`` gets ahead if both play their best: every line, without any cleverness."""
    if state.outcome is not None:
        return win_and_lead(state.outcome) * (3 - 2 * seat)
    (mover,) = state.to_move
    leads = [expected_lead(state.after(mover, move), seat) for move in state.moves(mover)]
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
            assert (
                expected_lead(state, seat) == expected_lead(state.after(seat, move), seat) == ahead
            )
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
    with pytest.raises(ValueError, match="needs a limit"):
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


class Here(Executor):
    """Does each job at once, without a process."""

    def submit(self, job: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(job(*given, **named))
        return done


@pytest.fixture
def without_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("prowlerbot.shell.duel_command", "tools.ladder"):
        monkeypatch.setattr(f"{module}.process_pool", lambda _: Here())


def called(
    add: Callable[[argparse.ArgumentParser], None], call: Callable[[Any], object], *arguments: str
) -> None:
    parser = argparse.ArgumentParser()
    add(parser)
    call(parser.parse_args(arguments))


duel = partial(called, duel_command.add_duel_arguments, duel_command.run_duel)
ladder = partial(called, add_ladder_arguments, run_ladder)


def check_told(out: str, matches: int) -> None:
    """The lines of a duel of two count so many matches."""
    head, one, two, ended = out.splitlines()
    assert head.split()[:3] == ["player", "won", "shared"]
    assert one.startswith("easy")
    assert int(one.split()[1]) + int(two.split()[1]) + int(one.split()[2]) == matches
    assert ended.startswith("ended by: ")
    assert ended.endswith("; 27 plies a match")


EASY = "prowler", "--seats", "easy,easy", "--seed", "3", "--matches"


@pytest.mark.usefixtures("without_processes")
def test_a_duel_tells_how_often_each_has_won_also_of_those_that_had_ended_when_it_was_interrupted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    duel(*EASY, "2")
    check_told(capsys.readouterr().out, 2)

    def interrupted(
        jobs: Iterable[Future[ContestMatch]], _tell: object
    ) -> Iterator[Future[ContestMatch]]:
        yield next(iter(jobs))
        raise KeyboardInterrupt

    monkeypatch.setattr("prowlerbot.shell.duel_command.ended_jobs", interrupted)
    duel(*EASY, "3")
    out, err = capsys.readouterr()
    assert "Interrupted after 1 of 3 matches." in err
    check_told(out, 1)


@pytest.mark.full
def test_the_matches_of_a_duel_are_played_in_processes(capsys: pytest.CaptureFixture[str]) -> None:
    duel(*EASY, "2")
    out, err = capsys.readouterr()
    check_told(out, 2)
    assert err.splitlines()[0] == "0 of 2 matches have ended."


@each_of(
    ("seats", "option", "error", "told"),
    [
        ("hard,easy,easy", "first=1", Refused, "is for 2 players; --seats names 3"),
        ("hard,silly", "first=1", NotFound, r"no level “silly”\. Levels: easy, medium, hard, exp"),
        ("easy,easy", "map=moon", BadSetup, "no option “map”"),
    ],
)
def test_a_duel_needs_known_levels_for_all_seats_and_options_of_the_game(
    seats: str, option: str, error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        duel("prowler", "--seats", seats, "--option", option)


def test_it_is_said_now_and_then_how_far_a_duel_is_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, jobs = [100.0], [Future[int](), Future[int]()]

    def waited(left: set[Future[int]], timeout: float, return_when: str) -> Any:
        assert return_when == "FIRST_COMPLETED"
        now[0] += timeout if len(said) < 3 else timeout / 4
        ended = {jobs[0]} & left if len(said) == 3 else left if len(said) > 3 else set()
        return ended, left - ended

    said: list[tuple[int, int]] = []
    monkeypatch.setattr("prowlerbot.shell.duel_command.wait", waited)
    monkeypatch.setattr(
        "prowlerbot.shell.duel_command.time", SimpleNamespace(monotonic=lambda: now[0])
    )
    assert {*duel_command.ended_jobs(jobs, lambda *told: said.append(told))} == {*jobs}
    assert said == [(0, 2), (0, 2), (0, 2), (1, 2)], "it goes on while none has ended"


@pytest.mark.usefixtures("without_processes")
def test_a_simple_player_of_the_game_can_take_a_seat(capsys: pytest.CaptureFixture[str]) -> None:
    duel(
        "landgrab", "--seats", "claimer,claimer,claimer", "--option", "map=drawn", "--matches", "3"
    )
    _, *players, ended = capsys.readouterr().out.splitlines()
    assert [player.split()[0] for player in players] == ["claimer"] * 3
    assert "calm" in ended or "rounds" in ended
    for text in ("map", "=duel", ""):
        with pytest.raises(SystemExit):
            duel("landgrab", "--option", text)
        assert f"invalid NAME=VALUE value: '{text}'" in capsys.readouterr().err


def test_matches_are_the_same_with_a_seed_and_those_who_race_are_equally_fast() -> None:
    levels = [MachineLevel("tiny", Budget(playouts=5))] * 3
    game = TellGame()
    setup = game.setup(random.Random(1), 3, {})
    one, again = (
        play_contest(game, TELL, setup, levels, seed="1", clock=lambda: 0.0) for _ in "ab"
    )
    assert one == again
    assert [len(thoughts) for thoughts in one.think_seconds] == [2, 2, 2]

    def first(_: object, __: int, moves: Sequence[str], ___: random.Random) -> str:
        return moves[0]

    played = play_contest(SnatchGame(), NO_HINTS, "2", [first, first], seed="1", clock=lambda: 0.0)
    assert [len(thought) for thought in played.think_seconds] == [6, 5]
    assert played.outcome.totals[0] < 2 * played.outcome.totals[1]


def test_the_time_for_a_move_can_be_set_for_all_levels_in_proportion() -> None:
    for level, seconds in ((LEVELS["easy"], 0.2), (LEVELS["expert"], 0.8)):
        assert duel_command.player_with_time(level, None) == level
        timed = replace(level, budget=Budget(level.budget.playouts, seconds))
        assert duel_command.player_with_time(level, 0.2) == timed
    plain = MachineLevel("plain-30", Budget(playouts=30))
    assert duel_command.player_with_time(plain, 0.2) == plain


def test_a_score_counts_wins_parts_of_shared_ranks_and_margins() -> None:
    score = duel_command.DuelScore("easy")
    score.add_match(ContestMatch(Outcome((1, 2, 3), "points", (9, 5, 1)), ((0.1,), (), ())), 1)
    score.add_match(ContestMatch(Outcome((1, 3, 1), "shared", (5, 1, 5)), ((), (), (0.3,))), 3)
    score.add_match(ContestMatch(Outcome((2, 1, 3), "points", (4, 5, 1)), ((0.2,), (), ())), 1)
    assert (score.won, score.shared, score.points) == (1, 1, 1.5)
    assert score.margins == [4, 0, -1]
    (_, line) = duel_command.score_lines([score], 3)
    assert line.split() == ["easy", "1", "1", "50.0%", "12.5%", "–", "87.5%", "+1.0", "200", "300"]
    ended = duel_command.endings_line({"last": 2, "calm": 1}, 300)
    assert ended == "ended by: calm 1, last 2; 100 plies a match"
    assert duel_command.endings_line({}, 0) == "ended by: nothing; 0 plies a match"
    assert duel_command.share_bounds(95, 100) == pytest.approx((0.888, 0.978), abs=0.001)
    assert duel_command.share_bounds(0, 0) == (0.0, 1.0)


# ------------------------------------------------------------------ ladders


@pytest.mark.usefixtures("without_processes")
def test_a_ladder_goes_on_where_it_was_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ladder.jsonl"
    call = ("prowler", "--players", "plain-1,plain-4", "--file", str(file), "--rounds")
    ladder(*call, "1")
    settings, kept = file.read_text("utf-8").splitlines()
    assert json.loads(settings)["game"] == "prowler"
    told = Round(**{**json.loads(kept), "points": 0.25})
    half = '{"one": "plain-1", "two": "pl'
    line = json.dumps({name: getattr(told, name) for name in Round.__slots__})
    file.write_text(f"{settings}\n{line}\n{half}", "utf-8")
    capsys.readouterr()
    ladder(*call, "2")
    assert "4 matches in 2 rounds" in capsys.readouterr().out
    assert file.read_text("utf-8").startswith(f"{settings}\n{line}\n{{")
    assert len(file.read_text("utf-8").splitlines()) == 3
    with pytest.raises(Refused, match="other settings"):
        ladder(*call, "2", "--seed", "7")
    file.write_text("A novel.\n", "utf-8")
    with pytest.raises(Refused, match="no file of a ladder"):
        ladder(*call, "2")


def test_a_round_is_the_same_each_time_and_a_plain_search_has_its_playouts_in_its_name() -> None:
    settings = Settings("landgrab", 2, {"map": "duel"}, None, 1)
    first, again = (play_round(settings, "claimer", "plain-1", 4) for _ in range(2))
    assert (first.points, first.matches) == (again.points, 2)
    assert first.points > 0.5
    plain = named_player("plain-30", NO_HINTS)
    assert (plain.budget.playouts, plain.plain) == (30, True)  # type: ignore[union-attr] # a level
    for name in ("plain-", "plain-0", "plain-x"):
        with pytest.raises(NotFound):
            named_player(name, NO_HINTS)
    for players in ("easy", "easy,easy"):
        with pytest.raises(Refused, match="two players or more"):
            ladder("prowler", "--players", players)


def test_both_players_take_every_seat_equally_often_and_are_compared_seat_by_seat() -> None:
    for seats in (1, 2, 3, 4):
        seatings = arrangements(seats)
        for seat in range(seats):
            assert sum(seating[seat] for seating in seatings) * 2 == len(seatings)

    def outcome(*ranks: int) -> Outcome:
        return Outcome(ranks, "points", tuple(-rank for rank in ranks))

    for seating, outcomes, points in (
        ([(0, 1), (1, 0)], [outcome(1, 2), outcome(2, 1)], 1),
        ([(0, 1), (1, 0)], [outcome(1, 2), outcome(1, 2)], 0.5),
        ([(0, 1), (1, 0)], [outcome(1, 2), outcome(1, 1)], 0.75),
        ([(0, 1, 0, 1)], [outcome(1, 2, 3, 4)], 0.75),
        ([(0,), (1,)], [Outcome((1,), "", (9,)), Outcome((2,), "", (12,))], 0),
    ):
        assert share(seating, outcomes) == points


def results(won: int, lost: int, drawn: int = 0, one: str = "b", other: str = "a") -> list[Meeting]:
    points = [1.0] * won + [0.0] * lost + [0.5] * drawn
    return [Meeting(one, other, each) for each in points]


def lead(meetings: list[Meeting], one: str = "b", other: str = "a") -> Rating:
    return Ratings(meetings, random.Random(1)).lead(one, other)


def test_leads_follow_from_points_add_up_and_are_surer_with_more_of_them() -> None:
    for won, lost, value in ((750, 250, 190.8), (1000, 100, 400)):
        assert lead(results(won, lost)).value == pytest.approx(value, abs=1)
    half = lead(results(50, 0, 50)).value
    assert half == pytest.approx(lead(results(75, 25)).value), "a draw is half a point for each"
    even = lead(results(0, 0, 50))
    assert (even.value, even.low, even.high) == pytest.approx((0, 0, 0))
    chain = results(750, 250) + results(750, 250, one="c", other="b")
    assert lead(chain, "c").value == pytest.approx(2 * 190.8, abs=2)
    assert lead(chain, "c", "b").value == pytest.approx(190.8, abs=1)
    few, many = lead(results(15, 5)), lead(results(300, 100))
    assert few.low < few.value < few.high
    assert many.high - many.low < (few.high - few.low) / 3
    # The normal approximation: 1.96 × 400 / ln 10 / √(n p (1 - p))
    assert many.high - many.low == pytest.approx(2 * 39.3, rel=0.25)
    assert 500 < lead(results(20, 0)).value < 1000, "one who won everything has a finite lead"


@each_of("key", ["prowler", "landgrab"])
def test_the_easy_level_loses_a_third_to_somebody_who_follows_the_lessons(key: str) -> None:
    assert share_won(key, 30, "lessons") >= 1 / 3
