"""A piece of a picture: a sprite drawn once, and its place."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from .canvas import XY


@dataclass(frozen=True, eq=False, slots=True)
class Piece:
    """A sprite in its place, over the pixels below it.

    It equals only itself, so piles of pieces are quick cache keys. A function that makes a piece
    keeps it and returns the same one again.
    """

    image: Image.Image
    left: int
    top: int
    mask: Image.Image | None = None

    def within(self, box: tuple[int, int, int, int] | None) -> Piece:
        """The part of the sprite within a box: a smaller piece is quicker to paste."""
        box = box or (0, 0, 1, 1)
        mask = self.mask and self.mask.crop(box)
        return Piece(self.image.crop(box), self.left + box[0], self.top + box[1], mask)

    def shifted(self, right: int, down: int) -> Piece:
        """The same sprite elsewhere."""
        return Piece(self.image, self.left + right, self.top + down, self.mask)

    def put(self, picture: Image.Image) -> None:
        right, bottom = self.left + self.image.width, self.top + self.image.height
        box = (self.left, self.top, right, bottom)
        # Image.paste without its checks, which take as long as pasting most pieces.
        picture.im.paste(self.image.im, box, *([self.mask.im] if self.mask else ()))


def put_middle(picture: Image.Image, sprite: Image.Image, centre: XY) -> None:
    """Paste a sprite by its middle."""
    x, y = centre
    picture.paste(sprite, (round(x) - sprite.width // 2, round(y) - sprite.height // 2))
