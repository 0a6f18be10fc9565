"""The profile card: a player's record in a game. All games share its layout.

The layout is boxes in pixels, as data.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PIL import Image

from prowlerbot.core.i18n import mark, tr, trn
from renderer import fonts, glyphs
from renderer.canvas import XY, Box, Canvas, encode, put_middle
from renderer.gallery import over_roofs
from renderer.names import Name
from renderer.png import PackedPicture
from renderer.text import Slot, in_two_lines, name_piece, typeset, write
from renderer.theme import THEMES, Colour, Theme, Tint

Ended = Literal["won", "shared", "lost"]
"""The result of a match for the player."""

SIZE = (1000, 760)

TITLE = Slot((60, 16, 940, 76), fonts.TITLE, 50)

UPPER: Box = (14, 86, 986, 302)
MIDDLE: Box = (14, 314, 986, 512)
LOWER: tuple[Box, Box, Box] = ((14, 524, 290, 666), (302, 524, 570, 666), (582, 524, 986, 666))
"""The panels of the best total, the number of matches and the favourite."""
PANELS: tuple[Box, ...] = (UPPER, MIDDLE, *LOWER)

NAME = Slot((44, 98, 716, 176), fonts.SCRIPTS[0], 62, "left")
NAME_LEAST = 32
WON_MEDAL_RADIUS, WON_MEDAL_ROOM = 22.0, 110
"""The radius of a medal, and its width with its number. Three fit to the right of the name."""
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
LEGEND_SIGNS: dict[Ended, XY] = {"won": (60.0, 411.0), "lost": (940.0, 411.0)}
"""The legend for the signs of the latest matches."""
LEGEND_SIGN_RADIUS = 16.0

LATEST = Slot((44, 444, 256, 496), fonts.TEXT, 38, "left")
LATEST_SIGNS: tuple[XY, ...] = tuple((930.0 - 69 * back, 470.0) for back in range(10))
"""The signs of the latest matches, the most recent first, on the right."""
SIGN_RADIUS = 25.0

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

RATING_LABEL = mark("Rating")
PROVISIONAL = mark("provisional")
UNRATED_LABEL = mark("Not rated yet")
UNLISTED = mark("hidden")
LATEST_LABEL = mark("Last ten")
CAPTION_LABELS = (mark("Best total"), mark("Matches"), mark("Favourite"))
NAMELESS = mark("Player")
_SIGNS = tuple(glyphs.SIGNS[name] for name in ("sack", "arch", "laurel"))
_NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Card:
    """``place`` is the rank among all ``places`` players, None for an unlisted player; ``medal`` is
    that of the place, if any. A ``provisional`` rating has a question mark instead of a range.

    ``medals`` are the numbers of those won in competitions: gold, silver, bronze.

    ``latest`` starts with the most recent match; ``best`` is None without a match played out.
    """

    game: str
    name: str
    points: int | None = None
    range: int = 0
    place: int | None = None
    places: int = 0
    medal: int | None = None
    provisional: bool = False
    won: int = 0
    shared: int = 0
    lost: int = 0
    latest: tuple[Ended, ...] = ()
    best: int | None = None
    favourite: str = ""
    medals: tuple[int, int, int] = (0, 0, 0)


def draw_profile(card: Card, *, theme: str = "night") -> bytes:
    """The card as PNG, 1000 × 760."""
    colours = THEMES[theme]
    return encode(_draw_card(card, colours), colours.palette_bytes)


def _draw_card(card: Card, theme: Theme) -> Image.Image:
    drawn = _ground_picture(theme, card.game).copy()
    name = Name(card.name, tr(NAMELESS), NAME_LEAST)
    slot = _put_medals(drawn, theme, card)
    name_piece(theme, name, slot, theme.golden).put(drawn)
    if card.points is None:
        write(drawn, theme, tr(UNRATED_LABEL), UNRATED, theme.quiet)
    else:
        unsure = "?" if card.provisional else ""
        sure = tr(PROVISIONAL) if card.provisional else f"± {card.range}"
        write(drawn, theme, f"{card.points}{unsure}", POINTS, theme.plain)
        write(drawn, theme, tr(RATING_LABEL), RATING, theme.quiet)
        write(drawn, theme, sure, RANGE, theme.quiet)
        _put_place(drawn, theme, card)
    _put_bar(drawn, theme, card)
    write(drawn, theme, tr("{count} won", count=card.won), WON, theme.plain)
    write(drawn, theme, tr("{count} lost", count=card.lost), LOST, theme.plain)
    if card.shared:
        write(drawn, theme, tr("{count} shared", count=card.shared), SHARED, theme.plain)
    write(drawn, theme, tr(LATEST_LABEL), LATEST, theme.quiet)
    for ended, at in zip(card.latest, LATEST_SIGNS, strict=False):  # at first a few
        put_middle(drawn, _outcome_picture(theme, ended), at)
    count = card.won + card.shared + card.lost
    values = (_NOTHING if card.best is None else str(card.best), str(count))
    for value, slot in zip(values, VALUES, strict=True):
        write(drawn, theme, value, slot, theme.plain)
    for caption, above in zip(CAPTION_LABELS, CAPTIONS, strict=True):
        write(drawn, theme, tr(caption), above, theme.quiet)
    lines = in_two_lines(card.favourite or _NOTHING, FAVOURITE[0])
    for line, slot in zip(lines, FAVOURITE, strict=False):  # one line or two
        write(drawn, theme, line, slot, theme.plain)
    return drawn


@lru_cache(maxsize=12)
def _ground_picture(theme: Theme, game: str) -> PackedPicture:
    canvas = over_roofs(theme, SIZE, 60)
    for box in PANELS:
        canvas.panel(box, 16, theme)
    for glyph, at, reach in zip(_SIGNS, GLYPHS, GLYPH_REACH, strict=True):
        glyph(glyphs.Pen(canvas, at, reach), theme.gilt, theme.panel)
    for ended, at in LEGEND_SIGNS.items():
        _draw_ended(canvas, theme, ended, at, LEGEND_SIGN_RADIUS)
    write(canvas, theme, game.upper().replace("'", "’"), TITLE, theme.titled)
    return PackedPicture(canvas.finish(theme))


def _put_medals(drawn: Image.Image, theme: Theme, card: Card) -> Slot:
    """Put the medals won in competitions; returns the slot that they leave to the name."""
    left, top, right, bottom = NAME.box
    for place, count in reversed([*enumerate(card.medals, 1)]):
        if count:
            right -= WON_MEDAL_ROOM
            centre = right + 38, (top + bottom) // 2
            put_middle(drawn, _won_medal_picture(theme, place), centre)
            box = (centre[0] + 26, top + 6, right + WON_MEDAL_ROOM, bottom - 4)
            many = Slot(box, NUMBERS, WON_MEDAL_SIZE, "left")
            write(drawn, theme, f"×{min(count, 99)}", many, theme.plain)
    return NAME._replace(box=(left, top, right, bottom))


@lru_cache(maxsize=12)
def _won_medal_picture(theme: Theme, place: int) -> Image.Image:
    radius = WON_MEDAL_RADIUS
    metal = theme.metal(place)
    canvas = Canvas.around(round(radius) + 1, theme.panel)
    canvas.discs((0, 0), (radius, theme.ink), (radius - 3, metal))
    left, top, right, bottom = canvas.box
    slot = Slot((left + 8, top + 4, right - 8, bottom - 2), NUMBERS, 32)
    canvas.put(typeset(theme, str(place), slot, Tint(theme.ink, metal)))
    return canvas.finish(theme)


def _put_place(drawn: Image.Image, theme: Theme, card: Card) -> None:
    if card.place is None:
        write(drawn, theme, tr(UNLISTED), OF, theme.quiet)
        return
    put_middle(drawn, _medal_picture(theme, card.medal), MEDAL)
    ground = theme.metal(card.medal)
    ink = theme.ink if card.medal else theme.paper
    write(drawn, theme, str(card.place), PLACE, Tint(ink, ground))
    write(drawn, theme, place_words(card.places), OF, theme.quiet)


def place_words(count: int) -> str:
    return trn("of {count} player", "of {count} players", count)


@lru_cache(maxsize=16)
def _medal_picture(theme: Theme, medal: int | None) -> Image.Image:
    reach = round(MEDAL_RADIUS) + 34
    down = round(MEDAL_RADIUS) + 8
    canvas = Canvas((-reach, -down, reach, down), theme.panel)
    metal = theme.metal(medal)
    if medal:  # a wreath of leaves with rims, because metals are pale on parchment
        _draw_leaves(canvas, theme.ink, MEDAL_RADIUS + 13, 21)
        _draw_leaves(canvas, metal, MEDAL_RADIUS + 13, 16.5)
    canvas.discs((0, 0), (MEDAL_RADIUS, theme.ink), (MEDAL_RADIUS - 3, metal))
    canvas.discs((0, 0), (MEDAL_RADIUS - 9, theme.ink), (MEDAL_RADIUS - 13, metal))
    return canvas.finish(theme)


def _draw_leaves(canvas: Canvas, metal: Colour, radius: float, half: float) -> None:
    for step in range(7):
        for side in (-1, 1):
            angle = math.radians(90 - side * (24 + step * 20))
            x, y = radius * math.cos(angle), radius * math.sin(angle)
            along = angle - side * math.radians(62)
            dx, dy = half * math.cos(along), half * math.sin(along)
            tip, foot = (x + dx, y + dy), (x - dx, y - dy)
            wide, high = dy * 0.42, -dx * 0.42
            canvas.polygon((foot, (x + wide, y + high), tip, (x - wide, y - high)), metal)


def _put_bar(drawn: Image.Image, theme: Theme, card: Card) -> None:
    """Wins on the left, losses on the right, each as wide as its share of all matches."""
    left, top, right, bottom = BAR
    canvas = Canvas((0, 0, right - left, bottom - top), theme.panel)
    across, down = right - left, bottom - top
    count = card.won + card.shared + card.lost
    canvas.rounded((0, 0, across, down), down / 2, theme.ink)
    at = 0.0
    parts = ((card.won, theme.won), (card.shared, theme.muted), (card.lost, theme.lost))
    for number, colour in parts:
        if number:
            wide = across * number / count
            _draw_bar_part(canvas, (at, at + wide), colour)
            at += wide
    drawn.paste(canvas.finish(theme), (left, top))


def _draw_bar_part(canvas: Canvas, span: tuple[float, float], colour: Colour) -> None:
    """A part of the bar, round at the ends of the bar."""
    start, end = span
    _, _, across, down = canvas.box
    half = down / 2
    canvas.rectangle(max(start, half) + 1.5, 3, min(end, across - half) - 1.5, down - 3, colour)
    for edge, middle in ((0.0, half), (float(across), across - half)):
        if edge in span:
            canvas.disc((middle, half), half - 3, colour)


@lru_cache(maxsize=16)
def _outcome_picture(theme: Theme, ended: Ended) -> Image.Image:
    """The sign of a result: a star on a disc, a half disc or a ring, distinct in shape."""
    canvas = Canvas.around(round(SIGN_RADIUS) + 3, theme.panel)
    _draw_ended(canvas, theme, ended, (0, 0), SIGN_RADIUS)
    return canvas.finish(theme)


def _draw_ended(canvas: Canvas, theme: Theme, ended: Ended, centre: XY, size: float) -> None:
    match ended:
        case "won":
            canvas.disc(centre, size, theme.won)
            glyphs.draw_star(glyphs.Pen(canvas, centre, size), theme.ink, 0, 0.04, 0.68)
        case "shared":
            canvas.discs(centre, (size, theme.muted), (size - 4, theme.panel))
            canvas.slice(centre, size - 4, 90, 270, theme.muted)
        case "lost":
            canvas.discs(centre, (size, theme.lost), (size - 5, theme.panel))
