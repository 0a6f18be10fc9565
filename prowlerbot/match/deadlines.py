"""The time to think: deadlines, reminders on the way, quiet hours, and the consequences.

Each seat has its own clock, which starts when the seat is to move. The clock stops while the player
is away, for at most two weeks per decision. It does not stop if the decision was late, or had an
hour or less left, when the absence began. If the terms say so, it also stops on weekends.

A live stage, such as the rush to build a colony, has one clock for all seats. It starts with the
first move of a person in the stage, so it hurries nobody before that. The machine waits for this
move. When time is up, every seat that is not done is made to be done. The start follows from the
plays, so nothing is stored.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from prowlerbot.core.clock import Outage, forgive_outages, grace_after_outage, pass_time
from prowlerbot.core.errors import Stale
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, find_move
from prowlerbot.match import banks
from prowlerbot.match.match import (
    Context,
    Ending,
    Match,
    Phase,
    Play,
    end_match,
    only_while_playing,
)
from prowlerbot.match.play import advance, states
from prowlerbot.match.preferences import (
    LONGEST_AWAY,
    TOO_LATE,
    Absence,
    PlayerChoices,
    granted_absences,
)
from prowlerbot.match.terms import Terms

LEAST_SLACK, MOST_SLACK = 10 * 60, 12 * 60 * 60
_QUICK = 5 * 60
"""A pace below which a late move is claimed as soon as a tenth of the time has passed."""
LEFT_ALONE = 30 * 24 * 60 * 60
"""Seconds after the deadline until an untouched match ends."""


def earliest_deadline(match: Match) -> int:
    """The earliest possible deadline if nobody is away, in epoch seconds; 0 for no limit."""
    if match.phase is not Phase.PLAYING or not match.terms.limit:
        return 0
    return counted_on(match.turn_at, banks.least_time(match), match.terms.weekend)


def first_reminder(match: Match) -> int:
    """The earliest time to look for a reminder, in epoch seconds; 0 for none.

    This is after a quarter of the time. A reminder is due at half time, but comes earlier if half
    time is in the player's night. In a live match its board warns when little is left.
    """
    if not (by := earliest_deadline(match)):
        return 0
    if match.terms.is_timed:
        return by - banks.low_time(match)
    return counted_on(match.turn_at, banks.least_time(match) // 4, match.terms.weekend)


def slack(pace: int) -> int:
    """Seconds after a deadline until the bot itself claims a move at a pace."""
    return pace // 10 if pace < _QUICK else min(max(pace // 10, LEAST_SLACK), MOST_SLACK)


def claim_slack(terms: Terms) -> int:
    """The same for a match of a competition, or a live one."""
    return banks.CARRIED_OUT if terms.is_timed else slack(terms.pace)


def claim_at(match: Match) -> int:
    """The time at which the bot claims the earliest awaited move, in epoch seconds; 0 for never."""
    by_the_bot = match.terms.competition or match.terms.is_timed
    if not by_the_bot or not earliest_deadline(match):
        return 0
    return earliest_deadline(match) + claim_slack(match.terms)


def deadline(
    match: Match, seat: int, absences: Sequence[Absence] = (), outages: Sequence[Outage] = ()
) -> int | None:
    """The deadline of a seat's decision, in epoch seconds; None without a limit.

    In a competition or a live match ``absences`` do not move the deadline, but outages do.
    """
    if match.phase is not Phase.PLAYING or not match.terms.limit:
        return None
    return _clock(match, seat, absences, outages).by


def unaware_seats(match: Match, to_move: Collection[int], now: int) -> frozenset[int]:
    """The seats to move whose players cannot know of their turn yet: see ``closing.unseen_by``."""
    people = (seat for seat in to_move if match.phase is Phase.PLAYING and seat in match.seats)
    return frozenset(
        seat for seat in people if match.player(seat).is_person and match.decision(seat).since > now
    )


def is_overdue(match: Match, seat: int, at: int, outages: Sequence[Outage] = ()) -> bool:
    """Whether the clock of a seat's latest decision had run out at a time, absences aside."""
    return at >= _clock(match, seat, (), outages).by


