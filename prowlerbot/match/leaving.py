"""Players who leave a running match, and the seats that they leave.

A player leaves by resignation, on time, or because nobody can find them any more. In a match of
two, that ends the match, and the player loses. In one of three or four, the others play on. The
rules of the game handle the seat, or the machine takes it over. If the terms say so, the seat is
first offered to people. From then on the match counts for no rating.

An offer ends by itself, and the clock of the seat stops until then. Each seat is offered once, so
nobody waits twice for the same seat. The player who takes the seat sees everything that the seat
sees. The earlier moves stay those of the ``FormerPlayer``.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import NoReturn

from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import LEAVE
from prowlerbot.core.i18n import mark
from prowlerbot.match.deadlines import unaware_seats
from prowlerbot.match.lobby import seat_player
from prowlerbot.match.match import (
    Context,
    Ending,
    FormerPlayer,
    Level,
    Match,
    Phase,
    Play,
    Player,
    change_match,
    check_playing,
    end_match,
    seat_at,
    without_plans,
)
from prowlerbot.match.play import advance, playing_seat, replay_match
from prowlerbot.match.terms import Terms

SUBSTITUTE: Level = "medium"
"""The level of the machine when it takes over a seat."""
UNFOUND_SECONDS = 3 * DAY
"""Seconds for a move of a player who can no longer be found, in a match without a time limit."""
_MAX_OFFER_SECONDS, _OFFER_DIVISOR = 60 * 60, 4
"""A seat is offered for so many seconds at most, and for at most a quarter of the time limit."""
_MOVE_FIRST = mark(
    "{players} can no longer be found in this server. It is your turn: move, and their time begins."
    " You can claim the win once it is up."
)
_OWN_TURN = mark("It is your own turn, so you cannot claim the win.")
_NOT_LATE = mark("The time for this move is not up yet.")
UNAWARE = mark("{players} cannot know yet: open the board where the match began.")
_MUST_WAIT = mark(
    "{players} can no longer be found in this server. If no move comes within {count} days, you can"
    " claim the win."
)


def resign(match: Match, context: Context, user: int) -> Match:
    """Resign: the others play on if there are enough of them; otherwise the match ends."""
    seat = seat_at(match, user)
    check_playing(match)
    if seat in match.left:
        raise Denied("You have already left this match.")
    if seat in replay_match(match, context.game)[-1].out:
        raise Denied("You are out of this match, so there is nothing to give up.")
    after = _leave_seat(match, context, seat)
    return after if after is not None else end_match(match, Ending.RESIGNED, seat, context.now)


def claim(
    match: Match, context: Context, user: int, late: Collection[int], unfound: Collection[int] = ()
) -> Match:
    """Remove the seats of late players. In a match of two, the other player wins. In a competition
    only the bot does that, equally for all. ``unfound`` are seats of players who can no longer be
    found; they always have a time limit.
    """
    seat = playing_seat(match, user)
    if match.terms.competition:
        raise Denied("In a competition I end the match myself, some time after a move is late.")
    to_move = replay_match(match, context.game)[-1].to_move
    if unfound and not match.terms.limit:
        time_up_since = context.now - UNFOUND_SECONDS
        overdue = (each for each in unfound if match.decision(each).since <= time_up_since)
        late = {*late, *to_move.intersection(overdue)}
    if seat in late:
        raise Denied(_OWN_TURN)
    if not late:
        _refuse_claim(match, seat, to_move, context.now, unfound)
    after = let_leave(match, context, late)
    return end_match(match, Ending.CLAIMED, seat, context.now) if after is None else after


def _refuse_claim(
    match: Match, seat: int, to_move: Collection[int], now: int, unfound: Collection[int]
) -> NoReturn:
    """Raise Denied, with the reason why nobody is late."""
    unaware, is_own_turn = unaware_seats(match, to_move, now), seat in to_move
    if unaware and not is_own_turn:
        raise Denied(UNAWARE, players=match.players_at(unaware))
    if unfound and (is_own_turn or not match.terms.limit):
        sentence, count = _MOVE_FIRST if is_own_turn else _MUST_WAIT, UNFOUND_SECONDS // DAY
        raise Denied(sentence, players=match.players_at(unfound), count=count)
    if not match.terms.limit:
        raise Denied("This match has no time limit, so nobody can run out of time.")
    raise Denied(_OWN_TURN if is_own_turn else _NOT_LATE)


def let_leave(match: Match, context: Context, seats: Collection[int]) -> Match | None:
    """The match that the others play on without these seats; None if it ends or nothing changes."""
    if match.phase is not Phase.PLAYING or not seats:
        return None
    after = match
    for seat in sorted(seats):
        if after.phase is Phase.PLAYING:
            if (gone := _leave_seat(after, context, seat)) is None:
                return None
            after = replace(gone, revision=match.revision + 1)  # a single change
    return after


def _leave_seat(match: Match, context: Context, seat: int) -> Match | None:
    """The match that the others play on; None if this ends it."""
    if len(match.players) < 3 or not match.voters - {seat}:
        return None
    if match.terms.takeover:
        return _hand_over(match, context, seat)
    before = replay_match(match, context.game)[-1]
    if (after := before.leave(seat)) is None:
        return None
    return advance(match, before, Play(seat, LEAVE, context.now), after, context)


def _hand_over(match: Match, context: Context, seat: int) -> Match:
    """The match in which the machine plays on for this seat, until somebody takes it."""
    player, question = match.player(seat), match.question
    offered = offer_end(match, context, seat)
    machine_player = replace(player, id=0, level=SUBSTITUTE, joined=True, orders=frozenset())
    substitute = replace(machine_player, leaver=player.id, offered=offered)
    players = without_plans(seat_player(match, seat, substitute))
    if question is not None and question.seat == seat:
        question = None
    terms = replace(match.terms, rated=False)
    return change_match(match, context.now, players=players, terms=terms, question=question)


def offer_seconds(terms: Terms) -> int:
    """The seconds for which a left seat is offered to people; 0 if the machine takes it at once."""
    if not terms.substitutes or not terms.limit:
        return _MAX_OFFER_SECONDS if terms.substitutes else 0
    return min(terms.limit // _OFFER_DIVISOR, _MAX_OFFER_SECONDS)


def offer_end(match: Match, context: Context, seat: int) -> int:
    """The end of the offer; 0 if the seat is not offered: a live stage does not wait."""
    seconds, was_offered = offer_seconds(match.terms), match.player(seat).former is not None
    if not seconds or was_offered or replay_match(match, context.game)[-1].live:
        return 0
    return context.now + seconds


def take_seat(match: Match, context: Context, user: Player, seat: int) -> Match:
    """Take the offered seat of a player who has left; its clock starts again."""
    check_playing(match)
    if match.seat_of(user.id) is not None:
        raise Denied("You already play in this match.")
    leavers = {player.leaver for player in match.players}
    leavers |= {player.former.id for player in match.players if player.former is not None}
    if user.id in leavers:
        raise Denied("You have left this match, so this seat is for another player.")
    substitute = match.player(seat) if seat in match.seats else None
    if substitute is None or not substitute.offered:
        raise Stale("This seat is no longer free.")
    plays = sum(play.seat == seat for play in match.plays)
    former = FormerPlayer(substitute.leaver, substitute.name, plays)
    orders = frozenset(context.game.usual_orders)
    new_player = Player(user.id, user.name, choice=substitute.choice, orders=orders, former=former)
    now, decisions = context.now, list(match.decisions)
    to_move = replay_match(match, context.game)[-1].to_move
    if seat in to_move:
        decisions[seat - 1] = replace(match.decision(seat), since=now)
    turn_at = min((decisions[waiting - 1].since for waiting in to_move), default=now)
    players = seat_player(match, seat, new_player)
    return change_match(match, now, players=players, decisions=tuple(decisions), turn_at=turn_at)


def close_offers(match: Match, context: Context) -> Match:
    """Give the machine each seat whose offer has ended. Raises Stale if there is none."""
    players = tuple(
        replace(player, offered=0) if 0 < player.offered <= context.now else player
        for player in match.players
    )
    if match.phase is not Phase.PLAYING or players == match.players:
        raise Stale("No seat is to be closed.")
    return change_match(match, context.now, players=players)
