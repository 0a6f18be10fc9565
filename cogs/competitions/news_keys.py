"""Which messages about a competition should stand, each by its key, and whom they call: it follows
from the record.
"""

from __future__ import annotations

from collections.abc import Sequence

from prowlerbot.competitions.competition_events import Paired, Prolonged, Withdrew
from prowlerbot.competitions.competition_record import Format
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.ladder import taken

CALL, ROUND, BEGIN, END, PLACE = "call", "round", "begin", "end", "place"
CHALLENGE = "dare"
CONFIRM, REMIND = "confirm", "remind"
"""The reminders of a league: to confirm, and of the matches that are being played."""
MORE, OUT = "more", "out"
"""Another end of the present round, and a player whom the host has taken out, each with how often
that came.
"""
PINGED_AT_ONCE = 90
"""Users whom a message pings; Discord allows a hundred."""
EVENT, WAITS = "event", "waits"
"""The event of the start, and the message that a competition waits for permissions."""
_LATEST = 3
"""The latest places taken on a ladder that are news, and the latest challenges."""


def due_news(stored: Stored) -> list[str]:
    """The keys of the messages that should stand by now; earlier ones are no news any more."""
    terms, course = stored.competition.terms, stored.competition.course
    if terms.format is Format.LADDER:
        keys = [f"{PLACE}{each.pairing}" for each in taken(stored.competition)[-_LATEST:]]
        return [*keys, *_challenges(stored), *([END] if course.cancelled else [])]
    if course.ended:
        return [END]
    if course.began is None:
        calls = -(-len(course.entries) // PINGED_AT_ONCE) if course.called else 0
        keys = [f"{CALL}{number}" for number in range(1, calls + 1)]
        asked = course.reminded and any(each not in course.checked_in for each in course.present)
        return [*keys, *([CONFIRM] if asked else []), *_out(stored)]
    if not course.round:
        return []
    beside = [*_out(stored), *_more(stored)]
    if course.reminded and course.open:
        return [REMIND, *beside]
    return [BEGIN if terms.at_once else f"{ROUND}{course.round}", *beside]


def _challenges(stored: Stored) -> list[str]:
    """The keys of the latest challenges of a ladder; those of the last season are no news."""
    course = stored.competition.course
    began = course.began.at if course.began is not None else 0
    new = [each.pairing for each in course.open if each.at > began and not course.ended]
    return [f"{CHALLENGE}{number}" for number in new[-_LATEST:]]


def removed(stored: Stored) -> list[Withdrew]:
    """Those whom the host has taken out, in that order."""
    events = [each for each in stored.competition.events if isinstance(each, Withdrew)]
    return [each for each in events if each.by_host]


def _out(stored: Stored) -> list[str]:
    count = 0 if stored.is_wide else len(removed(stored))
    return [f"{OUT}{number}" for number in range(1, count + 1)]


def _more(stored: Stored) -> list[str]:
    """The key of the news that the present round has another end."""
    course = stored.competition.course
    given = [event for event in stored.competition.events if isinstance(event, Prolonged)]
    prolonged = any(each.round in course.prolonged for each in course.open)
    over = bool(given) and given[-1].until <= given[-1].at  # the matches end at this moment
    return [f"{MORE}{len(given)}"] if prolonged and not over and not stored.is_wide else []


def number_in(key: str) -> int:
    return int("".join(filter(str.isdecimal, key)) or 0)


def called(stored: Stored, key: str) -> list[int]:
    """The players whom a message calls: those who have not confirmed, who still play, also after a
    cancellation, or whom the host has taken out.
    """
    course, found = stored.competition.course, list[int]()
    if key.startswith(CALL):
        first = (number_in(key) - 1) * PINGED_AT_ONCE
        found = [*course.entries][first : first + PINGED_AT_ONCE]
        found = [each for each in found if each not in {*course.left, *course.checked_in}]
    elif key == CONFIRM:
        found = [each for each in course.present if each not in course.checked_in]
    elif key == END and course.cancelled:
        found = [*dict.fromkeys(player for each in course.open for player in each.players)]
    elif reminds(key):
        found = [*dict.fromkeys(player for each in still_played(stored) for player in each.players)]
    elif key.startswith(OUT):
        found = [removed(stored)[number_in(key) - 1].player]
    return [player for player in found if player > 0]


def reminds(key: str) -> bool:
    """Whether a message names matches that are still being played."""
    return key == REMIND or key.startswith(MORE)


def still_played(stored: Stored) -> Sequence[Paired]:
    """The matches of which a season reminds its players; after its end they are matches of their
    own.
    """
    course = stored.competition.course
    return () if course.ended else course.open
