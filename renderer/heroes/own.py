"""A player's own board: a large colony, the player's pieces, and the options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from PIL import Image

from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.grid import WIDTH
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from renderer import png
from renderer.piece import Piece
from renderer.text import Box
from renderer.theme import NIGHT

from .board import draw_table, lying
from .colours import COLOURS, Colours
from .ground import colony, lights, turned
from .ground.frame import MARGIN, NAMES, Frame, framed, outside, window
from .invaders import strip, trail
from .invaders.fate import Fate, Toll, fate, toll
from .panels import heading, shelf, table
from .panels.table import GAP, WIDE

_HIGH, _MOST = 860, 1400
"""The greatest height of the colony, and of the whole picture, in pixels."""
_TURNED, _ABOVE_TURNED = 560, 640
"""The greatest height of a piece's orientations, and of the colony above them, in pixels."""


class Mark(NamedTuple):
    """Squares that form one option, with the option's number in ``label``, if any.

    ``placed`` is the piece that could lie there.
    """

    squares: tuple[int, ...]
    label: str = ""
    placed: Placed | None = None


class _Parts(NamedTuple):
    """The parts of a private board, and their heights."""

    effect: Fate | Toll | None
    frame: Frame
    room: Box
    """The box of the colony; the first panel is directly below."""
    heights: tuple[int, ...]
    """The heights of the panels below the colony."""


def draw_own(
    state: Position,
    seat: int,
    *,
    theme: str = NIGHT.name,
    marks: Sequence[Mark] = (),
    placing: Placed | None = None,
    options: Sequence[Placed] = (),
    names: Sequence[str] = (),
    came: Seat | None = None,
) -> bytes:
    """The board of ``seat`` as PNG, 1000 wide, from a view that may show it.

    ``marks`` are the selectable places, ``placing`` is a piece at a possible place, ``options`` are
    its possible orientations there, numbered from 1. ``names`` are those of all seats, needed
    between the rounds, when the picture shows all seats. ``came`` is the seat before the present
    card, to show the effect of an event.
    """
    colours = COLOURS[theme]
    drawn = picture(state, seat, colours, marks, placing, options, names, came)
    return png.encode(drawn, colours.palette_bytes)


def picture(  # noqa: PLR0917 - inputs of the picture
    state: Position,
    seat: int,
    theme: Colours,
    marks: Sequence[Mark] = (),
    placing: Placed | None = None,
    options: Sequence[Placed] = (),
    names: Sequence[str] = (),
    came: Seat | None = None,
) -> Image.Image:
    """The same as a picture in the theme's palette (mode P)."""
    top = heading.height(state)
    if table.is_shown(state):
        return draw_table(state, names or [""] * len(state.seats), theme, None, top, seat)
    own = state.seats[seat - 1]
    parts = _parts(state, own, came, marks, placing, options)
    drawn = _panels(theme, top, parts)
    for piece in heading.pieces(theme, state):
        piece.put(drawn)
    for piece in _colony(theme, state, own, parts, marks, placing, options):
        piece.put(drawn)
    for piece in _below(theme, state, own, parts, marks, options):
        piece.put(drawn)
    return drawn


def colony_at(state: Position, seat: int) -> tuple[Frame, Box]:
    """The frame and the box of the colony of a seat without options; the first panel is directly
    below.
    """
    parts = _parts(state, state.seats[seat - 1])
    return parts.frame, parts.room


