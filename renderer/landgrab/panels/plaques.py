"""The layout of the plaques around the map: the banner above it, the strip of news and the seats'
plaques below it.

Positions below a map are relative to its lower edge. No text is smaller than ``SMALL``: nearly
nine pixels high on a picture shown 312 wide.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from renderer import fonts
from renderer.canvas import XY, Box
from renderer.landgrab.land.window import ACROSS, TOP, Window
from renderer.text import Slot

SMALL = 28
LABEL = 28
"""The font size of the names of columns and rows."""
RADIUS = 14
GAP = 8

# The banner: the awaited action, and the possible length of the match.

HEAD = TOP
BANNER: Box = (8, 6, ACROSS - 8, TOP - 6)
PHASE = Slot((74, 10, 640, 74), fonts.TITLE, 38, "left")
PHASE_SIGN: XY = (42.0, 42.0)
ROUND = Slot((650, 8, 976, 44), fonts.STRONG, 34, "right")
LIMITS = Slot((650, 42, 976, 76), fonts.TEXT, SMALL, "right")
ROUND_ALONE = ROUND._replace(box=(650, 24, 976, 60))
"""The slot of the round if the limits are too far off to show."""
LEGEND_SIGN = 670
LEGEND = tuple(Slot((704, top, 986, top + 34), fonts.TEXT, 30, "left") for top in (9, 26, 42))
"""The legend of the lights during placement: in one line (the middle one) or two."""

# The strip of news: the last action with its player, the dice, and the result.

_STRIP = 80
STRIP_AND_GAP = _STRIP + GAP


def strip(bottom: int) -> Box:
    return 8, bottom + 6, ACROSS - 8, bottom + 6 + _STRIP


# The seats' plaques, side by side.

SIGN = 13.0
HEART, FLAG = 14.0, 15.0
"""Half the width of a heart, and of the flag before the name of a spawn."""


class Plaque(NamedTuple):
    box: Box
    sign: XY
    name: Slot
    points: Slot
    """The seat's present points."""
    parts: Slot
    """The parts of those points."""
    if_last: Slot
    """The seat's points if it were the last one."""
    hearts: tuple[XY, XY, XY]
    flag: XY
    spawn: Slot
    ribbon: Slot


def _high(seats: int) -> int:
    return 176 if seats == 2 else 208


def foot(seats: int) -> int:
    """The height of everything below the map."""
    return 6 + _STRIP + GAP + _high(seats) + GAP


def size(shown: Window, seats: int) -> tuple[int, int]:
    return ACROSS, shown.box[3] + foot(seats)


@lru_cache(maxsize=256)
def plaque(seats: int, seat: int, bottom: int) -> Plaque:
    across = (ACROSS - 2 * GAP - (seats - 1) * GAP) // seats
    left = GAP + (seat - 1) * (across + GAP)
    top = strip(bottom)[3] + GAP
    right, under = left + across, top + _high(seats)
    wide = seats == 2
    row = top + 132
    hearts = tuple((left + 30.0 + 34 * i, row + 17.0) for i in range(3))
    flag = left + (150.0 if wide else 138.0)
    if wide:
        ribbon = right - 206, row - 1, right - 14, row + 33
    else:
        ribbon = left + 14, under - 40, right - 14, under - 8
    return Plaque(
        (left, top, right, under),
        (left + 32.0, top + 32.0),
        Slot(
            (left + 60, top + 6, right - 10, top + 56), fonts.SCRIPTS[0], 40 if wide else 36, "left"
        ),
        Slot((left + 14, top + 56, left + 106, top + 126), fonts.STRONG, 78, "left"),
        Slot((left + 112, top + 58, right - 10, top + 92), fonts.STRONG, 30, "left"),
        Slot((left + 112, top + 92, right - 10, top + 126), fonts.TEXT, SMALL, "left"),
        (hearts[0], hearts[1], hearts[2]),
        (flag, row + 17.0),
        Slot((round(flag) + 20, row, round(flag) + 80, row + 34), fonts.STRONG, 32, "left"),
        Slot(ribbon, fonts.TITLE, 24),
    )


NAME_LEAST = 24
"""The smallest font size of a name; a longer name is cut."""
