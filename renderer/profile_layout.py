"""Where everything stands on a profile card: boxes in pixels, as data."""

from __future__ import annotations

from . import fonts
from .canvas import XY
from .text import Box, Slot

SIZE = (1000, 640)

TITLE = Slot((60, 18, 940, 66), fonts.TITLE, 38)

UPPER: Box = (24, 78, 976, 270)
MIDDLE: Box = (24, 286, 976, 450)
LOWER: tuple[Box, Box, Box] = ((24, 466, 254, 572), (270, 466, 500, 572), (516, 466, 976, 572))
"""Best total, matches, favourite."""
PANELS: tuple[Box, ...] = (UPPER, MIDDLE, *LOWER)

NAME = Slot((54, 92, 716, 164), fonts.SCRIPTS[0], 54, "left")
NAME_LEAST = 26
POINTS = Slot((54, 172, 244, 256), fonts.STRONG, 86, "left")
RANGE = Slot((250, 202, 420, 254), fonts.TEXT, 44, "left")
RATING = Slot((250, 174, 420, 202), fonts.TEXT, 26, "left")
UNRATED = Slot((54, 186, 716, 246), fonts.TEXT, 44, "left")

MEDAL: XY = (846.0, 156.0)
MEDAL_RADIUS = 62.0
PLACE = Slot((808, 130, 884, 182), fonts.STRONG, 62)
OF = Slot((730, 226, 962, 260), fonts.TEXT, 28)

BAR: Box = (54, 306, 946, 344)
WON = Slot((54, 350, 340, 384), fonts.TEXT, 30, "left")
SHARED = Slot((350, 350, 650, 384), fonts.TEXT, 30)
LOST = Slot((660, 350, 946, 384), fonts.TEXT, 30, "right")

LATEST = Slot((54, 396, 262, 436), fonts.TEXT, 28, "left")
LATEST_SIGNS: tuple[XY, ...] = tuple((922.0 - 68 * back, 416.0) for back in range(10))
"""The signs of the latest matches, the very latest first, on the right."""
SIGN = 20.0

GLYPHS: tuple[XY, ...] = tuple((left + 46.0, (top + bottom) / 2) for left, top, _, bottom in LOWER)
CAPTIONS: tuple[Slot, ...] = tuple(
    Slot((left + 88, top + 12, right - 14, top + 42), fonts.TEXT, 25, "left")
    for left, top, right, _ in LOWER
)
VALUES: tuple[Slot, ...] = (
    *(
        Slot((left + 88, top + 44, right - 14, bottom - 10), fonts.STRONG, 48, "left")
        for left, top, right, bottom in LOWER[:2]
    ),
    Slot(
        (LOWER[2][0] + 88, LOWER[2][1] + 44, LOWER[2][2] - 14, LOWER[2][3] - 10),
        fonts.TEXT,
        29,
        "left",
    ),
)
