"""Decisions about a match besides its moves: questions to the other players, and gifts of time.

One player asks the others: to take back a move, to draw the rest, to end without a result. Only one
question can be open at a time. The next move closes it, so an answer never applies to a different
position. Only the question whether to draw the rest stays open while the machine moves.
"""

from collections.abc import Sequence
from dataclasses import replace

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, AnyView, Game
from prowlerbot.core.record import MAX_TAKEBACKS
from prowlerbot.match.banks import decision_time
from prowlerbot.match.deadlines import add_counted_seconds
from prowlerbot.match.match import (
    Context,
    Ending,
    Match,
    Player,
    Takeback,
    change_in_secret,
    change_match,
    check_playing,
    end_match,
    seat_at,
    without_plans,
)
from prowlerbot.match.play import (
    draw_rest,
    known_plies,
    playing_seat,
    ply_of_decision,
    replay_match,
    restart_decisions,
)
from prowlerbot.match.terms import Motion, Question

_MAX_GIFT_DAYS = 3
"""The most days that a seat gives in a match."""


def require_retractable_ply(match: Match, replayed: Sequence[AnyState], seat: int) -> int:
    """The ply of the last move of a seat; raises Denied if that move cannot be taken back.

    It must be the last move of all, or only moves of the machine may follow it. Results of chance
    and revealed simultaneous choices cannot be taken back. The first moves of a branch cannot be
    taken back either, as they belong to its source. Concealed steps of the seat to move make no
    difference, since nobody else may notice them.
    """
    present = replayed[-1]
    if len(present.to_move) > 1 or present.concealed.keys() - present.to_move:
        raise Denied("No move can be taken back while several players still choose.")
    for ply in reversed(known_plies(match, present)):
        if ply < match.first_own_ply:
            break
        play = match.plays[ply]
        if play.seat == CHANCE or match.is_drawn(ply):
            raise Denied("The last move cannot be taken back, as chance has decided since.")
        player = match.player(play.seat)
        if play.move == LEAVE:
            raise Denied(
                "{player} has left since, so no earlier move can be taken back.", player=player
            )
        if replayed[ply].concealed or replayed[ply + 1].concealed:
            raise Denied("You all chose that in secret, so it cannot be taken back.")
        if play.seat == seat:
            _check_takeback_limits(match, ply)
            return ply
        if not player.is_machine:
            raise Denied("Only {player} can take back the last move.", player=player)
    raise Denied("No move has been made yet.")


def _check_takeback_limits(match: Match, ply: int) -> None:
    """Raise Denied if the former player of the seat made the move, or after too many takebacks."""
    if match.is_by_former(ply):
        raise Denied("You can take back moves from now on; that one was made before you came.")
    if len(match.takebacks) + match.ply - ply > MAX_TAKEBACKS:
        raise Denied(
            "This match has had {count} takebacks; no more are allowed.", count=len(match.takebacks)
        )


def deciders(match: Match, present: AnyState | AnyView, motion: Motion) -> frozenset[int]:
    """The seats of the people whose consent a question needs. A player who is out can still win, so
    they must agree to an end without a result. Only players who still move decide other questions.
    """
    return match.voters if motion is Motion.CANCEL else match.voters - present.out


def retractable_ply(match: Match, replayed: Sequence[AnyState]) -> int | None:
    """The ply of the one move that its player could ask to take back now; None without one."""
    for ply in reversed(known_plies(match, replayed[-1])):
        seat = match.plays[ply].seat
        if seat == CHANCE or not match.player(seat).is_machine:
            return retractable_ply_of_seat(match, replayed, seat) if seat in match.voters else None
    return None


def retractable_ply_of_seat(match: Match, replayed: Sequence[AnyState], seat: int) -> int | None:
    """The ply of the move that a seat could ask to take back now; None without one."""
    if match.terms.takebacks == "never" or seat in match.left:
        return None
    try:
        return require_retractable_ply(match, replayed, seat)
    except Denied:
        return None


def withdraw_secret_step(
    match: Match,
    _context: Context,  # nobody may learn the time of this change
    user: int,
    moment: int,
    step: int,
) -> Match:
    """Take back the player's own last concealed step. This needs nobody's consent."""
    seat = seat_at(match, user)
    check_playing(match)
    decision = match.decision(seat)
    if not decision.moment <= moment <= match.moment or step != decision.step:
        raise Stale("Play has gone on since, so nothing was taken back.")
    if not decision.concealed:
        raise Denied("Your moves are no longer secret, so you cannot take them back alone.")
    ply = max(ply for ply, play in enumerate(match.plays) if play.seat == seat)
    decisions = list(match.decisions)
    decisions[seat - 1] = replace(decision, step=step + 1, concealed=decision.concealed - 1)
    plays = (*match.plays[:ply], *match.plays[ply + 1 :])
    player = match.player(seat)
    if player.former is not None:  # the step may have been theirs
        count = min(player.former.plays, sum(play.seat == seat for play in plays))
        player = replace(player, former=replace(player.former, plays=count))
    players = match.players_with(seat, player)
    return change_in_secret(match, plays=plays, decisions=tuple(decisions), players=players)


