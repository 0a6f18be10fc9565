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

_WIDTH, _MIN_HEIGHT = 1000, 638  # of a picture; a lower one would be wider than 11:7
_MARGIN, _GAP, _INSET = 12, 12, 8
"""Pixels around all cells, between two cells, and within a cell around its board."""
_COLUMNS = 2
_CELL_WIDTH = (_WIDTH - 2 * _MARGIN - (_COLUMNS - 1) * _GAP) // _COLUMNS
_SINGLE_CELL_WIDTH = _WIDTH - 2 * _MARGIN
_NAME_SIZE, _STATE_SIZE, _MIN_NAME_SIZE = 36, 32, 29
_NAME_GAP = 70  # the room for the word or the sign between two names, and for signs of what is cut
_LINE_HEIGHT = 44
_EDGE = 5  # the width of the edge around a board whose reader is to act
_AROUND_BOARD = 2 * _INSET + 2 * _LINE_HEIGHT + _GAP  # the height of a row without its boards


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """A board in small: a number, the names of the other players, the state of the match in words,
    and the function that draws it. ``waits`` says that the reader is to act.
    """

    number: int
    others: Sequence[str]
    state: str
    waits: bool
    draw: Callable[[], bytes]


def draw_gallery(boards: Sequence[SmallBoard], theme: str = "night") -> bytes:
    """The gallery as PNG, with the boards in the given order."""
    colours = THEMES[theme]
    width = _SINGLE_CELL_WIDTH if len(boards) == 1 else _CELL_WIDTH
    rows = range(0, len(boards), _COLUMNS)
    # No higher than wide, and no wider than 11:7.
    limits = _WIDTH, _MIN_HEIGHT
    max_height, min_height = ((height - _MARGIN) // len(rows) - _AROUND_BOARD for height in limits)
    pictures = [_board_picture(board, width - 2 * _INSET, max_height) for board in boards]
    tops, top = list[int](), _MARGIN
    for row in rows:
        tops.append(top)
        height = max(min_height, *(board.height for board in pictures[row : row + _COLUMNS]))
        top += height + _AROUND_BOARD
    cells = [
        (left, upper, left + width, lower - _GAP)
        for upper, lower in pairwise((*tops, top))
        for left in range(_MARGIN, _WIDTH - width, _CELL_WIDTH + _GAP)
    ][: len(boards)]
    words = Image.new("P", (_WIDTH, top - _GAP + _MARGIN), colours.index(colours.night))
    for board, cell in zip(boards, cells, strict=True):
        left, upper, right, lower = cell
        panel = _panel_picture(colours, (right - left, lower - upper), waits=board.waits)
        words.paste(panel, (left, upper))
        _write_texts(words, colours, board, cell)
    picture = colours.to_rgb(words)
    for board_picture, (left, upper, _, lower) in zip(pictures, cells, strict=True):
        room = lower - upper - 2 * _INSET - 2 * _LINE_HEIGHT
        x = left + (width - board_picture.width) // 2
        picture.paste(board_picture, (x, upper + _INSET + (room - board_picture.height) // 2))
    return with_own_palette(picture, Image.Quantize.FASTOCTREE)


def _board_picture(board: SmallBoard, width: int, height: int) -> Image.Image:
    """The board in its size; an empty place if it cannot be drawn."""
    try:
        picture = Image.open(io.BytesIO(board.draw())).convert("RGB")
        scale = min(width / picture.width, height / picture.height)
        size = round(picture.width * scale), round(picture.height * scale)
        return picture.resize(size, Image.Resampling.BOX)
    except Exception:  # the other boards of the picture are shown
        log.exception("a game has failed to draw a board beside others")
        return Image.new("RGB", (width, width // 2))


def slots_of_texts(left: int, bottom: int, right: int) -> tuple[Slot, Slot, Slot]:
    """The slots of the number, the names and the state in a cell down to ``bottom``."""
    first, second = bottom - 2 * _LINE_HEIGHT - _EDGE, bottom - _LINE_HEIGHT - _EDGE
    begin, end = left + 2 * _INSET, right - 2 * _INSET
    number = Slot((begin, first, begin + 40, second), fonts.STRONG, _NAME_SIZE, "left")
    names = Slot((begin + 44, first, end, second), fonts.TEXT, _NAME_SIZE, "left")
    state = Slot((begin + 44, second, end, bottom - _EDGE), fonts.TEXT, _STATE_SIZE, "left")
    return number, names, state


def _write_texts(picture: Image.Image, theme: Theme, board: SmallBoard, cell: Box) -> None:
    left, _, right, bottom = cell
    number, names_slot, state = slots_of_texts(left, bottom, right)
    write(picture, theme, str(board.number), number, theme.golden if board.waits else theme.plain)
    room = names_slot.room.width - _NAME_GAP * (len(board.others) - 1)
    names = [Name(name, "…", _MIN_NAME_SIZE) for name in board.others]
    line = Name(listing(shorten_names(names, room, _MIN_NAME_SIZE)), "…", _MIN_NAME_SIZE)
    name_piece(theme, line, names_slot, theme.plain).put(picture)
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

MAX_HUB_GAMES = 4  # the most games of a picture, so that it is no higher than wide
_SCENE_SIZE = (484, 233)
_MIN_HUB_HEIGHT = 637
_TITLE_SIZE, _SEATS_SIZE = 74, 52
"""The sizes of letters of a title and of the players below it; a narrow phone shows a third."""
_TITLE_LINE = 78


def draw_hub(games: Sequence[tuple[str, str, Callable[[], bytes]]], theme: str = "night") -> bytes:
    """Two to four games as PNG, each given as its title, its players in words and its cover."""
    return _draw_hub(tuple((title, seats, cover()) for title, seats, cover in games), THEMES[theme])


@lru_cache(maxsize=12)
def _draw_hub(games: tuple[tuple[str, str, bytes], ...], theme: Theme) -> bytes:
    width, height = _SCENE_SIZE
    # The picture is 11:7 at most.
    row_height = max(height, -(-(_MIN_HUB_HEIGHT - _MARGIN) // len(games)) - _MARGIN)
    tops = range(_MARGIN, (row_height + _MARGIN) * len(games), row_height + _MARGIN)
    canvas = Canvas((0, 0, _WIDTH, tops[-1] + row_height + _MARGIN), theme.night)
    for (title, seats, _), top in zip(games, tops, strict=True):
        canvas.panel((_MARGIN, top, _WIDTH - _MARGIN, top + row_height), 14, theme)
        for text, slot in title_texts(title, seats, top, row_height):
            ink = theme.title if slot.file == fonts.TITLE else theme.words
            write(canvas, theme, text, slot, Tint(ink, theme.panel))
    picture = theme.to_rgb(canvas.finish(theme))
    for (_, _, cover), top in zip(games, tops, strict=True):
        scene = scene_picture(cover, (width, height))
        picture.paste(scene, (_MARGIN, top + (row_height - height) // 2))
    return with_own_palette(picture)


def title_texts(title: str, seats: str, top: int, height: int) -> list[tuple[str, Slot]]:
    """The title in one or two lines and the seats below it, centred in the height."""
    left, right = _MARGIN + _SCENE_SIZE[0] + 6, _WIDTH - _MARGIN - 8
    lines = break_in_two(title, Slot((left, 0, right, _TITLE_LINE), fonts.TITLE, _TITLE_SIZE))
    seats_height = _SEATS_SIZE + 8
    line_top = top + (height - _TITLE_LINE * len(lines) - seats_height) // 2
    texts = []
    for line in lines:
        box = left, line_top, right, line_top + _TITLE_LINE
        texts.append((line, Slot(box, fonts.TITLE, _TITLE_SIZE)))
        line_top += _TITLE_LINE
    box = left, line_top, right, line_top + seats_height
    return [*texts, (seats, Slot(box, fonts.TEXT, _SEATS_SIZE))]
