"""The game in Discord: its words, its lesson and its manifest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from cogs.contract.face import Face
from cogs.contract.lesson import Lesson
from cogs.contract.manifest import Manifest, Option
from cogs.contract.screen import Drawing, Look
from cogs.contract.sentences import Event, Sentences, Several
from prowlerbot.core.game import CHANCE, View
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.match.preferences import Theme

from tall_tale import DOUBT, HIDDEN, Cup, Position, TallTale
from tall_tale.drawing import draw_board, draw_cover


class TallTaleFace(Face):
    private = True  # each player reads their own dice on a board of their own
    sentences: Mapping[str, Sentences] = {
        **Face.sentences,
        "told": Sentences(mark("{player} tells {tale}.")),
        "doubted": Sentences(
            mark("{player} doubts {tale}. Under the cups: {cups}. {other} loses a die."),
            mark("{player} doubts {tale}: {other} loses a die"),
        ),
        "lifted": Sentences(mark("{player} {dice}")),
    }

    @property
    def pitch(self) -> str:
        return tr("Dice under cups, and a tale that only grows. 2 to 4 players, about 10 minutes.")

    @property
    def rules(self) -> str:
        return tr(
            "Everybody rolls three dice under a cup and sees only their own. Tell a tale, such as"
            " 3 × 5: at least three dice of all cups show 5. The next player tells a taller one,"
            " with more dice or with as many of a higher number, or doubts. Then all cups are"
            " lifted. If the tale is true, the doubter loses a die, else the teller. The first"
            " player without dice ends the match; most dice win."
        )

    def cover(self, theme: Theme, options: object = None) -> Drawing:
        return Drawing("cover.png", partial(draw_cover, theme), tr("Dice beside a cup"))

    def rolling(self, view: View[Position]) -> bool:
        return CHANCE in view.to_move

    def events(self, views: Sequence[View[Position]]) -> Iterable[Event]:
        at, now = len(views) - 2, views[-1].seen
        while at and CHANCE in views[at].to_move:  # the rolls after a move belong to it
            at -= 1
        before = views[at].seen
        losers = [seat for seat in now.there if now.dice[seat - 1] < before.dice[seat - 1]]
        if losers:
            cups = [
                Event("lifted", seat, fields={"dice": _shown(now.lifted[seat - 1])})
                for seat in now.there
            ]
            fields = {"tale": _told(before.tale), "cups": Several(cups)}
            return [Event("doubted", before.seat, losers[0], fields)]
        if now.teller and now.tale != before.tale:
            return [Event("told", now.teller, fields={"tale": _told(now.tale)})]
        return super().events(views)

    def lines(self, view: View[Position], names: Sequence[str]) -> Sequence[str]:
        seen = view.seen
        lines = [tr("Tale: {tale}", tale=_told(seen.tale))] if seen.teller else []
        for seat in seen.there:
            cup, name, count = seen.cups[seat - 1], names[seat - 1], seen.dice[seat - 1]
            if cup and HIDDEN not in cup:
                lines.append(tr("{player} has {dice}", player=name, dice=_shown(cup)))
            else:
                lines.append(
                    trn("{player}: {count} die", "{player}: {count} dice", count, player=name)
                )
        return lines

    def picture(self, view: View[Position], look: Look) -> Drawing:
        draw = partial(draw_board, view.seen, look.plain, look.theme)
        return Drawing("board.png", draw, self.brief(view, look.plain, look.ended))

    def move_words(self, view: View[Position], move: str) -> str:
        return tr("doubt") if move == DOUBT else move.replace("x", " × ")


def _told(tale: tuple[int, int]) -> str:
    return "{} × {}".format(*tale)


def _shown(cup: Cup) -> str:
    return " ".join(map(str, cup))


LESSONS = [
    Lesson(
        title=mark("A tale too tall"),
        task=mark("You have 1 1 4. Your rival tells 4 × 6, and has only three dice. Doubt it."),
        setup="2",
        moves=("114", "266", "1x1", "4x6"),
        goal=lambda before, now: now.dice[1] < before.dice[1],
        hint=mark("Three dice cannot show four times 6, and none of yours shows it."),
        praise=mark("Count your own dice first. Each other die shows a number one time in six."),
    ),
]

MANIFEST = Manifest(
    face=TallTaleFace(TallTale(), LESSONS),
    description="Play Tall Tale against friends",
    move=Option("tale", "A tale such as 3x5, or doubt", required=True),
)
