"""Ends of a match that its players do not decide: the bot's claim in a competition or a live match,
the end of a round, and the act of a moderator.

In a competition only the bot takes these steps, and each leads to a result unless the competition
has ended. An act of a moderator leads to no result: nobody wins or loses by it.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from prowlerbot.core.clock import Outage, lost_seconds
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match import clock_starts
from prowlerbot.match.banks import used_bank_seconds
from prowlerbot.match.leaving import let_leave
from prowlerbot.match.lobby import seat_player
from prowlerbot.match.match import (
    REMOVED_ENDINGS,
    VACANT,
    Context,
    Ending,
    Match,
    Phase,
    change_match,
    check_not_over,
    check_playing,
    end_match,
    make_unrated,
)
from prowlerbot.match.play import replay_match

_CLEAR_FACTOR = 2
"""A player has used clearly more time if it is more than this multiple of every other player's, and
at least half of all the time that has passed.
"""


def make_unrated_if_unfair(match: Match, late: Collection[int], kept_out: Collection[int]) -> Match:
    """The match before late seats lose by the clock.

    It is rated for nobody from now on if one of the late players is in ``kept_out``. Somebody who
    stays may have kept those from playing, as by removal from the server. A live match of several
    is unrated too if a late player never came: the last to accept may have waited for that.
    """
    is_unfair = any(match.player(seat).id in kept_out for seat in late)
    if match.terms.is_timed and not match.terms.competition and len(match.players) > 2:
        is_unfair = is_unfair or not match.moved_seats.issuperset(late)
    return make_unrated(match) if is_unfair and match.terms.rated else match


def end_late(
    match: Match, context: Context, late: Collection[int], kept_out: Collection[int] = ()
) -> Match:
    """The match after seats to move have run out of time: the others play on, or it ends. In one of
    two the other wins, nobody if both are late. ``make_unrated_if_unfair`` explains ``kept_out``.
    """
    check_playing(match)
    if not late:
        raise Stale("The time for this move is not up yet.")
    match = make_unrated_if_unfair(match, late, kept_out)
    if (after := let_leave(match, context, late)) is not None:
        return after
    to_move = replay_match(match, context.game)[-1].to_move
    waiting = [seat for seat in match.seats if seat not in match.left and seat not in late]
    if not waiting:
        ending = Ending.CLOSED if match.terms.competition else Ending.ABANDONED
        return end_match(match, ending, 0, context.now)
    winner = min(waiting, key=lambda seat: seat not in to_move)
    return end_match(match, Ending.CLAIMED, winner, context.now)


def used_seconds(match: Match, context: Context, outages: Sequence[Outage]) -> dict[int, int]:
    """The seconds that each seat has used, a running decision included. Nobody has used an outage,
    nor a time in which nobody could see the board. In a live match the banks decide.
    """
    replayed = replay_match(match, context.game)
    if match.terms.is_timed:
        return used_bank_seconds(match, replayed, context.now, outages)
    forgiven = [*outages, *match.unseen]
    used = dict.fromkeys(match.seats, 0)
    since = dict.fromkeys(match.seats, match.created_at)
    for ply, play in enumerate(match.plays):
        for seat in match.seats:
            was_to_move, is_to_move = (seat in state.to_move for state in replayed[ply : ply + 2])
            if was_to_move and (play.seat == seat or not is_to_move):
                used[seat] += play.at - since[seat] - lost_seconds(forgiven, since[seat], play.at)
                since[seat] = play.at
            elif is_to_move and not was_to_move:
                since[seat] = play.at
    for seat in replayed[-1].to_move:
        used[seat] += context.now - since[seat] - lost_seconds(forgiven, since[seat], context.now)
    return used


def close_match(
    match: Match,
    context: Context,
    *,
    ending: Ending = Ending.CLOSED,
    kept_out: Collection[int] = (),
    outages: Sequence[Outage] = (),
) -> Match:
    """End a match because the time for its round is up, or because a person ends the round.

    The player who was too slow has lost (``slowest_seat``); if nobody was, nobody has won. The
    match is rated for nobody if a person ends the round. ``kept_out`` is as for
    ``make_unrated_if_unfair``. Time in ``outages`` does not count as used.
    """
    check_playing(match)
    match = match if ending is Ending.CLOSED else make_unrated(match)
    loser = slowest_seat(match, context, outages)
    fair = make_unrated_if_unfair(match, {loser} - {0}, kept_out)
    return end_match(fair, ending, loser, context.now)


def slowest_seat(match: Match, context: Context, outages: Sequence[Outage]) -> int:
    """The seat that would lose a match if its round ended now; 0 for none.

    This is the seat to move that has used more time than all others. A seat that has used clearly
    more need not be to move. Otherwise one last move before the end would make up for all its time.
    """
    used = used_seconds(match, context, outages)
    playing = [seat for seat in match.seats if seat not in match.left]
    longest, *others = sorted((used[seat] for seat in playing), reverse=True)
    slowest = next(seat for seat in playing if used[seat] == longest)
    passed_seconds = context.now - match.created_at
    passed_seconds -= lost_seconds([*outages, *match.unseen], match.created_at, context.now)
    if all(longest > _CLEAR_FACTOR * other for other in others) and 2 * longest >= passed_seconds:
        return slowest
    is_to_move = slowest in replay_match(match, context.game)[-1].to_move
    return slowest if is_to_move and longest not in others else 0


def leave_competition(
    match: Match, context: Context, seats: Collection[int], ending: Ending = Ending.RESIGNED
) -> Match:
    """The match after players have left its competition, as if they had resigned. If the host or an
    admin has taken them out (``ending``), the match is rated for nobody.
    """
    if match.phase is not Phase.PLAYING or not seats:
        raise Stale("This match is over.")
    match = make_unrated(match) if ending in REMOVED_ENDINGS else match
    after = let_leave(match, context, seats)
    return end_match(match, ending, min(seats), context.now) if after is None else after


def release_match(match: Match, context: Context, unseen_since: int) -> Match:
    """The match after an early end of its competition; time with an unseen board is forgiven."""
    check_playing(match)
    shifted = clock_starts.shift_unseen_clocks(match, context, unseen_since)
    shifted = replace(shifted, revision=match.revision)  # a single change
    terms = replace(match.terms.as_own_match, released=True)
    return change_match(shifted, context.now, terms=terms)


def end_unseen(match: Match, context: Context) -> Match:
    """The match that nobody could ever see: nobody wins it, and nobody was absent."""
    check_playing(match)
    return end_match(match, Ending.ABANDONED, 0, context.now)


# ------------------------------------------------------------------ by a moderator


def check_may_end(match: Match, moderator: int) -> None:
    """Raise Denied for a match or challenge that a moderator cannot end. These are their own ones,
    matches of competitions, which always have a result, and tries of the day's challenge.
    """
    check_not_over(match)
    if match.seat_of(moderator) is not None:
        raise Denied("You take part in this match, so only another moderator can do that.")
    if match.terms.competition:
        raise Denied(
            "This match belongs to a competition. Its host or an admin can take a player out or"
            " end the round."
        )
    if match.terms.day:
        raise Denied("This is a try of the daily challenge; it disturbs nobody.")


def end_by_moderator(match: Match, context: Context, moderator: int, reason: str) -> Match:
    """End a match without a result, in the words that its players read."""
    check_may_end(match, moderator)
    check_playing(match)
    return _end_by_act(match, context, reason)


def withdraw_by_moderator(match: Match, context: Context, moderator: int, reason: str) -> Match:
    check_may_end(match, moderator)
    if match.phase is Phase.PLAYING:
        raise Stale("This challenge is already accepted.")
    return _withdraw_by_act(match, context, reason)


def take_out_barred(match: Match, context: Context, user: int, reason: str) -> Match:
    """The match after one of its players is barred. Enough others play on for no rating; else the
    match ends without a result or never begins. Raises Stale if nothing changes.
    """
    check_not_over(match)
    seat = match.seat_of(user)
    if seat is None or seat in match.left or match.terms.competition or match.terms.day:
        raise Stale("This match is not theirs any more.")
    if match.phase is Phase.LOBBY:
        if seat == match.challenger or len(match.players) == 2:
            return _withdraw_by_act(match, context, reason)
        return change_match(match, context.now, players=seat_player(match, seat, VACANT))
    after = let_leave(make_unrated(match), context, {seat})
    return _end_by_act(match, context, reason) if after is None else replace(after, reason=reason)


def _end_by_act(match: Match, context: Context, reason: str) -> Match:
    return replace(end_match(make_unrated(match), Ending.MODERATED, 0, context.now), reason=reason)


def _withdraw_by_act(match: Match, context: Context, reason: str) -> Match:
    return replace(end_match(match, Ending.WITHDRAWN, 0, context.now), reason=reason)
