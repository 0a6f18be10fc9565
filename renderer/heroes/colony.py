"""A colony as a picture: cut to its built area, with its tokens and marks.

The marks are open edges, selectable places, and distances that are too short.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes import pieces
from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.pieces import DIRECTIONS, ENTRANCE, ENTRANCE_PIECE, WIDTH, Feature
from prowlerbot.games.heroes.seat import Tokens
from prowlerbot.games.heroes.stages.events import GEM_DISTANCE, ORE_DISTANCE
from renderer import fonts
from renderer.canvas import BLACK, WHITE, Canvas, Piece
from renderer.glyphs import Pen
from renderer.heroes import squares
from renderer.heroes.colours import Colours
from renderer.heroes.invaders import Trail
from renderer.heroes.layout import LEAST_SIZE, NAMES_ROOM, Frame, border_outside
from renderer.heroes.squares import SquareLook
from renderer.text import Slot, text_width, typeset
from renderer.theme import Colour, Tint


class ShownColony(NamedTuple):
    """A colony in a picture; ``lying`` is None before it is populated."""

    theme: Colours
    frame: Frame
    colony: Colony
    lying: Tokens | None


def _open_edge_pieces(shown: ShownColony, within: Container[int] | None = None) -> Iterator[Piece]:
    theme, frame, colony, _ = shown
    for direction in DIRECTIONS:
        for at in squares_in(colony.open_edges[direction] & colony.area):
            if within is None or at in within:
                yield _way_out_piece(theme, frame.size, direction).shifted(*frame.corner(at))


@lru_cache(maxsize=64)
def _way_out_piece(theme: Colours, size: int, direction: int) -> Piece:
    """The mark of an open edge: an arrow beyond it, which leaves the kind of edge visible."""
    out = border_outside(size)
    box, half = (-out, -out, size + out, size + out), size / 2
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    for drawn, colour, grown in (
        (shape, WHITE, 0.08),
        (canvas, theme.ink, 0.08),
        (canvas, theme.open, 0.0),
    ):
        pen = Pen(drawn, (half, half), half)
        half_base, base = 0.32 + 1.6 * grown, -1.06 + grown
        points = [(-half_base, base), (half_base, base), (0, -1.38 - 1.4 * grown)]
        for _ in range(direction):
            points = [(-y, x) for x, y in points]
        pen.polygon(points, colour)
    mask = shape.white_mask()
    return canvas.piece(theme, mask).within(mask.getbbox())


def highlight_pieces(
    theme: Colours, frame: Frame, selectable: Iterable[int], labels: Mapping[int, str]
) -> Iterator[Piece]:
    """Selectable squares, lit up, with labels half above them, where they hide no contents."""
    for at in selectable:
        yield _lit_frame_piece(theme, frame.size).shifted(*frame.corner(at))
    for at, label in labels.items():
        left, top = frame.corner(at)
        size = max(34, frame.size * 2 // 5)
        yield badge_piece(theme, label, size).shifted(left - 2, top - size // 2 - 1)


@lru_cache(maxsize=64)
def _lit_frame_piece(theme: Colours, size: int) -> Piece:
    box = (0, 0, size, size)
    canvas, shape = Canvas(box, theme.reach), Canvas(box, BLACK)
    wide = max(4, size // 16)
    shape.rectangle(0, 0, size, size, WHITE)
    shape.rectangle(wide + 2, wide + 2, size - wide - 2, size - wide - 2, BLACK)
    canvas.rectangle(wide, wide, size - wide, size - wide, theme.ink)
    return canvas.piece(theme, shape.white_mask())


@lru_cache(maxsize=512)
def badge_piece(theme: Colours, label: str, size: int) -> Piece:
    """A number or a letter to press, dark on light; longer labels are wider."""
    letters = max(LEAST_SIZE, round(size * 0.74))
    across = max(size, round(text_width(label, fonts.STRONG, letters)) + size // 2)
    tint = Tint(theme.ink, theme.paper)
    return _plate_piece(theme, label, (across, size, size / 2), letters, tint)


@lru_cache(maxsize=64)
def too_few_piece(theme: Colours, steps: int, needed: int, size: int) -> Piece:
    """The steps between a feature and the entrance, and those that it needs."""
    text, high = f"{steps}/{needed}", max(32, size * 2 // 5)
    letters = max(LEAST_SIZE, round(high * 0.86))
    across = round(text_width(text, fonts.STRONG, letters)) + high // 3
    tint = Tint(theme.paper, theme.ink)
    return _plate_piece(theme, text, (across, high, high / 3), letters, tint)


def _plate_piece(
    theme: Colours, text: str, shape: tuple[int, int, float], letters: int, tint: Tint
) -> Piece:
    """A text on a plate with this width, height and radius of its corners."""
    across, high, radius = shape
    box = (0, 0, across, high)
    canvas, mask = Canvas(box, theme.ink), Canvas(box, BLACK)
    mask.rounded(box, radius, WHITE)
    canvas.rounded(box, radius - 2, tint.ground, inset=2)
    canvas.put(typeset(theme, text, Slot((2, 0, across - 2, high), fonts.STRONG, letters), tint))
    return canvas.piece(theme, mask.white_mask())


_TOKEN_OF_FEATURE: dict[str, str] = {
    "ore": "gold",
    "chest": "gold",
    "campfire": "guard",
    "mess hall": "guard",
    "trap": "trap",
    "gem vein": "gem",
    "cell": "prisoner",
}
"""The token of each feature; an infirmary has none."""
_LEAST_DISTANCES: dict[Feature, int] = {"ore": ORE_DISTANCE, "gem vein": GEM_DISTANCE}
"""The least distance from the entrance square at which a feature brings anything."""


def colony_pieces(
    shown: ShownColony, *, ground: bool = True, trail: Trail | None = None
) -> Iterator[Piece]:
    """The pieces of a colony from bottom to top: the ``ground`` to build on, the squares, the
    ``trail`` of an invader, features and tokens, open edges, the names at the rim.

    Before the colony is populated, features show what they would bring, and their distance from
    the entrance if they are too near.
    """
    yield from _built_pieces(shown, ground=ground)
    if shown.lying is None:
        return
    if trail is None:
        yield from _lying_token_pieces(shown, shown.lying)
        return
    yield from trail.way
    yield from _feature_pieces(shown, shown.lying, trail.crossed)
    yield from _token_pieces(shown, shown.lying, trail)
    if trail.invader is not None:
        yield trail.invader


@lru_cache(maxsize=256)
def _lying_token_pieces(shown: ShownColony, lying: Tokens) -> tuple[Piece, ...]:
    return tuple(_token_pieces(shown, lying, Trail(())))


@lru_cache(maxsize=256)
def _built_pieces(shown: ShownColony, *, ground: bool) -> tuple[Piece, ...]:
    """The squares with their tokens, cached because moves of other seats do not change them."""
    theme, frame, _, lying = shown
    return (
        *(_ground_pieces(theme, frame) if ground else ()),
        *_name_pieces(theme, frame, theme.night if ground else theme.panel),
        *_square_pieces(shown),
        *_open_edge_pieces(shown),
        *(_too_few_pieces(shown) if lying is None else ()),
    )


def _token_pieces(shown: ShownColony, lying: Tokens, trail: Trail) -> Iterator[Piece]:
    """The tokens in a colony, and those that an invader struck."""
    theme, frame, colony, _ = shown
    armed, area = colony.squares_with("trap") & lying.traps, lying.anywhere
    for at in trail.struck:
        area |= 1 << at
    for at in squares_in(area):
        held = squares.SquareTokens(
            squares.tokens_at(lying, at),
            trail.struck.get(at, ()),
            armed=bool(armed >> at & 1),
            guest=at == trail.square,
        )
        yield from squares.lying_pieces(theme, frame.size, frame.corner(at), held)


def pieces_within(shown: ShownColony, fresh: int) -> Iterator[Piece]:
    """The part of a colony within the grid of its frame. The piece on ``fresh`` squares, which the
    player examines, is bright even if it is not sealed.
    """
    frame = shown.frame
    yield from _ground_pieces(shown.theme, frame)
    within = {row * WIDTH + column for row in frame.rows for column in frame.columns}
    yield from _square_pieces(shown, within, fresh=fresh)
    yield from _open_edge_pieces(shown, within)


def ghost_pieces(shown: ShownColony, placed: Placed) -> Iterator[Piece]:
    """The first square of a piece at a possible place; a vein shows its distance."""
    (theme, frame, colony, _), (at, cell) = shown, placed.cells[0]
    after = colony.with_piece(placed)
    has_depth = cell.feature in _LEAST_DISTANCES and at in after.distance
    near = has_depth and is_too_near(after, at, cell.feature)
    masonry = squares.is_masonry(placed.piece)
    torch = False if near else None
    look = SquareLook(masonry, full=not near, aside=has_depth, torch=torch, ghost=True)
    sprite = squares.square_picture(theme, frame.size, cell.edges, cell.feature, look)
    yield Piece(sprite, *frame.corner(at))
    if near:
        yield _too_few_at(shown._replace(colony=after), at, cell.feature)


@lru_cache(maxsize=64)
def _ground_pieces(theme: Colours, frame: Frame) -> tuple[Piece, ...]:
    sprite = _plot_picture(theme, frame.size)
    places = (row * WIDTH + column for row in frame.rows for column in frame.columns)
    return tuple(Piece(sprite, *frame.corner(at)) for at in places)


@lru_cache(maxsize=64)
def _plot_picture(theme: Colours, size: int) -> Image.Image:
    canvas = Canvas((0, 0, size, size), theme.soil)
    for line in (((0, 0), (size, 0)), ((0, 0), (0, size))):
        canvas.line(line, 2, theme.soil_dark)
    for x, y, radius in ((0.3, 0.35, 0.03), (0.7, 0.25, 0.02), (0.62, 0.74, 0.035)):
        canvas.disc((x * size, y * size), radius * size, theme.soil_dark)
    return canvas.finish(theme)


@lru_cache(maxsize=256)
def _name_pieces(theme: Colours, frame: Frame, under: Colour) -> tuple[Piece, ...]:
    """The names of the columns, which are letters, and of the rows, which are numbers."""
    tint = Tint(theme.line if under == theme.night else theme.muted, under)
    names, beyond = [], border_outside(frame.size)
    for column in frame.columns:
        left, *_ = frame.box(frame.rows.start * WIDTH + column)
        slot = Slot((0, 0, frame.size, NAMES_ROOM - 4), fonts.STRONG, 30)
        sprite = typeset(theme, pieces.COLUMNS[column], slot, tint)
        names.append(sprite.shifted(left, frame.top - NAMES_ROOM - beyond))
    for row in frame.rows:
        _, top, *_ = frame.box(row * WIDTH + frame.columns.start)
        slot = Slot((0, 0, NAMES_ROOM, frame.size), fonts.STRONG, 30, "right")
        sprite = typeset(theme, str(row + 1), slot, tint)
        names.append(sprite.shifted(frame.left - NAMES_ROOM - 8 - beyond, top))
    return tuple(names)


def _square_pieces(
    shown: ShownColony, within: Container[int] | None = None, fresh: int = 0
) -> Iterator[Piece]:
    theme, frame, colony, lying = shown
    for cell in ENTRANCE_PIECE.orientations[0].cells:
        at = ENTRANCE + cell.offset
        if within is None or at in within:
            what = squares.GATE if at == ENTRANCE else ""
            look = SquareLook(masonry=squares.ENTRANCE_IS_MASONRY)
            sprite = squares.square_picture(theme, frame.size, cell.edges, what, look)
            yield Piece(sprite, *frame.corner(at))
    for placed in colony.pieces:
        masonry = squares.is_masonry(placed.piece)
        sealed = not placed.area & ~colony.sealed
        for at, cell in placed.cells:
            if within is not None and at not in within:
                continue
            feature = cell.feature
            if lying is not None and feature == "trap" and lying.traps >> at & 1:
                feature = ""  # the token shows it; both together would look like two traps
            torch = None if fresh >> at & 1 else sealed
            look = _look_at(shown, at, feature, SquareLook(masonry, torch=torch))
            sprite = squares.square_picture(theme, frame.size, cell.edges, feature, look)
            yield Piece(sprite, *frame.corner(at))


def _look_at(shown: ShownColony, at: int, feature: Feature, bare: SquareLook) -> SquareLook:
    """The look of a square with a feature; ``bare`` is its look without one."""
    if not feature:
        return bare
    if shown.lying is None:
        near = is_too_near(shown.colony, at, feature)
        return bare._replace(full=not near, aside=bool(near))
    full = _has_its_token(shown.lying, at, feature, sealed=bool(bare.torch))
    return bare._replace(full=full, aside=bool(shown.lying.anywhere >> at & 1))


def _feature_pieces(shown: ShownColony, lying: Tokens, crossed: int) -> Iterator[Piece]:
    """The features along an invader's way, drawn again so that the way covers none."""
    theme, frame, colony, _ = shown
    for placed in colony.pieces:
        if not placed.area & crossed:
            continue
        bare = SquareLook(squares.is_masonry(placed.piece), torch=not placed.area & ~colony.sealed)
        for at, cell in placed.cells:
            armed = cell.feature == "trap" and lying.traps >> at & 1
            if cell.feature and crossed >> at & 1 and not armed:
                look = _look_at(shown, at, cell.feature, bare)
                sprite = squares.feature_piece(theme, frame.size, cell.feature, look)
                yield sprite.shifted(*frame.corner(at))


