"""What one player can ask the others during a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Self


class Asked(StrEnum):
    """What is asked for; the values are stored and stand in buttons, so they stay."""

    TAKEBACK = "takeback"
    CANCEL = "cancel"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Question:
    """``seat`` asks the others, ``agreed`` has the seats that said yes so far; ``moment`` says at
    which position it was asked.

    A refused question is kept until play goes on, so that nobody asks it over and over.
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
            moment=int(written.get("moment", 0)),  # which older ones lack
        )

    def written(self) -> dict[str, object]:
        """Ready for JSON."""
        return asdict(self)
