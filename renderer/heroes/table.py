"""Between the rounds and at the end: what can be taken, and a row for each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes import words
from prowlerbot.games.heroes.rules import Position
from renderer import fonts
from renderer import marks as frames
from renderer.canvas import Canvas
from renderer.owners import draw_sign
from renderer.piece import Piece
from renderer.text import Box, Name, Slot, Tint, in_two_lines, named, written

from . import lights, shelf, strip
from .colours import Colours

WIDE, GAP, RADIUS = 1000, 10, 14
ROW = 118
_ITEM, _A_ROW = 262, 5
"""Pixels down for a piece with its name, and how many stand beside each other."""
_PIECE = 118
_TITLE = 44
_SMALL = (72, 56, 44, 34, 26)
"""How large a piece of a reserve can be: few sizes, as its picture is kept for each of them."""

OFFER = mark("On offer, {count} for each of you")
OFFER_ALONE = mark("On offer, {count} for you")
PLACE = mark("number {place} to choose")
ROUND = mark("Round {round}")


def is_shown(state: Position) -> bool:
    """Whether there are no colonies to be looked at."""
    if state.phase == "planning":
        return True
    return state.phase == "over" and not any(seat.colony.pieces for seat in state.seats)


def offered(state: Position) -> list[tuple[str, int]]:
    """The pieces on offer, each once with its number."""
    return list(Counter(state.offer).items()) if state.phase == "planning" else []


def _offer_height(state: Position) -> int:
    count = len(offered(state))
    return _TITLE + _ITEM * -(-count // _A_ROW) + GAP if count else 0


def height(state: Position, top: int) -> int:
    return top + _offer_height(state) + len(state.seats) * (ROW + GAP)


def row_boxes(state: Position, top: int) -> list[Box]:
    """Where the rows of the seats are, seat 1 first."""
    first = top + _offer_height(state)
    tops = [first + at * (ROW + GAP) for at in range(len(state.seats))]
    return [(GAP, y, WIDE - GAP, y + ROW) for y in tops]


@lru_cache(maxsize=32)
def form(theme: Colours, size: tuple[int, int], boxes: tuple[Box, ...]) -> Image.Image:
    """Panels without words, the first one the heading's, the last ones those of the seats."""
    canvas = Canvas((0, 0, *size), theme.night)
    for box in boxes:
        canvas.panel(box, RADIUS, theme)
    return canvas.finish(theme)


def pieces(
    theme: Colours,
    state: Position,
    names: Sequence[Name],
    said: Sequence[tuple[str, bool]],
    top: int,
) -> Iterator[Piece]:
    """``said`` is a word about each seat, and whether it is lit."""
    if offered(state):
        yield from _offer(theme, state, top)
    for number, box in enumerate(row_boxes(state, top), 1):
        yield from _row(theme, state, number, names[number - 1], said[number - 1], box)


def offer_box(state: Position, top: int) -> Box | None:
    high = _offer_height(state)
    return (GAP, top, WIDE - GAP, top + high - GAP) if high else None


