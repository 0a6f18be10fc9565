"""How many sequences of moves there are from a position, counted to some depth; rolls included.

The counts of ``perft.json`` were made by the reference; the ones written here come with the rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from prowlerbot.core.game import after
from prowlerbot.games.landgrab.rules import Position
from tests.games.landgrab import reference_record
from tests.games.landgrab.matches import LANDGRAB

GIVEN = [
    ("RB/1/together", [12, 192, 3636]),
    ("RB/1/F6,H6/F6/", [7, 42, 174, 1054, 7938]),
]

TABLE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "perft.json").read_text(encoding="utf-8")
)


def perft(position: Position, depth: int) -> int:
    (seat,) = position.to_move
    moves = position.moves(seat)
    if depth == 1:
        return len(moves)
    return sum(perft(position.after(seat, move), depth - 1) for move in moves)


@pytest.mark.parametrize(("setup", "counts"), GIVEN)
def test_the_counts_that_come_with_the_rules(setup: str, counts: list[int]) -> None:
    depths = range(1, len(counts) + 1)
    assert [perft(LANDGRAB.start(setup), depth) for depth in depths] == counts


def position_of(row: dict[str, Any]) -> Position:
    state: Any = LANDGRAB.start(row["setup"])
    for entry in row["moves"]:
        (due,) = state.to_move
        seat, text = entry if isinstance(entry, list) else (due, entry)
        state = after(state, seat, text)
    assert isinstance(state, Position)
    return state


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"after {len(row['moves'])} moves")
def test_the_counts_of_the_table(row: dict[str, Any]) -> None:
    depths = range(1, len(row["counts"]) + 1)
    assert [perft(position_of(row), depth) for depth in depths] == row["counts"]


def test_the_table_has_every_phase_in_which_somebody_or_chance_chooses() -> None:
    phases = {position_of(row).phase for row in TABLE}
    assert phases >= {"tiles", "buildings", "spawns", "turn", "attack", "eviction"}


def test_the_reference_counts_the_first_moves_alike() -> None:
    for setup, counts in GIVEN:
        first = reference_record.legal(setup, [])
        assert len(first) == counts[0]
        assert sum(len(reference_record.legal(setup, [move])) for move in first) == counts[1]
    for row in (row for row in TABLE if "together" not in row["setup"]):
        assert len(reference_record.legal(row["setup"], row["moves"])) == row["counts"][0]
