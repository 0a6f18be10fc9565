"""The shelf beside a colony: the queue, the hand, the reserve, the stash, the face-up tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.games.heroes.colony import FACE_DOWN, GONE, Seat
from prowlerbot.games.heroes.pieces import PATCH, PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.stages.events import GEM_DISTANCE, ORE_DISTANCE
from renderer import fonts
from renderer.canvas import Box, Canvas, Piece
from renderer.glyphs import Pen
from renderer.heroes import colony, colours, invaders
from renderer.heroes.colours import Colours
from renderer.heroes.squares import Look, is_masonry, square
from renderer.text import Slot, in_two_lines, typeset

HIGH = 222
"""The height of a shelf with one row of pieces."""
TILE = 140
_SQUARE = 70
"""The width of a tile, and of a square of a larger piece."""
_LINE = 46
"""The height of the words above the pieces."""
_NAME = 30
_BETWEEN = 36
_APART = 60
_LEAST = 118
"""The least width of a piece on a shelf."""
_PILE_TILE = 104
_PATCH = 104
PLACING = 236
"""The height of the panel of the piece to place."""
_LARGE = 200

QUEUE, RESERVE, HAND = mark("Queue"), mark("Reserve"), mark("In hand")
STASH, FACE_UP = mark("Stash"), mark("Face up")


class Item(NamedTuple):
    """A piece on a shelf, face down if it has no id."""

    id: str
    label: str = ""
    name: str = ""


Group = tuple[str, Sequence[Item]]
Row = Sequence[Group]


def rows(state: Position, own: Seat) -> list[Row]:
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
        Item(id_, f"{count}×" if count > 1 else "", PIECES[id_].name)
        for id_, count in counted.items()
    ]
    first = [(QUEUE, queue)] if queue else []
    second = [group for group in ((HAND, hand), (RESERVE, reserve)) if group[1]]
    return [row for row in (first, second) if row]


def height(shown: Sequence[Row]) -> int:
    """The height of the panel of these rows, or of the stash if there are none."""
    return sum(map(_row_height, shown)) or _LINE + 20


def _row_height(row: Row) -> int:
    named = any(item.name for _, items in row for item in items)
    if not named:
        return HIGH
    if _is_short(row):
        return _LINE + _PATCH + 24
    names = [tr(item.name) for item in _items(row) if item.name]
    lines = max(len(in_two_lines(name, _name_slot(TILE))) for name in names)
    return HIGH + _NAME * lines


def _is_short(row: Row) -> bool:
    """Whether the row has only patches, whose names are beside them."""
    return all(item.id == PATCH for item in _items(row))


def _items(row: Row) -> list[Item]:
    return [item for _, items in row for item in items]


def _name_slot(across: int) -> Slot:
    """The slot of a name below a piece, relative to the middle of the piece."""
    reach = (across + _BETWEEN - 6) // 2
    return Slot((-reach, 0, reach, _NAME), fonts.TEXT, 28)


def pieces(theme: Colours, shown: Sequence[Row], own: Seat, box: Box) -> Iterator[Piece]:
    """Rows of pieces, with the stash at the right of the first line of words."""
    left, top, right, _ = box
    line = top + _LINE if shown else box[3]
    yield from stash(theme, own, (right - 240, top, right, line))
    for row in shown:
        yield from _groups(theme, row, (left, top, right, top + _row_height(row)))
        top += _row_height(row)


def _groups(theme: Colours, row: Row, box: Box) -> Iterator[Piece]:
    left, top, right, _ = box
    wanted = sum(_least_width(item) + _BETWEEN for _, items in row for item in items)
    room = right - left + _BETWEEN - _APART * (len(row) - 1)
    part = min(1.0, room / wanted)
    x = left
    for name, items in row:
        slot = Slot((0, 2, 300, _LINE - 4), fonts.TEXT, 30, "left")
        yield typeset(theme, tr(name), slot, theme.quiet).shifted(x, top)
        for item in items:
            across = int(_least_width(item) * part)
            is_single = _size(item.id, TILE)[0] == TILE
            size = across // 2 * 2 if is_single else TILE
            drawn = thumbnail(theme, item.id, min(_PATCH if item.id == PATCH else TILE, size))
            middle = x + (drawn.width if _is_short(row) else across) // 2
            high = drawn.height if _is_short(row) else TILE
            lying = middle - drawn.width // 2, top + _LINE + 12 + (high - drawn.height) // 2
            yield Piece(drawn, *lying)
            if item.label:  # on the corner, where no passage ends
                yield colony.badge(theme, item.label, 44).shifted(lying[0] - 20, lying[1] - 20)
            if _is_short(row):
                slot = Slot((0, 0, 300, drawn.height), fonts.TEXT, 32, "left")
                beside = lying[0] + drawn.width + 24, lying[1]
                yield typeset(theme, tr(item.name), slot, theme.plain).shifted(*beside)
            elif item.name:
                slot, y = _name_slot(across), top + _LINE + 12 + TILE + 4
                for number, line in enumerate(in_two_lines(tr(item.name), slot)):
                    yield typeset(theme, line, slot, theme.plain).shifted(
                        middle, y + number * _NAME
                    )
            x += across + _BETWEEN
        x += _APART


def _least_width(item: Item) -> int:
    """The width that a piece needs, with its name."""
    return max(_LEAST, TILE if item.name else 0, _size(item.id, TILE)[1])


def draw_placing(theme: Colours, id_: str, box: Box) -> Iterator[Piece]:
    """The piece to place, large, with its name."""
    left, top, right, bottom = box
    drawn = thumbnail(theme, id_, _LARGE)
    yield Piece(drawn, left, (top + bottom - drawn.height) // 2)
    x = left + _LARGE + 30
    slot = Slot((0, 14, right - x, 68), fonts.STRONG, 44, "left")
    name, plain = tr(PIECES[id_].name), theme.plain
    yield typeset(theme, name[:1].upper() + name[1:], slot, plain).shifted(x, top)
    yield from use_pieces(theme, id_, (x, top + 84, right, bottom))


def stash(theme: Colours, own: Seat, box: Box) -> Iterator[Piece]:
    """The stash in one line, from the right."""
    _, top, right, bottom = box
    high, x = bottom - top, right
    for kind, count in (("gem", own.gems), ("gold", own.gold)):
        number = Slot((0, 0, 62, high), fonts.STRONG, 42, "left")
        yield typeset(theme, str(count), number, theme.plain).shifted(x - 62, top)
        yield invaders.plain_token(theme, kind, 42).shifted(x - 112, top + high // 2 - 21)
        x -= 126
    slot = Slot((0, 0, 300, high), fonts.TEXT, 30, "right")
    yield typeset(theme, tr(STASH), slot, theme.quiet).shifted(x - 308, top)


def pile_height(tiles: Sequence[int]) -> int:
    """The height of the panel of the face-up tiles."""
    enough = (high for high in (206, 330) if _grid(len(tiles), 940, high - 60)[2])
    return next(enough, 400)


def face_up(theme: Colours, tiles: Sequence[int], box: Box) -> Iterator[Piece]:
    """The face-up tiles beside the pile, each above its number."""
    left, top, right, bottom = box
    slot = Slot((0, 0, 300, 36), fonts.TEXT, 30, "left")
    yield typeset(theme, tr(FACE_UP), slot, theme.quiet).shifted(left, top)
    top += 38
    size, a_row, _ = _grid(len(tiles), right - left, bottom - top)
    for at, tile in enumerate(tiles):
        row, column = divmod(at, a_row)
        x, y = left + column * (size + 8), top + row * (size + 32)
        yield Piece(thumbnail(theme, str(tile), size), x, y)
        number = Slot((-4, 0, size + 4, 30), fonts.STRONG, 28)
        yield typeset(theme, str(tile), number, theme.plain).shifted(x, y + size)


def _grid(count: int, across: int, down: int) -> tuple[int, int, bool]:
    """The largest size at which ``count`` tiles fit, the number of tiles in a row, and whether that
    size is large enough.
    """
    for size in range(_PILE_TILE, 38, -2):
        a_row, rows = (across + 8) // (size + 8), down // (size + 32)
        if a_row * rows >= count:
            return size, a_row, size >= _PILE_TILE * 2 // 3
    return 38, (across + 8) // 46, False


def _size(id_: str, size: int) -> tuple[int, int, int]:
    """The side of a square of a piece, and the width and the height of the piece."""
    places = [(x, y) for x, y, *_ in PIECES[id_].squares] if id_ else [(0, 0)]
    cell = size if len(places) == 1 else size * _SQUARE // TILE // 2 * 2
    across, down = (1 + max(each) for each in zip(*places, strict=True))
    return cell, across * cell, down * cell


@lru_cache(maxsize=512)
def thumbnail(theme: Colours, id_: str, size: int) -> Image.Image:
    """A single piece without rotation; a face-down tile without an id."""
    if not id_:
        return _draw_back(theme, size)
    kind, (cell, across, down) = PIECES[id_], _size(id_, size)
    drawn = Image.new("P", (across, down), theme.index(theme.panel))
    look = Look(masonry=is_masonry(kind))
    for x, y, edges, feature in kind.squares:
        drawn.paste(square(theme, cell, edges, feature, look), (x * cell, y * cell))
    return drawn


def _draw_back(theme: Colours, size: int) -> Image.Image:
    """A face-down tile: a shut door in the earth."""
    canvas = Canvas((0, 0, size, size), theme.panel)
    canvas.rounded(canvas.box, 8, theme.rim)
    canvas.rounded(canvas.box, 6, theme.earth, inset=5)
    pen = Pen(canvas, (size / 2, size / 2), size / 2)
    colours.SIGNS["shut_door"](pen.inner_pen((0, 0), 0.62), theme.rim, theme.earth_light)
    return canvas.finish(theme)


# ------------------------------------------------------------------------- uses


ORE = mark("{count} gold, {depth} steps deep")
GEM = mark("{count} gem, {depth} steps deep")
MESS = mark("1 guard; guards move")
INFIRMARY = mark("1 guard per invader")
FITS = mark("Fits any side")
END = mark("Closes an open edge")
ON = mark("Joins {count} sides")
ORE_GOLD = 2
USE_LINE = 36
"""The distance from one line to the next."""
_SIGN = 34
USE_SIZE = 30


def lines_of(id_: str) -> list[tuple[str, str]]:
    """The kinds of features of a piece, each with its total yield."""
    if id_ == "P":
        return [("", tr(FITS))]
    _, _, edges, feature = PIECES[id_].squares[0]
    if not feature and len(PIECES[id_].squares) == 1:
        sides = 4 - edges.count(".")
        return [("", tr(END) if sides == 1 else tr(ON, count=sides))]
    counted = Counter(feature for *_, feature in PIECES[id_].squares if feature)
    return [(feature, _brings(feature, count)) for feature, count in counted.items()]


def _brings(feature: str, count: int) -> str:
    said: dict[str, Callable[[], str]] = {
        "ore": lambda: tr(ORE, count=ORE_GOLD * count, depth=ORE_DISTANCE),
        "gem vein": lambda: tr(GEM, count=count, depth=GEM_DISTANCE),
        "chest": lambda: trn("{count} gold", "{count} gold", count),
        "campfire": lambda: trn("{count} guard", "{count} guards", count),
        "mess hall": lambda: tr(MESS),
        "trap": lambda: trn("{count} trap", "{count} traps", count),
        "cell": lambda: trn("Room for {count} prisoner", "Room for {count} prisoners", count),
        "infirmary": lambda: tr(INFIRMARY),
    }
    return said[feature]()


def uses_height(id_: str, across: int) -> int:
    """The height of the lines in a box of that width."""
    return USE_LINE * sum(
        len(in_two_lines(text, _use_slot(feature, across))) for feature, text in lines_of(id_)
    )


def _use_slot(feature: str, across: int) -> Slot:
    """The slot of a line, after its sign."""
    return Slot((0, 0, across - bool(feature) * (_SIGN + 10), _SIGN), fonts.TEXT, USE_SIZE, "left")


def use_pieces(theme: Colours, id_: str, box: Box) -> Iterator[Piece]:
    """The uses of a piece in a box, from its top: a line for each kind of feature on it, with the
    feature's sign. A text too long for a line takes two.
    """
    left, top, right, _ = box
    for feature, text in lines_of(id_):
        slot = _use_slot(feature, right - left)
        if feature:
            yield sign(theme, feature).shifted(left, top)
        for line in in_two_lines(text, slot):
            yield typeset(theme, line, slot, theme.plain).shifted(right - slot.box[2], top)
            top += USE_LINE


@lru_cache(maxsize=32)
def sign(theme: Colours, feature: str) -> Piece:
    """A feature with its token, on a floor."""
    canvas, half = Canvas((0, 0, _SIGN, _SIGN), theme.panel), _SIGN / 2
    canvas.discs((half, half), (half, theme.rim), (half - 2, theme.cavern))
    colours.draw_feature(Pen(canvas, (half, half), half * 0.62), theme, feature)
    return canvas.piece(theme)
