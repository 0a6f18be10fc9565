"""The machine as it reviews: the pieces of a review, done in its processes behind all else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from prowlerbot.core.record import Record
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.reviewing import MACHINE, Played, events, joined, pieces
from prowlerbot.opponent.task import ReviewTask
from prowlerbot.review.judgement import Review
from prowlerbot.review.review_json import from_text, to_text


@dataclass(eq=False)
class MachineReviewer:
    """The ``Reviewer`` of the service's reviews."""

    machine = MACHINE

    _thinkers: Thinkers

    @property
    def switched_on(self) -> bool:
        return self._thinkers.switched_on

    def admit(self) -> None:
        self._thinkers.admit()

    def pieces(self, record: Record) -> int:
        return pieces(len(events(record.game, _played(record))))

    async def piece(self, match: str, record: Record, number: int) -> str:
        task = ReviewTask(_played(record), number)
        return to_text(await self._thinkers.review(match, task))

    def review(self, record: Record, pieces: Sequence[str]) -> Review:  # noqa: ARG002 - the interface
        return joined([from_text(piece) for piece in pieces])


def _played(record: Record) -> Played:
    return Played(record.game.key, record.setup, tuple(record.moves))
