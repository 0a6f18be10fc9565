"""How many sequences of moves there are from a set-up, counted to some depth.

The counts of ``perft.json`` were made by the reference; the ones written here come with the rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from prowlerbot.games.prowler.rules import Position
from tests.games.prowler import reference
from tests.games.prowler.matches import EXAMPLE, PROWLER

GIVEN = [
    (EXAMPLE, [5, 175, 5750]),
    (
        "CRB-MPC-RPM-BCP-RCM-PBR/wbpmrbpmrbwpmrbpmrdbpmrbpdw/4,9,15/2",
        [5, 195, 7110],
    ),
]

TABLE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "perft.json").read_text(encoding="utf-8")
)


def perft(position: Position, depth: int) -> int:
    moves = position.moves(position.seat)
    if depth == 1:
        return len(moves)
    return sum(perft(position.after(position.seat, move), depth - 1) for move in moves)


@pytest.mark.parametrize(("setup", "counts"), GIVEN)
def test_the_counts_that_come_with_the_rules(setup: str, counts: list[int]) -> None:
    assert [perft(PROWLER.start(setup), depth) for depth in (1, 2, 3)] == counts


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"after {len(row['moves'])} moves")
def test_the_counts_of_the_table(row: dict[str, Any]) -> None:
    position = PROWLER.start(row["setup"])
    for text in row["moves"]:
        (move,) = [m for m in position.moves(position.seat) if str(m) == text]
        position = position.after(position.seat, move)
    depths = range(1, len(row["counts"]) + 1)
    assert [perft(position, depth) for depth in depths] == row["counts"]


def test_the_reference_counts_the_first_two_moves_alike() -> None:
    for row in TABLE:
        first = reference.legal(row["setup"], row["moves"])
        assert len(first) == row["counts"][0]
        after = [len(reference.legal(row["setup"], [*row["moves"], move])) for move in first]
        assert sum(after) == row["counts"][1]
