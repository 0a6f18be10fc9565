"""The game in Discord: its words, its lessons and its manifest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cogs.contract.face import Face
from cogs.contract.lesson import Lesson
from cogs.contract.manifest import Manifest, Option
from cogs.contract.screen import Drawing, Look
from prowlerbot.core.game import View
from prowlerbot.core.i18n import listing, mark, tr
from prowlerbot.match.preferences import Theme

from four_in_a_row import COLUMNS, FourInARow, Position
from four_in_a_row.drawing import draw_board, draw_cover


class FourInARowFace(Face):
    @property
    def pitch(self) -> str:
        return tr("Drop discs and be the first with four in a line. 2 players, about 5 minutes.")

    @property
    def rules(self) -> str:
        return tr(
            "Take turns. Each turn you drop a disc into a column, where it falls to the lowest"
            " empty place. Four of your discs in a line, straight or diagonal, win. A full board"
            " without such a line is a draw."
        )

    def cover(self, theme: Theme, options: object = None) -> Drawing:
        draw = partial(draw_cover, theme)
        return Drawing("cover.png", draw, tr("A board with discs of two players"))

    def lines(self, view: View[Position], names: Sequence[str]) -> Sequence[str]:
        columns = []
        for number in range(1, COLUMNS + 1):
            discs = [names[int(disc) - 1] for disc in view.seen.column(number)]
            columns.append(
                tr("Column {number}, from below: {discs}", number=number, discs=listing(discs))
                if discs
                else tr("Column {number} is empty", number=number)
            )
        return columns

    def picture(self, view: View[Position], look: Look) -> Drawing:
        draw = partial(draw_board, view.seen, look.plain, look.theme)
        return Drawing("board.png", draw, self.brief(view, look.plain, look.ended))

    def move_words(self, view: View[Position], move: str) -> str:
        return tr("column {number}", number=move)


LESSONS = [
    Lesson(
        title=mark("Four in a line"),
        task=mark("You have three discs side by side. Win with your next one."),
        setup="2",
        moves=("3", "3", "4", "4", "5", "5"),
        goal=lambda _, now: bool(now.line),
        hint=mark("A line may grow at either end."),
        praise=mark("Lines with two open ends cannot be stopped."),
    ),
    Lesson(
        title=mark("Stop your rival"),
        task=mark("Your rival has three discs on top of each other. Do not let the fourth land."),
        setup="2",
        moves=("1", "4", "2", "4", "6", "4"),
        goal=lambda before, now: now.column(4) == before.column(4) + "1",
        hint=mark("The place on top of the three discs is the only one that matters."),
        praise=mark("Look for your rival's threats before you make your own."),
    ),
]

MANIFEST = Manifest(
    face=FourInARowFace(FourInARow(), LESSONS),
    description="Play Four in a Row against a friend",
    move=Option("column", "The number of a column, 1 to 7", required=True),
)
