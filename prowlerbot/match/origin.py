"""The origin of a branch: the beginning that it shares with another match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from prowlerbot.core.record import Made


@dataclass(frozen=True, slots=True)
class Origin:
    """A set-up and the first moves of the match or imported record ``source``.

    The challenge copies them, so later changes of the source have no effect.
    """

    source: str
    setup: str
    moves: tuple[Made, ...]

    @property
    def ply(self) -> int:
        return len(self.moves)

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        moves = tuple(Made(seat, text) for seat, text in written["moves"])
        return cls(written["source"], written["setup"], moves)

    def written(self) -> dict[str, object]:
        """All of it, ready for JSON."""
        return {"source": self.source, "setup": self.setup, "moves": [list(m) for m in self.moves]}
