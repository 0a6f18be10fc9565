"""Machines against each other on the command line."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future

import pytest

from prowlerbot.core.errors import BadSetup, NotFound, Refused
from prowlerbot.core.game import Outcome
from prowlerbot.opponent.budget import Budget
from prowlerbot.opponent.choice import LEVELS, Level
from prowlerbot.opponent.contest import Played, play
from prowlerbot.opponent.hints import NO_HINTS
from prowlerbot.shell.duel import (
    Score,
    duel,
    duel_arguments,
    endings,
    table,
    wilson,
    within,
)
from tests.games.snatch import SnatchGame
from tests.games.tell import TellGame
from tests.opponent.games import TELL


def options(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    duel_arguments(parser)
    return parser.parse_args(arguments)


def test_a_duel_tells_how_often_each_has_won(capsys: pytest.CaptureFixture[str]) -> None:
    duel(options("prowler", "--seats", "easy,easy", "--matches", "2", "--seed", "3"))
    head, one, two, ended = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["player", "won", "shared"]
    assert one.startswith("easy")
    assert int(one.split()[1]) + int(two.split()[1]) + int(one.split()[2]) == 2
    assert ended.startswith("ended by: ")
    assert ended.endswith("; 27 plies a match")


def test_a_duel_says_now_and_then_how_far_it_is_where_there_is_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prowlerbot.shell.duel.TELL_EVERY", 0.05)
    duel(options("prowler", "--seats", "easy,easy", "--matches", "2", "--seed", "3"))
    out, err = capsys.readouterr()
    lines = err.splitlines()
    assert lines[0] == "0 of 2 matches have ended."
    assert "0 of 2 matches have ended." in lines[1:], "it goes on while none has ended"
    assert "matches have ended" not in out


def test_a_duel_needs_as_many_levels_as_the_game_has_seats() -> None:
    with pytest.raises(Refused, match="not for 3 players"):
        duel(options("prowler", "--seats", "hard,easy,easy"))


def test_an_unknown_level_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(NotFound, match=r"no level “silly”\. Levels: easy, medium, hard, expert"):
        duel(options("prowler", "--seats", "hard,silly"))


def test_a_simple_player_of_the_game_can_take_a_seat(capsys: pytest.CaptureFixture[str]) -> None:
    seats = ("--seats", "claimer,claimer,claimer", "--option", "map=drawn")
    duel(options("landgrab", *seats, "--matches", "3"))
    _, *players, ended = capsys.readouterr().out.splitlines()
    assert [player.split()[0] for player in players] == ["claimer"] * 3
    assert "calm" in ended or "rounds" in ended


def test_a_game_without_that_simple_player_refuses_it() -> None:
    with pytest.raises(NotFound, match="no level “claimer”"):
        duel(options("prowler", "--seats", "hard,claimer"))


def test_options_of_the_set_up_are_given_to_the_game() -> None:
    with pytest.raises(BadSetup, match="no map “moon”"):
        duel(options("landgrab", "--seats", "claimer,claimer", "--option", "map=moon"))


@pytest.mark.parametrize("text", ["map", "=duel", ""])
def test_an_option_without_a_name_and_a_value_is_a_wrong_call(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        options("landgrab", "--option", text)
    assert f"invalid NAME=VALUE value: '{text}'" in capsys.readouterr().err


def test_the_time_for_a_move_can_be_set_for_all_levels_in_proportion() -> None:
    for level, seconds in ((LEVELS["easy"], 0.2), (LEVELS["expert"], 0.8)):
        assert within(level, None) == level
        assert within(level, 0.2).budget == Budget(level.budget.playouts, seconds)  # type: ignore[union-attr] # a level
    plain = Level("plain-30", Budget(playouts=30))
    assert within(plain, 0.2) == plain


def test_why_matches_ended_is_counted() -> None:
    assert endings({"last": 2, "calm": 1}, 300) == "ended by: calm 1, last 2; 100 plies a match"
    assert endings({}, 0) == "ended by: nothing; 0 plies a match"


def test_a_score_counts_wins_parts_of_shared_ranks_and_margins() -> None:
    score = Score("easy")
    score.note(Played(Outcome((1, 2, 3), "points", (9, 5, 1)), ((0.1,), (), ())), 1)
    score.note(Played(Outcome((1, 3, 1), "shared", (5, 1, 5)), ((), (), (0.3,))), 3)
    score.note(Played(Outcome((2, 1, 3), "points", (4, 5, 1)), ((0.2,), (), ())), 1)
    assert (score.won, score.shared, score.points) == (1, 1, 1.5)
    assert score.margins == [4, 0, -1]
    (_, line) = table([score], 3)
    assert line.split() == ["easy", "1", "1", "50.0%", "12.5%", "–", "87.5%", "+1.0", "200", "300"]


def test_the_bounds_hold_what_they_should() -> None:
    assert wilson(95, 100) == pytest.approx((0.888, 0.978), abs=0.001)
    assert wilson(0, 0) == (0.0, 1.0)


def test_three_seats_play_and_throw_dice() -> None:
    levels = [Level("tiny", Budget(playouts=5))] * 3
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


def test_an_interrupted_duel_tells_of_the_matches_that_have_ended(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(jobs: Iterable[Future[Played]], _tell: object) -> Iterator[Future[Played]]:
        yield next(iter(jobs))
        raise KeyboardInterrupt

    monkeypatch.setattr("prowlerbot.shell.duel.as_they_end", interrupted)
    duel(options("prowler", "--seats", "easy,easy", "--matches", "3", "--seed", "3"))
    out, err = capsys.readouterr()
    assert "Interrupted after 1 of 3 matches." in err
    _, one, two, _ = out.splitlines()
    assert int(one.split()[1]) + int(two.split()[1]) + int(one.split()[2]) == 1
