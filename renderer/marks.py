"""Marks on boards: of the turn and the winner, letters for learners, and two compared moves.

A lit frame and a ribbon mark the turn and the winner. A comparison frames the places of the move
played and of a better one, each with an arrow if the move has a direction.
"""

import math
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from string import ascii_uppercase
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.game import Outcome
from prowlerbot.core.i18n import mark
from renderer import fonts
from renderer.canvas import BLACK, WHITE, XY, Box, Canvas, Piece, encode, put_all
from renderer.text import Slot, typeset, write
from renderer.theme import Colour, Theme, Tint

RIBBONS = (TO_MOVE, WINNER, SHARED) = (mark("TO MOVE"), mark("WINNER"), mark("SHARED"))
Ranks = Sequence[int] | None
"""The ranks in a match that ended early, empty without a result; None for other matches."""


def final_ranks(outcome: Outcome | None, ended: Ranks) -> Ranks:
    """The ranks after the end of a match, however it ended; None while it runs."""
    return ended if outcome is None else outcome.ranks


def ribbon_word(
    outcome: Outcome | None, ended: Ranks, seat: int, awaited: Container[int]
) -> str | None:
    """The word on the ribbon of a seat's panel, if any."""
    if (ranks := final_ranks(outcome, ended)) is None:
        return TO_MOVE if seat in awaited else None
    return winner_word(ranks, seat)


def winner_word(ranks: Ranks, seat: int) -> str | None:
    """The word for a winning seat, which differs for a shared victory; None for other seats."""
    if not ranks or ranks[seat - 1] > 1:
        return None
    return WINNER if ranks.count(1) == 1 else SHARED


@lru_cache(maxsize=32)
def lit_frame_pieces(
    theme: Theme, panel: Box, radius: int, colour: Colour, rim: Colour | None = None
) -> tuple[Piece, ...]:
    """A bright edge around a panel, between two lines of ``rim`` if it must be visible anywhere. It
    has a piece for each side, as one piece would mask all the pixels inside.
    """
    inner, outset = (4, -4) if rim is None else (6, -5)
    left, top, right, bottom = panel
    width, height = right - left - 2 * outset, bottom - top - 2 * outset
    transpose = Image.Transpose.TRANSPOSE
    edge, shape = (
        _widen(_widen(picture.transpose(transpose), height).transpose(transpose), width)
        for picture in _small_edge_and_mask(theme, radius, colour, rim)
    )
    whole = Piece(edge, left + outset, top + outset, shape)
    corner, side_width = radius - outset + 1, inner - outset + 2
    return tuple(
        whole.cropped(side)
        for side in (
            (0, 0, width, corner),
            (0, corner, side_width, height - corner),
            (width - side_width, corner, width, height - corner),
            (0, height - corner, width, height),
        )
    )


@lru_cache(maxsize=32)
def _small_edge_and_mask(
    theme: Theme, radius: int, colour: Colour, rim: Colour | None
) -> tuple[Image.Image, Image.Image]:
    """The edge of a panel that has little more than corners, and its mask."""
    lines = [(-4, colour)] if rim is None else [(-5, rim), (-3, colour), (4, rim)]
    inner, (outset, _) = 4 if rim is None else 6, lines[0]
    side = 2 * (radius + 1) + 1
    panel, box = (0, 0, side, side), (outset, outset, side - outset, side - outset)
    edge, shape = Canvas(box, theme.night), Canvas(box, BLACK)
    for inset, line in (*lines, (inner, theme.panel)):
        edge.rounded(panel, radius - inset, line, inset=inset)
    shape.rounded(panel, radius - outset, WHITE, inset=outset)
    shape.rounded(panel, radius - inner - 1, BLACK, inset=inner + 1)
    return edge.finish(theme), shape.white_mask()


def _widen(small: Image.Image, width: int) -> Image.Image:
    """A picture as wide as this: the column in the middle of a small one repeats."""
    mid, height = small.width // 2, small.height
    column = small.crop((mid, 0, mid + 1, height))
    widened = column.resize((width, height), Image.Resampling.NEAREST)
    widened.paste(small.crop((0, 0, mid, height)))
    right = small.crop((mid, 0, small.width, height))
    widened.paste(right, (width - right.width, 0))
    return widened


