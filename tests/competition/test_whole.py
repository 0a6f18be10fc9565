"""Whole competitions with players who drop out: their standings against the reference.

``make test`` plays a few of each kind, ``make test-all`` more; ``COMPETITIONS=200`` in the
environment plays that many.
"""

from __future__ import annotations

import argparse
import json
import os
from itertools import product
from typing import Any

import pytest

from prowlerbot.competition.record import Competition
from prowlerbot.competition.standings import standings
from prowlerbot.shell.compete import compete, compete_arguments, written
from tests.competition import reference

KINDS = {
    "round robin": ("round-robin", "--players", "9"),
    "swiss": ("swiss", "--players", "13"),
    "swiss with late entries": ("swiss", "--players", "18", "--late", "3"),
    "small swiss": ("swiss", "--players", "4", "--rounds", "5"),
    "knock-out": ("knockout", "--players", "21"),
    "pods": ("pods", "--game", "landgrab", "--players", "14", "--late", "1"),
    "league": ("league", "--players", "17", "--seasons", "3"),
    "league at tables": ("league", "--game", "landgrab", "--players", "13", "--seasons", "2"),
    "ladder": ("ladder", "--players", "9"),
}
FEW, COMPETITIONS = 2, int(os.environ.get("COMPETITIONS", "8"))


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """The lines that the command prints."""
    parser = argparse.ArgumentParser()
    compete_arguments(parser)
    compete(parser.parse_args(arguments))
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def check(lines: list[dict[str, Any]]) -> int:
    """Hold all standings against the reference, and those of the record once it is read again."""
    checked = 0
    for season in reference.seasons(lines):
        terms, events = season[0]["terms"], []
        for line in season[1:]:
            if "event" in line:
                events.append(line)
            else:
                assert line["standings"] == reference.standings(terms, events)
                checked += 1
        read = Competition.read(terms, events)
        assert [written(line) for line in standings(read)] == season[-1]["standings"]
        assert [event.written() for event in read.events] == [
            {name: _tuples(value) for name, value in event.items()} for event in events
        ]
        assert read.course.ended
    return checked


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


@pytest.mark.parametrize(
    "seeds",
    [range(FEW), pytest.param(range(FEW, COMPETITIONS), marks=pytest.mark.full)],
    ids=["few", "more"],
)
def test_standings_are_those_of_the_reference_whoever_drops_out(
    seeds: range, capsys: pytest.CaptureFixture[str]
) -> None:
    for kind, leave, seed in product(KINDS.values(), ("0", "0.1", "0.4"), seeds):
        check(printed(capsys, *kind, "--leave", leave, "--seed", str(seed)))


def test_a_league_season_of_24_is_played_whole(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "league", "--players", "24", "--leave", "0.04", "--seed", "2")
    assert check(lines) >= 4
    (began,) = [line for line in lines if line.get("event") == "began"]
    assert [len(division) for division in began["divisions"]] == [5, 5, 5, 5, 4]
    assert sum(line.get("event") == "paired" for line in lines) == 4 * 10 + 6


def test_a_swiss_tournament_of_40_with_a_tenth_dropping_out_is_played_whole(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = printed(capsys, "swiss", "--players", "40", "--leave", "0.1", "--seed", "1")
    check(lines)
    pairs = [frozenset(line["players"]) for line in lines if line.get("event") == "paired"]
    met = [pair for pair in pairs if len(pair) == 2]
    assert len(met) == len({*met})
    byes = [pair for pair in pairs if len(pair) == 1]
    assert len(byes) == len({*byes})
    assert max(line["round"] for line in lines if line.get("event") == "paired") == 6


def test_a_tournament_of_16_at_tables_of_four_is_played_whole(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = printed(capsys, "pods", "--game", "heroes", "--players", "16", "--seed", "3")
    assert check(lines) == 5
    tables = [line["players"] for line in lines if line.get("event") == "paired"]
    assert [len(table) for table in tables] == [4] * 16
    for player in range(1, 17):
        sat = [table.index(player) for table in tables if player in table]
        assert max(map(sat.count, sat)) <= 2


def test_a_month_of_a_ladder_is_played_whole(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "ladder", "--players", "12", "--leave", "0.01", "--seed", "1")
    assert check(lines) == 31
    kinds = {line.get("event") for line in lines}
    assert {"paired", "decided", "withdrew", "away", "dropped", "ended"} <= kinds


def test_the_same_seed_gives_the_same_competition(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("swiss", "--players", "10", "--leave", "0.2", "--seed", "7")
    assert printed(capsys, *arguments) == printed(capsys, *arguments)