def helpful_outage(
    match: Match, seat: int, absences: Sequence[Absence], outages: Sequence[Outage]
) -> Outage | None:
    """The outage that gives a seat more time for its decision, if there is one."""
    if match.phase is not Phase.PLAYING or not match.terms.limit:
        return None
    return _clock(match, seat, absences, outages).outage


def claimed_at(match: Match, seat: int, outages: Sequence[Outage] = ()) -> int | None:
    """The time at which the bot claims a seat's move, as in ``claim_at``; None for never."""
    if (by := deadline(match, seat, (), outages)) is None:
        return None
    at, since = by + claim_slack(match.terms), match.decision(seat).since
    if match.terms.is_timed:
        return at + banks.turn_begins(match, seat) - banks.turn_begins(match, seat, 0)
    later = [each for each in outages if each.ended > since]
    return forgive_outages(at, later, grace_after_outage(match.terms.pace))


class _Clock(NamedTuple):
    """A clock that began at ``since`` and ends at ``by``. It counts ``lasts`` seconds and stops
    during ``standstill``. With an ``outage`` it is the grace after it, in which weekends and
    absences do not count either.
    """

    since: int
    lasts: int
    standstill: Sequence[Absence]
    by: int
    outage: Outage | None = None


def _clock(
    match: Match, seat: int, absences: Sequence[Absence], outages: Sequence[Outage]
) -> _Clock:

    def begun(at: int, lasts: int, outage: Outage | None = None) -> _Clock:
        standstill = _standstill(match, at, lasts, absences)
        return _Clock(at, lasts, standstill, _time_after(match, at, lasts, standstill), outage)

    since, pace = banks.turn_begins(match, seat, 0), banks.decision_time(match, seat)
    if match.terms.is_timed:  # it stands still, but nobody gets more
        by = pass_time(since, pace, outages)
        later = (each for each in outages if each.ended > since and each.began < by)
        return _Clock(since, pace, (), by, max(later, default=None))
    clock = begun(since, pace)
    for outage in sorted(outages):
        if outage.ended > since and outage.began <= clock.by:
            clock = max(
                clock, begun(outage.ended, grace_after_outage(pace), outage), key=attrgetter("by")
            )
    return clock


def _standstill(match: Match, since: int, lasts: int, absences: Sequence[Absence]) -> list[Absence]:
    """The times at which a clock stops because its player is away."""
    weekend, away = match.terms.weekend, 0
    standstill: list[Absence] = []
    if match.terms.competition:
        return standstill
    for start, end in granted_absences(absences) if match.terms.rated else sorted(absences):
        begins = max([start, since, *(before for _, before in standstill)])
        ends = min(end, begins + LONGEST_AWAY - away)
        due = _time_after(match, since, lasts, standstill)
        if begins < ends and counted_between(begins, due, weekend) > TOO_LATE:
            standstill.append((begins, ends))
            away += ends - begins
    return standstill


def _time_after(match: Match, since: int, seconds: int, standstill: Sequence[Absence]) -> int:
    """The time at which so many seconds of a decision that count have passed."""
    weekend = match.terms.weekend
    for begins, ends in standstill:
        if (at := counted_on(since, seconds, weekend)) <= begins:
            return at
        seconds -= counted_between(since, begins, weekend)
        since = ends
    return counted_on(since, seconds, weekend)


_SATURDAY = 5
_WEEK = 7


def counted_on(start: int, seconds: int, weekend: str) -> int:
    """The time at which so many seconds that count have passed. Weekends in the time zone
    ``weekend`` do not count; if it is empty, all seconds do.
    """
    if not weekend:
        return start + seconds
    while True:
        begins, ends = _next_weekend(start, weekend)
        if start < begins and start + seconds <= begins:
            return start + seconds
        seconds -= max(begins - start, 0)
        start = ends


