"""One square of a colony: earth, with its room and passages, and the tokens on it.

A cavern has walls that wind and pebbles on its floor. Masonry has straight walls of brick and a
floor of slabs. So the two differ in shape, not in colour alone. Numbers in the drawings are halves
of a square from its middle, as ``Pen`` takes them.
"""

import math
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from PIL import Image

from prowlerbot.games.heroes import pieces
from prowlerbot.games.heroes.pieces import ENTRANCE_PIECE, Piece
from prowlerbot.games.heroes.seat import Tokens
from renderer import fonts
from renderer.canvas import BLACK, WHITE, Canvas
from renderer.canvas import Piece as Sprite
from renderer.glyphs import Pen
from renderer.heroes.colours import FEATURES, TOKENS, Colours, draw_outlined, draw_token
from renderer.heroes.layout import DIRECTION_STEPS, MIN_LETTER_SIZE
from renderer.text import Slot, typeset
from renderer.theme import Colour, Tint, mix

GATE = "gate"  # the name that the entrance square has in place of a feature
_HALF_WIDTHS = {pieces.CAVERN: 0.3, pieces.STONE: 0.27, pieces.JOINED: 0.5, pieces.PATCH_SIDE: 0.36}
"""Half of a passage's width, by the kind of side."""
_PASSAGE_DISCS = 9
_WALL_WIDTH, _ROOM_REACH, _PATCH_REACH = 0.09, 0.56, 0.62
"""The width of a wall, and half of the width of a room and of a patch."""
_MAX_SMALL_SQUARE = 55
"""The largest square whose feature is larger with its token, as four colonies on a phone have."""
Torch = Literal["none", "out", "burning"]
"""The torch of a square: none on a piece not yet built, burning on a sealed piece."""


class SquareLook(NamedTuple):
    """The look of a square. A ``ghost`` is a possible place: it has no earth."""

    masonry: bool = False
    """Whether its room and its joints to the next squares of its piece are masonry."""
    with_token: bool = True
    """Whether its feature has its token."""
    aside: bool = False
    """Whether its feature makes room for something that lies on the square."""
    torch: Torch = "none"
    ghost: bool = False


def is_masonry(piece: Piece) -> bool:
    """Whether most open sides are stone; all squares of a piece share one material."""
    sides = "".join(edges for _, _, edges, _ in piece.squares)
    return sides.count(pieces.STONE) > sides.count(pieces.CAVERN)


ENTRANCE_IS_MASONRY = is_masonry(ENTRANCE_PIECE)


@lru_cache(maxsize=4096)
def square_picture(
    theme: Colours, size: int, edges: str, feature: str, look: SquareLook
) -> Image.Image:
    """A square of ``size`` pixels in the theme's palette; ``edges`` are in their final rotation."""
    bare = SquareLook(look.masonry, torch=look.torch, ghost=look.ghost)
    if feature in {"", GATE}:
        return _bare_square_picture(theme, size, edges, feature, bare)
    drawn = _bare_square_picture(theme, size, edges, "", bare).copy()
    feature_piece(theme, size, feature, look).put(drawn)
    return drawn


@lru_cache(maxsize=4096)
def _bare_square_picture(
    theme: Colours, size: int, edges: str, gate: str, look: SquareLook
) -> Image.Image:
    """A square without its feature, cached separately because many squares differ only in that."""
    canvas = Canvas((0, 0, size, size), theme.soil if look.ghost else theme.earth)
    half = size / 2
    pen = Pen(canvas, (half, half), half)
    if not look.ghost:
        _draw_stones(pen, theme, random.Random(edges))
        _draw_piece_edges(pen, theme, edges)
    paint = _Paint(theme, look)
    for floor in (False, True):
        for side, kind in enumerate(edges):
            if kind != pieces.CLOSED:
                paint.draw_passage(pen, side, kind, floor=floor)
        paint.draw_room(pen, edges, floor=floor)
    for side, kind in enumerate(edges):
        paint.draw_paving(pen, side, kind)
    paint.draw_slabs(pen, edges)
    _draw_bricks(pen, theme, edges)
    if edges == pieces.PATCH_EDGES:
        _draw_planks(pen, theme)
    if gate:
        _draw_gate(pen, theme)
    if look.torch != "none" and not look.ghost:
        _draw_torch(pen, theme, lit=look.torch == "burning")
    return canvas.finish(theme)


