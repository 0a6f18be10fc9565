"""The positions of a reviewed match that may be puzzles."""

from __future__ import annotations

from prowlerbot.puzzles.proof import is_far_ahead
from prowlerbot.review.judgement import Judgement, Review

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
