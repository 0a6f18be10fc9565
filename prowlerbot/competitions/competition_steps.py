"""The steps of a competition: those of people, and those that the bot takes when they are due.

A step is due by the record and the clock alone, and its events end that. So a crash before they are
stored loses nothing. If two processes take the same step, the store accepts one of them.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from prowlerbot.competitions.competition_record import (
    LEAST_LEFT,
    LONGEST_HOLD,
    LONGEST_PROLONGED,
    Competition,
    Step,
)
from prowlerbot.competitions.course import (
    Began,
    By,
    Called,
    CheckedIn,
    CompetitionEvent,
    Decided,
    Dropped,
    Ended,
    Entered,
    Found,
    Interrupted,
    Lost,
    Paired,
    Pardoned,
    Prolonged,
    StaysOut,
    Struck,
    Withdrew,
    Words,
)
from prowlerbot.core import clock
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import LEAVE, AnyState, Game
from prowlerbot.core.i18n import mark
from prowlerbot.match.deadlines import is_overdue
from prowlerbot.match.match import CLOSED_ENDINGS, REMOVED_ENDINGS, Ending, Match
from prowlerbot.match.play import replay_match
from prowlerbot.match.ratings import result_of

_STRUCK = {
    "name": mark("An admin has changed the name, so only an admin can change it again."),
    "text": mark("An admin has changed the text, so only an admin can change it again."),
}
HAS_INTEREST = mark(
    "You have entered this competition, so only a host or admin who has not can do that."
)
_JOIN_FIRST = mark("You have not joined yet. “Join”, in the message above, checks you in too.")
NEED_A_CHANNEL = (Step.CALL, Step.BEGIN, Step.PAIR)
"""Steps that need a message in time, because players who miss it lose."""
FEWEST_MOVES = 3
"""The moves of a loser with which a match is not short by the first rules of arenas."""


def enter(
    competition: Competition,
    player: int,
    rating: int,
    now: int,
    previous: Sequence[Competition] = (),
    *,
    again: bool = False,
) -> Competition:
    """Enter a player, on a full ladder in the place of one who no longer plays.

    ``previous`` has the seasons that still keep people out, the latest last. ``again`` is true if
    the player comes back to a ladder after a deletion of their data.
    """
    check_not_over(competition)
    terms, course = competition.terms, competition.course
    entered = Entered(now, player, rating, again)
    if any(player in each.actors for each in (*previous, competition)):
        raise Denied(
            "You have acted in this competition as a host or moderator, so you cannot enter it."
        )
    if player in course.put_out:
        raise Denied("A host or moderator has taken you out, so you cannot enter again.")
    if player in course.waiting or (player in course.entries and player not in course.left):
        raise Stale("You already take part in this competition.")
    if len(course.entries.keys() - course.left.keys()) + len(course.waiting) >= terms.most:
        if (idle := competition.format.gives_way(competition, now)) is None:
            raise Denied("This competition is full; nobody else can enter.")
        return withdraw(competition, idle, now, removed=True).after(entered)
    competition.format.check_entry(competition, player, previous)
    return competition.after(entered)


def check_in(competition: Competition, player: int, now: int) -> Competition:
    """Check a player in; players who have not checked in do not take part."""
    course = competition.course
    if course.began is None and course.called and player not in course.present:
        raise Denied(_JOIN_FIRST)
    _check_takes_part(competition, player)
    if course.began is not None:
        raise Stale(competition.format.called_before)
    if not course.called:
        raise Denied(competition.format.not_called)
    if player in course.checked_in:
        raise Stale(competition.format.called_twice)
    return competition.after(CheckedIn(now, player))


def withdraw(
    competition: Competition,
    player: int,
    now: int,
    *,
    removed: bool = False,
    role: By = "",
    stays_out: StaysOut = "",
    reason: str = "",
) -> Competition:
    """Take a player out. The last player of a match wins it."""
    if role not in {"host", "admin"} or player not in removable(competition):
        _check_takes_part(competition, player)
    gone = {*competition.course.left, player}
    forfeits = [
        forfeit(pairing, absent, now)
        for pairing in competition.course.open
        if player in pairing.players
        and len(absent := tuple(each for each in pairing.players if each in gone))
        >= len(pairing.players) - 1
    ]
    forced, by_host = removed or bool(role), role in {"host", "admin"}
    out = Withdrew(now, player, forced, by_host, by=role, stays_out=stays_out, reason=reason)
    return competition.after(*competition.format.exit_events(out, forfeits))


def forfeit(pairing: Paired, absent: Sequence[int], now: int) -> Decided:
    """The result of a pairing without a match; the players who came are equal."""
    behind = len(pairing.players) - len(absent) + 1
    ranks = tuple(behind if player in absent else 1 for player in pairing.players)
    return Decided(now, pairing.pairing, ranks, absent=tuple(absent))


def report(competition: Competition, result: Decided) -> Competition:
    """Record the result of a pairing.

    A player who forfeits is taken out, so that nobody waits for them again. If everybody meets
    everybody, that needs a second forfeit. On a ladder and in a league several matches begin
    together, so the second one must be at least a day later.
    """
    check_not_over(competition)
    course = competition.course
    paired = course.pairings.get(result.pairing)
    if paired is None or paired.is_bye:
        raise Denied(
            "This competition has no match with the number {pairing}.", pairing=result.pairing
        )
    if result.pairing in course.results:
        raise Stale("This match of the competition already has a result.")
    seats = len(paired.players)
    known = {*result.absent, *result.late} <= {*paired.players}
    if not known or len(result.ranks) != seats or len(result.totals) not in {0, seats}:
        raise Denied(
            "This result is not for the players of match {pairing}.", pairing=result.pairing
        )
    after = competition.after(result)
    for player in result.absent:
        missed = [each.at for each in after.course.results.values() if player in each.absent]
        if player not in after.course.left and competition.format.is_missing(competition, missed):
            after = withdraw(after, player, result.at, removed=True)
    return after


def removable(competition: Competition) -> tuple[int, ...]:
    """The players who can be taken out: they take part, or left an arena and can come back."""
    course, form = competition.course, competition.format
    may_come_back = form.lets_back and not form.has_seasons and course.is_under_way
    gone = (each for each, out in course.left.items() if may_come_back and not out.by_host)
    return (*course.present, *course.waiting, *gone)


def remove(
    competition: Competition,
    player: int,
    now: int,
    *,
    by: int = 0,
    role: By = "host",
    barred: bool = False,
    reason: str = "",
) -> Competition:
    """Take a player out because of a bar, or at the wish of a user; they read the reason."""
    check_not_over(competition)
    check_no_interest(competition, by)
    why: StaysOut = "barred" if barred else "removed"
    stays_out = why if competition.course.is_under_way else ""
    out = withdraw(competition, player, now, role=role, stays_out=stays_out, reason=reason)
    return add_actor(out, by)


def pardon(competition: Competition, player: int, now: int, *, by: int = 0) -> Competition:
    """Let a player enter again whose bar the user ``by`` lifts."""
    check_not_over(competition)
    check_no_interest(competition, by)
    return add_actor(competition.after(Pardoned(now, player)), by)


def is_out_by_bar(seasons: Sequence[Competition], player: int) -> bool:
    """Whether a bar has taken a player out of one of these seasons."""
    outs = (out.get(player) for each in seasons for out in (each.course.left, each.course.put_out))
    return any(each is not None and each.stays_out == "barred" for each in outs)


def take_out_gone(competition: Competition, gone: Collection[int], now: int) -> Competition:
    """Take out players who have left the server, before they are called or paired."""
    for player in competition.course.present:
        if player in gone:
            competition = withdraw(competition, player, now, role="left")
    return competition


def has_interest(competition: Competition, person: int, last: Competition | None = None) -> bool:
    """Whether an act in a competition could serve a person. It can if the person takes part. From
    the check-in on, or else from the start, it also can if the person has entered and left. Until
    the start the ``last`` season counts too.
    """
    course = competition.course
    if course.began is None and last is not None and person in last.course.contestants:
        return True
    return person in course.contestants or person in course.present


def check_no_interest(competition: Competition, by: int) -> None:
    """Raise Denied for a user with an interest: the moment of a host's act can decide matches."""
    if has_interest(competition, by):
        raise Denied(HAS_INTEREST)


