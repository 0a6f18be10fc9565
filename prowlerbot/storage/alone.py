"""The limit of matches that a player plays alone or against the machine: pure SQL."""

from __future__ import annotations

from prowlerbot.core.errors import Denied
from prowlerbot.match.match import Match, Phase
from prowlerbot.storage.engines.database import Work

MOST_ALONE = 25
"""The running matches without another person that a player begins."""

_RUNNING = (
    "SELECT COUNT(*) FROM (SELECT 1 FROM seats s JOIN matches m ON m.id = s.match"
    " WHERE s.player = $1 AND m.phase = $2 AND s.match <> $4"
    " AND NOT EXISTS (SELECT 1 FROM seats o WHERE o.match = s.match AND o.player > 0"
    " AND o.player <> $1)"
    " AND NOT EXISTS (SELECT 1 FROM daily_tries t WHERE t.match = s.match) LIMIT $3) r"
)


def check_alone(db: Work, match: Match) -> None:
    """Raise Denied, within the transaction that begins a match without another person, for a player
    who has the most of them beside it. Tries of the day's challenge do not count.
    """
    if match.phase is not Phase.PLAYING or len(match.people) != 1 or match.terms.day:
        return
    (player,) = match.people
    db.alone(f"matches alone of {player}")
    ((running,),) = db.fetch(_RUNNING, player, Phase.PLAYING, MOST_ALONE, match.id)
    if running >= MOST_ALONE:
        raise Denied(
            "You play {count} matches alone or against the machine, the most at the same time;"
            " finish or resign one of them first.",
            count=MOST_ALONE,
        )