def _offer(theme: Colours, state: Position, top: int) -> Iterator[Piece]:
    plain, quiet = Tint(theme.words, theme.panel), Tint(theme.muted, theme.panel)
    title = tr(OFFER_ALONE if len(state.seats) == 1 else OFFER, count=2)
    slot = Slot((30, top + 6, WIDE - 30, top + _TITLE), fonts.TEXT, 31, "left")
    yield written(theme, title, slot, quiet)
    across = (WIDE - 2 * GAP) // _A_ROW
    for at, (id_, count) in enumerate(offered(state)):
        row, column = divmod(at, _A_ROW)
        left, y = GAP + column * across, top + _TITLE + row * _ITEM
        drawn = shelf.thumbnail(theme, id_, _PIECE)
        x = left + (across - drawn.width) // 2
        low = y + 10 + (_PIECE * 13 // 10 - drawn.height) // 2
        yield Piece(drawn, x, low)
        label = id_ if count == 1 else f"{count} × {id_}"
        yield lights.badge(theme, label, 36).shifted(x - 12, low - 8)
        name = Slot((left + 6, y + 170, left + across - 6, y + 206), fonts.STRONG, 30)
        lines = in_two_lines(tr(words.SPECIAL_NAMES[id_]), name)
        for number, line in enumerate(lines):
            moved = (name.box[0], name.box[1] + 34 * number, name.box[2], name.box[3] + 34 * number)
            yield written(theme, line, name._replace(box=moved), plain)


def _row(  # noqa: PLR0917 - what a row depends on
    theme: Colours,
    state: Position,
    number: int,
    name: Name,
    said: tuple[str, bool],
    box: Box,
) -> Iterator[Piece]:
    own = state.seats[number - 1]
    left, top, right, bottom = box
    word, lit = said
    plain, quiet = Tint(theme.words, theme.panel), Tint(theme.muted, theme.panel)
    if lit:
        yield frames.lit_frame(theme, box, RADIUS, theme.seats[number - 1], theme.ink)
    yield seat_sign(theme, number).shifted(left + 32 - 24, top + 34 - 24)
    slot = Slot((left + 64, top + 8, left + 360, top + 60), fonts.SCRIPTS[0], 36, "left")
    yield named(theme, name, slot, plain)
    below = Slot((left + 64, top + 62, left + 360, bottom - 8), fonts.TEXT, 32, "left")
    if word:
        yield written(theme, word, below, plain if lit else quiet)
    elif state.phase == "planning" and number in state.order:
        place = tr(PLACE, place=state.order.index(number) + 1)
        yield written(theme, place, below, quiet)
    yield from _treasure(theme, own.gold, own.gems, own.treasure, box)
    middle = (left + 380, right - 250)
    if state.phase == "over":
        yield from _rounds(theme, state, number, (*middle, top, bottom))
    else:
        yield from _reserve(theme, own.reserve, (*middle, top, bottom))


def _treasure(theme: Colours, gold: int, gems: int, sum_: int, box: Box) -> Iterator[Piece]:
    """The sum, large, and before it what it is made of."""
    _, top, right, bottom = box
    middle = (top + bottom) // 2
    plain, quiet = Tint(theme.gilt, theme.panel), Tint(theme.muted, theme.panel)
    total = Slot((right - 110, top, right - 22, bottom), fonts.STRONG, 60, "right")
    yield written(theme, str(sum_), total, plain)
    for row, (kind, count) in enumerate((("gem", gems), ("gold", gold))):
        y = middle - 46 + 48 * row
        yield strip.plain(theme, kind, 42).shifted(right - 160, y)
        slot = Slot((right - 226, y, right - 168, y + 42), fonts.STRONG, 34, "right")
        yield written(theme, str(count), slot, quiet)


def _reserve(
    theme: Colours, reserve: Sequence[str], area: tuple[int, int, int, int]
) -> Iterator[Piece]:
    left, right, top, bottom = area
    counted = list(Counter(reserve).items())
    if not counted:
        return
    room = ((right - left) // len(counted) - 12) * 10 // 13
    size = next((size for size in _SMALL if size <= room), _SMALL[-1])
    x = left
    for id_, count in counted:
        drawn = shelf.thumbnail(theme, id_, size)
        y = (top + bottom - drawn.height) // 2
        yield Piece(drawn, x, y)
        if count > 1:
            yield lights.badge(theme, str(count), 30).shifted(x - 6, y - 6)
        x += drawn.width + 12


def _rounds(
    theme: Colours, state: Position, number: int, area: tuple[int, int, int, int]
) -> Iterator[Piece]:
    left, right, top, _ = area
    plain, quiet = Tint(theme.words, theme.panel), Tint(theme.muted, theme.panel)
    across = (right - left) // 3
    for at, (round_, each) in enumerate(zip(state.setup.rounds, state.rounds, strict=False)):
        x = left + at * across
        slot = Slot((x, top + 10, x + across - 8, top + 46), fonts.TEXT, 29)
        yield written(theme, tr(ROUND, round=round_), slot, quiet)
        slot = Slot((x, top + 48, x + across - 8, top + 108), fonts.STRONG, 46)
        yield written(theme, str(each[number - 1]), slot, plain)


@lru_cache(maxsize=16)
def seat_sign(theme: Colours, seat: int) -> Piece:
    """On panels, 48 pixels each way."""
    canvas = Canvas((0, 0, 48, 48), theme.panel)
    draw_sign(canvas, seat, (24, 24), 13, (theme.seats[seat - 1], theme.ink))
    return Piece(canvas.finish(theme), 0, 0)
