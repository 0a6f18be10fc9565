"""Hints in a record: kept, and refused where they cannot have been."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from prowlerbot.core.record import Hinted, Made, Record, Undone
from prowlerbot.core.record_json import from_json, read_kept, to_json
from tests.core.test_record import BOTH, RECORD, refusal
from tests.games.prowler.matches import EXAMPLE

MOVED = Record(RECORD.game, EXAMPLE, (Made(2, ">R"), Made(1, "14"), Made(2, "24>M")))


def with_hints(*entries: object) -> dict[str, Any]:
    return to_json(MOVED, states=False) | {"hints": list(entries)}


def test_a_record_keeps_the_hints_that_were_taken() -> None:
    record = replace(MOVED, hints=(Hinted(0, 2, 1), Hinted(2, 2, 3)))
    stated = to_json(record, states=False)
    assert stated["hints"] == [
        {"ply": 0, "seat": 2, "steps": 1},
        {"ply": 2, "seat": 2, "steps": 3},
    ]
    assert from_json(stated, BOTH) == record
    assert read_kept(json.dumps(stated), BOTH) == record
    assert "hints" not in to_json(MOVED, states=False)


def test_a_hint_for_the_present_decision_is_kept() -> None:
    assert from_json(with_hints({"ply": 3, "seat": 1, "steps": 1}), BOTH).hints


def test_a_hint_before_a_move_that_was_taken_back_is_kept() -> None:
    record = replace(MOVED, takebacks=(Undone(3, 1, "1"),), hints=(Hinted(4, 2, 1),))
    assert from_json(to_json(record, states=False), BOTH) == record


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"ply": 4, "seat": 2, "steps": 1}, "Hint 1: there was no position after 4 moves."),
        ({"ply": -1, "seat": 2, "steps": 1}, "Hint 1: there was no position after -1 moves."),
        ({"ply": 0, "seat": 1, "steps": 1}, "Hint 1: seat 1 was not to move."),
        ({"ply": 0, "seat": 0, "steps": 1}, "Hint 1: seat 0 was not to move."),
        ({"ply": 0, "seat": 2, "steps": 4}, "Hint 1: it has one to 3 steps, not 4."),
        ({"ply": 0, "seat": 2, "steps": 0}, "Hint 1: it has one to 3 steps, not 0."),
        ({"ply": 0, "seat": 2}, "Hint 1 must have a ply, a seat and steps"),
        ({"ply": 0, "seat": True, "steps": 1}, "Hint 1 must have a ply, a seat and steps"),
        ({"ply": 0, "seat": 2, "steps": 1, "by": 1}, "Hint 1 must have a ply, a seat and steps"),
        ("hint", "Hint 1 must have a ply, a seat and steps"),
    ],
)
def test_a_hint_that_cannot_have_been_is_refused(entry: object, told: str) -> None:
    assert told in refusal(with_hints(entry))


def test_hints_must_be_a_list() -> None:
    assert "Field “hints” must be a list" in refusal(to_json(MOVED, states=False) | {"hints": {}})
