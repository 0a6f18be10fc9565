"""The steps that nobody has to take: which one is due at a time, and each as a transition.

A step is due by the record and the clock alone, and the events of a step make it due no more. So a
process that was killed before it stored them lost nothing, and of two processes that take the same
step the store lets one in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from prowlerbot.competition import ladder, league
from prowlerbot.competition.events import (
    Began,
    Called,
    Decided,
    Dropped,
    Ended,
    Event,
    Paired,
    Withdrew,
)
from prowlerbot.competition.planning import more, plans, rounds_in_all
from prowlerbot.competition.record import Competition, Format
from prowlerbot.competition.steps import forfeit, report
from prowlerbot.core.errors import Denied, Stale

LEAST = 2
"""The players that a competition needs to begin."""


class Step(StrEnum):
    """A step that may be due."""

    CALL = "call"
    BEGIN = "begin"
    PAIR = "pair"
    CLOSE = "close"
    DROP = "drop"
    END = "end"


def due_at(competition: Competition) -> int | None:
    """The time from which on a step is due if nothing else happens; None if that is never.

    A store can keep it beside the record, to find the competitions with something to do.
    """
    terms, course = competition.terms, competition.course
    if course.ended:
        return None
    if course.began is None:
        return terms.starts if course.called else terms.starts - terms.check_in
    if terms.format is Format.LADDER:
        drops = ladder.drops_at(competition).values()
        return min(terms.starts + terms.season, *drops) if drops else terms.starts + terms.season
    if not course.open or (terms.format is Format.KNOCKOUT and more(competition)):
        return competition.events[-1].at
    return min(filter(None, map(course.until, course.open)), default=None)


def due(competition: Competition, now: int) -> Step | None:
    """The next step, if its time has come."""
    terms, course = competition.terms, competition.course
    at = due_at(competition)
    if at is None or now < at:
        return None
    if course.began is None:
        return Step.CALL if terms.check_in and not course.called else Step.BEGIN
    if terms.format is Format.LADDER:
        return Step.END if now >= terms.starts + terms.season else Step.DROP
    if any(0 < course.until(pairing) <= now for pairing in course.open):
        return Step.CLOSE
    return Step.PAIR if more(competition) else Step.END


def call(competition: Competition, now: int) -> Competition:
    """Open the check-in."""
    _only_if_due(competition, Step.CALL, now)
    return competition.after(Called(now))


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
    rounds = rounds_in_all(competition) if terms.at_once else 1
    until = now + rounds * terms.round_time if terms.round_time else 0
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
    *,
    early: bool = False,
) -> Competition:
    """End the open pairings whose time is over, or all of them ``early`` as the host says.

    ``verdicts`` has the results that follow from the clocks of the matches. In a pairing without
    one nobody has come.
    """
    if not early:
        _only_if_due(competition, Step.CLOSE, now)
    elif competition.terms.format is Format.LADDER:
        raise Denied("A ladder has no rounds.")
    after = competition
    for pairing in competition.course.open:
        over = 0 < competition.course.until(pairing) <= now
        if (early or over) and pairing.pairing not in after.course.results:
            nobody = forfeit(pairing, pairing.players, now)
            after = report(after, (verdicts or {}).get(pairing.pairing, nobody))
    return after


def drop(competition: Competition, now: int) -> Competition:
    """Drop the idle players of a ladder by one place each."""
    _only_if_due(competition, Step.DROP, now)
    return competition.after(Dropped(now, ladder.idle(competition, now)))


def end(competition: Competition, now: int, *, early: bool = False) -> Competition:
    """End the competition; ``early`` as the host says, and open pairings then have no result."""
    if competition.course.ended:
        raise Stale("This competition is over.")
    if not early:
        _only_if_due(competition, Step.END, now)
    return competition.after(Ended(now))


def take(
    competition: Competition,
    step: Step,
    now: int,
    previous: Sequence[Competition] = (),
    verdicts: Mapping[int, Decided] | None = None,
) -> Competition:
    """Take a step that is due, whichever it is."""
    match step:
        case Step.CALL:
            return call(competition, now)
        case Step.BEGIN:
            return begin(competition, now, previous[-1] if previous else None)
        case Step.PAIR:
            return pair(competition, now)
        case Step.CLOSE:
            return close(competition, now, verdicts)
        case Step.DROP:
            return drop(competition, now)
        case Step.END:
            return end(competition, now)


def _only_if_due(competition: Competition, step: Step, now: int) -> None:
    present = due(competition, now)
    if present is step:
        return
    if competition.course.ended:
        raise Stale("This competition is over.")
    raise Denied("This step of the competition is not due.")
