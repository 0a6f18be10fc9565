"""Nim in Discord: its words, its lesson and its manifest."""

from collections.abc import Sequence
from functools import partial

from cogs.contract.face import Face
from cogs.contract.lesson import Lesson
from cogs.contract.manifest import Manifest, Option
from cogs.contract.screen import Drawing, Look
from prowlerbot.core.game import View
from prowlerbot.core.i18n import mark, tr, trn
from tests.games.nim.picture import draw_board
from tests.games.nim.rules import Nim, Position


class NimFace(Face):
    @property
    def pitch(self) -> str:
        return tr("Three heaps, and the last counter wins. 2 players, about 2 minutes.")

    @property
    def rules(self) -> str:
        return tr("Take as many counters as you like from one heap. The last counter wins.")

    def lines(self, view: View[Position], names: Sequence[str]) -> Sequence[str]:
        heaps = zip("ABC", view.seen.heaps, strict=True)
        return [tr("Heap {heap}: {count}", heap=name, count=size) for name, size in heaps]

    def picture(self, view: View[Position], look: Look) -> Drawing:
        draw = partial(draw_board, view.seen, look.plain, look.theme)
        return Drawing("board.png", draw, self.brief(view, look.plain, look.ended))

    def move_words(self, view: View[Position], move: str) -> str:
        return trn("{count} from {heap}", "{count} from {heap}", int(move[1:]), heap=move[0])


LESSONS = [
    Lesson(
        title=mark("The last counter"),
        task=mark("Ada left two heaps of two. Leave the same to her as often as you can."),
        setup="2",
        moves=("A3", "B2", "C3"),
        goal=lambda _, now: not any(now.heaps),
        turns=2,
        replies=("B1", "C1", "B2", "C2"),
        praise=mark("Two equal heaps lose for whoever has to move."),
    )
]

MANIFEST = Manifest(
    face=NimFace(Nim(), LESSONS),
    description="Play Nim against a friend",
    move=Option("take", "A heap and how many counters, such as B2", required=True),
)
