"""PNG files: palette pictures, and emoji with a transparent background.

Palette pictures are packed by ISA-L, five times as fast as Pillow.
"""

from __future__ import annotations

import io
import struct
import threading
from collections.abc import Callable, Iterable
from functools import reduce

from isal import isal_zlib
from PIL import Image, ImageChops

from renderer.canvas import BLACK, WHITE, Canvas, Piece, put_all
from renderer.theme import AnyTheme, Colour

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 2
"""The best level of ISA-L for flat art: level 3 takes twice the time for a larger file."""
_MEMORY = 2
"""The memory level of ISA-L: as quick as a larger one, with a file half a percent smaller."""
_WINDOW = 15
"""The window of Deflate: the largest one, in a zlib wrapper."""
EMOJI = 128
"""Width and height in pixels; Discord stores emoji at this size."""
MIDDLE = (EMOJI / 2, EMOJI / 2)


class _Rows(threading.local):
    """The rows of a thread's picture, each behind its filter type 0 (none).

    They are kept for the next picture, as fresh memory costs more than all copying. The picture
    ``drawn`` shares their memory.
    """

    data = memoryview(b"")
    drawn = Image.new("P", (0, 0))
    _kept = bytearray()

    def begin(self, picture: Image.Image) -> None:
        """Hold the pixels of a picture."""
        if self.drawn.size != picture.size:
            across, down = picture.size
            row = across + 1
            size = row * down
            if len(self._kept) <= size:
                self._kept = bytearray(size + 1)
            self.data = memoryview(self._kept)[:size]
            self.data[::row] = bytes(down)
            pixels = memoryview(self._kept)[1 : size + 1]
            self.drawn = Image.frombuffer(
                "P",
                picture.size,
                pixels,  # type: ignore[arg-type]  # any buffer will do, whatever the type says
                *("raw", "P", row, 1),
            )
        self.drawn.im.paste(picture.im, (0, 0, *picture.size))


_rows = _Rows()


def encode(picture: Image.Image, palette: bytes, pieces: Iterable[Piece] = ()) -> bytes:
    """The PNG of a mode-P picture with pieces on it, the first one at the bottom.

    The picture stays as it is. ``palette`` holds three bytes for each colour.
    """
    _rows.begin(picture)
    put_all(_rows.drawn, pieces)
    packer = isal_zlib.compressobj(_LEVEL, isal_zlib.DEFLATED, _WINDOW, _MEMORY)
    header = struct.pack(">IIBBBBB", *picture.size, 8, 3, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            *_chunk(b"IHDR", header),
            *_chunk(b"PLTE", palette),
            *_chunk(b"IDAT", packer.compress(_rows.data), packer.flush()),
            *_chunk(b"IEND"),
        )
    )


def with_own_palette(
    picture: Image.Image, method: Image.Quantize = Image.Quantize.MEDIANCUT
) -> bytes:
    """The PNG of an RGB picture whose parts have different palettes, with one that they share."""
    shared = picture.quantize(256, method, dither=Image.Dither.NONE)
    return encode(shared, bytes(shared.getpalette("RGB") or ()))


def _chunk(*parts: bytes) -> tuple[bytes, ...]:
    """A chunk in parts, from its kind and its data."""
    length = sum(map(len, parts[1:]))
    checksum = reduce(lambda before, part: isal_zlib.crc32(part, before), parts, 0)
    return (struct.pack(">I", length), *parts, struct.pack(">I", checksum))


def cut_out(theme: AnyTheme, draw: Callable[[Canvas, AnyTheme], None]) -> bytes:
    """A drawing of the size of an emoji on a transparent background, as PNG.

    Pixels that an edge covers in part are blended with the colour of panels.
    """

    def drawn(ground: Colour) -> Image.Image:
        canvas = Canvas((0, 0, EMOJI, EMOJI), ground)
        draw(canvas, theme)
        return canvas.shrunk()

    picture = drawn(theme.panel)
    # A pixel of the same colour on both backgrounds is covered.
    seen_through = ImageChops.difference(drawn(BLACK), drawn(WHITE)).getchannel(0)
    picture.putalpha(ImageChops.invert(seen_through))
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()
