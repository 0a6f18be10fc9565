"""The start and end of clocks in special cases: a live stage, and turns that nobody can see yet.

A live stage, such as the rush to build a colony, has one clock for all seats. It starts with the
first move of a person in the stage, so it hurries nobody before that. The machine waits for this
move. When time is up, every seat that is not done is made to be done. The start follows from the
plays, so nothing is stored.

Other clocks start later than the turn if nobody could see the board by then, or if the player of
the seat cannot know of it. Their starts are stored in the decisions.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from prowlerbot.core.clock import MIN_OUTAGE_SECONDS, Outage, pass_time
from prowlerbot.core.errors import Stale
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, find_move
from prowlerbot.match.deadlines import MAX_IDLE_SECONDS, claim_slack
from prowlerbot.match.match import Context, Match, Phase, Play, change_match, check_playing
from prowlerbot.match.play import advance, replay_match

MAX_STAGE_PLAYS = 200
"""The plays of a seat in one stage after which it is done, and the others go on. No colony takes
that many, and the limit keeps the record of a match readable.
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
    """The match after a move, in which each seat with MAX_STAGE_PLAYS in the stage is done."""
    plays = _plays_of_stage(match, replay_match(match, context.game))
    counts = Counter(play.seat for play in plays)
    full_seats = [seat for seat in match.seats if counts[seat] >= MAX_STAGE_PLAYS]
    return _finish_seats(match, context, full_seats)


def _plays_of_stage(match: Match, replayed: Sequence[AnyState]) -> Sequence[Play]:
    """The plays of the present live stage; none outside of one."""
    if not replayed[-1].live:
        return ()
    ply = match.ply
    while ply and replayed[ply - 1].live:
        ply -= 1
    return match.plays[ply:]


def _finish_seats(match: Match, context: Context, seats: Collection[int]) -> Match:
    """The match with all of these seats done, at the same revision, which the caller counts."""
    state, after = replay_match(match, context.game)[-1], match
    for seat in sorted(state.to_move.intersection(seats)):
        if seat in state.to_move and state.live:
            finishing_play = Play(seat, state.live, context.now, after.decision(seat).moment)
            following = state.after(seat, find_move(state, seat, state.live))
            after = advance(after, state, finishing_play, following, context)
            state = replay_match(after, context.game)[-1]
    return replace(after, revision=match.revision)


def shift_unseen_clocks(match: Match, context: Context, since: int) -> Match:
    """The match with clocks that did not run from ``since`` to now, as nobody could see its board.
    It stays the same if ``since`` is 0, or if that was too short to matter to any clock.
    """
    check_playing(match)
    terms, now = match.terms, context.now
    is_short = now - since <= min(claim_slack(terms), MIN_OUTAGE_SECONDS)
    # In a live match ``banks.note_turns`` starts each turn when its message is shown.
    if not since or not terms.limit or terms.is_timed or is_short:
        return match
    match = replace(match, unseen=(*match.unseen, Outage(since, now)))
    starts = {seat: match.decision(seat).since for seat in _seats_to_move(match, context)}
    later = {seat: start + now - max(since, start) for seat, start in starts.items()}
    return _restart_clocks(match, context, later)


def wait_for_player(match: Match, context: Context, seat: int) -> Match:
    """The match in which the clock of a seat waits until its player can know of their turn.

    Any press where they play ends the wait (``stop_waiting``). Somebody could keep others from
    pressing there, so it also ends after as long as an untouched match stands. The clock does not
    wait in a competition, a live match or a live stage.
    """
    check_playing(match)
    terms, since = match.terms, match.decision(seat).since
    present = replay_match(match, context.game)[-1]
    may_wait = bool(terms.pace) and not terms.competition and since <= context.now
    if not may_wait or present.live or seat not in present.to_move:
        return match
    return _restart_clocks(match, context, {seat: since + MAX_IDLE_SECONDS})


def stop_waiting(match: Match, context: Context, seat: int) -> Match:
    """The match in which the player of a seat can know of their turn from now on."""
    check_playing(match)
    waits = match.decision(seat).since > context.now
    if not waits or seat not in _seats_to_move(match, context):
        return match
    return _restart_clocks(match, context, {seat: context.now})


def _seats_to_move(match: Match, context: Context) -> frozenset[int]:
    return replay_match(match, context.game)[-1].to_move - {CHANCE}


def _restart_clocks(match: Match, context: Context, since: Mapping[int, int]) -> Match:
    """The match in which the clocks of these seats start at these times."""
    decisions = tuple(
        replace(match.decision(seat), since=since[seat]) if seat in since else match.decision(seat)
        for seat in match.seats
    )
    starts = (decisions[seat - 1].since for seat in _seats_to_move(match, context))
    turn_at = min(starts, default=match.turn_at)
    return change_match(match, context.now, decisions=decisions, turn_at=turn_at)
