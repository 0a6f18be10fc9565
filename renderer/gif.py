"""GIF files of pictures made of pieces: each frame stores only the boxes that have changed.

A frame of a GIF has one box. Changes far apart would make it as large as the picture, so they are
shown one after another, ``NEXT`` milliseconds apart. Browsers slow down shorter frames.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from PIL import Image, ImageChops

from renderer.canvas import Box, Piece
from renderer.theme import Theme

NEXT = 20
"""The milliseconds between two parts of one change."""
_MOST = 6
"""The largest number of parts."""
_APART = 4_000
"""Unchanged pixels that are cheaper to compare than one more box."""
_DENSE, _FULL = 0.15, 0.75
"""The share of changed pixels from which all pixels of a box may take less than those alone, and
from which they do. In between both are packed, which takes as long as all else.
"""
_BITS = 8
_CHANGED = [0] + [255] * 255


class Frame(NamedTuple):
    """A picture of mode P with pieces on it, the first one at the bottom, for some milliseconds."""

    ground: Image.Image
    pieces: Sequence[Piece]
    stands: int


class _Part(NamedTuple):
    """The pixels of a changed box; those that stay as they are may be clear."""

    box: Box
    pixels: Image.Image
    packed: bytes = b""
    """The pixels as in the file, if that is known."""


def encode(frames: Iterable[Frame], theme: Theme) -> bytes:
    """The GIF of frames of one size in the theme's palette. It begins again without end."""
    film = _Film(theme)
    for frame in frames:
        film.show(frame)
    return film.file()


def drawn(ground: Image.Image, pieces: Iterable[Piece], box: Box) -> Image.Image:
    """A part of a picture with pieces on it."""
    left, top, right, bottom = box
    part = ground.crop(box)
    paste = part.im.paste
    for piece in pieces:
        image, (x, y, x_end, y_end), *mask = piece.stamp
        if x < right and x_end > left and y < bottom and y_end > top:
            paste(image, (x - left, y - top, x_end - left, y_end - top), *mask)
    return part


