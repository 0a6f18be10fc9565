"""Clocks for a whole match: the time that each seat has left in its bank.

A turn takes the time from its beginning to the press that ends it out of the bank, and brings the
increment. A step within a turn, a move out of turn, and a move that an order or a plan makes bring
none. Each play holds what it changed, so a takeback gives back what was left. A seat hands its bank
down to whoever takes it. The machine has no clock, and a live stage has a clock of its own.

With ``Terms.pace``, that much of each decision is free, and the bank is a reserve behind it.
"""

from __future__ import annotations

from dataclasses import replace

from prowlerbot.core.clock import lost_seconds, pass_time
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import LEAVE, AnyState
from prowlerbot.match.match import Context, Match, Play

CARRIED_OUT = 10
"""Seconds after an empty bank until the match ends: a press made in time may arrive late."""
SHOWN_WITHIN = 30
"""Seconds after a change at which the next turn begins at the latest, shown or not."""
_FIRST, _OF_BANK = 2 * 60, 5
"""The most seconds for a first move, and the part of the bank that they are at most."""


def bank_left(match: Match, seat: int) -> int:
    """The seconds in the bank of a seat at the beginning of its present or next decision."""
    return match.terms.bank + sum(play.clock for play in match.plays if play.seat == seat)


def decision_time(match: Match, seat: int) -> int:
    """The most seconds of the present or next decision of a seat; 0 for no limit. A first move in a
    live match has less, so that nobody waits long for a player who is not there.
    """
    terms = match.terms
    left = terms.pace + bank_left(match, seat)
    moved = any(play.seat == seat and play.moment >= 0 for play in match.plays)
    return left if moved or not terms.is_timed else min(left, _FIRST, left // _OF_BANK)


def least_time(match: Match) -> int:
    """The least time of a decision of all seats; 0 for no limit."""
    times = [decision_time(match, seat) for seat in match.seats if match.player(seat).id]
    return min(times, default=match.terms.limit)


def check_bank(match: Match, seat: int, before: AnyState, context: Context) -> None:
    """Raise Denied for a press of a seat that came when its bank was empty."""
    since = match.decision(seat).since
    if not match.terms.bank or before.live:
        return
    if context.acted >= pass_time(since, decision_time(match, seat), context.outages):
        raise Denied("Your time is up, so nothing you do in this match counts any more.")


def with_clock(
    match: Match, made: Play, before: AnyState, after: AnyState, context: Context, *, turn: bool
) -> Play:
    """A play with the change of its seat's bank. With ``turn`` it is a press of the seat's own."""
    seat, since = made.seat, match.decision(made.seat).since
    terms, concealed = match.terms, after.concealed.get(seat, 0)
    is_step = seat in after.to_move and concealed > match.decision(seat).concealed
    is_untimed = before.live or not match.player(seat).is_person
    if not terms.bank or made.move == LEAVE or is_step or is_untimed:
        return made
    until = max(since, context.acted)
    used = until - since - lost_seconds(context.outages, since, until)
    given = terms.increment if turn and not before.out_of_turn else 0
    spent = min(max(0, used - terms.pace), bank_left(match, seat))
    return replace(made, clock=given - spent)
