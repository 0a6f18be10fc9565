"""A colony as a picture: cut to what is built, with its tokens and open edges."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import lru_cache

from PIL import Image

from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.grid import COLUMNS, SQUARE, WIDTH, squares_in
from prowlerbot.games.heroes.pieces import ENTRANCE_AT, ENTRANCE_PIECE, Feature
from prowlerbot.games.heroes.populate import GEM_DISTANCE, ORE_DISTANCE
from prowlerbot.games.heroes.tokens import Tokens
from renderer import fonts
from renderer.canvas import Canvas
from renderer.piece import Piece
from renderer.text import Slot, Tint, written
from renderer.theme import Colour

from . import lights, squares, tokens
from .colours import Colours
from .frame import NAMES, Frame
from .squares import Look

_HOLDS: dict[str, str] = {
    "ore": "gold",
    "chest": "gold",
    "campfire": "guard",
    "mess hall": "guard",
    "trap": "trap",
    "gem vein": "gem",
    "cell": "prisoner",
}
"""What belongs on a feature; nothing on an infirmary."""
DEPTH: dict[Feature, int] = {"ore": ORE_DISTANCE, "gem vein": GEM_DISTANCE}
"""How far from the entrance square a feature has to be to bring anything."""


def pieces(
    theme: Colours,
    frame: Frame,
    colony: Colony,
    lying: Tokens | None,
    *,
    ground: bool = True,
    way: Iterable[Piece] = (),
) -> Iterator[Piece]:
    """The ``ground`` to build on, the squares, the ``way`` of an invader, tokens, open edges, the
    names at the rim.

    ``lying`` is None while nothing is populated yet: then features are shown as what they would
    bring, with how many squares they are too near.
    """
    if ground:
        yield from _ground(theme, frame)
    yield from _names(theme, frame, theme.night if ground else theme.panel)
    yield from _squares(theme, frame, colony, lying)
    yield from lights.open_edges(theme, frame, colony)
    yield from way
    if lying is None:
        yield from _missing(theme, frame, colony)
        return
    for at in squares_in(lying.anywhere):
        left, top, *_ = frame.box(at)
        yield from tokens.lying(theme, frame.size, tokens.on(lying, at), (left, top))


def within(theme: Colours, frame: Frame, colony: Colony) -> Iterator[Piece]:
    """What a part of the grid shows of a colony that is not populated; the rest lies outside."""
    yield from _ground(theme, frame)
    shown = {row * WIDTH + column for row in frame.rows for column in frame.columns}
    yield from _squares(theme, frame, colony, None, shown)
    yield from lights.open_edges(theme, frame, colony, shown)


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


@lru_cache(maxsize=256)
def _names(theme: Colours, frame: Frame, under: Colour) -> tuple[Piece, ...]:
    """Letters above the columns, numbers beside the rows."""
    tint = Tint(theme.line if under == theme.night else theme.muted, under)
    size = min(30, max(28, frame.size // 2))
    found = []
    for column in frame.columns:
        left, *_ = frame.box(frame.rows.start * WIDTH + column)
        slot = Slot((0, 0, frame.size, NAMES - 4), fonts.STRONG, size)
        sprite = written(theme, COLUMNS[column], slot, tint)
        found.append(sprite.shifted(left, frame.top - NAMES))
    for row in frame.rows:
        _, top, *_ = frame.box(row * WIDTH + frame.columns.start)
        slot = Slot((0, 0, NAMES, frame.size), fonts.STRONG, size, "right")
        sprite = written(theme, str(row + 1), slot, tint)
        found.append(sprite.shifted(frame.left - NAMES - 8, top))
    return tuple(found)


def _squares(
    theme: Colours,
    frame: Frame,
    colony: Colony,
    lying: Tokens | None,
    shown: Container[int] | None = None,
) -> Iterator[Piece]:
    for cell in ENTRANCE_PIECE.orientations[0].cells:
        at = ENTRANCE_AT + cell.offset
        if shown is not None and at not in shown:
            continue
        left, top, *_ = frame.box(at)
        what = squares.GATE if at == SQUARE["H7"] else ""
        look = Look(masonry=squares.ENTRANCE_IS_MASONRY)
        yield Piece(squares.square(theme, frame.size, cell.edges, what, look), left, top)
    for placed in colony.pieces:
        masonry = squares.is_masonry(placed.piece)
        sealed = not placed.area & ~colony.sealed
        for at, cell in placed.cells:
            if shown is not None and at not in shown:
                continue
            left, top, *_ = frame.box(at)
            if not cell.feature:
                full, aside = True, False
            elif lying is None:
                full = not too_near(colony, at, cell.feature)
                aside = not full
            else:
                full = _has_its_own(lying, at, cell.feature, sealed=sealed)
                aside = bool(lying.anywhere >> at & 1)
            look = Look(masonry, full, aside, sealed)
            sprite = squares.square(theme, frame.size, cell.edges, cell.feature, look)
            yield Piece(sprite, left, top)


def too_near(colony: Colony, at: int, feature: Feature) -> int:
    """How many squares farther away a feature would have to be to yield something."""
    needed = DEPTH.get(feature, 0)
    return max(0, needed - colony.distance.get(at, needed)) if needed else 0


def _missing(theme: Colours, frame: Frame, colony: Colony) -> Iterator[Piece]:
    for feature in DEPTH:
        for at in squares_in(colony.squares_with(feature)):
            if count := too_near(colony, at, feature):
                sprite = lights.missing(theme, count, frame.size)
                _, _, right, bottom = frame.box(at)
                inset = max(2, frame.size // 12)  # so that it lies on no other tile
                x, y = right - sprite.image.width - inset, bottom - sprite.image.height - inset
                yield sprite.shifted(x, y)


def _has_its_own(lying: Tokens, at: int, feature: Feature, *, sealed: bool) -> bool:
    """Whether a feature has what belongs on it."""
    if feature == "infirmary":
        return sealed
    kinds = {kind for kind, _ in tokens.on(lying, at)}
    return _HOLDS.get(feature) in kinds or (feature == "chest" and "gem" in kinds)
