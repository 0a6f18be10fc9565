"""Four in a row: discs fall into seven columns, and the first four in a line win."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from prowlerbot.core.game import Game, Outcome, State

COLUMNS, ROWS = 7, 6
EMPTY = "."


def _lines() -> Iterator[tuple[int, ...]]:
    """Every line of four places. Places are numbered row after row, from the lower left on."""
    for column in range(COLUMNS):
        for row in range(ROWS):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if column + 3 * right < COLUMNS and 0 <= row + 3 * up < ROWS:
                    first = row * COLUMNS + column
                    yield tuple(first + step * (up * COLUMNS + right) for step in range(4))


LINES = tuple(_lines())
THROUGH = [[line for line in LINES if place in line] for place in range(COLUMNS * ROWS)]
"""The lines through each place."""


@dataclass(frozen=True)
class Position(State[str]):
    """A move is the number of a column: ``4`` is the middle."""

    board: str = EMPTY * (COLUMNS * ROWS)
    """A character for each place: the seat of its disc, or a dot."""
    line: tuple[int, ...] = ()
    """The places of the four discs that have won."""

    @property
    def seat(self) -> int:
        """The seat whose turn it is; the seats take turns, so the empty places tell it."""
        return 1 + self.board.count(EMPTY) % 2

    @property
    def to_move(self) -> frozenset[int]:
        return frozenset(() if self.line or EMPTY not in self.board else {self.seat})

    @property
    def outcome(self) -> Outcome | None:
        if self.to_move:
            return None
        if not self.line:
            return Outcome((1, 1), "full board", totals=(0, 0))
        if self.board[self.line[0]] == "1":
            return Outcome((1, 2), "four in a row", totals=(1, 0))
        return Outcome((2, 1), "four in a row", totals=(0, 1))

    def moves(self, seat: int) -> tuple[str, ...]:
        if seat not in self.to_move:
            return ()
        top = self.board[-COLUMNS:]
        return tuple(str(number) for number, disc in enumerate(top, 1) if disc == EMPTY)

    def after(self, seat: int, move: str) -> Position:
        place = int(move) - 1
        while self.board[place] != EMPTY:
            place += COLUMNS
        board = f"{self.board[:place]}{seat}{self.board[place + 1 :]}"
        made = (line for line in THROUGH[place] if all(board[at] == str(seat) for at in line))
        return Position(board, next(made, ()))

    def column(self, number: int) -> str:
        """The discs in a column, the lowest first."""
        return self.board[number - 1 :: COLUMNS].rstrip(EMPTY)

    def facts(self) -> Mapping[str, object]:
        return {"columns": [self.column(number) for number in range(1, COLUMNS + 1)]}


class FourInARow(Game):
    key = "four_in_a_row"
    title = "Four in a Row"
    seats = range(2, 3)
    contract = 1

    def start(self, setup: str) -> Position:
        self.players_in(setup)
        return Position()
