"""The steps that nobody has to take: which one is due at a time, and each as a transition.

A step is due by the record and the clock alone, and the events of a step make it due no more. So a
process that was killed before it stored them lost nothing, and of two processes that take the same
step the store lets one in.
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
from prowlerbot.competitions.pairings import more, plans, rounds_in_all
from prowlerbot.competitions.player_steps import forfeit, report
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.outages import A_CHECK_IN, Outage, forgiven, grace, moved_by

LEAST = 2
"""The players that a competition needs to begin."""
REMINDED = 2 * DAY
"""The most time between a reminder and what it reminds of."""


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
    """A look at a competition: whether a step is due, or its channel does not know everything."""

    STEP = "step"
    TELL = "tell"


def due_at(competition: Competition) -> int | None:
    """The time from which on a step is due if nothing else happens; None if that is never."""
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
    if not course.open or (terms.format is Format.KNOCKOUT and more(competition)):
        return competition.events[-1].at
    return _reminding(competition) or _until(course)


def begins_at(competition: Competition) -> int:
    """The time of the start. If players wait who were called too late to check in, or an outage has
    taken the last time for that, it is some minutes after that, or a day in a league.
    """
    terms, course, least = competition.terms, competition.course, _to_check_in(competition)
    starts, on_time = terms.starts, terms.starts - terms.check_in
    waiting = any(each.at < on_time for each in course.entries.values())
    if course.called is not None and course.called.at > on_time and waiting:
        starts = max(starts, course.called.at + min(terms.check_in, least))
    return forgiven(starts, course.outages, least)


def _to_check_in(competition: Competition) -> int:
    """The seconds that players need to hear of a check-in and to answer."""
    league = competition.terms.format is Format.LEAGUE
    return grace(competition.terms.check_in) if league else A_CHECK_IN


def interrupted(competition: Competition, outages: Sequence[Outage], now: int) -> Competition:
    """The competition after outages: nobody loses by what would have fallen due in them, or so soon
    after them that nobody could act. Those that change nothing are left out.
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
        until, new = (
            course.until(pairing),
            [each for each in outages if each.ended > course.set_at(pairing)],
        )
        given = grace(until - pairing.at)
        if until and (outage := moved_by(until, new, given)) is not None:
            moved[pairing.round], ends[pairing.round] = outage, outage.ended + given
    if not moved:
        return competition
    last = max(moved.values(), key=lambda outage: outage.ended)
    prolonged = (Prolonged(now, number, until) for number, until in sorted(ends.items()))
    return competition.after(Interrupted(now, *last), *prolonged)


def _until(course: Course) -> int | None:
    """The next end of the time for a pairing."""
    return min(filter(None, map(course.until, course.open)), default=None)


def _reminding(competition: Competition) -> int:
    """The time at which players are reminded next, 0 for never.

    In a league that is two days before the start, for those who have not confirmed, and before the
    end of the season, or at the last quarter of a shorter time; in a check-in also right after an
    outage by which the start is later. A call that came late needs no reminder.
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
    return Step.PAIR if more(competition) else Step.END


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
    """Begin with all who have checked in, or end at once with fewer than two.

    ``previous`` is the season of a league before this one. Seeds stand in the order of ratings,
    equal ones in the order of entries.
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
    """Pair the next round. Where a schedule has somebody who has left, the other one has won."""
    _only_if_due(competition, Step.PAIR, now)
    terms, course = competition.terms, competition.course
    lasts = terms.round_time * (rounds_in_all(competition) if terms.at_once else 1)
    if terms.format is Format.LEAGUE:
        lasts = lasts or terms.season
    until = now + lasts if lasts else 0
    made: list[Event] = []
    for number, plan in enumerate(plans(competition), len(course.pairings) + 1):
        paired = Paired(now, number, plan.round, plan.players, plan.division, until)
        made.append(paired)
        gone = tuple(player for player in plan.players if player in course.left)
        if gone and len(gone) >= len(plan.players) - 1:
            made.append(forfeit(paired, gone, now))
    return competition.after(*made)


def close(
    competition: Competition,
    now: int,
    verdicts: Mapping[int, Decided] | None = None,
) -> Competition:
    """End the open pairings whose time is over.

    ``verdicts`` has the results that follow from the clocks of the matches. In a pairing without
    one nobody has come.
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
    """End the competition; ``early`` as a person of this role says, or as its channel is gone: open
    pairings then have no result.
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
    """Take a step that is due, whichever it is."""
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
