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
from renderer.canvas import XY, Box, Canvas, PackedPicture, encode, paste_centred
from renderer.covers import skyline_canvas
from renderer.names import Name
from renderer.text import Slot, break_in_two, name_piece, typeset, write
from renderer.theme import THEMES, Colour, Theme, Tint

Result = Literal["won", "shared", "lost"]  # the result of a match for the player

_SIZE = (1000, 760)

TITLE_SLOT = Slot((60, 16, 940, 76), fonts.TITLE, 50)

_UPPER_PANEL: Box = (14, 86, 986, 302)
_MIDDLE_PANEL: Box = (14, 314, 986, 512)
_LOWER_PANELS: tuple[Box, ...] = tuple(
    (left, 524, right, 666) for left, right in ((14, 290), (302, 570), (582, 986))
)
"""The panels of the best total, the number of matches and the favourite."""
_PANELS: tuple[Box, ...] = (_UPPER_PANEL, _MIDDLE_PANEL, *_LOWER_PANELS)

NAME_SLOT = Slot((44, 98, 716, 176), fonts.SCRIPTS[0], 62, "left")
MIN_NAME_SIZE = 32
_WON_MEDAL_RADIUS, _WON_MEDAL_WIDTH = 22.0, 110
"""The radius of a medal, and its width with its number. Three fit to the right of the name."""
_MEDAL_COUNT_SIZE = 36
POINTS_SLOT = Slot((44, 182, 330, 288), fonts.STRONG, 108, "left")
RATING_SLOT = Slot((346, 186, 720, 226), fonts.TEXT, 38, "left")
RANGE_SLOT = Slot((346, 230, 720, 286), fonts.TEXT, 50, "left")
"""The confidence in the rating: its range, or the word for provisional."""
UNRATED_SLOT = Slot((44, 200, 716, 266), fonts.TEXT, 50, "left")

_MEDAL_CENTRE: XY = (850.0, 172.0)
_MEDAL_RADIUS = 68.0
PLACE_SLOT = Slot((806, 142, 894, 202), fonts.STRONG, 70)
PLACES_SLOT = Slot((730, 254, 970, 298), fonts.TEXT, 38)

_BAR_BOX: Box = (44, 332, 956, 382)
_LEGEND_ROW = 390, 432
WON_SLOT = Slot((84, _LEGEND_ROW[0], 350, _LEGEND_ROW[1]), fonts.TEXT, 40, "left")
SHARED_SLOT = Slot((360, _LEGEND_ROW[0], 640, _LEGEND_ROW[1]), fonts.TEXT, 40)
LOST_SLOT = Slot((650, _LEGEND_ROW[0], 916, _LEGEND_ROW[1]), fonts.TEXT, 40, "right")
_LEGEND_CENTRES: dict[Result, XY] = {"won": (60.0, 411.0), "lost": (940.0, 411.0)}
"""The legend for the signs of the latest matches."""
_LEGEND_RADIUS = 16.0

LATEST_SLOT = Slot((44, 444, 256, 496), fonts.TEXT, 38, "left")
_LATEST_CENTRES: tuple[XY, ...] = tuple((930.0 - 69 * back, 470.0) for back in range(10))
"""The signs of the latest matches, the most recent first, on the right."""
_LATEST_RADIUS = 25.0

