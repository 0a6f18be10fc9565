"""The duties of a match: work that falls due without a press. They follow from its record.

A duty says when to look at a match. The look does the work that is due by then and returns the time
of the next look. So a look may come too early or once too often, but never too late.
"""

from __future__ import annotations

from enum import StrEnum

from prowlerbot.core.game import LEAVE
from prowlerbot.core.posts import HELD
from prowlerbot.match.attention import PAUSE
from prowlerbot.match.deadlines import LEFT_ALONE, claim_at, due, first_reminder
from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import Ending, Match, Phase
from prowlerbot.match.preferences import DAY
from prowlerbot.match.ratings import LEAST_PLAYS

LEFT_OVER = HELD
"""Seconds from a change to the duty that shows the board and lets the machine move, if no press has
done so by then.
"""


class MatchDuty(StrEnum):
    """A look at a match: whether its challenge has expired, everybody has left it, a reminder is
    due, the bot has to claim a move, an offer of a seat is over, its board is behind, all wait for
    one player alone, the machine has not moved, the time of a live stage is up, an outage has
    given players more time, or it ended a day ago and was hardly played.

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
    DROP = "drop"
    COMPUTE = "compute"


def is_unplayed(match: Match) -> bool:
    """Whether a match alone, or against the machine, ended before its player had made three moves
    of their own. One that was played out is none, and no try of the day's challenge is.
    """
    people = [seat for seat in match.seats if match.player(seat).id or match.player(seat).leaver]
    if match.ending in {None, Ending.PLAYED} or not match.setup or match.terms.day:
        return False
    if len(people) != 1 or any(each.former for each in match.players):
        return False
    begins = match.origin.ply if match.origin else 0
    made = sum(play.seat in people and play.move != LEAVE for play in match.plays[begins:])
    return made < LEAST_PLAYS


def duties(match: Match) -> dict[str, int]:
    """The duties of a match with their times, except the stopwatch, which needs the position."""
    latest = max(match.changed_at, match.plays[-1].at if match.plays else 0)  # perhaps in secret
    times: dict[str, int] = {MatchDuty.BOARD: latest + LEFT_OVER}
    if match.phase is Phase.LOBBY:
        times[MatchDuty.EXPIRE] = match.created_at + CHALLENGE_LASTS
    if is_unplayed(match):
        times[MatchDuty.DROP] = match.changed_at + DAY
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
