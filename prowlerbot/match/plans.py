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

_SIGNS_AND_MOVES = re.compile(r"\b[A-Z]?\d+\b|[:;,()]")
"""The parts of an example that are the same in every language."""
_EXAMPLE_PLACE = "E5"
"""Any place of a board, in place of the fields of an example."""


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
    """The course of a plan between two states of a match."""

    first_ply: int
    """The number of plays before it."""
    moves: int
    """The number of its own moves."""
    ended: bool
    end_ply: int | None
    """The plays up to the move that ended it, with its rolls; None if no move has ended it."""
    completed: bool = False
    """Whether its own last move ended it."""
    rest: str = ""
    """The part of it that was left when it ended."""


def follow_plan(before: Match, after: Match, game: Game, user: int) -> PlanCourse:
    """The course of the plan that a user had before."""
    seat, first_ply = seat_at(before, user), before.ply
    plan, new = before.player(seat).plan, after.plays[first_ply:]
    # The first move of a plan may be made by hand.
    first_by_hand = bool(plan) and bool(new) and new[0].seat == seat and not new[0].planned
    moves = first_by_hand + sum(play.seat == seat and play.planned for play in new)
    ended = bool(plan) and not after.player(seat).plan
    if not ended or after.plays[:first_ply] != before.plays:
        return PlanCourse(first_ply, moves, ended, None)
    replayed = replay_match(after, game)
    for ply, play in enumerate(new, first_ply):
        if play.move == LEAVE:
            break
        rest, plan = plan, replayed[ply].foreseen(seat, plan, play.seat, play.move)
        if not plan:
            completed = play.planned or play.seat == CHANCE
            if ply == first_ply and not completed:
                moves = 0  # another first move ended it
            rolls = takewhile(lambda each: each.seat == CHANCE, after.plays[ply + 1 :])
            end_ply, left = ply + 1 + len([*rolls]), "" if completed else rest
            return PlanCourse(first_ply, moves, ended, end_ply, completed, left)
    return PlanCourse(first_ply, moves, ended, None)


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
    """A plan as games read it: in English, lower case, without accents. The words of the game's
    ``example`` stand in the same order in each language, so they tell what the typed words mean.
    """
    fields = dict.fromkeys(re.findall(r"{(\w+)}", example), _EXAMPLE_PLACE)
    translated, english = tr(example, **fields), example.format(**fields)
    words = map(simplify, example_words(translated))
    english_of = dict(zip(words, example_words(english), strict=True))
    longest_first = "|".join(sorted(map(re.escape, english_of), key=len, reverse=True))
    plain = " ".join(simplify(typed).split())
    return re.sub(rf"(?<!\w)(?:{longest_first})(?!\w)", lambda found: english_of[found[0]], plain)


def example_words(example: str) -> list[str]:
    """The words of an example between its signs and moves."""
    return [part.strip() for part in _SIGNS_AND_MOVES.split(example) if part.strip()]
