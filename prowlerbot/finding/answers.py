"""How long players have to answer, and what becomes of those who do not."""

from __future__ import annotations

from prowlerbot.finding.suiting import HOURS_TO_ANSWER, is_fast

_FAST_ANSWER = 10 * 60
_SLOW_ANSWER = HOURS_TO_ANSWER * 60 * 60
ASKED_WITHIN = 5 * 60
"""Seconds within which players are asked; else they wait on, as nobody serves their server."""
MISSES = 2
"""Questions in a row without an answer after which a player is taken out."""
OUT = 24 * 60 * 60
"""Seconds for which that player cannot look again: else one who never answers holds up others."""
APART = 24 * 60 * 60
"""Seconds for which two are not put together again after one of them said no, or nothing."""
TOGETHER = 3
"""Open matches with each other, from which on two are not put together."""


def time_to_answer(pace: int) -> int:
    """Seconds to say yes: few where a match is played at once."""
    return _FAST_ANSWER if is_fast(pace) else _SLOW_ANSWER
