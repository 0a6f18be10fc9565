"""Playing on from any moment of a match: a new match that begins with the first moves of another.

Pure, like the whole life of a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import LEAVE, Game
from prowlerbot.core.record import Record
from prowlerbot.match.lobby import challenge
from prowlerbot.match.match import Match, Player
from prowlerbot.match.origin import Origin
from prowlerbot.match.terms import Terms


def check_ply(ply: int, count: int) -> None:
    """Raise Denied for a moment that a line of ``count`` moves does not have."""
    if not 0 <= ply <= count:
        raise Denied(
            "Choose a move from 0 to {count}; this match has no move {ply}.", count=count, ply=ply
        )


def branch(
    match_id: str,
    game: Game,
    source: Match,
    line: Record,
    *,
    ply: int,
    seat: int,
    players: Sequence[Player],
    terms: Terms,
    now: int,
) -> Match:
    """The first of the players takes that seat and asks the others to play on after ``ply`` moves.

    The others take the remaining seats in order. Such a match is always friendly. ``line`` is the
    record as far as the asker may know it.
    """
    count = len(line.moves)
    check_ply(ply, count)
    if len(players) != len(source.players):
        raise Denied("That match is for {count} players.", count=len(source.players))
    if seat not in source.seats:
        raise Denied("That match has no seat {seat}.", seat=seat)
    gone = next((made.seat for made in line.moves[:ply] if made.text == LEAVE), None)
    if gone is not None:
        raise Denied(
            "{player} had left by then; choose an earlier move to play on from.",
            player=source.player(gone),
        )
    if line.states()[ply].outcome is not None:
        raise Denied("The match ended with that move; choose an earlier one to play on from.")
    seated = list(players[1:])
    seated.insert(seat - 1, players[0])
    moves = line.moves[:ply]
    friendly = replace(terms, rated=False)
    asked = challenge(match_id, game, seated, {}, terms=friendly, now=now, host=seat)
    return replace(asked, origin=Origin(source.id, source.setup, moves))
