"""The moves of a match, and what it has come to."""

from __future__ import annotations

import random
from dataclasses import replace

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import CHANCE, AnyState, Game, find_move
from prowlerbot.core.record import Made, Record, Undone, replay
from prowlerbot.match.match import (
    Ending,
    Match,
    Phase,
    Play,
    Ranks,
    changed,
    only_while_playing,
    over,
    seat_at,
)


class Repeated(Stale):
    """The very move that already stands in the record: a doubled press, harmless."""


def states(match: Match, game: Game) -> list[AnyState]:
    """The position at the start and after each play; the last one is the present."""
    return replay(game, match.setup, ((play.seat, play.move) for play in match.plays))


def record(match: Match, game: Game) -> Record:
    """What stands of a match, and what was taken back on the way."""
    moves = (Made(play.seat, play.move) for play in match.plays)
    takebacks = (Undone(each.ply, each.seat, each.move) for each in match.takebacks)
    return Record(game, match.setup, tuple(moves), tuple(takebacks))


def resign(match: Match, user: int, now: int) -> Match:
    seat = seat_at(match, user)
    only_while_playing(match)
    return over(match, Ending.RESIGNED, seat, now)


def ranks_of(match: Match, game: Game) -> Ranks | None:
    """How a match ended; None where there is no result."""
    if match.ending is Ending.PLAYED:
        outcome = states(match, game)[-1].outcome
        return outcome.ranks if outcome is not None else None
    if match.ending is Ending.RESIGNED:
        lost = {match.ended_by}
    elif match.ending is Ending.CLAIMED:  # by somebody who had made their move
        lost = set(states(match, game)[-1].to_move)
    else:
        return None
    last = 1 + len(match.players) - len(lost)
    return tuple(last if seat in lost else 1 for seat in match.seats)


def cut_short(match: Match, game: Game) -> Ranks | None:
    """The ranks of a match that ended before it was played out, empty where there is no result.

    None for all other matches: what they have come to, their positions tell.
    """
    if match.ending in {None, Ending.PLAYED}:
        return None
    return ranks_of(match, game) or ()


def make_move(
    match: Match, game: Game, user: int, moment: int, move: str, *, rng: random.Random, now: int
) -> Match:
    """Make a move; ``moment`` says which position the player was looking at.

    Raises Repeated where exactly this move is already made, Stale where the match has moved on
    otherwise, and IllegalMove for what is not among the legal moves.
    """
    seat = seat_at(match, user)
    for ply, made in enumerate(match.plays):
        if (made.seat, made.move) == (seat, move) and match.moment_of(ply) == moment:
            raise Repeated("This move is already made.")
    before = position_to_move(match, game, user, moment)
    state = before.after(seat, find_move(before, seat, move))
    # Where several are to move at once, one of them gives the others no more time.
    goes_on = seat in state.to_move or state.to_move - before.to_move
    turn_at = now if goes_on else match.turn_at
    plays = (*match.plays, Play(seat, move, now))
    moved = changed(match, now, plays=plays, turn_at=turn_at, question=None)
    return with_chance(moved, state, rng, now)


def position_to_move(match: Match, game: Game, user: int, moment: int) -> AnyState:
    """The present position, for a user who is to move in it and has seen it at ``moment``.

    Raises Stale where the match has moved on, Denied for anybody who is not to move.
    """
    seat = seat_at(match, user)
    only_while_playing(match)
    if moment != match.moment:
        raise Stale("That was for an earlier position; the match has moved on since.")
    state = states(match, game)[-1]
    if seat not in state.to_move:
        waiting = match.player(min(state.to_move))
        raise Denied("It is not your turn: {player} is to move.", player=waiting)
    return state


def with_chance(match: Match, state: AnyState, rng: random.Random, now: int) -> Match:
    """Let chance move until a player is to move again, and end a match that is played out."""
    while CHANCE in state.to_move:
        move = rng.choice(state.moves(CHANCE))
        state = state.after(CHANCE, move)
        match = replace(match, plays=(*match.plays, Play(CHANCE, str(move), now)))
    if state.outcome is None:
        return match
    return replace(match, phase=Phase.OVER, ending=Ending.PLAYED)
