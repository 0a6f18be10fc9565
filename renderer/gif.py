"""An animated picture: a GIF whose frames store only what changes from one to the next.

A GIF because every Discord client plays it inline, and because its frames are palette pictures
like ours: nothing is lost, and a whole match takes less than a single photo. (WebP came out a third
smaller, in four times the time.)
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence

from PIL import Image, ImageChops

from .theme import Theme


def encode(frames: Iterable[Image.Image], durations: Sequence[int], theme: Theme) -> bytes:
    """The GIF of mode-P pictures in the theme's palette, each of which stands so long."""
    clear = len(theme.palette)
    first, *rest = _changes(frames, clear)
    for frame in (first, *rest):
        frame.putpalette(theme.palette_bytes + bytes(3 * (256 - clear)))
    gif = io.BytesIO()
    first.save(
        gif,
        "GIF",
        save_all=True,
        append_images=rest,
        duration=list(durations),
        loop=0,
        disposal=1,
        transparency=clear,
        optimize=False,
    )
    return gif.getvalue()


def _changes(frames: Iterable[Image.Image], clear: int) -> Iterator[Image.Image]:
    """The first frame, then of each one what is not as before; the rest of it is clear."""
    before: Image.Image | None = None
    for frame in frames:
        if before is None:
            yield frame.copy()
        else:
            yield _change(before, frame, clear)
        before = frame


def _change(before: Image.Image, frame: Image.Image, clear: int) -> Image.Image:
    """Compares palette numbers, and works only in the box that changed, so a frame costs little."""
    change = Image.new("P", frame.size, clear)
    changed = ImageChops.subtract_modulo(frame, before)
    box = changed.getbbox()
    if box is not None:
        change.paste(frame.crop(box), box, changed.crop(box).point(_ANY, "1"))
    return change


_ANY = [0] + [255] * 255
