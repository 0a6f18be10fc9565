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
from renderer.heroes.layout import MIN_LETTER_SIZE, NAMES_ROOM, Frame, border_outside
from renderer.heroes.squares import SquareLook
from renderer.text import Slot, text_width, typeset
from renderer.theme import Colour, Tint

_MIN_BADGE_SIZE, _MIN_STEPS_HEIGHT = 34, 32
"""In pixels: the least size of a label above a square, and the least height of a distance."""
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
_MIN_DISTANCES: dict[Feature, int] = {"ore": ORE_DISTANCE, "gem vein": GEM_DISTANCE}
"""The least distance from the entrance square at which a feature brings anything."""
_MIN_SQUARE_WITH_STEPS = 48
"""The smallest side of a square with room for a distance."""


class ShownColony(NamedTuple):
    """A colony in a picture; ``tokens`` is None before it is populated."""

    theme: Colours
    frame: Frame
    colony: Colony
    tokens: Tokens | None


Visible = Container[int] | None
"""The only squares to draw; None for all."""


def _open_edge_pieces(shown: ShownColony, visible: Visible = None) -> Iterator[Piece]:
    theme, frame, colony, _ = shown
    for direction in DIRECTIONS:
        for square in squares_in(colony.open_edges[direction] & colony.area):
            if visible is None or square in visible:
                yield _open_edge_arrow(theme, frame.size, direction).shifted(*frame.corner(square))


@lru_cache(maxsize=64)
def _open_edge_arrow(theme: Colours, size: int, direction: int) -> Piece:
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
    return canvas.piece(theme, mask).cropped(mask.getbbox())


