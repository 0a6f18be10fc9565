"""The tool that plays whole competitions: its lines for programs, and for people."""

from __future__ import annotations

import argparse
import json
from typing import Any

import pytest

from prowlerbot.competitions.competition_record import Format
from prowlerbot.competitions.formats import FORMATS, read_competition
from prowlerbot.competitions.standings import standings
from tests.competitions import reference
from tests.competitions.test_formats import independent
from tools.compete import compete, compete_arguments, main, written


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """The lines that the command prints."""
    parser = argparse.ArgumentParser()
    compete_arguments(parser)
    compete(parser.parse_args([*arguments, "--json"]))
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("more", [(), ("--game", "landgrab", "--leave", "0.1")], ids=str)
@pytest.mark.parametrize("kind", FORMATS.values(), ids=str)
def test_standings_and_the_record_of_each_format_can_be_computed_from_the_lines(
    kind: Format, more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [kind.key, "--game", "heroes", "--players", "11", *more]
    arguments += ["--late", "2"] if kind.sets_rounds else []
    arguments += ["--seasons", "3"] if kind.has_seasons else []
    if kind.table(range(2, 5)) == 2:
        arguments[2] = "prowler"
    for season in reference.seasons(printed(capsys, *arguments)):
        terms, events = season[0]["terms"], []
        for line in season[1:]:
            if "event" in line:
                events.append(line)
            else:
                assert line["standings"] == independent(kind)(terms, events)
        read = read_competition(terms, events)
        assert [written(line) for line in standings(read)] == season[-1]["standings"]
        assert json.loads(json.dumps([event.written() for event in read.events])) == events
        assert read.course.ended


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
