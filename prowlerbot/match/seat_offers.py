"""The seat of a player who has left, offered to people before the machine takes it over.

The offer ends by itself, and the clock of the seat stops until then. Each seat is offered once, so
nobody waits twice for the same seat. The player who takes the seat sees everything that the seat
sees; the earlier moves stay those of the ``Former`` player.
"""

from __future__ import annotations

from dataclasses import replace

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match.lobby import with_player
from prowlerbot.match.match import (
    Context,
    Former,
    Match,
    Phase,
    Player,
    changed,
    only_while_playing,
)
from prowlerbot.match.play import states
from prowlerbot.match.terms import Terms

_LONGEST = 60 * 60
"""The most seconds for which a seat is offered; at a quick pace it is a quarter of the pace."""


def offered_for(terms: Terms) -> int:
    """The seconds for which a left seat is offered to people; 0 if the machine takes it at once."""
    if not terms.substitutes:
        return 0
    return min(terms.pace // 4, _LONGEST) if terms.pace else _LONGEST


def offered_until(match: Match, context: Context, seat: int) -> int:
    """The end of the offer; 0 for none, as in a live stage, which does not wait."""
    lasts = offered_for(match.terms)
    if not lasts or match.player(seat).former is not None or states(match, context.game)[-1].live:
        return 0
    return context.now + lasts


def take_seat(match: Match, context: Context, user: Player, seat: int) -> Match:
    """Take the offered seat of a player who has left; its clock starts again."""
    only_while_playing(match)
    if match.seat_of(user.id) is not None:
        raise Denied("You already play in this match.")
    if any(user.id in _had(each) for each in match.players):
        raise Denied("You have left this match, so this seat is for another player.")
    old = match.player(seat) if seat in match.seats else None
    if old is None or not old.offered:
        raise Stale("This seat is no longer free.")
    former = Former(old.leaver, old.name, sum(play.seat == seat for play in match.plays))
    orders = frozenset(context.game.usual_orders)
    new = Player(user.id, user.name, choice=old.choice, orders=orders, former=former)
    decisions = list(match.decisions)
    to_move = states(match, context.game)[-1].to_move
    if seat in to_move:
        decisions[seat - 1] = replace(match.decision(seat), since=context.now)
    return changed(
        match,
        context.now,
        players=with_player(match, seat, new),
        decisions=tuple(decisions),
        turn_at=min((decisions[each - 1].since for each in to_move), default=context.now),
    )


def _had(player: Player) -> set[int]:
    """The people who have left this seat."""
    former = player.former.id if player.former is not None else 0
    return {player.leaver, former} - {0}


def close(match: Match, context: Context) -> Match:
    """Hand the seats that nobody has taken in time to the machine; Stale if there are none."""
    due = [each for each in match.seats if 0 < match.player(each).offered <= context.now]
    if match.phase is not Phase.PLAYING or not due:
        raise Stale("No seat is to be closed.")
    players = tuple(
        replace(each, offered=0) if at in due else each for at, each in enumerate(match.players, 1)
    )
    return changed(match, context.now, players=players)
