"""A PNG writer for palette pictures: a thin shell around ISA-L, five times as fast as Pillow's.

A picture may be compressed in stripes of rows, each on its own and kept, so that a picture that
differs in a few of them costs only those.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import NamedTuple

from isal import isal_zlib
from PIL import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
FILTER = 1
"""Bytes that a row begins with."""
_LEVEL = 2
"""ISA-L's best for flat art: level 3 takes twice the time and comes out larger."""
_MEMORY = 2
"""Quicker than more of it, which has to be cleared first, and no larger."""
_RAW = -15
"""Deflate with its largest window, without a header and a checksum."""
_HEADER, _LAST = b"\x78\x01", b"\x03\x00"
"""What zlib wants before the first block, and an empty block that is marked as the last."""
_ADLER = 65521


class Stripe(NamedTuple):
    """Some rows of a picture: their deflate blocks, their Adler-32 and their length unpacked."""

    deflated: bytes
    checksum: int
    length: int


def rows(picture: Image.Image, top: int, bottom: int) -> Image.Image:
    """A copy of some rows, each with its filter before it: ``FILTER`` pixels beyond the left edge.

    They come out as 0 (none), which suits indexed pixels.
    """
    return picture.crop((-FILTER, top, picture.width, bottom))


def stripe(rows: Image.Image, above: int = 0) -> Stripe:
    """Compress rows; the first ``above`` of them are those that stand in the picture before."""
    everything, start = memoryview(rows.tobytes()), above * rows.width
    before, pixels = everything[:start], everything[start:]
    # What comes before need not be repeated: that more than makes up for being cut to stripes.
    packer = isal_zlib.compressobj(_LEVEL, isal_zlib.DEFLATED, _RAW, _MEMORY, zdict=before)
    # A flush ends on a whole byte, so that the next stripe's blocks can follow.
    deflated = packer.compress(pixels) + packer.flush(isal_zlib.Z_SYNC_FLUSH)
    return Stripe(deflated, isal_zlib.adler32(pixels), len(pixels))


def join(size: tuple[int, int], palette: bytes, stripes: Iterable[Stripe]) -> bytes:
    """The PNG of a picture's stripes from top to bottom."""
    blocks, low, high = [_HEADER], 1, 0
    for deflated, checksum, length in stripes:
        blocks.append(deflated)
        # The Adler-32 of two pieces of data from those of each.
        high = (high + (checksum >> 16) + length * (low - 1)) % _ADLER
        low = (low + (checksum & 0xFFFF) - 1) % _ADLER
    blocks += (_LAST, struct.pack(">HH", high, low))
    return _file(size, palette, b"".join(blocks))


def encode(picture: Image.Image, palette: bytes) -> bytes:
    """The PNG of a mode-P picture; ``palette`` holds three bytes for each colour."""
    pixels = rows(picture, 0, picture.height).tobytes()
    return _file(picture.size, palette, isal_zlib.compress(pixels, _LEVEL))


def _file(size: tuple[int, int], palette: bytes, packed: bytes) -> bytes:
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", packed),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = isal_zlib.crc32(data, isal_zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", checksum)))