@lru_cache(maxsize=1024)
def feature_piece(theme: Colours, size: int, feature: str, look: SquareLook) -> Sprite:
    """A feature in its place on a square, blended at its edges with the floor there."""
    box, half = (0, 0, size, size), size / 2
    paint = _Paint(theme, look, small=size <= _MAX_SMALL_SQUARE)
    canvas, shape = Canvas(box, paint.ground), Canvas(box, BLACK)
    paint.draw_feature(Pen(canvas, (half, half), half), feature)
    paint.draw_outline(Pen(shape, (half, half), half), feature)
    mask = shape.touched_mask()
    return Sprite(canvas.finish(theme), 0, 0, mask).cropped(mask.getbbox())


def _draw_stones(pen: Pen, theme: Colours, rng: random.Random) -> None:
    for _ in range(9):
        x, y = rng.uniform(-0.92, 0.92), rng.uniform(-0.92, 0.92)
        pen.disc(x, y, rng.choice((0.04, 0.06, 0.08)), theme.earth_light)


def _draw_piece_edges(pen: Pen, theme: Colours, edges: str) -> None:
    """A line along each edge of the piece, which separates pieces from squares."""
    for side, kind in enumerate(edges):
        if kind == pieces.JOINED:
            continue
        dx, dy = DIRECTION_STEPS[side]
        a, b = (dx - dy, dy + dx), (dx + dy, dy - dx)
        pen.line((a, b), 0.09, theme.rim)
        if side in {0, 3}:
            inner = [(x - dx * 0.075, y - dy * 0.075) for x, y in (a, b)]
            pen.line(inner, 0.05, theme.earth_light)


class _Paint:
    """Draws the parts of a square that its torch lights if it burns."""

    def __init__(self, theme: Colours, look: SquareLook, *, small: bool = False) -> None:
        self._theme, self._look, self._small = theme, look, small

    def _light_colour(self, colour: Colour) -> Colour:
        return self._theme.dim_colour(colour) if self._look.torch == "out" else colour

    def _floor_colour(self, kind: str) -> Colour:
        if kind == pieces.PATCH_SIDE:
            return self._light_colour(self._theme.plank)
        stone = kind == pieces.STONE or (kind == pieces.JOINED and self._look.masonry)
        return self._light_colour(self._theme.slab if stone else self._theme.cavern)

    def draw_passage(self, pen: Pen, side: int, kind: str, *, floor: bool) -> None:
        dx, dy = DIRECTION_STEPS[side]
        half = _HALF_WIDTHS[kind] + (0 if floor else _WALL_WIDTH)
        colour = self._floor_colour(kind) if floor else self._theme.rim
        if kind == pieces.CAVERN or (kind == pieces.JOINED and not self._look.masonry):
            for step in range(_PASSAGE_DISCS):
                along = step / (_PASSAGE_DISCS - 1) * 1.02
                sway = 0.05 * math.sin(along * 9 + side)
                radius = half + 0.045 * math.sin(along * 13 + 2 * side)
                if kind == pieces.JOINED:
                    radius = half + 0.03 * math.sin(along * 13)
                reach = min(along, 1.0)
                x = dx * reach - dy * sway * (1 - along)
                y = dy * reach + dx * sway * (1 - along)
                pen.disc(x, y, radius, colour)
            return
        a, b = (-dy * half, dx * half), (dy * half, -dx * half)
        pen.polygon((a, (a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy), b), colour)

    def draw_room(self, pen: Pen, edges: str, *, floor: bool) -> None:
        patch = edges == pieces.PATCH_EDGES
        reach = (_PATCH_REACH if patch else _ROOM_REACH) + (0 if floor else _WALL_WIDTH)
        floor_kind = pieces.PATCH_SIDE if patch else pieces.JOINED
        colour = self._floor_colour(floor_kind) if floor else self._theme.rim
        if patch or self._look.masonry:
            pen.box(-reach, -reach, reach, reach, colour)
            return
        for step in range(8):
            angle = step * math.tau / 8 + 0.2
            x, y = 0.16 * math.cos(angle), 0.16 * math.sin(angle)
            pen.disc(x, y, reach - 0.1 + 0.04 * (step % 2), colour)

    def draw_paving(self, pen: Pen, side: int, kind: str) -> None:
        dx, dy = DIRECTION_STEPS[side]
        if kind == pieces.STONE:
            joint = self._light_colour(self._theme.slab_dark)
            for along in (0.68, 0.9):
                a = (dx * along - dy * 0.24, dy * along + dx * 0.24)
                pen.line((a, (dx * along + dy * 0.24, dy * along - dx * 0.24)), 0.035, joint)
            pen.line(((dx * 0.68, dy * 0.68), (dx * 0.9, dy * 0.9)), 0.03, joint)
        elif kind == pieces.CAVERN:
            pebble = self._light_colour(self._theme.cavern_dark)
            for along, aside in ((0.66, 0.14), (0.8, -0.1), (0.93, 0.06)):
                pen.disc(dx * along - dy * aside, dy * along + dx * aside, 0.045, pebble)

    def draw_slabs(self, pen: Pen, edges: str) -> None:
        """Draw the joints of a room of masonry, which a cavern does not have."""
        if edges == pieces.PATCH_EDGES or not self._look.masonry:
            return
        joint = self._light_colour(mix(self._theme.slab, self._theme.slab_dark, 0.5))
        for y in (-0.28, 0.0, 0.28):
            pen.box(-0.55, y - 0.018, 0.55, y + 0.018, joint)
        for x, top in ((-0.2, -0.55), (0.28, -0.28), (-0.2, 0.0), (0.28, 0.28)):
            pen.box(x - 0.018, top, x + 0.018, top + 0.27, joint)

    @property
    def ground(self) -> Colour:
        return self._floor_colour(pieces.JOINED)

    def _feature_pen(self, pen: Pen) -> Pen:
        if self._look.aside:
            return pen.inner_pen((-0.16, -0.2), 0.46)
        return pen.inner_pen((0, -0.02), 0.6 if self._small and self._look.with_token else 0.48)

    def draw_outline(self, pen: Pen, feature: str) -> None:
        full, empty = FEATURES[feature]
        (full if self._look.with_token else empty)(self._feature_pen(pen), WHITE, WHITE)

    def draw_feature(self, pen: Pen, feature: str) -> None:
        theme, look = self._theme, self._look
        inner, floor = self._feature_pen(pen), self.ground
        full, empty = FEATURES[feature]
        if not look.with_token:
            empty(inner, theme.ink if look.torch == "out" else theme.spent_colour(floor), floor)
        elif look.torch == "out":
            full(inner, theme.ink, floor)
        else:
            is_trap = feature == "trap"
            full(inner, theme.ink, theme.trap if is_trap else theme.feature_colour(feature))


