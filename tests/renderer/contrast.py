"""How far apart colours are (WCAG 2), and whether pictures differ at a glance and in grey."""

from PIL import Image, ImageChops, ImageStat

from renderer.canvas import Box
from renderer.theme import Colour, Theme

ENOUGH = 4.5
"""The contrast that text needs by the usual rule (WCAG AA)."""


def _luminance(colour: Colour) -> float:
    linear = [
        c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4
        for c in colour
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """From 1 for the same to 21 for black and white."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def as_drawn(theme: Theme) -> list[Colour]:
    """The named colours of a theme as they come out in its pictures."""
    named = Image.new("RGB", (len(theme.named), 1))
    named.putdata(theme.named)
    drawn = iter(theme.index_picture(named).convert("RGB").tobytes())
    return list(zip(drawn, drawn, drawn, strict=True))


VISIBLE = 8.0
"""Mean difference of grey levels over a box that nobody overlooks."""
_CELL = 10
SEEN = 20
"""How much grey levels differ in some cell of so many pixels squared, where a sign differs."""


def apart(one: Image.Image, other: Image.Image, box: Box) -> float:
    """Mean difference of grey levels within a box."""
    return float(ImageStat.Stat(ImageChops.difference(one.crop(box), other.crop(box))).mean[0])


def most_apart(one: Image.Image, other: Image.Image) -> int:
    """The largest difference of grey levels in any cell."""
    first, second = (each.convert("RGB").convert("L").reduce(_CELL) for each in (one, other))
    _, most = ImageChops.difference(first, second).getextrema()
    return int(str(most))
