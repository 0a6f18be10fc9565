"""Leaving a match: by resignation, on time, or because the player can no longer be found.

In a match of two, a player who leaves loses, and the match ends. In one of three or four the rules
of the game handle the seat, or the machine takes it over, and the others play on. If the terms say
so, the seat is first offered to people. From then on the match counts for no rating.

An offer ends by itself, and the clock of the seat stops until then. Each seat is offered once, so
nobody waits twice for the same seat. The player who takes the seat sees everything that the seat
sees; the earlier moves stay those of the ``Former`` player.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import LEAVE
from prowlerbot.core.i18n import mark
from prowlerbot.core.outages import DAY
from prowlerbot.match.deadlines import unaware
from prowlerbot.match.decisions import Play
from prowlerbot.match.lobby import with_player
from prowlerbot.match.match import (
    Context,
    Ending,
    Former,
    Level,
    Match,
    Phase,
    Player,
    changed,
    only_while_playing,
    over,
    seat_at,
    without_plans,
)
from prowlerbot.match.play import advanced, playing_seat, states
from prowlerbot.match.terms import Terms

SUBSTITUTE: Level = "medium"
"""The level of the machine when it takes over a seat."""
UNFOUND = 3 * DAY
"""Seconds for a move of a player who can no longer be found, in a match without a time limit."""
_LONGEST_OFFER = 60 * 60
"""The most seconds for which a seat is offered; at a quick pace it is a quarter of the pace."""
_MOVE_FIRST = mark(
    "{players} can no longer be found in this server. It is your turn: move, and their time begins."
    " You can claim the win once it is up."
)
UNAWARE = mark("{players} cannot know yet: open the board where the match began.")
_WAIT = mark(
    "{players} can no longer be found in this server. If no move comes within {count} days, you can"
    " claim the win."
)


def resign(match: Match, context: Context, user: int) -> Match:
    """Resign: the others play on if there are enough of them; otherwise the match ends."""
    seat = seat_at(match, user)
    only_while_playing(match)
    if seat in match.left:
        raise Denied("You have already left this match.")
    if seat in states(match, context.game)[-1].out:
        raise Denied("You are out of this match, so there is nothing to give up.")
    gone = _without(match, context, seat)
    return gone if gone is not None else over(match, Ending.RESIGNED, seat, context.now)


def claim(
    match: Match, context: Context, user: int, late: Collection[int], unfound: Collection[int] = ()
) -> Match:
    """Remove the seats of late players. In a match of two, the other player wins.

    ``unfound`` are seats of players who can no longer be found; they have a time limit even in a
    match without one.
    """
    seat = playing_seat(match, user)
    to_move = states(match, context.game)[-1].to_move
    if unfound and not match.terms.pace:
        since = {each: match.decision(each).since for each in to_move.intersection(unfound)}
        late = {*late, *(each for each, at in since.items() if context.now >= at + UNFOUND)}
    waits = unaware(match, to_move, context.now)
    if waits and not late and seat not in to_move:
        raise Denied(UNAWARE, players=match.players_at(waits))
    _check_claim(match, seat, to_move, late, unfound)
    after = _without_all(match, context, late)
    return over(match, Ending.CLAIMED, seat, context.now) if after is None else after


def _check_claim(
    match: Match,
    seat: int,
    to_move: Collection[int],
    late: Collection[int],
    unfound: Collection[int],
) -> None:
    """Raise Denied for a seat with nothing to claim."""
    own = seat in to_move
    if unfound and not late and (own or not match.terms.pace):
        raise Denied(
            _MOVE_FIRST if own else _WAIT, players=match.players_at(unfound), count=UNFOUND // DAY
        )
    if not late and not match.terms.pace:
        raise Denied("This match has no time limit, so nobody can run out of time.")
    if seat in late or (own and not late):
        raise Denied("It is your own turn, so you cannot claim the win.")
    if not late:
        raise Denied("The time for this move is not up yet.")


def let_leave(match: Match, context: Context, absent: Collection[int]) -> Match | None:
    """The match that the others play on after these seats leave it, because their players can no
    longer be found; None if that would end it, or changes nothing.
    """
    if match.phase is not Phase.PLAYING or not absent:
        return None
    return _without_all(match, context, absent)


def _without_all(match: Match, context: Context, seats: Collection[int]) -> Match | None:
    after = match
    for each in sorted(seats):
        if after.phase is Phase.PLAYING:
            gone = _without(after, context, each)
            if gone is None:
                return None
            after = replace(gone, revision=match.revision + 1)  # a single change
    return after


def _without(match: Match, context: Context, seat: int) -> Match | None:
    """The match that the others play on; None if this ends it."""
    if len(match.players) < 3 or not match.voters - {seat}:
        return None
    if match.terms.takeover:
        return _handed_over(match, context, seat)
    before = states(match, context.game)[-1]
    after = before.leave(seat)
    if after is None:
        return None
    return advanced(match, before, Play(seat, LEAVE, context.now), after, context)


def _handed_over(match: Match, context: Context, seat: int) -> Match:
    """The match in which the machine plays on for this seat, until somebody takes it."""
    player, question = match.player(seat), match.question
    substitute = replace(
        player,
        id=0,
        level=SUBSTITUTE,
        joined=True,
        orders=frozenset(),
        leaver=player.id,
        offered=offered_until(match, context, seat),
    )
    players = without_plans(with_player(match, seat, substitute))
    if question is not None and question.seat == seat:
        question = None
    terms = replace(match.terms, rated=False)
    return changed(match, context.now, players=players, terms=terms, question=question)


def offered_for(terms: Terms) -> int:
    """The seconds for which a left seat is offered to people; 0 if the machine takes it at once."""
    if not terms.substitutes:
        return 0
    return min(terms.pace // 4, _LONGEST_OFFER) if terms.pace else _LONGEST_OFFER


def offered_until(match: Match, context: Context, seat: int) -> int:
    """The time at which the offer ends.

    It is 0 if the seat is not offered: a live stage does not wait.
    """
    lasts = offered_for(match.terms)
    if not lasts or match.player(seat).former is not None or states(match, context.game)[-1].live:
        return 0
    return context.now + lasts


def take_seat(match: Match, context: Context, user: Player, seat: int) -> Match:
    """Take the offered seat of a player who has left; its clock starts again."""
    only_while_playing(match)
    if match.seat_of(user.id) is not None:
        raise Denied("You already play in this match.")
    if any(user.id in _left_by(each) for each in match.players):
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


def _left_by(player: Player) -> set[int]:
    """The people who have left this seat."""
    former = player.former.id if player.former is not None else 0
    return {player.leaver, former} - {0}


def close_offers(match: Match, context: Context) -> Match:
    """Give the machine each seat whose offer has ended. Raises Stale if there is none."""
    due = [each for each in match.seats if 0 < match.player(each).offered <= context.now]
    if match.phase is not Phase.PLAYING or not due:
        raise Stale("No seat is to be closed.")
    players = tuple(
        replace(each, offered=0) if at in due else each for at, each in enumerate(match.players, 1)
    )
    return changed(match, context.now, players=players)
