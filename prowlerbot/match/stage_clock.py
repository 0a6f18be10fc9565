"""The clock of a live stage, such as the rush to build a colony: one clock for all seats.

It starts with the first move of a person in the stage, so it hurries nobody before that. The
machine waits for this move. When time is up, every seat that is not done is made to be done. The
start follows from the plays, so nothing is stored.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from prowlerbot.core.clock import Outage, pass_time
from prowlerbot.core.errors import Stale
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, find_move
from prowlerbot.match.match import Context, Match, Phase, Play, check_playing
from prowlerbot.match.play import advance, replay_match

MOST_PLAYS = 200
"""The most plays of a seat in one stage; after them it is done, and the others go on. No colony
takes that many, and the limit keeps the record of a match readable.
"""


def stage_end(
    match: Match, replayed: Sequence[AnyState], outages: Sequence[Outage] = ()
) -> int | None:
    """The end of the present stage, in epoch seconds; None if no clock runs. ``replayed`` are the
    positions of the match. The clock stops in ``outages``.
    """
    if match.phase is not Phase.PLAYING or not match.terms.stopwatch:
        return None
    for play in _plays_of_stage(match, replayed):
        by_a_person = play.seat != CHANCE and match.player(play.seat).is_person
        if by_a_person and play.move != LEAVE:
            return pass_time(play.at, match.terms.stopwatch, outages)
    return None


def end_stage(match: Match, context: Context, outages: Sequence[Outage] = ()) -> Match:
    """Finish every seat of a stage whose time is up; raises Stale if it is not."""
    check_playing(match)
    due = stage_end(match, replay_match(match, context.game), outages)
    if due is None or context.now < due:
        raise Stale("The time of this stage is not up.")
    return replace(_finish_seats(match, context, match.seats), revision=match.revision + 1)


def finish_full_seats(match: Match, context: Context) -> Match:
    """The match after a move; a seat with MOST_PLAYS plays in the stage is done as well."""
    made = Counter(play.seat for play in _plays_of_stage(match, replay_match(match, context.game)))
    full = [seat for seat in match.seats if made[seat] >= MOST_PLAYS]
    return replace(_finish_seats(match, context, full), revision=match.revision)  # a single change


def _plays_of_stage(match: Match, replayed: Sequence[AnyState]) -> Sequence[Play]:
    """The plays of the present live stage; none outside of one."""
    if not replayed[-1].live:
        return ()
    ply = match.ply
    while ply and replayed[ply - 1].live:
        ply -= 1
    return match.plays[ply:]


def _finish_seats(match: Match, context: Context, seats: Collection[int]) -> Match:
    """The match in which all of these seats are done."""
    state, after = replay_match(match, context.game)[-1], match
    for seat in sorted(state.to_move.intersection(seats)):
        if seat in state.to_move and state.live:
            done = Play(seat, state.live, context.now, after.decision(seat).moment)
            following = state.after(seat, find_move(state, seat, state.live))
            after = advance(after, state, done, following, context)
            state = replay_match(after, context.game)[-1]
    return after
