"""Contact sheets: pieces of pictures side by side, in the palette of their theme."""

import io
from collections.abc import Iterable, Sequence
from typing import cast

from PIL import Image, ImageChops

from renderer.canvas import Box, Piece, put_all
from renderer.theme import Colour, Theme

_WIDE, _GAP = 1000, 4


class Contact:
    """Cells in rows from the upper left on, each with pieces or a picture in it."""

    def __init__(self, theme: Theme, ground: Colour | None = None) -> None:
        self._theme = theme
        self._ground = theme.index(theme.panel if ground is None else ground)
        self._cells: list[tuple[int, int, Image.Image]] = []
        self._left = self._top = self._low = 0

    def add(self, size: tuple[int, int], pieces: Iterable[Piece]) -> None:
        """A cell of this size, with pieces that were drawn at its upper left corner."""
        self.show(put_all(Image.new("P", size, self._ground), pieces))

    def around(self, reach: int, *sprites: Piece) -> None:
        """A square cell for each piece that was drawn around 0, 0."""
        for each in sprites:
            self.add((2 * reach, 2 * reach), [each.shifted(reach, reach)])

    def show(self, *pictures: Image.Image) -> None:
        """A cell of its own size for each picture."""
        for each in pictures:
            if self._left and self._left + each.width > _WIDE:
                self.new_row()
            self._cells.append((self._left, self._top, each))
            self._left += each.width + _GAP
            self._low = max(self._low, self._top + each.height + _GAP)

    def new_row(self) -> None:
        self._left, self._top = 0, self._low

    def picture(self) -> Image.Image:
        across = max(left + each.width for left, _, each in self._cells)
        sheet = Image.new("P", (across, self._low), self._ground)
        sheet.putpalette(self._theme.palette_bytes)
        for left, top, each in self._cells:
            sheet.paste(each, (left, top))
        return sheet


def opened(drawn: bytes) -> Image.Image:
    """A picture from its file."""
    picture = Image.open(io.BytesIO(drawn))
    picture.load()
    return picture


def cut(drawn: bytes, box: Box) -> Image.Image:
    """A part of a picture, in its palette."""
    return opened(drawn).crop(box)


def changes(before: bytes, after: bytes) -> Image.Image:
    """The pixels of a picture that differ from those of another one; all others in magenta."""
    one, other = (opened(each).convert("RGB") for each in (before, after))
    changed = ImageChops.difference(one, other).convert("L").point([0] + [255] * 255)
    found = Image.new("RGB", other.size, (255, 0, 255))
    found.paste(other, mask=changed)
    return found


def packed(picture: Image.Image) -> Image.Image:
    """The same picture with a palette, in which it takes less room, if its colours are few."""
    counted = picture.getcolors(256) if picture.mode == "RGB" else None
    if counted is None:
        return picture
    colours = cast("list[Colour]", sorted(colour for _, colour in counted))
    places = {colour: place for place, colour in enumerate(colours)}
    found = Image.new("P", picture.size)
    pixels = iter(picture.tobytes())
    found.putdata([places[pixel] for pixel in zip(pixels, pixels, pixels, strict=True)])
    found.putpalette([channel for colour in places for channel in colour])
    return found


def stacked(*pictures: Image.Image) -> Image.Image:
    """Pictures of several palettes below each other."""
    across, down = max(each.width for each in pictures), sum(each.height for each in pictures)
    whole, top = Image.new("RGB", (across, down)), 0
    for each in pictures:
        whole.paste(each.convert("RGB"), (0, top))
        top += each.height
    return whole


def emoji(rows: Iterable[Sequence[bytes]]) -> Image.Image:
    """Emoji on their transparent ground, a row for each theme: shrunk to keep the file small."""
    drawn = [
        [opened(each).reduce(4 if number else 2) for each in row] for number, row in enumerate(rows)
    ]
    whole = Image.new(
        "RGBA", (drawn[0][0].width * len(drawn[0]), sum(row[0].height for row in drawn))
    )
    top = 0
    for row in drawn:
        for x, each in enumerate(row):
            whole.paste(each, (x * each.width, top))
        top += row[0].height
    return whole
