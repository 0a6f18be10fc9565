"""The steps that the bot takes: the step that is due at a time, and each step as a transition.

A step is due by the record and the clock alone, and its events end that. So a crash before they are
stored loses nothing, and if two processes take the same step, the store accepts one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from prowlerbot.competitions import ladder, league
from prowlerbot.competitions.competition_events import (
    Began,
    By,
    Called,
    Decided,
    Dropped,
    Ended,
    Event,
    Interrupted,
    Paired,
    Prolonged,
    Reminded,
    Withdrew,
)
from prowlerbot.competitions.competition_record import DAY, Competition, Format
from prowlerbot.competitions.course import Course
from prowlerbot.competitions.pairings import is_more_to_pair, plans, rounds_in_all
from prowlerbot.competitions.player_steps import forfeit, report
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.outages import A_CHECK_IN, Outage, forgiven, grace, moved_by

LEAST = 2
"""The fewest players with which a competition begins."""
REMINDED = 2 * DAY
"""The longest time from a reminder to the deadline."""


class Step(StrEnum):
    """A step that may be due."""

    CALL = "call"
    REMIND = "remind"
    BEGIN = "begin"
    PAIR = "pair"
    CLOSE = "close"
    DROP = "drop"
    END = "end"


class CompetitionDuty(StrEnum):
    """A duty of a competition: to take its due steps, or to bring its messages up to date.

    The values are stored, so they never change.
    """

    STEP = "step"
    NEWS = "tell"


def due_at(competition: Competition) -> int | None:
    """The time at which a step falls due if nothing else happens; None for never."""
    terms, course = competition.terms, competition.course
    if course.ended:
        return None
    if course.began is None:
        if course.called is None:
            return terms.starts - terms.check_in
        return _reminding(competition) or begins_at(competition)
    if terms.format is Format.LADDER:
        drops = ladder.drops_at(competition).values()
        return min(terms.starts + terms.season, *drops) if drops else terms.starts + terms.season
    if not course.open or (terms.format is Format.KNOCKOUT and is_more_to_pair(competition)):
        return competition.events[-1].at
    return _reminding(competition) or _until(course)


def begins_at(competition: Competition) -> int:
    """The time of the start. It is later if the call to check in came late for players who had
    entered, or if an outage took the last time for it: by some minutes, or by a day in a league.
    """
    terms, course, least = competition.terms, competition.course, _to_check_in(competition)
    starts, on_time = terms.starts, terms.starts - terms.check_in
    waiting = any(each.at < on_time for each in course.entries.values())
    if course.called is not None and course.called.at > on_time and waiting:
        starts = max(starts, course.called.at + min(terms.check_in, least))
    return forgiven(starts, course.outages, least)


def _to_check_in(competition: Competition) -> int:
    """Seconds that players need to see a call to check in and to answer."""
    league = competition.terms.format is Format.LEAGUE
    return grace(competition.terms.check_in) if league else A_CHECK_IN


def interrupted(competition: Competition, outages: Sequence[Outage], now: int) -> Competition:
    """The competition after outages: a deadline in an outage, or too soon after it for anybody to
    act, moves. Outages that move no deadline are not recorded.
    """
    terms, course = competition.terms, competition.course
    if course.ended or (course.began is None and not course.called):
        return competition
    known = max((each.ended for each in course.outages), default=0)
    if terms.format is Format.LADDER:
        began = course.began.at if course.began is not None else now
        new = [each for each in outages if each.ended > max(known, began)]
        return competition.after(*(Interrupted(now, *each) for each in new))
    if course.began is None:
        called = course.called.at if course.called is not None else now
        new = [each for each in outages if each.ended > max(known, called)]
        outage = moved_by(begins_at(competition), new, _to_check_in(competition))
        return competition if outage is None else competition.after(Interrupted(now, *outage))
    moved = dict[int, Outage]()
    ends = dict[int, int]()
    for pairing in course.open:
        until = course.until(pairing)
        new = [each for each in outages if each.ended > course.set_at(pairing)]
        given = grace(until - pairing.at)
        if until and (outage := moved_by(until, new, given)) is not None:
            moved[pairing.round], ends[pairing.round] = outage, outage.ended + given
    if not moved:
        return competition
    last = max(moved.values(), key=lambda outage: outage.ended)
    prolonged = (Prolonged(now, number, until) for number, until in sorted(ends.items()))
    return competition.after(Interrupted(now, *last), *prolonged)


def _until(course: Course) -> int | None:
    """The earliest end of the time for an open pairing."""
    return min(filter(None, map(course.until, course.open)), default=None)


def _reminding(competition: Competition) -> int:
    """The time of the next reminder, 0 for never.

    A league reminds two days before the start those players who have not confirmed, and two days
    before the end of the season those who still play; of a shorter time, at its last quarter. A
    check-in also reminds right after an outage that moved the start. A late call needs no reminder.
    """
    terms, course = competition.terms, competition.course
    if course.began is None and not course.warned:
        return course.outages[-1].ended
    if terms.format is not Format.LEAGUE or course.reminded:
        return 0
    if course.began is None:
        at = begins_at(competition) - min(REMINDED, terms.check_in // 4)
        return at if course.called is not None and at > course.called.at else 0
    until = _until(course)
    return until - min(REMINDED, (until - course.began.at) // 4) if until else 0


def due(competition: Competition, now: int) -> Step | None:
    """The next step, if its time has come."""
    terms, course = competition.terms, competition.course
    at = due_at(competition)
    if at is None or now < at:
        return None
    if course.began is None:
        return _before_the_beginning(competition, now)
    if terms.format is Format.LADDER:
        return Step.END if now >= terms.starts + terms.season else Step.DROP
    if any(0 < course.until(pairing) <= now for pairing in course.open):
        return Step.CLOSE
    if course.open and 0 < _reminding(competition) <= now:
        return Step.REMIND
    return Step.PAIR if is_more_to_pair(competition) else Step.END


def _before_the_beginning(competition: Competition, now: int) -> Step:
    if competition.terms.check_in and not competition.course.called:
        return Step.CALL
    return Step.BEGIN if now >= begins_at(competition) else Step.REMIND


def call(competition: Competition, now: int) -> Competition:
    """Open the check-in."""
    _only_if_due(competition, Step.CALL, now)
    return competition.after(Called(now))


def remind(competition: Competition, now: int) -> Competition:
    """Remind players."""
    _only_if_due(competition, Step.REMIND, now)
    return competition.after(Reminded(now))


def begin(competition: Competition, now: int, previous: Competition | None = None) -> Competition:
    """Begin with all players who have checked in, or end at once with fewer than two.

    ``previous`` is the season of a league before this one. The seeds are in the order of ratings,
    and equal ratings in the order of entries.
    """
    _only_if_due(competition, Step.BEGIN, now)
    terms, course = competition.terms, competition.course
    coming = [p for p in course.present if p in course.checked_in or not terms.check_in]
    after = competition.after(*(Withdrew(now, p, True) for p in course.present if p not in coming))
    if terms.format is Format.LADDER:
        return after.after(Began(now, (tuple(coming),)))
    if len(coming) < LEAST:
        return after.after(Ended(now))
    seeds = sorted(coming, key=lambda player: -course.entries[player].rating)
    if terms.format is Format.LEAGUE:
        return after.after(Began(now, league.divided(seeds, previous)))
    return after.after(Began(now, (tuple(seeds),)))


def pair(competition: Competition, now: int) -> Competition:
    """Pair the next round. If a player of a schedule has left, the opponent wins."""
    _only_if_due(competition, Step.PAIR, now)
    terms, course = competition.terms, competition.course
    lasts = terms.round_time * (rounds_in_all(competition) if terms.at_once else 1)
    if terms.format is Format.LEAGUE:
        lasts = lasts or terms.season
    until = now + lasts if lasts else 0
    events: list[Event] = []
    for number, plan in enumerate(plans(competition), len(course.pairings) + 1):
        paired = Paired(now, number, plan.round, plan.players, plan.division, until)
        events.append(paired)
        gone = tuple(player for player in plan.players if player in course.left)
        if gone and len(gone) >= len(plan.players) - 1:
            events.append(forfeit(paired, gone, now))
    return competition.after(*events)


def close(
    competition: Competition,
    now: int,
    verdicts: Mapping[int, Decided] | None = None,
) -> Competition:
    """End the open pairings whose time is over.

    ``verdicts`` has the results that follow from the clocks of the matches. All players of a
    pairing without a verdict are absent.
    """
    _only_if_due(competition, Step.CLOSE, now)
    after = competition
    for pairing in competition.course.open:
        over = 0 < competition.course.until(pairing) <= now
        if over and pairing.pairing not in after.course.results:
            nobody = forfeit(pairing, pairing.players, now)
            after = report(after, (verdicts or {}).get(pairing.pairing, nobody))
    return after


def drop(competition: Competition, now: int) -> Competition:
    """Drop the idle players of a ladder by one place each."""
    _only_if_due(competition, Step.DROP, now)
    return competition.after(Dropped(now, ladder.idle(competition, now)))


def end(competition: Competition, now: int, *, early: bool = False, role: By = "") -> Competition:
    """End the competition, or with ``early`` cancel it: a person in this role wants that, or its
    channel is gone. Then open pairings have no result.
    """
    if competition.course.ended:
        raise Stale("This competition is over.")
    if not early:
        _only_if_due(competition, Step.END, now)
    return competition.after(Ended(now, early, role))


def take(
    competition: Competition,
    step: Step,
    now: int,
    previous: Sequence[Competition] = (),
    verdicts: Mapping[int, Decided] | None = None,
) -> Competition:
    """Take this step, which is due."""
    match step:
        case Step.BEGIN:
            return begin(competition, now, previous[-1] if previous else None)
        case Step.CLOSE:
            return close(competition, now, verdicts)
        case _:
            return _SIMPLE[step](competition, now)


_SIMPLE: dict[Step, Callable[[Competition, int], Competition]] = {
    Step.CALL: call,
    Step.REMIND: remind,
    Step.PAIR: pair,
    Step.DROP: drop,
    Step.END: end,
}


def _only_if_due(competition: Competition, step: Step, now: int) -> None:
    present = due(competition, now)
    if present is step:
        return
    if competition.course.ended:
        raise Stale("This competition is over.")
    raise Denied("This step of the competition is not due.")
