"""The duties of a match: work that falls due without a press. They follow from its record.

A duty says when to look at a match. The look does the work that is due by then and returns the time
of the next look. So a look may come too early or once too often, but never too late.
"""

from __future__ import annotations

from enum import StrEnum

from prowlerbot.core.posts import HELD
from prowlerbot.match.attention import PAUSE
from prowlerbot.match.deadlines import LEFT_ALONE, claim_at, due, first_reminder
from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import Match, Phase

LEFT_OVER = HELD
"""Seconds from a change to the duty that shows the board and lets the machine move, if no press has
done so by then.
"""


class MatchDuty(StrEnum):
    """A look at a match: whether its challenge has expired, everybody has left it, a reminder is
    due, the bot has to claim a move, an offer of a seat is over, its board is behind, all wait for
    one player alone, the machine has not moved, the time of a live stage is up, or an outage has
    given players more time.

    ``COMPUTE`` means all of them if an older version of the bot has stored the match.
    """

    EXPIRE = "expire"
    ABANDON = "abandon"
    REMIND = "remind"
    CLAIM = "claim"
    OFFER = "offer"
    BOARD = "board"
    AWAITED = "awaited"
    MACHINE = "machine"
    STOPWATCH = "stopwatch"
    FORGIVE = "forgive"
    COMPUTE = "compute"


def duties(match: Match) -> dict[str, int]:
    """The duties of a match with their times, except the stopwatch, which needs the position."""
    latest = max(match.changed_at, match.plays[-1].at if match.plays else 0)  # perhaps in secret
    times: dict[str, int] = {MatchDuty.BOARD: latest + LEFT_OVER}
    if match.phase is Phase.LOBBY:
        times[MatchDuty.EXPIRE] = match.created_at + CHALLENGE_LASTS
    if match.phase is not Phase.PLAYING:
        return times
    if due(match):
        times[MatchDuty.REMIND] = first_reminder(match)
        if match.terms.competition:
            times[MatchDuty.CLAIM] = claim_at(match)
        else:
            times[MatchDuty.ABANDON] = max(due(match), match.changed_at) + LEFT_ALONE
    if offers := [player.offered for player in match.players if player.offered]:
        times[MatchDuty.OFFER] = min(offers)
    if any(decision.concealed for decision in match.decisions):
        times[MatchDuty.AWAITED] = latest + PAUSE
    if match.has_machine:
        times[MatchDuty.MACHINE] = latest + LEFT_OVER
    return times
