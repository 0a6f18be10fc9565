"""Titles and backgrounds that games share: covers, plaques, skylines, countryside; and emoji.

A cover has the game's title on a band at the top. A plaque has the same title above lines of text,
for games without pictures. Sheets and cards have roofs under the sky, maps a countryside.
"""

import io
import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from PIL import Image, ImageChops

from renderer import fonts
from renderer.canvas import BLACK, WHITE, XY, Canvas, encode
from renderer.names import Name
from renderer.text import Slot, name_piece, text_width, typeset
from renderer.theme import THEMES, AnyTheme, Colour, Theme, Tint

SIZE = (1000, 640)
"""The size of a cover: wide, so that a phone shows the cover and the buttons below it together."""
SCENE = 118  # the top row of the scene, below the title of every game
_TITLE_SIZE = 82  # the usual size of the letters of a title


def draw_title(
    canvas: Canvas, theme: Theme, title: str, band: int, size: int = _TITLE_SIZE
) -> None:
    """A title in letters of ``size`` on a band of this height at the top."""
    canvas.rectangle(0, 0, SIZE[0], band, theme.panel)
    canvas.rectangle(0, band - 6, SIZE[0], band, theme.panel_edge)
    canvas.rectangle(0, band - 4, SIZE[0], band - 2, theme.gilt)
    slot = Slot((40, 8, SIZE[0] - 40, band - 14), fonts.TITLE, size)
    canvas.put(typeset(theme, title, slot, Tint(theme.title, theme.panel)))


def cover_with_title(
    scene: Image.Image, theme: Theme, title: str, band: int, size: int = _TITLE_SIZE
) -> bytes:
    """The PNG of a cover: its scene with the title on a band of this height."""
    scene.paste(_title_picture(theme, title, band, band, size))
    return encode(scene, theme.palette_bytes)


@lru_cache(maxsize=12)
def _title_picture(theme: Theme, title: str, height: int, band: int, size: int) -> Image.Image:
    """An empty panel with a title on a band at its top. Never draw on it: the cache shares it."""
    canvas = Canvas((0, 0, SIZE[0], height), theme.panel)
    draw_title(canvas, theme, title, band, size)
    return canvas.finish(theme)


def scene_picture(cover: bytes, size: tuple[int, int]) -> Image.Image:
    """The part of a cover below its title, in RGB."""
    picture = Image.open(io.BytesIO(cover)).convert("RGB")
    below_title = 0, picture.height * SCENE // SIZE[1], *picture.size
    return picture.resize(size, Image.Resampling.LANCZOS, below_title)


_PLAQUE_FONT = fonts.SCRIPTS[0]
_LETTER_SIZE, _LINE_HEIGHT = 46, 64
"""The largest letters of a plaque, and the height of their line; a phone shows a third of it."""
_MIN_LETTER_SIZE, _LINE_GAP = 29, 8
_MARGIN = 48


def draw_plaque(title: str, lines: Sequence[str], theme: str = "night") -> bytes:
    """A title and the lines below it as PNG. Many lines are smaller, and long ones are broken."""
    colours = THEMES[theme]
    parts = [part for line in lines for part in _break_line(line)]
    frame_height = SCENE + 2 * _MARGIN
    # A plaque is at most as high as wide, unless its smallest lines need more.
    free_height = (SIZE[0] - frame_height) // max(1, len(parts))
    step = min(_LINE_HEIGHT, max(_MIN_LETTER_SIZE + _LINE_GAP, free_height))
    height = max(SIZE[1], frame_height + step * len(parts))
    pieces = []
    top = SCENE + (height - SCENE - step * len(parts)) // 2
    for number, text in enumerate(parts):
        box = (_MARGIN, top + step * number, SIZE[0] - _MARGIN, top + step * (number + 1))
        slot = Slot(box, _PLAQUE_FONT, min(_LETTER_SIZE, step - _LINE_GAP))
        pieces.append(name_piece(colours, Name(text, text, _MIN_LETTER_SIZE), slot, colours.plain))
    panel = _title_picture(colours, title, height, SCENE, _TITLE_SIZE)
    return encode(panel, colours.palette_bytes, pieces)


def _break_line(line: str) -> Iterator[str]:
    """The line in as many parts as it needs to stay readable."""
    width = SIZE[0] - 2 * _MARGIN
    part = ""
    for word in line.split():
        longer = f"{part} {word}".strip()
        if part and text_width(longer, _PLAQUE_FONT, _LETTER_SIZE) > width:
            yield part
            longer = word
        part = longer
    if part:
        yield part


