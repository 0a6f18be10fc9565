"""A colony as a picture: cut to what is built, with tokens, open edges and what is marked in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.grid import (
    COLUMNS,
    DIRECTIONS,
    ENTRANCE,
    ROWS,
    SQUARE,
    WIDTH,
    squares_in,
)
from prowlerbot.games.heroes.pieces import ENTRANCE_AT, ENTRANCE_PIECE, Feature
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.tokens import NO_TOKENS, Tokens
from renderer import fonts
from renderer.canvas import Canvas
from renderer.glyphs import Pen, arch
from renderer.piece import Piece
from renderer.text import Box, Slot, Tint, written
from renderer.theme import Colour

from . import glyphs
from .colours import Colours
from .squares import square

MARGIN = 1
"""Squares around what is built, so that there is room to build."""
NAMES = 34
"""Pixels for the names of rows and columns."""

_LARGEST = 140
_HOLDS: dict[str, str] = {
    "ore": "gold",
    "chest": "gold",
    "campfire": "guard",
    "mess hall": "guard",
    "trap": "trap",
    "gem vein": "gem",
    "cell": "prisoner",
}


@dataclass(frozen=True)
class Frame:
    """Which part of the grid is shown, and how large: ``left`` and ``top`` are where it begins."""

    columns: range
    rows: range
    size: int
    left: int
    top: int

    def box(self, number: int) -> Box:
        row, column = divmod(number, WIDTH)
        x = self.left + (column - self.columns.start) * self.size
        y = self.top + (row - self.rows.start) * self.size
        return x, y, x + self.size, y + self.size

    def centre(self, number: int) -> tuple[float, float]:
        left, top, right, bottom = self.box(number)
        return (left + right) / 2, (top + bottom) / 2

    @property
    def right(self) -> int:
        return self.left + len(self.columns) * self.size

    @property
    def bottom(self) -> int:
        return self.top + len(self.rows) * self.size


def framed(colony: Colony, box: Box, *, margin: int = MARGIN, names: int = NAMES) -> Frame:
    """The part of the grid that a colony needs, as large as it fits into a box, in its middle."""
    squares = squares_in(colony.area)
    across = [each % WIDTH for each in squares]
    down = [each // WIDTH for each in squares]
    columns = range(max(0, min(across) - margin), min(len(COLUMNS), max(across) + margin + 1))
    rows = range(max(0, min(down) - margin), min(ROWS, max(down) + margin + 1))
    left, top, right, bottom = box
    fits = min((right - left - names) // len(columns), (bottom - top - names) // len(rows))
    size = min(_LARGEST, fits) // 2 * 2
    x = left + names + (right - left - names - size * len(columns)) // 2
    y = top + names + (bottom - top - names - size * len(rows)) // 2
    return Frame(columns, rows, size, x, y)


def lay(picture: Image.Image, theme: Colours, frame: Frame, colony: Colony, tokens: Tokens) -> None:
    """Put a colony with its tokens into a picture."""
    for piece in pieces(theme, frame, colony, tokens):
        piece.put(picture)


def pieces(
    theme: Colours,
    frame: Frame,
    colony: Colony,
    tokens: Tokens = NO_TOKENS,
    *,
    ground: bool = True,
) -> Iterator[Piece]:
    """The ``ground`` to build on, the squares, tokens, open edges, the names at the rim."""
    if ground:
        yield from _ground(theme, frame)
    yield from _names(theme, frame, theme.night if ground else theme.panel)
    yield from _squares(theme, frame, colony, tokens)
    yield from _tokens(theme, frame, tokens)
    yield from _open_edges(theme, frame, colony)


def _ground(theme: Colours, frame: Frame) -> Iterator[Piece]:
    sprite = _plot(theme, frame.size)
    for row in frame.rows:
        for column in frame.columns:
            left, top, *_ = frame.box(row * WIDTH + column)
            yield Piece(sprite, left, top)


@lru_cache(maxsize=64)
def _plot(theme: Colours, size: int) -> Image.Image:
    """A square on which nothing is built."""
    canvas = Canvas((0, 0, size, size), theme.soil)
    for line in (((0, 0), (size, 0)), ((0, 0), (0, size))):
        canvas.line(line, 2, theme.soil_dark)
    for x, y, radius in ((0.3, 0.35, 0.03), (0.7, 0.25, 0.02), (0.62, 0.74, 0.035)):
        canvas.disc((x * size, y * size), radius * size, theme.soil_dark)
    return canvas.finish(theme)


def _names(theme: Colours, frame: Frame, under: Colour) -> Iterator[Piece]:
    tint = Tint(theme.line if under == theme.night else theme.muted, under)
    size = min(28, frame.size // 2 + 4)
    for column in frame.columns:
        left, _, right, _ = frame.box(frame.rows.start * WIDTH + column)
        slot = Slot((left, frame.top - NAMES, right, frame.top), fonts.STRONG, size)
        yield written(theme, COLUMNS[column], slot, tint)
    for row in frame.rows:
        _, top, _, bottom = frame.box(row * WIDTH + frame.columns.start)
        slot = Slot(
            (frame.left - NAMES - 6, top, frame.left - 6, bottom), fonts.STRONG, size, "right"
        )
        yield written(theme, str(row + 1), slot, tint)


def _squares(theme: Colours, frame: Frame, colony: Colony, tokens: Tokens) -> Iterator[Piece]:
    for cell in ENTRANCE_PIECE.orientations[0].cells:
        at = ENTRANCE_AT + cell.offset
        left, top, *_ = frame.box(at)
        if at == SQUARE["H7"]:
            yield Piece(_gate(theme, frame.size), left, top)
        else:
            yield Piece(square(theme, frame.size, cell.edges, "", full=False), left, top)
    for placed in colony.pieces:
        for at, cell in placed.cells:
            left, top, *_ = frame.box(at)
            full = _holds(tokens, at, cell.feature) or cell.feature == "infirmary"
            yield Piece(square(theme, frame.size, cell.edges, cell.feature, full=full), left, top)


def _holds(tokens: Tokens, at: int, feature: Feature) -> bool:
    """Whether a feature has what belongs on it."""
    return any(kind == _HOLDS.get(feature) for kind, _ in on(tokens, at))


@lru_cache(maxsize=64)
def _gate(theme: Colours, size: int) -> Image.Image:
    """The entrance square: stairs under an arch."""
    drawn = square(theme, size, ".+++", "", full=False).copy()
    within = size * 3 // 5 // 2 * 2
    half, aside = within / 2, (size - within) // 2
    canvas = Canvas((0, 0, within, within), theme.cavern)
    arch(Pen(canvas, (half, half), half), theme.rim, theme.flame)
    drawn.paste(canvas.finish(theme), (aside, aside - size // 20))
    return drawn


def on(tokens: Tokens, at: int) -> list[tuple[str, int]]:
    """What lies on a square: kinds of tokens with their number, in the order in which they act."""
    found = [
        ("trap", tokens.traps >> at & 1),
        ("guard", tokens.guards >> at & 1),
        ("gold", tokens.gold_on(at)),
        ("gem", tokens.gems >> at & 1),
        ("prisoner", tokens.prisoners >> at & 1),
    ]
    return [(kind, count) for kind, count in found if count]


def _tokens(theme: Colours, frame: Frame, tokens: Tokens) -> Iterator[Piece]:
    for at in squares_in(tokens.anywhere):
        _, _, right, bottom = frame.box(at)
        found = on(tokens, at)
        size = frame.size * 10 // 23
        for place, (kind, count) in enumerate(found):
            sprite = token(theme, size, kind, count)
            x = right - size - place * (size * 9 // 10) - 2
            yield Piece(sprite.image, x, bottom - size - 2, sprite.mask)


@lru_cache(maxsize=256)
def token(theme: Colours, size: int, kind: str, count: int = 1) -> Piece:
    """A token: its sign in its colour on a dark disc; gold with its number."""
    box = (0, 0, size, size)
    half = size / 2
    colour = {
        "gold": theme.lamp,
        "gem": theme.gem,
        "guard": theme.guard,
        "trap": theme.trap,
        "prisoner": theme.prisoner,
    }[kind]
    canvas, shape = Canvas(box, theme.ink), Canvas(box, (0, 0, 0))
    shape.disc((half, half), half, (255, 255, 255))
    canvas.disc((half, half), half - 2, colour)
    if kind == "gold":
        canvas.disc((half, half), half * 0.72, theme.ink)
        canvas.disc((half, half), half * 0.62, colour)
    else:
        canvas.disc((half, half), half * 0.84, theme.ink)
        glyphs.TOKENS[kind](Pen(canvas, (half, half), half * 0.58), colour, theme.ink)
    sprite = canvas.finish(theme)
    if kind == "gold":
        slot = Slot((0, 0, size, size), fonts.STRONG, round(size * 0.62))
        written(theme, str(count), slot, Tint(theme.ink, colour)).put(sprite)
    return Piece(sprite, 0, 0, shape.whole())


def _open_edges(theme: Colours, frame: Frame, colony: Colony) -> Iterator[Piece]:
    built = colony.area
    for direction in DIRECTIONS:
        for at in squares_in(colony.open_edges[direction] & built):
            left, top, *_ = frame.box(at)
            sprite = _gap(theme, frame.size, direction)
            yield Piece(sprite.image, left, top, sprite.mask)


@lru_cache(maxsize=64)
def _gap(theme: Colours, size: int, direction: int) -> Piece:
    """The mark of an open edge: an arrow out of the piece."""
    box = (0, 0, size, size)
    half = size / 2
    canvas, shape = Canvas(box, theme.ink), Canvas(box, (0, 0, 0))
    for drawn, colour, grown in (
        (shape, (255, 255, 255), 0.045),
        (canvas, theme.ink, 0.045),
        (canvas, theme.open, 0.0),
    ):
        pen = Pen(drawn, (half, half), half)
        points = [(-0.2 - grown, -0.72 + grown), (0.2 + grown, -0.72 + grown), (0, -0.97 - grown)]
        for _ in range(direction):
            points = [(-y, x) for x, y in points]
        pen.polygon(points, colour)
    return Piece(canvas.finish(theme), 0, 0, shape.whole())


def walked(theme: Colours, frame: Frame, seat: Seat) -> Iterator[Piece]:
    """The way of the invader, and where it is."""
    way = [at for at, what in seat.trace if not what] or [ENTRANCE] * (seat.walk is not None)
    if not way:
        return
    points = [frame.centre(at) for at in ((ENTRANCE, *way) if way[0] != ENTRANCE else way)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = (int(min(xs)) - 20, int(min(ys)) - 20, int(max(xs)) + 20, int(max(ys)) + 20)
    canvas, shape = Canvas(box, theme.ink), Canvas(box, (0, 0, 0))
    shape.line(points, 14, (255, 255, 255))
    canvas.line(points, 8, theme.trail)
    yield Piece(canvas.finish(theme), *box[:2], shape.whole())
    size = frame.size * 5 // 8
    if seat.walk is not None:
        x, y = frame.centre(seat.walk.square)
        sprite = _invader(theme, size)
        yield Piece(sprite.image, int(x) - size // 2, int(y) - size // 2, sprite.mask)


@lru_cache(maxsize=32)
def _invader(theme: Colours, size: int) -> Piece:
    box, half = (0, 0, size, size), size / 2
    canvas, shape = Canvas(box, theme.ink), Canvas(box, (0, 0, 0))
    shape.disc((half, half), half, (255, 255, 255))
    canvas.disc((half, half), half - 2, theme.paper)
    glyphs.hero(Pen(canvas, (half, half), half * 0.66), theme.ink, theme.paper)
    return Piece(canvas.finish(theme), 0, 0, shape.whole())


def highlighted(
    theme: Colours, frame: Frame, squares: Iterable[int], labels: Mapping[int, str]
) -> Iterator[Piece]:
    """Squares that can be chosen, lit up, those with a label with it in their middle."""
    for at in squares:
        left, top, *_ = frame.box(at)
        sprite = _lit(theme, frame.size)
        yield Piece(sprite.image, left, top, sprite.mask)
    for at, label in labels.items():
        left, top, *_ = frame.box(at)
        yield badge(theme, label, (left + 3, top + 3), max(30, frame.size * 3 // 8))


@lru_cache(maxsize=64)
def _lit(theme: Colours, size: int) -> Piece:
    box = (0, 0, size, size)
    canvas, shape = Canvas(box, theme.reach), Canvas(box, (0, 0, 0))
    width = max(3, size // 20)
    shape.rectangle(0, 0, size, size, (255, 255, 255))
    shape.rectangle(width, width, size - width, size - width, (0, 0, 0))
    return Piece(canvas.finish(theme), 0, 0, shape.whole())


@lru_cache(maxsize=512)
def badge(theme: Colours, label: str, at: tuple[int, int], size: int) -> Piece:
    """A number to press: dark on light, in a disc."""
    box = (0, 0, size, size)
    half = size / 2
    canvas, shape = Canvas(box, theme.ink), Canvas(box, (0, 0, 0))
    shape.disc((half, half), half, (255, 255, 255))
    canvas.disc((half, half), half - 2, theme.paper)
    sprite = canvas.finish(theme)
    slot = Slot((2, 0, size - 2, size), fonts.STRONG, round(size * 0.72))
    written(theme, label, slot, Tint(theme.ink, theme.paper)).put(sprite)
    return Piece(sprite, *at, shape.whole())
