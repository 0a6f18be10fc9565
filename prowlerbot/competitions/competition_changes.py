"""The changes that people, and results of matches, make to a competition.

Hosts and admins who act in a competition cannot enter it any more (``add_actor``).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from prowlerbot.competitions import course as events
from prowlerbot.competitions.competition_record import Competition, Seasons
from prowlerbot.competitions.course import A_HOST, THE_BOT, Actor, By, StaysOut, WordsField
from prowlerbot.core import clock
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import LEAVE, AnyState, Game
from prowlerbot.core.i18n import mark
from prowlerbot.match.deadlines import is_overdue
from prowlerbot.match.match import CLOSED_ENDINGS, REMOVED_ENDINGS, Ending, Match
from prowlerbot.match.play import replay_match
from prowlerbot.match.ratings import result_of

MAX_PROLONGED_SECONDS = 90 * clock.DAY
"""Seconds from the first end of a round to the latest end that a host can set."""
_MIN_ROUND_SECONDS_LEFT = 60 * 60
"""The fewest seconds that a round has left after a host has set another end."""
INTEREST_REFUSAL = mark(
    "You have entered this competition, so only a host or admin who has not can do that."
)
_ONLY_ADMINS_CHANGE: Mapping[WordsField, str] = {
    "name": mark("An admin has changed the name, so only an admin can change it again."),
    "text": mark("An admin has changed the text, so only an admin can change it again."),
}
_JOIN_FIRST = mark("You have not joined yet. “Join”, in the message above, checks you in too.")
MIN_MOVES = 3
"""The moves of a loser with which a match is not short by the first rules of arenas."""


def enter_player(
    competition: Competition,
    player: int,
    rating: int,
    now: int,
    previous: Seasons = (),
    *,
    again: bool = False,
) -> Competition:
    """Enter a player, on a full ladder in the place of one who no longer plays.

    ``previous`` has the seasons that still keep people out, the latest last. ``again`` is true if
    the player comes back to a ladder after a deletion of their data.
    """
    check_not_over(competition)
    terms, course = competition.terms, competition.course
    entered = events.Entered(now, player, rating, again)
    if any(player in season.actors for season in (*previous, competition)):
        raise Denied(
            "You have acted in this competition as a host or moderator, so you cannot enter it."
        )
    if player in course.removals:
        raise Denied("A host or moderator has taken you out, so you cannot enter again.")
    if _takes_part(competition, player):
        raise Stale("You already take part in this competition.")
    if len(course.entries.keys() - course.left.keys()) + len(course.waiting) >= terms.most:
        if (idle := competition.format.player_to_replace(competition, now)) is None:
            raise Denied("This competition is full; nobody else can enter.")
        return _withdraw(competition, events.Withdrew(now, idle, removed=True)).with_events(entered)
    competition.format.check_entry(competition, player, previous)
    return competition.with_events(entered)


def check_in(competition: Competition, player: int, now: int) -> Competition:
    """Check a player in; players who have not checked in do not take part."""
    course = competition.course
    if course.began is None and course.called and player not in course.present:
        raise Denied(_JOIN_FIRST)
    _check_takes_part(competition, player)
    if course.began is not None:
        raise Stale(competition.format.begun_refusal)
    if not course.called:
        raise Denied(competition.format.not_called_refusal)
    if player in course.checked_in:
        raise Stale(competition.format.checked_in_refusal)
    return competition.with_events(events.CheckedIn(now, player))


def _takes_part(competition: Competition, player: int) -> bool:
    course = competition.course
    return player in course.waiting or (player in course.entries and player not in course.left)


def _check_takes_part(competition: Competition, player: int) -> None:
    check_not_over(competition)
    if not _takes_part(competition, player):
        raise Denied("You do not take part in this competition.")


def check_not_over(competition: Competition) -> None:
    if competition.course.ended:
        raise Stale("This competition is over.")


def withdraw_player(competition: Competition, player: int, now: int) -> Competition:
    """Let a player leave at their own wish."""
    _check_takes_part(competition, player)
    return _withdraw(competition, events.Withdrew(now, player))


def remove_player(
    competition: Competition, player: int, now: int, *, by: Actor = A_HOST, reason: str = ""
) -> Competition:
    """Take a player out at the wish of a host or an admin; the player reads the reason."""
    check_not_over(competition)
    check_no_interest(competition, by.user)
    withdrawal = events.Withdrew(now, player, by=by.role, stays_out="removed", reason=reason)
    return add_actor(_expel(competition, withdrawal), by.user)


def remove_barred(competition: Competition, player: int, now: int) -> Competition:
    """Take a player out because of a bar."""
    check_not_over(competition)
    return _expel(competition, events.Withdrew(now, player, by="admin", stays_out="barred"))


def _expel(competition: Competition, withdrawal: events.Withdrew) -> Competition:
    """Take a player out, who cannot come back once the competition is under way."""
    if withdrawal.player not in removable_players(competition):
        _check_takes_part(competition, withdrawal.player)
    stays_out: StaysOut = withdrawal.stays_out if competition.course.is_under_way else ""
    expulsion = replace(withdrawal, removed=True, by_host=True, stays_out=stays_out)
    return _withdraw(competition, expulsion)


def removable_players(competition: Competition) -> tuple[int, ...]:
    """The players who can be taken out: they take part, or left an arena and can come back."""
    course, form = competition.course, competition.format
    may_come_back = form.allows_reentry and not form.has_seasons and course.is_under_way
    gone = (player for player, out in course.left.items() if may_come_back and not out.by_host)
    return (*course.present, *course.waiting, *gone)


def remove_gone(competition: Competition, gone: Collection[int], now: int) -> Competition:
    """Take out players who have left the server, before they are called or paired."""
    for player in competition.course.present:
        if player in gone:
            withdrawal = events.Withdrew(now, player, removed=True, by="left")
            competition = _withdraw(competition, withdrawal)
    return competition


def _withdraw(competition: Competition, withdrawal: events.Withdrew) -> Competition:
    """Record a withdrawal, and the forfeits of open pairings of which one player at most stays."""
    gone, forfeits = {*competition.course.left, withdrawal.player}, []
    for pairing in competition.course.open:
        absent = [player for player in pairing.players if player in gone]
        if withdrawal.player in pairing.players and len(absent) >= len(pairing.players) - 1:
            forfeits.append(forfeit_result(pairing, absent, withdrawal.at))
    return competition.with_events(*competition.format.exit_events(withdrawal, forfeits))


def pardon_player(competition: Competition, player: int, now: int, *, by: int = 0) -> Competition:
    """Let a player enter again whose bar the user ``by`` lifts."""
    check_not_over(competition)
    check_no_interest(competition, by)
    return add_actor(competition.with_events(events.Pardoned(now, player)), by)


def is_out_by_bar(seasons: Sequence[Competition], player: int) -> bool:
    """Whether a bar has taken a player out of one of these seasons."""
    courses = [season.course for season in seasons]
    exits = (each.get(player) for course in courses for each in (course.left, course.removals))
    return any(exit_ is not None and exit_.stays_out == "barred" for exit_ in exits)


def record_result(competition: Competition, result: events.Decided) -> Competition:
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
    after = competition.with_events(result)
    for player in result.absent:
        forfeits = [each.at for each in after.course.results.values() if player in each.absent]
        removes = competition.format.is_removed_after(competition, forfeits)
        if removes and player not in after.course.left:
            after = _withdraw(after, events.Withdrew(result.at, player, removed=True))
    return after


def forfeit_result(pairing: events.Paired, absent: Sequence[int], now: int) -> events.Decided:
    """The result of a pairing without a match; the players who came share the first rank."""
    rank_of_absent = len(pairing.players) - len(absent) + 1
    ranks = tuple(rank_of_absent if player in absent else 1 for player in pairing.players)
    return events.Decided(now, pairing.pairing, ranks, absent=tuple(absent))


def tied_result(pairing: events.Paired, now: int) -> events.Decided:
    """The result of a pairing whose match is damaged: all players share the first rank."""
    return events.Decided(now, pairing.pairing, (1,) * len(pairing.players))


def result_of_match(
    match: Match,
    game: Game,
    pairing: events.Paired,
    now: int,
    *,
    is_cut: bool = False,
    min_moves: int = MIN_MOVES,
    outages: clock.Outages = (),
) -> events.Decided:
    """The result of a pairing from its match, which is over.

    A player who lost on time without a single move was absent. In a round that ``is_cut`` by its
    host, the clock of the move must have run out, too. A match that was not played out is short if
    a loser made fewer than ``min_moves`` moves.
    """
    result, players = result_of(match, game), pairing.players
    if result is None:
        return tied_result(pairing, now)
    positions = replay_match(match, game)
    late = _late_seats(match, positions, result.ranks, outages)
    absent = late - match.moved_seats
    if is_cut:
        ended_at, to_move = match.changed_at, positions[-1].to_move
        absent -= {
            seat
            for seat in absent.difference(match.left)
            if seat not in to_move or not is_overdue(match, seat, ended_at, outages)
        }
    return events.Decided(
        now,
        pairing.pairing,
        result.ranks,
        result.totals,
        absent=tuple(players[seat - 1] for seat in sorted(absent)),
        late=tuple(players[seat - 1] for seat in sorted(late - absent)),
        short=not result.totals and _is_short(match, result.ranks, min_moves),
    )


def _is_short(match: Match, ranks: Sequence[int], min_moves: int) -> bool:
    moves = Counter(play.seat for play in match.plays if play.move != LEAVE)
    return any(rank > min(ranks) and moves[seat] < min_moves for seat, rank in enumerate(ranks, 1))


def _late_seats(
    match: Match, positions: Sequence[AnyState], ranks: Sequence[int], outages: clock.Outages
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


def has_interest(competition: Competition, user: int, former: Competition | None = None) -> bool:
    """Whether an act could serve a user: one who takes part, or has left since the check-in or,
    without one, since the start. Until the start the ``former`` season counts too.
    """
    course = competition.course
    if course.began is None and former is not None and user in former.course.contestants:
        return True
    return user in course.contestants or user in course.present


def check_no_interest(competition: Competition, user: int) -> None:
    """Raise Denied for a user with an interest: the moment of a host's act can decide matches."""
    if has_interest(competition, user):
        raise Denied(INTEREST_REFUSAL)


