"""How a match comes about: challenged, accepted or not, asked for once more."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import Game
from prowlerbot.match.match import ENDED, Ending, Match, Phase, Play, Player, changed, over, seat_at
from prowlerbot.match.play import states, with_chance
from prowlerbot.match.terms import Terms

CHALLENGE_LASTS = 24 * 60 * 60
"""Seconds after which an unanswered challenge expires."""


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
    return with_chance(begun, states(begun, game)[-1], rng, now)


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


def _only_while_challenged(match: Match, now: int) -> None:
    if match.phase is Phase.PLAYING:
        raise Stale("This challenge is already accepted.")
    if match.ending is not None:
        raise Stale(ENDED[match.ending])
    if expired(match, now):
        raise Stale(ENDED[Ending.EXPIRED])
