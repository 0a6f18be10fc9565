"""The steps that people take in a competition, and the results of its matches."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from prowlerbot.competitions.competition_events import (
    By,
    CheckedIn,
    Decided,
    Entered,
    Paired,
    Pardoned,
    Prolonged,
    StaysOut,
    Struck,
    Withdrew,
    Words,
)
from prowlerbot.competitions.competition_limits import LEAST_LEFT, LONGEST_PROLONGED
from prowlerbot.competitions.competition_record import DAY, Competition
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import mark

_STRUCK = {
    "name": mark("An admin has changed the name, so only an admin can change it again."),
    "text": mark("An admin has changed the text, so only an admin can change it again."),
}
HAS_INTEREST = mark(
    "You have entered this competition, so only a host or admin who has not can do that."
)
_JOIN_FIRST = mark("You have not joined yet. “Join”, in the message above, checks you in too.")


def enter(
    competition: Competition,
    player: int,
    rating: int,
    now: int,
    previous: Sequence[Competition] = (),
    *,
    again: bool = False,
) -> Competition:
    """Enter a player. ``previous`` has the seasons before this one that still keep people out, the
    latest last.

    ``again`` is true if the player comes back to a ladder after a deletion of their data.

    The format says until when players can enter, and whether a new player takes the place of one
    who no longer plays if it is full.
    """
    only_before_the_end(competition)
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
        idle = competition.format.gives_way(competition, now)
        if idle is None:
            raise Denied("This competition is full; nobody else can enter.")
        return withdraw(competition, idle, now, removed=True).after(entered)
    competition.format.check_entry(competition, player, previous)
    return competition.after(entered)


def check_in(competition: Competition, player: int, now: int) -> Competition:
    """Check a player in; players who have not checked in do not take part."""
    course = competition.course
    if course.began is None and course.called and player not in course.present:
        raise Denied(_JOIN_FIRST)
    _only_with(competition, player)
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
    by: By = "",
    stays_out: StaysOut = "",
) -> Competition:
    """Take a player out. The last player of a match wins it."""
    if by not in {"host", "admin"} or player not in removable(competition):
        _only_with(competition, player)
    gone = {*competition.course.left, player}
    forfeits = [
        forfeit(pairing, absent, now)
        for pairing in competition.course.open
        if player in pairing.players
        and len(absent := tuple(each for each in pairing.players if each in gone))
        >= len(pairing.players) - 1
    ]
    out = Withdrew(now, player, removed or bool(by), by in {"host", "admin"}, by, stays_out)
    return competition.after(*competition.format.leaving(out, forfeits))


def forfeit(pairing: Paired, absent: Sequence[int], now: int) -> Decided:
    """The result of a pairing without a match; the players who came are equal."""
    behind = len(pairing.players) - len(absent) + 1
    ranks = tuple(behind if player in absent else 1 for player in pairing.players)
    return Decided(now, pairing.pairing, ranks, absent=tuple(absent))


def report(competition: Competition, result: Decided) -> Competition:
    """Record the result of a pairing.

    A player who forfeits is taken out, so that nobody waits for them again. If everybody meets
    everybody, that needs a second forfeit; on a ladder and in a league, where several matches begin
    together, one at least a day later than the first.
    """
    only_before_the_end(competition)
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
    """The players who can be taken out: those who take part, and also those who have left an arena,
    as their points stay and they can come back.
    """
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
) -> Competition:
    """Take a player out at the wish of the user ``by``, whose ``role`` allows it, or because they
    are ``barred``.
    """
    only_before_the_end(competition)
    check_no_interest(competition, by)
    why: StaysOut = "barred" if barred else "removed"
    stays_out = why if competition.course.is_under_way else ""
    return acted(withdraw(competition, player, now, by=role, stays_out=stays_out), by)


def pardon(competition: Competition, player: int, now: int, *, by: int = 0) -> Competition:
    """Let a player enter again whose bar the user ``by`` lifts."""
    only_before_the_end(competition)
    check_no_interest(competition, by)
    return acted(competition.after(Pardoned(now, player)), by)


def is_out_by_bar(seasons: Sequence[Competition], player: int) -> bool:
    """Whether a bar has taken a player out of one of these seasons."""
    outs = (out.get(player) for each in seasons for out in (each.course.left, each.course.put_out))
    return any(each is not None and each.stays_out == "barred" for each in outs)


def without(competition: Competition, gone: Collection[int], now: int) -> Competition:
    """Take out players who have left the server, before they are called or paired."""
    for player in competition.course.present:
        if player in gone:
            competition = withdraw(competition, player, now, by="left")
    return competition


def has_interest(competition: Competition, person: int, last: Competition | None = None) -> bool:
    """Whether an act in a competition could serve a person: whoever takes part in it; and from the
    check-in on, or without one from the start, whoever has entered it, also after leaving. Until
    the start that holds for the ``last`` season too.
    """
    course = competition.course
    if course.began is None and last is not None and person in last.course.contestants:
        return True
    return person in course.contestants or person in course.present


def check_no_interest(competition: Competition, by: int) -> None:
    """Raise Denied for a user with an interest in a competition: the moment of a host's act can
    decide matches.
    """
    if has_interest(competition, by):
        raise Denied(HAS_INTEREST)


def may_cancel(competition: Competition, by: int) -> bool:
    """Whether a user can end a competition early. Nothing is at stake before the check-in, nor in
    the break of a league.
    """
    course = competition.course
    at_stake = course.began is not None or not competition.format.has_seasons
    return not (at_stake and course.is_under_way and has_interest(competition, by))


def check_may_cancel(competition: Competition, by: int) -> None:
    """Raise Denied for a user who cannot end a competition early."""
    if not may_cancel(competition, by):
        raise Denied(HAS_INTEREST)


def acted(competition: Competition, by: int) -> Competition:
    """The competition after an act of a user, who cannot enter it any more."""
    return replace(competition, actors=competition.actors | {by}) if by else competition


def end_round(competition: Competition, now: int, *, by: int = 0, role: By = "host") -> Competition:
    """End the rounds that are being played."""
    only_before_the_end(competition)
    check_may_end_round(competition, by)
    rounds = sorted({each.round for each in competition.course.open})
    ended = competition.after(*(Prolonged(now, number, now, role) for number in rounds))
    return acted(ended, by)


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
    """Give all rounds that are being played another end, later or earlier than the present one;
    ``by`` is the user who wants it, whose ``role`` allows it.
    """
    only_before_the_end(competition)
    check_no_interest(competition, by)
    course = competition.course
    timed = [each for each in course.open if each.until]
    if not timed:
        raise Denied("No round with a time limit is being played.")
    if until > min(each.until for each in timed) + LONGEST_PROLONGED:
        raise Denied(
            "A round can be prolonged until {count} days after its first end at most.",
            count=LONGEST_PROLONGED // DAY,
        )
    present = max(map(course.until, timed))
    if until == present:
        raise Denied("The round already has time until then.")
    if until < min(present, now + LEAST_LEFT):
        raise Denied(
            "Leave the round at least one more hour, or end it now: `/tournament end-round`."
        )
    rounds = sorted({each.round for each in timed})
    prolonged = competition.after(*(Prolonged(now, number, until, role) for number in rounds))
    return acted(prolonged, by)


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


def _only_with(competition: Competition, player: int) -> None:
    only_before_the_end(competition)
    course = competition.course
    plays = player in course.entries and player not in course.left
    if not plays and player not in course.waiting:
        raise Denied("You do not take part in this competition.")


def only_before_the_end(competition: Competition) -> None:
    if competition.course.ended:
        raise Stale("This competition is over.")
