"""The shelf beside a colony: the queue, the hand, the reserve, the stash, the face-up tiles."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.pieces import PATCH, PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import FACE_DOWN, GONE, Seat
from renderer import fonts
from renderer.canvas import Box, Canvas, Piece
from renderer.glyphs import Pen
from renderer.heroes import colony, colours, invaders
from renderer.heroes.colours import Colours
from renderer.heroes.squares import Look, is_masonry, square_picture
from renderer.text import Slot, in_two_lines, typeset

TILE = 112
_SQUARE = 56
"""The width of a tile, and of a square of a larger piece."""
_LINE = 42
"""The height of the words above the pieces."""
ROW_HEIGHT = _LINE + 8 + TILE + 10
"""The height of a row of pieces without names."""
_NAME = 32
_BETWEEN, _APART = 24, 36
_NAMED = 168
"""The width of a piece with its name."""
_STASH = 128
"""The width of the stash, at the right of the first row."""
_LEAST_SHARE = 0.85
"""The part of their width that pieces have at least if they share a row."""
_PILE_TILE = 88
CONTENTS_WIDTH = 940
"""The width of a panel's contents."""
QUEUE, RESERVE, HAND = mark("Queue"), mark("Reserve"), mark("In hand")


class Item(NamedTuple):
    """A piece on a shelf, face down if it has no id."""

    id: str
    label: str = ""
    name: str = ""


Group = tuple[str, Sequence[Item]]
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
    counted = Counter(own.reserve)
    reserve = [
        Item(id_, f"{count}×" if count > 1 else "", PIECES[id_].name if id_ != PATCH else "")
        for id_, count in counted.items()
    ]
    groups = [group for group in ((QUEUE, queue), (HAND, hand), (RESERVE, reserve)) if group[1]]
    if len(groups) < 2 or _width_share(groups, CONTENTS_WIDTH - _STASH) >= _LEAST_SHARE:
        return [groups] if groups else []
    return [groups[:1], groups[1:]]


def _width_share(row: Row, across: int) -> float:
    """The part of their width that the pieces of a row can have."""
    wanted = sum(_item_width(item) + _BETWEEN for _, items in row for item in items)
    return min(1.0, (across + _BETWEEN - _APART * (len(row) - 1)) / wanted)


def panel_height(shown: Sequence[Row]) -> int:
    """The height of the panel of these rows, or of the stash if there are none."""
    return sum(map(_row_height, shown)) or _LINE + 24


def _row_height(row: Row) -> int:
    names = [tr(item.name) for _, items in row for item in items if item.name]
    lines = (len(in_two_lines(name, _name_slot(_NAMED))) for name in names)
    return ROW_HEIGHT + _NAME * max(lines, default=0)


def _name_slot(across: int) -> Slot:
    """The slot of a name below a piece, relative to the middle of the piece."""
    reach = (across + _BETWEEN - 6) // 2
    return Slot((-reach, 0, reach, _NAME), fonts.TEXT, 30)


def places_of_groups(
    shown: Sequence[Row], box: Box
) -> Iterator[tuple[Group, tuple[int, int], float]]:
    """Each group with its corner, and the part of their width that its pieces have."""
    left, top, right, _ = box
    right -= _STASH
    for row in shown:
        part, x = _width_share(row, right - left), left
        for group in row:
            yield group, (x, top), part
            x += sum(int(_item_width(item) * part) + _BETWEEN for item in group[1]) + _APART
        top, right = top + _row_height(row), box[2]


def shelf_pieces(theme: Colours, shown: Sequence[Row], own: Seat, box: Box) -> Iterator[Piece]:
    """Rows of pieces, with the stash at the right of the first one."""
    _, top, right, low = box
    yield from _stash_pieces(theme, own, (right - _STASH + 16, top, right, low) if shown else box)
    for group, corner, part in places_of_groups(shown, box):
        yield from _group_pieces(theme, group, corner, part)


