"""Hints: who may ask the machine for help in a match, and the steps that a player has taken.

A hint has three steps, each of which tells more: where to look, a few candidates, the machine's
choice. Steps are part of the match, so its record and its result tell of them.
"""

from __future__ import annotations

from dataclasses import replace

from prowlerbot.core.errors import Denied
from prowlerbot.core.record_limits import MOST_STEPS
from prowlerbot.match.match import Context, HintTaken, Match, changed, seat_at
from prowlerbot.match.play import position_to_move

WHERE, CANDIDATES, CHOICE = range(1, MOST_STEPS + 1)
"""The steps."""


def has_hints(match: Match) -> bool:
    """Whether the players of a match may take hints: never for a rating, and among several people
    only if the terms that all accepted say so.
    """
    if match.terms.rated or not match.setup:
        return False
    people = sum(bool(player.id or player.leaver) for player in match.players)
    return people <= 1 if match.terms.hints is None else match.terms.hints


def taken(match: Match, seat: int) -> HintTaken | None:
    """The hints that a seat has taken at its present decision."""
    decision = match.decision(seat)
    for hint in reversed(match.hints):
        if (hint.seat, hint.moment, hint.own) == (seat, decision.moment, decision.own):
            return hint
    return None


def check(match: Match, it: Context, user: int, moment: int, own: int) -> int:
    """The seat of a user who may take hints now and saw the position of ``moment``.

    Raises Denied, or Stale where the match has moved on.
    """
    seat = seat_at(match, user)
    if match.terms.rated:
        raise Denied("A rated match has no hints.")
    if not has_hints(match):
        raise Denied("There are no hints in this match: its terms do not allow them.")
    position_to_move(match, it.game, user, moment, own)
    return seat


def take(match: Match, it: Context, user: int, moment: int, own: int, step: int) -> Match:
    """Note that a player has taken a step; a step that was taken before changes nothing.

    The steps before it count, too, as it tells all that they tell.
    """
    seat = check(match, it, user, moment, own)
    before, decision = taken(match, seat), match.decision(seat)
    if before is not None and before.steps >= step:
        return match
    others = tuple(each for each in match.hints if each is not before)
    now = HintTaken(match.ply, seat, step, decision.moment, decision.own)
    if before is not None:
        now = replace(before, steps=step)
    return changed(match, it.now, hints=(*others, now))


def counted(match: Match, seat: int) -> int:
    """The decisions at which a seat took hints."""
    return sum(each.seat == seat for each in match.hints)
