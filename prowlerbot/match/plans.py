"""Plans: moves that a player decides on while others are to move, and plans as people type them.

A plan is stored with its seat, and ``play`` makes its moves. It is a secret of its seat: it changes
neither the record nor the time of the last change, so others see no change.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, Game
from prowlerbot.core.i18n import tr
from prowlerbot.core.typed_times import simplify
from prowlerbot.match.match import Context, Match, change_in_secret, check_playing, seat_at
from prowlerbot.match.play import playing_seat, replay_match

_SIGNS = re.compile(r"\b[A-Z]?\d+\b|[:;,()]")
"""The signs and moves that an example has in every language."""


def check_plannable(match: Match, game: Game, user: int, moment: int) -> tuple[int, AnyState]:
    """The seat of a user who can plan at the position of ``moment``, and that position. Raises
    Stale after any public move since then, as a plan answers the position that was seen.
    """
    seat = playing_seat(match, user)
    state = replay_match(match, game)[-1]
    if not state.plans_own_turns and not match.voters - {seat}:
        raise Denied("Nobody else plays here but the machine, which moves at once.")
    if seat in state.out:
        raise Denied("You are out of this match and have no more moves to make.")
    if not state.plannable:
        raise Denied("No moves can be planned at this point of the match.")
    if moment != match.moment:
        raise Stale("The match has moved on, so your plan stays as it is.")
    if seat in state.to_move and not state.plans_own_turns:
        raise Denied("It is your turn: make your move. You can plan while others are to move.")
    return seat, state


def set_plan(match: Match, context: Context, user: int, moment: int, typed: str) -> Match:
    """Replace a player's plan; an empty text ends it, even if the match has moved on. Raises
    IllegalMove for a move that is not legal at its place in the plan.
    """
    if not typed:
        check_playing(match)
        return _with_plan(match, seat_at(match, user), "")
    seat, state = check_plannable(match, context.game, user, moment)
    return _with_plan(match, seat, state.planned(seat, typed))


class PlanCourse(NamedTuple):
    first_ply: int
    """The number of plays before it."""
    moves: int
    """The number of its own moves."""
    ended: bool
    end_ply: int | None
    """The number of plays up to the move that ended it and its rolls; None for a takeback or a
    player who left.
    """
    completed: bool = False
    """Whether its own last move ended it."""
    rest: str = ""
    """The part of it that was left when it ended."""


def follow_plan(before: Match, after: Match, game: Game, user: int) -> PlanCourse:
    """The course of the plan that a user had before."""
    seat, known = seat_at(before, user), len(before.plays)
    plan, new = before.player(seat).plan, after.plays[known:]
    own = [at for at, play in enumerate(new) if play.seat == seat]
    moves = sum(new[at].planned or (at == 0 and bool(plan)) for at in own)  # the first by hand
    ended = bool(plan) and not after.player(seat).plan
    if not ended or after.plays[:known] != before.plays:
        return PlanCourse(known, moves, ended, None)
    line = replay_match(after, game)
    for at, play in enumerate(new, known):
        if play.move == LEAVE:
            break
        rest, plan = plan, line[at].foreseen(seat, plan, play.seat, play.move)
        if not plan:
            rolls = takewhile(lambda each: each.seat == CHANCE, after.plays[at + 1 :])
            done = play.planned or play.seat == CHANCE
            if at == known and not done:
                moves = 0  # another first move ended it
            until, left = at + 1 + len([*rolls]), "" if done else rest
            return PlanCourse(known, moves, ended=ended, end_ply=until, completed=done, rest=left)
    return PlanCourse(known, moves, ended, None)


def _with_plan(match: Match, seat: int, plan: str) -> Match:
    player = match.player(seat)
    if player.plan == plan:
        return match
    return change_in_secret(match, players=match.players_with(seat, replace(player, plan=plan)))


def without_goal(goals: Sequence[str], number: int) -> str:
    """A plan without one of its goals, whose numbers begin with 1. The next one had its way from
    there, so only its end stays, and the game finds a new way to it.
    """
    ends = [goal.split()[-1] for goal in goals[number : number + 1]]
    return " ".join([*goals[: number - 1], *ends, *goals[number + 1 :]])


def plan_in_english(typed: str, example: str) -> str:
    """A plan as games read it: in English, by the reader's ``example``, lower case, no accents."""
    places = dict.fromkeys(re.findall(r"{(\w+)}", example), "E5")
    own, english = tr(example, **places), example.format(**places)
    meant = dict(zip(map(simplify, example_words(own)), example_words(english), strict=True))
    known = "|".join(sorted(map(re.escape, meant), key=len, reverse=True))
    plain = " ".join(simplify(typed).split())
    return re.sub(rf"(?<!\w)(?:{known})(?!\w)", lambda found: meant[found[0]], plain)


def example_words(example: str) -> list[str]:
    """The words of an example between its signs and moves."""
    return [each.strip() for each in _SIGNS.split(example) if each.strip()]
