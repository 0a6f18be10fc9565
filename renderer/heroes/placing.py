"""The panel below a colony while its player places a piece: its uses, and its orientations."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.pieces import PIECES, Feature
from prowlerbot.games.heroes.words import use_lines
from renderer import fonts
from renderer.canvas import Box, Canvas, Piece, put_all
from renderer.glyphs import Pen
from renderer.heroes import colony
from renderer.heroes.colours import Colours, draw_feature
from renderer.heroes.layout import GAP, Frame, window
from renderer.heroes.shelf import CONTENTS_WIDTH, thumbnail
from renderer.text import Slot, in_two_lines, typeset

PANEL_HEIGHT = 184
"""The height of the panel of a piece with its uses."""
_THUMBNAIL = 160
"""The size of the piece in it."""
_USE_LINE, _USE_SIZE = 38, 36
"""The height of a line about uses, and the size of its letters and its sign."""


def placing_pieces(theme: Colours, id_: str, box: Box) -> Iterator[Piece]:
    left, top, right, bottom = box
    drawn = thumbnail(theme, id_, _THUMBNAIL)
    yield Piece(drawn, left, (top + bottom - drawn.height) // 2)
    x = left + _THUMBNAIL + 30
    slot = Slot((0, 8, right - x, 60), fonts.STRONG, 44, "left")
    name, plain = tr(PIECES[id_].name), theme.plain
    yield typeset(theme, name[:1].upper() + name[1:], slot, plain).shifted(x, top)
    yield from use_pieces(theme, id_, (x, top + 66, right, bottom))


def use_slot(feature: Feature, across: int) -> Slot:
    room = across - (_USE_SIZE + 10 if feature else 0)  # the text is after the sign
    return Slot((0, 0, room, _USE_SIZE), fonts.TEXT, _USE_SIZE, "left")


def use_pieces(theme: Colours, id_: str, box: Box) -> Iterator[Piece]:
    """A line for each kind of feature on a piece, from the top of a box, with its sign."""
    left, top, right, _ = box
    for feature, text in use_lines(id_):
        slot = use_slot(feature, right - left)
        if feature:
            yield feature_sign_piece(theme, feature).shifted(left, top)
        for line in in_two_lines(text, slot):
            yield typeset(theme, line, slot, theme.plain).shifted(right - slot.box[2], top)
            top += _USE_LINE


@lru_cache(maxsize=32)
def feature_sign_piece(theme: Colours, feature: Feature) -> Piece:
    """A feature with its token, on a floor."""
    canvas, half = Canvas((0, 0, _USE_SIZE, _USE_SIZE), theme.panel), _USE_SIZE / 2
    canvas.discs((half, half), (half, theme.rim), (half - 2, theme.cavern))
    draw_feature(Pen(canvas, (half, half), half * 0.62), theme, feature)
    return canvas.piece(theme)


# ------------------------------------------------------------------------- orientations

_NUMBER, _BETWEEN_ROWS = 54, 10
"""Pixels for a number, which is between two orientations; and between two rows of them."""
_LARGEST = 104
"""The largest square of an orientation."""
_MOST_TURNED_HEIGHT = 470
"""The greatest height of the panel of the orientations."""


def turned_height(options: Sequence[Placed]) -> int:
    """The height of the panel of these orientations."""
    size, a_row = _largest_grid(options, (CONTENTS_WIDTH, _MOST_TURNED_HEIGHT))
    _, high = _largest_window(options)
    return -(-len(options) // a_row) * (size * high + _BETWEEN_ROWS) + 2 * GAP


def _largest_window(options: Sequence[Placed]) -> tuple[int, int]:
    """The most squares across and down of an orientation with its surroundings."""
    windows = [window(each.area) for each in options]
    return max(len(columns) for columns, _ in windows), max(len(rows) for _, rows in windows)


def orientation_pieces(
    theme: Colours, before: Colony, options: Sequence[Placed], box: Box
) -> Iterator[Piece]:
    """The possible orientations of a piece in a place, each with its surroundings."""
    left, top, right, bottom = box
    windows = [window(each.area) for each in options]
    wide, _ = _largest_window(options)
    size, a_row = _largest_grid(options, (right - left, bottom - top))
    number_of_rows = -(-len(options) // a_row)
    across, down = wide * size + _NUMBER, (bottom - top) // number_of_rows
    start = left + (right - left - a_row * across) // 2
    for at, (each, (columns, rows)) in enumerate(zip(options, windows, strict=True)):
        frame = Frame(columns, rows, size, 0, 0)
        drawn = Image.new("P", (frame.right, frame.bottom), theme.index(theme.soil))
        after = before.with_piece(each)
        lit = [square for square, _ in each.cells]
        surroundings = colony.pieces_within(theme, frame, after, each.area)
        put_all(drawn, (*surroundings, *colony.highlight_pieces(theme, frame, lit, {})))
        row, column = divmod(at, a_row)
        x = start + column * across + _NUMBER - 4
        y = top + row * down + (down - frame.bottom) // 2
        yield Piece(drawn, x, y)
        yield colony.badge_piece(theme, str(at + 1), 46).shifted(x - _NUMBER + 4, y)


def _largest_grid(options: Sequence[Placed], room: tuple[int, int]) -> tuple[int, int]:
    """The largest size of the squares, and the number of orientations in a row at that size."""
    count, (wide, high), (across, down) = len(options), _largest_window(options), room
    grids = []
    for a_row in range(1, count + 1):
        rows = -(-count // a_row)
        sizes = (across // a_row - _NUMBER) // wide, (down // rows - _BETWEEN_ROWS) // high
        grids.append((min(*sizes, _LARGEST) // 2 * 2, a_row))
    largest, _ = max(grids)
    # Few rows, for a quick overview, unless they make the squares much smaller than the largest.
    return next(each for each in reversed(grids) if each[0] >= largest * 3 // 4)