_SIGN_CENTRES: tuple[XY, ...] = tuple((left + 50.0, 595.0) for left, *_ in _LOWER_PANELS)
_SIGN_REACHES: tuple[float, ...] = (38.0, 30.0, 38.0)
"""Half the size of each sign, chosen so that they look equally large."""
CAPTION_SLOTS: tuple[Slot, ...] = tuple(
    Slot((left + 98, top + 10, right - 10, top + 52), fonts.TEXT, 38, "left")
    for left, top, right, _ in _LOWER_PANELS
)
VALUE_SLOTS: tuple[Slot, ...] = tuple(
    Slot((left + 98, 578, right - 14, 656), fonts.STRONG, 64, "left")
    for left, _, right, _ in _LOWER_PANELS[:2]
)
FAVOURITE_SLOTS: tuple[Slot, ...] = tuple(
    Slot((680, top, 976, top + 40), fonts.TEXT, 36, "left") for top in (576, 618)
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
    game: str
    name: str
    points: int | None = None  # the rating; None before the first rated match
    range: int = 0
    place: int | None = None  # the rank among all ``places`` players; None for an unlisted player
    places: int = 0
    medal: int | None = None
    provisional: bool = False  # whether the rating has a question mark instead of a range
    won: int = 0
    shared: int = 0
    lost: int = 0
    latest: tuple[Result, ...] = ()  # the latest results, the most recent first
    best: int | None = None  # the best total; None without a match played out
    favourite: str = ""
    medals: tuple[int, int, int] = (0, 0, 0)
    """The numbers of those won in competitions: gold, silver, bronze."""

    @property
    def matches(self) -> int:
        return self.won + self.shared + self.lost


def draw_profile(card: Card, *, theme: str = "night") -> bytes:
    """The card as PNG, 1000 × 760."""
    colours = THEMES[theme]
    return encode(_draw_card(card, colours), colours.palette_bytes)


def _draw_card(card: Card, theme: Theme) -> Image.Image:
    picture = _ground_picture(theme, card.game).copy()
    name = Name(card.name, tr(NAMELESS), MIN_NAME_SIZE)
    slot = _put_medals(picture, theme, card)
    name_piece(theme, name, slot, theme.golden).put(picture)
    _write_rating(picture, theme, card)
    _put_bar(picture, theme, card)
    write(picture, theme, tr("{count} won", count=card.won), WON_SLOT, theme.plain)
    write(picture, theme, tr("{count} lost", count=card.lost), LOST_SLOT, theme.plain)
    if card.shared:
        write(picture, theme, tr("{count} shared", count=card.shared), SHARED_SLOT, theme.plain)
    write(picture, theme, tr(LATEST_LABEL), LATEST_SLOT, theme.quiet)
    for result, centre in zip(card.latest, _LATEST_CENTRES, strict=False):  # at first a few
        paste_centred(picture, _result_picture(theme, result), centre)
    values = (_NOTHING if card.best is None else str(card.best), str(card.matches))
    for value, slot in zip(values, VALUE_SLOTS, strict=True):
        write(picture, theme, value, slot, theme.plain)
    for caption, caption_slot in zip(CAPTION_LABELS, CAPTION_SLOTS, strict=True):
        write(picture, theme, tr(caption), caption_slot, theme.quiet)
    lines = break_in_two(card.favourite or _NOTHING, FAVOURITE_SLOTS[0])
    for line, slot in zip(lines, FAVOURITE_SLOTS, strict=False):  # one line or two
        write(picture, theme, line, slot, theme.plain)
    return picture


@lru_cache(maxsize=12)
def _ground_picture(theme: Theme, game: str) -> PackedPicture:
    canvas = skyline_canvas(theme, _SIZE, 60)
    for box in _PANELS:
        canvas.panel(box, 16, theme)
    for glyph, centre, reach in zip(_SIGNS, _SIGN_CENTRES, _SIGN_REACHES, strict=True):
        glyph(glyphs.Pen(canvas, centre, reach), theme.gilt, theme.panel)
    for result, centre in _LEGEND_CENTRES.items():
        _draw_result(canvas, theme, result, centre, _LEGEND_RADIUS)
    write(canvas, theme, game.upper().replace("'", "’"), TITLE_SLOT, theme.titled)
    return PackedPicture(canvas.finish(theme))


def _put_medals(picture: Image.Image, theme: Theme, card: Card) -> Slot:
    """Put the medals won in competitions; returns the slot that they leave to the name."""
    left, top, right, bottom = NAME_SLOT.box
    for place, count in reversed([*enumerate(card.medals, 1)]):
        if count:
            right -= _WON_MEDAL_WIDTH
            centre = right + 38, (top + bottom) // 2
            paste_centred(picture, _won_medal_picture(theme, place), centre)
            box = (centre[0] + 26, top + 6, right + _WON_MEDAL_WIDTH, bottom - 4)
            count_slot = Slot(box, fonts.STRONG, _MEDAL_COUNT_SIZE, "left")
            write(picture, theme, f"×{min(count, 99)}", count_slot, theme.plain)
    return NAME_SLOT._replace(box=(left, top, right, bottom))


@lru_cache(maxsize=12)
def _won_medal_picture(theme: Theme, place: int) -> Image.Image:
    radius = _WON_MEDAL_RADIUS
    metal = theme.metal_of(place)
    canvas = Canvas.around(round(radius) + 1, theme.panel)
    canvas.discs((0, 0), (radius, theme.ink), (radius - 3, metal))
    left, top, right, bottom = canvas.box
    slot = Slot((left + 8, top + 4, right - 8, bottom - 2), fonts.STRONG, 32)
    canvas.put(typeset(theme, str(place), slot, Tint(theme.ink, metal)))
    return canvas.finish(theme)


def _write_rating(picture: Image.Image, theme: Theme, card: Card) -> None:
    if card.points is None:
        write(picture, theme, tr(UNRATED_LABEL), UNRATED_SLOT, theme.quiet)
        return
    question = "?" if card.provisional else ""
    confidence = tr(PROVISIONAL) if card.provisional else f"± {card.range}"
    write(picture, theme, f"{card.points}{question}", POINTS_SLOT, theme.plain)
    write(picture, theme, tr(RATING_LABEL), RATING_SLOT, theme.quiet)
    write(picture, theme, confidence, RANGE_SLOT, theme.quiet)
    _put_place(picture, theme, card)


def _put_place(picture: Image.Image, theme: Theme, card: Card) -> None:
    if card.place is None:
        write(picture, theme, tr(UNLISTED), PLACES_SLOT, theme.quiet)
        return
    paste_centred(picture, _medal_picture(theme, card.medal), _MEDAL_CENTRE)
    ground = theme.metal_of(card.medal)
    ink = theme.ink if card.medal else theme.paper
    write(picture, theme, str(card.place), PLACE_SLOT, Tint(ink, ground))
    write(picture, theme, place_words(card.places), PLACES_SLOT, theme.quiet)


def place_words(count: int) -> str:
    return trn("of {count} player", "of {count} players", count)


@lru_cache(maxsize=16)
def _medal_picture(theme: Theme, medal: int | None) -> Image.Image:
    half_width = round(_MEDAL_RADIUS) + 34
    half_height = round(_MEDAL_RADIUS) + 8
    canvas = Canvas((-half_width, -half_height, half_width, half_height), theme.panel)
    metal = theme.metal_of(medal)
    if medal:  # a wreath of leaves with rims, because metals are pale on parchment
        _draw_leaves(canvas, theme.ink, _MEDAL_RADIUS + 13, 21)
        _draw_leaves(canvas, metal, _MEDAL_RADIUS + 13, 16.5)
    canvas.discs((0, 0), (_MEDAL_RADIUS, theme.ink), (_MEDAL_RADIUS - 3, metal))
    canvas.discs((0, 0), (_MEDAL_RADIUS - 9, theme.ink), (_MEDAL_RADIUS - 13, metal))
    return canvas.finish(theme)


def _draw_leaves(canvas: Canvas, metal: Colour, radius: float, half: float) -> None:
    for step in range(7):
        for side in (-1, 1):
            angle = math.radians(90 - side * (24 + step * 20))
            x, y = radius * math.cos(angle), radius * math.sin(angle)
            direction = angle - side * math.radians(62)
            dx, dy = half * math.cos(direction), half * math.sin(direction)
            tip, foot = (x + dx, y + dy), (x - dx, y - dy)
            side_x, side_y = dy * 0.42, -dx * 0.42
            sides = (x + side_x, y + side_y), (x - side_x, y - side_y)
            canvas.polygon((foot, sides[0], tip, sides[1]), metal)


def _put_bar(picture: Image.Image, theme: Theme, card: Card) -> None:
    """Wins on the left, losses on the right, each as wide as its share of all matches."""
    left, top, right, bottom = _BAR_BOX
    width, height = right - left, bottom - top
    canvas = Canvas((0, 0, width, height), theme.panel)
    canvas.rounded((0, 0, width, height), height / 2, theme.ink)
    left_end = 0.0
    parts = ((card.won, theme.won), (card.shared, theme.muted), (card.lost, theme.lost))
    for number, colour in parts:
        if number:
            part_width = width * number / card.matches
            _draw_bar_part(canvas, (left_end, left_end + part_width), colour)
            left_end += part_width
    picture.paste(canvas.finish(theme), (left, top))


def _draw_bar_part(canvas: Canvas, span: tuple[float, float], colour: Colour) -> None:
    """A part of the bar, round at the ends of the bar."""
    start, end = span
    _, _, width, height = canvas.box
    half = height / 2
    canvas.rectangle(max(start, half) + 1.5, 3, min(end, width - half) - 1.5, height - 3, colour)
    for edge, middle in ((0.0, half), (float(width), width - half)):
        if edge in span:
            canvas.disc((middle, half), half - 3, colour)


@lru_cache(maxsize=16)
def _result_picture(theme: Theme, result: Result) -> Image.Image:
    """The sign of a result: a star on a disc, a half disc or a ring, distinct in shape."""
    canvas = Canvas.around(round(_LATEST_RADIUS) + 3, theme.panel)
    _draw_result(canvas, theme, result, (0, 0), _LATEST_RADIUS)
    return canvas.finish(theme)


def _draw_result(canvas: Canvas, theme: Theme, result: Result, centre: XY, size: float) -> None:
    match result:
        case "won":
            canvas.disc(centre, size, theme.won)
            glyphs.draw_star(glyphs.Pen(canvas, centre, size), theme.ink, 0, 0.04, 0.68)
        case "shared":
            canvas.discs(centre, (size, theme.muted), (size - 4, theme.panel))
            canvas.slice(centre, size - 4, 90, 270, theme.muted)
        case "lost":
            canvas.discs(centre, (size, theme.lost), (size - 5, theme.panel))
