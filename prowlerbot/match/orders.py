"""Standing orders: a player's instructions that apply without a question each time.

They are no part of the record: it holds their effects as moves of their seat.
"""

from __future__ import annotations

import random
from dataclasses import replace

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import Game
from prowlerbot.match.match import Match, changed, only_while_playing, seat_at
from prowlerbot.match.play import obeyed, states


def give_order(
    match: Match, game: Game, user: int, order: str, *, given: bool, rng: random.Random, now: int
) -> Match:
    """Give a standing order, or take it back; one that applies now is obeyed at once."""
    seat = seat_at(match, user)
    only_while_playing(match)
    if order not in game.orders:
        raise Denied("There is no such standing order in this game.")
    if seat in match.left:
        raise Denied("You have left this match; it goes on without you.")
    player = match.player(seat)
    orders = player.orders | {order} if given else player.orders - {order}
    if orders == player.orders:
        return match
    players = (*match.players[: seat - 1], replace(player, orders=orders), *match.players[seat:])
    ordered = changed(match, now, players=players)
    after, _ = obeyed(ordered, states(ordered, game)[-1], rng=rng, now=now)
    return replace(after, revision=match.revision + 1)  # a single change
