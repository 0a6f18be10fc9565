"""A lesson of the tutorial: a position, a goal that code can check, and the words around it.

The only place besides the service that plays a game, since nobody else takes part in it. Even so,
only the learner's views are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from cogs.board.screen import Drawing, Look
from prowlerbot.core.game import CHANCE, AnyState, AnyView, Game, find_move
from prowlerbot.core.i18n import tr


@dataclass(frozen=True, slots=True)
class Lesson:
    """``setup`` and ``moves`` are a record; the learner is to move where it ends.

    ``goal`` is asked with that position and the present one. The learner has ``turns`` moves for
    it; in between the rival makes the first of ``replies`` that can be made, and the learner reads
    the ``reminder``. ``chance`` is what dice and shuffles give, one after the other and then from
    the start again. A lesson without a goal is there to be read: ``drawings`` then take the place
    of the board's. ``fields`` are those of the texts, such as signs.
    """

    title: str
    task: str
    setup: str
    moves: tuple[str, ...]
    hint: str = ""
    praise: str = ""
    reminder: str = ""
    goal: Callable[[Any, Any], bool] | None = None
    turns: int = 1
    replies: tuple[str, ...] = ()
    chance: tuple[str, ...] = ()
    drawings: Callable[[AnyView, Look], Sequence[Drawing]] | None = None
    fields: Callable[[], Mapping[str, str]] = dict

    def told(self, text: str) -> str:
        """One of the texts in the language of the moment."""
        return tr(text, **self.fields())


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
    begin, goal = _begin(lesson, game), lesson.goal
    seat, states = _learner(begin), [begin]
    if goal is None:
        return _attempt(seat, states)
    given = cycle(lesson.chance)
    for turn, move in enumerate(made[: lesson.turns], 1):
        _play(states, seat, move, given)
        if goal(begin, states[-1]):
            return _attempt(seat, states, reached=True)
        if turn == lesson.turns:
            return _attempt(seat, states, missed=True)
        while (to_move := states[-1].to_move) and seat not in to_move:
            rival = min(to_move)
            _play(states, rival, _reply(states[-1], rival, lesson.replies), given)
        if not to_move:
            return _attempt(seat, states, missed=True)
    return _attempt(seat, states)


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


def _play(states: list[AnyState], seat: int, move: str, given: Iterator[str]) -> None:
    """Appends the positions after a move and after each draw that follows it."""
    state = states[-1]
    states.append(state.after(seat, find_move(state, seat, move)))
    while CHANCE in (state := states[-1]).to_move:
        states.append(state.after(CHANCE, find_move(state, CHANCE, next(given))))


def _reply(state: AnyState, rival: int, replies: Sequence[str]) -> str:
    """What the rival answers."""
    possible = {str(move) for move in state.moves(rival)}
    return next(reply for reply in replies if reply in possible)
