"""The clock that all share while a match is played live, as in the rush to build a colony.

It starts with the first move that anybody makes in such a stage, so nobody is hurried who has not
come yet, and once it has run out every seat that is not done is made to be. Nothing is stored: when
it started follows from the plays.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from prowlerbot.core.errors import Stale
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, Game, find_move
from prowlerbot.match.match import Match, Phase, Play, only_while_playing
from prowlerbot.match.play import advanced, states


def runs_out(match: Match, replayed: Sequence[AnyState]) -> int | None:
    """When the time of the present stage is up, in epoch seconds; None where no clock is running.

    ``replayed`` are the positions of the match.
    """
    if match.phase is not Phase.PLAYING or not match.terms.stopwatch or not replayed[-1].live:
        return None
    started = None
    for ply in range(match.ply - 1, -1, -1):
        if not replayed[ply].live:
            break
        play = match.plays[ply]
        if play.seat != CHANCE and play.move != LEAVE:
            started = play.at
    return None if started is None else started + match.terms.stopwatch


def stop(match: Match, game: Game, rng: random.Random, now: int) -> Match:
    """Make everybody be done whose time is up; raises Stale where it is not."""
    only_while_playing(match)
    replayed = states(match, game)
    due = runs_out(match, replayed)
    if due is None or now < due:
        raise Stale("The time of this stage is not up.")
    state, after = replayed[-1], match
    for seat in sorted(state.to_move):
        if seat in state.to_move and state.live:
            done = Play(seat, state.live, now, after.decision(seat).moment)
            following = state.after(seat, find_move(state, seat, state.live))
            after = advanced(after, state, done, following, rng=rng, now=now)
            state = states(after, game)[-1]
    return replace(after, revision=match.revision + 1)  # it is one change
