"""What sheets of the end begin with: the title under the sky, who has won, the totals of all.

Below that, each game tells what its totals are made of.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.game import Outcome
from prowlerbot.core.i18n import mark, tr

from . import fonts, sky
from .canvas import XY, Canvas
from .glyphs import Pen, laurel
from .piece import put_middle
from .text import Name, Slot, Tint, named, player, side_by_side, width, write, written
from .theme import Colour, Theme

WINS = mark("wins")
"""After the winner's name."""
SHARED, NO_RESULT = mark("A shared victory"), mark("No result")
CUT_SHORT = mark("The match ended before it was played out")

WIDTH = 1000
TITLE = Slot((100, 12, 900, 62), fonts.TITLE, 42)
RESULT = Slot((150, 62, 850, 130), fonts.SCRIPTS[0], 54)
RESULT_LEAST = 26
HEADLINE = Slot(RESULT.box, fonts.TITLE, 48)
"""In place of a winner's name."""
LAURELS: tuple[XY, XY] = ((84.0, 68.0), (916.0, 68.0))
LAUREL = 46.0

_TOTALS = 126, 206
"""Their top and bottom."""
_TOTAL_SIZE = 84
_SIGN_ROOM, _COLON_ROOM = 66, 76
TOTAL_SIGN = 20.0
SIGN_REACH = 38
"""How far the sign beside a total may reach from its middle."""


class Standing(NamedTuple):
    """Who has won."""

    ranks: Sequence[int] | None
    """Those of the seats; empty where a match ended without a result, None while it runs."""
    order: Sequence[int]
    """The seats, the best first."""
    winners: Sequence[int]

    def winner(self, names: Sequence[str]) -> Name | None:
        """The name of whoever has won over all others."""
        if len(self.winners) != 1 or len(self.order) == 1:
            return None
        (seat,) = self.winners
        return player(names[seat - 1], seat, RESULT_LEAST)

    def headline(self, so_far: str) -> str:
        """What stands where nobody has; ``so_far`` while the match runs."""
        if self.ranks is None:
            return tr(so_far)
        return tr(SHARED) if self.ranks else tr(NO_RESULT)


def standing(seats: int, outcome: Outcome | None, ended: Sequence[int] | None) -> Standing:
    """``ended`` has the ranks of a match that ended before it was played out, or nothing."""
    ranks = outcome.ranks if outcome is not None else ended
    if not ranks:
        return Standing(ranks, range(1, seats + 1), ())
    order = sorted(range(1, seats + 1), key=lambda seat: (ranks[seat - 1], seat))
    return Standing(ranks, order, [seat for seat in order if ranks[seat - 1] == 1])


@lru_cache(maxsize=32)
def form(theme: Theme, title: str, height: int) -> Image.Image:
    """The empty sheet, without what is a language's or a match's. Not to be drawn on."""
    return entitled(theme, ground(theme, height), title)


def ground(theme: Theme, height: int) -> Canvas:
    """What a sheet is drawn on."""
    return sky.over_roofs(theme, (WIDTH, height), 70)


def entitled(theme: Theme, canvas: Canvas, title: str) -> Image.Image:
    """The sheet that was drawn, with its title."""
    sheet = canvas.finish(theme)
    write(sheet, theme, title, TITLE, Tint(theme.title, theme.night))
    return sheet


def write_result(  # noqa: PLR0917 - what the line depends on
    drawn: Image.Image,
    theme: Theme,
    winner: Name | None,
    headline: str,
    metal: Colour | None,
    sign: Image.Image | None = None,
) -> None:
    """Who has won, after their ``sign``, or else that headline; between laurels of this metal, if
    any.
    """
    if winner is not None:
        write_winner(drawn, theme, winner, sign)
    else:
        write(drawn, theme, headline, HEADLINE, Tint(theme.title, theme.night))
    if metal is not None:
        for at in LAURELS:
            put_middle(drawn, laurel_of(theme, metal, LAUREL), at)


def write_winner(
    drawn: Image.Image, theme: Theme, winner: Name, sign: Image.Image | None = None
) -> None:
    """The name of whoever has won alone, with a word after it."""
    word = Name(tr(WINS), WINS, winner.least)
    left, top, right, bottom = RESULT.box
    room = RESULT if sign is None else RESULT._replace(box=(left + _SIGN_ROOM, top, right, bottom))
    slots = side_by_side(winner, word, room)
    for each, slot in zip((winner, word), slots, strict=True):
        named(theme, each, slot, Tint(theme.title, theme.night)).put(drawn)
    if sign is not None:
        middle = slots[0].box[0] - _SIGN_ROOM + 28, (top + bottom) / 2
        put_middle(drawn, sign, middle)


@lru_cache(maxsize=32)
def laurel_of(theme: Theme, metal: Colour, half: float) -> Image.Image:
    canvas = Canvas.around(round(half) + 4, theme.night)
    laurel(Pen(canvas, (0, 0), half), metal, theme.night)
    return canvas.finish(theme)


class Total(NamedTuple):
    sign: XY
    slot: Slot
    colon: Slot | None
    """Before the next one."""


def totals(shown: Sequence[str]) -> list[Total]:
    """Where these numbers stand, all together in the middle."""
    top, bottom = _TOTALS
    wide = [ceil(width(each, fonts.STRONG, _TOTAL_SIZE)) for each in shown]
    left = (WIDTH - sum(wide) - len(wide) * _SIGN_ROOM - (len(wide) - 1) * _COLON_ROOM) // 2
    found = []
    for at, across in enumerate(wide, 1):
        number = left + _SIGN_ROOM
        end = number + across
        slot = Slot((number, top, end, bottom), fonts.STRONG, _TOTAL_SIZE, "left")
        colon = Slot((end, top, end + _COLON_ROOM, bottom - 8), fonts.STRONG, 60)
        sign = left + 28.0, (top + bottom) / 2
        found.append(Total(sign, slot, colon if at < len(wide) else None))
        left = end + _COLON_ROOM
    return found


def write_totals(
    drawn: Image.Image, theme: Theme, shown: Sequence[str], signs: Sequence[Image.Image]
) -> None:
    """The totals of all, large, each beside its seat's sign."""
    tint = Tint(theme.line, theme.night)
    for text, sign, at in zip(shown, signs, totals(shown), strict=True):
        put_middle(drawn, sign, at.sign)
        written(theme, text, at.slot, tint).put(drawn)
        if at.colon is not None:
            write(drawn, theme, ":", at.colon, tint)