class _Film:
    def __init__(self, theme: Theme) -> None:
        self._palette = theme.palette_bytes
        self._clear = len(theme.palette)
        self._last: Frame | None = None
        self._shown = Image.new("P", (0, 0))
        """The picture that the parts so far leave on the screen."""
        self._parts: list[tuple[Box, bytes]] = []
        self._stands: list[int] = []
        """The milliseconds of each part."""

    def show(self, frame: Frame) -> None:
        if self._last is None:
            box = (0, 0, *frame.ground.size)
            self._shown = drawn(frame.ground, frame.pieces, box)
            self._add([_Part(box, self._shown)], frame.stands)
        else:
            # The whole picture stands longer than each part of it.
            most = max(1, min(_MOST, frame.stands // NEXT - 1))
            self._add(self._joined(list(self._changes(self._last, frame)), most), frame.stands)
        self._last = frame

    def _add(self, parts: Sequence[_Part], stands: int) -> None:
        if not parts:
            self._stands[-1] += stands
            return
        self._parts += [(part.box, part.packed or _packed(part.pixels)) for part in parts]
        self._stands += [NEXT] * (len(parts) - 1) + [stands - NEXT * (len(parts) - 1)]

    def _changes(self, before: Frame, frame: Frame) -> Iterator[_Part]:
        """The changed pixels of a frame. Only what lies below other pieces than before is drawn."""
        across, down = frame.ground.size
        for left, top, right, bottom in _gathered(_touched(before, frame)):
            box = max(left, 0), max(top, 0), min(right, across), min(bottom, down)
            if box[0] >= box[2] or box[1] >= box[3]:
                continue  # outside of the picture
            now = drawn(frame.ground, frame.pieces, box)
            change = ImageChops.subtract_modulo(now, self._shown.crop(box))
            within = change.getbbox()
            if within is None:
                continue
            self._shown.im.paste(now.im, box)
            at = (
                box[0] + within[0],
                box[1] + within[1],
                box[0] + within[2],
                box[1] + within[3],
            )
            now, change = now.crop(within), change.crop(within)
            pixels = Image.new("P", now.size, self._clear)
            # Image.point and Image.paste without their checks, which take as long.
            pixels.im.paste(now.im, (0, 0, *now.size), change.im.point(_CHANGED, "1"))
            same = change.histogram()[0] / (now.width * now.height)
            if same > 1 - _DENSE:
                yield _Part(at, pixels)
            elif same < 1 - _FULL:
                yield _Part(at, now)
            else:
                both = (_Part(at, each, _packed(each)) for each in (pixels, now))
                yield min(both, key=lambda part: len(part.packed))

    def _joined(self, parts: list[_Part], most: int) -> list[_Part]:
        """At most so many parts, from top to bottom: those that are least apart become one."""
        groups = [[part] for part in parts]
        boxes = [part.box for part in parts]
        while len(boxes) > most:
            _, one, other = min(
                (_waste(boxes[one], boxes[other]), one, other)
                for other in range(len(boxes))
                for one in range(other)
            )
            boxes[one] = _around(boxes[one], boxes.pop(other))
            groups[one] += groups.pop(other)
        joined = [
            group[0] if len(group) == 1 else self._one(box, group)
            for box, group in zip(boxes, groups, strict=True)
        ]
        return sorted(joined, key=lambda part: part.box[1])

    def _one(self, box: Box, parts: Sequence[_Part]) -> _Part:
        left, top, right, bottom = box
        pixels = Image.new("P", (right - left, bottom - top), self._clear)
        for part in parts:
            x, y, x_end, y_end = part.box
            pixels.im.paste(part.pixels.im, (x - left, y - top, x_end - left, y_end - top))
        return _Part(box, pixels)

    def file(self) -> bytes:
        palette = self._palette.ljust(3 << _BITS, b"\0")
        size = struct.pack("<HHBBB", *self._shown.size, 0x80 | _BITS - 1, 0, 0)
        again = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
        blocks = [b"GIF89a", size, palette, again]
        for ((left, top, right, bottom), packed), stands in zip(
            self._parts, self._stands, strict=True
        ):
            # What is shown stays below the next part.
            blocks.append(struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 5, stands // 10, self._clear, 0))
            place = left, top, right - left, bottom - top
            blocks += struct.pack("<BHHHHBB", 0x2C, *place, 0, _BITS), packed, b"\0"
        return b"".join((*blocks, b";"))


def _packed(pixels: Image.Image) -> bytes:
    return pixels.tobytes("gif", "P", _BITS, 0)


def _touched(before: Frame, frame: Frame) -> set[Box]:
    """The boxes of pieces that only one of two frames has, or has in another order."""
    whole = 0, 0, *frame.ground.size
    boxes = set[Box]()
    if before.ground is not frame.ground:
        box = ImageChops.subtract_modulo(frame.ground, before.ground).getbbox()
        boxes = {box} if box is not None else boxes
    old, new = ({piece.stamp: None for piece in each.pieces} for each in (before, frame))
    if [stamp for stamp in old if stamp in new] != [stamp for stamp in new if stamp in old]:
        return {whole}
    boxes |= {stamp[1] for stamp in old.keys() ^ new.keys()}
    return boxes


def _gathered(boxes: Iterable[Box]) -> list[Box]:
    """Boxes that cover all of these and lie apart."""
    found = list[Box]()
    for box in sorted(boxes):
        wide, kept = box, found
        while True:
            near = [each for each in kept if _waste(each, wide) < _APART]
            if not near:
                break
            kept = [each for each in kept if each not in near]
            for each in near:
                wide = _around(wide, each)
        found = [*kept, wide]
    return found


def _around(one: Box, other: Box) -> Box:
    left, top, right, bottom = one
    x, y, x_end, y_end = other
    return (
        min(x, left),
        min(y, top),
        max(x_end, right),
        max(y_end, bottom),
    )


def _waste(one: Box, other: Box) -> int:
    """The pixels of a box around both that are in neither; none where they meet."""
    left, top, right, bottom = one
    x, y, x_end, y_end = other
    if left < x_end and x < right and top < y_end and y < bottom:
        return 0
    across = max(x_end, right) - min(x, left)
    down = max(y_end, bottom) - min(y, top)
    return across * down - (right - left) * (bottom - top) - (x_end - x) * (y_end - y)
