"""How many sequences of moves there are from a position, counted to some depth over all seats that
are to move; the counts come with the rules.
"""

from __future__ import annotations

import pytest

from prowlerbot.games.heroes.rules import Position
from tests.games.heroes.matches import started

GIVEN = [
    ("1/turns/guided/full", "t1 t30 t60 t85 t104", [26, 558, 11686]),
    ("2/turns/free/full", "t2 t22 t44 t66 t99 t3 t23 t45 t67 t98", [56, 2093]),
    (
        "4/turns/guided/full",
        "t1 t2 t3 t4 t5 t31 t32 t33 t34 t35 t61 t62 t63 t64 t65 t81 t82 t83 t84 t85",
        [86, 6111],
    ),
    ("1/live/guided/short", "", [9, 162, 2754, 11016, 33048]),
    ("3/live/free/full", "", [15, 450, 10536]),
    (
        "1/turns/guided/full",
        "t99 t22 t44 t46 t66 b1@J7r0 b2@J6r0 b3@H9r2 done end",
        [17, 187, 748, 10472],
    ),
]


def perft(position: Position, depth: int) -> int:
    moves = [(seat, move) for seat in position.to_move for move in position.moves(seat)]
    if depth == 1:
        return len(moves)
    return sum(perft(position.after(seat, move), depth - 1) for seat, move in moves)


@pytest.mark.parametrize(("setup", "line", "counts"), GIVEN)
def test_the_counts_that_come_with_the_rules(setup: str, line: str, counts: list[int]) -> None:
    position = started(setup, line)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts
