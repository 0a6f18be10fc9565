"""Whole pictures that are kept for later: the latest as they are, all others packed.

A packed board takes a twelfth of the memory, and unpacking it a third of the time that it takes to
put it together again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from isal import isal_zlib
from PIL import Image

_LATEST = 12
"""The number of pictures of all kinds that are kept as they are. A board takes 1.4 MB."""
_LEVEL = 1
"""ISA-L's level 0 unpacks more slowly, and level 2 packs no smaller."""

_latest: OrderedDict[Kept, Image.Image] = OrderedDict()
_LOCK = threading.Lock()


class Kept:
    """A picture of mode P, which is packed once others have been used more recently."""

    __slots__ = ("_packed", "_size")

    def __init__(self, picture: Image.Image) -> None:
        self._size = picture.size
        self._packed = b""
        self._use(picture)

    @property
    def picture(self) -> Image.Image:
        """The picture itself; use ``copy`` to draw on it."""
        with _LOCK:
            picture = _latest.get(self)
        if picture is None:
            picture = Image.frombytes("P", self._size, isal_zlib.decompress(self._packed))
        self._use(picture)
        return picture

    def copy(self) -> Image.Image:
        """A copy of the picture, to draw on."""
        return self.picture.copy()

    def _use(self, picture: Image.Image) -> None:
        with _LOCK:
            _latest[self] = picture
            _latest.move_to_end(self)
            if len(_latest) > _LATEST:
                oldest, unused = _latest.popitem(last=False)
                oldest.pack(unused)

    def pack(self, picture: Image.Image) -> None:
        """Store the packed picture, for the time when it is no longer kept as it is."""
        self._packed = self._packed or isal_zlib.compress(picture.tobytes(), _LEVEL)
