"""The picture of open matches, with the backgrounds of all pictures without a board.

Boards are small and numbered, two in a row, or one in full width.
"""

import io
import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from prowlerbot.core.i18n import listing
from renderer import fonts
from renderer.canvas import XY, Canvas, with_own_palette
from renderer.names import Name, shorten_names
from renderer.text import Slot, name_piece, write
from renderer.theme import THEMES, Theme, Tint

log = logging.getLogger(__name__)

_WIDE, _LOWEST, _MARGIN, _GAP, _INSET = 1000, 638, 12, 12, 8
_COLUMNS = 2
_ACROSS = (_WIDE - 2 * _MARGIN - (_COLUMNS - 1) * _GAP) // _COLUMNS
_ALONE = _WIDE - 2 * _MARGIN
"""The width of a cell of two in a row, and of a single cell."""
_NAME_SIZE, _STATE_SIZE, _NAME_LEAST = 36, 32, 29
"""Font sizes: of names, of the state, and the smallest one of a name."""
_AND = 70
"""The room for the word or the sign between two names, and for signs of what is cut."""
_LINE = 44
"""The height of each of the two lines below a board."""
_EDGE = 5
_BESIDES = 2 * _INSET + 2 * _LINE + _GAP
"""The height of a row without its boards."""


@dataclass(frozen=True, slots=True)
class Small:
    """A board in small: a number, the names of the company, the state of the match in words, and
    the function that draws it. ``waits`` says that the reader is to act.
    """

    number: int
    company: Sequence[str]
    state: str
    waits: bool
    draw: Callable[[], bytes]


