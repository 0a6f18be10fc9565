"""Text as pieces: rendered once, in the palette's blends between its ink and its background."""

from functools import lru_cache
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from renderer import fonts
from renderer.canvas import Box, Canvas, Piece
from renderer.names import Name, Room, fit_name, player_name
from renderer.theme import Theme, Tint, mix

Align = Literal["left", "centre", "right"]

_MIN_SIZE = 13  # the smallest font size of translated text, at the scale of a large picture
player = player_name  # the same function, for games of packages that import it by its old name


class Slot(NamedTuple):
    """The place of a text: its box in the picture, its font and its largest size."""

    box: Box
    file: str
    size: int
    align: Align = "centre"

    @property
    def room(self) -> Room:
        left, top, right, bottom = self.box
        return Room(right - left, bottom - top, self.size)


def text_width(text: str, file: str, size: int) -> float:
    file = fonts.font_for(text, file)
    if fonts.is_plain(text, file):
        return fonts.plain_width(text, file, size)
    with fonts.FREETYPE_LOCK:
        return fonts.load_font(file, size).getlength(text)


def size_for(text: str, slot: Slot) -> int:
    """The slot's size, or the largest smaller size at which the text fits the box's width."""
    size = slot.size
    while size > _MIN_SIZE and text_width(text, slot.file, size) > slot.room.width:
        size -= 1
    return size


@lru_cache(maxsize=256)
def break_in_two(text: str, slot: Slot) -> tuple[str, ...]:
    """The text in one line if it fits, else broken so that the longer line is shortest."""
    words, file, size = text.split(" "), slot.file, slot.size
    if text_width(text, file, size) <= slot.room.width or len(words) == 1:
        return (text,)
    breaks = [(" ".join(words[:index]), " ".join(words[index:])) for index in range(1, len(words))]
    return min(breaks, key=lambda lines: max(text_width(line, file, size) for line in lines))


@lru_cache(maxsize=512)
def _coverage_colours(theme: Theme, tint: Tint) -> bytes:
    """The palette's colour between background and ink for each coverage from 0 to 255."""
    levels = tint.levels
    steps = [theme.index(mix(tint.ground, tint.ink, step / levels)) for step in range(levels + 1)]
    return bytes(steps[round(coverage / 255 * levels)] for coverage in range(256))


def _colour_mask(mask: Image.Image, theme: Theme, tint: Tint) -> Image.Image:
    return Image.frombytes("P", mask.size, mask.tobytes().translate(_coverage_colours(theme, tint)))


@lru_cache(maxsize=2048)
def typeset(theme: Theme, text: str, slot: Slot, tint: Tint) -> Piece:
    """One line of translated text in its slot, as a piece no larger than its ink."""
    mask = _ink_mask(text, slot)
    return Piece(_colour_mask(mask, theme, tint), *slot.box[:2]).cropped(mask.getbbox())


@lru_cache(maxsize=2048)
def _text_picture(theme: Theme, text: str, slot: Slot, tint: Tint) -> Image.Image:
    """The same text on its background, as large as its slot's box."""
    return _colour_mask(_ink_mask(text, slot), theme, tint)


def _ink_mask(text: str, slot: Slot) -> Image.Image:
    """The text's coverage of each pixel of the slot's box."""
    width, height, _ = slot.room
    mask = Image.new("L", (width, height))
    size = size_for(text, slot)
    file = fonts.font_for(text, slot.file)
    y = (height - _capital_span(file, size)) / 2
    if fonts.is_plain(text, file):
        font = file, size
        x = fonts.start_of_plain_line(text, font, slot.align, width)
        fonts.draw_plain_line(mask, (x, y), text, font)
        return mask
    ends = {"left": ("ls", 0.0), "centre": ("ms", width / 2), "right": ("rs", width)}
    anchor, x = ends[slot.align]
    with fonts.FREETYPE_LOCK:
        font_face = fonts.load_font(file, size)
        ImageDraw.Draw(mask).text((x, y), text, fill=255, font=font_face, anchor=anchor)
    return mask


@lru_cache(maxsize=256)
def _capital_span(file: str, size: int) -> float:
    """The top and the foot of capitals and digits, added up; a line centred by them looks level."""
    with fonts.FREETYPE_LOCK:
        _, top, _, bottom = fonts.load_font(file, size).getbbox("H", anchor="ls")
    return top + bottom


def write(picture: Image.Image | Canvas, theme: Theme, text: str, slot: Slot, tint: Tint) -> None:
    """Write one line of translated text; its background fills the slot's box."""
    picture.paste(_text_picture(theme, text, slot, tint), slot.box[:2])


def name_and_word_slots(name: Name, word: Name, slot: Slot) -> tuple[Slot, Slot]:
    """The slots of a name and the word after it, centred together; the word never shrinks."""
    left, top, right, bottom = slot.box
    size = slot.size
    while True:
        word_width, gap = fit_name(word, slot.room._replace(size=size)).width, size // 3
        fitted = fit_name(name, Room(slot.room.width - word_width - gap, slot.room.height, size))
        if fitted.size >= size:
            break
        size = fitted.size
    name_width = fitted.width
    start = (left + right - name_width - gap - word_width) // 2
    word_start = start + name_width + gap
    aligned = slot._replace(size=size, align="left")
    return (
        aligned._replace(box=(start, top, start + name_width, bottom)),
        aligned._replace(box=(word_start, top, word_start + word_width, bottom)),
    )


@lru_cache(maxsize=1024)
def name_piece(theme: Theme, name: Name, slot: Slot, tint: Tint) -> Piece:
    """A player's name, as large as its slot's box, without undrawable characters."""
    width, height, _ = slot.room
    mask = Image.new("L", (width, height))
    with fonts.FREETYPE_LOCK:
        fitted = fit_name(name, slot.room)
        name_width, above, below = fitted.extent
        start = {"left": 0.0, "right": width - name_width, "centre": (width - name_width) / 2}
        x = start[slot.align]
        # The baseline of plain capitals, moved for tall or deep letters.
        _, top, _, _ = fonts.load_font(fonts.SCRIPTS[0], fitted.size).getbbox("H", anchor="ls")
        y = min(max((height - top) / 2, above), height - below)
        draw = ImageDraw.Draw(mask)
        for run in fitted.runs:
            font = fonts.load_font(run.file, fitted.size)
            text, direction = run.shown, run.direction
            draw.text((x, y), text, fill=255, font=font, anchor="ls", direction=direction)
            x += font.getlength(text, direction=direction)
    return Piece(_colour_mask(mask, theme, tint), *slot.box[:2])
