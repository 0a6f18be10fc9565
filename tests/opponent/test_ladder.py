"""Ladders on the command line: every player against every other one, on one scale."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from prowlerbot.core.errors import NotFound, Refused
from prowlerbot.core.game import Outcome
from prowlerbot.opponent.contest import player
from prowlerbot.opponent.hints import NO_HINTS
from prowlerbot.shell.ladder import (
    Round,
    Settings,
    arrangements,
    ladder,
    ladder_arguments,
    play_round,
    share,
    table,
)

DRAWN = Settings("landgrab", 3, {"map": "drawn"}, None, 1)


def options(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    ladder_arguments(parser)
    return parser.parse_args(arguments)


def test_a_plain_search_has_its_playouts_in_its_name_and_uses_no_hints() -> None:
    plain = player("plain-30", NO_HINTS)
    assert (plain.budget.playouts, plain.plain) == (30, True)  # type: ignore[union-attr] # a level
    for name in ("plain-", "plain-0", "plain-x"):
        with pytest.raises(NotFound):
            player(name, NO_HINTS)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
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
    first, again = (play_round(DRAWN, "claimer", "plain-1", 4) for _ in range(2))
    assert (first.points, first.matches) == (again.points, 6)
    assert first.points > 0.5


def test_a_ladder_goes_on_where_it_was_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ladder.jsonl"
    call = ("prowler", "--players", "plain-1,plain-4", "--file", str(file), "--rounds")
    ladder(options(*call, "1"))
    settings, kept = file.read_text("utf-8").splitlines()
    assert json.loads(settings)["game"] == "prowler"
    told = Round(**{**json.loads(kept), "points": 0.25})
    half = '{"one": "plain-1", "two": "pl'
    line = json.dumps({name: getattr(told, name) for name in Round.__slots__})
    file.write_text(f"{settings}\n{line}\n{half}", "utf-8")
    capsys.readouterr()
    ladder(options(*call, "2"))
    assert "4 matches in 2 rounds" in capsys.readouterr().out
    assert file.read_text("utf-8").startswith(f"{settings}\n{line}\n{{")
    assert len(file.read_text("utf-8").splitlines()) == 3
    with pytest.raises(Refused, match="other settings"):
        ladder(options(*call, "2", "--seed", "7"))
    file.write_text("A novel.\n", "utf-8")
    with pytest.raises(Refused, match="no file of a ladder"):
        ladder(options(*call, "2"))


@pytest.mark.parametrize("players", ["easy", "easy,easy"])
def test_a_ladder_needs_different_players(players: str) -> None:
    with pytest.raises(Refused, match="two players or more"):
        ladder(options("prowler", "--players", players))


def test_the_table_anchors_the_plain_search_and_tells_the_leads_of_neighbours() -> None:
    rounds = [
        Round(one, two, number, points, 2, 30.0)
        for number in range(40)
        for one, two, points in (
            ("plain-30", "easy", float(number % 4 == 0)),
            ("easy", "medium", float(number % 4 == 1)),
        )
    ]
    head, *lines, lead, count = table(["plain-30", "easy", "medium"], rounds)
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