def may_cancel(competition: Competition, by: int) -> bool:
    """Whether a user can end it early: nothing is at stake before the check-in and in a break."""
    course = competition.course
    at_stake = course.began is not None or not competition.format.has_seasons
    return not (at_stake and course.is_under_way and has_interest(competition, by))


def check_may_cancel(competition: Competition, by: int) -> None:
    """Raise Denied for a user who cannot end a competition early."""
    if not may_cancel(competition, by):
        raise Denied(HAS_INTEREST)


def add_actor(competition: Competition, by: int) -> Competition:
    """The competition after an act of a user, who cannot enter it any more."""
    return replace(competition, actors=competition.actors | {by}) if by else competition


def end_round(competition: Competition, now: int, *, by: int = 0, role: By = "host") -> Competition:
    check_not_over(competition)
    check_may_end_round(competition, by)
    rounds = sorted({each.round for each in competition.course.open})
    ended = competition.after(*(Prolonged(now, number, now, role) for number in rounds))
    return add_actor(ended, by)


def check_may_end_round(competition: Competition, by: int) -> None:
    """Raise Denied if no round is being played, and for a player of it."""
    if not competition.format.has_rounds:
        raise Denied("This competition has no rounds.")
    if not competition.course.open:
        raise Denied("No round is being played.")
    check_no_interest(competition, by)