EMOJI_SIZE = 128  # width and height in pixels; Discord stores emoji at this size
EMOJI_MIDDLE = (EMOJI_SIZE / 2, EMOJI_SIZE / 2)


def draw_emoji(theme: AnyTheme, draw: Callable[[Canvas, AnyTheme], None]) -> bytes:
    """An emoji as PNG, on a transparent background; its edges blend with the colour of panels."""

    def draw_on(ground: Colour) -> Image.Image:
        canvas = Canvas((0, 0, EMOJI_SIZE, EMOJI_SIZE), ground)
        draw(canvas, theme)
        return canvas.rgb_picture()

    picture = draw_on(theme.panel)
    # A pixel of the same colour on both backgrounds is covered.
    seen_through = ImageChops.difference(draw_on(BLACK), draw_on(WHITE)).getchannel(0)
    picture.putalpha(ImageChops.invert(seen_through))
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


# ---------------------------------------------------------------------- backgrounds

Size = tuple[int, int]
_STARS_SEED, _ROOFS_SEED = 3, 11
"""Fixed seeds, so that a background is the same in every picture and process."""
_STAR_RADII = (1.2, 1.6, 2.2)
_PLANTS, _TUFT_CHANCE, _TUFT_HEIGHT = 170, 0.4, 9
"""The plants around a map; the share and the height of tufts. The rest are trees."""
_TREE_DISCS = ((-7, 2, 8), (7, 3, 7), (0, -5, 9))
"""The places of the discs of a tree from its middle, and their radii."""
_ROOF_HEIGHT, _EAVES, _WINDOW_STEP, _LIT_CHANCE = 22, 4, 14, 0.5


def skyline_canvas(theme: Theme, size: Size, count: int) -> Canvas:
    """An empty sheet or card: the sky with ``count`` stars or tufts, and roofs at its foot."""
    canvas = Canvas((0, 0, *size), theme.night)
    rng = random.Random(_STARS_SEED)
    for _ in range(count):
        place = rng.uniform(0, size[0]), rng.uniform(0, size[1])
        radius = rng.choice(_STAR_RADII)
        if theme.sunny:
            _draw_tuft(canvas, theme, place, 4 * radius)
        else:
            canvas.disc(place, radius, theme.star)
    _draw_skyline(canvas, theme, size)
    return canvas


def draw_countryside(canvas: Canvas, theme: Theme, size: Size, seed: int) -> None:
    """Trees and tufts seen from above, around a map."""
    rng = random.Random(seed)
    for _ in range(_PLANTS):
        x, y = rng.uniform(0, size[0]), rng.uniform(0, size[1])
        if rng.random() < _TUFT_CHANCE:
            _draw_tuft(canvas, theme, (x, y), _TUFT_HEIGHT)
            continue
        for dx, dy, radius in _TREE_DISCS:
            canvas.disc((x + dx, y + dy), radius, theme.star)


def _draw_tuft(canvas: Canvas, theme: Theme, foot: XY, height: float) -> None:
    """Draw three blades of grass that part upwards."""
    x, y = foot
    for lean, reach in ((-0.6, 0.8), (0, 1), (0.6, 0.8)):
        tip = x + lean * height, y - reach * height
        canvas.polygon(((x - 1.5, y), tip, (x + 1.5, y)), theme.star)


def _draw_skyline(canvas: Canvas, theme: Theme, size: Size) -> None:
    """Roofs and lit windows along the lower edge; vertical edges compress to almost nothing."""
    rng = random.Random(_ROOFS_SEED)
    right, bottom = size
    window = theme.panel_edge if theme.sunny else theme.lamp
    left = 0
    while left < right:
        width, height = rng.randrange(40, 76, 4), rng.randrange(26, 70, 4)
        canvas.rectangle(left, bottom - height, left + width, bottom, theme.panel)
        eaves, ridge = bottom - height, (left + width / 2, bottom - height - _ROOF_HEIGHT)
        canvas.polygon(((left - _EAVES, eaves), ridge, (left + width + _EAVES, eaves)), theme.roof)
        for x in range(left + 10, left + width - 10, _WINDOW_STEP):
            if rng.random() < _LIT_CHANCE:
                canvas.rectangle(x, bottom - height + 10, x + 6, bottom - height + 18, window)
        left += width + rng.randrange(6, 20, 2)
