"""A player's own board: the colony large, what can be built with, what can be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from renderer import png
from renderer.piece import Piece
from renderer.text import Box
from renderer.theme import NIGHT

from . import colony, heading, lights, shelf, strip, table, trail, turned
from .board import draw_table, lying
from .colours import COLOURS, Colours
from .fate import Fate, Toll, fate, toll
from .frame import framed
from .table import GAP, WIDE

_HIGH, _MOST = 860, 1400
"""Pixels for the colony, and for the whole picture at most."""


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
    options: Sequence[Placed] = (),
    names: Sequence[str] = (),
    came: Seat | None = None,
) -> bytes:
    """The board of ``seat`` as PNG, 1000 wide, from a view that may show it.

    ``marks`` are the places to choose from, ``placing`` is a piece as it would lie, ``options`` are
    the ways in which it could lie there, which are numbered from 1. ``names`` are those of all
    seats, which stand where all are shown: between the rounds. ``came`` is the seat as the card
    came that is there, to tell what an event has done.
    """
    colours = COLOURS[theme]
    drawn = picture(state, seat, colours, marks, placing, options, names, came)
    return png.encode(drawn, colours.palette_bytes)


def picture(  # noqa: PLR0917 - what the picture depends on
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
        return draw_table(state, names or [""] * len(state.seats), theme, None, top)
    own = state.seats[seat - 1]
    fared = _fared(state, own, came)
    feet = _feet(state, own, fared, options)
    drawn = _frame(theme, top, feet).copy()
    for piece in heading.pieces(theme, state):
        piece.put(drawn)
    within = _room(top, feet)
    for piece in _colony(theme, state, own, fared, within, marks, placing):
        piece.put(drawn)
    for piece in _below(theme, state, own, fared, options, within[3], feet):
        piece.put(drawn)
    return drawn


def _fared(state: Position, own: Seat, came: Seat | None) -> Fate | Toll | None:
    """What is told at the foot: how an invader fared, or what an event did."""
    return fate(state, own) or (toll(state, came, own) if came is not None else None)


def room(
    state: Position, seat: int, options: Sequence[Placed] = (), came: Seat | None = None
) -> Box:
    """Where the colony is; the first panel is right below."""
    own = state.seats[seat - 1]
    fared = _fared(state, own, came)
    return _room(heading.height(state), _feet(state, own, fared, options))


def _room(top: int, feet: tuple[int, ...]) -> Box:
    return GAP, top, WIDE - GAP, top + _high(top, feet)


def _feet(
    state: Position, own: Seat, fared: Fate | Toll | None, options: Sequence[Placed]
) -> tuple[int, ...]:
    """How high the panels below the colony are."""
    low = fared is not None or _is_idle(state, own)
    first = strip.HIGH + 3 * GAP if low and not options else shelf.HIGH
    return (first, shelf.HIGH) if state.live and state.face_up else (first,)


def _is_idle(state: Position, own: Seat) -> bool:
    """Whether there is nothing to build with until the next round."""
    return not state.building and not shelf.groups(state, own)


def _high(top: int, feet: tuple[int, ...]) -> int:
    return min(_HIGH, _MOST - top - sum(feet))


def _frame(theme: Colours, top: int, feet: tuple[int, ...]) -> Image.Image:
    below = top + _high(top, feet)
    boxes = [(GAP, GAP, WIDE - GAP, top - GAP)]
    for high in feet:
        boxes.append((GAP, below, WIDE - GAP, below + high - GAP))
        below += high
    return table.form(theme, (WIDE, below), tuple(boxes))


def _colony(  # noqa: PLR0917 - what is shown of it
    theme: Colours,
    state: Position,
    own: Seat,
    fared: Fate | Toll | None,
    within: Box,
    marks: Sequence[Mark],
    placing: Placed | None,
) -> Iterator[Piece]:
    shown = own.colony if placing is None else own.colony.with_piece(placing)
    frame = framed(shown.area, within)
    way = trail.walked(theme, frame, own) if isinstance(fared, Fate) else ()
    yield from colony.pieces(theme, frame, shown, lying(state, own), way=way)
    if isinstance(fared, Fate):
        yield trail.stands(theme, frame, fared)
    lit = [at for each in marks for at in each.squares]
    if placing is not None:
        lit += [at for at, _ in placing.cells]
    labels = {each.squares[0]: each.label for each in marks if each.label}
    yield from lights.highlighted(theme, frame, lit, labels, own.colony.area)


def _below(  # noqa: PLR0917 - what is shown there
    theme: Colours,
    state: Position,
    own: Seat,
    fared: Fate | Toll | None,
    options: Sequence[Placed],
    top: int,
    feet: tuple[int, ...],
) -> Iterator[Piece]:
    """What the panels below the colony hold."""
    box = (3 * GAP, top + 4, WIDE - 3 * GAP, top + feet[0] - 2 * GAP)
    if options:
        yield from turned.pieces(theme, own.colony, options, box)
    elif fared is not None:
        told = (box[0], box[1] + 6, box[2], box[3])
        yield from strip.row(theme, fared, told)
    elif _is_idle(state, own):
        yield from shelf.stash(theme, own, box)
    else:
        yield from shelf.pieces(theme, shelf.groups(state, own), own, box)
    if len(feet) > 1:
        pile = (box[0], top + feet[0] + 6, box[2], top + sum(feet) - 2 * GAP)
        yield from shelf.face_up(theme, state.face_up, pile)
