"""Conditional replies: reading, checking and changing plans of ``ConditionalReplies``.

A plan has moves of the opponent, an answer to each, and branches after it:
``9: 12 (3: 7; 4: 8); 4/5: 8``. After any other move the player is asked. When the opponent has
moved and the answer is not made yet, the plan begins with the answer: ``12 (3: 7; 4: 8)``.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, groupby, pairwise
from typing import Any, NamedTuple

from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import AnyState, find_move
from prowlerbot.core.i18n import mark

MOST_ANSWERS = 6
"""Answers in a line, so it has twice as many moves."""
LONGEST_PLAN = 1_000
"""Characters of a plan, as it is typed and as it is stored."""
MOST_PLANNED_MOVES = 500
"""Moves that a plan answers in all its lines: each one is tried before the plan is stored."""

_TOKEN = re.compile(r"[();:/]|[^\s();:/]+")
_SIGN_OF_WORD = {"or": "/", "then": ":"}
_ASK_ME = re.compile(r"(?:\belse\b|\botherwise\b)\s*:?\s*ask\s+me\s*", re.IGNORECASE)
EXAMPLE = mark("if 9: 12 (if 3: 7); if 4 or 5: 8; else ask me")
"""A plan in words, which can be typed in the words of each translation."""


class Branch(NamedTuple):
    """``answer`` to each of these ``moves``, and then the next branches."""

    moves: tuple[str, ...]
    answer: str
    then: "tuple[Branch, ...]" = ()

    def __str__(self) -> str:
        return f"{'/'.join(self.moves)}: {_answer_text(self.answer, self.then)}"


def _answer_text(answer: str, then: Sequence[Branch]) -> str:
    return f"{answer} ({write_branches(then)})" if then else answer


def write_branches(branches: Sequence[Branch]) -> str:
    return "; ".join(map(str, branches))


def read_branches(typed: str) -> tuple[Branch, ...]:
    """The branches of a plan as a player types it; raises IllegalMove for anything else. ``if 9:
    12; if 4 or 5: 8; else ask me`` says the same as ``9: 12; 4/5: 8``.
    """
    words = _TOKEN.findall(_ASK_ME.sub("", typed).replace(",", "/"))
    tokens = [_SIGN_OF_WORD.get(word.casefold(), word) for word in words if word.casefold() != "if"]
    colons = (":", ":")  # “9: then 12”
    parser = _Parser([token for last, token in pairwise(["", *tokens]) if (last, token) != colons])
    branches = parser.parse_branches(0)
    if parser.rest:
        raise _unreadable_plan()
    return branches


def _unreadable_plan() -> IllegalMove:
    return IllegalMove("Write a plan like this: `{example}`.", example=EXAMPLE)


def read_answer(plan: str) -> tuple[str, tuple[Branch, ...]]:
    """The answer that a plan begins with, and the branches after it."""
    return _Parser(_TOKEN.findall(plan)).parse_answer(0)


def plan_after_answer(plan: str, move: str) -> str:
    """The rest of a plan that begins with an answer, after a move of its player."""
    answer, then = read_answer(plan)
    return write_branches(then) if move == answer else ""


def plan_after_move(plan: str, move: str) -> str:
    """The rest of a plan after a move of the opponent: the answer, and the branches after it."""
    for branch in read_branches(plan):
        if move in branch.moves:
            return _answer_text(branch.answer, branch.then)
    return ""


class _Parser:
    """Parses the tokens of a plan from the first to the last; ``rest`` has the others, reversed."""

    def __init__(self, tokens: list[str]) -> None:
        self.rest = tokens[::-1]

    def parse_branches(self, depth: int) -> tuple[Branch, ...]:
        if depth >= MOST_ANSWERS:
            raise IllegalMove("A plan has at most {most} answers in a line.", most=MOST_ANSWERS)
        branches: list[Branch] = []
        while self.rest and self.rest[-1] != ")":
            if not self._take_token(";"):
                branches.append(self._parse_branch(depth))
                if self.rest and self.rest[-1] not in {";", ")"}:
                    raise _unreadable_plan()
        return tuple(branches)

    def _parse_branch(self, depth: int) -> Branch:
        moves = [self._parse_move()]
        while self._take_token("/"):
            moves.append(self._parse_move())
        if not self._take_token(":"):
            raise _unreadable_plan()
        return Branch(tuple(dict.fromkeys(moves)), *self.parse_answer(depth))

    def parse_answer(self, depth: int) -> tuple[str, tuple[Branch, ...]]:
        answer = self._parse_move()
        if not self._take_token("("):
            return answer, ()
        then = self.parse_branches(depth + 1)
        if not self._take_token(")"):
            raise _unreadable_plan()
        return answer, then

    def _parse_move(self) -> str:
        if not self.rest or self.rest[-1] in {"(", ")", ";", ":", "/"}:
            raise _unreadable_plan()
        return self.rest.pop()

    def _take_token(self, token: str) -> bool:
        if self.rest and self.rest[-1] == token:
            self.rest.pop()
            return True
        return False


def check_plan(state: AnyState, seat: int, typed: str) -> str:
    """The plan that a player has typed, in one form. Raises IllegalMove for anything else."""
    if not (branches := read_branches(_check_length(typed))):
        raise _unreadable_plan()
    return _check_length(write_branches(check_branches(state, seat, branches)))


def _check_length(plan: str) -> str:
    """The same plan. Raises IllegalMove if it is long: markers of wild shovels lengthen it."""
    if len(plan) > LONGEST_PLAN:
        raise IllegalMove("A plan has at most {most} characters.", most=LONGEST_PLAN)
    return plan


def check_branches(
    state: AnyState, seat: int, branches: Sequence[Branch], numbers: Iterator[int] | None = None
) -> tuple[Branch, ...]:
    """The same branches with each move as the game writes it. Raises IllegalMove for a move that is
    not legal in its place, for one that has two answers, and for too many moves. The ``numbers`` of
    the moves in all lines go up to MOST_PLANNED_MOVES.
    """
    numbers = count(1) if numbers is None else numbers
    checked: list[Branch] = []
    for branch in branches:
        moves = {str(move): move for typed in branch.moves for move in _find_moves(state, typed)}
        for earlier in checked:
            if repeated := moves.keys() & earlier.moves:
                raise IllegalMove("This plan has two answers to “{move}”.", move=min(repeated))
        answer, then = branch.answer, branch.then
        for move in moves.values():
            if next(numbers) > MOST_PLANNED_MOVES:
                raise IllegalMove("A plan has at most {most} moves.", most=MOST_PLANNED_MOVES)
            (opponent,) = state.to_move
            after_move = state.after(opponent, move)
            reply = _own_move(after_move, seat, branch.answer)
            then = check_branches(after_move.after(seat, reply), seat, branch.then, numbers)
            answer = str(reply)
        checked.append(Branch(tuple(moves), answer, then))
    return tuple(checked)


def _find_moves(state: AnyState, typed: str) -> list[Any]:
    """The opponent's moves that a condition means: one, or all that begin so (a wild shovel)."""
    moves = [move for seat in state.to_move for move in state.moves(seat)]
    exact = [move for move in moves if str(move).casefold() == typed.casefold()]
    found = exact or [move for move in moves if str(move).startswith(f"{typed}>")]
    if not found:
        raise IllegalMove("Your opponent cannot play “{move}” there.", move=typed)
    return found


