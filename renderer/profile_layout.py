"""The layout of a profile card: boxes in pixels, as data."""

from __future__ import annotations

from renderer import fonts
from renderer.canvas import XY, Box
from renderer.text import Slot

SIZE = (1000, 760)

TITLE = Slot((60, 16, 940, 76), fonts.TITLE, 50)

UPPER: Box = (14, 86, 986, 302)
MIDDLE: Box = (14, 314, 986, 512)
LOWER: tuple[Box, Box, Box] = ((14, 524, 290, 666), (302, 524, 570, 666), (582, 524, 986, 666))
"""The panels of the best total, the number of matches and the favourite."""
PANELS: tuple[Box, ...] = (UPPER, MIDDLE, *LOWER)

NAME = Slot((44, 98, 716, 176), fonts.SCRIPTS[0], 62, "left")
NAME_LEAST = 32
WON_MEDAL, WON_MEDAL_ROOM = 22.0, 110
"""The radius of a medal from a competition, and the width of the medal with its number. Up to three
are at the right end of the name.
"""
WON_MEDAL_SIZE = 36
NUMBERS = fonts.STRONG
POINTS = Slot((44, 182, 330, 288), fonts.STRONG, 108, "left")
RATING = Slot((346, 186, 720, 226), fonts.TEXT, 38, "left")
RANGE = Slot((346, 230, 720, 286), fonts.TEXT, 50, "left")
"""The confidence in the rating: its range, or the word for provisional."""
UNRATED = Slot((44, 200, 716, 266), fonts.TEXT, 50, "left")

MEDAL: XY = (850.0, 172.0)
MEDAL_RADIUS = 68.0
PLACE = Slot((806, 142, 894, 202), fonts.STRONG, 70)
OF = Slot((730, 254, 970, 298), fonts.TEXT, 38)

BAR: Box = (44, 332, 956, 382)
_LEGEND = 390, 432
WON = Slot((84, _LEGEND[0], 350, _LEGEND[1]), fonts.TEXT, 40, "left")
SHARED = Slot((360, _LEGEND[0], 640, _LEGEND[1]), fonts.TEXT, 40)
LOST = Slot((650, _LEGEND[0], 916, _LEGEND[1]), fonts.TEXT, 40, "right")
LEGEND_SIGNS: dict[str, XY] = {"won": (60.0, 411.0), "lost": (940.0, 411.0)}
"""The legend for the signs of the latest matches."""
LEGEND_SIGN = 16.0

LATEST = Slot((44, 444, 256, 496), fonts.TEXT, 38, "left")
LATEST_SIGNS: tuple[XY, ...] = tuple((930.0 - 69 * back, 470.0) for back in range(10))
"""The signs of the latest matches, the most recent first, on the right."""
SIGN = 25.0

GLYPHS: tuple[XY, ...] = tuple((left + 50.0, (top + bottom) / 2) for left, top, _, bottom in LOWER)
GLYPH_REACH: tuple[float, ...] = (38.0, 30.0, 38.0)
"""Half the size of each sign, chosen so that they look equally large."""
CAPTIONS: tuple[Slot, ...] = tuple(
    Slot((left + 98, top + 10, right - 10, top + 52), fonts.TEXT, 38, "left")
    for left, top, right, _ in LOWER
)
VALUES: tuple[Slot, Slot] = (
    Slot((LOWER[0][0] + 98, 578, LOWER[0][2] - 14, 656), fonts.STRONG, 64, "left"),
    Slot((LOWER[1][0] + 98, 578, LOWER[1][2] - 14, 656), fonts.STRONG, 64, "left"),
)
FAVOURITE: tuple[Slot, Slot] = (
    Slot((LOWER[2][0] + 98, 576, LOWER[2][2] - 10, 616), fonts.TEXT, 36, "left"),
    Slot((LOWER[2][0] + 98, 618, LOWER[2][2] - 10, 658), fonts.TEXT, 36, "left"),
)
"""The slots of the favourite, on two lines."""
