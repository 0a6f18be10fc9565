"""The top of every final sheet: the title under the sky, the winner, the totals of all seats.

Below that, each game explains its totals.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.game import Outcome
from prowlerbot.core.i18n import mark, tr
from renderer import fonts
from renderer.canvas import XY, Canvas, put_middle
from renderer.gallery import Kept, over_roofs
from renderer.glyphs import SIGNS, Pen
from renderer.marks import Ranks
from renderer.text import Name, Slot, named, player, side_by_side, width, write, written
from renderer.theme import Colour, Theme

WINS = mark("wins")
"""The word after the winner's name."""
SHARED, NO_RESULT = mark("A shared victory"), mark("No result")
CUT_SHORT = mark("The match ended before it was played out")

WIDTH = 1000
TITLE = Slot((100, 12, 900, 62), fonts.TITLE, 42)
RESULT = Slot((150, 62, 850, 130), fonts.SCRIPTS[0], 54)
RESULT_LEAST = 26
HEADLINE = Slot(RESULT.box, fonts.TITLE, 48)
"""The slot of a headline in place of a winner's name."""
LAURELS: tuple[XY, XY] = ((84.0, 68.0), (916.0, 68.0))
LAUREL = 46.0

_TOTALS = 126, 206
"""The top and the bottom of the totals."""
_TOTAL_SIZE = 84
_SIGN_ROOM, _COLON_ROOM = 66, 76
TOTAL_SIGN = 20.0
SIGN_REACH = 38
"""The largest extent of the sign beside a total from its middle."""


class Standing(NamedTuple):
    """The winners and the order of the seats."""

    ranks: Ranks
    order: Sequence[int]
    """The seats, best first."""
    winners: Sequence[int]

    def winner(self, names: Sequence[str]) -> Name | None:
        """The name of a single winner over other seats."""
        if len(self.winners) != 1 or len(self.order) == 1:
            return None
        (seat,) = self.winners
        return player(names[seat - 1], seat, RESULT_LEAST)

    def headline(self, so_far: str) -> str:
        """The heading of a sheet without a single winner; ``so_far`` while the match runs."""
        if self.ranks is None:
            return tr(so_far)
        return tr(SHARED) if self.ranks else tr(NO_RESULT)


def standing(seats: int, outcome: Outcome | None, ended: Ranks) -> Standing:
    """``ended`` holds the ranks of a match that ended early, or nothing."""
    ranks = outcome.ranks if outcome is not None else ended
    if not ranks:
        return Standing(ranks, range(1, seats + 1), ())
    order = sorted(range(1, seats + 1), key=lambda seat: (ranks[seat - 1], seat))
    return Standing(ranks, order, [seat for seat in order if ranks[seat - 1] == 1])


@lru_cache(maxsize=32)
def form(theme: Theme, title: str, height: int) -> Kept:
    """The empty sheet, independent of language and match."""
    return Kept(ground(theme, title, height).finish(theme))


def ground(theme: Theme, title: str, height: int) -> Canvas:
    """The sky over roofs with the title."""
    canvas = over_roofs(theme, (WIDTH, height), 70)
    write(canvas, theme, title, TITLE, theme.titled)
    return canvas


def write_result(  # noqa: PLR0917 - inputs of the line
    drawn: Image.Image,
    theme: Theme,
    winner: Name | None,
    headline: str,
    metal: Colour | None,
    sign: Image.Image | None = None,
) -> None:
    """Write the winner after their ``sign`` and with a word after the name, or the headline without
    a winner, between laurels if a ``metal`` is given.
    """
    if metal is not None:
        for at in LAURELS:
            put_middle(drawn, laurel_of(theme, metal, LAUREL), at)
    if winner is None or sign is None:
        write(drawn, theme, headline, HEADLINE, theme.titled)
        return
    word = Name(tr(WINS), WINS, winner.least)
    left, top, right, bottom = RESULT.box
    room = RESULT._replace(box=(left + _SIGN_ROOM, top, right, bottom))
    slots = side_by_side(winner, word, room)
    for each, slot in zip((winner, word), slots, strict=True):
        named(theme, each, slot, theme.titled).put(drawn)
    put_middle(drawn, sign, (slots[0].box[0] - _SIGN_ROOM + 28, (top + bottom) / 2))


@lru_cache(maxsize=32)
def laurel_of(theme: Theme, metal: Colour, half: float) -> Image.Image:
    canvas = Canvas.around(round(half) + 4, theme.night)
    SIGNS["laurel"](Pen(canvas, (0, 0), half), metal, theme.night)
    return canvas.finish(theme)


class Total(NamedTuple):
    sign: XY
    slot: Slot
    colon: Slot | None
    """The space before the next total."""


def totals(shown: Sequence[str]) -> list[Total]:
    """The slots of the totals, centred as a group."""
    top, bottom = _TOTALS
    wide = [ceil(width(each, fonts.STRONG, _TOTAL_SIZE)) for each in shown]
    left = (WIDTH - sum(wide) - len(wide) * _SIGN_ROOM - (len(wide) - 1) * _COLON_ROOM) // 2
    places = []
    for at, across in enumerate(wide, 1):
        number = left + _SIGN_ROOM
        end = number + across
        slot = Slot((number, top, end, bottom), fonts.STRONG, _TOTAL_SIZE, "left")
        colon = Slot((end, top, end + _COLON_ROOM, bottom - 8), fonts.STRONG, 60)
        sign = left + 28.0, (top + bottom) / 2
        places.append(Total(sign, slot, colon if at < len(wide) else None))
        left = end + _COLON_ROOM
    return places


def write_totals(
    drawn: Image.Image, theme: Theme, shown: Sequence[str], signs: Sequence[Image.Image]
) -> None:
    """Write the totals of all seats in large letters, each beside its seat's sign."""
    for text, sign, at in zip(shown, signs, totals(shown), strict=True):
        put_middle(drawn, sign, at.sign)
        written(theme, text, at.slot, theme.lined).put(drawn)
        if at.colon is not None:
            write(drawn, theme, ":", at.colon, theme.lined)
