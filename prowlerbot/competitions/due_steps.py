"""The steps that the bot takes: the step that is due at a time, and each step as a transition.

A step is due by the record and the clock alone, and its events end that. So a crash before they are
stored loses nothing, and if two processes take the same step, the store accepts one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from prowlerbot.competitions.competition_events import (
    Began,
    By,
    Called,
    Decided,
    Dropped,
    Ended,
    Event,
    Found,
    Interrupted,
    Lost,
    Paired,
    Prolonged,
    Withdrew,
)
from prowlerbot.competitions.competition_record import DAY, Competition
from prowlerbot.competitions.competition_values import Step
from prowlerbot.competitions.player_steps import (
    acted,
    check_may_cancel,
    check_no_interest,
    forfeit,
    only_before_the_end,
    report,
)
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.outages import Outage, forgiven, grace, moved_by

HELD = 7 * DAY
"""Seconds for which a competition without a channel is held before it ends."""


class CompetitionDuty(StrEnum):
    """A duty of a competition: to take its due steps, or to bring its messages up to date.

    The values are stored, so they never change.
    """

    STEP = "step"
    NEWS = "tell"


def due_at(competition: Competition) -> int | None:
    """The time at which a step falls due if nothing else happens; None for never."""
    at, lost_at = _due_at(competition), competition.course.lost_at
    return min(at or lost_at + HELD, lost_at + HELD) if lost_at and at is not None else at


def _due_at(competition: Competition) -> int | None:
    terms, course = competition.terms, competition.course
    if course.ended:
        return None
    if course.began is None:
        if course.called is None:
            return terms.starts - terms.check_in
        return reminding(competition) or begins_at(competition)
    return competition.format.due_at(competition)


def begins_at(competition: Competition) -> int:
    """The time of the start. It is later if the call to check in came late for players who had
    entered, or if an outage took the last time for it: by some minutes, or by a day in a league.
    """
    terms, course = competition.terms, competition.course
    least = competition.format.to_check_in(terms)
    starts, on_time = terms.starts, terms.starts - terms.check_in
    waiting = any(each.at < on_time for each in course.entries.values())
    if course.called is not None and course.called.at > on_time and waiting:
        starts = max(starts, course.called.at + min(terms.check_in, least))
    return forgiven(starts, course.outages, least)


def interrupted(competition: Competition, outages: Sequence[Outage], now: int) -> Competition:
    """The competition after outages: a deadline in an outage, or too soon after it for anybody to
    act, moves. Outages that move no deadline are not recorded.
    """
    course = competition.course
    if course.ended or (course.began is None and not course.called):
        return competition
    known = max((each.ended for each in course.outages), default=0)
    if course.began is None:
        called = course.called.at if course.called is not None else now
        new = [each for each in outages if each.ended > max(known, called)]
        least = competition.format.to_check_in(competition.terms)
        outage = moved_by(begins_at(competition), new, least)
        return competition if outage is None else competition.after(Interrupted(now, *outage))
    if not competition.format.has_rounds:
        new = [each for each in outages if each.ended > max(known, course.began.at)]
        return competition.after(*(Interrupted(now, *each) for each in new))
    moved = dict[int, Outage]()
    ends = dict[int, int]()
    for pairing in course.open:
        until, set_at = course.until(pairing), course.prolonged.get(pairing.round, pairing).at
        new = [each for each in outages if each.ended > set_at]
        given = grace(until - pairing.at)
        if until and (outage := moved_by(until, new, given)) is not None:
            moved[pairing.round], ends[pairing.round] = outage, outage.ended + given
    if not moved:
        return competition
    last = max(moved.values(), key=lambda outage: outage.ended)
    prolonged = (Prolonged(now, number, until) for number, until in sorted(ends.items()))
    return competition.after(Interrupted(now, *last), *prolonged)


def reminding(competition: Competition) -> int:
    """The time of the next reminder, 0 for never. A check-in also reminds right after an outage
    that moved the start. A late call needs no reminder.
    """
    course = competition.course
    if course.began is None and not course.warned:
        return course.outages[-1].ended
    return competition.format.reminds_at(competition)


def due(competition: Competition, now: int) -> Step | None:
    """The next step, if its time has come."""
    at = due_at(competition)
    if at is None or now < at:
        return None
    lost_at = competition.course.lost_at
    if lost_at and now >= lost_at + HELD:
        return Step.GIVE_UP
    if competition.course.began is not None:
        return competition.format.due(competition, now)
    if competition.terms.check_in and not competition.course.called:
        return Step.CALL
    return Step.BEGIN if now >= begins_at(competition) else Step.REMIND


def take(
    competition: Competition,
    step: Step,
    now: int,
    previous: Sequence[Competition] = (),
    verdicts: Mapping[int, Decided] | None = None,
) -> Competition:
    """Take this step, which is due.

    ``previous`` has the seasons before this one, the latest last. ``verdicts`` has the results that
    follow from the clocks of the matches whose time is over.
    """
    only_before_the_end(competition)
    if due(competition, now) is not step:
        raise Denied("This step of the competition is not due.")
    events: Iterable[Event]
    match step:
        case Step.BEGIN:
            return _begun(competition, now, previous[-1] if previous else None)
        case Step.CLOSE:
            return _closed(competition, now, verdicts or {})
        case Step.CALL:
            events = [Called(now)]
        case Step.REMIND:
            events = [competition.format.reminder(competition, now)]
        case Step.PAIR:
            events = _pairings(competition, now)
        case Step.DROP:
            events = [Dropped(now, competition.format.idle(competition, now))]
        case Step.END | Step.GIVE_UP:
            lost = step is Step.GIVE_UP
            events = [Ended(now, early=lost, by="channel" if lost else "")]
    return competition.after(*events)


def _begun(competition: Competition, now: int, previous: Competition | None) -> Competition:
    """All players who have checked in take part; if they are too few, it ends at once."""
    terms = replace(competition.terms, rules=competition.format.rules)
    competition, course = replace(competition, terms=terms), competition.course
    coming = [p for p in course.present if p in course.checked_in or not terms.check_in]
    after = competition.after(*(Withdrew(now, p, True) for p in course.present if p not in coming))
    if len(coming) < competition.format.least:
        return after.after(Ended(now))
    return after.after(Began(now, competition.format.divided(competition, coming, previous)))


def _pairings(competition: Competition, now: int) -> Iterator[Event]:
    """The next pairings. If a player of a schedule has left, the opponent wins."""
    course, lasts = competition.course, competition.format.lasts(competition)
    until = now + lasts if lasts else 0
    for number, plan in enumerate(competition.format.plans(competition), len(course.pairings) + 1):
        paired = Paired(now, number, plan.round, plan.players, plan.division, until)
        yield paired
        gone = tuple(player for player in plan.players if player in course.left)
        if gone and len(gone) >= len(plan.players) - 1:
            yield forfeit(paired, gone, now)


def _closed(competition: Competition, now: int, verdicts: Mapping[int, Decided]) -> Competition:
    """The open pairings whose time is over have results; all players of a pairing without a verdict
    are absent.
    """
    after = competition
    for pairing in competition.course.open:
        over = 0 < competition.format.until(competition, pairing) <= now
        if over and pairing.pairing not in after.course.results:
            nobody = forfeit(pairing, pairing.players, now)
            after = report(after, verdicts.get(pairing.pairing, nobody))
    return after


def cancel(competition: Competition, now: int, *, by: int = 0, role: By = "") -> Competition:
    """End the competition early, at the wish of the user ``by`` in this role or because its channel
    is gone. Open pairings have no result then.
    """
    only_before_the_end(competition)
    check_may_cancel(competition, by)
    return competition.after(Ended(now, early=True, by=role))


def lose(competition: Competition, now: int) -> Competition:
    """Record that there is no channel any more; the competition is held for a week."""
    if competition.course.ended or competition.course.lost_at:
        raise Stale("This competition is over.")
    return competition.after(Lost(now))


def move(competition: Competition, now: int, *, by: int = 0) -> Competition:
    """Record what it changes that a user brings the competition into another channel."""
    only_before_the_end(competition)
    if competition.course.lost_at:
        return find(competition, now)
    check_no_interest(competition, by)
    return acted(competition, by) if competition.course.entries else competition


def find(competition: Competition, now: int) -> Competition:
    """Record that there is a channel again. A start that fell into that time is later."""
    course = competition.course
    if course.ended or not course.lost_at:
        raise Stale("This competition is over.")
    after = competition.after(Found(now))
    if course.began is None and course.called:
        return interrupted(after, [Outage(course.lost_at, now)], now)
    return after
