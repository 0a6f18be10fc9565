"""A plan in words, and the ways to it: the button, and the note that a plan waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogs.board.views.match_views import PLAN, button, names
from cogs.contract.face import Face
from cogs.frame.layout import Button, first_lines
from prowlerbot.core.capabilities import Branch, as_typed, read
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import either, tr
from prowlerbot.match.match import Match
from prowlerbot.match.timeline import Timeline

Ahead = Callable[[AnyView, Sequence[str]], Sequence[AnyView]]
"""A view and those after a line of moves; see ``Service.ahead``."""


def plan_button(match: Match) -> Button:
    return button("pre", match, tr("Plan"), PLAN)


def waiting_note(known: Timeline) -> str:
    """The note for a player that their plan waits; empty for everybody else."""
    if not known.plan:
        return ""
    return f"{PLAN} " + tr("Your plan waits. Only you know of it.")


def plan_lines(match: Match, known: Timeline, face: Face, ahead: Ahead, *around: str) -> list[str]:
    """The viewer's plan in words, as a nested list, as far as it fits with the texts ``around``."""
    if not known.plan:
        return []
    if face.plans_goals:
        return [*face.plan_words(known.present, known.plan), "- " + tr("Then you are asked.")]
    lines = _branches(known.present, read(known.plan), names(match), face, ahead, 0)
    last = "- " + tr("After any other move you are asked.")
    return [*first_lines(lines, len(lines), last, *around), last]


def _branches(  # noqa: PLR0917 - the words depend on all of them
    view: AnyView,
    branches: Sequence[Branch],
    who: Sequence[str],
    face: Face,
    ahead: Ahead,
    depth: int,
) -> list[str]:
    lines: list[str] = []
    if not branches:  # the match may be over with the last answer
        return lines
    (opponent,) = view.to_move
    for branch in branches:
        moves = [
            face.move_words(view, move) if move in branch.moves else face.begun_words(move)
            for move in as_typed(view.seen, branch.moves)
        ]
        _, asked, answered = ahead(view, (branch.moves[0], branch.answer))
        answer = f"**{face.move_words(asked, branch.answer)}**"
        line = face.reply_words(view, who[opponent - 1], either(moves), answer)
        lines.append(f"{'  ' * depth}- {line}")
        lines += _branches(answered, branch.then, who, face, ahead, depth + 1)
    return lines


def lines_of(branches: Sequence[Branch], before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Each line of a plan up to one of its answers, in the order of the plan in words."""
    lines_of_plan: list[tuple[str, ...]] = []
    for branch in branches:
        for move in branch.moves:
            line = (*before, move, branch.answer)
            lines_of_plan += [line, *lines_of(branch.then, line)]
    return lines_of_plan
