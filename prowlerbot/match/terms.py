"""What the players of a match agree on besides the options of its game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, Self

Takebacks = Literal["ask", "free", "never"]
"""Whether a move can be taken back: if the others agree, without asking, or not at all.

``free`` covers only what told nobody anything new; after dice or hidden cards it is asked.
"""


@dataclass(frozen=True, slots=True)
class Terms:
    """``pace`` is the seconds that a player has for a move, 0 for no limit.

    ``first_friendly`` is for a match that would be rated, were it nobody's first: whoever takes a
    seat and has never played turns it into a friendly one.

    ``stopwatch`` is the seconds that all have together for what is played live, 0 for no limit.

    With ``takeover`` the machine plays on for anybody who leaves a match of three or four.
    """

    takebacks: Takebacks = "ask"
    pace: int = 0
    rated: bool = False
    takeover: bool = False
    first_friendly: bool = False
    stopwatch: int = 0

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        """The terms as they were written; what is missing was not known yet at that time."""
        return cls(
            **{each.name: written[each.name] for each in fields(cls) if each.name in written}
        )

    def written(self) -> dict[str, object]:
        """All of it, ready for JSON: a default that changes later must not change a match."""
        return asdict(self)
