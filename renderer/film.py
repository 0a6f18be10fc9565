"""Animated pictures as GIF files: boards with a strip below each.

Every Discord client plays a GIF inline, and its frames are palette pictures like ours, so nothing
is lost. WebP was a third smaller but took four times as long. A frame stores only the one box that
has changed. Changes far apart would make it as large as the picture, so they are shown one after
another, ``NEXT`` milliseconds apart. Browsers slow down shorter frames.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image, ImageChops

from renderer import fonts
from renderer.canvas import XY, Box, Canvas, Parts, Piece, put_all, put_middle
from renderer.marks import Ranks
from renderer.names import FittedName, Name, fit_name
from renderer.text import Slot, name_piece
from renderer.theme import Theme, Tint

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


def draw_part(ground: Image.Image, pieces: Iterable[Piece], box: Box) -> Image.Image:
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
            self._shown = draw_part(frame.ground, frame.pieces, box)
            self._add([_Part(box, self._shown)], frame.stands)
        else:
            # The whole picture stands longer than each part of it.
            most = max(1, min(_MOST, frame.stands // NEXT - 1))
            self._add(self._join_parts(list(self._changes(self._last, frame)), most), frame.stands)
        self._last = frame

    def _add(self, parts: Sequence[_Part], stands: int) -> None:
        if not parts:
            self._stands[-1] += stands
            return
        self._parts += [(part.box, part.packed or _pack_pixels(part.pixels)) for part in parts]
        self._stands += [NEXT] * (len(parts) - 1) + [stands - NEXT * (len(parts) - 1)]

    def _changes(self, before: Frame, frame: Frame) -> Iterator[_Part]:
        """The changed pixels of a frame. Only what lies below other pieces than before is drawn."""
        across, down = frame.ground.size
        for left, top, right, bottom in _gather_boxes(_touched_boxes(before, frame)):
            box = max(left, 0), max(top, 0), min(right, across), min(bottom, down)
            if box[0] >= box[2] or box[1] >= box[3]:
                continue  # outside of the picture
            now = draw_part(frame.ground, frame.pieces, box)
            change = ImageChops.subtract_modulo(now, self._shown.crop(box))
            if (within := change.getbbox()) is None:
                continue
            self._shown.im.paste(now.im, box)
            at = (box[0] + within[0], box[1] + within[1], box[0] + within[2], box[1] + within[3])
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
                both = (_Part(at, each, _pack_pixels(each)) for each in (pixels, now))
                yield min(both, key=lambda part: len(part.packed))

    def _join_parts(self, parts: list[_Part], most: int) -> list[_Part]:
        """At most so many parts, from top to bottom: those that are least apart become one."""
        groups = [[part] for part in parts]
        boxes = [part.box for part in parts]
        while len(boxes) > most:
            _, one, other = min(
                (_wasted_pixels(boxes[one], boxes[other]), one, other)
                for other in range(len(boxes))
                for one in range(other)
            )
            boxes[one] = _box_around(boxes[one], boxes.pop(other))
            groups[one] += groups.pop(other)
        joined = [
            group[0] if len(group) == 1 else self._merge_parts(box, group)
            for box, group in zip(boxes, groups, strict=True)
        ]
        return sorted(joined, key=lambda part: part.box[1])

    def _merge_parts(self, box: Box, parts: Sequence[_Part]) -> _Part:
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
        timed = zip(self._parts, self._stands, strict=True)
        for ((left, top, right, bottom), packed), stands in timed:
            # What is shown stays below the next part.
            blocks.append(struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 5, stands // 10, self._clear, 0))
            place = left, top, right - left, bottom - top
            blocks += struct.pack("<BHHHHBB", 0x2C, *place, 0, _BITS), packed, b"\0"
        return b"".join((*blocks, b";"))


def _pack_pixels(pixels: Image.Image) -> bytes:
    return pixels.tobytes("gif", "P", _BITS, 0)


def _touched_boxes(before: Frame, frame: Frame) -> set[Box]:
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


def _gather_boxes(boxes: Iterable[Box]) -> list[Box]:
    """Boxes that cover all of these and lie apart."""
    found = list[Box]()
    for box in sorted(boxes):
        wide, kept = box, found
        while near := [each for each in kept if _wasted_pixels(each, wide) < _APART]:
            kept = [each for each in kept if each not in near]
            for each in near:
                wide = _box_around(wide, each)
        found = [*kept, wide]
    return found


def _box_around(one: Box, other: Box) -> Box:
    left, top, right, bottom = one
    x, y, x_end, y_end = other
    return (min(x, left), min(y, top), max(x_end, right), max(y_end, bottom))


def _wasted_pixels(one: Box, other: Box) -> int:
    """The pixels of a box around both that are in neither; none where they meet."""
    left, top, right, bottom = one
    x, y, x_end, y_end = other
    if left < x_end and x < right and top < y_end and y < bottom:
        return 0
    across = max(x_end, right) - min(x, left)
    down = max(y_end, bottom) - min(y, top)
    return across * down - (right - left) * (bottom - top) - (x_end - x) * (y_end - y)


BOARD = 1000
"""The side of a board; the strip below it and a margin on each side make a frame a square."""
SIZE = (BOARD + 96, 96)
LINES: tuple[Slot, Slot] = (
    Slot((76, 0, SIZE[0] - 16, 46), fonts.SCRIPTS[0], 37, "left"),
    Slot((76, 42, SIZE[0] - 16, 88), fonts.SCRIPTS[0], 37, "left"),
)
ALONE: Slot = LINES[0]._replace(box=(76, 20, SIZE[0] - 16, 66))
"""A caption of one line, level with the seat's sign."""
ARROW = "→"
LINE_LEAST = 31
"""Nine pixels high in Discord."""
SIGN: XY = (40.0, 44.0)
SIGN_SIZE, SIGN_REACH = 18.0, 34
"""Half of a seat's sign, and its largest extent from its middle."""
_LEVELS = 4
"""The steps of coverage of captions: half as many as the palette's ramps hold pack a quarter
smaller, and look alike on a screen.
"""
PROGRESS: Box = (10, SIZE[1] - 8, SIZE[0] - 10, SIZE[1] - 2)
"""The progress of the match, a bar along the picture's foot."""


