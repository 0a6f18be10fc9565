"""Covers: their size, the game's title on a band at the top, and their scenes in the hub.

A game without pictures has a position in words on a plaque. Any pictures make an animation.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from PIL import Image

from renderer import film, fonts
from renderer.canvas import Canvas, encode, with_own_palette
from renderer.film_process import note_progress
from renderer.names import Name
from renderer.text import Slot, in_two_lines, name_piece, text_width, typeset, write
from renderer.theme import THEMES, Theme, Tint

SIZE = (1000, 640)
"""The size of a cover: wide, so that a phone shows the cover and the buttons below it together."""
SCENE = 118
"""The top row of the scene, below the title of every game."""

_WIDE = SIZE[0]
_MARGIN = 12
_SCENE, _LOWEST = (484, 233), 637
"""The size of a scene, with the proportions of its cover; and the least height of the picture."""
HUB_MOST = 4
"""The most games of a picture of the hub, so that it is no higher than wide."""
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
    canvas.put(typeset(theme, title, slot, Tint(theme.title, theme.panel)))


def cover_with_title(
    scene: Image.Image, theme: Theme, title: str, high: int, size: int = 82
) -> bytes:
    """The PNG of a cover: its scene with the title on a band ``high`` pixels tall."""
    scene.paste(_title_picture(theme, title, high, high, size))
    return encode(scene, theme.palette_bytes)


@lru_cache(maxsize=12)
def _title_picture(theme: Theme, title: str, high: int, band: int, size: int = 82) -> Image.Image:
    """An empty panel with a title on a band at its top; it stays as it is."""
    canvas = Canvas((0, 0, SIZE[0], high), theme.panel)
    draw_title(canvas, theme, title, band, size)
    return canvas.finish(theme)


def scene_picture(cover: bytes, size: tuple[int, int]) -> Image.Image:
    """The part of a cover below its title, in RGB."""
    drawn = Image.open(io.BytesIO(cover)).convert("RGB")
    below_title = 0, drawn.height * SCENE // SIZE[1], *drawn.size
    return drawn.resize(size, Image.Resampling.LANCZOS, below_title)


def draw_hub(games: Sequence[tuple[str, str, Callable[[], bytes]]], theme: str = "night") -> bytes:
    """Two to four games as PNG: of each its cover's scene, its title, its players in words."""
    drawn = tuple((title, seats, cover()) for title, seats, cover in games)
    return _draw_covers(drawn, THEMES[theme])


@lru_cache(maxsize=12)
def _draw_covers(games: tuple[tuple[str, str, bytes], ...], theme: Theme) -> bytes:
    # The picture is 11:7 at most.
    high = max(_SCENE[1], -(-(_LOWEST - _MARGIN) // len(games)) - _MARGIN)
    tops = range(_MARGIN, (high + _MARGIN) * len(games), high + _MARGIN)
    canvas = Canvas((0, 0, _WIDE, tops[-1] + high + _MARGIN), theme.night)
    for (title, seats, _), top in zip(games, tops, strict=True):
        canvas.panel((_MARGIN, top, _WIDE - _MARGIN, top + high), 14, theme)
        for text, slot in title_texts(title, seats, top, high):
            ink = theme.title if slot.file == fonts.TITLE else theme.words
            write(canvas, theme, text, slot, Tint(ink, theme.panel))
    picture = theme.in_rgb(canvas.finish(theme))
    for (_, _, cover), top in zip(games, tops, strict=True):
        picture.paste(scene_picture(cover, _SCENE), (_MARGIN, top + (high - _SCENE[1]) // 2))
    return with_own_palette(picture)


def title_texts(title: str, seats: str, top: int, high: int) -> list[tuple[str, Slot]]:
    """The title in one or two lines and the seats below it, centred in the height."""
    left, right = _LEFT, _WIDE - _MARGIN - 8
    lines = in_two_lines(title, Slot((left, 0, right, _LINE), fonts.TITLE, _TITLE))
    low = top + (high - _LINE * len(lines) - _SEATS - 8) // 2
    texts = []
    for line in lines:
        texts.append((line, Slot((left, low, right, low + _LINE), fonts.TITLE, _TITLE)))
        low += _LINE
    return [*texts, (seats, Slot((left, low, right, low + _SEATS + 8), fonts.TEXT, _SEATS))]


_FONT = fonts.SCRIPTS[0]
_LETTERS, _PLAQUE_LINE = 46, 64
"""The size of letters and the height of a line; a phone shows a third of it."""
_PLAQUE_MARGIN = 48
_LEAST = 29
_LAST_FRAME = 3
"""The duration of the last picture, as a multiple of the others' duration."""


def draw_plaque(title: str, lines: Sequence[str], theme: str = "night") -> bytes:
    """A title and the lines below it as PNG; the more lines, the smaller. Long ones are broken."""
    colours = THEMES[theme]
    shown = [part for line in lines for part in _break_line(line)]
    around = SCENE + 2 * _PLAQUE_MARGIN
    step = min(_PLAQUE_LINE, max(_LEAST + 8, (_WIDE - around) // max(1, len(shown))))
    high = max(SIZE[1], around + step * len(shown))
    pieces = []
    top = SCENE + (high - SCENE - step * len(shown)) // 2
    for at, text in enumerate(shown):
        box = (_PLAQUE_MARGIN, top + step * at, _WIDE - _PLAQUE_MARGIN, top + step * (at + 1))
        slot = Slot(box, _FONT, min(_LETTERS, step - 8))
        pieces.append(name_piece(colours, Name(text, text, _LEAST), slot, colours.plain))
    return encode(_title_picture(colours, title, high, SCENE), colours.palette_bytes, pieces)


def _break_line(line: str) -> Iterator[str]:
    """The line in as many parts as it needs to stay readable."""
    across = SIZE[0] - 2 * _PLAQUE_MARGIN
    part = ""
    for word in line.split():
        longer = f"{part} {word}".strip()
        if part and text_width(longer, _FONT, _LETTERS) > across:
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
    # At most 11:7: Discord keeps no place for a wider picture.
    high = max(film.SIZE[0] * 7 // 11, *(each.height for each in drawn))
    across = max(film.SIZE[0], film.SIZE[1] + high, *(each.width for each in drawn))
    for at, (picture, caption) in enumerate(zip(drawn, captions, strict=True)):
        note_progress(part := at / max(1, len(drawn) - 1))
        strip = film.draw_strip(colours, caption, None, part)
        frame = Image.new("RGB", (across, high + strip.height), colours.panel)
        frame.paste(picture, ((across - picture.width) // 2, (high - picture.height) // 2))
        frame.paste(colours.in_rgb(strip), ((across - strip.width) // 2, high))
        frames.append(frame)
    durations = [pace] * (len(frames) - 1) + [_LAST_FRAME * pace]
    gif = io.BytesIO()
    first, *rest = frames
    first.save(gif, "GIF", save_all=True, append_images=rest, duration=durations, loop=0)
    return gif.getvalue()
