"""Between the rounds: each piece on offer with its name and uses, and the viewer's own pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.rules import Position
from renderer import fonts
from renderer.canvas import Box, Piece
from renderer.heroes.colours import Colours
from renderer.heroes.ground import lights
from renderer.text import Slot, in_two_lines, written

from . import shelf, uses

TITLE = mark("On offer, {count} for each of you")
TITLE_ALONE = mark("On offer, {count} for you")
YOURS = mark("You have")
_A_ROW = 2
_TITLE = 46
_NAME = 46
_PICTURE = 140
_ACROSS = 312
"""Pixels for the words beside it."""
_HAVE, _SMALL = 76, 68
"""Pixels of the panel of the viewer's pieces, and of a piece in it."""


def offered(state: Position) -> list[tuple[str, int]]:
    """The pieces on offer, each once with its number."""
    return list(Counter(state.offer).items()) if state.phase == "planning" else []


def height(state: Position) -> int:
    """Pixels of the panel; 0 without an offer."""
    rows = _rows(state)
    return _TITLE + sum(map(_row_height, rows)) + 6 if rows else 0


def _rows(state: Position) -> list[list[tuple[str, int]]]:
    found = offered(state)
    return [found[at : at + _A_ROW] for at in range(0, len(found), _A_ROW)]


def _row_height(row: list[tuple[str, int]]) -> int:
    return max(158, *(_NAME + uses.height(id_, _ACROSS) + 14 for id_, _ in row))


def pieces(theme: Colours, state: Position, box: Box) -> Iterator[Piece]:
    left, top, right, _ = box
    title = tr(TITLE_ALONE if len(state.seats) == 1 else TITLE, count=2)
    slot = Slot((left + 20, top + 6, right - 20, top + _TITLE), fonts.TEXT, 31, "left")
    yield written(theme, title, slot, theme.quiet)
    across, top = (right - left) // _A_ROW, top + _TITLE
    for row in _rows(state):
        high = _row_height(row)
        for column, (id_, count) in enumerate(row):
            x = left + column * across
            yield from _card(theme, id_, count, (x, top, x + across, top + high))
        top += high


def _card(theme: Colours, id_: str, count: int, box: Box) -> Iterator[Piece]:
    left, top, right, bottom = box
    drawn = shelf.thumbnail(theme, id_, shelf.TILE)
    x = left + 16 + (_PICTURE - drawn.width) // 2
    yield Piece(drawn, x, (top + bottom - drawn.height) // 2)
    start = right - _ACROSS - 6
    name = tr(PIECES[id_].name)
    if count > 1:
        name = f"{count} × {name}"
    slot = Slot((0, 4, _ACROSS, _NAME), fonts.STRONG, 36, "left")
    yield written(theme, name, slot, theme.plain).shifted(start, top)
    yield from uses.pieces(theme, id_, (start, top + _NAME + 4, start + _ACROSS, bottom))


def own_height(state: Position, seat: int) -> int:
    """Pixels of the panel of the viewer's pieces; 0 without one."""
    return _HAVE if seat and offered(state) and state.seats[seat - 1].reserve else 0


def own_pieces(theme: Colours, state: Position, seat: int, box: Box) -> Iterator[Piece]:
    """The viewer's pieces, by name."""
    left, top, right, bottom = box
    slot = Slot((0, 0, 130, bottom - top), fonts.TEXT, 31, "left")
    yield written(theme, tr(YOURS), slot, theme.quiet).shifted(left + 20, top)
    counted = Counter(state.seats[seat - 1].reserve)
    x = left + 160
    across = (right - 10 - x) // max(3, len(counted))
    for id_, count in counted.items():
        size = _SMALL if id_ != "P" else _SMALL * 2 // 3
        drawn = shelf.thumbnail(theme, id_, size)
        yield Piece(drawn, x, (top + bottom - drawn.height) // 2)
        if count > 1:
            yield lights.badge(theme, str(count), 30).shifted(x - 10, top + 4)
        start = x + drawn.width + 10
        slot = Slot((0, 0, x + across - start - 6, 32), fonts.TEXT, 28, "left")
        lines = in_two_lines(tr(PIECES[id_].name), slot)
        y = (top + bottom) // 2 - 16 * len(lines)
        for number, line in enumerate(lines):
            yield written(theme, line, slot, theme.plain).shifted(start, y + 32 * number)
        x += across
