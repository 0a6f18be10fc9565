"""The moves of a match: conditions and effects, standing orders, plans, and the present position.

Standing orders are a player's instructions that apply each time without a question. A plan holds
the player's next moves. The record contains neither; it holds the moves that follow from them.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from prowlerbot.core.errors import Denied, IllegalMove, Stale
from prowlerbot.core.game import CHANCE, LEAVE, NOBODY, AnyState, Game, find_move, ranked
from prowlerbot.core.i18n import mark
from prowlerbot.core.record import GivenHint, MadeMove, Record, UndoneMove, extend_replay, replay
from prowlerbot.match.banks import charge_bank, check_bank_not_empty, find_thought
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
    Takeback,
    change_in_secret,
    change_match,
    check_playing,
    is_imported,
    seat_at,
    without_plans,
)
from prowlerbot.match.terms import Motion, Question

_OTHER_WAS_FASTER = mark("Another player was faster: that is gone.")
_CHOICE_MADE = mark("You have made your choice. Waiting for {players}.")
_NOT_YOUR_TURN = mark("It is not your turn. Waiting for {players}.")
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
    concealed_left = {seat: count for seat, count in present.concealed.items() if seat != viewer}
    known: list[int] = []
    for ply in range(match.ply - 1, -1, -1):
        play = match.plays[ply]
        if play.move != LEAVE and concealed_left.get(play.seat, 0):
            concealed_left[play.seat] -= 1
        else:
            known.append(ply)
    return known[::-1]


def record_of_match(match: Match, game: Game, plays: Sequence[Play] | None = None) -> Record:
    """The record of a match with its takebacks: of these plays or of all, secrets included.

    ``make_timeline`` has the part of a running match that a viewer may know. Hints and times are
    part of it only after the end: earlier, hints would reveal how many secret plays came before.
    """
    plays = match.plays if plays is None else plays
    moves = (MadeMove(play.seat, play.move) for play in plays)
    takebacks = (UndoneMove(each.ply, each.seat, each.move) for each in match.takebacks)
    over = match.phase is Phase.OVER or is_imported(match.id)
    hints = (GivenHint(each.ply, each.seat, each.hint_steps) for each in match.hints if over)
    record = Record(game, match.setup, tuple(moves), tuple(takebacks), hints=tuple(hints))
    if match.phase is not Phase.OVER or not match.terms.is_timed:
        return record
    thoughts = map(partial(find_thought, match, plays), range(len(plays)), record.states())
    return replace(record, times=tuple(each.seconds if each else None for each in thoughts))


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
    merits = dict.fromkeys(match.seats, 2) | dict.fromkeys(lost, 1)
    merits |= {seat: place - len(left) for place, seat in enumerate(left)}  # all below zero
    return ranked([merits[seat] for seat in match.seats])


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
    match: Match, context: Context, user: int, moment: int, move: str, *, step: int = 0
) -> Match:
    """Make a move; ``moment`` identifies the position that the player saw.

    ``step`` is its number within a decision of several concealed steps, from 0. Raises Repeated
    if the record already holds exactly this move, Stale if the match has moved on otherwise, and
    IllegalMove if the move is not legal.
    """
    seat = seat_at(match, user)
    new_play = Play(seat, move, context.now, moment=moment, step=step)
    same_moves = (play for play in match.plays if play.move == move)
    if any(replace(play, at=context.now, bank_change=0) == new_play for play in same_moves):
        raise Repeated("This move has already been made.")
    before = position_to_move(match, context.game, user, moment, step)
    check_bank_not_empty(match, seat, before, context)
    return _make_move(match, before, new_play, context, _OTHER_WAS_FASTER)


def _make_move(
    match: Match, before: AnyState, play: Play, context: Context, stale_sentence: str
) -> Match:
    """The match after a move. An illegal move of a live stage raises Stale with this sentence. A
    decision there stays the same while others move, so the move was legal when it was chosen.
    """
    try:
        move = find_move(before, play.seat, play.move)
    except IllegalMove as error:
        if before.live:
            raise Stale(stale_sentence) from error
        raise
    return advance(match, before, play, before.after(play.seat, move), context)


def is_secret_step(before: Match, after: Match, user: int) -> bool:
    """Whether nobody else has seen the move of a user between these two states of a match."""
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
    play = Play(seat, move, context.now, moment=decision.moment, step=decision.step)
    return _make_move(match, before, play, context, _MOVED_ON)


def position_to_move(
    match: Match, game: Game, user: int, moment: int, step: int | None = None
) -> AnyState:
    """The present position, for a user who is to move and saw the position of ``moment``. Raises
    Stale if the user's decision is younger than that, and Denied for a user who is not to move.
    Without ``step`` any step of the decision is accepted.
    """
    seat = playing_seat(match, user)
    decision, state = match.decision(seat), replay_match(match, game)[-1]
    if seat in state.out:
        raise Denied("You are out of this match and have no more moves to make.")
    has_chosen = decision.concealed and seat not in state.to_move
    saw_decision = decision.moment <= moment <= match.moment and step in {None, decision.step}
    if not saw_decision and not has_chosen:
        raise Stale("That was for an earlier position; the match has moved on.")
    if seat not in state.to_move:
        sentence = _CHOICE_MADE if has_chosen else _NOT_YOUR_TURN
        raise Denied(sentence, players=match.players_at(state.to_move))
    return state


def advance(match: Match, before: AnyState, play: Play, after: AnyState, context: Context) -> Match:
    """The match after a play from ``before`` to ``after``, with what follows from it: moves of
    chance, and the answers of standing orders and plans. If the position is final, the match is
    over. A play that only its own seat knows closes no question and changes no clock and no list.
    """
    play = charge_bank(match, play, before, after, context, earns=True)
    following = obey_orders(*_advance_once(match, before, play, after, context), context)
    return replace(following, revision=match.revision + 1)  # a single change


def obey_orders(match: Match, state: AnyState, context: Context) -> Match:
    """The match after all orders and plans that apply. A plan without a move for its turn ends."""
    while (instruction := _next_instruction(match, state)) is not None:
        seat, move, step = instruction
        decision, after = match.decision(seat), state.after(seat, move)
        play = Play(seat, str(move), context.now, moment=decision.moment, step=step)
        play = charge_bank(match, play, state, after, context, earns=decision.concealed > 0)
        match, state = _advance_once(match, state, play, after, context)
    players = tuple(
        replace(player, plan="") if player.plan and seat in state.to_move else player
        for seat, player in enumerate(match.players, 1)
    )
    return replace(match, players=players)


class _Instruction(NamedTuple):
    """The next move that a standing order or a plan makes, with its ``Play.step``."""

    seat: int
    move: Any
    step: int


def _next_instruction(match: Match, state: AnyState) -> _Instruction | None:
    for seat in sorted(state.to_move - {CHANCE}):
        player = match.player(seat)
        if player.orders and (move := state.ordered(seat, player.orders)) is not None:
            return _Instruction(seat, move, match.decision(seat).step)
        if player.plan and (move := state.planned_move(seat, player.plan)) is not None:
            return _Instruction(seat, move, BY_PLAN)
    return None


def _shorten_plans(match: Match, before: AnyState, play: Play) -> Match:
    """The match in which each plan keeps its remaining part after an entry of the record."""
    if play.move == LEAVE:
        return replace(match, players=without_plans(match.players))
    players = tuple(
        replace(player, plan=before.foreseen(seat, player.plan, play.seat, play.move))
        if player.plan
        else player
        for seat, player in enumerate(match.players, 1)
    )
    return replace(match, players=players)


def _advance_once(
    match: Match, before: AnyState, play: Play, after: AnyState, context: Context
) -> tuple[Match, AnyState]:
    """The match after a play and the moves of chance after it, and its new position."""
    now, plays, states = context.now, [*match.plays, play], [after]
    match = _shorten_plans(match, before, play)
    while CHANCE in after.to_move:
        move = context.chance(match.setup, plays).choice(after.moves(CHANCE))
        plays.append(Play(CHANCE, str(move), now))
        match = _shorten_plans(match, after, plays[-1])
        after = after.after(CHANCE, move)
        states.append(after)
    extend_replay(context.game, match.setup, ((each.seat, each.move) for each in plays), states)
    moment = moment_after(plays, after, match.takebacks)
    public = moment > match.moment
    decisions = tuple(
        _decision_after(match, seat, before, play, after, moment=moment, now=now)
        for seat in match.seats
    )
    question = match.question
    if question is not None and public and not _question_stays_open(question, match, play, after):
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
        following = _end_played_out(following)
    elif not public and before.to_move == after.to_move:
        following = replace(following, changed_at=match.changed_at)
    return following, after


def _question_stays_open(question: Question, match: Match, play: Play, after: AnyState) -> bool:
    """Whether a question is still open after a play. The machine is quick, so players may answer
    the question whether to draw the rest while it plays.
    """
    asked = question.open and question.asked is Motion.DRAWN
    return asked and after.drawable and match.player(play.seat).is_machine


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
    drawn = change_match(match, now, plays=tuple(plays), question=None)
    following = restart_decisions(drawn, state, now)
    return _end_played_out(following) if state.outcome is not None else following


def _end_played_out(match: Match) -> Match:
    """The match after its last play, in whose position nobody is to move."""
    players, ended = without_plans(match.players), Ending.PLAYED
    return replace(match, players=players, phase=Phase.OVER, ending=ended, rules=RULES_VERSION)


def _decision_after(
    match: Match, seat: int, before: AnyState, play: Play, after: AnyState, *, moment: int, now: int
) -> Decision:
    """The decision of a seat after a play: the same one, its next step, or a new one."""
    old, concealed = match.decision(seat), after.concealed.get(seat, 0)
    was_to_move, is_to_move = seat in before.to_move, seat in after.to_move
    since = now
    if seat == play.seat:
        if concealed > old.concealed:
            return replace(old, step=old.step + 1, concealed=concealed)
        if not is_to_move:  # the move may be taken back, and then this clock goes on
            since = min(now, old.since)
    elif was_to_move and is_to_move:
        if before.live and after.live:
            return old
        if before is after or list(before.moves(seat)) == list(after.moves(seat)):
            return replace(old, concealed=concealed)  # the choice is still valid
        if match.terms.bank and not before.live:  # no act of others sets a clock back
            since = min(now, old.since)
    elif not was_to_move and not is_to_move:
        return replace(old, concealed=concealed)
    return Decision(since, moment, concealed=concealed)


def moment_after(plays: Sequence[Play], state: AnyState, takebacks: Collection[Takeback]) -> int:
    """The number of the public position ``state`` after these plays, as ``Match.moment`` has it."""
    return len(plays) - sum(state.concealed.values()) + 2 * len(takebacks)


def restart_decisions(match: Match, state: AnyState, since: int) -> Match:
    """The match at ``state`` with new decisions of all who have not left, begun ``since``."""
    moment = moment_after(match.plays, state, match.takebacks)
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
    players = match.players_with(seat, replace(player, orders=orders))
    state = replay_match(match, context.game)[-1]
    if seat in state.to_move:
        check_bank_not_empty(match, seat, state, context)
    obeyed = obey_orders(change_in_secret(match, players=players), state, context)
    return replace(obeyed, revision=match.revision + 1)  # a single change