def add_actor(competition: Competition, user: int) -> Competition:
    """The competition after an act of a user, who cannot enter it any more."""
    return replace(competition, actors=competition.actors | {user}) if user else competition


def end_rounds(competition: Competition, now: int, *, by: Actor = A_HOST) -> Competition:
    check_not_over(competition)
    check_may_end_rounds(competition, by.user)
    return _set_end(competition, competition.course.open, now, now, by)


def _set_end(
    competition: Competition, pairings: Iterable[events.Paired], until: int, now: int, by: Actor
) -> Competition:
    """Give the rounds of these pairings another end."""
    rounds = sorted({pairing.round for pairing in pairings})
    ends = (events.Prolonged(now, number, until, by.role) for number in rounds)
    return add_actor(competition.with_events(*ends), by.user)


def check_may_end_rounds(competition: Competition, user: int) -> None:
    """Raise Denied if no round is being played, and for a player of it."""
    if not competition.format.has_rounds:
        raise Denied("This competition has no rounds.")
    if not competition.course.open:
        raise Denied("No round is being played.")
    check_no_interest(competition, user)


def prolong_rounds(
    competition: Competition, until: int, now: int, *, by: Actor = A_HOST
) -> Competition:
    """Give all rounds that are being played another end, later or earlier than the present one."""
    check_not_over(competition)
    check_no_interest(competition, by.user)
    course = competition.course
    if not (timed := [pairing for pairing in course.open if pairing.until]):
        raise Denied("No round with a time limit is being played.")
    if until > min(pairing.until for pairing in timed) + MAX_PROLONGED_SECONDS:
        raise Denied(
            "A round can be prolonged until {count} days after its first end at most.",
            count=MAX_PROLONGED_SECONDS // clock.DAY,
        )
    present_end = max(map(course.clock_end, timed))
    if until == present_end:
        raise Denied("The round already has time until then.")
    if until < min(present_end, now + _MIN_ROUND_SECONDS_LEFT):
        raise Denied(
            "Leave the round at least one more hour, or end it now: `/tournament end-round`."
        )
    return _set_end(competition, timed, until, now, by)


