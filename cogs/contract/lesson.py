"""A lesson of the tutorial: a position, a goal that code can check, and the words around it.

Only lessons and the service play a game. A lesson shows only the learner's views, too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from typing import Any

from cogs.contract.screen import Drawing, Look
from prowlerbot.core.game import CHANCE, AnyState, AnyView, Game, find_move
from prowlerbot.core.i18n import Marked, tr


class NoReply(Exception):
    """A lesson has no legal reply for the rival; its arguments are the replies that it has."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """``setup`` and ``moves`` are a record; the learner is to move at its end.

    ``goal`` checks that position and each one after it; ``spoilt`` checks whether the goal is out
    of reach. The learner has ``turns`` moves for it. In between, each rival makes the first of
    ``replies`` that is legal, and the learner reads the ``reminder``. Rivals who move at the same
    time as the learner also answer the last move. ``chance`` lists the results of dice, shuffles
    and cards, repeated from the start when it runs out; the lesson is missed if anything else would
    have to be drawn. ``worth`` rates a way from one position to another by the facts that the
    learner reads. Every way to the goal is worth at least ``enough``, and no way worth as much is
    called wrong. A lesson without a goal is only for reading: ``drawings`` then replace those of
    the board, and readers of words first read ``words`` about a position in words in the place of a
    task that points into them. ``fields`` are those of the texts, such as signs; ``seats`` is the
    number of players.
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
    words: Callable[[], str] | None = None
    fields: Mapping[str, object] = field(default_factory=dict)
    seats: int = 2

    def translated(self, text: str) -> str:
        """One of the texts in the current language."""
        fields = self.fields.items()
        return tr(text, **{name: tr(it) if isinstance(it, Marked) else it for name, it in fields})

    def brings_enough(self, tried: "Attempt") -> bool:
        """Whether an attempt is worth as much as a way to the goal."""
        if self.worth is None:
            return False
        return self.worth(tried.views[0].seen, tried.views[-1].seen) >= self.enough


def guide(draw: Callable[..., bytes], alt: str, view: AnyView, look: Look) -> Sequence[Drawing]:
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


def attempt(lesson: Lesson, game: Game, made: Sequence[str]) -> Attempt:
    """The result of the learner's moves by the real rules. Moves beyond the end of the lesson are
    left out. Raises IllegalMove for an illegal move.
    """
    begin, goal, spoilt = _begin(lesson, game), lesson.goal, lesson.spoilt
    seat, states = min(begin.to_move), [begin]
    reached = missed = False
    if goal is not None:
        for state in _following(lesson, begin, made[: lesson.turns]):
            states.append(state)
            reached = goal(begin, state)
            missed = not reached and spoilt is not None and spoilt(begin, state)
            if reached or missed:
                break
        else:
            missed = len(made) >= lesson.turns or seat not in states[-1].to_move
    return Attempt(seat, [state.view(seat) for state in states], reached, missed)


def _begin(lesson: Lesson, game: Game) -> AnyState:
    """The position after the record; its moves are those of the seats to move."""
    state = game.start(lesson.setup)
    for text in lesson.moves:
        seat = min(state.to_move)
        state = state.after(seat, find_move(state, seat, text))
    return state


def _following(lesson: Lesson, begin: AnyState, made: Sequence[str]) -> Iterator[AnyState]:
    """The positions after the learner's moves, the results of chance and the rival's replies."""
    state, seat = begin, min(begin.to_move)
    moves, given = list(made), cycle(lesson.chance)
    beside = set[int]()  # the seats that are to move along with the learner
    while to_move := state.to_move:
        mover = seat if seat in to_move else min(to_move)
        if mover == CHANCE:
            move = next(given, "")
            if move not in map(str, state.moves(CHANCE)):
                return
        elif mover == seat:
            if not moves:
                return
            move, beside = moves.pop(0), {*to_move}
        else:
            if not moves and len(made) == lesson.turns and mover not in beside:
                return  # the lesson is over, and the rival's reply is unknown
            replies = {*lesson.replies} & {str(move) for move in state.moves(mover)}
            if not replies:
                raise NoReply(*lesson.replies)
            move = min(replies, key=lesson.replies.index)
            beside.discard(mover)
        state = state.after(mover, find_move(state, mover, move))
        yield state