def is_too_near(colony: Colony, at: int, feature: Feature) -> bool:
    """Whether a feature is too near the entrance to yield something."""
    least = _LEAST_DISTANCES.get(feature, 0)
    return colony.distance.get(at, least) < least


_LEAST_SQUARE_WITH_STEPS = 48
"""The smallest side of a square with room for a distance."""


def _too_few_pieces(shown: ShownColony) -> Iterator[Piece]:
    colony = shown.colony
    for feature in _LEAST_DISTANCES:
        for at in squares_in(colony.squares_with(feature)):
            if is_too_near(colony, at, feature) and shown.frame.size >= _LEAST_SQUARE_WITH_STEPS:
                yield _too_few_at(shown, at, feature)


def _too_few_at(shown: ShownColony, at: int, feature: Feature) -> Piece:
    """The steps to a feature and those that it needs, in the lower right corner of its square."""
    size, steps = shown.frame.size, shown.colony.distance[at]
    sprite = too_few_piece(shown.theme, steps, _LEAST_DISTANCES[feature], size)
    _, _, right, bottom = shown.frame.box(at)
    inset = max(2, size // 20)  # so that it overlaps no other tile
    return sprite.shifted(right - sprite.image.width - inset, bottom - sprite.image.height - inset)


def _has_its_token(lying: Tokens, at: int, feature: Feature, *, sealed: bool) -> bool:
    if feature == "infirmary":
        return sealed
    kinds = {kind for kind, _ in squares.tokens_at(lying, at)}
    return _TOKEN_OF_FEATURE.get(feature) in kinds or (feature == "chest" and "gem" in kinds)
