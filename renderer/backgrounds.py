"""The backgrounds of pictures: roofs under the sky for sheets and cards, a countryside for maps."""

import random

from renderer.canvas import XY, Canvas
from renderer.theme import Theme

Size = tuple[int, int]


def skyline_canvas(theme: Theme, size: Size, count: int) -> Canvas:
    """An empty sheet or card: the sky with ``count`` stars or tufts, and roofs at its foot."""
    canvas = Canvas((0, 0, *size), theme.night)
    rng = random.Random(3)
    for _ in range(count):
        at = rng.uniform(0, size[0]), rng.uniform(0, size[1])
        radius = rng.choice((1.2, 1.6, 2.2))
        if theme.sunny:
            _draw_tuft(canvas, theme, at, 4 * radius)
        else:
            canvas.disc(at, radius, theme.star)
    _draw_skyline(canvas, theme, size)
    return canvas


def draw_countryside(canvas: Canvas, theme: Theme, size: Size, seed: int) -> None:
    """Trees and tufts seen from above, around a map."""
    rng = random.Random(seed)
    for _ in range(170):
        x, y = rng.uniform(0, size[0]), rng.uniform(0, size[1])
        if rng.random() < 0.4:
            _draw_tuft(canvas, theme, (x, y), 9)
            continue
        for dx, dy, radius in ((-7, 2, 8), (7, 3, 7), (0, -5, 9)):
            canvas.disc((x + dx, y + dy), radius, theme.star)


def _draw_tuft(canvas: Canvas, theme: Theme, foot: XY, height: float) -> None:
    """Draw three blades of grass that part upwards."""
    x, y = foot
    for lean, reach in ((-0.6, 0.8), (0, 1), (0.6, 0.8)):
        tip = x + lean * height, y - reach * height
        canvas.polygon(((x - 1.5, y), tip, (x + 1.5, y)), theme.star)


def _draw_skyline(canvas: Canvas, theme: Theme, size: Size) -> None:
    """Roofs and lit windows along the lower edge; vertical edges compress to almost nothing."""
    rng = random.Random(11)
    across, bottom = size
    window = theme.panel_edge if theme.sunny else theme.lamp
    left = 0
    while left < across:
        width, height = rng.randrange(40, 76, 4), rng.randrange(26, 70, 4)
        canvas.rectangle(left, bottom - height, left + width, bottom, theme.panel)
        roof = ((left - 4, bottom - height), (left + width / 2, bottom - height - 22))
        canvas.polygon((*roof, (left + width + 4, bottom - height)), theme.roof)
        for x in range(left + 10, left + width - 10, 14):
            if rng.random() < 0.5:
                canvas.rectangle(x, bottom - height + 10, x + 6, bottom - height + 18, window)
        left += width + rng.randrange(6, 20, 2)
