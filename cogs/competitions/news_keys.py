"""The keys of the news that are due about a competition, and the players whom each of them calls.

Both follow from the record of the competition.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from cogs.board.views.terms_text import HOUR
from prowlerbot.competitions.competition_events import Began, Paired, Prolonged, Withdrew
from prowlerbot.competitions.competition_store import Stored

CALL, ROUND, BEGIN, END = "call", "round", "begin", "end"
CONFIRM, REMIND = "confirm", "remind"
"""The reminders of a league: to confirm a place, and to finish the matches being played."""
MORE, OUT, MISSED = "more", "out", "missed"
"""The present round has another end; a host or admin has taken a player out; the bot has, for
missed moves. Each key has a number, from 1 on.
"""
PINGED_AT_ONCE = 90
"""The most users that a message pings; Discord allows a hundred."""
WARNED = "idle"
"""Players of a ladder will drop; the key has a number, from 1 on."""
GREETING = "hello"
"""The message to a new player of a league of all servers."""
GONE = "gone"
"""The channel of the competition is gone; the key has a number, from 1 on."""
EVENT, WAITS = "event", "waits"
"""The event of the start, and the request for permissions while a competition waits for them."""


def in_rounds(stored: Stored) -> list[str]:
    """The keys of the news that are due at present about a competition in rounds; earlier ones are
    not sent any more.
    """
    terms, course = stored.terms, stored.course
    if course.lost_at:
        return without_channel(stored)
    if course.ended:
        late = [
            key
            for key, each in zip(missed(stored), taken_off(stored), strict=True)
            if terms.format.has_seasons and each.at == stored.competition.events[-1].at
        ]
        return [END, *late]
    if course.began is None:
        calls = -(-len(course.entries) // PINGED_AT_ONCE) if course.called else 0
        keys = [f"{CALL}{number}" for number in range(1, calls + 1)]
        is_asked = course.reminded and any(each not in course.checked_in for each in course.present)
        return [*keys, *([CONFIRM] if is_asked else []), *_out(stored)]
    if not course.round:
        return []
    beside = [*_out(stored), *missed(stored), *_more(stored)]
    if course.reminded and course.open:
        return [REMIND, *beside]
    return [BEGIN if terms.at_once else f"{ROUND}{course.round}", *beside]


def without_channel(stored: Stored) -> list[str]:
    return [END] if stored.course.ended else [f"{GONE}{stored.course.losses}"]


def removed(stored: Stored) -> list[Withdrew]:
    """The withdrawals of players by a host or an admin, in their order."""
    events = [each for each in stored.competition.events if isinstance(each, Withdrew)]
    return [each for each in events if each.by_host]


def taken_off(stored: Stored) -> list[Withdrew]:
    """The withdrawals by the bot after the beginning: for missed moves or, on a full ladder, for a
    new player.
    """
    began, taken = False, list[Withdrew]()
    for event in stored.competition.events:
        began |= isinstance(event, Began)
        if began and isinstance(event, Withdrew) and event.removed:
            taken.append(event)
    return [each for each in taken if not (each.by or each.by_host)]


def missed(stored: Stored) -> list[str]:
    """The keys of the news about players whom the bot has taken out."""
    return [f"{MISSED}{number}" for number in range(1, len(taken_off(stored)) + 1)]


def _out(stored: Stored) -> list[str]:
    count = 0 if stored.is_wide else len(removed(stored))
    return [f"{OUT}{number}" for number in range(1, count + 1)]


def _more(stored: Stored) -> list[str]:
    """The key of the news that the present round has another end, if it has."""
    changes = [event for event in stored.competition.events if isinstance(event, Prolonged)]
    prolonged = any(each.round in stored.course.prolonged for each in stored.course.open)
    over = bool(changes) and changes[-1].until <= changes[-1].at  # the matches end at once
    shown = prolonged and not over and not stored.is_wide
    return [f"{MORE}{[*_told_changes(stored)][-1]}"] if shown else []


def _told_changes(stored: Stored) -> dict[int, bool]:
    """The changes of the ends of rounds that have a message of their own, by their numbers from 1
    on, and whether it calls players. A host does that once an hour; further changes of the same
    round in that time change its message.
    """
    told, called_at, rounds = dict[int, bool](), 0, set[int]()
    events = (each for each in stored.competition.events if isinstance(each, Prolonged))
    for at, act in groupby(enumerate(events, 1), key=lambda numbered: numbered[1].at):
        changes = [*act]
        number, last = changes[-1]
        changed = {each.round for _, each in changes}
        is_soon = bool(last.by) and at < called_at + HOUR
        if not is_soon or changed.isdisjoint(rounds):
            told[number] = not is_soon
        if last.by and last.until > at and not is_soon:
            called_at = at
        rounds = changed
    return told


def number_in(key: str) -> int:
    return int("".join(filter(str.isdecimal, key)) or 0)


def called(stored: Stored, key: str) -> list[int]:
    """The players whom a message calls.

    These are players who have not confirmed, players who still play, or those who were taken out.
    """
    course, players = stored.course, list[int]()
    if key.startswith(CALL):
        first = (number_in(key) - 1) * PINGED_AT_ONCE
        some = [*course.entries][first : first + PINGED_AT_ONCE]
        players = [each for each in some if each not in {*course.left, *course.checked_in}]
    elif key == CONFIRM:
        players = [each for each in course.present if each not in course.checked_in]
    elif key.startswith(GONE) or (key == END and course.ended_by in {"channel", "place"}):
        players = [*dict.fromkeys((*course.present, stored.host))]
    elif (key == BEGIN and not course.results) or (key == END and course.cancelled):
        players = [*dict.fromkeys(player for each in course.open for player in each.players)]
    elif is_reminder(key) and _told_changes(stored).get(number_in(key), True):
        players = [
            *dict.fromkeys(player for each in still_played(stored) for player in each.players)
        ]
    elif key.startswith(WARNED):
        players = [*stored.format.falling(stored.competition)]
    elif key.startswith((OUT, MISSED)):
        taken = removed(stored) if key.startswith(OUT) else taken_off(stored)
        players = [taken[number_in(key) - 1].player]
    return [player for player in players if player > 0]


def is_reminder(key: str) -> bool:
    """Whether a message lists the matches that are still being played."""
    return key == REMIND or key.startswith(MORE)


def still_played(stored: Stored) -> Sequence[Paired]:
    """The matches of a competition that are still being played; none once it has ended."""
    return () if stored.course.ended else stored.course.open
