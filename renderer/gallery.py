"""Lists in pictures: a player's open matches, and the games of the hub.

The boards of matches are small and numbered, two in a row, or one in full width. Each game has the
scene of its cover, its title and its players in words.
"""

import io
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from prowlerbot.core.i18n import listing
from renderer import fonts
from renderer.canvas import Box, Canvas, with_own_palette
from renderer.covers import scene_picture
from renderer.names import Name, shorten_names
from renderer.text import Slot, break_in_two, name_piece, write
from renderer.theme import THEMES, Theme, Tint

log = logging.getLogger(__name__)

_WIDTH, _LEAST_HEIGHT = 1000, 638  # of a picture; a lower one would be wider than 11:7
_MARGIN, _GAP, _INSET = 12, 12, 8
"""The pixels around all cells, between two of them, and within a cell around its board."""
_COLUMNS = 2
_CELL_WIDTH = (_WIDTH - 2 * _MARGIN - (_COLUMNS - 1) * _GAP) // _COLUMNS
_SINGLE_CELL_WIDTH = _WIDTH - 2 * _MARGIN
_NAME_SIZE, _STATE_SIZE, _LEAST_NAME_SIZE = 36, 32, 29
_BETWEEN_NAMES = 70
"""The room for the word or the sign between two names, and for signs of what is cut."""
_LINE_HEIGHT = 44
_EDGE = 5  # the width of the edge around a board whose reader is to act
_AROUND_BOARD = 2 * _INSET + 2 * _LINE_HEIGHT + _GAP  # the height of a row without its boards


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """A board in small: a number, the names of the company, the state of the match in words, and
    the function that draws it. ``waits`` says that the reader is to act.
    """

    number: int
    company: Sequence[str]
    state: str
    waits: bool
    draw: Callable[[], bytes]


