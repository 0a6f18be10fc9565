"""The panels of a player's own board to build with: a shelf of pieces, and a piece to place.

The shelf has the queue, the hand, the reserve and the stash, or the face-up tiles. A piece to place
is shown with its uses, and then in its possible orientations. A board asks for the height of a
panel, then for its pieces in a box of that height: both must come from the same grid or rows.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.pieces import PATCH, PIECES, Feature
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import FACE_DOWN, GONE, Seat
from prowlerbot.games.heroes.words import use_lines
from renderer import fonts
from renderer.canvas import Box, Canvas, Piece, put_all
from renderer.glyphs import Pen
from renderer.heroes import colony, colours, invaders
from renderer.heroes.colours import Colours, draw_feature
from renderer.heroes.layout import GAP, Frame, grid_around
from renderer.heroes.squares import SquareLook, is_masonry, square_picture
from renderer.text import Slot, break_in_two, typeset

TILE_SIZE, _SQUARE_SIZE = 112, 56
"""The width of a tile, and of a square of a larger piece."""
_HEADING_HEIGHT, _NAME_HEIGHT = 50, 32
ROW_HEIGHT = _HEADING_HEIGHT + TILE_SIZE + 10  # the height of a row of pieces without names
_BETWEEN_PIECES, _BETWEEN_GROUPS = 24, 36
_NAMED_WIDTH = 168  # the least width of a piece with a name
_MIN_SHARE = 0.85  # the least part of its width that a piece has in a row of several groups
CONTENTS_WIDTH = 940  # the width of a panel without its margins
_STASH_WIDTH, _STASH_ALONE_HEIGHT = 128, 66
"""The width of the stash, at the right of the first row; and its height without any row."""
_STASH_TOKEN_SIZE, _STASH_NUMBER_SIZE = 42, (62, 44)
_STASH_NUMBER_LEFT, _STASH_ACROSS, _STASH_DOWN = 52, 130, 52
"""The distances from a token of the stash to its number and to the next token, either way."""
_PILE_HEIGHTS = (136, 232, 290)
"""The heights of the panel of the face-up tiles with one line, two lines or more."""
_MAX_PILE_TILE, _LEGIBLE_PILE_TILE, _MIN_PILE_TILE = 88, 58, 38
"""The sizes of tiles beside the pile: from the second one on numbers are easily read."""
_PILE_TILE_GAP, _PILE_NUMBER_HEIGHT = 8, 32
QUEUE, RESERVE, HAND = mark("Queue"), mark("Reserve"), mark("In hand")


class Item(NamedTuple):
    """A piece on a shelf, face down if it has no id."""

    id: str
    label: str = ""
    name: str = ""

    @property
    def width(self) -> int:
        return max(TILE_SIZE, _NAMED_WIDTH if self.name else 0, _piece_size(self.id, TILE_SIZE)[1])


class Group(NamedTuple):
    """The pieces below a heading, which is a message."""

    heading: str
    items: Sequence[Item]


Row = Sequence[Group]


def rows_to_build_with(state: Position, own: Seat) -> list[Row]:
    """The pieces that a seat can build with, in rows of groups."""
    if state.phase != "build":
        return []
    queue = [
        Item("" if tile == FACE_DOWN else str(tile), str(place))
        for place, tile in enumerate(own.queue, 1)
        if tile != GONE
    ]
    hand = [Item(str(own.hand))] if own.hand else []
    reserve = [
        Item(id_, f"{count}×" if count > 1 else "", PIECES[id_].name if id_ != PATCH else "")
        for id_, count in Counter(own.reserve).items()
    ]
    groups = [Group(QUEUE, queue), Group(HAND, hand), Group(RESERVE, reserve)]
    groups = [group for group in groups if group.items]
    if len(groups) < 2 or _width_share(groups, CONTENTS_WIDTH - _STASH_WIDTH) >= _MIN_SHARE:
        return [groups] if groups else []
    return [groups[:1], groups[1:]]


def _width_share(row: Row, width: int) -> float:
    """The part of their width that the pieces of a row can have."""
    wanted = sum(item.width + _BETWEEN_PIECES for group in row for item in group.items)
    return min(1.0, (width + _BETWEEN_PIECES - _BETWEEN_GROUPS * (len(row) - 1)) / wanted)


def panel_height(shown: Sequence[Row]) -> int:
    """The height of the panel of these rows, or of the stash if there are none."""
    return sum(map(_row_height, shown)) or _STASH_ALONE_HEIGHT


def _row_height(row: Row) -> int:
    names = [tr(item.name) for group in row for item in group.items if item.name]
    lines = (len(break_in_two(name, _name_slot(_NAMED_WIDTH))) for name in names)
    return ROW_HEIGHT + _NAME_HEIGHT * max(lines, default=0)


def _name_slot(width: int) -> Slot:
    """The slot of a name below a piece, relative to the middle of the piece."""
    reach = (width + _BETWEEN_PIECES - 6) // 2
    return Slot((-reach, 0, reach, _NAME_HEIGHT), fonts.TEXT, 30)


def places_of_groups(
    shown: Sequence[Row], box: Box
) -> Iterator[tuple[Group, tuple[int, int], float]]:
    """Each group with its corner, and the share of their width that its pieces have."""
    left, top, right, _ = box
    right -= _STASH_WIDTH
    for row in shown:
        share, x = _width_share(row, right - left), left
        for group in row:
            yield group, (x, top), share
            x += sum(int(item.width * share) + _BETWEEN_PIECES for item in group.items)
            x += _BETWEEN_GROUPS
        top, right = top + _row_height(row), box[2]


def shelf_pieces(theme: Colours, shown: Sequence[Row], own: Seat, box: Box) -> Iterator[Piece]:
    """Rows of pieces, with the stash at the right of the first one."""
    _, top, right, low = box
    stash = (right - _STASH_WIDTH + 16, top, right, low) if shown else box
    yield from _stash_pieces(theme, own, stash)
    for group, corner, share in places_of_groups(shown, box):
        yield from _group_pieces(theme, group, corner, share)


def _group_pieces(
    theme: Colours, group: Group, corner: tuple[int, int], share: float
) -> Iterator[Piece]:
    """The heading of a group, and its pieces with this share of their width."""
    x, top = corner
    slot = Slot((0, 2, 240, 40), fonts.TEXT, 30, "left")
    yield typeset(theme, tr(group.heading), slot, theme.quiet).shifted(x, top)
    top += _HEADING_HEIGHT
    for item in group.items:
        width = int(item.width * share)
        is_single = _piece_size(item.id, TILE_SIZE)[0] == TILE_SIZE
        size = min(TILE_SIZE, width // 2 * 2) if is_single else TILE_SIZE
        drawn = thumbnail_picture(theme, item.id, size)
        middle = x + width // 2
        left, upper = middle - drawn.width // 2, top + (TILE_SIZE - drawn.height) // 2
        yield Piece(drawn, left, upper)
        if item.label:  # on the corner, where no passage ends
            yield colony.badge_piece(theme, item.label, 44).shifted(left - 14, upper - 14)
        if item.name:
            slot, y = _name_slot(width), top + 4 + TILE_SIZE
            for line in break_in_two(tr(item.name), slot):
                yield typeset(theme, line, slot, theme.plain).shifted(middle, y)
                y += _NAME_HEIGHT
        x += width + _BETWEEN_PIECES


def _stash_pieces(theme: Colours, own: Seat, box: Box) -> Iterator[Piece]:
    """The gold and the gems of the stash, one below the other, or side by side in a low box."""
    x, top, _, bottom = box
    is_high = bottom - top >= ROW_HEIGHT
    y = top + _HEADING_HEIGHT + 2 if is_high else (top + bottom) // 2 - _STASH_NUMBER_SIZE[1] // 2
    slot = Slot((0, 0, *_STASH_NUMBER_SIZE), fonts.STRONG, _STASH_TOKEN_SIZE, "left")
    for kind, count in (("gold", own.gold), ("gem", own.gems)):
        yield typeset(theme, str(count), slot, theme.plain).shifted(x + _STASH_NUMBER_LEFT, y)
        yield invaders.plain_token_piece(theme, kind, _STASH_TOKEN_SIZE).shifted(x, y + 1)
        x, y = (x, y + _STASH_DOWN) if is_high else (x + _STASH_ACROSS, y)


def pile_height(tiles: Sequence[int]) -> int:
    """The height of the panel of the face-up tiles: the least at which they are legible."""
    *low, highest = _PILE_HEIGHTS
    sizes = ((height, _tile_grid(len(tiles), CONTENTS_WIDTH, height - 10)[0]) for height in low)
    return next((height for height, size in sizes if size >= _LEGIBLE_PILE_TILE), highest)


def face_up_pieces(theme: Colours, tiles: Sequence[int], box: Box) -> Iterator[Piece]:
    """The face-up tiles beside the pile, each above its number, in a panel."""
    left, top, right, bottom = box
    left, top, right = left + 20, top + 8, right - 20
    size, per_row = _tile_grid(len(tiles), right - left, bottom - top)
    for index, tile in enumerate(tiles):
        row, column = divmod(index, per_row)
        x = left + column * (size + _PILE_TILE_GAP)
        y = top + row * (size + _PILE_NUMBER_HEIGHT)
        yield Piece(thumbnail_picture(theme, str(tile), size), x, y)
        number = Slot((-4, 0, size + 4, 30), fonts.STRONG, 29)
        yield typeset(theme, str(tile), number, theme.plain).shifted(x, y + size)


def _tile_grid(count: int, width: int, height: int) -> tuple[int, int]:
    """The largest size at which ``count`` tiles fit, else the least, and the tiles in a row."""
    per_row = 1
    for size in range(_MAX_PILE_TILE, _MIN_PILE_TILE - 1, -2):
        per_row = (width + _PILE_TILE_GAP) // (size + _PILE_TILE_GAP)
        if per_row * (height // (size + _PILE_NUMBER_HEIGHT)) >= count:
            return size, per_row
    return _MIN_PILE_TILE, per_row


def _piece_size(id_: str, size: int) -> tuple[int, int, int]:
    """The side of a square of a piece, and the width and the height of the piece."""
    squares = [(x, y) for x, y, *_ in PIECES[id_].squares] if id_ else [(0, 0)]
    cell = size if len(squares) == 1 else size * _SQUARE_SIZE // TILE_SIZE // 2 * 2
    width, height = (1 + max(each) for each in zip(*squares, strict=True))
    return cell, width * cell, height * cell


@lru_cache(maxsize=512)
def thumbnail_picture(theme: Colours, id_: str, size: int) -> Image.Image:
    """A single piece without rotation; a face-down tile without an id."""
    if not id_:  # a shut door in the earth
        canvas = Canvas((0, 0, size, size), theme.panel)
        canvas.rounded(canvas.box, 8, theme.rim)
        canvas.rounded(canvas.box, 6, theme.earth, inset=5)
        pen = Pen(canvas, (size / 2, size / 2), size / 2)
        colours.SIGNS["shut_door"](pen.inner_pen((0, 0), 0.62), theme.rim, theme.earth_light)
        return canvas.finish(theme)
    kind, (cell, width, height) = PIECES[id_], _piece_size(id_, size)
    drawn = Image.new("P", (width, height), theme.index(theme.panel))
    look = SquareLook(masonry=is_masonry(kind))
    for x, y, edges, feature in kind.squares:
        drawn.paste(square_picture(theme, cell, edges, feature, look), (x * cell, y * cell))
    return drawn


# ---------------------------------------------------------------- a piece that is placed

PLACING_HEIGHT = 184  # the height of the panel of a piece with its uses
_PLACED_SIZE = 160
_USE_LINE, _USE_SIZE = 38, 36
"""The height of a line about uses, and the size of its letters and its sign."""


def placing_pieces(theme: Colours, id_: str, box: Box) -> Iterator[Piece]:
    """A piece in large, its name, and its uses."""
    left, top, right, bottom = box
    drawn = thumbnail_picture(theme, id_, _PLACED_SIZE)
    yield Piece(drawn, left, (top + bottom - drawn.height) // 2)
    x = left + _PLACED_SIZE + 30
    slot = Slot((0, 8, right - x, 60), fonts.STRONG, 44, "left")
    name, plain = tr(PIECES[id_].name), theme.plain
    yield typeset(theme, name[:1].upper() + name[1:], slot, plain).shifted(x, top)
    yield from use_pieces(theme, id_, (x, top + 66, right, bottom))


def use_slot(feature: Feature, width: int) -> Slot:
    room = width - (_USE_SIZE + 10 if feature else 0)  # the text is after the sign
    return Slot((0, 0, room, _USE_SIZE), fonts.TEXT, _USE_SIZE, "left")


def use_pieces(theme: Colours, id_: str, box: Box) -> Iterator[Piece]:
    """A line for each kind of feature on a piece, from the top of a box, with its sign."""
    left, top, right, _ = box
    for feature, text in use_lines(id_):
        slot = use_slot(feature, right - left)
        if feature:
            yield feature_sign_piece(theme, feature).shifted(left, top)
        for line in break_in_two(text, slot):
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

_NUMBER_WIDTH, _NUMBER_SIZE, _BETWEEN_ROWS = 54, 46, 10
"""Pixels for a number, which is between two orientations; and between two rows of them."""
_MAX_SQUARE = 104
_MAX_ORIENTATIONS_HEIGHT = 470


def orientations_height(options: Sequence[Placed]) -> int:
    size, per_row = _largest_grid(options, (CONTENTS_WIDTH, _MAX_ORIENTATIONS_HEIGHT))
    _, height = _largest_window(options)
    return -(-len(options) // per_row) * (size * height + _BETWEEN_ROWS) + 2 * GAP


def _largest_window(options: Sequence[Placed]) -> tuple[int, int]:
    """The most squares across and down of an orientation with its surroundings."""
    windows = [grid_around(each.area) for each in options]
    return max(len(columns) for columns, _ in windows), max(len(rows) for _, rows in windows)


def orientation_pieces(
    theme: Colours, before: Colony, options: Sequence[Placed], box: Box
) -> Iterator[Piece]:
    """The possible orientations of a piece in a place, each with its surroundings."""
    left, top, right, bottom = box
    windows = [grid_around(each.area) for each in options]
    window_columns, _ = _largest_window(options)
    size, per_row = _largest_grid(options, (right - left, bottom - top))
    number_of_rows = -(-len(options) // per_row)
    width, height = window_columns * size + _NUMBER_WIDTH, (bottom - top) // number_of_rows
    start = left + (right - left - per_row * width) // 2
    for index, (each, (columns, rows)) in enumerate(zip(options, windows, strict=True)):
        frame = Frame(columns, rows, size, 0, 0)
        drawn = Image.new("P", (frame.right, frame.bottom), theme.index(theme.soil))
        lit = [square for square, _ in each.cells]
        shown = colony.ShownColony(theme, frame, before.with_piece(each), None)
        surroundings = colony.pieces_in_frame(shown, each.area)
        put_all(drawn, (*surroundings, *colony.highlight_pieces(theme, frame, lit, {})))
        row, column = divmod(index, per_row)
        x = start + column * width + _NUMBER_WIDTH - 4
        y = top + row * height + (height - frame.bottom) // 2
        yield Piece(drawn, x, y)
        number = colony.badge_piece(theme, str(index + 1), _NUMBER_SIZE)
        yield number.shifted(x - _NUMBER_WIDTH + 4, y)


def _largest_grid(options: Sequence[Placed], room: tuple[int, int]) -> tuple[int, int]:
    """The largest size of the squares, and the number of orientations in a row at that size."""
    count, (columns, rows), (width, height) = len(options), _largest_window(options), room
    grids = []
    for per_row in range(1, count + 1):
        by_width = (width // per_row - _NUMBER_WIDTH) // columns
        by_height = (height // -(-count // per_row) - _BETWEEN_ROWS) // rows
        grids.append((min(by_width, by_height, _MAX_SQUARE) // 2 * 2, per_row))
    largest, _ = max(grids)
    # Few rows, for a quick overview, unless they make the squares much smaller than the largest.
    return next(grid for grid in reversed(grids) if grid[0] >= largest * 3 // 4)
