"""A piece of a picture: something drawn once, and where it lies."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image


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

    @property
    def bottom(self) -> int:
        return self.top + self.image.height

    def within(self, box: tuple[int, int, int, int] | None) -> Piece:
        """What a box of the sprite holds: the fewer rows a piece covers, the fewer it changes."""
        box = box or (0, 0, 1, 1)
        mask = self.mask and self.mask.crop(box)
        return Piece(self.image.crop(box), self.left + box[0], self.top + box[1], mask)

    def put(self, picture: Image.Image, right: int = 0, down: int = 0) -> None:
        """Put it on a picture, so many pixels off its place."""
        left, top = self.left + right, self.top + down
        box = (left, top, left + self.image.width, top + self.image.height)
        # What Image.paste does, without its checks, which take as long as most pieces themselves.
        picture.im.paste(self.image.im, box, *([self.mask.im] if self.mask else ()))
