"""Playing on from any moment of a match: a new match that begins with the first moves of another.

Pure, as all of the life of a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import Game
from prowlerbot.core.record import Made
from prowlerbot.match.lobby import challenge
from prowlerbot.match.match import Match, Player
from prowlerbot.match.origin import Origin
from prowlerbot.match.play import states
from prowlerbot.match.terms import Terms


def branch(
    match_id: str,
    game: Game,
    source: Match,
    *,
    ply: int,
    seat: int,
    players: Sequence[Player],
    terms: Terms,
    now: int,
) -> Match:
    """The first of the players takes that seat and asks the others to play on after ``ply`` moves.

    The others take the seats that are left, in order. Such a match is always friendly.
    """
    if not 0 <= ply <= source.ply:
        raise Denied("That match has {count} moves, not {ply}.", count=source.ply, ply=ply)
    if len(players) != len(source.players):
        raise Denied("That match is for {count} players.", count=len(source.players))
    if seat not in source.seats:
        raise Denied("That match has no seat {seat}.", seat=seat)
    if states(source, game)[ply].outcome is not None:
        raise Denied("The match was over with that move; choose an earlier one to play on from.")
    seated = list(players[1:])
    seated.insert(seat - 1, players[0])
    moves = tuple(Made(play.seat, play.move) for play in source.plays[:ply])
    return replace(
        challenge(match_id, game, seated, {}, terms=replace(terms, rated=False), now=now),
        challenger=seat,
        origin=Origin(source.id, source.setup, moves),
    )
