"""Machines against each other on the command line: duels, and ladders on one scale."""

import argparse
import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bench.learners import share_won
from prowlerbot.core.errors import BadSetup, NotFound, Refused
from prowlerbot.core.game import Outcome
from prowlerbot.core.game_parts import NO_HINTS
from prowlerbot.opponent.choice import LEVELS, MachineLevel
from prowlerbot.opponent.search import Budget
from prowlerbot.shell import duel_command
from prowlerbot.shell.duel_command import ContestMatch, named_player, play_contest
from tests.cases import each_of
from tests.games.snatch import SnatchGame
from tests.games.tell import TellGame
from tests.opponent.games import TELL
from tools.elo import Meeting, Rating, Ratings
from tools.ladder import Round, Settings, add_ladder_arguments, arrangements, play_round, share
from tools.ladder import ladder as run_ladder


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
    assert [len(thoughts) for thoughts in one.thought] == [2, 2, 2]

    def first(_: object, __: int, moves: Sequence[str], ___: random.Random) -> str:
        return moves[0]

    played = play_contest(SnatchGame(), NO_HINTS, "2", [first, first], seed="1", clock=lambda: 0.0)
    assert [len(thought) for thought in played.thought] == [6, 5]
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
