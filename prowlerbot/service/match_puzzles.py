"""Puzzles from real matches: those that are over and public, once they are reviewed."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial

from prowlerbot.core.errors import Refused
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.visibility import is_public
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.task import house
from prowlerbot.puzzles.proof import ProofTask, is_far_ahead, prove
from prowlerbot.review.judgement import Judgement, Review
from prowlerbot.service.fair_help import FairHelp
from prowlerbot.service.service import Service
from prowlerbot.storage.puzzles import PuzzleStore

log = logging.getLogger(__name__)


@dataclass(eq=False)
class MatchPuzzles:
    _service: Service
    _store: PuzzleStore
    _thinkers: Thinkers

    async def take(self, match: Match, review: Review) -> None:
        """Prove the clear decisions of a reviewed match behind all else, and add those that hold.

        Nobody waits for them: after a failure there are no more from this match.
        """
        if not await self._is_open_to_all(match):
            return
        await FairHelp(self._service).check(match)
        record = self._service.visible_record(match, None)
        for each in candidates(review):
            task = ProofTask(
                match.game,
                record.setup,
                tuple(record.moves[: each.ply]),
                len(match.players),
                each.seat,
                match.id,
            )
            try:
                puzzle = await self._thinkers.work(
                    match.id, partial(prove, house, task), later=True
                )
                if puzzle is not None:
                    await self._store.add([puzzle])
            except Refused as error:
                log.warning("match %s gives no more puzzles: %s", match.id, error)
                return

    async def _is_open_to_all(self, match: Match) -> bool:
        """Whether a stored match is over and its players have made it public; a try of the day's
        challenge would spoil it for others.
        """
        if match.phase is not Phase.OVER or match.terms.day:
            return False
        return is_public((await self._service.store.showings.facts(match.id)).wishes)


MOST = 3


def candidates(review: Review) -> list[Judgement]:
    """The decisions in which one move was far better than the others, the clearest first; exact
    ones before all others.
    """
    found = [each for each in review.judgements if _is_clear(each)]
    found.sort(key=lambda each: (not each.exact, -each.options[1].behind.mean))
    return found[:MOST]


def _is_clear(judgement: Judgement) -> bool:
    return len(judgement.options) > 1 and all(map(is_far_ahead, judgement.options[1:]))
