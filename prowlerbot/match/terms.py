"""The terms of a match besides the options of its game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, Self

Takebacks = Literal["ask", "free", "never"]
"""Whether a player can take back a move: with consent, without asking, or not at all.

``free`` covers only moves that revealed nothing; after dice or hidden cards the others must agree.
"""


@dataclass(frozen=True, slots=True)
class Terms:
    """``pace`` is the time of a player for a move in seconds, 0 for no limit.

    ``first_friendly`` marks a match that is rated unless it is a player's first: a newcomer who
    takes a seat turns it into a friendly one.

    ``stopwatch`` is the shared time for a live stage in seconds, 0 for no limit.

    With ``takeover`` the machine plays on for a player who leaves a match of three or four.
    """

    takebacks: Takebacks = "ask"
    pace: int = 0
    rated: bool = False
    takeover: bool = False
    first_friendly: bool = False
    stopwatch: int = 0

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        """The terms as written; missing fields did not exist yet at that time."""
        return cls(
            **{each.name: written[each.name] for each in fields(cls) if each.name in written}
        )

    def written(self) -> dict[str, object]:
        """All fields, ready for JSON: a later default must not change a match."""
        return asdict(self)