def draw_gallery(boards: Sequence[SmallBoard], theme: str = "night") -> bytes:
    """The gallery as PNG, with the boards in the given order."""
    colours = THEMES[theme]
    across = _SINGLE_CELL_WIDTH if len(boards) == 1 else _CELL_WIDTH
    rows = range(0, len(boards), _COLUMNS)
    # No higher than wide, and no wider than 11:7.
    limits = _WIDTH, _LEAST_HEIGHT
    most, least = ((high - _MARGIN) // len(rows) - _AROUND_BOARD for high in limits)
    pictures = [_board_picture(each, across - 2 * _INSET, most) for each in boards]
    tops, top = list[int](), _MARGIN
    for row in rows:
        tops.append(top)
        high = max(least, *(each.height for each in pictures[row : row + _COLUMNS]))
        top += high + _AROUND_BOARD
    cells = [
        (left, upper, left + across, lower - _GAP)
        for upper, lower in pairwise((*tops, top))
        for left in range(_MARGIN, _WIDTH - across, _CELL_WIDTH + _GAP)
    ][: len(boards)]
    words = Image.new("P", (_WIDTH, top - _GAP + _MARGIN), colours.index(colours.night))
    for board, cell in zip(boards, cells, strict=True):
        left, upper, right, lower = cell
        panel = _panel_picture(colours, (right - left, lower - upper), waits=board.waits)
        words.paste(panel, (left, upper))
        _write_texts(words, colours, board, cell)
    picture = colours.to_rgb(words)
    for drawn, (left, upper, _, lower) in zip(pictures, cells, strict=True):
        room = lower - upper - 2 * _INSET - 2 * _LINE_HEIGHT
        x, y = left + (across - drawn.width) // 2, upper + _INSET + (room - drawn.height) // 2
        picture.paste(drawn, (x, y))
    return with_own_palette(picture, Image.Quantize.FASTOCTREE)


def _board_picture(board: SmallBoard, across: int, high: int) -> Image.Image:
    """The board in its size; an empty place if it cannot be drawn."""
    try:
        picture = Image.open(io.BytesIO(board.draw())).convert("RGB")
        scale = min(across / picture.width, high / picture.height)
        size = round(picture.width * scale), round(picture.height * scale)
        return picture.resize(size, Image.Resampling.BOX)
    except Exception:  # the other boards of the picture are shown
        log.exception("a game has failed to draw a board beside others")
        return Image.new("RGB", (across, across // 2))


def slots_of_texts(left: int, foot: int, right: int) -> tuple[Slot, Slot, Slot]:
    """The slots of the number, the company and the state in a cell; ``foot`` is its lower edge."""
    first, second = foot - 2 * _LINE_HEIGHT - _EDGE, foot - _LINE_HEIGHT - _EDGE
    begin, end = left + 2 * _INSET, right - 2 * _INSET
    number = Slot((begin, first, begin + 40, second), fonts.STRONG, _NAME_SIZE, "left")
    company = Slot((begin + 44, first, end, second), fonts.TEXT, _NAME_SIZE, "left")
    state = Slot((begin + 44, second, end, foot - _EDGE), fonts.TEXT, _STATE_SIZE, "left")
    return number, company, state


def _write_texts(picture: Image.Image, theme: Theme, board: SmallBoard, cell: Box) -> None:
    left, _, right, foot = cell
    number, company, state = slots_of_texts(left, foot, right)
    write(picture, theme, str(board.number), number, theme.golden if board.waits else theme.plain)
    room = company.room.across - _BETWEEN_NAMES * (len(board.company) - 1)
    names = [Name(name, "…", _LEAST_NAME_SIZE) for name in board.company]
    line = Name(listing(shorten_names(names, room, _LEAST_NAME_SIZE)), "…", _LEAST_NAME_SIZE)
    name_piece(theme, line, company, theme.plain).put(picture)
    write(picture, theme, board.state, state, theme.golden if board.waits else theme.quiet)


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


# ------------------------------------------------------------------------- the games of the hub

MOST_HUB_GAMES = 4  # the most games of a picture, so that it is no higher than wide
_SCENE_SIZE = (484, 233)
_LEAST_HUB_HEIGHT = 637
_TITLE_SIZE, _SEATS_SIZE = 74, 52
"""The sizes of letters of a title and of the players below it; a narrow phone shows a third."""
_TITLE_LINE = 78


def draw_hub(games: Sequence[tuple[str, str, Callable[[], bytes]]], theme: str = "night") -> bytes:
    """Two to four games as PNG, each given as its title, its players in words and its cover."""
    return _draw_hub(tuple((title, seats, cover()) for title, seats, cover in games), THEMES[theme])


@lru_cache(maxsize=12)
def _draw_hub(games: tuple[tuple[str, str, bytes], ...], theme: Theme) -> bytes:
    across, down = _SCENE_SIZE
    # The picture is 11:7 at most.
    high = max(down, -(-(_LEAST_HUB_HEIGHT - _MARGIN) // len(games)) - _MARGIN)
    tops = range(_MARGIN, (high + _MARGIN) * len(games), high + _MARGIN)
    canvas = Canvas((0, 0, _WIDTH, tops[-1] + high + _MARGIN), theme.night)
    for (title, seats, _), top in zip(games, tops, strict=True):
        canvas.panel((_MARGIN, top, _WIDTH - _MARGIN, top + high), 14, theme)
        for text, slot in title_texts(title, seats, top, high):
            ink = theme.title if slot.file == fonts.TITLE else theme.words
            write(canvas, theme, text, slot, Tint(ink, theme.panel))
    picture = theme.to_rgb(canvas.finish(theme))
    for (_, _, cover), top in zip(games, tops, strict=True):
        picture.paste(scene_picture(cover, (across, down)), (_MARGIN, top + (high - down) // 2))
    return with_own_palette(picture)


def title_texts(title: str, seats: str, top: int, high: int) -> list[tuple[str, Slot]]:
    """The title in one or two lines and the seats below it, centred in the height."""
    left, right = _MARGIN + _SCENE_SIZE[0] + 6, _WIDTH - _MARGIN - 8
    lines = break_in_two(title, Slot((left, 0, right, _TITLE_LINE), fonts.TITLE, _TITLE_SIZE))
    seats_height = _SEATS_SIZE + 8
    low = top + (high - _TITLE_LINE * len(lines) - seats_height) // 2
    texts = []
    for line in lines:
        texts.append((line, Slot((left, low, right, low + _TITLE_LINE), fonts.TITLE, _TITLE_SIZE)))
        low += _TITLE_LINE
    return [*texts, (seats, Slot((left, low, right, low + seats_height), fonts.TEXT, _SEATS_SIZE))]