def ask(match: Match, context: Context, user: int, motion: Motion, moment: int) -> Match:
    """Put a question to the others; ``moment`` identifies the position that the player saw. It is
    carried out at once if it needs no consent, and is a consent if another player asks the same.
    """
    seat, game = seat_at(match, user), context.game
    _check_moment(match, moment)
    _check_may_ask(match, game, seat, motion)
    if (question := match.open_question) is not None:
        if (question.asked, question.seat) == (motion, seat):
            awaited = _awaited_players(match, game, question)
            raise Stale("You have already asked for that. Waiting for {players}.", players=awaited)
        if question.asked is motion:
            return agree(match, context, user, motion, moment)
        if question.seat == seat:
            raise Denied("Your other question is still open; withdraw it to ask this.")
        asker = match.player(question.seat)
        raise Denied(
            "{player} asked something first; you can ask once that is settled.", player=asker
        )
    refused = match.question  # it is not open, so it was refused if there is one
    if refused is not None and (refused.asked, refused.seat) == (motion, seat):
        opponent = match.player(refused.refused_by)
        raise Denied(
            "{player} refused that. You can ask again after the next move.", player=opponent
        )
    if motion is Motion.TAKEBACK:
        clock_start = _clock_start_without_consent(match, game, seat, context.now)
        if clock_start is not None:
            return _take_back(match, game, seat, context.now, clock_start)
    question = Question(motion, seat, moment=moment)
    return _settle_question(change_match(match, context.now, question=question), context)


def _check_may_ask(match: Match, game: Game, seat: int, motion: Motion) -> None:
    """Raise Denied for a question that a seat cannot ask at this point of the match."""
    if seat in match.left:
        raise Denied("You have left this match; it goes on without you.")
    _check_decides(match, game, seat, motion)
    if motion is Motion.TAKEBACK:
        if match.terms.takebacks == "never":
            raise Denied("Takebacks are off in this match.")
        require_retractable_ply(match, replay_match(match, game), seat)
    elif motion is Motion.DRAWN:
        if not replay_match(match, game)[-1].drawable:
            raise Denied("There is nothing to draw by lot at this point of the match.")
    elif match.terms.competition:
        raise Denied("A match of a competition ends with a result; you can resign.")
    elif match.has_machine:
        raise Denied("The machine does not agree to that; you can resign.")


def _check_decides(match: Match, game: Game, seat: int, motion: Motion) -> None:
    if seat not in deciders(match, replay_match(match, game)[-1], motion):
        raise Denied("You are out of this match; the players still in it decide that.")


def agree(match: Match, context: Context, user: int, motion: Motion, moment: int) -> Match:
    """Agree to a question; the request is carried out once all the others have agreed."""
    seat, question = _answering_seat(match, context.game, user, motion, moment)
    if seat in question.agreed:
        raise Stale("You have already agreed to that.")
    agreed = replace(question, agreed=(*question.agreed, seat))
    return _settle_question(change_match(match, context.now, question=agreed), context)


def refuse(match: Match, context: Context, user: int, motion: Motion, moment: int) -> Match:
    """Refuse a question of another player, which is settled by that."""
    seat, question = _answering_seat(match, context.game, user, motion, moment)
    return change_match(match, context.now, question=replace(question, refused_by=seat))


def withdraw(match: Match, context: Context, user: int, motion: Motion, moment: int) -> Match:
    """Withdraw the player's own question."""
    seat, question = seat_at(match, user), _open_question(match, motion, moment)
    if seat != question.seat:
        asker = match.player(question.seat)
        raise Denied("Only {player} can withdraw that; you can refuse it.", player=asker)
    return change_match(match, context.now, question=None)


def _settle_question(match: Match, context: Context) -> Match:
    """The match with its question carried out, if all the others have agreed to it."""
    if (question := match.question) is None:
        return match
    needed_seats = deciders(match, replay_match(match, context.game)[-1], question.asked)
    if not needed_seats <= {question.seat, *question.agreed}:
        return match
    # The answer and its effect are one change, not two.
    before = replace(match, revision=match.revision - 1)
    if question.asked is Motion.TAKEBACK:
        return _take_back(before, context.game, question.seat, context.now, context.now)
    if question.asked is Motion.DRAWN:
        return draw_rest(before, context)
    return end_match(before, Ending.AGREED, question.seat, context.now)