def prolong(
    competition: Competition, until: int, now: int, *, by: int = 0, role: By = "host"
) -> Competition:
    """Give all rounds that are being played another end, later or earlier than the present one."""
    check_not_over(competition)
    check_no_interest(competition, by)
    course = competition.course
    if not (timed := [each for each in course.open if each.until]):
        raise Denied("No round with a time limit is being played.")
    if until > min(each.until for each in timed) + LONGEST_PROLONGED:
        raise Denied(
            "A round can be prolonged until {count} days after its first end at most.",
            count=LONGEST_PROLONGED // clock.DAY,
        )
    present = max(map(course.clock_end, timed))
    if until == present:
        raise Denied("The round already has time until then.")
    if until < min(present, now + LEAST_LEFT):
        raise Denied(
            "Leave the round at least one more hour, or end it now: `/tournament end-round`."
        )
    rounds = sorted({each.round for each in timed})
    prolonged = competition.after(*(Prolonged(now, number, until, role) for number in rounds))
    return add_actor(prolonged, by)


def change_words(
    competition: Competition, changed: Sequence[Words], now: int, *, new: bool, role: By
) -> Competition:
    """Record that the name or the text changes. ``new`` is false if words are only deleted.

    After a cancellation nobody can add words. Words that an admin has changed, only admins change.
    """
    course = competition.course
    if new and course.cancelled:
        raise Denied("This competition was ended early, so nobody changes its words any more.")
    if role == "admin":
        return competition.after(Struck(now, tuple(changed)))
    if struck := [each for each in changed if each in course.struck]:
        raise Denied(_STRUCK[struck[0]])
    return competition


def _check_takes_part(competition: Competition, player: int) -> None:
    check_not_over(competition)
    course = competition.course
    plays = player in course.entries and player not in course.left
    if not plays and player not in course.waiting:
        raise Denied("You do not take part in this competition.")


def check_not_over(competition: Competition) -> None:
    if competition.course.ended:
        raise Stale("This competition is over.")


# ---------------------------------------------------------------------- steps of the bot


class CompetitionDuty(StrEnum):
    """A duty of a competition; the values are stored, so they never change."""

    STEP = "step"
    NEWS = "tell"
    OPENED = "opened"
    """It is new: tell those who wait for it."""


def due_at(competition: Competition) -> int | None:
    """The time at which a step falls due if nothing else happens; None for never."""
    at, held = _due_at(competition), held_until(competition)
    return min(at or held, held) if held and at is not None else at


def held_until(competition: Competition) -> int:
    """The time at which a competition ends if it has no channel until then; 0 with a channel."""
    lost_at, under_way = competition.course.lost_at, competition.course.is_under_way
    held = competition.format.longest_wait(competition, lost_at) if under_way else LONGEST_HOLD
    return lost_at + held if lost_at else 0


def _due_at(competition: Competition) -> int | None:
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
    least = competition.format.to_check_in(terms)
    starts, on_time = terms.starts, terms.starts - terms.check_in
    waiting = any(each.at < on_time for each in course.entries.values())
    if course.called is not None and course.called.at > on_time and waiting:
        starts = max(starts, course.called.at + min(terms.check_in, least))
    return clock.forgive_outages(starts, course.outages, least)


