"""Canvases and pieces, from which pictures are made, and the PNG files of pictures.

A piece is a sprite with its place. A canvas draws three times as large and then shrinks, so edges
are anti-aliased. Shapes take floats in the coordinates of the whole picture, so a sprite looks the
same wherever it is drawn.

ISA-L packs palette pictures: in PNG files, five times as fast as Pillow, and in memory. The latest
pictures in memory are kept as they are. A packed board takes a twelfth of the memory. Unpacking
takes a third of the time of putting it together again.
"""

import io
import math
import struct
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache, reduce, wraps
from itertools import pairwise
from typing import Any, TypeVar, cast

from isal import isal_zlib
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.theme import Colour, Theme

XY = tuple[float, float]
Box = tuple[int, int, int, int]  # left, top, right, bottom

WHITE, BLACK = (255, 255, 255), (0, 0, 0)  # the colour of a mask's shapes, and that of its ground
_SCALE = 3  # drawn pixels per picture pixel; a whole number makes shrinking quick


class Canvas:
    def __init__(self, box: Box, ground: Colour) -> None:
        """``box`` is the part of the picture that it covers."""
        left, top, right, bottom = box
        self.box = box
        self._image = Image.new("RGB", ((right - left) * _SCALE, (bottom - top) * _SCALE), ground)
        self._draw = ImageDraw.Draw(self._image)
        self._pieces: list[Piece] = []

    @classmethod
    def around(cls, reach: int, ground: Colour, centre: tuple[int, int] = (0, 0)) -> "Canvas":
        """A square around a place, by default 0, 0 for sprites placed by their middle."""
        x, y = centre
        return cls((x - reach, y - reach, x + reach, y + reach), ground)

    def _to_drawing(self, x: float, y: float) -> XY:
        return (x - self.box[0]) * _SCALE, (y - self.box[1]) * _SCALE

    def polygon(self, points: Iterable[XY], fill: Colour) -> None:
        self._draw.polygon([self._to_drawing(*point) for point in points], fill)

    def rectangle(self, left: float, top: float, right: float, bottom: float, fill: Colour) -> None:
        self.polygon(((left, top), (right, top), (right, bottom), (left, bottom)), fill)

    def rounded(
        self, box: Sequence[float], radius: float, fill: Colour, *, inset: float = 0
    ) -> None:
        """A box with round corners, ``inset`` pixels smaller on all sides."""
        left, top, right, bottom = box
        x0, y0 = self._to_drawing(left + inset, top + inset)
        x1, y1 = self._to_drawing(right - inset, bottom - inset)
        self._draw.rounded_rectangle((x0, y0, x1 - 1, y1 - 1), radius * _SCALE, fill)

    def panel(self, box: Sequence[float], radius: float, theme: Theme) -> None:
        """A panel with its edge, two pixels wide."""
        self.rounded(box, radius, theme.panel_edge)
        self.rounded(box, radius - 2, theme.panel, inset=2)

    def disc(self, centre: XY, radius: float, fill: Colour) -> None:
        x, y = self._to_drawing(*centre)
        self._draw.ellipse(self._around(x, y, radius * _SCALE), fill)

    def discs(self, centre: XY, *discs: tuple[float, Colour]) -> None:
        """Discs of these radii, the first one at the bottom."""
        for radius, fill in discs:
            self.disc(centre, radius, fill)

    def slice(self, centre: XY, radius: float, start: float, end: float, fill: Colour) -> None:
        """A piece of a disc between two angles in degrees, clockwise from the right."""
        x, y = self._to_drawing(*centre)
        self._draw.pieslice(self._around(x, y, radius * _SCALE), start, end, fill)

    def line(self, points: Sequence[XY], width: float, fill: Colour) -> None:
        """A line with round joints and ends."""
        drawn = [self._to_drawing(*point) for point in points]
        half = width * _SCALE / 2
        for (ax, ay), (bx, by) in pairwise(drawn):
            length = math.hypot(bx - ax, by - ay) or 1
            dx, dy = (by - ay) / length * half, (ax - bx) / length * half
            left, right = [(ax + dx, ay + dy), (bx + dx, by + dy)], [(bx - dx, by - dy)]
            self._draw.polygon([*left, *right, (ax - dx, ay - dy)], fill)
        for x, y in drawn:
            self._draw.ellipse(self._around(x, y, half), fill)

    @staticmethod
    def _around(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
        return x - radius, y - radius, x + radius, y + radius

    def put(self, piece: "Piece") -> None:
        """Put a piece, such as a text, over the drawing."""
        left, top, *_ = self.box
        self._pieces.append(piece.shifted(-left, -top) if left or top else piece)

    def paste(self, sprite: Image.Image, corner: tuple[int, int]) -> None:
        """Put a sprite over the drawing, as on a picture."""
        self.put(Piece(sprite, *corner))

    def rgb_picture(self) -> Image.Image:
        """The drawing at the size of the picture, in RGB, without the pieces over it."""
        return self._image.reduce(_SCALE)

    def finish(self, theme: Theme) -> Image.Image:
        """The drawing at the picture's size, in the theme's palette, with the pieces over it."""
        return put_all(theme.to_palette(self.rgb_picture()), self._pieces)

    def piece(self, theme: Theme, mask: Image.Image | None = None) -> "Piece":
        """The finished drawing as a piece in its place."""
        return Piece(self.finish(theme), *self.box[:2], mask)

    def white_mask(self) -> Image.Image:
        """The mask of fully white pixels of a black and white drawing."""
        return self.rgb_picture().convert("L").point([0] * 255 + [255]).convert("1")

    def touched_mask(self) -> Image.Image:
        """The mask of all pixels that are not fully black."""
        return self.rgb_picture().convert("L").point([0] + [255] * 255).convert("1")


PasteArguments = tuple[Any, Box] | tuple[Any, Box, Any]
"""An image of Pillow's core, whose type Pillow does not export, its box, and a mask, if any."""


class Piece:
    """A sprite in its place. It equals only itself, so piles of pieces are quick cache keys: a
    function that makes a piece keeps it and returns the same one again. Nobody draws on its sprite.
    """

    __slots__ = ("image", "left", "mask", "paste_arguments", "top")

    def __init__(
        self, image: Image.Image, left: int, top: int, mask: Image.Image | None = None
    ) -> None:
        self.image, self.left, self.top, self.mask = image, left, top, mask
        width, height = image.size
        box = left, top, left + width, top + height
        arguments = (image.im, box) if mask is None else (image.im, box, mask.im)
        self.paste_arguments: PasteArguments = arguments  # the arguments of the core's ``paste``

    def cropped(self, box: Box | None) -> "Piece":
        """The part within a box, quicker to paste; one pixel for None, the box of an empty mask."""
        box = box or (0, 0, 1, 1)
        mask = self.mask and self.mask.crop(box)
        return Piece(self.image.crop(box), self.left + box[0], self.top + box[1], mask)

    def shifted(self, right: int, down: int) -> "Piece":
        """The piece, moved by some pixels."""
        return Piece(self.image, self.left + right, self.top + down, self.mask)

    def put(self, picture: Image.Image) -> None:
        put_all(picture, (self,))


Layers = tuple[Image.Image, Iterable[Piece]]  # a picture that stays as it is, and the pieces on it


def put_all(picture: Image.Image, pieces: Iterable[Piece]) -> Image.Image:
    """Paste pieces on a picture, the first one at the bottom; returns the picture."""
    # Image.paste without its checks, which take as long as pasting most pieces.
    paste = picture.im.paste
    for piece in pieces:
        paste(*piece.paste_arguments)
    return picture


def paste_centred(picture: Image.Image | Canvas, sprite: Image.Image, centre: XY) -> None:
    """Paste a sprite by its middle."""
    x, y = centre
    picture.paste(sprite, (round(x) - sprite.width // 2, round(y) - sprite.height // 2))


_Draw = TypeVar("_Draw", bound=Callable[..., Piece])


def cache_by_size(draw: _Draw) -> _Draw:
    """Draw a piece once for each size of its box, from 0, 0 on; cache it in each place as well."""
    draw_at_origin = lru_cache(maxsize=1024)(draw)

    @lru_cache(maxsize=2048)
    @wraps(draw)
    def draw_in_place(theme: Theme, box: Box, *args: Hashable, **options: Hashable) -> Piece:
        left, top, right, bottom = box
        at_origin = 0, 0, right - left, bottom - top
        return draw_at_origin(theme, at_origin, *args, **options).shifted(left, top)

    return cast("_Draw", draw_in_place)


def encode(picture: Image.Image, palette: bytes, pieces: Iterable[Piece] = ()) -> bytes:
    """The PNG of a mode-P picture, which stays as it is, with pieces on it, the lowest first.
    ``palette`` holds three bytes for each colour.
    """
    return _ROWS.encode(picture, palette, pieces)


def with_own_palette(
    picture: Image.Image, method: Image.Quantize = Image.Quantize.MEDIANCUT
) -> bytes:
    """The PNG of an RGB picture whose parts have different palettes, with one that they share."""
    shared = picture.quantize(256, method, dither=Image.Dither.NONE)
    return encode(shared, bytes(shared.getpalette("RGB") or ()))


_THUMBNAIL_SIZE = 400, 400
_MIN_SIDE, _SIDE_MARGIN = 480, 70
"""The least side of the part of a picture that a thumbnail shows, and its margin around a place."""
_MASK_SCALE, _BRUSH_WIDTH, _SHADE_FACTOR = 10, 11, 0.4
"""The scale of the mask of a place, the width of its brush, and the light outside of it."""


def draw_thumbnail(draw: Callable[[], bytes]) -> bytes:
    """A drawing as PNG at a size that shows where, not what."""
    return _encode_thumbnail(_read_picture(draw()))


def draw_spotlight(draw: Callable[[], bytes], other: Callable[[], bytes]) -> bytes:
    """The part of a drawing around the places where the ``other`` one differs, as a thumbnail; all
    else is dark.
    """
    small, marked = _read_picture(draw()), _read_picture(other())
    changed = _mask_of_light(ImageChops.difference(small, marked).convert("L"))
    if (box := changed.getbbox()) is not None:
        mask = _mask_of_light(changed.reduce(_MASK_SCALE))
        mask = mask.filter(ImageFilter.MaxFilter(_BRUSH_WIDTH)).resize(small.size)
        dark = small.point(lambda light: int(light * _SHADE_FACTOR))
        small = Image.composite(small, dark, mask)
        (left, top, right, bottom), (width, height) = box, small.size
        changed_side = max(right - left, bottom - top)
        side = min(max(changed_side + 2 * _SIDE_MARGIN, _MIN_SIDE), height)
        x = min(max((left + right - side) // 2, 0), width - side)
        y = min(max((top + bottom - side) // 2, 0), height - side)
        small = small.crop((x, y, x + side, y + side))
    return _encode_thumbnail(small)


def _mask_of_light(grey: Image.Image) -> Image.Image:
    """A mask of all that is not fully black."""
    return grey.point(lambda light: 255 * (light > 0))


def _read_picture(packed: bytes) -> Image.Image:
    with Image.open(io.BytesIO(packed)) as drawn:
        return drawn.convert("RGB")


def _encode_thumbnail(small: Image.Image) -> bytes:
    small.thumbnail(_THUMBNAIL_SIZE)
    packed = io.BytesIO()
    small.quantize().save(packed, "png")
    return packed.getvalue()


# ---------------------------------------------------------------------- packing

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_FILE_LEVEL = 2
"""The best level of ISA-L for flat art: level 3 takes twice the time for a larger file."""
_MEMORY_LEVEL = 2
"""The memory level of ISA-L: as quick as a larger one, with a file half a percent smaller."""
_WINDOW_BITS = 15  # the window of Deflate: the largest one, in a zlib wrapper


class _PictureRows(threading.local):
    """The rows of a thread's picture, each behind its filter type 0 (none). Their memory is kept
    for the next picture, as fresh memory costs more than all copying.
    """

    _memory = bytearray()
    _rows = memoryview(b"")
    _drawn = Image.new("P", (0, 0))
    """The picture, which shares the memory of the rows: drawing on it changes them."""

    def encode(self, picture: Image.Image, palette: bytes, pieces: Iterable[Piece]) -> bytes:
        if self._drawn.size != picture.size:
            self._resize(picture.size)
        self._drawn.im.paste(picture.im, (0, 0, *picture.size))
        put_all(self._drawn, pieces)
        packer = isal_zlib.compressobj(_FILE_LEVEL, isal_zlib.DEFLATED, _WINDOW_BITS, _MEMORY_LEVEL)
        return b"".join(
            (
                _SIGNATURE,
                *_chunk(b"IHDR", struct.pack(">IIBBBBB", *picture.size, 8, 3, 0, 0, 0)),
                *_chunk(b"PLTE", palette),
                *_chunk(b"IDAT", packer.compress(self._rows), packer.flush()),
                *_chunk(b"IEND"),
            )
        )

    def _resize(self, size: tuple[int, int]) -> None:
        width, height = size
        row_length = width + 1
        length = row_length * height
        if len(self._memory) <= length:
            self._memory = bytearray(length + 1)
        self._rows = memoryview(self._memory)[:length]
        self._rows[::row_length] = bytes(height)
        pixels = memoryview(self._memory)[1 : length + 1]
        self._drawn = Image.frombuffer(
            "P",
            size,
            pixels,  # type: ignore[arg-type]  # any buffer will do, whatever the type says
            *("raw", "P", row_length, 1),
        )


_ROWS = _PictureRows()


def _chunk(*parts: bytes) -> tuple[bytes, ...]:
    """A chunk in parts, from its kind and its data."""
    length = sum(map(len, parts[1:]))
    checksum = reduce(lambda so_far, part: isal_zlib.crc32(part, so_far), parts, 0)
    return (struct.pack(">I", length), *parts, struct.pack(">I", checksum))


_MAX_UNPACKED = 12
"""The number of pictures of all kinds that are kept as they are. A board takes 1.4 MB."""
_PACKED_LEVEL = 1  # ISA-L's level 0 unpacks more slowly, and level 2 packs no smaller

_unpacked: "OrderedDict[PackedPicture, Image.Image]" = OrderedDict()
_LOCK = threading.Lock()


class PackedPicture:
    """A picture of mode P, which is packed once others have been used more recently."""

    __slots__ = ("_packed", "_size")

    def __init__(self, picture: Image.Image) -> None:
        self._size = picture.size
        self._packed = b""
        self._note_use(picture)

    @property
    def picture(self) -> Image.Image:
        """The picture itself; use ``copy`` to draw on it."""
        with _LOCK:
            picture = _unpacked.get(self)
        if picture is None:
            picture = Image.frombytes("P", self._size, isal_zlib.decompress(self._packed))
        self._note_use(picture)
        return picture

    def copy(self) -> Image.Image:
        """A copy of the picture, to draw on."""
        return self.picture.copy()

    def _note_use(self, picture: Image.Image) -> None:
        with _LOCK:
            _unpacked[self] = picture
            _unpacked.move_to_end(self)
            if len(_unpacked) > _MAX_UNPACKED:
                oldest, unused = _unpacked.popitem(last=False)
                oldest.pack(unused)

    def pack(self, picture: Image.Image) -> None:
        """Store the packed picture, for the time when it is no longer kept as it is."""
        self._packed = self._packed or isal_zlib.compress(picture.tobytes(), _PACKED_LEVEL)