def _draw_bricks(pen: Pen, theme: Colours, edges: str) -> None:
    """Draw the ends of bricks along the walls of stone passages."""
    for side, kind in enumerate(edges):
        if kind != pieces.STONE:
            continue
        dx, dy = DIRECTION_STEPS[side]
        for along in (0.62, 0.76, 0.9):
            for aside in (-1, 1):
                x = dx * along - dy * aside * (_HALF_WIDTHS[pieces.STONE] + 0.05)
                y = dy * along + dx * aside * (_HALF_WIDTHS[pieces.STONE] + 0.05)
                w, h = (0.055, 0.045) if dx else (0.045, 0.055)
                pen.box(x - w, y - h, x + w, y + h, theme.brick)


def _draw_planks(pen: Pen, theme: Colours) -> None:
    for height in (-0.36, -0.12, 0.12, 0.36):
        pen.line(((-0.58, height), (0.58, height)), 0.035, theme.plank_dark)
    for x, y in ((-0.5, -0.24), (0.5, -0.24), (-0.5, 0.24), (0.5, 0.24)):
        pen.disc(x, y, 0.05, theme.plank_dark)


def _draw_gate(pen: Pen, theme: Colours) -> None:
    """Draw an arch in the northern wall, with steps that lead down from it."""
    pen.dome(0, -0.34, 0.56, theme.rim)
    pen.box(-0.56, -0.36, 0.56, 0.1, theme.rim)
    pen.dome(0, -0.32, 0.4, theme.lamp)
    pen.box(-0.4, -0.33, 0.4, 0.02, theme.lamp)
    for number, y in enumerate((-0.2, -0.02, 0.16)):
        width = 0.34 + 0.1 * number
        pen.box(-width, y, width, y + 0.18, theme.rim)
        pen.box(-width, y, width, y + 0.12, theme.slab)


def _draw_torch(pen: Pen, theme: Colours, *, lit: bool) -> None:
    """Draw the torch in the upper right corner, where there is always earth."""
    x, y = 0.78, -0.72
    pen.line(((x, y + 0.2), (x, y - 0.02)), 0.12, theme.ink if not lit else theme.plank)
    if not lit:
        pen.disc(x, y - 0.04, 0.1, theme.ink)
        return
    pen.polygon(((x - 0.15, y - 0.02), (x, y - 0.25), (x + 0.15, y - 0.02)), theme.flame)
    pen.disc(x, y - 0.02, 0.15, theme.flame)
    pen.disc(x, y, 0.08, theme.lamp)


def tokens_on(tokens: Tokens, square: int) -> list[tuple[str, int]]:
    """The tokens on a square: kinds with their number, in the order in which they act."""
    kinds = [
        ("trap", tokens.traps >> square & 1),
        ("guard", tokens.guards >> square & 1),
        ("gold", tokens.gold_on(square)),
        ("gem", tokens.gems >> square & 1),
        ("prisoner", tokens.prisoners >> square & 1),
    ]
    return [(kind, count) for kind, count in kinds if count]


