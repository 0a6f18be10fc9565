"""A player's own board: the colony large, the queue and the reserve below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.pieces import Piece as Kind
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import FACE_DOWN, GONE
from renderer import fonts, png
from renderer.canvas import Canvas
from renderer.piece import Piece
from renderer.text import Slot, Tint, written
from renderer.theme import NIGHT

from . import colony, heading
from .board import GAP, RADIUS, WIDE
from .colours import COLOURS, Colours
from .squares import square

HIGH = 860
"""Pixels for the colony."""
SHELF = 236
"""Pixels for the queue and the reserve."""
TILE = 108

QUEUE, RESERVE, HAND = mark("Queue"), mark("Reserve"), mark("In hand")


class Mark(NamedTuple):
    """Squares that can be chosen together, by the number in ``label``, if there is one."""

    squares: tuple[int, ...]
    label: str = ""


def draw_own(
    state: Position,
    seat: int,
    *,
    theme: str = NIGHT.name,
    marks: Sequence[Mark] = (),
    placing: Placed | None = None,
) -> bytes:
    """The board of ``seat`` as PNG, 1000 wide, from a view that may show it.

    ``marks`` are the places to choose from, ``placing`` is a piece as it would lie.
    """
    colours = COLOURS[theme]
    top = heading.height(state)
    shelf = bool(_shelf(state, seat))
    drawn = _frame(colours, top, shelf=shelf).copy()
    for piece in _pieces(state, seat, colours, marks, placing, top):
        piece.put(drawn)
    return png.encode(drawn, colours.palette_bytes)


@lru_cache(maxsize=16)
def _frame(theme: Colours, top: int, *, shelf: bool) -> Image.Image:
    below = top + HIGH
    canvas = Canvas((0, 0, WIDE, below + (SHELF if shelf else 0) + GAP), theme.night)
    canvas.panel((GAP, GAP, WIDE - GAP, top - GAP), RADIUS, theme)
    if shelf:
        canvas.panel((GAP, below + GAP, WIDE - GAP, below + SHELF), RADIUS, theme)
    return canvas.finish(theme)


def _pieces(  # noqa: PLR0917 - what the picture depends on
    state: Position,
    seat: int,
    theme: Colours,
    marks: Sequence[Mark],
    placing: Placed | None,
    top: int,
) -> Iterator[Piece]:
    own = state.seats[seat - 1]
    yield from heading.pieces(theme, state)
    shown = own.colony if placing is None else own.colony.with_piece(placing)
    frame = colony.framed(shown, (GAP, top, WIDE - GAP, top + HIGH))
    tokens = own.walk.tokens if own.walk is not None else own.tokens
    yield from colony.pieces(theme, frame, shown, tokens)
    yield from colony.walked(theme, frame, own)
    lit = [at for each in marks for at in each.squares]
    if placing is not None:
        lit += [at for at, _ in placing.cells]
    labels = {each.squares[0]: each.label for each in marks if each.label}
    yield from colony.highlighted(theme, frame, lit, labels)
    if shelf := _shelf(state, seat):
        yield from _on_shelf(theme, shelf, top + HIGH + GAP)


class _Slot(NamedTuple):
    label: str
    id: str
    """The piece; empty for one that is face down."""


def _shelf(state: Position, seat: int) -> list[tuple[str, list[_Slot]]]:
    """What can be built with: groups of pieces, each with its name."""
    own = state.seats[seat - 1]
    queue = [
        _Slot(str(place), "" if tile == FACE_DOWN else str(tile))
        for place, tile in enumerate(own.queue, 1)
        if tile != GONE
    ]
    reserve = [_Slot("", id_) for id_ in dict.fromkeys(own.reserve)]
    hand = [_Slot("", str(own.hand))] if own.hand else []
    groups = ((QUEUE, queue), (HAND, hand), (RESERVE, reserve))
    if state.phase not in {"build", "planning"}:
        return []
    return [(name, slots) for name, slots in groups if slots]


def _on_shelf(
    theme: Colours, groups: Sequence[tuple[str, list[_Slot]]], top: int
) -> Iterator[Piece]:
    tint = Tint(theme.muted, theme.panel)
    wide = sum(_across(slot) for _, slots in groups for slot in slots) + 26 * len(groups)
    size = min(TILE, TILE * (WIDE - 4 * GAP) // max(1, wide)) // 2 * 2
    left = 2 * GAP + 6
    for name, slots in groups:
        slot = Slot((left, top + 6, left + 300, top + 44), fonts.TEXT, 30, "left")
        yield written(theme, tr(name), slot, tint)
        for each in slots:
            drawn = thumbnail(theme, each.id, size)
            y = top + 50 + (TILE * 3 // 2 - drawn.height) // 2
            yield Piece(drawn, left, y)
            if each.label:
                yield colony.badge(theme, each.label, (left + 3, y + 3), 40)
            left += drawn.width + 10
        left += 26


def _across(slot: _Slot) -> int:
    kind = PIECES.get(slot.id)
    return TILE + 10 if kind is None or len(kind.squares) == 1 else TILE * 3 // 4 * 2 + 10


@lru_cache(maxsize=512)
def thumbnail(theme: Colours, id_: str, size: int) -> Image.Image:
    """A piece by itself, as it lies without a turn; a face-down tile where there is no id."""
    if not id_:
        return _back(theme, size)
    kind: Kind = PIECES[id_]
    if len(kind.squares) > 1:
        size = size * 3 // 4 // 2 * 2
    across = 1 + max(x for x, *_ in kind.squares)
    down = 1 + max(y for _, y, *_ in kind.squares)
    drawn = Image.new("P", (across * size, down * size), theme.index(theme.panel))
    for x, y, edges, feature in kind.squares:
        drawn.paste(square(theme, size, edges, feature, full=True), (x * size, y * size))
    return drawn


def _back(theme: Colours, size: int) -> Image.Image:
    canvas = Canvas((0, 0, size, size), theme.soil)
    canvas.rounded((2, 2, size - 2, size - 2), 8, theme.rim)
    canvas.rounded((6, 6, size - 6, size - 6), 6, theme.soil_dark)
    half, reach = size / 2, size * 0.3
    diamond = (
        (half, half - reach),
        (half + reach, half),
        (half, half + reach),
        (half - reach, half),
    )
    canvas.polygon(diamond, theme.earth)
    return canvas.finish(theme)
