"""Pictures for a game without its own: a position in words on a plaque, and an animation of any
pictures.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence

from PIL import Image

from renderer import fonts, png
from renderer.canvas import Canvas
from renderer.covers import SCENE, SIZE, draw_title
from renderer.film import draw_strip
from renderer.text import Name, Slot, named, width
from renderer.theme import THEMES, Theme

_FONT = fonts.SCRIPTS[0]
_LETTERS, _LINE = 46, 64
"""The size of letters and the height of a line; a phone shows a third of it."""
_MARGIN = 48
_LEAST = 28
_LAST_FRAME = 3
"""The duration of the last picture, as a multiple of the others' duration."""


def draw_plaque(title: str, lines: Sequence[str], theme: str = "night") -> bytes:
    """A title and the lines below it as PNG; long lines are broken."""
    colours = THEMES[theme]
    shown = [part for line in lines for part in _broken(line)]
    high = max(SIZE[1], SCENE + 2 * _MARGIN + _LINE * len(shown))
    canvas = Canvas((0, 0, SIZE[0], high), colours.panel)
    draw_title(canvas, colours, title, SCENE)
    top = SCENE + (high - SCENE - _LINE * len(shown)) // 2
    for at, text in enumerate(shown):
        box = (_MARGIN, top + at * _LINE, SIZE[0] - _MARGIN, top + (at + 1) * _LINE)
        slot = Slot(box, _FONT, _LETTERS)
        canvas.put(named(colours, Name(text, text, _LEAST), slot, colours.plain))
    return png.encode(canvas.finish(colours), colours.palette_bytes)


def _broken(line: str) -> Iterator[str]:
    """The line in as many parts as it needs to stay readable."""
    across = SIZE[0] - 2 * _MARGIN
    part = ""
    for word in line.split():
        longer = f"{part} {word}".strip()
        if part and width(longer, _FONT, _LETTERS) > across:
            yield part
            longer = word
        part = longer
    if part:
        yield part


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
    high = max(each.height for each in drawn)
    for at, (picture, caption) in enumerate(zip(drawn, captions, strict=True)):
        frames.append(_frame(colours, picture, high, caption, at / max(1, len(drawn) - 1)))
    durations = [pace] * (len(frames) - 1) + [_LAST_FRAME * pace]
    gif = io.BytesIO()
    first, *rest = frames
    first.save(gif, "GIF", save_all=True, append_images=rest, duration=durations, loop=0)
    return gif.getvalue()


def _frame(theme: Theme, picture: Image.Image, high: int, caption: str, part: float) -> Image.Image:
    strip = draw_strip(theme, caption, None, part)
    frame = Image.new("RGB", (max(picture.width, strip.width), high + strip.height), theme.panel)
    frame.paste(picture, ((frame.width - picture.width) // 2, (high - picture.height) // 2))
    frame.paste(theme.in_rgb(strip), (0, high))
    return frame
