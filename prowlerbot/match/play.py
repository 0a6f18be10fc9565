"""The moves of a match: conditions and effects, standing orders, plans, and the present position.

Standing orders are a player's instructions that apply each time without a question. A plan holds
the player's next moves. The record contains neither; it holds the moves that follow from them.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from prowlerbot.core.errors import Denied, IllegalMove, Stale
from prowlerbot.core.game import CHANCE, LEAVE, NOBODY, AnyState, Game, find_move, ranked
from prowlerbot.core.i18n import mark
from prowlerbot.core.record import Hinted, Made, Record, Undone, extend_replay, replay
from prowlerbot.match.banks import charge_bank, check_bank, find_thought
from prowlerbot.match.match import (
    BY_PLAN,
    CLOSED_ENDINGS,
    FIRST_RULES,
    REMOVED_ENDINGS,
    RULES_VERSION,
    Context,
    Decision,
    Ending,
    Match,
    Phase,
    Play,
    Ranks,
    change_in_secret,
    change_match,
    check_playing,
    is_imported,
    seat_at,
    without_plans,
)
from prowlerbot.match.terms import Asked, Question

_FASTER = mark("Another player was faster: that is gone.")
_CHOSEN = mark("You have made your choice. Waiting for {players}.")
_NOT_YOURS = mark("It is not your turn. Waiting for {players}.")
_MOVED_ON = mark("The match moved on while the machine was thinking.")


class Repeated(Stale):
    """A move that the record already holds: a harmless repeated press."""


def replay_match(match: Match, game: Game) -> list[AnyState]:
    """The position at the start and after each play; the last one is the present."""
    return replay(game, match.setup, ((play.seat, play.move) for play in match.plays))


def ply_of_decision(match: Match, replayed: Sequence[AnyState], seat: int, ply: int) -> int:
    """The ply at which a seat got the decision that it has after ``ply`` plays."""
    while ply and seat in replayed[ply - 1].to_move and match.plays[ply - 1].seat != seat:
        ply -= 1
    return ply


def known_plies(match: Match, present: AnyState, viewer: int | None = None) -> list[int]:
    """The plies of the plays that a viewer (None: everybody) knows, in order. The concealed plays
    of a seat are its latest ones; leaving is no secret.
    """
    unseen = {seat: count for seat, count in present.concealed.items() if seat != viewer}
    known: list[int] = []
    for ply in range(match.ply - 1, -1, -1):
        play = match.plays[ply]
        if play.move != LEAVE and unseen.get(play.seat, 0):
            unseen[play.seat] -= 1
        else:
            known.append(ply)
    return known[::-1]


def record_of_match(match: Match, game: Game, plays: Sequence[Play] | None = None) -> Record:
    """The record of a match with its takebacks: of these plays or of all, secrets included.

    ``make_timeline`` has the part of a running match that a viewer may know. Hints and times are
    part of it only after the end: earlier, hints would reveal how many secret plays came before.
    """
    plays = match.plays if plays is None else plays
    moves = (Made(play.seat, play.move) for play in plays)
    takebacks = (Undone(each.ply, each.seat, each.move) for each in match.takebacks)
    over = match.phase is Phase.OVER or is_imported(match.id)
    hints = (Hinted(each.ply, each.seat, each.steps) for each in match.hints if over)
    written = Record(game, match.setup, tuple(moves), tuple(takebacks), hints=tuple(hints))
    if match.phase is not Phase.OVER or not match.terms.is_timed:
        return written
    thoughts = map(partial(find_thought, match, plays), range(len(plays)), written.states())
    return replace(written, times=tuple(each.seconds if each else None for each in thoughts))


def ranks_of(match: Match, game: Game) -> Ranks | None:
    """The final ranks of a match; None where there is no result.

    The game ranks all seats of a match that was played out. In other matches the seats that left
    are behind all others, the first to leave last. By the first rules leavers made no difference.
    """
    if match.ending is Ending.PLAYED:
        outcome = replay_match(match, game)[-1].outcome
        return outcome.ranks if outcome is not None else None
    if len(match.players) == 1:
        return None
    if match.ending in {Ending.RESIGNED, *REMOVED_ENDINGS, *CLOSED_ENDINGS}:
        lost = frozenset({match.ended_by} - {0})
    elif match.ending is Ending.CLAIMED:
        lost = replay_match(match, game)[-1].to_move - {match.ended_by}
    else:
        return None
    left = match.left if match.rules > FIRST_RULES else ()
    # A leaver's merit is below zero, a loser's is 1, and that of all others 2.
    merits = [left.index(at) - len(left) if at in left else 2 - (at in lost) for at in match.seats]
    return ranked(merits)


def ranks_if_cut_short(match: Match, game: Game) -> Ranks | None:
    """The ranks of a match that ended before it was played out, empty without a result. None for
    all other matches: their positions show their results.
    """
    return None if match.ending in {None, Ending.PLAYED} else ranks_of(match, game) or ()


def playing_seat(match: Match, user: int) -> int:
    """The seat of a user who plays in a running match and has not left it."""
    seat = seat_at(match, user)
    check_playing(match)
    if seat in match.left:
        raise Denied("You have left this match; it goes on without you.")
    return seat


def planning_seats(match: Match, present: AnyState) -> frozenset[int]:
    """The seats whose players can plan now; nobody can tell from this who has a plan."""
    if match.phase is not Phase.PLAYING or not present.plannable:
        return NOBODY
    seats = match.voters - present.out
    if present.plans_own_turns:
        return seats
    return seats - present.to_move if len(match.voters) > 1 else NOBODY


def make_move(
    match: Match, context: Context, user: int, moment: int, move: str, *, own: int = 0
) -> Match:
    """Make a move; ``moment`` identifies the position that the player saw.

    ``own`` is the number of the step within a decision of several concealed steps. Raises Repeated
    if the record already holds exactly this move, Stale if the match has moved on otherwise, and
    IllegalMove if the move is not legal.
    """
    seat = seat_at(match, user)
    made = Play(seat, move, context.now, moment=moment, own=own)
    same = (play for play in match.plays if play.move == move)
    if any(replace(play, at=made.at, clock=0) == made for play in same):
        raise Repeated("This move has already been made.")
    before = position_to_move(match, context.game, user, moment, own)
    check_bank(match, seat, before, context)
    return _make_move(match, before, made, context, _FASTER)


def _make_move(match: Match, before: AnyState, made: Play, context: Context, late: str) -> Match:
    """The match after a move. An illegal move of a live stage raises Stale with the sentence
    ``late``. A decision there stays the same while others move, so the move was legal when it was
    chosen.
    """
    try:
        move = find_move(before, made.seat, made.move)
    except IllegalMove as error:
        if before.live:
            raise Stale(late) from error
        raise
    return advance(match, before, made, before.after(made.seat, move), context)


def is_secret_step(before: Match, after: Match, user: int) -> bool:
    """Whether nobody else has seen the move of a user between these two."""
    seat = seat_at(after, user)
    concealed = after.decision(seat).concealed > before.decision(seat).concealed
    return concealed and after.moment == before.moment


def move_of_machine(
    match: Match, context: Context, seat: int, decision: Decision, move: str
) -> Match:
    """Make the move that the machine has chosen for its seat at this decision. Raises Stale if the
    match has moved on since, so each move of the machine is made once.
    """
    check_playing(match)
    before = replay_match(match, context.game)[-1]
    player = match.player(seat)
    waits = seat in before.to_move and player.is_machine and not player.offered
    if not waits or match.decision(seat) != decision:
        raise Stale(_MOVED_ON)
    made = Play(seat, move, context.now, moment=decision.moment, own=decision.own)
    return _make_move(match, before, made, context, _MOVED_ON)


def position_to_move(
    match: Match, game: Game, user: int, moment: int, own: int | None = None
) -> AnyState:
    """The present position, for a user who is to move and saw the position of ``moment``. Raises
    Stale if the user's decision is younger than that, and Denied for a user who is not to move.
    Without ``own`` any step of the decision is accepted.
    """
    seat = playing_seat(match, user)
    decision, state = match.decision(seat), replay_match(match, game)[-1]
    if seat in state.out:
        raise Denied("You are out of this match and have no more moves to make.")
    chosen = decision.concealed and seat not in state.to_move
    seen = decision.moment <= moment <= match.moment and own in {None, decision.own}
    if not seen and not chosen:
        raise Stale("That was for an earlier position; the match has moved on.")
    if seat not in state.to_move:
        raise Denied(_CHOSEN if chosen else _NOT_YOURS, players=match.players_at(state.to_move))
    return state


def advance(match: Match, before: AnyState, made: Play, after: AnyState, context: Context) -> Match:
    """The match after a play, the moves of chance after it, and the answers of standing orders and
    plans. If the position is final, the match is over. A play that only its own seat knows closes
    no question and changes no clock and no list.
    """
    made = charge_bank(match, made, before, after, context, turn=True)
    following = obey_orders(*_advance_once(match, before, made, after, context), context)
    return replace(following, revision=match.revision + 1)  # a single change


def obey_orders(match: Match, state: AnyState, context: Context) -> Match:
    """The match after all standing orders and plans that apply in a position. A plan that has no
    move for its turn ends there.
    """
    while True:
        for seat in sorted(state.to_move):
            move, planned = _instructed_move(match, state, seat)
            if move is not None:
                decision = match.decision(seat)
                own = BY_PLAN if planned else decision.own
                made = Play(seat, str(move), context.now, moment=decision.moment, own=own)
                after, turn = state.after(seat, move), decision.concealed > 0
                made = charge_bank(match, made, state, after, context, turn=turn)
                match, state = _advance_once(match, state, made, after, context)
                break
        else:
            players = tuple(
                replace(each, plan="") if each.plan and seat in state.to_move else each
                for seat, each in enumerate(match.players, 1)
            )
            return replace(match, players=players)


def _instructed_move(match: Match, state: AnyState, seat: int) -> tuple[Any, bool]:
    """The move that a seat makes now by its standing orders, or by its plan; None without any."""
    player = match.player(seat) if seat != CHANCE else None
    move = state.ordered(seat, player.orders) if player and player.orders else None
    if move is None and player and player.plan:
        return state.planned_move(seat, player.plan), True
    return move, False


def _keep_plans(match: Match, before: AnyState, made: Play) -> Match:
    """The match in which each plan keeps its remaining part after an entry of the record."""
    if made.move == LEAVE:
        return replace(match, players=without_plans(match.players))
    players = tuple(
        replace(each, plan=before.foreseen(seat, each.plan, made.seat, made.move))
        if each.plan
        else each
        for seat, each in enumerate(match.players, 1)
    )
    return replace(match, players=players)


def _advance_once(
    match: Match, before: AnyState, made: Play, after: AnyState, context: Context
) -> tuple[Match, AnyState]:
    """The match after a play and the moves of chance after it, and its new position."""
    now, plays, states = context.now, [*match.plays, made], [after]
    match = _keep_plans(match, before, made)
    while CHANCE in after.to_move:
        move = context.chance(match.setup, plays).choice(after.moves(CHANCE))
        plays.append(Play(CHANCE, str(move), now))
        match = _keep_plans(match, after, plays[-1])
        after = after.after(CHANCE, move)
        states.append(after)
    extend_replay(context.game, match.setup, ((it.seat, it.move) for it in plays), states)
    moment = len(plays) - sum(after.concealed.values()) + 2 * len(match.takebacks)
    public = moment > match.moment
    decisions = tuple(
        _decision_after(match.decision(seat), seat, before, after, made, moment=moment, now=now)
        for seat in match.seats
    )
    if match.terms.bank and not before.live:  # no act of others sets a clock back
        decisions = tuple(
            replace(each, since=min(each.since, match.decision(seat).since))
            if seat != made.seat and seat in before.to_move & after.to_move
            else each
            for seat, each in enumerate(decisions, 1)
        )
    question = match.question
    if question is not None and public and not _question_stays_open(question, match, made, after):
        question = None
    following = change_match(
        match,
        now,
        plays=tuple(plays),
        decisions=decisions,
        turn_at=min((decisions[seat - 1].since for seat in after.to_move if seat), default=now),
        question=question,
    )
    if after.outcome is not None:
        following = _end_match(following)
    elif not public and before.to_move == after.to_move:
        following = replace(following, changed_at=match.changed_at)
    return following, after


def _question_stays_open(question: Question, match: Match, made: Play, after: AnyState) -> bool:
    """Whether a question is still open after a play. The machine is quick, so players may answer
    the question whether to draw the rest while it plays.
    """
    asked = question.open and question.asked is Asked.DRAWN
    return asked and after.drawable and match.player(made.seat).is_machine


def draw_rest(match: Match, context: Context) -> Match:
    """The match with all drawable moves drawn, each as a move of the seat that was to make it. They
    are plays like any other, except that they answer no decision.
    """
    game, now = context.game, context.now
    state, plays = replay_match(match, game)[-1], [*match.plays]
    while state.drawable or CHANCE in state.to_move:
        rng = context.chance(match.setup, plays)
        seat = rng.choice(sorted(state.to_move))
        move = rng.choice(state.moves(seat))
        state = state.after(seat, move)
        plays.append(Play(seat, str(move), now))
    moment = len(plays) + 2 * len(match.takebacks)
    drawn = change_match(match, now, plays=tuple(plays), question=None)
    following = restart_decisions(drawn, state, moment, now)
    return _end_match(following) if state.outcome is not None else following


def _end_match(match: Match) -> Match:
    """The match after its last play, in whose position nobody is to move."""
    players, ended = without_plans(match.players), Ending.PLAYED
    return replace(match, players=players, phase=Phase.OVER, ending=ended, rules=RULES_VERSION)


def _decision_after(
    old: Decision,
    seat: int,
    before: AnyState,
    after: AnyState,
    made: Play,
    *,
    moment: int,
    now: int,
) -> Decision:
    """The decision of a seat after a play: the same one, its next step, or a new one. A seat that
    is not to move keeps the start of its latest decision: the move may be taken back.
    """
    concealed = after.concealed.get(seat, 0)
    if seat == made.seat:
        if concealed > old.concealed:
            return replace(old, own=old.own + 1, concealed=concealed)
        if seat not in after.to_move:
            now = min(now, old.since)
    elif before.live and after.live and seat in before.to_move & after.to_move:
        return old
    elif (seat in before.to_move) == (seat in after.to_move) and (
        seat not in after.to_move
        or before is after
        or list(before.moves(seat)) == list(after.moves(seat))  # so the choice is still valid
    ):
        return replace(old, concealed=concealed)
    return Decision(now, moment, concealed=concealed)


def restart_decisions(match: Match, state: AnyState, moment: int, since: int) -> Match:
    """The match with new decisions of all who play, whose clocks start ``since``."""
    decisions = tuple(
        match.decision(seat)
        if seat in match.left
        else Decision(since, moment, concealed=state.concealed.get(seat, 0))
        for seat in match.seats
    )
    return replace(match, decisions=decisions, turn_at=since)


def give_order(match: Match, context: Context, user: int, order: str, *, given: bool) -> Match:
    """Give or withdraw a standing order; an order that applies now is obeyed at once."""
    seat = playing_seat(match, user)
    if order not in context.game.orders:
        raise Denied("There is no such standing order in this game.")
    player = match.player(seat)
    orders = player.orders | {order} if given else player.orders - {order}
    if orders == player.orders:
        return match
    players = match.with_player(seat, replace(player, orders=orders))
    ordered, before = (
        change_in_secret(match, players=players),
        replay_match(match, context.game)[-1],
    )
    if seat in before.to_move:
        check_bank(match, seat, before, context)
    after = obey_orders(ordered, before, context)
    return replace(after, revision=match.revision + 1)  # a single change
