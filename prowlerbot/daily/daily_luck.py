"""The luck of a day, computed from a secret of the host.

A keyed hash of the secret, the game and the day gives the set-up and the seat. A keyed hash of
these and all moves so far gives the next draw of chance. So every player meets the same luck after
the same moves, while neither the code nor the tries of others show the luck of other moves or other
days.
"""

from __future__ import annotations

import hmac
import random
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

Moves = Iterable[tuple[int, str | None]]
"""The seat and the text of each move so far; None for a move that a seat cannot see."""


def line_key(setup: str, moves: Moves) -> str:
    """The key of a set-up and all moves so far."""
    line = "\n".join((setup, *(f"{seat} {text or ''}" for seat, text in moves)))
    return sha256(line.encode()).hexdigest()


@dataclass(frozen=True, slots=True, repr=False)
class DayLuck:
    """The luck of one game on one day. It has no repr, as the secret must not get into a log."""

    secret: bytes
    game: str
    day: int

    def beginning(self) -> random.Random:
        """The random source of the kind of match, its set-up and the seat."""
        return random.Random(self._number("beginning"))

    def chance(self, setup: str, moves: Moves) -> random.Random:
        """The random source of the move of chance after these moves."""
        return random.Random(self._number(f"chance {line_key(setup, moves)}"))

    def thought(self, setup: str, moves: Moves, seat: int) -> int:
        """The seed of the machine's search at a seat after the moves that it knows."""
        return self._number(f"machine {seat} {line_key(setup, moves)}") & 0xFFFFFFFF

    def deleted(self, player: int) -> str:
        """The key of a player's deleted try. Nobody can find out the player without the secret."""
        return f"{self._number(f'deleted {player}'):064x}"

    def _number(self, purpose: str) -> int:
        message = f"{self.game}\n{self.day}\n{purpose}"
        return int.from_bytes(hmac.digest(self.secret, message.encode(), "sha256"))
