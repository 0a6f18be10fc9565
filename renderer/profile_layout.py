"""Where everything stands on a profile card: boxes in pixels, as data."""

from __future__ import annotations

from . import fonts
from .canvas import XY
from .text import Box, Slot

SIZE = (1000, 760)

TITLE = Slot((60, 16, 940, 76), fonts.TITLE, 50)

UPPER: Box = (14, 86, 986, 302)
MIDDLE: Box = (14, 314, 986, 512)
LOWER: tuple[Box, Box, Box] = ((14, 524, 300, 666), (312, 524, 598, 666), (610, 524, 986, 666))
"""Best total, matches, favourite."""
PANELS: tuple[Box, ...] = (UPPER, MIDDLE, *LOWER)

NAME = Slot((44, 98, 716, 176), fonts.SCRIPTS[0], 62, "left")
NAME_LEAST = 32
POINTS = Slot((44, 182, 274, 288), fonts.STRONG, 108, "left")
RATING = Slot((288, 186, 500, 226), fonts.TEXT, 36, "left")
RANGE = Slot((288, 230, 500, 286), fonts.TEXT, 50, "left")
UNRATED = Slot((44, 200, 716, 266), fonts.TEXT, 50, "left")

MEDAL: XY = (850.0, 172.0)
MEDAL_RADIUS = 68.0
PLACE = Slot((806, 142, 894, 202), fonts.STRONG, 70)
OF = Slot((730, 252, 970, 296), fonts.TEXT, 36)

BAR: Box = (44, 332, 956, 382)
WON = Slot((44, 388, 340, 430), fonts.TEXT, 38, "left")
SHARED = Slot((350, 388, 650, 430), fonts.TEXT, 38)
LOST = Slot((660, 388, 956, 430), fonts.TEXT, 38, "right")

LATEST = Slot((44, 444, 256, 496), fonts.TEXT, 36, "left")
LATEST_SIGNS: tuple[XY, ...] = tuple((930.0 - 69 * back, 470.0) for back in range(10))
"""The signs of the latest matches, the very latest first, on the right."""
SIGN = 25.0

GLYPHS: tuple[XY, ...] = tuple((left + 46.0, (top + bottom) / 2) for left, top, _, bottom in LOWER)
CAPTIONS: tuple[Slot, ...] = tuple(
    Slot((left + 88, top + 12, right - 10, top + 52), fonts.TEXT, 34, "left")
    for left, top, right, _ in LOWER
)
VALUES: tuple[Slot, Slot] = (
    Slot((LOWER[0][0] + 88, 578, LOWER[0][2] - 14, 656), fonts.STRONG, 64, "left"),
    Slot((LOWER[1][0] + 88, 578, LOWER[1][2] - 14, 656), fonts.STRONG, 64, "left"),
)
FAVOURITE: tuple[Slot, Slot] = (
    Slot((LOWER[2][0] + 88, 578, LOWER[2][2] - 10, 616), fonts.TEXT, 32, "left"),
    Slot((LOWER[2][0] + 88, 618, LOWER[2][2] - 10, 656), fonts.TEXT, 32, "left"),
)
"""Two lines."""
