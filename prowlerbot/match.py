"""A match and its life: challenged, playing, over.

A match is its record: the set-up and an append-only list of plays. Every function here is pure: it
takes a match and returns the next one, or raises a Refused with the sentence for the player.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from prowlerbot.game import CHANCE, AnyState, Denied, Game, Stale, find_move
from prowlerbot.i18n import mark
from prowlerbot.record import replay
from prowlerbot.terms import Terms

CHALLENGE_LASTS = 24 * 60 * 60
"""Seconds after which an unanswered challenge expires."""


class Phase(StrEnum):
    CHALLENGED = "challenged"
    PLAYING = "playing"
    OVER = "over"


class Ending(StrEnum):
    """How a match came to be over; only the first two have a result."""

    PLAYED = "played"
    RESIGNED = "resigned"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class Repeated(Stale):
    """The very move that already stands in the record: a doubled press, harmless."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: an id of the chat service, and the name last seen there."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Play:
    """One entry of the record. Its ply is its place in the list; ``at`` is in epoch seconds."""

    seat: int
    move: str
    at: int


@dataclass(frozen=True, slots=True)
class Match:
    """``players`` holds seat 1 first; seat 1 is the challenger. Times are epoch seconds.

    ``revision`` counts the changes that have been stored, so it tells whether a board message or a
    copy in memory is behind. ``turn_at`` is since when the present player is to move. ``ended_by``
    is the seat that ended the match, 0 for nobody.
    """

    id: str
    game: str
    players: tuple[Player, ...]
    created_at: int
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    terms: Terms = field(default_factory=Terms)
    phase: Phase = Phase.CHALLENGED
    revision: int = 0
    setup: str = ""
    plays: tuple[Play, ...] = ()
    changed_at: int = 0
    turn_at: int = 0
    ending: Ending | None = None
    ended_by: int = 0

    @property
    def ply(self) -> int:
        """The number of the next move, counting from 0."""
        return len(self.plays)

    @property
    def seats(self) -> range:
        return range(1, len(self.players) + 1)

    def player(self, seat: int) -> Player:
        return self.players[seat - 1]

    def seat_of(self, user: int) -> int | None:
        """The seat of a user, or None for someone who does not take part."""
        return next((seat for seat in self.seats if self.player(seat).id == user), None)


def states(match: Match, game: Game) -> list[AnyState]:
    """The position at the start and after each play; the last one is the present."""
    return replay(game, match.setup, ((play.seat, play.move) for play in match.plays))


def challenge(
    match_id: str,
    game: Game,
    players: Sequence[Player],
    options: Mapping[str, str],
    *,
    terms: Terms,
    now: int,
) -> Match:
    """Seat 1 asks the others to a match."""
    if len({player.id for player in players}) < len(players):
        raise Denied("You cannot challenge yourself.")
    if len(players) not in game.seats:
        raise Denied("{game} is not for {count} players.", game=game.title, count=len(players))
    return Match(
        id=match_id,
        game=game.key,
        players=tuple(players),
        created_at=now,
        changed_at=now,
        options=dict(options),
        terms=terms,
    )


def accept(match: Match, game: Game, user: int, rng: random.Random, now: int) -> Match:
    """The challenged player agrees: the set-up is drawn and the match begins."""
    _only_while_challenged(match, now)
    if seat_at(match, user) == 1:
        raise Denied("This is your own challenge; it is for the other player to accept.")
    setup = game.setup(rng, len(match.players), match.options)
    begun = _changed(match, now, phase=Phase.PLAYING, setup=setup, turn_at=now)
    return _with_chance(begun, game.start(setup), rng, now)


def decline(match: Match, user: int, now: int) -> Match:
    _only_while_challenged(match, now)
    seat = seat_at(match, user)
    if seat == 1:
        raise Denied("This is your own challenge; you can cancel it.")
    return _over(match, Ending.DECLINED, seat, now)


def cancel(match: Match, user: int, now: int) -> Match:
    _only_while_challenged(match, now)
    seat = seat_at(match, user)
    if seat != 1:
        raise Denied("Only the challenger can cancel a challenge; you can decline it.")
    return _over(match, Ending.CANCELLED, seat, now)


