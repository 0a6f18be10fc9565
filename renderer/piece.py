"""A piece of a picture: something drawn once, and where it lies."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from .canvas import XY


@dataclass(frozen=True, eq=False, slots=True)
class Piece:
    """A sprite in its place, over whatever lies there.

    It equals only itself, so piles of pieces are quick keys of caches. Whoever makes a piece keeps
    it, and hands out the same one again.
    """

    image: Image.Image
    left: int
    top: int
    mask: Image.Image | None = None

    def within(self, box: tuple[int, int, int, int] | None) -> Piece:
        """What a box of the sprite holds: the less a piece covers, the quicker it is put down."""
        box = box or (0, 0, 1, 1)
        mask = self.mask and self.mask.crop(box)
        return Piece(self.image.crop(box), self.left + box[0], self.top + box[1], mask)

    def shifted(self, right: int, down: int) -> Piece:
        """The same sprite elsewhere."""
        return Piece(self.image, self.left + right, self.top + down, self.mask)

    def put(self, picture: Image.Image) -> None:
        right, bottom = self.left + self.image.width, self.top + self.image.height
        box = (self.left, self.top, right, bottom)
        # What Image.paste does, without its checks, which take as long as most pieces themselves.
        picture.im.paste(self.image.im, box, *([self.mask.im] if self.mask else ()))


def put_middle(picture: Image.Image, sprite: Image.Image, centre: XY) -> None:
    """Put a sprite down by its middle."""
    x, y = centre
    picture.paste(sprite, (round(x) - sprite.width // 2, round(y) - sprite.height // 2))