def _parts(  # noqa: PLR0917 - inputs of the picture
    state: Position,
    own: Seat,
    came: Seat | None = None,
    marks: Sequence[Mark] = (),
    placing: Placed | None = None,
    options: Sequence[Placed] = (),
) -> _Parts:
    effect = fate(state, own) or (toll(state, came, own) if came is not None else None)
    heights = _panel_heights(state, own, effect, marks, options)
    top = heading.height(state)
    area = own.colony.area if placing is None else own.colony.area | placing.area
    margin = MARGIN if state.building or shelf.rows(state, own) else 0
    columns, rows = window(area, margin)
    for at in (at for mark in marks for at in mark.squares):
        if at % WIDTH not in columns or at // WIDTH not in rows:
            area |= 1 << at
    most = min(_ABOVE_TURNED if options else _HIGH, _MOST - top - sum(heights) - GAP)
    frame = framed(area, (GAP, top, WIDE - GAP, top + most), margin=margin)
    around = outside(frame.size)
    high = NAMES + frame.size * len(frame.rows) + 2 * around + GAP
    frame = replace(frame, top=top + NAMES + around)
    return _Parts(effect, frame, (GAP, top, WIDE - GAP, top + high), heights)


def _panel_heights(
    state: Position,
    own: Seat,
    effect: Fate | Toll | None,
    marks: Sequence[Mark],
    options: Sequence[Placed],
) -> tuple[int, ...]:
    if options:
        return (turned.height(options, _TURNED) + 3 * GAP,)
    if effect is not None:
        return (strip.HIGH + 3 * GAP,)
    if piece_of(marks):
        return (shelf.PLACING + GAP,)
    first = shelf.height(shelf.rows(state, own)) + 3 * GAP
    if state.live and state.face_up:
        return first, shelf.pile_height(state.face_up) + GAP
    return (first,)


def piece_of(marks: Sequence[Mark]) -> str:
    """The id of the piece to place, if the options are places for a piece."""
    return next((mark.placed.id for mark in marks if mark.placed is not None), "")


def _panels(theme: Colours, top: int, parts: _Parts) -> Image.Image:
    below = parts.room[3]
    boxes = [(GAP, GAP, WIDE - GAP, top - GAP)]
    for high in parts.heights:
        boxes.append((GAP, below, WIDE - GAP, below + high - GAP))
        below += high
    return table.form(theme, (WIDE, below), tuple(boxes))


def _colony(  # noqa: PLR0917 - inputs of the picture
    theme: Colours,
    state: Position,
    own: Seat,
    parts: _Parts,
    marks: Sequence[Mark],
    placing: Placed | None,
    options: Sequence[Placed],
) -> Iterator[Piece]:
    shown = own.colony if placing is None else own.colony.with_piece(placing)
    frame, effect = parts.frame, parts.effect
    walked = trail.trail_of(theme, frame, own, effect) if isinstance(effect, Fate) else None
    yield from colony.pieces(theme, frame, shown, lying(state, own), trail=walked)
    for mark in marks:
        if mark.placed is not None:
            yield from colony.ghost(theme, frame, shown, mark.placed)
    lit = [at for each in marks for at in each.squares]
    if placing is not None:
        lit += [at for at, _ in placing.cells]
    lit += [at for each in options for at, _ in each.cells]
    labels = {each.squares[0]: each.label for each in marks if each.label}
    yield from lights.highlighted(theme, frame, lit, labels)


def _below(  # noqa: PLR0917 - inputs of the picture
    theme: Colours,
    state: Position,
    own: Seat,
    parts: _Parts,
    marks: Sequence[Mark],
    options: Sequence[Placed],
) -> Iterator[Piece]:
    """The contents of the panels below the colony."""
    top, heights = parts.room[3], parts.heights
    box = (3 * GAP, top + 4, WIDE - 3 * GAP, top + heights[0] - 2 * GAP)
    if options:
        yield from turned.pieces(theme, own.colony, options, box)
    elif parts.effect is not None:
        strip_box = (box[0], box[1] + 6, box[2], box[3])
        yield from strip.row(theme, parts.effect, strip_box)
    elif id_ := piece_of(marks):
        yield from shelf.placing(theme, id_, box)
    else:
        yield from shelf.pieces(theme, shelf.rows(state, own), own, box)
    if len(heights) > 1:
        pile = (box[0], top + heights[0] + 6, box[2], top + sum(heights) - 2 * GAP)
        yield from shelf.face_up(theme, state.face_up, pile)