def prolong_after_outages(
    competition: Competition, outages: Sequence[clock.Outage], now: int
) -> Competition:
    """Record the outages that move a deadline, which fell into one or too soon after it."""
    course = competition.course
    if course.ended or (course.began is None and not course.called):
        return competition
    known = max((each.ended for each in course.outages), default=0)
    if course.began is None:
        called = course.called.at if course.called is not None else now
        new = [each for each in outages if each.ended > max(known, called)]
        least = competition.format.to_check_in(competition.terms)
        outage = clock.moving_outage(begins_at(competition), new, least)
        return competition if outage is None else competition.after(Interrupted(now, *outage))
    if not competition.format.has_rounds:
        new = [each for each in outages if each.ended > max(known, course.began.at)]
        return competition.after(*(Interrupted(now, *each) for each in new))
    moved, ends = dict[int, clock.Outage](), dict[int, int]()
    for pairing in course.open:
        until, set_at = course.clock_end(pairing), course.prolonged.get(pairing.round, pairing).at
        new = [each for each in outages if each.ended > set_at]
        given = clock.grace_after_outage(until - pairing.at)
        if until and (outage := clock.moving_outage(until, new, given)) is not None:
            moved[pairing.round], ends[pairing.round] = outage, outage.ended + given
    if not moved:
        return competition
    last = max(moved.values(), key=lambda outage: outage.ended)
    prolonged = (Prolonged(now, number, until) for number, until in sorted(ends.items()))
    return competition.after(Interrupted(now, *last), *prolonged)


def reminder_time(competition: Competition) -> int:
    """The time of the next reminder, 0 for never; at once after an outage that moved the start."""
    course = competition.course
    if course.began is None and not course.warned:
        return course.outages[-1].ended
    return competition.format.reminds_at(competition)


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
    verdicts: Mapping[int, Decided] | None = None,
) -> Competition:
    """Take this step, which is due; ``verdicts`` are results by the clocks of ended matches."""
    check_not_over(competition)
    if due_step(competition, now) is not step:
        raise Denied("This step of the competition is not due.")
    events: Iterable[CompetitionEvent]
    match step:
        case Step.BEGIN:
            return _begin_with_checked_in(competition, now, previous[-1] if previous else None)
        case Step.CLOSE:
            return _close_open_pairings(competition, now, verdicts or {})
        case Step.CALL:
            events = [Called(now)]
        case Step.REMIND:
            events = [competition.format.reminder(competition, now)]
        case Step.PAIR:
            late = competition.format.interruption(competition, now)
            events = (*late, *_pairings(competition, now))
        case Step.DROP:
            events = [Dropped(now, competition.format.idle_players(competition, now))]
        case Step.END | Step.GIVE_UP:
            lost = step is Step.GIVE_UP
            events = [Ended(now, early=lost, by="channel" if lost else "")]
    return competition.after(*events)


def waits_until(competition: Competition) -> int:
    """The time at which it ends if its due step still waits for a channel."""
    at, calls = due_at(competition) or 0, competition.terms.check_in > 0
    # Before the check-in players can still choose whether to take part.
    if calls and not competition.course.is_under_way:
        return at + LONGEST_HOLD
    return at + competition.format.longest_wait(competition, at)


def wait_for_channel(
    competition: Competition, step: Step, outages: Sequence[clock.Outage], now: int
) -> Competition:
    """The competition whose due step waits, as the bot cannot post. It ends if it waits too long:
    the moment at which it goes on can decide matches.
    """
    lost = clock.lost_seconds(outages, due_at(competition) or now, now)
    if now - lost >= waits_until(competition):
        return competition.after(Ended(now, early=True, by="channel"))
    if step is not Step.PAIR:
        return competition
    return competition.after(*competition.format.interruption(competition, now, "channel"))


def _begin_with_checked_in(
    competition: Competition, now: int, previous: Competition | None
) -> Competition:
    """All players who have checked in take part; if they are too few, it ends at once."""
    terms = replace(competition.terms, rules=competition.format.rules)
    competition, course = replace(competition, terms=terms), competition.course
    coming = [each for each in course.present if each in course.checked_in or not terms.check_in]
    away = (each for each in course.present if each not in coming)
    after = competition.after(*(Withdrew(now, each, removed=True) for each in away))
    if len(coming) < competition.format.least:
        return after.after(Ended(now))
    return after.after(Began(now, competition.format.make_divisions(competition, coming, previous)))


def _pairings(competition: Competition, now: int) -> Iterator[CompetitionEvent]:
    """The next pairings. If a player of a schedule has left, the opponent wins."""
    course, lasts = competition.course, competition.format.lasts(competition)
    until = now + lasts if lasts else 0
    for number, plan in enumerate(competition.format.plans(competition), len(course.pairings) + 1):
        paired = Paired(
            now, number, round=plan.round, players=plan.players, division=plan.division, until=until
        )
        yield paired
        gone = tuple(player for player in plan.players if player in course.left)
        if gone and len(gone) >= len(plan.players) - 1:
            yield forfeit(paired, gone, now)