@lru_cache(maxsize=64)
def ribbon_piece(
    theme: Theme, slot: Slot, text: str, colour: Colour, ink: Colour | None = None
) -> Piece:
    """A word on a coloured ribbon, in the ink of badges unless another ``ink`` is given."""
    left, top, right, bottom = slot.box
    box = (0, 0, right - left, bottom - top)
    canvas = Canvas(box, theme.panel)
    canvas.rounded(box, 8, colour)
    inner = slot._replace(box=(6, 3, box[2] - 6, box[3] - 3))
    write(canvas, theme, text, inner, Tint(ink or theme.ink, colour))
    return canvas.piece(theme).shifted(left, top)


@lru_cache(maxsize=512)
def frame_edge_piece(theme: Theme, box: Box, fill: Colour) -> Piece:
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    canvas.rounded(box, 10, fill, inset=2)
    canvas.rounded(box, 6, theme.ink, inset=7)
    shape.rounded(box, 11, WHITE)
    shape.rounded(box, 5, BLACK, inset=8.5)
    return canvas.piece(theme, shape.white_mask())


LETTER_RADIUS = 26


def draw_letters(
    picture: Image.Image,
    theme: Theme,
    places: Iterable[XY],
    letters: Iterable[str] = ascii_uppercase,
) -> bytes:
    """The picture as PNG, with letters from A on at these places, for readers who learn it."""
    for text, (x, y) in zip(letters, places, strict=False):  # the first letters
        _letter_piece(theme, text, (round(x), round(y))).put(picture)
    return encode(picture, theme.palette_bytes)


@lru_cache(maxsize=64)
def _letter_piece(theme: Theme, text: str, centre: tuple[int, int]) -> Piece:
    canvas = Canvas.around(LETTER_RADIUS, theme.panel, centre)
    shape = Canvas(canvas.box, BLACK)
    canvas.discs(centre, (LETTER_RADIUS, theme.ink), (LETTER_RADIUS - 3, theme.glow))
    shape.disc(centre, LETTER_RADIUS, WHITE)
    left, top, right, bottom = canvas.box
    slot = Slot((left + 8, top + 8, right - 8, bottom - 8), fonts.STRONG, 40)
    canvas.put(typeset(theme, text, slot, Tint(theme.ink, theme.glow)))
    return canvas.piece(theme, shape.white_mask())


class MarkedMove(NamedTuple):
    """A move on a picture: where it leads and, if it has a direction, its start and its turns."""

    to: Box
    start: Box | None = None
    bends: tuple[XY, ...] = ()


class ArrowLook(NamedTuple):
    """The unit in which an arrow is drawn, its colour, and that within the ring at its start."""

    unit: float
    fill: Colour
    hole: Colour


_COMPARED_UNIT = 1.4
_JUDGEMENT_RADIUS = 25
_ARROW_RIM = 3.2  # the width of the ink around an arrow


def draw_compared_moves(
    picture: Image.Image,
    theme: Theme,
    played: Sequence[MarkedMove],
    better: Sequence[MarkedMove] = (),
) -> bytes:
    """The picture as PNG with the marks of both moves; the text names them with the same signs."""
    for moves, is_better in ((played, False), (better, True)):
        put_all(picture, _compared_move_pieces(theme, moves, picture.width, good=is_better))
    return encode(picture, theme.palette_bytes)


def _compared_move_pieces(
    theme: Theme, moves: Sequence[MarkedMove], picture_width: int, *, good: bool
) -> Iterator[Piece]:
    """The frame of a better move is inside that of a played one, and its sign is on the right."""
    fill, outside = (theme.won, 0) if good else (theme.lost, 7)
    look = ArrowLook(_COMPARED_UNIT, fill, hole=theme.ink)
    for to, start, bends in moves:
        left, top, right, bottom = to
        frame = left - outside, top - outside, right + outside, bottom + outside
        yield frame_edge_piece(theme, frame, fill)
        if start is not None and not _overlap(start, to):
            yield arrow_piece(theme, (centre_of(start), *bends, centre_of(to)), to, look)
    for (left, top, right, _), *_ in moves:
        x = min(right, picture_width - _JUDGEMENT_RADIUS) if good else max(left, _JUDGEMENT_RADIUS)
        yield _judgement_piece(theme, good=good).shifted(x, max(top, _JUDGEMENT_RADIUS))


