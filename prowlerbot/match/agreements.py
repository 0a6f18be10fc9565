"""What players decide together: to take back a move, to end a match without a result.

One question at a time can be open, put by one player to the others. It is gone as soon as play goes
on, so an answer never meets another position than the one it was asked for. Pure, as all of the
life of a match.
"""

from __future__ import annotations

from dataclasses import replace

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.match.match import (
    Ending,
    Match,
    TakenBack,
    changed,
    only_while_playing,
    over,
    seat_at,
)
from prowlerbot.match.play import states
from prowlerbot.match.question import Asked, Question


def last_move(match: Match) -> int | None:
    """The ply of the last move that a player made: the one that can be taken back.

    What a match began with when it branched off another was made there.
    """
    begins = match.origin.ply if match.origin else 0
    plies = range(match.ply - 1, begins - 1, -1)
    return next((ply for ply in plies if match.plays[ply].seat != CHANCE), None)


def ask(match: Match, game: Game, user: int, asked: Asked, moment: int, *, now: int) -> Match:
    """Put a question to the others; ``moment`` says which position the player was looking at.

    What needs nobody's consent is done at once, and who asks for what another player has just
    asked for agrees with that.
    """
    seat = seat_at(match, user)
    _only_at(match, moment)
    if asked is Asked.TAKEBACK:
        _may_take_back(match, seat)
    question = match.question
    if question is not None and question.open:
        if (question.asked, question.seat) == (asked, seat):
            raise Stale("You have asked for that already; the answer is not here yet.")
        if question.asked is asked:
            return agree(match, user, asked, moment, now=now)
        raise Denied("Another question is still open in this match; it has to be answered first.")
    if question is not None and (question.asked, question.seat) == (asked, seat):
        refuser = match.player(question.refused_by)
        raise Denied(
            "{player} refused that. You can ask again once play has gone on.", player=refuser
        )
    if asked is Asked.TAKEBACK and _without_asking(match, game):
        return _taken_back(match, now)
    return _settled(changed(match, now, question=Question(asked, seat)), now)


def agree(match: Match, user: int, asked: Asked, moment: int, *, now: int) -> Match:
    """Say yes; what was asked for is done once all the others have said so."""
    seat, question = _to_answer(match, user, asked, moment)
    if seat in question.agreed:
        raise Stale("You have agreed to that already.")
    agreed = replace(question, agreed=(*question.agreed, seat))
    return _settled(changed(match, now, question=agreed), now)


def refuse(match: Match, user: int, asked: Asked, moment: int, *, now: int) -> Match:
    seat, question = _to_answer(match, user, asked, moment)
    return changed(match, now, question=replace(question, refused_by=seat))


def withdraw(match: Match, user: int, asked: Asked, moment: int, *, now: int) -> Match:
    """Take one's own question back."""
    seat = seat_at(match, user)
    question = _open_question(match, asked, moment)
    if seat != question.seat:
        raise Denied("Only the player who asked can withdraw the question; you can refuse it.")
    return changed(match, now, question=None)


def _settled(match: Match, now: int) -> Match:
    """The match with its question carried out, if all the others have agreed to it."""
    question = match.question
    if question is None or {question.seat, *question.agreed} < {*match.seats}:
        return match
    before = replace(match, revision=match.revision - 1)  # it is one change, not two
    if question.asked is Asked.TAKEBACK:
        return _taken_back(before, now)
    return over(before, Ending.AGREED, question.seat, now)


def _taken_back(match: Match, now: int) -> Match:
    """The match without its last move, and without the chance that followed upon it."""
    stands = last_move(match) or 0
    gone = [
        TakenBack(ply, match.plays[ply].seat, match.plays[ply].move, now)
        for ply in range(match.ply - 1, stands - 1, -1)
    ]
    return changed(
        match,
        now,
        plays=match.plays[:stands],
        takebacks=(*match.takebacks, *gone),
        question=None,
        turn_at=now,
    )


def _may_take_back(match: Match, seat: int) -> None:
    if match.terms.takebacks == "never":
        raise Denied("The players agreed that no move is taken back in this match.")
    ply = last_move(match)
    if ply is None:
        raise Denied("No move has been made yet.")
    mover = match.plays[ply].seat
    if mover != seat:
        raise Denied(
            "Only the player who moved last can take the move back; that was {player}.",
            player=match.player(mover),
        )


def _without_asking(match: Match, game: Game) -> bool:
    """Whether the last move can be taken back freely: the terms say so, and nobody learnt by it.

    Where the player had not seen everything before the move, it may have shown something.
    """
    ply = last_move(match)
    if match.terms.takebacks != "free" or ply is None or ply < match.ply - 1:
        return False
    before = states(match, game)[ply]
    return bool(before.view(match.plays[ply].seat) == before)


def _to_answer(match: Match, user: int, asked: Asked, moment: int) -> tuple[int, Question]:
    seat = seat_at(match, user)
    question = _open_question(match, asked, moment)
    if seat == question.seat:
        raise Denied("You have asked this yourself; it is for the other player to answer.")
    return seat, question


def _open_question(match: Match, asked: Asked, moment: int) -> Question:
    _only_at(match, moment)
    question = match.question
    if question is None or not question.open or question.asked is not asked:
        raise Stale("This question is settled.")
    return question


def _only_at(match: Match, moment: int) -> None:
    only_while_playing(match)
    if moment != match.moment:
        raise Stale("Play has gone on since, so this question is settled.")