def _close_open_pairings(
    competition: Competition, now: int, verdicts: Mapping[int, Decided]
) -> Competition:
    """Close the pairings whose time is over; all of a pairing without a verdict are absent."""
    after = competition
    for pairing in competition.course.open:
        over = 0 < competition.format.clock_end(competition, pairing) <= now
        if over and pairing.pairing not in after.course.results:
            nobody = forfeit(pairing, pairing.players, now)
            after = report(after, verdicts.get(pairing.pairing, nobody))
    return after


def cancel(
    competition: Competition, now: int, *, by: int = 0, role: By = "", reason: str = ""
) -> Competition:
    """End the competition early, at the wish of the user ``by`` in this role for a ``reason``, or
    because its channel is gone. Open pairings have no result then.
    """
    check_not_over(competition)
    check_may_cancel(competition, by)
    return competition.after(Ended(now, early=True, by=role, reason=reason))


def note_channel_lost(competition: Competition, now: int) -> Competition:
    """Record that there is no channel any more; the competition is held for a week."""
    check_not_over(competition)
    return competition if competition.course.lost_at else competition.after(Lost(now))


def move(competition: Competition, now: int, *, by: int = 0, for_all: bool = False) -> Competition:
    """Record that a user brings the competition into another channel.

    It is an act, as some may not see that channel. It is none if there was no channel and the new
    one is ``for_all``.
    """
    after = note_channel_found(competition, now)
    if for_all and after is not competition:
        return after
    check_no_interest(after, by)
    return add_actor(after, by) if after.course.entries else after


def note_channel_found(competition: Competition, now: int) -> Competition:
    """Record that there is a channel again. A start that fell into that time is later."""
    check_not_over(competition)
    if not (course := competition.course).lost_at:
        return competition
    after = competition.after(Found(now))
    if course.began is None and course.called:
        return prolong_after_outages(after, [clock.Outage(course.lost_at, now)], now)
    return after


def result_of_match(
    match: Match,
    game: Game,
    pairing: Paired,
    now: int,
    *,
    cut: bool = False,
    least: int = FEWEST_MOVES,
    outages: Sequence[clock.Outage] = (),
) -> Decided:
    """The result of a pairing from its match, which is over.

    A player who lost on time without a single move was absent. If the host has ``cut`` the round,
    the clock of the move must have run out, too. A match that was not played out is short if a
    loser made fewer than the ``least`` moves.
    """
    result, players = result_of(match, game), pairing.players
    if result is None:
        return even_result(pairing, now)
    positions = replay_match(match, game)
    late = _late_seats(match, positions, result.ranks, outages)
    absent = late - match.moved_seats
    if cut:
        over, to_move = match.changed_at, positions[-1].to_move
        absent -= {
            seat
            for seat in absent.difference(match.left)
            if seat not in to_move or not is_overdue(match, seat, over, outages)
        }
    return Decided(
        now,
        pairing.pairing,
        result.ranks,
        result.totals,
        absent=tuple(players[seat - 1] for seat in sorted(absent)),
        late=tuple(players[seat - 1] for seat in sorted(late - absent)),
        short=not result.totals and _is_short(match, result.ranks, least),
    )


def _is_short(match: Match, ranks: Sequence[int], least: int) -> bool:
    moves = Counter(play.seat for play in match.plays if play.move != LEAVE)
    return any(rank > min(ranks) and moves[seat] < least for seat, rank in enumerate(ranks, 1))


def even_result(pairing: Paired, now: int) -> Decided:
    """The result of a pairing whose match is damaged."""
    return Decided(now, pairing.pairing, (1,) * len(pairing.players))


def _late_seats(
    match: Match,
    positions: Sequence[AnyState],
    ranks: Sequence[int],
    outages: Sequence[clock.Outage],
) -> frozenset[int]:
    """The seats that lost on time. A player who resigned in time has played, even with no move."""
    late = frozenset(
        play.seat
        for ply, play in enumerate(match.plays)
        if play.move == LEAVE
        and play.seat in positions[ply].to_move
        and is_overdue(match, play.seat, play.at, outages)
    )
    if match.ending in {Ending.PLAYED, Ending.RESIGNED, *REMOVED_ENDINGS}:
        return late
    present = positions[-1].to_move
    if match.ending in CLOSED_ENDINGS:
        return late | ({match.ended_by} if match.ended_by else present - match.moved_seats)
    return late | {seat for seat in present if ranks[seat - 1] > 1}