@lru_cache(maxsize=16)
def _judgement_piece(theme: Theme, *, good: bool) -> Piece:
    """A tick or a cross on a disc."""
    canvas = Canvas.around(_JUDGEMENT_RADIUS, theme.ink)
    shape = Canvas(canvas.box, BLACK)
    canvas.disc((0, 0), _JUDGEMENT_RADIUS - 3, theme.won if good else theme.lost)
    lines: list[Sequence[XY]] = [((-10, 1), (-3, 9), (11, -8))]
    if not good:
        lines = [((-8, -8), (8, 8)), ((-8, 8), (8, -8))]
    for line in lines:
        canvas.line(line, 6, theme.ink)
    shape.disc((0, 0), _JUDGEMENT_RADIUS, WHITE)
    return canvas.piece(theme, shape.white_mask())


def _overlap(first: Box, second: Box) -> bool:
    """Whether two places overlap, so that no arrow fits between them."""
    overlaps_across = max(first[0], second[0]) < min(first[2], second[2])
    return overlaps_across and max(first[1], second[1]) < min(first[3], second[3])


def centre_of(box: Box) -> XY:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


@lru_cache(maxsize=1024)
def arrow_piece(theme: Theme, path: tuple[XY, ...], goal: Box, look: ArrowLook) -> Piece:
    """An arrow from a ring to the edge of its goal, on a shaft of seven units."""
    x, y = map(int, path[0])
    at_origin = tuple((point_x - x, point_y - y) for point_x, point_y in path)
    left, top, right, bottom = goal
    place = left - x, top - y, right - x, bottom - y
    return _arrow_at_origin(theme, at_origin, place, look).shifted(x, y)


@lru_cache(maxsize=512)
def _arrow_at_origin(theme: Theme, path: tuple[XY, ...], goal: Box, look: ArrowLook) -> Piece:
    unit, fill, hole = look
    ring, head = 13 * unit, 22 * unit
    start, (bend, end) = path[0], path[-2:]
    length = math.dist(bend, end)
    dx, dy = (end[0] - bend[0]) / length, (end[1] - bend[1]) / length
    half_width, half_height = (goal[2] - goal[0]) / 2, (goal[3] - goal[1]) / 2
    to_edge = min(half_width / max(abs(dx), 1e-9), half_height / max(abs(dy), 1e-9))
    min_length = ring + head if bend == start else head
    tip_at = max(length - to_edge + 10 * unit, min_length)

    def point_beside(along: float, aside: float = 0) -> XY:
        """The point ``along`` pixels on the last stretch, and ``aside`` pixels to its right."""
        return bend[0] + dx * along - dy * aside, bend[1] + dy * along + dx * aside

    xs, ys = zip(*path, strict=True)
    reach = 38 * unit
    left, top = math.floor(min(xs) - reach), math.floor(min(ys) - reach)
    box = left, top, math.ceil(max(xs) + reach), math.ceil(max(ys) + reach)
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    for target, rim, colour in ((canvas, 0.0, fill), (shape, _ARROW_RIM, WHITE)):
        target.line((*path[:-1], point_beside(tip_at - head)), 7 * unit + 2 * rim, colour)
        target.disc(start, ring + rim, colour)
        wing, wing_at = 14 * unit + rim, tip_at - head - rim
        wings = point_beside(wing_at, wing), point_beside(wing_at, -wing)
        target.polygon((point_beside(tip_at + 1.5 * rim), *wings), colour)
    canvas.discs(start, (ring - 4 * unit, theme.ink), (ring - 6 * unit, hole))
    mask = shape.white_mask()
    return canvas.piece(theme, mask).cropped(mask.getbbox())
