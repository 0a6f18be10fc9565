"""Clocks for a whole match: the time that each seat has left in its bank.

A turn takes the time from its beginning to the press that ends it out of the bank, and brings the
increment. A step within a turn, a move out of turn, and a move that an order or a plan makes bring
none. Each play holds its change (``Play.bank_change``), so a takeback gives back what was left. A
player who takes a seat gets its bank. The machine has no clock, and a live stage has its own.

With ``Terms.pace``, that much of each decision is free, and the bank is a reserve after it. There
a late move counts until somebody claims, as at every pace.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from prowlerbot.core.clock import CLOCK_TOLERANCE, DAY, Outage, lost_seconds, pass_time
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import LEAVE, AnyState
from prowlerbot.match.match import Context, Match, Phase, Play, change_in_secret
from prowlerbot.match.terms import Terms

PRESS_DELAY_SECONDS = 10
"""Seconds after an empty bank until the match ends: a press made in time may arrive late."""
MAX_UNSHOWN_SECONDS = 30
"""Seconds after a change at which the next turn begins at the latest, shown or not."""
_MAX_FIRST_MOVE_SECONDS, _FIRST_MOVE_DIVISOR = 2 * 60, 5
"""A first move has at most so many seconds, and at most a fifth of the bank."""
_LOW_DIVISOR = 10
"""A tenth of the bank is left when a player is warned."""


def turn_start(match: Match, seat: int, unshown_seconds: int = MAX_UNSHOWN_SECONDS) -> int:
    """The time at which the present decision of a seat begins. In a live match its turn begins when
    it was first shown (``note_turns``), else ``unshown_seconds`` after the change.
    """
    since = match.decision(seat).since
    if not match.terms.is_timed:
        return since
    shown_times = (delay.ended for delay in match.unseen if delay.began == since)
    return next(shown_times, since + unshown_seconds)


def unshown_starts(match: Match, to_move: Collection[int]) -> frozenset[int]:
    """The changes that began the present turns of a live match and were not shown yet."""
    if match.phase is not Phase.PLAYING or not match.terms.is_timed:
        return frozenset()
    people = (seat for seat in to_move if seat in match.seats and match.player(seat).is_person)
    since = {match.decision(seat).since for seat in people}
    return frozenset(since - {delay.began for delay in match.unseen})


def note_turns(match: Match, starts: Collection[int], shown: int, *, first: bool = False) -> Match:
    """The match whose turns since these ``starts`` begin with a message at the time ``shown``.

    They begin at most MAX_UNSHOWN_SECONDS after the change. The ``first`` message of all costs
    nothing, however late it is, unless somebody has moved without it. The bot's clock, which dates
    the change, may be a little ahead of Discord's.
    """
    new_starts = sorted({*starts} - {delay.began for delay in match.unseen})
    longest = MAX_UNSHOWN_SECONDS if match.moved_seats or not first else math.inf
    begins = (int(max(at - CLOCK_TOLERANCE, min(shown, at + longest))) for at in new_starts)
    new_delays = list(map(Outage, new_starts, begins))
    if match.phase is not Phase.PLAYING or not new_delays:
        return match
    return change_in_secret(match, unseen=(*match.unseen, *new_delays))


def bank_left(match: Match, seat: int) -> int:
    """The seconds in the bank of a seat at the beginning of its present or next decision."""
    gifts = DAY * sum(giver != seat for giver in match.terms.gifts)
    changes = sum(play.bank_change for play in match.plays if play.seat == seat)
    return match.terms.bank + gifts + changes


def is_first_move(match: Match, seat: int) -> bool:
    """Whether the present or next decision of a seat in a live match is its first."""
    return match.terms.is_timed and seat not in match.moved_seats


def first_move_time(bank: int) -> int:
    """The most seconds of a first move in a live match, as its player may not be there."""
    return min(_MAX_FIRST_MOVE_SECONDS, bank // _FIRST_MOVE_DIVISOR)


def decision_time(match: Match, seat: int) -> int:
    """The most seconds of the present or next decision of a seat. It is 0 for an empty bank and
    without a limit, so callers ask ``terms.limit`` first.
    """
    seconds = match.terms.pace + bank_left(match, seat)
    return first_move_time(seconds) if is_first_move(match, seat) else seconds


def shortest_decision_time(match: Match) -> int:
    """The shortest of the decision times of all seats; 0 for no limit."""
    times = [decision_time(match, seat) for seat in match.seats if match.player(seat).id]
    return min(times, default=match.terms.limit)


def low_bank(match: Match) -> int:
    """The seconds left at which the player of a live match is warned."""
    return match.terms.bank // _LOW_DIVISOR


def longest_match_time(terms: Terms, seats: int, turns: int) -> int:
    """The seconds after which a live match of so many turns is over, in whole minutes."""
    return math.ceil((seats * terms.bank + turns * terms.increment) / 60) * 60


class Thought(NamedTuple):
    """The seconds that a seat thought about a turn, and those that it had left after it."""

    seconds: int
    seconds_left: int


def find_thought(match: Match, plays: Sequence[Play], ply: int, before: AnyState) -> Thought | None:
    """The thought behind the play at a ply of these known ones, made in the position ``before``. It
    is None for a step within a turn, and for a play without a live clock.
    """
    play, later = plays[ply], plays[ply + 1 :]
    if not match.terms.is_timed or before.live or play.move == LEAVE:
        return None
    is_step = any((other.seat, other.moment) == (play.seat, play.moment) for other in later)
    by_a_person = play.seat in match.seats and play.moment >= 0 and not play.planned
    if is_step or not by_a_person:
        return None
    increment = 0 if before.out_of_turn else match.terms.increment
    changes = (other.bank_change for other in plays[: ply + 1] if other.seat == play.seat)
    return Thought(increment - play.bank_change, match.terms.bank + sum(changes))


def used_bank_seconds(
    match: Match, replayed: Sequence[AnyState], now: int, outages: Sequence[Outage]
) -> dict[int, int]:
    """The seconds that the live clock of each seat has run, in the present decision too."""
    used = dict.fromkeys(match.seats, 0)
    for ply, play in enumerate(match.plays):
        if thought := find_thought(match, match.plays, ply, replayed[ply]):
            used[play.seat] += thought.seconds
    for seat in [] if replayed[-1].live else replayed[-1].to_move:
        begins = turn_start(match, seat)
        if begins < now and match.player(seat).is_person:
            used[seat] += now - begins - lost_seconds(outages, begins, now)
    return used


def check_bank_not_empty(match: Match, seat: int, before: AnyState, context: Context) -> None:
    """Raise Denied for a press of a seat that came when its live bank was empty."""
    if not match.terms.is_timed or before.live:
        return
    seconds = decision_time(match, seat)
    if context.acted_at >= pass_time(turn_start(match, seat), seconds, context.outages):
        raise Denied("Your time is up, so nothing you do in this match counts any more.")


def charge_bank(
    match: Match, play: Play, before: AnyState, after: AnyState, context: Context, *, earns: bool
) -> Play:
    """A play with the change of its seat's bank. It ``earns`` the increment if it ends a turn in
    which the player has done something by hand.
    """
    seat, terms = play.seat, match.terms
    if not terms.bank or play.move == LEAVE or before.live or not match.player(seat).is_person:
        return play
    if seat in after.to_move and after.concealed.get(seat, 0) > match.decision(seat).concealed:
        return play  # a step within a decision
    since = turn_start(match, seat)
    until = max(since, context.acted_at)
    used = until - since - lost_seconds(context.outages, since, until)
    increment = terms.increment if earns and not before.out_of_turn else 0
    charged = min(max(0, used - terms.pace), bank_left(match, seat))
    return replace(play, bank_change=increment - charged)
