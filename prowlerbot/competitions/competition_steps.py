"""The steps that the bot takes in a competition, their times, and their waits for a channel.

A step is due by the record and the clock alone, and its events end that. So a crash before they are
stored loses nothing. If two processes take the same step, the store accepts one of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import assert_never

from prowlerbot.competitions import competition_changes
from prowlerbot.competitions import course as events
from prowlerbot.competitions.competition_record import MAX_HOLD_SECONDS, Competition, Step
from prowlerbot.core import clock
from prowlerbot.core.errors import Denied

STEPS_WITH_MESSAGES = (Step.CALL, Step.BEGIN, Step.PAIR)
"""Steps that need a message in time, because players who miss it lose."""


class CompetitionDuty(StrEnum):
    """A duty of a competition; the values are stored, so they never change."""

    STEP = "step"
    NEWS = "tell"
    OPENED = "opened"
    """It is new: tell those who wait for it."""


def due_at(competition: Competition) -> int | None:
    """The time at which a step falls due if nothing else happens; None for never."""
    at, hold_end = _due_with_channel(competition), held_until(competition)
    return min(at or hold_end, hold_end) if hold_end and at is not None else at


def held_until(competition: Competition) -> int:
    """The time at which a competition ends if it has no channel until then; 0 with a channel."""
    if not (lost_at := competition.course.channel_lost_at):
        return 0
    if not competition.course.is_under_way:
        return lost_at + MAX_HOLD_SECONDS
    return lost_at + competition.format.longest_wait(competition, lost_at)


def _due_with_channel(competition: Competition) -> int | None:
    terms, course = competition.terms, competition.course
    if course.ended:
        return None
    if course.began is None:
        if course.called is None:
            return terms.starts - terms.check_in
        return reminder_time(competition) or begins_at(competition)
    return competition.format.due_at(competition)


def begins_at(competition: Competition) -> int:
    """The time of the start. It is later if the call to check in came late for players who had
    entered, or if an outage took the last time for it. The delay is some minutes, or a day in a
    league.
    """
    terms, course = competition.terms, competition.course
    min_time = competition.format.min_check_in(terms)
    starts, on_time = terms.starts, terms.starts - terms.check_in
    has_early_entries = any(entry.at < on_time for entry in course.entries.values())
    if course.called is not None and course.called.at > on_time and has_early_entries:
        starts = max(starts, course.called.at + min(terms.check_in, min_time))
    return clock.forgive_outages(starts, course.outages, min_time)


def record_outages(competition: Competition, outages: clock.Outages, now: int) -> Competition:
    """Record the outages that move a deadline, which fell into one or too soon after it."""
    course = competition.course
    if course.ended or (course.began is None and not course.called):
        return competition
    known_until = max((each.ended for each in course.outages), default=0)
    if course.began is None:
        called = course.called.at if course.called is not None else now
        new_outages = [each for each in outages if each.ended > max(known_until, called)]
        min_time = competition.format.min_check_in(competition.terms)
        outage = clock.moving_outage(begins_at(competition), new_outages, min_time)
        if outage is None:
            return competition
        return competition.with_events(events.Interrupted(now, *outage))
    if not competition.format.has_rounds:
        new_outages = [each for each in outages if each.ended > max(known_until, course.began.at)]
        return competition.with_events(*(events.Interrupted(now, *each) for each in new_outages))
    return _prolong_rounds(competition, outages, now)


def _prolong_rounds(competition: Competition, outages: clock.Outages, now: int) -> Competition:
    course = competition.course
    outage_of_round, ends = dict[int, clock.Outage](), dict[int, int]()
    for pairing in course.open:
        until, set_at = course.clock_end(pairing), course.new_ends.get(pairing.round, pairing).at
        later_outages = [each for each in outages if each.ended > set_at]
        grace = clock.grace_after_outage(until - pairing.at)
        if until and (outage := clock.moving_outage(until, later_outages, grace)) is not None:
            outage_of_round[pairing.round], ends[pairing.round] = outage, outage.ended + grace
    if not outage_of_round:
        return competition
    last = max(outage_of_round.values(), key=lambda outage: outage.ended)
    prolonged = (events.Prolonged(now, number, end) for number, end in sorted(ends.items()))
    return competition.with_events(events.Interrupted(now, *last), *prolonged)


def reminder_time(competition: Competition) -> int:
    """The time of the next reminder, 0 for never; at once after an outage that moved the start."""
    course = competition.course
    if course.began is None and not course.reminded_since_outage:
        return course.outages[-1].ended
    return competition.format.next_reminder_at(competition)


def due_step(competition: Competition, now: int) -> Step | None:
    """The next step, if its time has come."""
    at = due_at(competition)
    if at is None or now < at:
        return None
    if 0 < held_until(competition) <= now:
        return Step.GIVE_UP
    if competition.course.began is not None:
        return competition.format.due_step(competition, now)
    if competition.terms.check_in and not competition.course.called:
        return Step.CALL
    return Step.BEGIN if now >= begins_at(competition) else Step.REMIND


def take_step(
    competition: Competition,
    step: Step,
    now: int,
    previous: Sequence[Competition] = (),
    verdicts: Mapping[int, events.Decided] | None = None,
) -> Competition:
    """Take this step, which is due; ``verdicts`` are results by the clocks of ended matches."""
    competition_changes.check_not_over(competition)
    if due_step(competition, now) is not step:
        raise Denied("This step of the competition is not due.")
    new_events: Iterable[events.CompetitionEvent]
    match step:
        case Step.BEGIN:
            return _begin_with_checked_in(competition, now, previous[-1] if previous else None)
        case Step.CLOSE:
            return _close_open_pairings(competition, now, verdicts or {})
        case Step.CALL:
            new_events = [events.Called(now)]
        case Step.REMIND:
            new_events = [competition.format.reminder(competition, now)]
        case Step.PAIR:
            gaps = competition.format.interruption_events(competition, now)
            new_events = (*gaps, *_pairing_events(competition, now))
        case Step.DROP:
            new_events = [events.Dropped(now, competition.format.idle_players(competition, now))]
        case Step.END | Step.GIVE_UP:
            lost = step is Step.GIVE_UP
            new_events = [events.Ended(now, early=lost, by="channel" if lost else "")]
        case _:
            assert_never(step)
    return competition.with_events(*new_events)


def waits_until(competition: Competition) -> int:
    """The time at which it ends if its due step still waits for a channel."""
    at, has_check_in = due_at(competition) or 0, competition.terms.check_in > 0
    # Before the check-in players can still choose whether to take part.
    if has_check_in and not competition.course.is_under_way:
        return at + MAX_HOLD_SECONDS
    return at + competition.format.longest_wait(competition, at)


def wait_for_channel(
    competition: Competition, step: Step, outages: clock.Outages, now: int
) -> Competition:
    """The competition whose due step waits, as the bot cannot post. It ends if it waits too long:
    the moment at which it goes on can decide matches.
    """
    lost = clock.lost_seconds(outages, due_at(competition) or now, now)
    if now - lost >= waits_until(competition):
        return competition.with_events(events.Ended(now, early=True, by="channel"))
    if step is not Step.PAIR:
        return competition
    gaps = competition.format.interruption_events(competition, now, "channel")
    return competition.with_events(*gaps)


def _begin_with_checked_in(
    competition: Competition, now: int, previous: Competition | None
) -> Competition:
    """All players who have checked in take part; if they are too few, it ends at once."""
    terms = replace(competition.terms, rules=competition.format.rules)
    competition, course = replace(competition, terms=terms), competition.course
    starters = [each for each in course.present if each in course.checked_in or not terms.check_in]
    absentees = (each for each in course.present if each not in starters)
    exits = (events.Withdrew(now, player, removed=True) for player in absentees)
    after = competition.with_events(*exits)
    if len(starters) < competition.format.min_players:
        return after.with_events(events.Ended(now))
    divisions = competition.format.make_divisions(competition, starters, previous)
    return after.with_events(events.Began(now, divisions))


def _pairing_events(competition: Competition, now: int) -> Iterator[events.CompetitionEvent]:
    """The next pairings. If a player of a schedule has left, the opponent wins."""
    course, time = competition.course, competition.format.pairing_time(competition)
    until = now + time if time else 0
    planned = competition.format.planned_pairings(competition)
    for number, plan in enumerate(planned, len(course.pairings) + 1):
        paired = events.Paired(now, number, plan.round, plan.players, plan.division, until)
        yield paired
        gone = tuple(player for player in plan.players if player in course.left)
        if gone and len(gone) >= len(plan.players) - 1:
            yield competition_changes.forfeit_result(paired, gone, now)


def _close_open_pairings(
    competition: Competition, now: int, verdicts: Mapping[int, events.Decided]
) -> Competition:
    """Close the pairings whose time is over; all of a pairing without a verdict are absent."""
    after = competition
    for pairing in competition.course.open:
        is_over = 0 < competition.format.clock_end(competition, pairing) <= now
        if is_over and pairing.pairing not in after.course.results:
            forfeit = competition_changes.forfeit_result(pairing, pairing.players, now)
            after = competition_changes.record_result(after, verdicts.get(pairing.pairing, forfeit))
    return after


def note_channel_lost(competition: Competition, now: int) -> Competition:
    """Record that there is no channel any more; the competition is held for a week."""
    competition_changes.check_not_over(competition)
    is_lost = competition.course.channel_lost_at > 0
    return competition if is_lost else competition.with_events(events.Lost(now))


def move_channel(
    competition: Competition, now: int, *, by: int = 0, for_all: bool = False
) -> Competition:
    """Record that a user brings the competition into another channel.

    It is an act, as some may not see that channel. It is none if there was no channel and the new
    one is ``for_all``.
    """
    after = note_channel_found(competition, now)
    if for_all and after is not competition:
        return after
    competition_changes.check_no_interest(after, by)
    return competition_changes.add_actor(after, by) if after.course.entries else after


def note_channel_found(competition: Competition, now: int) -> Competition:
    """Record that there is a channel again. A start that fell into that time is later."""
    competition_changes.check_not_over(competition)
    if not (course := competition.course).channel_lost_at:
        return competition
    after = competition.with_events(events.Found(now))
    if course.began is None and course.called:
        return record_outages(after, [clock.Outage(course.channel_lost_at, now)], now)
    return after