def draw_gallery(boards: Sequence[Small], theme: str = "night") -> bytes:
    """The gallery as PNG, with the boards in the given order."""
    style = THEMES[theme]
    across = _ALONE if len(boards) == 1 else _ACROSS
    rows = range(0, len(boards), _COLUMNS)
    # No higher than wide, and no wider than 11:7.
    most, least = ((each - _MARGIN) // len(rows) - _BESIDES for each in (_WIDE, _LOWEST))
    pictures = [_small_board(each, across - 2 * _INSET, most) for each in boards]
    tops, top = list[int](), _MARGIN
    for row in rows:
        tops.append(top)
        top += max(least, *(each.height for each in pictures[row : row + _COLUMNS])) + _BESIDES
    boxes = [
        (left, upper, left + across, lower - _GAP)
        for upper, lower in pairwise((*tops, top))
        for left in range(_MARGIN, _WIDE - across, _ACROSS + _GAP)
    ][: len(boards)]
    words = Image.new("P", (_WIDE, top - _GAP + _MARGIN), style.index(style.night))
    for each, box in zip(boards, boxes, strict=True):
        size = box[2] - box[0], box[3] - box[1]
        words.paste(_panel_picture(style, size, waits=each.waits), box[:2])
        _write_texts(words, style, each, box)
    picture = style.in_rgb(words)
    for small, (left, upper, _, lower) in zip(pictures, boxes, strict=True):
        room = lower - upper - 2 * _INSET - 2 * _LINE
        at = left + (across - small.width) // 2, upper + _INSET + (room - small.height) // 2
        picture.paste(small, at)
    return with_own_palette(picture, Image.Quantize.FASTOCTREE)


def _small_board(small: Small, across: int, high: int) -> Image.Image:
    """The board in its size; an empty place if it cannot be drawn."""
    try:
        picture = Image.open(io.BytesIO(small.draw())).convert("RGB")
        scale = min(across / picture.width, high / picture.height)
        size = round(picture.width * scale), round(picture.height * scale)
        return picture.resize(size, Image.Resampling.BOX)
    except Exception:  # the other boards of the picture are shown
        log.exception("a game has failed to draw a board beside others")
        return Image.new("RGB", (across, across // 2))


def slots_of_texts(left: int, foot: int, right: int) -> tuple[Slot, Slot, Slot]:
    """The slots of the number, the company and the state in a cell; ``foot`` is its lower edge."""
    first, second = foot - 2 * _LINE - _EDGE, foot - _LINE - _EDGE
    begin, end = left + 2 * _INSET, right - 2 * _INSET
    number = Slot((begin, first, begin + 40, first + _LINE), fonts.STRONG, _NAME_SIZE, "left")
    company = Slot((begin + 44, first, end, first + _LINE), fonts.TEXT, _NAME_SIZE, "left")
    state = Slot((begin + 44, second, end, second + _LINE), fonts.TEXT, _STATE_SIZE, "left")
    return number, company, state


def _write_texts(picture: Image.Image, theme: Theme, each: Small, box: tuple[int, ...]) -> None:
    number, company, state = slots_of_texts(box[0], box[3], box[2])
    ink = theme.gilt if each.waits else theme.words
    write(picture, theme, str(each.number), number, Tint(ink, theme.panel))
    room = company.box[2] - company.box[0] - _AND * (len(each.company) - 1)
    named = [Name(name, "…", _NAME_LEAST) for name in each.company]
    line = Name(listing(shorten_names(named, room, _NAME_LEAST)), "…", _NAME_LEAST)
    name_piece(theme, line, company, Tint(theme.words, theme.panel)).put(picture)
    tone = theme.gilt if each.waits else theme.muted
    write(picture, theme, each.state, state, Tint(tone, theme.panel))


@lru_cache(maxsize=32)
def _panel_picture(theme: Theme, size: tuple[int, int], *, waits: bool) -> Image.Image:
    box = 0, 0, *size
    canvas = Canvas(box, theme.night)
    if waits:
        canvas.rounded(box, 14, theme.gilt)
        canvas.rounded(box, 14 - _EDGE, theme.panel, inset=_EDGE)
    else:
        canvas.panel(box, 14, theme)
    return canvas.finish(theme)


Size = tuple[int, int]


def over_roofs(theme: Theme, size: Size, count: int) -> Canvas:
    """An empty sheet or card: the sky with ``count`` stars or tufts, and roofs at its foot."""
    canvas = Canvas((0, 0, *size), theme.night)
    rng = random.Random(3)
    for _ in range(count):
        at = rng.uniform(0, size[0]), rng.uniform(0, size[1])
        radius = rng.choice((1.2, 1.6, 2.2))
        if theme.sunny:
            _draw_tuft(canvas, theme, at, 4 * radius)
        else:
            canvas.disc(at, radius, theme.star)
    _draw_skyline(canvas, theme, size)
    return canvas


def draw_country(canvas: Canvas, theme: Theme, size: Size, seed: int) -> None:
    """Trees and tufts seen from above, around a map."""
    rng = random.Random(seed)
    for _ in range(170):
        x, y = rng.uniform(0, size[0]), rng.uniform(0, size[1])
        if rng.random() < 0.4:
            _draw_tuft(canvas, theme, (x, y), 9)
            continue
        for dx, dy, radius in ((-7, 2, 8), (7, 3, 7), (0, -5, 9)):
            canvas.disc((x + dx, y + dy), radius, theme.star)


def _draw_tuft(canvas: Canvas, theme: Theme, foot: XY, height: float) -> None:
    """Draw three blades of grass that part upwards."""
    x, y = foot
    for lean, reach in ((-0.6, 0.8), (0, 1), (0.6, 0.8)):
        tip = x + lean * height, y - reach * height
        canvas.polygon(((x - 1.5, y), tip, (x + 1.5, y)), theme.star)


def _draw_skyline(canvas: Canvas, theme: Theme, size: Size) -> None:
    """Roofs and lit windows along the lower edge; vertical edges compress to almost nothing."""
    rng = random.Random(11)
    across, bottom = size
    window = theme.panel_edge if theme.sunny else theme.lamp
    left = 0
    while left < across:
        width, height = rng.randrange(40, 76, 4), rng.randrange(26, 70, 4)
        canvas.rectangle(left, bottom - height, left + width, bottom, theme.panel)
        roof = ((left - 4, bottom - height), (left + width / 2, bottom - height - 22))
        canvas.polygon((*roof, (left + width + 4, bottom - height)), theme.roof)
        for x in range(left + 10, left + width - 10, 14):
            if rng.random() < 0.5:
                canvas.rectangle(x, bottom - height + 10, x + 6, bottom - height + 18, window)
        left += width + rng.randrange(6, 20, 2)
