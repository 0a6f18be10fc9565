"""The questions of one player to the others during a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Self


class Asked(StrEnum):
    """The subject of a question; the values are in storage and in buttons, so they never change."""

    TAKEBACK = "takeback"
    CANCEL = "cancel"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Question:
    """``seat`` asks the others, ``agreed`` has the seats that said yes so far; ``moment`` tells the
    position of the question.

    A refused question stays until the next move, so that nobody repeats it.
    """

    asked: Asked
    seat: int
    agreed: tuple[int, ...] = ()
    refused_by: int = 0
    moment: int = 0

    @property
    def open(self) -> bool:
        return not self.refused_by

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        return cls(
            asked=Asked(written["asked"]),
            seat=int(written["seat"]),
            agreed=tuple(map(int, written["agreed"])),
            refused_by=int(written["refused_by"]),
            moment=int(written.get("moment", 0)),  # absent in older data
        )

    def written(self) -> dict[str, object]:
        """Ready for JSON."""
        return asdict(self)
