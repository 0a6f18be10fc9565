"""Covers: their size, the game's title on a band at the top, and their scenes in the hub."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache

from PIL import Image

from renderer import fonts, png
from renderer.canvas import Canvas
from renderer.text import Slot, in_two_lines, write, written
from renderer.theme import THEMES, Theme, Tint

SIZE = (1000, 600)
"""The size of a cover: wide, so that a phone shows the cover and the buttons below it together."""
SCENE = 118
"""The top row of the scene, below the title of every game."""

_WIDE = SIZE[0]
_MARGIN = 12
_SCENE = (500, 241)
"""The size of a scene, with the proportions of its cover."""
_LEFT = _MARGIN + _SCENE[0] + 6
_TITLE, _SEATS = 74, 52
"""The sizes of letters of a title and of the players below it; a narrow phone shows a third."""
_LINE = 78
"""The height of a line of the title."""


def draw_title(canvas: Canvas, theme: Theme, title: str, high: int, size: int = 82) -> None:
    """A title in letters of ``size`` on its background, ``high`` pixels tall."""
    canvas.rectangle(0, 0, SIZE[0], high, theme.panel)
    canvas.rectangle(0, high - 6, SIZE[0], high, theme.panel_edge)
    canvas.rectangle(0, high - 4, SIZE[0], high - 2, theme.gilt)
    slot = Slot((40, 8, SIZE[0] - 40, high - 14), fonts.TITLE, size)
    canvas.put(written(theme, title, slot, Tint(theme.title, theme.panel)))


def entitled(scene: Image.Image, theme: Theme, title: str, high: int, size: int = 82) -> bytes:
    """The PNG of a cover: its scene with the title on a band ``high`` pixels tall."""
    canvas = Canvas((0, 0, SIZE[0], high), theme.panel)
    draw_title(canvas, theme, title, high, size)
    scene.paste(canvas.finish(theme))
    return png.encode(scene, theme.palette_bytes)


def scene_of(cover: bytes, size: tuple[int, int]) -> Image.Image:
    """The part of a cover below its title, in RGB."""
    drawn = Image.open(io.BytesIO(cover)).convert("RGB")
    below_title = 0, drawn.height * SCENE // SIZE[1], *drawn.size
    return drawn.resize(size, Image.Resampling.LANCZOS, below_title)


# ---------------------------------------------------------------------------- the hub


def draw_hub(title: str, seats: str, cover: Callable[[], bytes], theme: str = "night") -> bytes:
    """The picture of a game in the list of all games, as PNG: the scene of its cover, its title and
    its number of players in words.
    """
    return _drawn(title, seats, cover(), THEMES[theme])


@lru_cache(maxsize=12)
def _drawn(title: str, seats: str, cover: bytes, theme: Theme) -> bytes:
    canvas = Canvas((0, 0, _WIDE, 2 * _MARGIN + _SCENE[1]), theme.night)
    canvas.panel((_MARGIN, _MARGIN, _WIDE - _MARGIN, _MARGIN + _SCENE[1]), 14, theme)
    for text, slot in placed(title, seats):
        ink = theme.title if slot.file == fonts.TITLE else theme.words
        write(canvas, theme, text, slot, Tint(ink, theme.panel))
    picture = theme.in_rgb(canvas.finish(theme))
    picture.paste(scene_of(cover, _SCENE), (_MARGIN, _MARGIN))
    return png.with_own_palette(picture)


def placed(title: str, seats: str) -> list[tuple[str, Slot]]:
    """The title in one or two lines and the seats below it, centred in the height."""
    left, right = _LEFT, _WIDE - _MARGIN - 8
    lines = in_two_lines(title, Slot((left, 0, right, _LINE), fonts.TITLE, _TITLE))
    low = _MARGIN + (_SCENE[1] - _LINE * len(lines) - _SEATS - 8) // 2
    texts = []
    for line in lines:
        texts.append((line, Slot((left, low, right, low + _LINE), fonts.TITLE, _TITLE)))
        low += _LINE
    return [*texts, (seats, Slot((left, low, right, low + _SEATS + 8), fonts.TEXT, _SEATS))]
