"""Animated pictures as GIF files: each picture with a strip below it.

Every Discord client plays a GIF inline, and its frames are palette pictures like ours, so nothing
is lost. WebP was a third smaller but took four times as long. A frame stores only the one box that
has changed. Changes far apart would make it as large as the picture, so they are shown one after
another, ``PART_INTERVAL`` milliseconds apart. Browsers slow down shorter frames.

A film takes seconds. So a copy of the process that was asked for it draws it.
"""

import io
import logging
import os
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from mmap import mmap
from signal import SIGTERM
from threading import active_count
from typing import Any, NamedTuple

from PIL import Image, ImageChops

from renderer import fonts
from renderer.canvas import XY, Box, Canvas, Layers, Piece, paste_centred, put_all
from renderer.marks import Ranks
from renderer.names import FittedName, Name, fit_name
from renderer.text import Slot, name_piece
from renderer.theme import THEMES, Theme, Tint

log = logging.getLogger(__name__)

PART_INTERVAL = 20
"""The milliseconds between two parts of one change."""
_MAX_PARTS = 6
_CHEAP_WASTE = 4_000  # unchanged pixels that are cheaper to compare than one more box
_DENSE_SHARE, _FULL_SHARE = 0.15, 0.75
"""The share of changed pixels from which all pixels of a box may take less than those alone, and
from which they do. In between both are packed, which takes as long as all else.
"""
_PALETTE_BITS = 8
_NOT_ZERO = [0] + [255] * 255  # maps the difference of two pixels to that of a mask


class Frame(NamedTuple):
    """A picture of mode P with pieces on it, the first one at the bottom."""

    ground: Image.Image
    pieces: Sequence[Piece]
    duration: int
    """In milliseconds."""


class _Part(NamedTuple):
    """The pixels of a changed box; those that stay as they are may be clear."""

    box: Box
    pixels: Image.Image
    packed: bytes = b""
    """The pixels as in the file, if that is known."""


def draw_box(ground: Image.Image, pieces: Iterable[Piece], box: Box) -> Image.Image:
    """The part of a picture within a box, with the pieces on it."""
    left, top, right, bottom = box
    part = ground.crop(box)
    paste = part.im.paste
    for piece in pieces:
        image, (x, y, x_end, y_end), *mask = piece.paste_arguments
        if x < right and x_end > left and y < bottom and y_end > top:
            paste(image, (x - left, y - top, x_end - left, y_end - top), *mask)
    return part