def _group_pieces(
    theme: Colours, group: Group, corner: tuple[int, int], part: float
) -> Iterator[Piece]:
    (name, items), (x, top) = group, corner
    slot = Slot((0, 2, 240, _LINE - 2), fonts.TEXT, 30, "left")
    yield typeset(theme, tr(name), slot, theme.quiet).shifted(x, top)
    for item in items:
        across = int(_item_width(item) * part)
        is_single = _piece_size(item.id, TILE)[0] == TILE
        drawn = thumbnail(theme, item.id, min(TILE, across // 2 * 2) if is_single else TILE)
        middle = x + across // 2
        lying = middle - drawn.width // 2, top + _LINE + 8 + (TILE - drawn.height) // 2
        yield Piece(drawn, *lying)
        if item.label:  # on the corner, where no passage ends
            yield colony.badge_piece(theme, item.label, 44).shifted(lying[0] - 14, lying[1] - 14)
        if item.name:
            slot, y = _name_slot(across), top + _LINE + 12 + TILE
            for number, line in enumerate(in_two_lines(tr(item.name), slot)):
                yield typeset(theme, line, slot, theme.plain).shifted(middle, y + number * _NAME)
        x += across + _BETWEEN


def _item_width(item: Item) -> int:
    return max(TILE, _NAMED if item.name else 0, _piece_size(item.id, TILE)[1])


def _stash_pieces(theme: Colours, own: Seat, box: Box) -> Iterator[Piece]:
    """The gold and the gems of the stash, one below the other, or side by side in a low box."""
    left, top, _, bottom = box
    along, down = (0, 52) if bottom - top >= ROW_HEIGHT else (130, 0)
    y = top + _LINE + 10 if down else (top + bottom) // 2 - 22
    for at, (kind, count) in enumerate((("gold", own.gold), ("gem", own.gems))):
        number = Slot((0, 0, 62, 44), fonts.STRONG, 42, "left")
        x, lying = left + along * at, y + down * at
        yield typeset(theme, str(count), number, theme.plain).shifted(x + 52, lying)
        yield invaders.plain_token_piece(theme, kind, 42).shifted(x, lying + 1)


def pile_height(tiles: Sequence[int]) -> int:
    enough = (high for high in (136, 232) if _tile_grid(len(tiles), CONTENTS_WIDTH, high - 10)[2])
    return next(enough, 290)


def face_up_pieces(theme: Colours, tiles: Sequence[int], box: Box) -> Iterator[Piece]:
    """The face-up tiles beside the pile, each above its number, in a panel."""
    left, top, right, bottom = box
    left, top, right = left + 20, top + 8, right - 20
    size, a_row, _ = _tile_grid(len(tiles), right - left, bottom - top)
    for at, tile in enumerate(tiles):
        row, column = divmod(at, a_row)
        x, y = left + column * (size + 8), top + row * (size + 32)
        yield Piece(thumbnail(theme, str(tile), size), x, y)
        number = Slot((-4, 0, size + 4, 30), fonts.STRONG, 29)
        yield typeset(theme, str(tile), number, theme.plain).shifted(x, y + size)


def _tile_grid(count: int, across: int, down: int) -> tuple[int, int, bool]:
    """The largest size at which ``count`` tiles fit, the tiles in a row, and if that is enough."""
    for size in range(_PILE_TILE, 38, -2):
        a_row, rows = (across + 8) // (size + 8), down // (size + 32)
        if a_row * rows >= count:
            return size, a_row, size >= _PILE_TILE * 2 // 3
    return 38, (across + 8) // 46, False


def _piece_size(id_: str, size: int) -> tuple[int, int, int]:
    """The side of a square of a piece, and the width and the height of the piece."""
    places = [(x, y) for x, y, *_ in PIECES[id_].squares] if id_ else [(0, 0)]
    cell = size if len(places) == 1 else size * _SQUARE // TILE // 2 * 2
    across, down = (1 + max(each) for each in zip(*places, strict=True))
    return cell, across * cell, down * cell


@lru_cache(maxsize=512)
def thumbnail(theme: Colours, id_: str, size: int) -> Image.Image:
    """A single piece without rotation; a face-down tile without an id."""
    if not id_:
        canvas = Canvas((0, 0, size, size), theme.panel)  # a shut door in the earth
        canvas.rounded(canvas.box, 8, theme.rim)
        canvas.rounded(canvas.box, 6, theme.earth, inset=5)
        pen = Pen(canvas, (size / 2, size / 2), size / 2)
        colours.SIGNS["shut_door"](pen.inner_pen((0, 0), 0.62), theme.rim, theme.earth_light)
        return canvas.finish(theme)
    kind, (cell, across, down) = PIECES[id_], _piece_size(id_, size)
    drawn = Image.new("P", (across, down), theme.index(theme.panel))
    look = Look(masonry=is_masonry(kind))
    for x, y, edges, feature in kind.squares:
        drawn.paste(square_picture(theme, cell, edges, feature, look), (x * cell, y * cell))
    return drawn
