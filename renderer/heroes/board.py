"""The shared picture: how far everybody is, every colony in small, and what walks through them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.tokens import Tokens
from renderer import fonts, marks, png
from renderer.canvas import Canvas
from renderer.owners import draw_sign
from renderer.piece import Piece
from renderer.text import Box, Slot, Tint, named, player, written
from renderer.theme import NIGHT

from . import colony, heading, shelf, strip, table, trail
from .colours import COLOURS, Colours
from .course import worth
from .fate import fate, invader_of, toll
from .frame import framed
from .table import GAP, RADIUS, WIDE

HEAD = 62
"""Pixels for the name and the treasure above a colony."""
WORD = 36
"""And for a word about the seat below them."""
HIGH = {1: 1130, 2: 880, 3: 1388, 4: 1388}
"""Pixels of the whole picture, by the number of seats."""

BUILDING, FINISHED, CHOOSING = mark("building"), mark("finished"), mark("choosing")
LEFT = mark("has left")


def draw_board(
    state: Position,
    names: Sequence[str],
    *,
    theme: str = NIGHT.name,
    ended: Sequence[int] | None = None,
    came: Sequence[Seat] = (),
) -> bytes:
    """The position as PNG, 1000 wide, as far as the viewer of ``state`` may know it.

    ``ended`` is for a match that ended before it was played out: the ranks of the seats, or nothing
    where there is no result. ``came`` are the seats as the card came that is there, to tell what an
    event has done.
    """
    colours = COLOURS[theme]
    return png.encode(picture(state, names, colours, ended, (), came), colours.palette_bytes)


def picture(  # noqa: PLR0917 - what the picture depends on
    state: Position,
    names: Sequence[str],
    theme: Colours,
    ended: Sequence[int] | None = None,
    areas: Sequence[int] = (),
    came: Sequence[Seat] = (),
) -> Image.Image:
    """The same as a picture in the theme's palette (mode P).

    ``areas`` are squares of each seat that are to be in sight besides its colony: what it will have
    built, so that nothing moves in an animation.
    """
    top = heading.height(state)
    seats = len(state.seats)
    if table.is_shown(state):
        return draw_table(state, names, theme, ended, top)
    pile = _pile_box(state, top)
    drawn = _frames(theme, seats, top, pile).copy()
    for piece in heading.pieces(theme, state):
        piece.put(drawn)
    if pile is not None:
        left, high, right, low = pile
        within = (left + 20, high + 6, right - 20, low - 6)
        for piece in shelf.face_up(theme, state.face_up, within):
            piece.put(drawn)
        top = low + GAP
    for seat, box in enumerate(seat_boxes(seats, top), 1):
        area = areas[seat - 1] if areas else 0
        before = came[seat - 1] if came else None
        for piece in _seat(state, seat, names[seat - 1], theme, ended, box, area, before):
            piece.put(drawn)
    return drawn


def draw_table(
    state: Position,
    names: Sequence[str],
    theme: Colours,
    ended: Sequence[int] | None,
    top: int,
) -> Image.Image:
    offer = table.offer_box(state, top)
    boxes = [(GAP, GAP, WIDE - GAP, top - GAP), *table.row_boxes(state, top)]
    if offer is not None:
        boxes.insert(1, offer)
    drawn = table.form(theme, (WIDE, table.height(state, top)), tuple(boxes)).copy()
    seats = range(1, len(state.seats) + 1)
    wanted = [player(names[seat - 1], seat, 24) for seat in seats]
    told = (status(state, seat, ended) for seat in seats)
    said = [(tr(word) if word else "", lit) for word, lit in told]
    for piece in (*heading.pieces(theme, state), *table.pieces(theme, state, wanted, said, top)):
        piece.put(drawn)
    return drawn


def seat_boxes(seats: int, top: int) -> list[Box]:
    """Where each seat's panel is, below the heading."""
    bottom = HIGH[seats] - GAP
    middle, half = WIDE // 2, (top + bottom - GAP) // 2
    left, right = (GAP, middle - GAP // 2), (middle + GAP // 2, WIDE - GAP)
    if seats == 1:
        return [(GAP, top, WIDE - GAP, bottom)]
    if seats == 2:
        return [(left[0], top, left[1], bottom), (right[0], top, right[1], bottom)]
    upper, lower = (top, half), (half + GAP, bottom)
    boxes = [(x0, y0, x1, y1) for y0, y1 in (upper, lower) for x0, x1 in (left, right)]
    if seats == 3:
        boxes[2:] = [(GAP, lower[0], WIDE - GAP, lower[1])]
    return boxes


def _pile_box(state: Position, top: int) -> Box | None:
    """Where the face-up tiles lie that all may take."""
    if not state.live or not state.face_up:
        return None
    return (GAP, top, WIDE - GAP, top + shelf.HIGH - GAP)


@lru_cache(maxsize=32)
def _frames(theme: Colours, seats: int, top: int, pile: Box | None) -> Image.Image:
    """Everything that does not change: panels without words."""
    canvas = Canvas((0, 0, WIDE, HIGH[seats]), theme.night)
    canvas.panel((GAP, GAP, WIDE - GAP, top - GAP), RADIUS, theme)
    if pile is not None:
        canvas.panel(pile, RADIUS, theme)
        top = pile[3] + GAP
    for seat, box in enumerate(seat_boxes(seats, top), 1):
        canvas.panel(box, RADIUS, theme)
        colours = theme.seats[seat - 1], theme.ink
        draw_sign(canvas, seat, (box[0] + 32, box[1] + HEAD / 2 + 2), 13, colours)
    return canvas.finish(theme)


def _seat(  # noqa: PLR0917 - what a panel depends on
    state: Position,
    seat: int,
    name: str,
    theme: Colours,
    ended: Sequence[int] | None,
    box: Box,
    area: int,
    came: Seat | None,
) -> Iterator[Piece]:
    own = state.seats[seat - 1]
    left, top, right, _ = box
    word, lit = status(state, seat, ended)
    if lit:
        yield marks.lit_frame(theme, box, RADIUS, theme.seats[seat - 1])
    plain, quiet = Tint(theme.words, theme.panel), Tint(theme.muted, theme.panel)
    amount = Slot((right - 150, top + 6, right - 56, top + HEAD), fonts.STRONG, 46, "right")
    yield written(theme, str(worth(own)), amount, Tint(theme.gilt, theme.panel))
    yield strip.plain(theme, "gold", 40).shifted(right - 52, top + 14)
    if word:
        box = (left, top + WORD, right, box[3])
        below = (left + 60, top + HEAD - 6, right - 20, top + HEAD + WORD - 6)
        said = Slot(below, fonts.TEXT, 31, "left")
        yield written(theme, tr(word), said, plain if lit else quiet)
    slot = Slot((left + 60, top + 6, right - 134, top + HEAD), fonts.SCRIPTS[0], 36, "left")
    yield named(theme, player(name, seat, 24), slot, plain)
    if own.playing:
        yield from _colony(theme, state, own, box, area, came)


def _colony(  # noqa: PLR0917 - what a colony depends on
    theme: Colours, state: Position, own: Seat, box: Box, area: int, came: Seat | None
) -> Iterator[Piece]:
    left, top, right, bottom = box
    done = toll(state, came, own) if came is not None else None
    foot = strip.HIGH if invader_of(state) is not None or done is not None else 0
    inner = (left + 12, top + HEAD + 2, right - 12, bottom - 12 - foot)
    frame = framed(own.colony.area | area, inner, margin=0)
    yield from colony.pieces(theme, frame, own.colony, lying(state, own), ground=False)
    fared, below = fate(state, own), (left + 20, bottom - foot, right - 20, bottom)
    if fared is not None:
        yield from trail.walked(theme, frame, own, fared)
        yield from strip.pieces(theme, fared, below)
    elif done is not None:
        yield from strip.event(theme, done, below)


def lying(state: Position, own: Seat) -> Tokens | None:
    """The tokens in a colony; None while it is not populated."""
    if own.walk is not None:
        return own.walk.tokens
    if state.phase == "build" and own.stage != "populate" and not own.tokens.anywhere:
        return None
    return own.tokens


def status(state: Position, seat: int, ended: Sequence[int] | None) -> tuple[str, bool]:
    """A word about a seat, and whether its panel is lit: it is awaited, or it has won."""
    ranks = ended if state.outcome is None else state.outcome.ranks
    if not state.seats[seat - 1].playing:
        return LEFT, False
    if ranks is not None:
        word = marks.won(ranks, seat)
        return word or "", word is not None
    asked = state.phase != "invasion" or state.seats[seat - 1].legal
    if seat in state.to_move and asked:
        return {"build": BUILDING, "planning": CHOOSING}.get(state.phase, ""), True
    if state.phase == "build" and state.to_move - {0}:
        return FINISHED, False
    return "", False