def typed_forms(state: AnyState, moves: Iterable[str]) -> Iterator[str]:
    """These moves; one text is for all that begin alike (a wild shovel), if none is missing."""
    legal = [str(move) for seat in state.to_move for move in state.moves(seat)]
    for beginning, group in groupby(moves, lambda move: move.partition(">")[0]):
        alike = list(group)
        all_alike = [move for move in legal if beginning and move.startswith(f"{beginning}>")]
        yield from [beginning] if all_alike == alike else alike


def _own_move(state: AnyState, seat: int, typed: str) -> Any:
    """The legal move of a seat with this text, in upper or lower case."""
    texts = [str(move) for move in state.moves(seat)]
    if matches := [text for text in texts if text.startswith(f"{typed}>")]:
        moves = ", ".join(matches)
        raise IllegalMove("“{typed}” can be several moves: {moves}.", typed=typed, moves=moves)
    equal = (text for text in texts if text.casefold() == typed.casefold())
    return find_move(state, seat, next(equal, typed))


def list_lines(branches: Sequence[Branch], before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Each line of a plan up to one of its answers: moves and answers by turns, in their order."""
    lines: list[tuple[str, ...]] = []
    for branch in branches:
        for move in branch.moves:
            line = (*before, move, branch.answer)
            lines += [line, *list_lines(branch.then, line)]
    return lines


def add_line(branches: Sequence[Branch], line: Sequence[str]) -> tuple[Branch, ...]:
    """The branches with a line of moves and answers; a new answer replaces all from there on."""
    move, answer, *rest = line
    branch = next((branch for branch in branches if move in branch.moves), None)
    then = branch.then if branch is not None and branch.answer == answer else ()
    others = remove_line(branches, [move])
    return _group_alike((*others, Branch((move,), answer, add_line(then, rest) if rest else then)))


def _group_alike(branches: Sequence[Branch]) -> tuple[Branch, ...]:
    """The same branches, with one for all moves that are answered alike."""
    moves: dict[tuple[str, tuple[Branch, ...]], tuple[str, ...]] = {}
    for branch in branches:
        reply = branch.answer, branch.then
        moves[reply] = (*moves.get(reply, ()), *branch.moves)
    return tuple(Branch(alike, answer, then) for (answer, then), alike in moves.items())


def remove_line(branches: Sequence[Branch], line: Sequence[str]) -> tuple[Branch, ...]:
    """The branches without the answer to the last move of a line, and all that comes after it."""
    move, *tail = line
    rest: list[Branch] = []
    for branch in branches:
        if others := tuple(other for other in branch.moves if other != move):
            rest.append(branch._replace(moves=others))
        if len(others) < len(branch.moves) and tail:  # the line goes on after this answer
            rest.append(Branch((move,), branch.answer, remove_line(branch.then, tail[1:])))
    return tuple(rest)