class _GifBuilder:
    def __init__(self, theme: Theme) -> None:
        self._palette = theme.palette_bytes
        self._clear = len(theme.palette)
        self._last: Frame | None = None
        self._shown = Image.new("P", (0, 0))
        """The picture that the parts so far leave on the screen."""
        self._parts: list[tuple[Box, bytes]] = []
        self._durations: list[int] = []
        """The milliseconds of each part."""

    def add_frame(self, frame: Frame) -> None:
        if self._last is None:
            box = (0, 0, *frame.ground.size)
            self._shown = draw_box(frame.ground, frame.pieces, box)
            self._add_parts([_Part(box, self._shown)], frame.duration)
        else:
            # The whole picture stands longer than each part of it.
            max_parts = max(1, min(_MAX_PARTS, frame.duration // PART_INTERVAL - 1))
            parts = list(self._changed_parts(self._last, frame))
            self._add_parts(self._join_parts(parts, max_parts), frame.duration)
        self._last = frame

    def _add_parts(self, parts: Sequence[_Part], duration: int) -> None:
        if not parts:
            self._durations[-1] += duration
            return
        self._parts += [(part.box, part.packed or _pack_pixels(part.pixels)) for part in parts]
        before = len(parts) - 1
        self._durations += [*[PART_INTERVAL] * before, duration - PART_INTERVAL * before]

    def _changed_parts(self, before: Frame, frame: Frame) -> Iterator[_Part]:
        """The changed pixels of a frame. Only boxes of pieces that have come or gone are drawn."""
        width, height = frame.ground.size
        for left, top, right, bottom in _join_near_boxes(_touched_boxes(before, frame)):
            box = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
            if box[0] >= box[2] or box[1] >= box[3]:
                continue  # outside of the picture
            now = draw_box(frame.ground, frame.pieces, box)
            change = ImageChops.subtract_modulo(now, self._shown.crop(box))
            if (inner := change.getbbox()) is None:
                continue
            self._shown.im.paste(now.im, box)
            changed_box = box[0] + inner[0], box[1] + inner[1], box[0] + inner[2], box[1] + inner[3]
            yield self._smallest_part(changed_box, now.crop(inner), change.crop(inner))

    def _smallest_part(self, box: Box, now: Image.Image, change: Image.Image) -> _Part:
        """All pixels of a box or those alone that have changed, whichever packs smaller."""
        changed = Image.new("P", now.size, self._clear)
        # Image.point and Image.paste without their checks, which take as long.
        changed.im.paste(now.im, (0, 0, *now.size), change.im.point(_NOT_ZERO, "1"))
        share = 1 - change.histogram()[0] / (now.width * now.height)
        if share < _DENSE_SHARE:
            return _Part(box, changed)
        if share > _FULL_SHARE:
            return _Part(box, now)
        both = (_Part(box, each, _pack_pixels(each)) for each in (changed, now))
        return min(both, key=lambda part: len(part.packed))

    def _join_parts(self, parts: list[_Part], max_parts: int) -> list[_Part]:
        """At most ``max_parts``, from top to bottom: those that are least apart become one."""
        groups = [[part] for part in parts]
        boxes = [part.box for part in parts]
        while len(boxes) > max_parts:
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

    def file_bytes(self) -> bytes:
        palette = self._palette.ljust(3 << _PALETTE_BITS, b"\0")
        size = struct.pack("<HHBBB", *self._shown.size, 0x80 | _PALETTE_BITS - 1, 0, 0)
        endless_loop = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
        blocks = [b"GIF89a", size, palette, endless_loop]
        timed = zip(self._parts, self._durations, strict=True)
        for ((left, top, right, bottom), packed), duration in timed:
            # What is shown stays below the next part.
            blocks.append(struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 5, duration // 10, self._clear, 0))
            place = left, top, right - left, bottom - top
            blocks += struct.pack("<BHHHHBB", 0x2C, *place, 0, _PALETTE_BITS), packed, b"\0"
        return b"".join((*blocks, b";"))


def _pack_pixels(pixels: Image.Image) -> bytes:
    return pixels.tobytes("gif", "P", _PALETTE_BITS, 0)


def _touched_boxes(before: Frame, frame: Frame) -> set[Box]:
    """The boxes of pieces that only one of two frames has, or has in another order."""
    boxes = set[Box]()
    if before.ground is not frame.ground:
        box = ImageChops.subtract_modulo(frame.ground, before.ground).getbbox()
        boxes = {box} if box is not None else boxes
    # The arguments tell pieces apart by their pixels and their places.
    old, new = ({piece.paste_arguments: None for piece in each.pieces} for each in (before, frame))
    if [each for each in old if each in new] != [each for each in new if each in old]:
        return {(0, 0, *frame.ground.size)}
    return boxes | {box for _, box, *_ in old.keys() ^ new.keys()}


def _join_near_boxes(boxes: Iterable[Box]) -> list[Box]:
    """Boxes that cover all of these and lie apart."""
    found = list[Box]()
    for box in sorted(boxes):
        joined, others = box, found
        while near := [each for each in others if _wasted_pixels(each, joined) < _CHEAP_WASTE]:
            others = [each for each in others if each not in near]
            for each in near:
                joined = _box_around(joined, each)
        found = [*others, joined]
    return found


def _box_around(one: Box, other: Box) -> Box:
    left, top, right, bottom = one
    x, y, x_end, y_end = other
    return (min(x, left), min(y, top), max(x_end, right), max(y_end, bottom))


def _wasted_pixels(one: Box, other: Box) -> int:
    """The number of pixels of a box around both that are in neither; 0 if they overlap."""
    left, top, right, bottom = one
    x, y, x_end, y_end = other
    if left < x_end and x < right and top < y_end and y < bottom:
        return 0
    width = max(x_end, right) - min(x, left)
    height = max(y_end, bottom) - min(y, top)
    return width * height - (right - left) * (bottom - top) - (x_end - x) * (y_end - y)


# ----------------------------------------------------------------- the strip below a picture

_BOARD_SIDE = 1000
"""The side of a board; the strip below it and a margin on each side make a frame a square."""
STRIP_SIZE = (_BOARD_SIDE + 96, 96)
CAPTION_LINES: tuple[Slot, Slot] = (
    Slot((76, 0, STRIP_SIZE[0] - 16, 46), fonts.SCRIPTS[0], 37, "left"),
    Slot((76, 42, STRIP_SIZE[0] - 16, 88), fonts.SCRIPTS[0], 37, "left"),
)
_SINGLE_LINE: Slot = CAPTION_LINES[0]._replace(box=(76, 20, STRIP_SIZE[0] - 16, 66))
"""A caption of one line, level with the seat's sign."""
ARROW = "→"
_MIN_LINE_SIZE = 31  # nine pixels high in Discord
_SIGN_CENTRE: XY = (40.0, 44.0)
SIGN_SIZE, SIGN_REACH = 18.0, 34
"""Half of a seat's sign, and its largest extent from its middle."""
_CAPTION_LEVELS = 4
"""The steps of coverage of captions. Twice as many look alike, and pack a third larger."""
_PROGRESS_BAR: Box = (10, STRIP_SIZE[1] - 8, STRIP_SIZE[0] - 10, STRIP_SIZE[1] - 2)
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


FilmedBoard = tuple[Layers, Image.Image, int]
"""A board, the strip below it, and its duration in milliseconds."""


def animate_boards(boards: Iterable[FilmedBoard], theme: Theme) -> bytes:
    """The GIF of boards of one size above their strips. It begins again without end."""
    gif = _GifBuilder(theme)
    for frame in _frames_of(boards, theme):
        gif.add_frame(frame)
    return gif.file_bytes()


def _frames_of(boards: Iterable[FilmedBoard], theme: Theme) -> Iterator[Frame]:
    """The frames of a film. Those of boards with the same ground share theirs."""
    last, framed, side = None, Image.new("P", (0, 0)), STRIP_SIZE[0]
    for (ground, pieces), strip, duration in boards:
        right, down = (side - ground.width) // 2, (_BOARD_SIDE - ground.height) // 2
        if ground is not last:
            last, framed = ground, Image.new("P", (side, side), theme.index(theme.night))
            framed.paste(ground, (right, down))
        shown = (piece.shifted(right, down) for piece in pieces)
        yield Frame(framed, (*shown, Piece(strip, 0, _BOARD_SIDE)), duration)


def draw_strip(theme: Theme, caption: str, sign: Image.Image | None, share: float) -> Image.Image:
    """The strip below a board, with the mover's sign and the share of the match that is shown."""
    strip = Image.new("P", STRIP_SIZE, theme.index(theme.panel))
    tint = theme.plain._replace(levels=_CAPTION_LEVELS)
    lines = caption_lines(caption)
    slots = CAPTION_LINES if len(lines) > 1 else (_SINGLE_LINE,)
    for line, slot in zip(lines, slots, strict=False):  # an empty caption has no line
        put_all(strip, _caption_line_pieces(theme, line, slot, tint))
    if sign is not None:
        paste_centred(strip, sign, _SIGN_CENTRE)
    left, top, right, bottom = _PROGRESS_BAR
    strip.paste(theme.index(theme.panel_edge), _PROGRESS_BAR)
    reached = left + round((right - left) * share)
    if reached > left:
        strip.paste(theme.index(theme.gilt), (left, top, reached, bottom))
    return strip


def _caption_line_pieces(theme: Theme, text: str, slot: Slot, tint: Tint) -> Iterator[Piece]:
    """A line of a caption, with drawn arrows between its parts: the fonts of names have none."""
    size = fit_caption(text, slot).size
    left, top, right, bottom = slot.box
    for number, part in enumerate(text.split(ARROW)):
        if number:
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
    width, half = round(0.6 * size), round(0.24 * size)
    canvas = Canvas((0, 0, width, 2 * half), tint.ground)
    canvas.rectangle(0, half - 2, width - half, half + 2, tint.ink)
    head = (width - 1.3 * half, 0), (width, half), (width - 1.3 * half, 2 * half)
    canvas.polygon(head, tint.ink)
    return Piece(canvas.finish(theme), left, y - half)


def fit_caption(text: str, slot: Slot) -> FittedName:
    """A line of a caption in the slot; a dash is at least as wide as an arrow."""
    return fit_name(Name(text.replace(ARROW, "–"), "", _MIN_LINE_SIZE), slot.room)


def caption_lines(caption: str) -> list[str]:
    """A caption in at most two lines, broken between its parts; without room the last ones go."""
    parts = caption.split(", ")
    breaks = (_whole_breaks(parts[:count]) for count in range(len(parts), 0, -1))
    whole = next(filter(None, breaks), [(caption, "")])
    slot = CAPTION_LINES[0]
    large = (lines for lines in whole if fit_caption(lines[0], slot).size == slot.size)
    return list(filter(None, next(large, whole[0])))


def _whole_breaks(parts: Sequence[str]) -> list[tuple[str, str]]:
    """The ways to break parts into two lines that are whole."""
    counts = range(len(parts), 0, -1)
    breaks = [(", ".join(parts[:count]), ", ".join(parts[count:])) for count in counts]
    fitted = ((lines, map(fit_caption, lines, CAPTION_LINES)) for lines in breaks)
    return [lines for lines, names in fitted if all(each.whole for each in names)]


# ------------------------------------------------------------------------- any pictures

_LAST_PICTURE_FACTOR = 3  # the duration of the last picture, as a multiple of the others'


def animate_pictures(
    pictures: Sequence[Callable[[], bytes]],
    captions: Sequence[str],
    theme: str = "night",
    pace: int = 1600,
) -> bytes:
    """The pictures as GIF, each with its caption below it for ``pace`` milliseconds."""
    colours = THEMES[theme]
    drawn = [Image.open(io.BytesIO(draw())).convert("RGB") for draw in pictures]
    frames = []
    # At most 11:7: Discord keeps no place for a wider picture.
    height = max(STRIP_SIZE[0] * 7 // 11, *(each.height for each in drawn))
    width = max(STRIP_SIZE[0], STRIP_SIZE[1] + height, *(each.width for each in drawn))
    for number, (picture, caption) in enumerate(zip(drawn, captions, strict=True)):
        note_progress(share := number / max(1, len(drawn) - 1))
        strip = draw_strip(colours, caption, None, share)
        frame = Image.new("RGB", (width, height + strip.height), colours.panel)
        frame.paste(picture, ((width - picture.width) // 2, (height - picture.height) // 2))
        frame.paste(colours.to_rgb(strip), ((width - strip.width) // 2, height))
        frames.append(frame)
    durations = [pace] * (len(frames) - 1) + [_LAST_PICTURE_FACTOR * pace]
    gif = io.BytesIO()
    first, *rest = frames
    first.save(gif, "GIF", save_all=True, append_images=rest, duration=durations, loop=0)
    return gif.getvalue()


# ---------------------------------------------------------------------- the copy of the process

_SHARED_BYTES = 1 << 24  # more than any film has
_PROGRESS = struct.Struct("=dI")
"""The share of the match drawn so far, and the length of the finished film, which follows."""
_NICENESS = 10  # pictures have priority on the processor


class _Copy(NamedTuple):
    """A copy of this process that draws a film. It has all that was drawn before."""

    pid: int
    shared: mmap
    """The memory that both share: the progress, and then the film."""


_latest_film: _Copy | bytes = b""
"""The latest film, or the copy that draws it; empty before the first film or after a failure."""
_progress_of_copy: mmap | None = None  # in a copy, the shared memory; None elsewhere


def begin_film(draw: Callable[[], bytes]) -> None:
    """Begin to draw a film in a copy of this process; where none can be made, draw it at once."""
    global _latest_film, _progress_of_copy  # noqa: PLW0603 - a process draws one film at a time
    if isinstance(_latest_film, _Copy):  # nobody waits for it any longer
        os.kill(_latest_film.pid, SIGTERM)
        os.waitpid(_latest_film.pid, 0)
        _latest_film = b""
    if not hasattr(os, "fork") or active_count() > 1:  # a copy has no other threads
        _latest_film = draw()
        return
    shared = mmap(-1, _SHARED_BYTES)
    if pid := os.fork():
        _latest_film = _Copy(pid, shared)
        return
    _progress_of_copy, failed = shared, 1
    try:
        os.nice(_NICENESS)
        film = draw()
        shared[_PROGRESS.size : _PROGRESS.size + len(film)] = film
        _PROGRESS.pack_into(shared, 0, 1.0, len(film))
        failed = 0
    except Exception:  # the process that was copied draws it itself
        log.exception("a film could not be drawn")
    finally:
        os._exit(failed)  # what follows is the work of the process that was copied


def film_or_share() -> bytes | float:
    """The latest film, or the share drawn so far. Raises RuntimeError if its copy has failed."""
    global _latest_film  # noqa: PLW0603 - as above
    if isinstance(_latest_film, _Copy):
        pid, shared = _latest_film
        ended, failed = os.waitpid(pid, os.WNOHANG)
        part, length = _PROGRESS.unpack_from(shared)
        if not ended:
            return float(part)
        _latest_film = b"" if failed else shared[_PROGRESS.size : _PROGRESS.size + length]
    if not _latest_film:
        raise RuntimeError("The copy of the process that drew the film has failed.")
    return _latest_film


def note_progress(share: float) -> None:
    """Tell the process that waits how much of the film is drawn; elsewhere, do nothing."""
    if _progress_of_copy is not None:
        _PROGRESS.pack_into(_progress_of_copy, 0, share, 0)
