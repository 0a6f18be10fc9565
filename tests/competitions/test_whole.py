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

from prowlerbot.competitions.formats import read_competition
from prowlerbot.competitions.standings import standings
from tests.competitions import reference
from tools.compete import compete, compete_arguments, main, written

KINDS = {
    "round robin": ("round-robin", "--players", "9"),
    "swiss": ("swiss", "--players", "13"),
    "swiss with late entries": ("swiss", "--players", "18", "--late", "3"),
    "small swiss": ("swiss", "--players", "4", "--rounds", "5"),
    "knock-out": ("knockout", "--players", "21"),
    "pods": ("pods", "--game", "heroes", "--players", "16", "--late", "1"),
    "league": ("league", "--players", "24", "--seasons", "3"),
    "league at tables": ("league", "--game", "landgrab", "--players", "13", "--seasons", "2"),
    "ladder": ("ladder", "--players", "12"),
}
FEW, COMPETITIONS = 2, int(os.environ.get("COMPETITIONS", "8"))


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """The lines that the command prints."""
    parser = argparse.ArgumentParser()
    compete_arguments(parser)
    compete(parser.parse_args([*arguments, "--json"]))
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
        read = read_competition(terms, events)
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
        assert check(printed(capsys, *kind, "--leave", leave, "--seed", str(seed))), kind


def test_the_same_seed_gives_the_same_competition(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("swiss", "--players", "10", "--leave", "0.2", "--seed", "7")
    assert printed(capsys, *arguments) == printed(capsys, *arguments)


def test_people_read_results_and_standings_in_place_of_the_record(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["knockout", "--players", "4", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:5] == [
        "knockout, prowler, 4 players",
        "",
        "Round 1",
        "  2 – 3   43 : 55",
        "  4 – 1   61 : 58",
    ]
    assert "  place  player  points" in lines
    assert lines.count("Round 2") == 1
    assert lines[-5].split() == ["1", "4", "3"]
    assert main(["ladder", "--players", "4", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "\nDay 7\n" in said
    assert said.count("place  player") == 1


def test_a_competition_of_one_player_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["swiss", "--players", "1"]) == 1
    assert capsys.readouterr().err == "A competition has 2 players at least.\n"
