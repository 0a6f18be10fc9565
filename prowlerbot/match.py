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
from prowlerbot.origin import Origin
from prowlerbot.question import Question
from prowlerbot.record import Made, Record, Undone, replay
from prowlerbot.terms import Terms

CHALLENGE_LASTS = 24 * 60 * 60
"""Seconds after which an unanswered challenge expires."""


SOMEONE = mark("someone")
"""The name of a player who has had everything about them deleted."""


Ranks = tuple[int, ...]
"""The rank of each seat, seat 1 first, as in an outcome."""


class Phase(StrEnum):
    CHALLENGED = "challenged"
    PLAYING = "playing"
    OVER = "over"


class Ending(StrEnum):
    """How a match came to be over; only the first three have a result."""

    PLAYED = "played"
    RESIGNED = "resigned"
    CLAIMED = "claimed"
    AGREED = "agreed"
    ABANDONED = "abandoned"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class Repeated(Stale):
    """The very move that already stands in the record: a doubled press, harmless."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: an id of the chat service, and the name last seen there.

    Ids below zero are nobody's: those of players who have had everything about them deleted.
    """

    id: int
    name: str

    @property
    def gone(self) -> bool:
        return self.id < 0


@dataclass(frozen=True, slots=True)
class Play:
    """One entry of the record. Its ply is its place in the list; ``at`` is in epoch seconds."""

    seat: int
    move: str
    at: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A play that was taken back: it was the last one then, with so many before it.

    ``at`` is when that was.
    """

    ply: int
    seat: int
    move: str
    at: int


@dataclass(frozen=True, slots=True)
class Match:
    """``players`` holds seat 1 first. Times are epoch seconds.

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
    challenger: int = 1
    takebacks: tuple[TakenBack, ...] = ()
    question: Question | None = None
    origin: Origin | None = None
    ending: Ending | None = None
    ended_by: int = 0

    @property
    def ply(self) -> int:
        """The number of the next move, counting from 0."""
        return len(self.plays)

    @property
    def moment(self) -> int:
        """The number of the present position: it rises with each play and with each taken back.

        So it is the ply while nothing is taken back, and never the same for two positions.
        """
        return self.ply + 2 * len(self.takebacks)

    def moment_of(self, ply: int) -> int:
        """The moment at which a play that stands in the record was made."""
        before = [number for number, each in enumerate(self.takebacks, 1) if each.ply <= ply]
        return ply + 2 * max(before, default=0)

    @property
    def seats(self) -> range:
        return range(1, len(self.players) + 1)

    def player(self, seat: int) -> Player:
        return self.players[seat - 1]

    @property
    def challenged(self) -> frozenset[int]:
        """The seats of those who were asked to the match."""
        return frozenset(self.seats) - {self.challenger}

    def seat_of(self, user: int) -> int | None:
        """The seat of a user, or None for someone who does not take part."""
        return next((seat for seat in self.seats if self.player(seat).id == user), None)


def states(match: Match, game: Game) -> list[AnyState]:
    """The position at the start and after each play; the last one is the present."""
    return replay(game, match.setup, ((play.seat, play.move) for play in match.plays))


def record(match: Match, game: Game) -> Record:
    """What stands of a match, and what was taken back on the way."""
    moves = (Made(play.seat, play.move) for play in match.plays)
    takebacks = (Undone(each.ply, each.seat, each.move) for each in match.takebacks)
    return Record(game, match.setup, tuple(moves), tuple(takebacks))


def challenge(
    match_id: str,
    game: Game,
    players: Sequence[Player],
    options: Mapping[str, str],
    *,
    terms: Terms,
    now: int,
) -> Match:
    """The first of the players, at seat 1, asks the others to a match."""
    if any(player.gone for player in players):
        raise Denied("The player of that match is not here any more; challenge somebody else.")
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
    """The challenged player agrees, and the match begins: with a set-up that is drawn now, or
    where it branched off from another one, as if those moves were made at this moment.
    """
    _only_while_challenged(match, now)
    if seat_at(match, user) == match.challenger:
        raise Denied("This is your own challenge; it is for the other player to accept.")
    origin = match.origin
    setup = origin.setup if origin else game.setup(rng, len(match.players), match.options)
    plays = tuple(Play(seat, move, now) for seat, move in (origin.moves if origin else ()))
    begun = changed(match, now, phase=Phase.PLAYING, setup=setup, plays=plays, turn_at=now)
    return _with_chance(begun, states(begun, game)[-1], rng, now)


def decline(match: Match, user: int, now: int) -> Match:
    _only_while_challenged(match, now)
    seat = seat_at(match, user)
    if seat == match.challenger:
        raise Denied("This is your own challenge; you can cancel it.")
    return over(match, Ending.DECLINED, seat, now)


def cancel(match: Match, user: int, now: int) -> Match:
    _only_while_challenged(match, now)
    seat = seat_at(match, user)
    if seat != match.challenger:
        raise Denied("Only the challenger can cancel a challenge; you can decline it.")
    return over(match, Ending.CANCELLED, seat, now)


def expired(match: Match, now: int) -> bool:
    """Whether a challenge has waited too long for its answer."""
    return match.phase is Phase.CHALLENGED and now >= match.created_at + CHALLENGE_LASTS


def expire(match: Match, now: int) -> Match:
    """End a challenge that nobody has answered in time."""
    if not expired(match, now):
        raise Stale("This challenge has not expired.")
    return over(match, Ending.EXPIRED, 0, now)


def resign(match: Match, user: int, now: int) -> Match:
    seat = seat_at(match, user)
    only_while_playing(match)
    return over(match, Ending.RESIGNED, seat, now)


def rematch(match_id: str, game: Game, finished: Match, user: int, now: int) -> Match:
    """A player asks the others to another match, in which everybody takes the next seat."""
    seat_at(finished, user)
    if finished.phase is not Phase.OVER or not finished.setup:
        raise Denied("There can be a rematch once this match is over.")
    players = (*finished.players[1:], finished.players[0])
    return replace(
        challenge(
            match_id,
            game,
            players,
            game.again(finished.setup, finished.options),
            terms=finished.terms,
            now=now,
        ),
        challenger=next(seat for seat, each in enumerate(players, 1) if each.id == user),
    )


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


def play(
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
    return _with_chance(moved, state, rng, now)


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


def only_while_playing(match: Match) -> None:
    if match.phase is Phase.CHALLENGED:
        raise Denied("This challenge is not accepted yet.")
    if match.ending is not None:
        raise Stale(_ENDED[match.ending])


_ENDED = {
    Ending.PLAYED: mark("This match is over."),
    Ending.RESIGNED: mark("This match is over: one of the players has resigned."),
    Ending.CLAIMED: mark("This match is over: one of the players ran out of time."),
    Ending.AGREED: mark("This match is over: the players agreed to end it without a result."),
    Ending.ABANDONED: mark("This match is over: nobody had touched it for a long time."),
    Ending.DECLINED: mark("This challenge was declined."),
    Ending.CANCELLED: mark("This challenge was cancelled."),
    Ending.EXPIRED: mark("This challenge has expired."),
}


def over(match: Match, ending: Ending, seat: int, now: int) -> Match:
    return changed(match, now, phase=Phase.OVER, ending=ending, ended_by=seat, question=None)


def changed(match: Match, now: int, **changes: Any) -> Match:
    return replace(match, revision=match.revision + 1, changed_at=now, **changes)