def expired(match: Match, now: int) -> bool:
    """Whether a challenge has waited too long for its answer."""
    return match.phase is Phase.CHALLENGED and now >= match.created_at + CHALLENGE_LASTS


def expire(match: Match, now: int) -> Match:
    """End a challenge that nobody has answered in time."""
    if not expired(match, now):
        raise Stale("This challenge has not expired.")
    return _over(match, Ending.EXPIRED, 0, now)


def resign(match: Match, user: int, now: int) -> Match:
    seat = seat_at(match, user)
    _only_while_playing(match)
    return _over(match, Ending.RESIGNED, seat, now)


def play(
    match: Match, game: Game, user: int, ply: int, move: str, *, rng: random.Random, now: int
) -> Match:
    """Make a move at a ply; ``ply`` says which position the player was looking at.

    Raises Repeated where exactly this move is already made, Stale where the match has moved on
    otherwise, and IllegalMove for what is not among the legal moves.
    """
    seat = seat_at(match, user)
    if 0 <= ply < match.ply and (match.plays[ply].seat, match.plays[ply].move) == (seat, move):
        raise Repeated("This move is already made.")
    before = position_to_move(match, game, user, ply)
    state = before.after(seat, find_move(before, seat, move))
    # Where several are to move at once, one of them gives the others no more time.
    goes_on = seat in state.to_move or state.to_move - before.to_move
    turn_at = now if goes_on else match.turn_at
    moved = _changed(match, now, plays=(*match.plays, Play(seat, move, now)), turn_at=turn_at)
    return _with_chance(moved, state, rng, now)


def position_to_move(match: Match, game: Game, user: int, ply: int) -> AnyState:
    """The present position, for a user who is to move in it and has seen it as ``ply``.

    Raises Stale where the match has moved on, Denied for anybody who is not to move.
    """
    seat = seat_at(match, user)
    _only_while_playing(match)
    if ply != match.ply:
        raise Stale("That was for an earlier position; the match has moved on since.")
    state = states(match, game)[-1]
    if seat not in state.to_move:
        waiting = match.player(min(state.to_move))
        raise Denied("It is not your turn: {player} is to move.", player=waiting)
    return state


def _with_chance(match: Match, state: AnyState, rng: random.Random, now: int) -> Match:
    """Let chance move until a player is to move again, and end a match that is played out."""
    while CHANCE in state.to_move:
        move = rng.choice(state.moves(CHANCE))
        state = state.after(CHANCE, move)
        match = replace(match, plays=(*match.plays, Play(CHANCE, str(move), now)))
    if state.outcome is None:
        return match
    return replace(match, phase=Phase.OVER, ending=Ending.PLAYED)


def seat_at(match: Match, user: int) -> int:
    """The seat of a user; raises Denied for someone who does not take part."""
    seat = match.seat_of(user)
    if seat is None:
        raise Denied("You do not play in this match; you can start one of your own.")
    return seat


def _only_while_challenged(match: Match, now: int) -> None:
    if match.phase is Phase.PLAYING:
        raise Stale("This challenge is already accepted.")
    if match.ending is not None:
        raise Stale(_ENDED[match.ending])
    if expired(match, now):
        raise Stale(_ENDED[Ending.EXPIRED])


def _only_while_playing(match: Match) -> None:
    if match.phase is Phase.CHALLENGED:
        raise Denied("This challenge is not accepted yet.")
    if match.ending is not None:
        raise Stale(_ENDED[match.ending])


_ENDED = {
    Ending.PLAYED: mark("This match is over."),
    Ending.RESIGNED: mark("This match is over: one of the players has resigned."),
    Ending.DECLINED: mark("This challenge was declined."),
    Ending.CANCELLED: mark("This challenge was cancelled."),
    Ending.EXPIRED: mark("This challenge has expired."),
}


def _over(match: Match, ending: Ending, seat: int, now: int) -> Match:
    return _changed(match, now, phase=Phase.OVER, ending=ending, ended_by=seat)


def _changed(match: Match, now: int, **changes: Any) -> Match:
    return replace(match, revision=match.revision + 1, changed_at=now, **changes)
