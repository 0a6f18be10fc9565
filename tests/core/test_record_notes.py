"""Takebacks and hints in a record: kept, and refused where they cannot have been."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from prowlerbot.core.errors import BadRecord
from prowlerbot.core.game import CHANCE
from prowlerbot.core.record import Hinted, Made, Record, Undone, from_json, read_kept, to_json
from tests.cases import each_of
from tests.core.test_record import BOTH, RECORD, refusal
from tests.games.prowler.matches import EXAMPLE

MOVED = Record(RECORD.game, EXAMPLE, (Made(2, ">R"), Made(1, "14"), Made(2, "24>M")))
TAKEN = [
    Undone(2, 2, "1"),  # >B 3 1, back to 3,
    Undone(1, 1, "3"),  # back to the opening,
    Undone(1, 1, "14"),  # another one tried,
    Undone(0, 2, ">B"),  # and the opening, before >R was played
]


def with_takebacks(*takebacks: Undone) -> dict[str, Any]:
    stated = to_json(MOVED, states=False)
    entries = [{"ply": each.ply, "seat": each.seat, "move": each.text} for each in takebacks]
    return stated | {"takebacks": entries}


def test_a_record_keeps_what_was_taken_back() -> None:
    taken = (Undone(1, 1, "14"), Undone(0, 2, ">B"))
    record = Record(MOVED.game, MOVED.setup, MOVED.moves, taken)
    stated = to_json(record, states=False)
    assert stated["takebacks"] == [
        {"ply": 1, "seat": 1, "move": "14"},
        {"ply": 0, "seat": 2, "move": ">B"},
    ]
    assert from_json(stated, BOTH) == record
    assert from_json(with_takebacks(*TAKEN), BOTH).takebacks == tuple(TAKEN)
    assert "takebacks" not in to_json(MOVED, states=False)


@each_of(
    ("takebacks", "told"),
    [
        ([Undone(0, 1, ">B")], "Takeback 1: It is not seat 1's turn."),
        ([Undone(0, 2, "14")], "Takeback 1: “14” is not a legal move here."),
        ([Undone(4, 1, "1")], "Takeback 1: there was no position after 4 moves."),
        ([Undone(-1, 1, "1")], "Takeback 1: there was no position after -1 moves."),
        ([Undone(2, 2, "14")], "Takeback 1: “14” is not a legal move here."),
        # Before the second one >B stood alone, so there was no third move to be taken back.
        ([Undone(2, 2, "1"), Undone(0, 2, ">B")], "Takeback 1: there was no position after 2"),
    ],
)
def test_a_takeback_that_cannot_have_been_is_refused(takebacks: list[Undone], told: str) -> None:
    assert told in refusal(with_takebacks(*takebacks))


@each_of(
    "entry",
    [
        {"ply": True, "seat": 2, "move": ">B"},
        {"ply": 0, "seat": 2.0, "move": ">B"},
        {"ply": 0, "seat": 2},
        {"ply": 0, "seat": 2, "move": ">B", "by": 1},
        [0, 2, ">B"],
        None,
    ],
)
def test_a_takeback_has_three_fields_of_the_right_kind(entry: object) -> None:
    data = with_takebacks() | {"takebacks": [entry]}
    assert "Takeback 1 must have a ply, a seat and a move" in refusal(data)


def test_takebacks_are_a_list_that_is_left_out_where_it_is_empty() -> None:
    assert "must be a list" in refusal(with_takebacks() | {"takebacks": {}})
    assert "does not belong there" in refusal(with_takebacks())


def test_chance_is_taken_back_with_the_move_it_followed_upon() -> None:
    tell = BOTH
    stated: dict[str, Any] = {"game": "tell", "setup": "tell-1", "moves": []}
    hidden = [{"ply": ply, "seat": ply + 1, "move": "1"} for ply in (2, 1, 0)]
    die = {"ply": 3, "seat": CHANCE, "move": "2"}
    assert len(from_json(stated | {"takebacks": [die, *hidden]}, tell).takebacks) == 4
    with pytest.raises(BadRecord, match="chance is taken back only with the move before it"):
        from_json(stated | {"moves": [[1, "1"], [2, "1"], "1"], "takebacks": [die]}, tell)


# ------------------------------------------------------------------ hints


def with_hints(*entries: object) -> dict[str, Any]:
    return to_json(MOVED, states=False) | {"hints": list(entries)}


def test_a_record_keeps_the_hints_that_were_taken() -> None:
    record = replace(MOVED, hints=(Hinted(0, 2, 1), Hinted(2, 2, 3)))
    stated = to_json(record, states=False)
    assert stated["hints"] == [{"ply": 0, "seat": 2, "steps": 1}, {"ply": 2, "seat": 2, "steps": 3}]
    assert from_json(stated, BOTH) == record
    assert read_kept(json.dumps(stated), BOTH) == record
    assert "hints" not in to_json(MOVED, states=False)


def test_a_hint_for_the_present_decision_or_before_a_takeback_is_kept() -> None:
    assert from_json(with_hints({"ply": 3, "seat": 1, "steps": 1}), BOTH).hints
    record = replace(MOVED, takebacks=(Undone(3, 1, "1"),), hints=(Hinted(4, 2, 1),))
    assert from_json(to_json(record, states=False), BOTH) == record


@each_of(
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
