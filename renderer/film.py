"""Animated pictures: boards with a strip below each.

The strip shows the effect of a move and the match's progress. Every Discord client plays a GIF
inline, and its frames are palette pictures like ours, so nothing is lost. A whole match is smaller
than a single photo. (WebP was a third smaller but took four times as long.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextvars import copy_context
from functools import lru_cache
from threading import Thread

from PIL import Image

from . import fonts
from .canvas import XY, Box, Canvas, Parts, Piece, put_all, put_middle
from .gif import Frame
from .text import Line, Name, Slot, extent, fit, named
from .theme import Theme, Tint

SIZE = (1000, 112)
LINES: tuple[Slot, Slot] = (
    Slot((76, 4, 984, 54), fonts.SCRIPTS[0], 38, "left"),
    Slot((76, 52, 984, 100), fonts.SCRIPTS[0], 38, "left"),
)
ALONE: Slot = LINES[0]._replace(box=(76, 27, 984, 77))
"""A caption of one line, level with the seat's sign."""
ARROW = "→"
LINE_LEAST = 28
"""Nine pixels high on a picture shown 312 wide."""
SIGN: XY = (40.0, 52.0)
SIGN_SIZE, SIGN_REACH = 18.0, 34
"""Half of a seat's sign, and its largest extent from its middle."""
_LEVELS = 4
"""The steps of coverage of captions: half as many as the palette's ramps hold pack a quarter
smaller, and look alike on a screen.
"""
PROGRESS: Box = (10, SIZE[1] - 8, SIZE[0] - 10, SIZE[1] - 2)
"""The progress of the match, a bar along the picture's foot."""


class _Drawing(Thread):
    """A film that is drawn while its process can say how far it is."""

    latest: _Drawing
    part = 0.0
    """The share of the match drawn so far."""

    def __init__(self, draw: Callable[[], bytes]) -> None:
        super().__init__(daemon=True)
        self._draw, self._context = draw, copy_context()
        self.done: Future[bytes] = Future()

    def run(self) -> None:
        try:
            self.done.set_result(self._context.run(self._draw))
        except Exception as error:  # noqa: BLE001 - whoever asks for the film gets it
            self.done.set_exception(error)


def begin(draw: Callable[[], bytes]) -> None:
    """Begin to draw a film, in the current language."""
    _Drawing.part = 0.0
    _Drawing.latest = _Drawing(draw)
    _Drawing.latest.start()


def look(seconds: float) -> bytes | float:
    """The film that was begun last, or after so many seconds the share drawn so far."""
    try:
        return _Drawing.latest.done.result(seconds)
    except TimeoutError:
        return _Drawing.part


class Film:
    """The frames of a film: a board, padded or cropped above and below to one height, above its
    strip.
    """

    def __init__(self, theme: Theme, high: int) -> None:
        self._theme, self._high = theme, high
        self._board: Image.Image | None = None
        self._ground = Image.new("P", (0, 0))

    def frame(self, board: Parts, strip: Image.Image, stands: int) -> Frame:
        ground, pieces = board
        down = (self._high - ground.height) // 2
        if ground is not self._board:
            size = ground.width, self._high + strip.height
            self._board, self._ground = (
                ground,
                Image.new("P", size, self._theme.index(self._theme.night)),
            )
            self._ground.paste(ground, (0, down))
        shown = (piece.shifted(0, down) for piece in pieces) if down else pieces
        return Frame(self._ground, (*shown, Piece(strip, 0, self._high)), stands)


def draw_strip(theme: Theme, caption: str, sign: Image.Image | None, part: float) -> Image.Image:
    """``sign`` is the mover's sign on panels; ``part`` is the share of the match shown so far."""
    _Drawing.part = part
    strip = Image.new("P", SIZE, theme.index(theme.panel))
    lines = in_lines(caption)
    for line, slot in zip(lines, LINES if len(lines) > 1 else (ALONE,), strict=False):
        put_all(strip, _line(theme, line, slot, theme.plain._replace(levels=_LEVELS)))
    if sign is not None:
        put_middle(strip, sign, SIGN)
    left, top, right, bottom = PROGRESS
    strip.paste(theme.index(theme.panel_edge), PROGRESS)
    reached = left + round((right - left) * part)
    if reached > left:
        strip.paste(theme.index(theme.gilt), (left, top, reached, bottom))
    return strip


def _line(theme: Theme, text: str, slot: Slot, tint: Tint) -> Iterator[Piece]:
    """A line of a caption, with drawn arrows between its parts: the fonts of names have none."""
    size = fitted(text, slot).size
    left, top, right, bottom = slot.box
    for at, part in enumerate(text.split(ARROW)):
        if at:
            yield _arrow(theme, size, tint, left + size // 5, (top + bottom) // 2)
            left += size
        if not part.strip() or left >= right:
            continue
        rest, name = slot._replace(box=(left, top, right, bottom), size=size), part.strip()
        yield named(theme, Name(name, "", size), rest, tint)
        left += extent(fit(Name(name, "", size), rest))


@lru_cache(maxsize=64)
def _arrow(theme: Theme, size: int, tint: Tint, left: int, y: int) -> Piece:
    """An arrow to the right, slightly shorter than the height of its letters."""
    across, half = round(0.6 * size), round(0.24 * size)
    canvas = Canvas((0, 0, across, 2 * half), tint.ground)
    canvas.rectangle(0, half - 2, across - half, half + 2, tint.ink)
    head = (across - 1.3 * half, 0), (across, half), (across - 1.3 * half, 2 * half)
    canvas.polygon(head, tint.ink)
    return Piece(canvas.finish(theme), left, y - half)


def fitted(text: str, slot: Slot) -> Line:
    """A line of a caption in the slot; a dash is at least as wide as an arrow."""
    return fit(Name(text.replace(ARROW, "–"), "", LINE_LEAST), slot)


def in_lines(caption: str) -> list[str]:
    """A caption in at most two lines, broken between two of its parts; the last parts are left out
    if there is no room.
    """
    parts = caption.split(", ")
    kept = range(len(parts), 0, -1)
    whole = next(filter(None, (_whole_breaks(parts[:most]) for most in kept)), [(caption, "")])
    large = (lines for lines in whole if fitted(lines[0], LINES[0]).size == LINES[0].size)
    return list(filter(None, next(large, whole[0])))


def _whole_breaks(parts: Sequence[str]) -> list[tuple[str, str]]:
    """The ways to break parts into two lines that are whole."""
    breaks = [
        (", ".join(parts[:count]), ", ".join(parts[count:])) for count in range(len(parts), 0, -1)
    ]
    return [lines for lines in breaks if all(map(_is_whole, lines, LINES))]


def _is_whole(text: str, slot: Slot) -> bool:
    return "…" not in "".join(run.text for run in fitted(text, slot).runs)