def _take_back(match: Match, game: Game, seat: int, now: int, clock_start: int) -> Match:
    """The match without a seat's last move and the machine's answer, with new clocks."""
    replayed = replay_match(match, game)
    first = require_retractable_ply(match, replayed, seat)
    new_takebacks = [
        Takeback(ply, match.plays[ply].seat, match.plays[ply].move, now)
        for ply in reversed(known_plies(match, replayed[-1]))
        if ply >= first
    ]
    match_before = change_match(
        match,
        now,
        plays=match.plays[:first],
        takebacks=(*match.takebacks, *new_takebacks),
        players=without_plans(match.players),
        question=None,
    )
    return restart_decisions(match_before, replayed[first], clock_start)


def _clock_start_without_consent(match: Match, game: Game, seat: int, now: int) -> int | None:
    """The start of the clock if the last move can be taken back without consent; None otherwise.

    No consent is needed if nobody else decides, or if the terms allow it and the player saw all
    before the move, so that it revealed nothing. The clock continues as if the move had never been
    made, so nobody delays the others forever. If it has run out, the others are asked.
    """
    replayed = replay_match(match, game)
    ply = require_retractable_ply(match, replayed, seat)
    is_sole_decider = deciders(match, replayed[-1], Motion.TAKEBACK) == {seat}
    if not is_sole_decider:
        if match.terms.takebacks != "free" or ply < known_plies(match, replayed[-1])[-1]:
            return None
        before = replayed[ply]
        if before.view(seat).seen != before:
            return None
    if match.voters == {seat}:
        return now
    since = _decision_start(match, replayed, ply)
    seconds = decision_time(replace(match, plays=match.plays[:ply]), seat)
    # ``seconds`` is 0 without a limit, but also for an empty bank.
    has_limit = not is_sole_decider and match.terms.limit > 0
    is_late = has_limit and now >= add_counted_seconds(since, seconds, match.terms.weekend)
    return None if is_late else since


def _decision_start(match: Match, replayed: Sequence[AnyState], ply: int) -> int:
    """The start of the decision that this play, the last one of its seat, has answered."""
    seat = match.plays[ply].seat
    if seat not in replayed[-1].to_move:
        return match.decision(seat).since
    if first := ply_of_decision(match, replayed, seat, ply):
        return match.plays[first - 1].at
    return min(decision.since for decision in match.decisions)  # others have not moved yet


def _answering_seat(
    match: Match, game: Game, user: int, motion: Motion, moment: int
) -> tuple[int, Question]:
    """The seat of a user who may answer, and the open question. Raises Denied or Stale."""
    seat = seat_at(match, user)
    question = _open_question(match, motion, moment)
    if seat in match.left:
        raise Denied("You have left this match; it goes on without you.")
    if seat == question.seat:
        awaited = _awaited_players(match, game, question)
        raise Denied("Waiting for {players}. You can withdraw your question.", players=awaited)
    _check_decides(match, game, seat, motion)
    return seat, question


def _awaited_players(match: Match, game: Game, question: Question) -> tuple[Player, ...]:
    needed_seats = deciders(match, replay_match(match, game)[-1], question.asked)
    return match.players_at(needed_seats - {question.seat, *question.agreed})


def _open_question(match: Match, motion: Motion, moment: int) -> Question:
    """The open question, for an answer given at the position of ``moment``."""
    check_playing(match)
    if (question := match.open_question) is None:
        _check_moment(match, moment)
    elif not question.moment <= moment <= match.moment:
        raise Stale("Play has gone on since, so this question is settled.")
    if question is None or question.asked is not motion:
        raise Stale("This question is settled.")
    return question


def _check_moment(match: Match, moment: int) -> None:
    """Raise Stale unless the match is still at this moment."""
    check_playing(match)
    if moment != match.moment:
        raise Stale("Play has gone on since, so this question is settled.")


def may_give_day(match: Match, seat: int) -> bool:
    """Whether a seat can give the others a day more in reserve."""
    terms = match.terms
    has_reserve = bool(terms.pace and terms.bank)
    return has_reserve and not terms.competition and terms.gifts.count(seat) < _MAX_GIFT_DAYS


def give_day(match: Match, context: Context, user: int, known_gifts: int) -> Match:
    """Give the others a day more in reserve; a repeated press knows fewer gifts and is Stale."""
    seat = playing_seat(match, user)
    if known_gifts < len(match.terms.gifts):
        raise Stale("This day has been given already.")
    if not may_give_day(match, seat):
        raise Denied("You can give no day in this match.")
    terms = replace(match.terms, gifts=(*match.terms.gifts, seat))
    return change_match(match, context.now, terms=terms)