def change_words(
    competition: Competition, changed: Sequence[WordsField], now: int, *, new: bool, role: By
) -> Competition:
    """Record that the name or the text changes. ``new`` is false if words are only deleted. After a
    cancellation nobody can add words. Words that an admin has changed, only admins change.
    """
    course = competition.course
    if new and course.cancelled:
        raise Denied("This competition was ended early, so nobody changes its words any more.")
    if role == "admin":
        return competition.with_events(events.Struck(now, tuple(changed)))
    if struck := [word for word in changed if word in course.struck_words]:
        raise Denied(_ONLY_ADMINS_CHANGE[struck[0]])
    return competition


def may_cancel(competition: Competition, user: int) -> bool:
    """Whether a user can end it early: nothing is at stake before the check-in and in a break."""
    course = competition.course
    at_stake = course.began is not None or not competition.format.has_seasons
    return not (at_stake and course.is_under_way and has_interest(competition, user))


def check_may_cancel(competition: Competition, user: int) -> None:
    """Raise Denied for a user who cannot end a competition early."""
    if not may_cancel(competition, user):
        raise Denied(INTEREST_REFUSAL)


def cancel(
    competition: Competition, now: int, *, by: Actor = THE_BOT, reason: str = ""
) -> Competition:
    """End the competition early. Open pairings have no result then."""
    check_not_over(competition)
    check_may_cancel(competition, by.user)
    return competition.with_events(events.Ended(now, early=True, by=by.role, reason=reason))
