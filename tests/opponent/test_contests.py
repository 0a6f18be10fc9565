"""Machines against each other on the command line: duels, and ladders on one scale."""

import argparse
import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bench.learners import share_won
from prowlerbot.core.errors import BadSetup, NotFound, Refused
from prowlerbot.core.game import Outcome
from prowlerbot.core.game_parts import NO_HINTS
from prowlerbot.opponent.choice import LEVELS, MachineLevel
from prowlerbot.opponent.contest import ContestMatch, play, player
from prowlerbot.opponent.search import Budget
from prowlerbot.shell import duel_command
from tests.cases import each_of
from tests.games.snatch import SnatchGame
from tests.games.tell import TellGame
from tests.opponent.games import TELL
from tools.elo import Meeting, Rating, Ratings
from tools.ladder import Round, Settings, arrangements, ladder, ladder_arguments, play_round, share
from tools.ladder import table as ladder_table


class Here(Executor):
    """Does each job at once, without a process."""

    def submit(self, job: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(job(*given, **named))
        return done


@pytest.fixture
def without_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("prowlerbot.shell.duel_command", "tools.ladder"):
        monkeypatch.setattr(f"{module}.processes", lambda _: Here())


def parsed(add: Callable[[argparse.ArgumentParser], None], *arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add(parser)
    return parser.parse_args(arguments)


def options(*arguments: str) -> argparse.Namespace:
    return parsed(duel_command.duel_arguments, *arguments)


def check_told(out: str, matches: int) -> None:
    """The lines of a duel of two count so many matches."""
    head, one, two, ended = out.splitlines()
    assert head.split()[:3] == ["player", "won", "shared"]
    assert one.startswith("easy")
    assert int(one.split()[1]) + int(two.split()[1]) + int(one.split()[2]) == matches
    assert ended.startswith("ended by: ")
    assert ended.endswith("; 27 plies a match")


@pytest.mark.usefixtures("without_processes")
def test_a_duel_tells_how_often_each_has_won(capsys: pytest.CaptureFixture[str]) -> None:
    duel_command.duel(options("prowler", "--seats", "easy,easy", "--matches", "2", "--seed", "3"))
    check_told(capsys.readouterr().out, 2)


@pytest.mark.full
def test_the_matches_of_a_duel_are_played_in_processes(capsys: pytest.CaptureFixture[str]) -> None:
    duel_command.duel(options("prowler", "--seats", "easy,easy", "--matches", "2", "--seed", "3"))
    out, err = capsys.readouterr()
    check_told(out, 2)
    assert err.splitlines()[0] == "0 of 2 matches have ended."


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
    assert {*duel_command.as_they_end(jobs, lambda *told: said.append(told))} == {*jobs}
    assert said == [(0, 2), (0, 2), (0, 2), (1, 2)], "it goes on while none has ended"


def test_a_duel_needs_as_many_levels_as_the_game_has_seats() -> None:
    with pytest.raises(Refused, match="is for 2 players; --seats names 3"):
        duel_command.duel(options("prowler", "--seats", "hard,easy,easy"))


def test_an_unknown_level_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(NotFound, match=r"no level “silly”\. Levels: easy, medium, hard, expert"):
        duel_command.duel(options("prowler", "--seats", "hard,silly"))


@pytest.mark.usefixtures("without_processes")
def test_a_simple_player_of_the_game_can_take_a_seat(capsys: pytest.CaptureFixture[str]) -> None:
    seats = ("--seats", "claimer,claimer,claimer", "--option", "map=drawn")
    duel_command.duel(options("landgrab", *seats, "--matches", "3"))
    _, *players, ended = capsys.readouterr().out.splitlines()
    assert [player.split()[0] for player in players] == ["claimer"] * 3
    assert "calm" in ended or "rounds" in ended


def test_options_of_the_set_up_are_given_to_the_game() -> None:
    with pytest.raises(BadSetup, match="no map “moon”"):
        duel_command.duel(options("landgrab", "--seats", "claimer,claimer", "--option", "map=moon"))


@each_of("text", ["map", "=duel", ""])
def test_an_option_without_a_name_and_a_value_is_a_wrong_call(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        options("landgrab", "--option", text)
    assert f"invalid NAME=VALUE value: '{text}'" in capsys.readouterr().err


def test_the_time_for_a_move_can_be_set_for_all_levels_in_proportion() -> None:
    for level, seconds in ((LEVELS["easy"], 0.2), (LEVELS["expert"], 0.8)):
        assert duel_command.with_time(level, None) == level
        assert duel_command.with_time(level, 0.2).budget == Budget(level.budget.playouts, seconds)  # type: ignore[union-attr] # a level
    plain = MachineLevel("plain-30", Budget(playouts=30))
    assert duel_command.with_time(plain, 0.2) == plain


def test_why_matches_ended_is_counted() -> None:
    assert (
        duel_command.endings({"last": 2, "calm": 1}, 300)
        == "ended by: calm 1, last 2; 100 plies a match"
    )
    assert duel_command.endings({}, 0) == "ended by: nothing; 0 plies a match"


def test_a_score_counts_wins_parts_of_shared_ranks_and_margins() -> None:
    score = duel_command.DuelScore("easy")
    score.add_match(ContestMatch(Outcome((1, 2, 3), "points", (9, 5, 1)), ((0.1,), (), ())), 1)
    score.add_match(ContestMatch(Outcome((1, 3, 1), "shared", (5, 1, 5)), ((), (), (0.3,))), 3)
    score.add_match(ContestMatch(Outcome((2, 1, 3), "points", (4, 5, 1)), ((0.2,), (), ())), 1)
    assert (score.won, score.shared, score.points) == (1, 1, 1.5)
    assert score.margins == [4, 0, -1]
    (_, line) = duel_command.table([score], 3)
    assert line.split() == ["easy", "1", "1", "50.0%", "12.5%", "–", "87.5%", "+1.0", "200", "300"]


def test_the_bounds_hold_what_they_should() -> None:
    assert duel_command.wilson(95, 100) == pytest.approx((0.888, 0.978), abs=0.001)
    assert duel_command.wilson(0, 0) == (0.0, 1.0)


def test_three_seats_play_and_throw_dice() -> None:
    levels = [MachineLevel("tiny", Budget(playouts=5))] * 3
    game = TellGame()
    setup = game.setup(random.Random(1), 3, {})
    one, again = (play(game, TELL, setup, levels, seed="1", clock=lambda: 0.0) for _ in "ab")
    assert one == again
    assert len(one.thought) == 3
    assert {len(thoughts) for thoughts in one.thought} == {2}


def test_those_who_race_are_equally_fast() -> None:
    def first(_: object, __: int, moves: Sequence[str], ___: random.Random) -> str:
        return moves[0]

    played = play(SnatchGame(), NO_HINTS, "2", [first, first], seed="1", clock=lambda: 0.0)
    assert [len(thought) for thought in played.thought] == [6, 5]
    assert played.outcome.totals[0] < 2 * played.outcome.totals[1]


@pytest.mark.usefixtures("without_processes")
def test_an_interrupted_duel_tells_of_the_matches_that_have_ended(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(
        jobs: Iterable[Future[ContestMatch]], _tell: object
    ) -> Iterator[Future[ContestMatch]]:
        yield next(iter(jobs))
        raise KeyboardInterrupt

    monkeypatch.setattr("prowlerbot.shell.duel_command.as_they_end", interrupted)
    duel_command.duel(options("prowler", "--seats", "easy,easy", "--matches", "3", "--seed", "3"))
    out, err = capsys.readouterr()
    assert "Interrupted after 1 of 3 matches." in err
    _, one, two, _ = out.splitlines()
    assert int(one.split()[1]) + int(two.split()[1]) + int(one.split()[2]) == 1


# ------------------------------------------------------------------ ladders

DUEL = Settings("landgrab", 2, {"map": "duel"}, None, 1)


def ladder_options(*arguments: str) -> argparse.Namespace:
    return parsed(ladder_arguments, *arguments)


def test_a_plain_search_has_its_playouts_in_its_name_and_uses_no_hints() -> None:
    plain = player("plain-30", NO_HINTS)
    assert (plain.budget.playouts, plain.plain) == (30, True)  # type: ignore[union-attr] # a level
    for name in ("plain-", "plain-0", "plain-x"):
        with pytest.raises(NotFound):
            player(name, NO_HINTS)


@each_of("seats", [1, 2, 3, 4])
def test_both_players_take_every_seat_equally_often(seats: int) -> None:
    seatings = arrangements(seats)
    for seat in range(seats):
        assert sum(seating[seat] for seating in seatings) * 2 == len(seatings)


def test_the_points_of_a_round_compare_each_seat_with_those_of_the_other_player() -> None:
    def outcome(*ranks: int) -> Outcome:
        return Outcome(ranks, "points", tuple(-rank for rank in ranks))

    assert share([(0, 1), (1, 0)], [outcome(1, 2), outcome(2, 1)]) == 1
    assert share([(0, 1), (1, 0)], [outcome(1, 2), outcome(1, 2)]) == 0.5
    assert share([(0, 1), (1, 0)], [outcome(1, 2), outcome(1, 1)]) == 0.75
    assert share([(0, 1, 0, 1)], [outcome(1, 2, 3, 4)]) == 0.75
    assert share([(0,), (1,)], [Outcome((1,), "", (9,)), Outcome((2,), "", (12,))]) == 0


def test_a_round_is_the_same_each_time_it_is_played() -> None:
    first, again = (play_round(DUEL, "claimer", "plain-1", 4) for _ in range(2))
    assert (first.points, first.matches) == (again.points, 2)
    assert first.points > 0.5


@pytest.mark.usefixtures("without_processes")
def test_a_ladder_goes_on_where_it_was_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ladder.jsonl"
    call = ("prowler", "--players", "plain-1,plain-4", "--file", str(file), "--rounds")
    ladder(ladder_options(*call, "1"))
    settings, kept = file.read_text("utf-8").splitlines()
    assert json.loads(settings)["game"] == "prowler"
    told = Round(**{**json.loads(kept), "points": 0.25})
    half = '{"one": "plain-1", "two": "pl'
    line = json.dumps({name: getattr(told, name) for name in Round.__slots__})
    file.write_text(f"{settings}\n{line}\n{half}", "utf-8")
    capsys.readouterr()
    ladder(ladder_options(*call, "2"))
    assert "4 matches in 2 rounds" in capsys.readouterr().out
    assert file.read_text("utf-8").startswith(f"{settings}\n{line}\n{{")
    assert len(file.read_text("utf-8").splitlines()) == 3
    with pytest.raises(Refused, match="other settings"):
        ladder(ladder_options(*call, "2", "--seed", "7"))
    file.write_text("A novel.\n", "utf-8")
    with pytest.raises(Refused, match="no file of a ladder"):
        ladder(ladder_options(*call, "2"))


@each_of("players", ["easy", "easy,easy"])
def test_a_ladder_needs_different_players(players: str) -> None:
    with pytest.raises(Refused, match="two players or more"):
        ladder(ladder_options("prowler", "--players", players))


def test_the_table_anchors_the_plain_search_and_tells_the_leads_of_neighbours() -> None:
    rounds = [
        Round(one, two, number, points, 2, 30.0)
        for number in range(40)
        for one, two, points in (
            ("plain-30", "easy", float(number % 4 == 0)),
            ("easy", "medium", float(number % 4 == 1)),
        )
    ]
    head, *lines, lead, count = ladder_table(["plain-30", "easy", "medium"], rounds)
    assert head.split()[-3:] == ["medium", "easy", "plain-30"]
    assert [line.split()[0] for line in lines] == ["medium", "easy", "plain-30"]
    assert lines[-1].split()[1] == "1000"
    assert [line.split()[-3:] for line in lines] == [
        ["–", "75%", "–"],
        ["25%", "–", "75%"],
        ["–", "25%", "–"],
    ]
    assert lead.startswith("medium over easy: +1")
    assert count == "160 matches in 80 rounds; 40.0 minutes of processor time"


# -------------------------------------------------------------------------- ratings from results


def ratings(meetings: list[Meeting], anchor: str, at: float) -> dict[str, Rating]:
    rated = Ratings(meetings, random.Random(1))
    leads = {name: rated.lead(name, anchor) for each in meetings for name in (each.one, each.two)}
    return {
        name: Rating(at + lead.value, at + lead.low, at + lead.high) for name, lead in leads.items()
    }


def results(one: str, two: str, won: int, lost: int, drawn: int = 0) -> list[Meeting]:
    points = [1.0] * won + [0.0] * lost + [0.5] * drawn
    return [Meeting(one, two, each) for each in points]


def test_three_points_of_four_are_a_lead_of_190_and_ten_of_eleven_one_of_400() -> None:
    rated = ratings(results("b", "a", 750, 250), "a", 1000)
    assert rated["b"].value == pytest.approx(1000 + 190.8, abs=1)
    rated = ratings(results("b", "a", 1000, 100), "a", 0)
    assert rated["b"].value == pytest.approx(400, abs=1)


def test_a_draw_counts_half_a_point_for_each() -> None:
    drawn = ratings(results("b", "a", 0, 0, 50), "a", 1000)["b"]
    assert (drawn.value, drawn.low, drawn.high) == pytest.approx((1000, 1000, 1000))
    won = ratings(results("b", "a", 75, 25), "a", 0)["b"].value
    assert ratings(results("b", "a", 50, 0, 50), "a", 0)["b"].value == pytest.approx(won)


def test_leads_over_a_third_player_add_up() -> None:
    meetings = results("b", "a", 750, 250) + results("c", "b", 750, 250)
    rated = ratings(meetings, "a", 0)
    assert rated["c"].value == pytest.approx(2 * 190.8, abs=2)
    lead = Ratings(meetings, random.Random(1)).lead("c", "b")
    assert lead.value == pytest.approx(190.8, abs=1)


def test_the_bounds_hold_the_truth_and_narrow_with_the_number_of_results() -> None:
    few = ratings(results("b", "a", 15, 5), "a", 0)["b"]
    many = ratings(results("b", "a", 300, 100), "a", 0)["b"]
    assert few.low < few.value < few.high
    assert many.high - many.low < (few.high - few.low) / 3
    # The normal approximation: 1.96 × 400 / ln 10 / √(n p (1 - p))
    assert many.high - many.low == pytest.approx(2 * 39.3, rel=0.25)


def test_a_player_that_won_everything_has_a_finite_rating() -> None:
    rated = ratings(results("b", "a", 20, 0), "a", 0)["b"]
    assert 500 < rated.value < 1000


@each_of("key", ["prowler", "landgrab"])
def test_the_easy_level_loses_a_third_to_somebody_who_follows_the_lessons(key: str) -> None:
    assert share_won(key, 30, "lessons") >= 1 / 3