def highlight_pieces(
    theme: Colours, frame: Frame, selectable: Iterable[int], labels: Mapping[int, str]
) -> Iterator[Piece]:
    """Selectable squares, lit up, with labels half above them, where they hide no contents."""
    for square in selectable:
        yield _lit_frame_piece(theme, frame.size).shifted(*frame.corner(square))
    for square, label in labels.items():
        left, top = frame.corner(square)
        size = max(_MIN_BADGE_SIZE, frame.size * 2 // 5)
        yield badge_piece(theme, label, size).shifted(left - 2, top - size // 2 - 1)


@lru_cache(maxsize=64)
def _lit_frame_piece(theme: Colours, size: int) -> Piece:
    box = (0, 0, size, size)
    canvas, shape = Canvas(box, theme.reach), Canvas(box, BLACK)
    width = max(4, size // 16)
    shape.rectangle(0, 0, size, size, WHITE)
    shape.rectangle(width + 2, width + 2, size - width - 2, size - width - 2, BLACK)
    canvas.rectangle(width, width, size - width, size - width, theme.ink)
    return canvas.piece(theme, shape.white_mask())


@lru_cache(maxsize=512)
def badge_piece(theme: Colours, label: str, size: int) -> Piece:
    """A number or a letter to press, dark on light; longer labels are wider."""
    letters = max(MIN_LETTER_SIZE, round(size * 0.74))
    width = max(size, round(text_width(label, fonts.STRONG, letters)) + size // 2)
    tint = Tint(theme.ink, theme.paper)
    return _plate_piece(theme, label, (width, size, size / 2), letters, tint)


@lru_cache(maxsize=64)
def steps_piece(theme: Colours, steps: int, needed: int, size: int) -> Piece:
    """The steps between a feature and the entrance, and those that it needs, such as 4/6."""
    text, height = f"{steps}/{needed}", max(_MIN_STEPS_HEIGHT, size * 2 // 5)
    letters = max(MIN_LETTER_SIZE, round(height * 0.86))
    width = round(text_width(text, fonts.STRONG, letters)) + height // 3
    tint = Tint(theme.paper, theme.ink)
    return _plate_piece(theme, text, (width, height, height / 3), letters, tint)


def _plate_piece(
    theme: Colours, text: str, shape: tuple[int, int, float], letters: int, tint: Tint
) -> Piece:
    """A text on a plate with this width, height and radius of its corners."""
    width, height, radius = shape
    box = (0, 0, width, height)
    canvas, mask = Canvas(box, theme.ink), Canvas(box, BLACK)
    mask.rounded(box, radius, WHITE)
    canvas.rounded(box, radius - 2, tint.ground, inset=2)
    canvas.put(typeset(theme, text, Slot((2, 0, width - 2, height), fonts.STRONG, letters), tint))
    return canvas.piece(theme, mask.white_mask())


def colony_pieces(
    shown: ShownColony, *, ground: bool = True, trail: Trail | None = None
) -> Iterator[Piece]:
    """The pieces of a colony from bottom to top: the ``ground`` to build on, the squares, the
    ``trail`` of an invader, features and tokens, open edges, the names at the rim.

    Before the colony is populated, features show what they would bring, and their distance from
    the entrance if they are too near.
    """
    yield from _built_pieces(shown, ground=ground)
    if shown.tokens is None:
        return
    if trail is None:
        yield from _cached_token_pieces(shown, shown.tokens)
        return
    yield from trail.way
    yield from _crossed_feature_pieces(shown, shown.tokens, trail.crossed)
    yield from _token_pieces(shown, shown.tokens, trail)
    if trail.invader is not None:
        yield trail.invader


@lru_cache(maxsize=256)
def _cached_token_pieces(shown: ShownColony, tokens: Tokens) -> tuple[Piece, ...]:
    return tuple(_token_pieces(shown, tokens, Trail(())))


@lru_cache(maxsize=256)
def _built_pieces(shown: ShownColony, *, ground: bool) -> tuple[Piece, ...]:
    """The squares with their tokens, cached because moves of other seats do not change them."""
    theme, frame, _, tokens = shown
    return (
        *(_ground_pieces(theme, frame) if ground else ()),
        *_name_pieces(theme, frame, theme.night if ground else theme.panel),
        *_square_pieces(shown),
        *_open_edge_pieces(shown),
        *(_missing_steps_pieces(shown) if tokens is None else ()),
    )


def _token_pieces(shown: ShownColony, tokens: Tokens, trail: Trail) -> Iterator[Piece]:
    """The tokens in a colony, and those that an invader struck."""
    theme, frame, colony, _ = shown
    armed, area = colony.squares_with("trap") & tokens.traps, tokens.anywhere
    for square in trail.struck:
        area |= 1 << square
    for square in squares_in(area):
        held = squares.SquareTokens(
            squares.tokens_on(tokens, square),
            trail.struck.get(square, ()),
            armed=bool(armed >> square & 1),
            guest=square == trail.square,
        )
        yield from squares.square_token_pieces(theme, frame.size, frame.corner(square), held)


def pieces_in_frame(shown: ShownColony, examined: int) -> Iterator[Piece]:
    """The part of a colony within its frame; the piece on the ``examined`` mask is bright."""
    frame = shown.frame
    yield from _ground_pieces(shown.theme, frame)
    visible = {row * WIDTH + column for row in frame.rows for column in frame.columns}
    yield from _square_pieces(shown, visible, examined)
    yield from _open_edge_pieces(shown, visible)


def ghost_pieces(shown: ShownColony, placed: Placed) -> Iterator[Piece]:
    """The first square of a piece at a possible place; a vein shows its distance."""
    (theme, frame, colony, _), (square, cell) = shown, placed.cells[0]
    after = colony.with_piece(placed)
    has_depth = cell.feature in _MIN_DISTANCES and square in after.distance
    near = has_depth and is_too_near(after, square, cell.feature)
    masonry = squares.is_masonry(placed.piece)
    look = SquareLook(masonry, with_token=not near, aside=has_depth, ghost=True)
    if near:
        look = look._replace(torch="out")  # this dims it; a ghost shows no torch
    sprite = squares.square_picture(theme, frame.size, cell.edges, cell.feature, look)
    yield Piece(sprite, *frame.corner(square))
    if near:
        yield _steps_piece_on(shown._replace(colony=after), square, cell.feature)


@lru_cache(maxsize=64)
def _ground_pieces(theme: Colours, frame: Frame) -> tuple[Piece, ...]:
    sprite = _plot_picture(theme, frame.size)
    grid = (row * WIDTH + column for row in frame.rows for column in frame.columns)
    return tuple(Piece(sprite, *frame.corner(square)) for square in grid)


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
    shown: ShownColony, visible: Visible = None, examined: int = 0
) -> Iterator[Piece]:
    """The squares of the entrance and of all pieces; see ``pieces_in_frame`` for ``examined``."""
    theme, frame, colony, tokens = shown
    for cell in ENTRANCE_PIECE.orientations[0].cells:
        square = ENTRANCE + cell.offset
        if visible is None or square in visible:
            gate = squares.GATE if square == ENTRANCE else ""
            look = SquareLook(masonry=squares.ENTRANCE_IS_MASONRY)
            sprite = squares.square_picture(theme, frame.size, cell.edges, gate, look)
            yield Piece(sprite, *frame.corner(square))
    for placed in colony.pieces:
        built = _bare_look(colony, placed)
        for square, cell in placed.cells:
            if visible is not None and square not in visible:
                continue
            feature = cell.feature
            if tokens is not None and feature == "trap" and tokens.traps >> square & 1:
                feature = ""  # the token shows it; both together would look like two traps
            bare = built._replace(torch="none") if examined >> square & 1 else built
            look = _look_with_feature(bare, shown, square, feature)
            sprite = squares.square_picture(theme, frame.size, cell.edges, feature, look)
            yield Piece(sprite, *frame.corner(square))


def _bare_look(colony: Colony, placed: Placed) -> SquareLook:
    """The look of the squares of a piece in a colony, without their features."""
    sealed = not placed.area & ~colony.sealed
    return SquareLook(squares.is_masonry(placed.piece), torch="burning" if sealed else "out")


def _look_with_feature(
    bare: SquareLook, shown: ShownColony, square: int, feature: Feature
) -> SquareLook:
    """The look of a square with a feature; ``bare`` is its look without one."""
    if not feature:
        return bare
    if shown.tokens is None:
        near = is_too_near(shown.colony, square, feature)
        return bare._replace(with_token=not near, aside=near)
    sealed = bare.torch == "burning"
    has_token = _has_its_token(shown.tokens, square, feature, sealed=sealed)
    return bare._replace(with_token=has_token, aside=bool(shown.tokens.anywhere >> square & 1))


def _crossed_feature_pieces(shown: ShownColony, tokens: Tokens, crossed: int) -> Iterator[Piece]:
    """The features along an invader's way, drawn again so that the way covers none."""
    theme, frame, colony, _ = shown
    for placed in colony.pieces:
        if not placed.area & crossed:
            continue
        bare = _bare_look(colony, placed)
        for square, cell in placed.cells:
            armed = cell.feature == "trap" and tokens.traps >> square & 1
            if cell.feature and crossed >> square & 1 and not armed:
                look = _look_with_feature(bare, shown, square, cell.feature)
                sprite = squares.feature_piece(theme, frame.size, cell.feature, look)
                yield sprite.shifted(*frame.corner(square))


def is_too_near(colony: Colony, square: int, feature: Feature) -> bool:
    """Whether a feature is too near the entrance to yield something."""
    least = _MIN_DISTANCES.get(feature, 0)
    return colony.distance.get(square, least) < least


def _missing_steps_pieces(shown: ShownColony) -> Iterator[Piece]:
    """The distances of the features that are too near the entrance."""
    if shown.frame.size < _MIN_SQUARE_WITH_STEPS:
        return
    for feature in _MIN_DISTANCES:
        for square in squares_in(shown.colony.squares_with(feature)):
            if is_too_near(shown.colony, square, feature):
                yield _steps_piece_on(shown, square, feature)


def _steps_piece_on(shown: ShownColony, square: int, feature: Feature) -> Piece:
    """The steps to a feature and those that it needs, in the lower right corner of its square."""
    size, steps = shown.frame.size, shown.colony.distance[square]
    sprite = steps_piece(shown.theme, steps, _MIN_DISTANCES[feature], size)
    _, _, right, bottom = shown.frame.box(square)
    inset = max(2, size // 20)  # so that it overlaps no other tile
    return sprite.shifted(right - sprite.image.width - inset, bottom - sprite.image.height - inset)


def _has_its_token(tokens: Tokens, square: int, feature: Feature, *, sealed: bool) -> bool:
    if feature == "infirmary":
        return sealed
    kinds = {kind for kind, _ in squares.tokens_on(tokens, square)}
    # A chest can hold a gem of the stash in place of its gold.
    return _TOKEN_OF_FEATURE.get(feature) in kinds or (feature == "chest" and "gem" in kinds)