def counted_between(start: int, end: int, weekend: str) -> int:
    counted = end - start
    while weekend and start < end:
        begins, ends = _next_weekend(start, weekend)
        counted -= max(min(ends, end) - max(begins, start), 0)
        start = ends
    return counted


def is_paused(now: int, weekend: str) -> bool:
    """Whether a weekend that does not count is running."""
    return bool(weekend) and _next_weekend(now, weekend)[0] <= now


def _next_weekend(at: int, timezone: str) -> tuple[int, int]:
    """The start and end of the first weekend that is not over at that time. Days begin at midnight
    in the time zone, so some weekends are an hour longer or shorter.
    """
    there = zone(timezone)
    local = datetime.fromtimestamp(at, there)
    midnight = local.replace(hour=0, minute=0, second=0, fold=0, tzinfo=None)
    saturday = midnight + timedelta(days=_SATURDAY - local.weekday())
    begins, ends = (
        int((saturday + timedelta(days=days)).replace(tzinfo=there).timestamp())
        for days in (0, _WEEK - _SATURDAY)
    )
    return begins, ends


def is_abandoned(match: Match, due_at: int | None, now: int) -> bool:
    """Whether nobody has touched a match for a long time after its deadline.

    This is not used for matches of a running competition, where the bot claims late moves.
    """
    if match.phase is not Phase.PLAYING or due_at is None:
        return False
    return now >= max(due_at, match.changed_at) + LEFT_ALONE


def abandon(match: Match, due_at: int | None, now: int) -> Match:
    if not is_abandoned(match, due_at, now):
        raise Stale("This match has not been left alone for that long.")
    return end_match(match, Ending.ABANDONED, 0, now)


_LAST_CALL = 2 * 60 * 60
"""Seconds from the last reminder to the deadline; at a quick pace a tenth of the time."""
_QUARTER = 15 * 60
"""Seconds; the quiet hours of every time zone end at a quarter of an hour."""


class Reminder(StrEnum):
    HALF = "half"
    LAST = "last"


class ReminderLook(NamedTuple):
    """The reminder ``due`` now, when to look ``again`` (0 for never), and when its clock began."""

    due: Reminder | None
    again: int
    since: int


