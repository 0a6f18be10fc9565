"""What lies beside a colony: the queue, the hand, the reserve, the stash, the face-up tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import FACE_DOWN, GONE, Seat
from renderer import fonts
from renderer.canvas import Canvas
from renderer.glyphs import Pen
from renderer.piece import Piece
from renderer.text import Box, Slot, Tint, written

from . import glyphs, lights, strip
from .colours import Colours
from .squares import Look, is_masonry, square

HIGH = 236
"""Pixels of a shelf with one row of pieces."""
TILE = 104
_STASH = 190
"""Pixels across for the stash."""
_WORDS = 42

QUEUE, RESERVE, HAND = mark("Queue"), mark("Reserve"), mark("In hand")
STASH, FACE_UP = mark("Stash"), mark("Face up")


class Item(NamedTuple):
    """A piece on a shelf, face down where there is no id."""

    id: str
    label: str = ""


Group = tuple[str, Sequence[Item]]


def groups(state: Position, own: Seat) -> list[Group]:
    """What a seat can build with."""
    queue = [
        Item("" if tile == FACE_DOWN else str(tile), str(place))
        for place, tile in enumerate(own.queue, 1)
        if tile != GONE
    ]
    hand = [Item(str(own.hand))] if own.hand else []
    reserve = [Item(id_, id_) for id_ in dict.fromkeys(own.reserve)]
    found = ((QUEUE, queue), (HAND, hand), (RESERVE, reserve))
    return [(name, items) for name, items in found if items] if state.phase == "build" else []


def pieces(theme: Colours, shown: Sequence[Group], own: Seat, box: Box) -> Iterator[Piece]:
    """Groups of pieces side by side, the stash on the right."""
    left, top, right, bottom = box
    tint = Tint(theme.muted, theme.panel)
    room = right - left - _STASH - 24 * len(shown)
    wide = sum(_across(item.id, TILE) + 10 for _, items in shown for item in items)
    size = min(TILE, TILE * room // max(1, wide)) // 2 * 2
    high = max((_down(item.id, size) for _, items in shown for item in items), default=size)
    middle = top + _WORDS + (bottom - top - _WORDS) // 2
    x = left
    for name, items in shown:
        across = sum(_across(item.id, size) + 10 for item in items)
        slot = Slot((x, top + 4, x + max(across, 130), top + _WORDS), fonts.TEXT, 30, "left")
        yield written(theme, tr(name), slot, tint)
        for item in items:
            drawn = thumbnail(theme, item.id, size)
            y = middle - min(high, drawn.height) // 2
            yield Piece(drawn, x, y)
            if item.label:
                yield lights.badge(theme, item.label, 38).shifted(x - 5, y - 7)
            x += drawn.width + 10
        x += 24
    yield from _stash(theme, own, (right - _STASH, top, right, bottom))


def _stash(theme: Colours, own: Seat, box: Box) -> Iterator[Piece]:
    left, top, right, _ = box
    slot = Slot((left, top + 4, right, top + _WORDS), fonts.TEXT, 30, "left")
    yield written(theme, tr(STASH), slot, Tint(theme.muted, theme.panel))
    for row, (kind, count) in enumerate((("gold", own.gold), ("gem", own.gems))):
        y = top + _WORDS + 14 + 70 * row
        yield strip.plain(theme, kind, 54).shifted(left, y)
        number = Slot((left + 66, y, right, y + 54), fonts.STRONG, 48, "left")
        yield written(theme, str(count), number, Tint(theme.words, theme.panel))


def stash(theme: Colours, own: Seat, box: Box) -> Iterator[Piece]:
    """The stash by itself, in one row in the middle of its panel's height."""
    left, top, _, bottom = box
    y = (top + bottom) // 2 - 27
    slot = Slot((left, y, left + 240, y + 54), fonts.TEXT, 34, "left")
    yield written(theme, tr(STASH), slot, Tint(theme.muted, theme.panel))
    for x, (kind, count) in zip(
        (left + 260, left + 420), (("gold", own.gold), ("gem", own.gems)), strict=True
    ):
        yield strip.plain(theme, kind, 54).shifted(x, y)
        number = Slot((x + 66, y, x + 150, y + 54), fonts.STRONG, 48, "left")
        yield written(theme, str(count), number, Tint(theme.words, theme.panel))


def face_up(theme: Colours, tiles: Sequence[int], box: Box) -> Iterator[Piece]:
    """The tiles that lie face up beside the pile, each above its number."""
    left, top, right, bottom = box
    slot = Slot((left, top, left + 300, top + 36), fonts.TEXT, 30, "left")
    yield written(theme, tr(FACE_UP), slot, Tint(theme.muted, theme.panel))
    top += 38
    size, a_row = _grid(len(tiles), right - left, bottom - top)
    for at, tile in enumerate(tiles):
        row, column = divmod(at, a_row)
        x, y = left + column * (size + 8), top + row * (size + 32)
        yield Piece(thumbnail(theme, str(tile), size), x, y)
        number = Slot((x - 4, y + size, x + size + 4, y + size + 30), fonts.STRONG, 28)
        yield written(theme, str(tile), number, Tint(theme.words, theme.panel))


def _grid(count: int, across: int, down: int) -> tuple[int, int]:
    """The largest size at which so many tiles fit, and how many stand in a row."""
    for size in range(TILE, 38, -2):
        a_row, rows = (across + 8) // (size + 8), down // (size + 32)
        if a_row * rows >= count:
            return size, a_row
    return 38, (across + 8) // 46


def _cell(id_: str, size: int) -> int:
    """The side of a square of a piece."""
    kind = PIECES.get(id_)
    return size if kind is None or len(kind.squares) == 1 else size * 13 // 20 // 2 * 2


def _across(id_: str, size: int) -> int:
    kind = PIECES.get(id_)
    return _cell(id_, size) * (1 if kind is None else 1 + max(x for x, *_ in kind.squares))


def _down(id_: str, size: int) -> int:
    kind = PIECES.get(id_)
    return _cell(id_, size) * (1 if kind is None else 1 + max(y for _, y, *_ in kind.squares))


@lru_cache(maxsize=512)
def thumbnail(theme: Colours, id_: str, size: int) -> Image.Image:
    """A piece by itself, as it lies without a turn; a face-down tile where there is no id."""
    if not id_:
        return _back(theme, size)
    kind, cell = PIECES[id_], _cell(id_, size)
    drawn = Image.new("P", (_across(id_, size), _down(id_, size)), theme.index(theme.panel))
    look = Look(masonry=is_masonry(kind))
    for x, y, edges, feature in kind.squares:
        drawn.paste(square(theme, cell, edges, feature, look), (x * cell, y * cell))
    return drawn


def _back(theme: Colours, size: int) -> Image.Image:
    """A tile that is face down: a shut door in the earth."""
    canvas = Canvas((0, 0, size, size), theme.panel)
    canvas.rounded((0, 0, size, size), 8, theme.rim)
    canvas.rounded((5, 5, size - 5, size - 5), 6, theme.earth)
    pen = Pen(canvas, (size / 2, size / 2), size / 2)
    glyphs.shut_door(pen.inner((0, 0), 0.62), theme.rim, theme.earth_light)
    return canvas.finish(theme)