class Filmed(NamedTuple):
    """A match, or a part of it, as a film shows it, in positions from views.

    ``captions`` has a line for each position, and one more for the sheet of a match that was played
    out. ``ended`` applies to the last board; ``pace`` is the duration of a move in milliseconds.
    """

    states: Sequence[Any]
    names: Sequence[str]
    captions: Sequence[str]
    pace: int
    theme: str = "night"
    ended: Ranks = None


class FilmFrames:
    """The frames of a film: a board in the middle, above its strip."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._board: Image.Image | None = None
        self._ground = Image.new("P", (0, 0))

    def frame(self, board: Parts, strip: Image.Image, stands: int) -> Frame:
        ground, pieces = board
        right, down = (SIZE[0] - ground.width) // 2, (BOARD - ground.height) // 2
        if ground is not self._board:
            self._board = ground
            self._ground = Image.new("P", (SIZE[0], SIZE[0]), self._theme.index(self._theme.night))
            self._ground.paste(ground, (right, down))
        shown = (piece.shifted(right, down) for piece in pieces)
        return Frame(self._ground, (*shown, Piece(strip, 0, BOARD)), stands)


def draw_strip(theme: Theme, caption: str, sign: Image.Image | None, part: float) -> Image.Image:
    """``sign`` is the mover's sign on panels; ``part`` is the share of the match shown so far."""
    strip = Image.new("P", SIZE, theme.index(theme.panel))
    lines = caption_lines(caption)
    for line, slot in zip(lines, LINES if len(lines) > 1 else (ALONE,), strict=False):
        put_all(strip, _caption_line(theme, line, slot, theme.plain._replace(levels=_LEVELS)))
    if sign is not None:
        put_middle(strip, sign, SIGN)
    left, top, right, bottom = PROGRESS
    strip.paste(theme.index(theme.panel_edge), PROGRESS)
    reached = left + round((right - left) * part)
    if reached > left:
        strip.paste(theme.index(theme.gilt), (left, top, reached, bottom))
    return strip


def _caption_line(theme: Theme, text: str, slot: Slot, tint: Tint) -> Iterator[Piece]:
    """A line of a caption, with drawn arrows between its parts: the fonts of names have none."""
    size = fit_caption(text, slot).size
    left, top, right, bottom = slot.box
    for at, part in enumerate(text.split(ARROW)):
        if at:
            yield _arrow_piece(theme, size, tint, left + size // 5, (top + bottom) // 2)
            left += size
        if not part.strip() or left >= right:
            continue
        rest, name = slot._replace(box=(left, top, right, bottom), size=size), part.strip()
        yield name_piece(theme, Name(name, "", size), rest, tint)
        left += fit_name(Name(name, "", size), rest.room).width


@lru_cache(maxsize=64)
def _arrow_piece(theme: Theme, size: int, tint: Tint, left: int, y: int) -> Piece:
    """An arrow to the right, slightly shorter than the height of its letters."""
    across, half = round(0.6 * size), round(0.24 * size)
    canvas = Canvas((0, 0, across, 2 * half), tint.ground)
    canvas.rectangle(0, half - 2, across - half, half + 2, tint.ink)
    head = (across - 1.3 * half, 0), (across, half), (across - 1.3 * half, 2 * half)
    canvas.polygon(head, tint.ink)
    return Piece(canvas.finish(theme), left, y - half)


def fit_caption(text: str, slot: Slot) -> FittedName:
    """A line of a caption in the slot; a dash is at least as wide as an arrow."""
    return fit_name(Name(text.replace(ARROW, "–"), "", LINE_LEAST), slot.room)


def caption_lines(caption: str) -> list[str]:
    """A caption in at most two lines, broken between its parts; without room the last ones go."""
    parts = caption.split(", ")
    kept = range(len(parts), 0, -1)
    breaks = (_breaks_into_whole_lines(parts[:most]) for most in kept)
    whole = next(filter(None, breaks), [(caption, "")])
    large = (lines for lines in whole if fit_caption(lines[0], LINES[0]).size == LINES[0].size)
    return list(filter(None, next(large, whole[0])))


def _breaks_into_whole_lines(parts: Sequence[str]) -> list[tuple[str, str]]:
    """The ways to break parts into two lines that are whole."""
    breaks = [
        (", ".join(parts[:count]), ", ".join(parts[count:])) for count in range(len(parts), 0, -1)
    ]
    return [lines for lines in breaks if all(each.whole for each in map(fit_caption, lines, LINES))]
