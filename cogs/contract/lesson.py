"""A lesson of the tutorial: a position, a goal that code can check, and the words around it.

The only place besides the service that plays a game, since nobody else takes part in it. Even so,
only the learner's views are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from cogs.contract.screen import Drawing, Look
from prowlerbot.core.game import CHANCE, AnyState, AnyView, Game, find_move
from prowlerbot.core.i18n import tr


@dataclass(frozen=True, slots=True)
class Lesson:
    """``setup`` and ``moves`` are a record; the learner is to move where it ends.

    ``goal`` is asked with that position and each one that follows; so is ``spoilt``, which says
    that the goal is out of reach. The learner has ``turns`` moves for it; in between the rival
    makes the first of ``replies`` that can be made, and the learner reads the ``reminder``.
    ``chance`` is what dice, shuffles and cards give, one after the other and then from the start
    again; the lesson is missed where something else would have to be drawn. ``worth`` is what a way
    from one position to another brings by what the learner reads of it, and the ways to the goal
    bring at least ``enough``: a way that brings as much is not called wrong. A lesson without a
    goal is there to be read: ``drawings`` then take the place of the board's. ``fields`` are those
    of the texts, such as signs; ``seats`` says how many play.
    """

    title: str
    task: str
    setup: str
    moves: tuple[str, ...]
    hint: str = ""
    praise: str = ""
    reminder: str = ""
    goal: Callable[[Any, Any], bool] | None = None
    spoilt: Callable[[Any, Any], bool] | None = None
    worth: Callable[[Any, Any], int] | None = None
    enough: int = 0
    turns: int = 1
    replies: tuple[str, ...] = ()
    chance: tuple[str, ...] = ()
    drawings: Callable[[AnyView, Look], Sequence[Drawing]] | None = None
    fields: Callable[[], Mapping[str, str]] = dict
    seats: int = 2

    def told(self, text: str) -> str:
        """One of the texts in the language of the moment."""
        return tr(text, **self.fields())

    def brings_enough(self, tried: Attempt) -> bool:
        """Whether an attempt brings as much as a way to the goal."""
        if self.worth is None:
            return False
        return self.worth(tried.views[0].seen, tried.views[-1].seen) >= self.enough


@dataclass(frozen=True, slots=True)
class Attempt:
    """What the learner at ``seat`` sees of an attempt, from the lesson's own position on.

    The replies are included, and so is what dice and shuffles give.
    """

    seat: int
    views: Sequence[AnyView]
    reached: bool
    missed: bool

    @property
    def over(self) -> bool:
        return self.reached or self.missed


def _learner(state: AnyState) -> int:
    """The seat that a lesson is played from."""
    return min(state.to_move)


def attempt(lesson: Lesson, game: Game, made: Sequence[str]) -> Attempt:
    """What the learner's moves lead to by the real rules; raises IllegalMove for one that
    cannot be made.

    Moves beyond the end of the lesson are left out.
    """
    begin, goal, spoilt = _begin(lesson, game), lesson.goal, lesson.spoilt
    seat, states = _learner(begin), [begin]
    if goal is None:
        return _attempt(seat, states)
    for state in _following(lesson, begin, made[: lesson.turns]):
        states.append(state)
        if goal(begin, state):
            return _attempt(seat, states, reached=True)
        if spoilt is not None and spoilt(begin, state):
            return _attempt(seat, states, missed=True)
    ended = len(made) >= lesson.turns or seat not in states[-1].to_move
    return _attempt(seat, states, missed=ended)


def _attempt(
    seat: int, states: Sequence[AnyState], *, reached: bool = False, missed: bool = False
) -> Attempt:
    return Attempt(seat, [state.view(seat) for state in states], reached, missed)


def _begin(lesson: Lesson, game: Game) -> AnyState:
    """The position that the record leads to; its moves are those of whoever is to move."""
    state = game.start(lesson.setup)
    for text in lesson.moves:
        seat = min(state.to_move)
        state = state.after(seat, find_move(state, seat, text))
    return state


def _following(lesson: Lesson, begin: AnyState, made: Sequence[str]) -> Iterator[AnyState]:
    """The positions after the learner's moves, what chance gives and what the rival replies, as far
    as they are known.
    """
    state, seat = begin, _learner(begin)
    moves, given = list(made), cycle(lesson.chance)
    while to_move := state.to_move:
        mover = seat if seat in to_move else min(to_move)
        if mover == CHANCE:
            move = next(given, "")
            if move not in map(str, state.moves(CHANCE)):
                return
        elif mover == seat:
            if not moves:
                return
            move = moves.pop(0)
        else:
            if not moves and len(made) == lesson.turns:
                return  # it is over, and nobody has said what the rival would do
            move = _reply(state, mover, lesson.replies)
        state = state.after(mover, find_move(state, mover, move))
        yield state


def _reply(state: AnyState, rival: int, replies: Sequence[str]) -> str:
    """What the rival answers."""
    possible = {str(move) for move in state.moves(rival)}
    return next(reply for reply in replies if reply in possible)