def look_for_reminder(
    match: Match, seat: int, choices: PlayerChoices, now: int, outages: Sequence[Outage] = ()
) -> ReminderLook:
    """Whether a reminder of a seat's decision is due now.

    None is due before half time, after the deadline and on a weekend that does not count. Players
    who are away or in quiet hours get theirs right afterwards, if there is still time, of all their
    matches at once. The last reminder comes shortly before the end, or before the player's quiet
    hours if they last until the end. If an outage has moved the end, only the last reminder comes.
    """
    if match.phase is not Phase.PLAYING or not match.terms.pace:  # a live match needs none
        return ReminderLook(None, 0, 0)
    since, lasts, standstill, by, outage = _clock(match, seat, choices.absences, outages)
    if by <= now:
        return ReminderLook(None, 0, since)
    if in_peace(choices, now):
        return ReminderLook(None, next_look(choices, now), since)
    if is_paused(now, match.terms.weekend):
        return ReminderLook(None, counted_on(now, 0, match.terms.weekend), since)
    near = min(lasts // 10, _LAST_CALL)
    last = _time_after(match, since, max(0, lasts - near), standstill)
    half = last if outage is not None else _time_after(match, since, lasts // 2, standstill)
    if since < (quiet := _quiet_since(choices, by - 1)) <= last:
        last = max(quiet - near, (since + quiet) // 2)
    half = min(half, last)
    due = Reminder.LAST if now >= last else Reminder.HALF if now >= half else None
    return ReminderLook(due, next((at for at in (half, last) if at > now), 0), since)


def zone(name: str) -> tzinfo:
    """The time zone of a name such as Europe/Berlin; UTC for an unknown one."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def offset(name: str, at: int) -> int:
    """The seconds that the clocks of a time zone are ahead of UTC at a time."""
    ahead = datetime.fromtimestamp(at, zone(name)).utcoffset()
    return int(ahead.total_seconds()) if ahead else 0


def in_peace(choices: PlayerChoices, now: int) -> bool:
    """Whether the player is away, or it is within their quiet hours."""
    return now < choices.away_until or _quiet_since(choices, now) > 0


def next_look(choices: PlayerChoices, now: int) -> int:
    """The time at which quiet hours or an absence may be over."""
    ends, away = now + _QUARTER - now % _QUARTER, choices.away_until
    return min(ends, away) if away > now else ends


def _quiet_since(choices: PlayerChoices, at: int) -> int:
    """The start of the quiet hours that a time is in; 0 outside of them."""
    there = datetime.fromtimestamp(at, zone(choices.zone_name))
    start, end = choices.quiet_from, choices.quiet_to
    if (there.hour - start) % 24 >= (end - start) % 24:
        return 0
    began = there.replace(hour=start, minute=0, second=0, fold=0)
    return int((began - timedelta(days=there.hour < start)).timestamp())


MOST_PLAYS = 200
"""The most plays of a seat in one stage; after them it is done, and the others go on. No colony
takes that many, and the limit keeps the record of a match readable.
"""


def runs_out(
    match: Match, replayed: Sequence[AnyState], outages: Sequence[Outage] = ()
) -> int | None:
    """The end of the present stage, in epoch seconds; None if no clock runs.

    ``replayed`` are the positions of the match. The clock stops in ``outages``.
    """
    if match.phase is not Phase.PLAYING or not match.terms.stopwatch:
        return None
    for play in _of_stage(match, replayed):
        by_a_person = play.seat != CHANCE and match.player(play.seat).is_person
        if by_a_person and play.move != LEAVE:
            return pass_time(play.at, match.terms.stopwatch, outages)
    return None


def _of_stage(match: Match, replayed: Sequence[AnyState]) -> Sequence[Play]:
    """The plays of the present live stage; none outside of one."""
    if not replayed[-1].live:
        return ()
    ply = match.ply
    while ply and replayed[ply - 1].live:
        ply -= 1
    return match.plays[ply:]


def stop(match: Match, context: Context, outages: Sequence[Outage] = ()) -> Match:
    """Finish every seat of a stage whose time is up; raises Stale if it is not."""
    only_while_playing(match)
    due = runs_out(match, states(match, context.game), outages)
    if due is None or context.now < due:
        raise Stale("The time of this stage is not up.")
    return replace(_stop_seats(match, context, match.seats), revision=match.revision + 1)


def stopped_if_full(match: Match, context: Context) -> Match:
    """The match after a move; a seat with MOST_PLAYS plays in the stage is done as well."""
    if match.phase is not Phase.PLAYING:
        return match
    replayed = states(match, context.game)
    if not replayed[-1].live:
        return match
    made = Counter(play.seat for play in _of_stage(match, replayed))
    full = [seat for seat in match.seats if made[seat] >= MOST_PLAYS]
    return replace(_stop_seats(match, context, full), revision=match.revision)  # a single change


def _stop_seats(match: Match, context: Context, seats: Collection[int]) -> Match:
    """The match in which all of these seats are done."""
    state, after = states(match, context.game)[-1], match
    for seat in sorted(state.to_move.intersection(seats)):
        if seat in state.to_move and state.live:
            done = Play(seat, state.live, context.now, after.decision(seat).moment)
            following = state.after(seat, find_move(state, seat, state.live))
            after = advance(after, state, done, following, context)
            state = states(after, context.game)[-1]
    return after
