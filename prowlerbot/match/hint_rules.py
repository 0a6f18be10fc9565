"""Hints: the matches in which players may ask the machine for help, and the steps that they take.

A hint has three steps: where to look, a few candidates, the machine's choice. Each step says more.
Steps are part of the match, so its record and its result show them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from prowlerbot.core.errors import Denied
from prowlerbot.core.record_limits import MOST_STEPS
from prowlerbot.match.decisions import HintTaken
from prowlerbot.match.match import Context, Match, changed_in_secret, seat_at
from prowlerbot.match.play import position_to_move

WHERE, CANDIDATES, CHOICE = range(1, MOST_STEPS + 1)
"""The steps."""


def has_hints(match: Match) -> bool:
    """Whether the players of a match may take hints.

    Rated matches and the day's challenge have none. A match of several people has hints only if the
    terms say so.
    """
    if match.terms.rated or match.terms.day or not match.setup:
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


class Asked(NamedTuple):
    """A step that a user asks for, at the decision that they saw; see ``Play``."""

    user: int
    moment: int
    own: int
    step: int


def check(match: Match, context: Context, asked: Asked) -> int:
    """The seat of a user who may take this step now.

    Raises Denied, or Stale where the match has moved on.
    """
    user, moment, own, _ = asked
    seat = seat_at(match, user)
    if match.terms.rated:
        raise Denied("A rated match has no hints.")
    if match.terms.day:
        raise Denied("The daily challenge has no hints.")
    if not has_hints(match):
        raise Denied("There are no hints in this match: its terms do not allow them.")
    position_to_move(match, context.game, user, moment, own)
    return seat


def take(match: Match, context: Context, asked: Asked) -> Match:
    """Note that a player has taken a step and all steps before it. The match stays the same if they
    had taken it already.
    """
    seat = check(match, context, asked)
    before = taken(match, seat)
    if before is not None and before.steps >= asked.step:
        return match
    decision = match.decision(seat)
    now = HintTaken(match.ply, seat, asked.step, decision.moment, decision.own)
    if before is not None:
        now = replace(before, steps=asked.step)
    others = tuple(each for each in match.hints if each is not before)
    return changed_in_secret(match, hints=(*others, now))


def counted(match: Match, seat: int, *, former: bool = False) -> int:
    """The number of decisions at which the present or ``former`` player of a seat took hints.

    A hint after the last move of the former player counts for the present one.
    """
    left = match.player(seat).former
    last = left.plays if left is not None else 0

    def by_former(ply: int) -> bool:
        return sum(play.seat == seat for play in match.plays[:ply]) < last

    return sum(each.seat == seat and by_former(each.ply) == former for each in match.hints)