@lru_cache(maxsize=256)
def struck_token_piece(theme: Colours, size: int, kind: str, count: int) -> Sprite:
    """A token that an invader struck: dark, with a rim like the way; gold with the lost amount."""
    box, middle = (0, 0, size, size), (size / 2, size / 2)
    canvas, shape = Canvas(box, theme.trail), Canvas(box, BLACK)
    if kind == "gold":
        shape.disc(middle, size / 2, WHITE)
        canvas.disc(middle, size * 0.43, theme.ink)
        letters = round(size * 0.62)
        lost = f"−{count}" if letters >= MIN_LETTER_SIZE else str(count)
        _draw_number(canvas, theme, lost, letters, Tint(theme.lamp, theme.ink))
    else:
        draw_outlined(canvas, TOKENS[kind], middle, size / 2, (theme.ink, theme.trail))
        draw_outlined(shape, TOKENS[kind], middle, size / 2, (WHITE, WHITE))
        for ends in (((2, 2), (size - 2, size - 2)), ((size - 2, 2), (2, size - 2))):
            for drawn, colour in ((canvas, theme.trap), (shape, WHITE)):
                drawn.line(ends, max(3, size // 9), colour)
    return canvas.piece(theme, shape.white_mask())


@lru_cache(maxsize=512)
def token_piece(theme: Colours, size: int, kind: str, count: int = 1) -> Sprite:
    """A token as a piece; gold has its number."""
    box, middle = (0, 0, size, size), (size / 2, size / 2)
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    draw_token(canvas, theme, kind, middle, size / 2)
    if kind == "gold":
        shape.disc(middle, size / 2, WHITE)
        _draw_number(canvas, theme, str(count), round(size * 0.74), Tint(theme.ink, theme.lamp))
    else:
        draw_outlined(shape, TOKENS[kind], middle, size / 2, (WHITE, WHITE))
    return canvas.piece(theme, shape.white_mask())


_MIN_NUMBERED_COIN = 21  # the width in pixels of the smallest coin with room for a number


def _draw_number(canvas: Canvas, theme: Colours, number: str, letters: int, tint: Tint) -> None:
    """The number of a coin, unless the coin is too small."""
    if canvas.box[2] >= _MIN_NUMBERED_COIN:
        slot = Slot(canvas.box, fonts.STRONG, max(MIN_LETTER_SIZE, letters))
        canvas.put(typeset(theme, number, slot, tint))


_SHARES = 50  # the parts of a square in which the next two give the sizes of tokens
_ARMED_TRAP_SIZE = 29
_TOKEN_SIZES = ((50, 39, 27), (70, 34, 26), (math.inf, 27, 23))
"""On squares below a size: a token alone, and one with others. Small squares need larger ones."""
_CORNERS = ((1, 1), (0, 1), (1, 0), (0, 0))
"""The places of a square's tokens in order, in steps from its upper left corner."""
_GUEST_CORNER = (0, 1)  # the corner where an invader is drawn


class SquareTokens(NamedTuple):
    """The tokens on a square, and those ``struck`` by an invader, in the order of their acts."""

    tokens: Sequence[tuple[str, int]]
    struck: Sequence[tuple[str, int]] = ()
    armed: bool = False
    """Whether the trap of a trap square is there, which replaces its feature."""
    guest: bool = False
    """Whether an invader is here."""


def square_token_pieces(
    theme: Colours, size: int, corner: tuple[int, int], held: SquareTokens
) -> Iterator[Sprite]:
    """The tokens of a square of ``size`` pixels, from the lower right on; see ``_TOKEN_SIZES``."""
    alone, with_others = next(sizes for limit, *sizes in _TOKEN_SIZES if size < limit)
    (tokens, struck, armed, guest), (x, y) = held, corner
    if armed:
        width = size * max(alone, _ARMED_TRAP_SIZE) // _SHARES // 2 * 2
        is_alone = not struck and not guest and len(tokens) == 1
        inset = (size - width) // 2 if is_alone else 1
        yield token_piece(theme, width, "trap").shifted(x + inset, y + inset)
        tokens = tokens[1:]
    count = len(tokens) + len(struck) + armed + guest
    width = size * (alone if count == 1 else with_others) // _SHARES
    far = size - width - 1
    corners = iter(corner for corner in _CORNERS if not guest or corner != _GUEST_CORNER)
    sprites = [token_piece(theme, width, kind, count) for kind, count in tokens]
    sprites += [struck_token_piece(theme, width, kind, count) for kind, count in struck]
    for sprite, (right, low) in zip(sprites, corners, strict=False):  # one token: one corner
        yield sprite.shifted(x + (far if right else 1), y + (far if low else 1))
