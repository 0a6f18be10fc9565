"""The lessons of the tutorial: each is a position, a goal that code can check, and its words.

``try_moves`` plays a lesson by the rules of its game and shows the learner's views alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from typing import Any

from cogs.contract.screen import Drawing, Look
from prowlerbot.core.game import CHANCE, AnyState, AnyView, Game, find_move
from prowlerbot.core.i18n import Marked, tr

Judge = Callable[[Any, Any], bool]
"""A question about the first position of a lesson and a later one. Each lesson has the type of its
own game's positions, so the type is open here.
"""


class NoReply(Exception):
    """None of the ``replies`` of a lesson is legal for a rival; the arguments are those replies."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position with a goal that the learner reaches by moves; without a ``goal``, one to read.

    A lesson is missed if its ``chance`` does not have a result that would have to be drawn.
    """

    title: str
    task: str
    setup: str
    moves: tuple[str, ...]  # with ``setup`` a record; the learner is to move at its end
    hint: str = ""
    praise: str = ""
    reminder: str = ""  # the learner reads it between their ``turns``
    goal: Judge | None = None  # whether the later position reaches the goal
    spoilt: Judge | None = None  # whether the goal is out of reach
    worth: Callable[[Any, Any], int] | None = None
    """The worth of a way between two such positions, by the facts that the learner reads."""
    enough: int = 0  # the least worth of a way to the goal; no way worth as much is called wrong
    turns: int = 1  # the moves of the learner
    replies: tuple[str, ...] = ()
    """A rival makes the first legal one; after the last turn, only a simultaneous rival does."""
    chance: tuple[str, ...] = ()
    """The results of dice, shuffles and cards, repeated from the start when they run out."""
    drawings: Callable[[AnyView, Look], Sequence[Drawing]] | None = None
    """The pictures of a lesson for reading, in the place of the board."""
    words: Callable[[], str] | None = None
    """The position for readers of words first, if the task points into the drawings."""
    fields: Mapping[str, object] = field(default_factory=dict)
    """The fields of the texts, such as signs."""
    seats: int = 2  # the number of players

    def translated(self, text: str) -> str:
        """One of the texts in the current language."""
        items = self.fields.items()
        fields = {name: tr(value) if isinstance(value, Marked) else value for name, value in items}
        return tr(text, **fields)

    def brings_enough(self, tried: "Attempt") -> bool:
        """Whether an attempt is worth as much as a way to the goal."""
        if self.worth is None:
            return False
        return self.worth(tried.views[0].seen, tried.views[-1].seen) >= self.enough


def guide_drawings(
    draw: Callable[..., bytes], alt: str, view: AnyView, look: Look
) -> Sequence[Drawing]:
    """The board with letters beside the things that a text explains."""
    return [Drawing("guide.png", partial(draw, view.seen, look.plain, theme=look.theme), tr(alt))]


@dataclass(frozen=True, slots=True)
class Attempt:
    """The learner's views of an attempt from ``seat``, from the lesson's own position on. They
    include the replies and the results of dice and shuffles.
    """

    seat: int
    views: Sequence[AnyView]
    reached: bool
    missed: bool

    @property
    def over(self) -> bool:
        return self.reached or self.missed


def try_moves(lesson: Lesson, game: Game, made: Sequence[str]) -> Attempt:
    """The result of the learner's moves by the real rules. Moves beyond the end of the lesson are
    left out. Raises IllegalMove for an illegal move.
    """
    begin, goal, spoilt = _first_position(lesson, game), lesson.goal, lesson.spoilt
    seat, states = min(begin.to_move), [begin]
    reached = missed = False
    if goal is not None:
        for state in _positions_after(lesson, begin, made[: lesson.turns]):
            states.append(state)
            reached = goal(begin, state)
            missed = not reached and spoilt is not None and spoilt(begin, state)
            if reached or missed:
                break
        else:
            missed = len(made) >= lesson.turns or seat not in states[-1].to_move
    return Attempt(seat, [state.view(seat) for state in states], reached, missed)


def _first_position(lesson: Lesson, game: Game) -> AnyState:
    """The position after the record; its moves are those of the seats to move."""
    state = game.start(lesson.setup)
    for text in lesson.moves:
        seat = min(state.to_move)
        state = state.after(seat, find_move(state, seat, text))
    return state


def _positions_after(lesson: Lesson, begin: AnyState, made: Sequence[str]) -> Iterator[AnyState]:
    """The positions after the learner's moves, the results of chance and the rival's replies."""
    state, learner = begin, min(begin.to_move)
    moves, results = list(made), cycle(lesson.chance)
    replying = set[int]()  # the rivals that were to move at the same time as the learner
    while to_move := state.to_move:
        mover = learner if learner in to_move else min(to_move)
        legal = [*map(str, state.moves(mover))]
        if mover == CHANCE:
            if (move := next(results, "")) not in legal:
                return
        elif mover == learner:
            if not moves:
                return
            move, replying = moves.pop(0), {*to_move}
        else:
            if not moves and len(made) == lesson.turns and mover not in replying:
                return  # the lesson is over, and the rival's reply is unknown
            if (move := next((reply for reply in lesson.replies if reply in legal), "")) == "":
                raise NoReply(*lesson.replies)
            replying.discard(mover)
        state = state.after(mover, find_move(state, mover, move))
        yield state
